// Rows of the drug dictionary: what one shows, and how it is stored.
import type { DrugBodyData, DrugData } from '#contract/drug/dict'
import { DrugStorage } from '#contract/drug/drugWords'
import { Refusal } from '#contract/kit/refusal'
import { drug } from '#server/areas/drug/tables'
import { labelOf } from '#server/areas/residents/public'
import { storesDictionary } from '#server/areas/systemSetting/public'
import { onConstraint } from '#server/kit/constraints'
import { type RowsPlan, rows } from '#server/kit/rows'

onConstraint('drug_same', () => new Refusal('ALREADY_EXISTS', { what: '同名、同规格、同厂家的药品' }, 'drugName'))

const stored = (dictionaryCode: string, title: string, column: string, list = false) =>
  storesDictionary({ dictionaryCode, what: `药品字典・${title}`, table: 'drug', column, list })
stored('drug_form', '剂型', 'form')
stored('drug_type', '药品类型', 'drug_type')
stored('drugManageClass', '管理类别', 'manage_class')
stored('drug_min_spec', '最小单位', 'min_unit')
stored('allergy', '禁用过敏史', 'allergies', true)

const ALLERGY_NAMES = `(select coalesce(jsonb_agg(${labelOf('allergy', 'a.value')} order by a.at), '[]')
  from jsonb_array_elements_text(t.allergies) with ordinality a(value, at))`

const row: RowsPlan<DrugData>['row'] = {
  drugId: drug.drugId,
  drugName: drug.drugName,
  tradeName: drug.tradeName,
  spec: drug.spec,
  minUnit: drug.minUnit,
  unitName: labelOf('drug_min_spec', 't.min_unit'),
  packUnit: drug.packUnit,
  packFactor: 't.pack_factor::float8',
  strength: 't.strength::float8',
  strengthUnit: drug.strengthUnit,
  storage: drug.storage,
  highAlert: drug.highAlert,
  lookAlike: drug.lookAlike,
  noCrush: drug.noCrush,
  picture: drug.picture,
  substance: drug.substance,
  form: drug.form,
  formName: labelOf('drug_form', 't.form'),
  drugType: drug.drugType,
  drugTypeName: labelOf('drug_type', 't.drug_type'),
  manageClass: drug.manageClass,
  manageClassName: labelOf('drugManageClass', 't.manage_class'),
  maker: drug.maker,
  approvalNo: drug.approvalNo,
  lightProof: drug.lightProof,
  openDays: drug.openDays,
  allergies: drug.allergies,
  allergyNames: ALLERGY_NAMES,
  remark: drug.remark,
  enabled: drug.enabled,
  holders: `(select count(distinct s.oldman_id)::int from drug_stock s where s.org_id = t.org_id and s.drug_id = t.drug_id and s.quantity > 0)`,
  users: `(select count(distinct u.oldman_id)::int from drug_use u where u.org_id = t.org_id and u.drug_id = t.drug_id and u.state <> 'ENDED')`,
  createTime: drug.createdAt,
  version: drug.version,
}

export const drugs = rows<DrugData, typeof drug>(drug, {
  title: '药品',
  target: 'drug',
  name: 'drugName',
  told: (one) => `“${one.drugName} ${one.spec}”`,
  row,
  logged: [
    'drugName',
    'tradeName',
    'substance',
    'formName',
    'drugTypeName',
    'manageClassName',
    'spec',
    'unitName',
    'packUnit',
    'packFactor',
    'strength',
    'strengthUnit',
    'maker',
    'approvalNo',
    'storage',
    'lightProof',
    'highAlert',
    'lookAlike',
    'noCrush',
    'openDays',
    'allergyNames',
    'remark',
    'enabled',
  ],
})

const word = (text: string | null | undefined) => text?.trim() || null

/** As it is stored: what nobody says is nothing. */
export const storedDrug = (body: DrugBodyData) => ({
  drugName: body.drugName.trim(),
  tradeName: word(body.tradeName),
  substance: word(body.substance),
  form: word(body.form),
  drugType: word(body.drugType),
  manageClass: word(body.manageClass),
  spec: body.spec.trim(),
  minUnit: body.minUnit,
  packUnit: word(body.packUnit) ?? '盒',
  packFactor: String(body.packFactor),
  strength: body.strength ? String(body.strength) : null,
  strengthUnit: body.strength ? word(body.strengthUnit) : null,
  maker: word(body.maker),
  approvalNo: word(body.approvalNo),
  storage: body.storage ?? DrugStorage.is.room,
  lightProof: body.lightProof ?? false,
  highAlert: body.highAlert ?? null,
  lookAlike: word(body.lookAlike),
  noCrush: body.noCrush ?? false,
  openDays: body.openDays ?? null,
  allergies: [...new Set(body.allergies ?? [])],
  picture: body.picture ?? null,
  remark: word(body.remark),
})

/** The columns of a row as a list selects them. */
export const DRUG_ROW = Object.entries(row)
  .map(([field, from]) => `${typeof from === 'string' ? from : `t.${from.name}`} as "${field}"`)
  .join(', ')
