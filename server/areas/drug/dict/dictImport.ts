// Drugs from a workbook. A drug that is there already (name, spec and maker) is brought up to date.
import type { DrugBodyData } from '#contract/drug/dict'
import {
  DrugStorage,
  type DrugStorageValue,
  HighAlert,
  type HighAlertValue,
  isQty,
  MOST_QTY,
} from '#contract/drug/drugWords'
import { invalid } from '#contract/kit/refusal'
import { requireValues } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { type ImportSpec, importSheet } from '#server/kit/excelImport'
import { optionOf, shortText, wholeNumber } from '#server/kit/importCells'
import { type Reason, Reasons, unknownWord } from '#server/kit/importReasons'
import { drugs, storedDrug } from './dictRows.ts'

interface Line {
  drugName: string
  tradeName: string | null
  substance: string | null
  form: string | null
  drugType: string | null
  manageClass: string | null
  spec: string
  minUnit: string
  packUnit: string | null
  packFactor: number
  strength: number | null
  strengthUnit: string | null
  maker: string | null
  approvalNo: string | null
  storage: DrugStorageValue | null
  lightProof: boolean | null
  highAlert: HighAlertValue | null
  lookAlike: string | null
  noCrush: boolean | null
  openDays: number | null
  remark: string | null
}

/** Label → value of what the dictionary offers. */
type Labels = ReadonlyMap<string, string>
const CHOSEN = [
  ['form', 'drug_form', '剂型'],
  ['drugType', 'drug_type', '药品类型'],
  ['manageClass', 'drugManageClass', '管理类别'],
  ['minUnit', 'drug_min_spec', '最小单位'],
] as const

interface Known {
  labels: ReadonlyMap<string, Labels>
  /** Same key → id of the drug that is there. */
  there: ReadonlyMap<string, { drugId: string; minUnit: string; unitName: string; counted: boolean }>
}

const keyOf = (one: Pick<Line, 'drugName' | 'spec' | 'maker'>) =>
  JSON.stringify([one.drugName?.trim(), one.spec?.trim(), one.maker?.trim() || null])

const LABELS = `select d.dictionary_code as code, v.label, v.value from dictionary d join dictionary_value v
  on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id where d.org_id = $1 and d.dictionary_code = any($2) and v.enabled`
const THERE = `select t.drug_id as "drugId", t.drug_name as "drugName", t.spec, t.maker, t.min_unit as "minUnit",
  coalesce((select v.label from dictionary d join dictionary_value v on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id
    where d.org_id = t.org_id and d.dictionary_code = 'drug_min_spec' and v.value = t.min_unit), t.min_unit) as "unitName",
  exists (select from drug_stock s where s.org_id = t.org_id and s.drug_id = t.drug_id)
    or exists (select from drug_use u where u.org_id = t.org_id and u.drug_id = t.drug_id) as counted
from drug t where t.org_id = $1`

async function surroundings(client: Tx['client'] | Caller['app']['pool'], orgId: string): Promise<Known> {
  const values = await client.query<{ code: string; label: string; value: string }>(LABELS, [
    orgId,
    CHOSEN.map(([, code]) => code),
  ])
  const labels = new Map<string, Map<string, string>>(CHOSEN.map(([, code]) => [code, new Map()]))
  for (const { code, label, value } of values.rows) labels.get(code)!.set(label, value)
  const there = await client.query<{
    drugId: string
    drugName: string
    spec: string
    maker: string | null
    minUnit: string
    unitName: string
    counted: boolean
  }>(THERE, [orgId])
  return { labels, there: new Map(there.rows.map((row) => [keyOf(row), row])) }
}

function chosen(
  line: Line,
  known: Known,
): Pick<DrugBodyData, 'form' | 'drugType' | 'manageClass'> & { minUnit: string } {
  const value = (field: (typeof CHOSEN)[number][0], code: string, title: string) => {
    const label = line[field]
    if (label === null) return null
    const labels = known.labels.get(code)!
    const found = labels.get(label)
    if (found === undefined) {
      throw unknownWord(`${title}应为数据字典中的值，例如 ${[...labels.keys()].slice(0, 6).join('、')}`, label, [
        ...labels.keys(),
      ])
    }
    return found
  }
  const [form, drugType, manageClass, minUnit] = CHOSEN.map(([field, code, title]) => value(field, code, title))
  return { form: form!, drugType: drugType!, manageClass: manageClass!, minUnit: minUnit! }
}

function reasonsAgainst(line: Line, known: Known, bad: ReadonlySet<string>): readonly Reason[] {
  const reasons = new Reasons()
  const values = reasons.attempt('', () => chosen(line, known))
  if (line.strength !== null && line.strengthUnit === null && !bad.has('strengthUnit')) {
    reasons.add('填了单位含量，请一并填写含量单位，例如 mg')
  }
  const there = bad.has('drugName') || bad.has('spec') ? undefined : known.there.get(keyOf(line))
  if (there?.counted && values && !bad.has('minUnit') && values.minUnit !== there.minUnit) {
    reasons.add(`这种药已按“${there.unitName}”计数，最小单位不能改为“${line.minUnit}”`)
  }
  return reasons.list
}

const quantity = (text: string): number => {
  const value = Number(text.replaceAll(',', ''))
  if (!(value > 0) || value > MOST_QTY || !isQty(value)) throw invalid('应为大于 0 的数，最多三位小数')
  return value
}
const content = (text: string): number => {
  const value = Number(text.replaceAll(',', ''))
  if (!(value > 0) || value > 10_000_000 || Math.abs(value * 10_000 - Math.round(value * 10_000)) > 1e-5) {
    throw invalid('应为大于 0 的数，最多四位小数')
  }
  return value
}
const yesNo = (text: string): boolean => {
  if (['是', '有', '1', '√'].includes(text)) return true
  if (['否', '无', '0', '×'].includes(text)) return false
  throw invalid('应为 是 或 否')
}

const spec: ImportSpec<Line, Known> = {
  name: 'drug.dict',
  title: '药品',
  columns: [
    {
      key: 'drugName',
      title: '药品名称',
      required: true,
      parse: shortText(100),
      example: '苯磺酸氨氯地平片',
      width: 24,
    },
    { key: 'tradeName', title: '商品名', parse: shortText(100), example: '络活喜', width: 14 },
    { key: 'substance', title: '有效成分', parse: shortText(100), example: '氨氯地平', width: 16 },
    { key: 'form', title: '剂型', parse: shortText(40), example: '片剂', width: 10 },
    { key: 'drugType', title: '药品类型', parse: shortText(40), example: '西药', width: 10 },
    { key: 'manageClass', title: '管理类别', parse: shortText(40), example: '处方药', width: 12 },
    { key: 'spec', title: '规格', required: true, parse: shortText(50), example: '5mg×28片', width: 16 },
    { key: 'minUnit', title: '最小单位', required: true, parse: shortText(40), example: '片', width: 10 },
    { key: 'packUnit', title: '包装单位', parse: shortText(10), example: '盒', width: 10 },
    { key: 'packFactor', title: '每包装数量', required: true, parse: quantity, example: '28', width: 12 },
    { key: 'strength', title: '单位含量', parse: content, example: '5', width: 10 },
    { key: 'strengthUnit', title: '含量单位', parse: shortText(10), example: 'mg', width: 10 },
    { key: 'maker', title: '生产厂家', parse: shortText(100), example: '辉瑞制药有限公司', width: 24 },
    { key: 'approvalNo', title: '批准文号', parse: shortText(50), example: '国药准字H10950224', width: 20 },
    { key: 'storage', title: '贮藏', parse: optionOf(DrugStorage), example: DrugStorage.label(1), width: 18 },
    { key: 'lightProof', title: '避光', parse: yesNo, example: '是', width: 8 },
    { key: 'highAlert', title: '高警示类别', parse: optionOf(HighAlert), width: 16 },
    { key: 'lookAlike', title: '易混淆药品', parse: shortText(100), width: 18 },
    { key: 'noCrush', title: '不可掰开碾碎', parse: yesNo, example: '否', width: 12 },
    { key: 'openDays', title: '开封后可用天数', parse: wholeNumber(1, 730), width: 14 },
    { key: 'remark', title: '说明', parse: shortText(500), width: 24 },
  ],
  keyOf,
  keyedBy: 'drugName',
  load: (who) => surroundings(who.app.pool, who.orgId),
  checkRow: reasonsAgainst,
  saveRows: async (tx, lines, who, known) => {
    // What a chunk before an interruption has saved is there already: read again.
    const now = await surroundings(tx.client, tx.orgId)
    let added = 0
    for (const line of lines) {
      const values = chosen(line, known)
      for (const [field, dictionaryCode, title] of CHOSEN) {
        await requireValues(tx, { dictionaryCode, values: [values[field]], field, title })
      }
      const there = now.there.get(keyOf(line))
      const { allergies: _, picture: __, ...stored } = storedDrug({ ...line, ...values })
      if (!there) {
        await drugs.add(tx, { ...stored, enabled: true })
        added++
      } else {
        await drugs.change(tx, await drugs.hold(tx, who, there.drugId), stored)
      }
    }
    tx.log({ remark: `导入药品字典：新增 ${added} 种，更新 ${lines.length - added} 种`, targetType: 'drug' })
    return { added, updated: lines.length - added, skipped: 0 }
  },
}

export const drugImport = importSheet(spec)
/** The queue finds runs among the exports of an area's files. */
export const drugImportRun = drugImport.run
