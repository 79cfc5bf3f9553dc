// Saving a form template: its facts, and its design as a new version when it differs from the current one.
import type { DataOf, InputOf } from '#contract/kit/call'
import {
  designFault,
  emptyDesign,
  type FormDesignData,
  isFilled,
  sameDesign,
  sameField,
  tidyDesign,
} from '#contract/kit/formDesign'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { archiveSources, FormEnabled, FormFilling, type formTemplate } from '#contract/systemSetting/formTemplate'
import { namesDictionaries } from '#server/areas/systemSetting/dictionary/dictionaryUse'
import type { Caller, LogEntry, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { textPinyin } from '#server/kit/pinyin'
import { usersOfForm } from './formTemplateUse.ts'

type Calls = typeof formTemplate.calls
type Saved = DataOf<Calls['save']>

onConstraint(
  'form_template_name',
  () => new Refusal('ALREADY_EXISTS', { what: '这个类型里同名的表单模板' }, 'templateName'),
)
onConstraint(
  'form_template_version_of',
  () => new Refusal('IN_USE', { what: '这份表单模板', users: '已有填好的表单使用它' }),
)

const TARGET = 'formTemplate'

/** Refuses what cannot be filled in; answers the design as it is stored. */
async function checked(tx: Tx, design: FormDesignData): Promise<FormDesignData> {
  const tidy = tidyDesign(design)
  const fault = designFault(tidy, archiveSources)
  if (fault) throw invalid(fault.message, 'design')
  const codes = tidy.fields.flatMap((field) => field.dictionary ?? [])
  if (codes.length === 0) return tidy
  const found = await tx.client.query<{ code: string }>(
    'select dictionary_code as code from dictionary where org_id = $1 and dictionary_code = any($2)',
    [tx.orgId, codes],
  )
  const known = new Set(found.rows.map((row) => row.code))
  const lost = tidy.fields.find((field) => field.dictionary && !known.has(field.dictionary))
  if (lost) throw invalid(`“${lost.title}”选的字典“${lost.dictionary}”不存在`, 'design')
  return tidy
}

/** A dictionary that a current form offers is not deleted under it. */
namesDictionaries(async (client, orgId, dictionaryCode) => {
  const found = await client.query<{ name: string }>(
    `select t.template_name as name from form_template t
       join form_template_version v on v.org_id = t.org_id and v.template_id = t.template_id and v.version = t.version
     where t.org_id = $1 and v.design @> jsonb_build_object('fields', jsonb_build_array(jsonb_build_object('dictionary', $2::text)))
     order by t.sort`,
    [orgId, dictionaryCode],
  )
  return found.rows.map((row) => ({ what: `表单模板“${row.name}”`, count: 1 }))
})

const asks = (design: FormDesignData) => design.fields.some((field) => isFilled(field.kind))

interface Row {
  templateId: string
  typeId: string
  templateName: string
  templateType: 1 | 2
  enabled: 0 | 1
  remark: string | null
  version: number
  revision: number
  design: FormDesignData
}

async function lockTemplate(tx: Tx, templateId: string): Promise<Row> {
  // The lock first: a join in the same statement would look for the new version with the eyes of before the wait.
  await tx.client.query('select 1 from form_template where org_id = $1 and template_id = $2 for update', [
    tx.orgId,
    templateId,
  ])
  const found = await tx.client.query<Row>(
    `select t.template_id as "templateId", t.type_id as "typeId", t.template_name as "templateName",
       t.template_type as "templateType", t.enabled, t.remark, t.version, t.revision, v.design
     from form_template t
       join form_template_version v
         on v.org_id = t.org_id and v.template_id = t.template_id and v.version = t.version
     where t.org_id = $1 and t.template_id = $2`,
    [tx.orgId, templateId],
  )
  if (!found.rows[0]) throw notFound('表单模板')
  return found.rows[0]
}

async function typeName(tx: Tx, typeId: string): Promise<string> {
  const found = await tx.client.query<{ name: string }>(
    'select type_name as name from form_template_type where org_id = $1 and type_id = $2 for share',
    [tx.orgId, typeId],
  )
  if (!found.rows[0]) throw new Refusal('NOT_FOUND', { what: '表单类型' }, 'typeId')
  return found.rows[0].name
}

/** The next version of the design, unless it says the same as the current one. Answers its number. */
async function addVersion(tx: Tx, who: Caller, row: Row, design: FormDesignData): Promise<number> {
  if (sameDesign(row.design, design)) return row.version
  if (row.enabled === FormEnabled.is.on && !asks(design)) throw invalid('启用中的表单至少要有一个填写的字段', 'design')
  const version = row.version + 1
  await tx.client.query(
    'insert into form_template_version (org_id, template_id, version, design, created_by) values ($1, $2, $3, $4, $5)',
    [tx.orgId, row.templateId, version, JSON.stringify(design), who.userId],
  )
  return version
}

/** Which fields there were and are, by the titles people see. */
function designChanges(before: FormDesignData, after: FormDesignData): NonNullable<LogEntry['changes']> {
  const titles = (design: FormDesignData) => design.fields.map((field) => field.title)
  const [old, now] = [titles(before), titles(after)]
  return JSON.stringify(old) === JSON.stringify(now) ? {} : { fields: [old, now] }
}

/** ，改了“体温”、“脉搏”等 3 个字段 */
function editedWords(before: FormDesignData, after: FormDesignData): string {
  const old = new Map(before.fields.map((field) => [field.id, field]))
  const edited = after.fields.filter((field) => old.has(field.id) && !sameField(old.get(field.id)!, field))
  if (edited.length === 0) return ''
  const names = edited
    .slice(0, 3)
    .map((field) => `“${field.title}”`)
    .join('、')
  return `，改了${names}${edited.length > 3 ? `等 ${edited.length} 个字段` : ''}`
}

async function create(tx: Tx, who: Caller, body: InputOf<Calls['save']>, name: string): Promise<Saved> {
  const type = await typeName(tx, body.typeId)
  const copied = body.copyOf ? await lockTemplate(tx, body.copyOf) : null
  const design = body.design ? await checked(tx, body.design) : copied ? copied.design : emptyDesign()
  const enabled = body.enabled ?? 0
  if (enabled === FormEnabled.is.on && !asks(design)) throw invalid('表单还没有填写的字段，先设计再启用', 'enabled')
  const templateId = newId()
  const { pinyin, initials } = textPinyin(name)
  const templateType = body.templateType ?? copied?.templateType ?? 1
  await tx.client.query(
    `insert into form_template (org_id, template_id, type_id, template_name, pinyin, initials, template_type, enabled,
       remark, sort)
     values ($1::varchar, $2, $3, $4, $5, $6, $7, $8, $9,
       (select coalesce(max(sort), 0) + 1 from form_template where org_id = $1::varchar))`,
    [tx.orgId, templateId, body.typeId, name, pinyin, initials, templateType, enabled, body.remark ?? null],
  )
  await tx.client.query(
    'insert into form_template_version (org_id, template_id, version, design, created_by) values ($1, $2, 1, $3, $4)',
    [tx.orgId, templateId, JSON.stringify(design), who.userId],
  )
  tx.log({
    remark: `新增表单模板“${name}”（${type}${copied ? `，复制自“${copied.templateName}”` : ''}）`,
    targetType: TARGET,
    targetId: templateId,
    changes: { templateName: [null, name], typeName: [null, type], fieldCount: [null, design.fields.length] },
  })
  return { templateId, version: 1, designVersion: 1 }
}

async function change(tx: Tx, who: Caller, row: Row, body: InputOf<Calls['save']>, name: string): Promise<Saved> {
  const changes: Record<string, readonly [unknown, unknown]> = {}
  const note = <T>(field: string, before: T, after: T, show: (value: T) => unknown = (value) => value) => {
    if (before !== after) changes[field] = [show(before), show(after)]
  }
  const type = await typeName(tx, body.typeId)
  if (row.typeId !== body.typeId) changes.typeName = [await typeName(tx, row.typeId), type]
  const templateType = body.templateType ?? row.templateType
  const enabled = body.enabled ?? row.enabled
  // Absent leaves it as it was; an emptied field takes it away.
  const remark = body.remark === undefined ? row.remark : body.remark
  note('templateName', row.templateName, name)
  note('templateType', row.templateType, templateType, FormFilling.label)
  note('enabled', row.enabled, enabled, FormEnabled.label)
  note('remark', row.remark, remark)
  const design = body.design ? await checked(tx, body.design) : row.design
  if (enabled === FormEnabled.is.on && !asks(design)) throw invalid('表单还没有填写的字段，先设计再启用', 'enabled')
  const version = body.design ? await addVersion(tx, who, row, design) : row.version
  if (version !== row.version) Object.assign(changes, designChanges(row.design, design))
  const { pinyin, initials } = textPinyin(name)
  const saved = await tx.client.query<{ revision: number }>(
    `update form_template set type_id = $3, template_name = $4, pinyin = $5, initials = $6, template_type = $7,
       enabled = $8, remark = $9, version = $10, revision = revision + 1, updated_at = now()
     where org_id = $1 and template_id = $2 returning revision`,
    [tx.orgId, row.templateId, body.typeId, name, pinyin, initials, templateType, enabled, remark, version],
  )
  tx.log({
    remark: `修改表单模板“${row.templateName}”${
      version === row.version ? '' : `，设计存为第 ${version} 版${editedWords(row.design, design)}`
    }`,
    targetType: TARGET,
    targetId: row.templateId,
    changes,
  })
  return { templateId: row.templateId, version: saved.rows[0]!.revision, designVersion: version }
}

export const saveTemplate = (who: Caller, body: InputOf<Calls['save']>): Promise<Saved> =>
  who.tx(async (tx) => {
    const name = body.templateName.trim()
    if (name.length < 2) throw invalid('模板名称至少 2 个字', 'templateName')
    if (!body.templateId) return create(tx, who, body, name)
    const row = await lockTemplate(tx, body.templateId)
    await refuseStale(tx, row.templateId, body.version, row.revision)
    return change(tx, who, row, body, name)
  })

export const saveDesign = (who: Caller, body: InputOf<Calls['edit']>): Promise<Saved> =>
  who.tx(async (tx) => {
    const row = await lockTemplate(tx, body.templateId)
    await refuseStale(tx, row.templateId, body.version, row.revision)
    const design = await checked(tx, body.design)
    const version = await addVersion(tx, who, row, design)
    if (version === row.version) {
      tx.log({
        remark: `保存表单模板“${row.templateName}”，设计没有改动`,
        targetType: TARGET,
        targetId: row.templateId,
      })
      return { templateId: row.templateId, version: row.revision, designVersion: version }
    }
    const saved = await tx.client.query<{ revision: number }>(
      `update form_template set version = $3, revision = revision + 1, updated_at = now()
       where org_id = $1 and template_id = $2 returning revision`,
      [tx.orgId, row.templateId, version],
    )
    tx.log({
      remark: `表单模板“${row.templateName}”的设计存为第 ${version} 版${editedWords(row.design, design)}`,
      targetType: TARGET,
      targetId: row.templateId,
      changes: { designVersion: [row.version, version], ...designChanges(row.design, design) },
    })
    return { templateId: row.templateId, version: saved.rows[0]!.revision, designVersion: version }
  })

export const removeTemplate = (who: Caller, templateId: string): Promise<null> =>
  who.tx(async (tx) => {
    const row = await lockTemplate(tx, templateId)
    const users = await usersOfForm(tx.client, tx.orgId, templateId)
    if (users !== '') {
      throw new Refusal('IN_USE', { what: `表单模板“${row.templateName}”`, users: `已有 ${users}，可以停用它` })
    }
    await tx.client.query('delete from form_template where org_id = $1 and template_id = $2', [tx.orgId, templateId])
    tx.log({
      remark: `删除表单模板“${row.templateName}”和它的 ${row.version} 个设计版本`,
      targetType: TARGET,
      targetId: templateId,
      changes: { templateName: [row.templateName, null] },
    })
    return null
  })
