// Reading dictionaries: for the page, for forms by code or group, and for other areas that print or check values.
import type pg from 'pg'
import { invalid, notFound } from '#contract/kit/refusal'
import type { DictionaryData, DictionaryValueData, GroupedDictionaryData } from '#contract/systemSetting/dictionary'
import { DictionaryModel } from '#contract/systemSetting/dictionary'
import type { Tx } from '#server/kit/caller'
import { lockOf, setOf } from './dictionarySets.ts'

type Client = pg.Pool | pg.ClientBase

export const DICTIONARY_COLUMNS = `t.dictionary_id as "dictionaryId", t.dictionary_code as "dictionaryCode",
  t.dictionary_name as "dictionaryName", t.model, t.system, t.remark, t.sort, t.version, t.created_at as "createTime",
  (select count(*) from dictionary_value v where v.org_id = t.org_id and v.dictionary_id = t.dictionary_id)
    as "valueCount",
  (select count(*) from dictionary_value v where v.org_id = t.org_id and v.dictionary_id = t.dictionary_id and v.enabled)
    as "enabledCount"`

export const VALUE_COLUMNS = `t.value_id as "valueId", t.value, t.label, t.parent_value as "parentValue", t.enabled,
  t.system, t.pinyin, t.initials, t.extra, t.sort`

export type StoredDictionary = Omit<DictionaryData, 'modelName' | 'lock' | 'standard'>

export const asRow = (row: StoredDictionary): DictionaryData => ({
  ...row,
  modelName: DictionaryModel.label(row.model),
  lock: lockOf(row.dictionaryCode, row.system),
  standard: row.system ? (setOf(row.dictionaryCode)?.standard ?? null) : null,
})

export interface DictionaryKey {
  dictionaryId: string
  dictionaryCode: string
}

/** By id, or by code: forms know codes. */
export async function dictionaryAt(client: Client, orgId: string, idOrCode: string): Promise<DictionaryKey> {
  const found = await client.query<DictionaryKey>({
    name: 'dictionary_at',
    text: `select dictionary_id as "dictionaryId", dictionary_code as "dictionaryCode" from dictionary
      where org_id = $1 and (dictionary_id = $2 or dictionary_code = $2) order by dictionary_id = $2 desc limit 1`,
    values: [orgId, idOrCode],
  })
  const row = found.rows[0]
  if (!row) throw notFound('数据字典')
  return row
}

const GROUPED = `select d.dictionary_id as "dictionaryId", d.dictionary_code as "dictionaryCode",
  d.dictionary_name as "dictionaryName", d.model, d.version,
  coalesce((select jsonb_agg(jsonb_build_object('valueId', t.value_id, 'value', t.value, 'label', t.label,
      'parentValue', t.parent_value, 'enabled', t.enabled, 'system', t.system, 'pinyin', t.pinyin,
      'initials', t.initials, 'extra', t.extra, 'sort', t.sort) order by t.sort, t.value_id)
    from dictionary_value t where t.org_id = d.org_id and t.dictionary_id = d.dictionary_id), '[]'::jsonb) as values
  from dictionary d`

/** Whole dictionaries by code or by group; without either, all. `known` are versions the client has already. */
export async function groupedDictionaries(
  client: Client,
  orgId: string,
  wanted: readonly string[] | null,
  known: ReadonlyMap<string, number> = new Map(),
): Promise<GroupedDictionaryData[]> {
  const found = await client.query<GroupedDictionaryData>({
    name: 'dictionaries_grouped',
    text: `${GROUPED} where d.org_id = $1
        and ($2::text[] is null or d.dictionary_code = any($2) or d.model = any($2))
        and not exists (select 1 from unnest($3::text[], $4::int[]) as k(code, version)
          where k.code = d.dictionary_code and k.version = d.version)
      order by d.sort, d.dictionary_id`,
    values: [orgId, wanted, [...known.keys()], [...known.values()]],
  })
  return found.rows
}

/** "drug_form:3,drug_type:1": what does not read so is not known. */
export function knownVersions(text: string | null | undefined): Map<string, number> {
  const known = new Map<string, number>()
  for (const part of (text ?? '').split(',')) {
    const match = /^\s*(\w{1,40}):(\d{1,9})\s*$/.exec(part)
    if (match) known.set(match[1]!, Number(match[2]))
  }
  return known
}

/** Labels by value, disabled ones too: for prints, exports and documents. */
export async function dictionaryLabels(client: Client, orgId: string, code: string): Promise<Map<string, string>> {
  const found = await client.query<Pick<DictionaryValueData, 'value' | 'label'>>({
    name: 'dictionary_labels_of',
    text: `select t.value, t.label from dictionary_value t join dictionary d
        on d.org_id = t.org_id and d.dictionary_id = t.dictionary_id
      where t.org_id = $1 and d.dictionary_code = $2`,
    values: [orgId, code],
  })
  return new Map(found.rows.map((row) => [row.value, row.label]))
}

export interface WantedValues {
  dictionaryCode: string
  values: readonly (string | null | undefined)[]
  /** What the record held before: a value that was switched off since may stay. */
  before?: readonly (string | null | undefined)[]
  /** Where the form shows the refusal, and the field's name. */
  field: string
  title: string
}

const texts = (values: readonly (string | null | undefined)[]) => values.filter((one): one is string => !!one)

/**
 * Refuses values that the dictionary does not offer. The values stay locked until the transaction ends, so that none
 * is deleted while it is being stored.
 */
export async function requireValues(tx: Tx, wanted: WantedValues): Promise<void> {
  const values = [...new Set(texts(wanted.values))]
  if (values.length === 0) return
  const found = await tx.client.query<{ value: string; label: string; enabled: boolean }>({
    name: 'dictionary_require',
    text: `select t.value, t.label, t.enabled from dictionary_value t join dictionary d
        on d.org_id = t.org_id and d.dictionary_id = t.dictionary_id
      where t.org_id = $1 and d.dictionary_code = $2 and t.value = any($3) order by t.value_id for key share of t`,
    values: [tx.orgId, wanted.dictionaryCode, values],
  })
  const known = new Map(found.rows.map((row) => [row.value, row]))
  const before = new Set(texts(wanted.before ?? []))
  for (const value of values) {
    const row = known.get(value)
    if (!row) throw invalid(`${wanted.title}不在可选范围内`, wanted.field)
    if (!row.enabled && !before.has(value))
      throw invalid(`${wanted.title}“${row.label}”已停用，请重新选择`, wanted.field)
  }
}
