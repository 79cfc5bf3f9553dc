// What a hostile request to the calls of the system settings needs to get past the first checks.
import { reportKinds } from '#contract/systemSetting/reportKinds'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'

const one = async (product: TestApp, text: string) =>
  (await product.app.pool.query<{ id: string }>(text, [DEMO_ORG])).rows[0]!.id

/** A dictionary of its own for each request that may change or delete it. */
async function ownDictionary(product: TestApp) {
  const dictionaryId = newId()
  await product.app.pool.query(
    `insert into dictionary (org_id, dictionary_id, dictionary_code, dictionary_name, model)
     values ($1, $2::text, 'h' || $2::text, $2::text, 'other')`,
    [DEMO_ORG, dictionaryId],
  )
  return { dictionaryId }
}

const drugForm = async (product: TestApp) => ({
  dictionaryId: await one(
    product,
    `select dictionary_id as id from dictionary where org_id = $1 and dictionary_code = 'drug_form'`,
  ),
})

/** A document template of its own for each request that may change or delete it. */
async function ownDocument(product: TestApp) {
  const templateId = newId()
  await product.app.pool.query(
    `with made as (insert into document_template (org_id, template_id, template_name, doc_type, kind)
       values ($1, $2::text, $2::text, '1', 'html') returning *)
     insert into document_template_version (org_id, template_id, version, template_name, html)
       select org_id, template_id, 1, template_name, '<p>x</p>' from made`,
    [DEMO_ORG, templateId],
  )
  return { templateId, version: '1' }
}
/** The demo's Word template, which the calls only read. */
const someDocument = async (product: TestApp) => ({
  templateId: await one(
    product,
    `select template_id as id from document_template where org_id = $1 and kind = 'word' order by created_at limit 1`,
  ),
  version: '1',
})
const someResident = async (product: TestApp) => ({
  oldmanId: await one(product, 'select oldman_id as id from oldman where org_id = $1 limit 1'),
})

/** A form template of its own for each request that may change or delete it. */
async function ownForm(product: TestApp) {
  const templateId = newId()
  await product.app.pool.query(
    `with t as (insert into form_template (org_id, template_id, type_id, template_name, enabled)
       select org_id, $2::text, type_id, $2::text, 0 from form_template_type where org_id = $1 limit 1 returning *)
     insert into form_template_version (org_id, template_id, version, design)
       select org_id, template_id, 1, '{"paper":"A4","letterhead":true,"fields":[]}' from t`,
    [DEMO_ORG, templateId],
  )
  return { templateId }
}
const someForm = async (product: TestApp) => ({
  templateId: await one(product, 'select template_id as id from form_template where org_id = $1 limit 1'),
})
const someFormType = async (product: TestApp) => ({
  typeId: await one(product, 'select type_id as id from form_template_type where org_id = $1 order by sort limit 1'),
})
const someDesign = () => ({
  paper: 'A4',
  letterhead: true,
  fields: [{ id: 'f1', kind: 'text', title: newId(), width: 1 }],
})

export const recipes: Knowledge['recipes'] = {
  'systemSetting.formTemplate.addType': () => ({ typeName: newId().slice(-12) }),
  'systemSetting.formTemplate.saveType': async (product) => ({
    ...(await someFormType(product)),
    typeName: newId().slice(-12),
    version: null,
  }),
  'systemSetting.formTemplate.sortTypes': async (product) => ({
    sorts: [{ ...(await someFormType(product)), sort: 1 }],
  }),
  'systemSetting.formTemplate.save': async (product) => ({
    ...(await ownForm(product)),
    ...(await someFormType(product)),
    templateName: newId(),
    copyOf: null,
    design: someDesign(),
    version: null,
    enabled: 0,
  }),
  'systemSetting.formTemplate.edit': async (product) => ({
    ...(await ownForm(product)),
    design: someDesign(),
    version: null,
  }),
  'systemSetting.formTemplate.sort': async (product) => ({ sorts: [{ ...(await someForm(product)), sort: 1 }] }),
  'systemSetting.reportTemplate.save': () => ({
    kind: 'receipt',
    content: reportKinds.receipt.usual,
    version: null,
  }),
  'systemSetting.documentTemplate.create': () => ({
    templateName: newId(),
    docType: '1',
    kind: 'html',
    html: '<p>文</p>',
    fileId: null,
  }),
  'systemSetting.documentTemplate.save': async (product) => ({
    templateId: (await ownDocument(product)).templateId,
    templateName: newId(),
    docType: '1',
    version: null,
    html: '<p>文</p>',
  }),
  'systemSetting.documentTemplate.copy': async (product) => ({
    templateId: (await ownDocument(product)).templateId,
    templateName: null,
  }),
  'systemSetting.documentTemplate.sort': async (product) => ({
    scope: 'org',
    templateIds: [(await someDocument(product)).templateId],
  }),
  'systemSetting.documentTemplate.preview': someResident,
  'systemSetting.documentTemplate.fill': async (product) => ({ ...(await someResident(product)), version: null }),
  'systemSetting.documentTemplate.fillWord': async (product) => ({ ...(await someResident(product)), version: null }),
  'systemSetting.dictionary.create': (_, { dictionaryName }) => ({
    dictionaryCode: `h${newId()}`,
    dictionaryName: `${String(dictionaryName).slice(0, 10)}${newId().slice(-8)}`,
    values: [{ label: '甲' }],
  }),
  'systemSetting.dictionary.update': () => ({ version: null, model: null, values: [{ label: '甲' }] }),
  'systemSetting.checkConfig.save': () => ({ review: [{ act: 'bedChange', needed: false }] }),
}

export const places: Knowledge['places'] = {
  'systemSetting.formTemplate.detail': someForm,
  'systemSetting.formTemplate.versions': someForm,
  'systemSetting.formTemplate.remove': ownForm,
  'systemSetting.documentTemplate.detail': someDocument,
  'systemSetting.documentTemplate.remove': ownDocument,
  'systemSetting.documentTemplate.enable': ownDocument,
  'systemSetting.documentTemplate.versions': someDocument,
  'systemSetting.documentTemplate.version': someDocument,
  'systemSetting.documentTemplate.restore': ownDocument,
  'systemSetting.documentTemplate.word': someDocument,
  'systemSetting.documentTemplate.fill': someDocument,
  'systemSetting.documentTemplate.fillWord': someDocument,
  'systemSetting.dictionary.update': ownDictionary,
  'systemSetting.dictionary.remove': ownDictionary,
  'systemSetting.dictionary.values': drugForm,
  'systemSetting.dictionary.usage': drugForm,
}

export const costly: Knowledge['costly'] = ['systemSetting.documentTemplate.fillWord']
