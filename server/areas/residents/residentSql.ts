// Pieces of SQL that every list about residents shares. `t` is the resident.
import { several } from '#server/kit/page'

const AT = `select b.bed_id, b.bed_name, b.sort as bed_sort, r.room_id, r.room_name, r.sort as room_sort, r.dept_id,
    l.place, concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name) as path
  from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location l on l.org_id = r.org_id and l.location_id = r.area
  where b.org_id = t.org_id and b.bed_id = t.current_bed_id`

/** Where the bed of `t` is: at.bed_id, at.bed_name, at.room_id, at.room_name, at.path (松鹤楼>2层>203室>02床). */
export const PLACE = `left join lateral (${AT}) at on true`

/** The path alone, for filters. */
export const BED_PATH = `(select path from (${AT}) at)`

/** Whole years on the day of reading. */
export const AGE = 'extract(year from age(current_date, t.birth_date))::int'

/** What is past its due day on an account `a`: bills that were just sent are no arrears yet. */
export const overdue = (a: string) => `case when ${a}.owed_since < current_date then ${a}.owed_fen else 0 end`

/** The label of a value of a dictionary; the value itself where the organisation has no such entry. */
export const labelOf = (dictionaryCode: string, value: string) => `coalesce((select v.label from dictionary d
  join dictionary_value v on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id
  where d.org_id = t.org_id and d.dictionary_code = '${dictionaryCode}' and v.value = ${value}), ${value})`

/** The same in a list that joins its page: all labels of the dictionary are read once, not one for every row. */
export const listLabelOf = (dictionaryCode: string, value: string) => `coalesce((
  select jsonb_object_agg(v.value, v.label) from dictionary d join dictionary_value v on v.org_id = d.org_id
    and v.dictionary_id = d.dictionary_id
  where d.org_id = (select org_id from page limit 1) and d.dictionary_code = '${dictionaryCode}') ->> ${value}, ${value})`

/** The first person to call: emergency contact, guardian, payer, then whoever stands first. */
export const CONTACT = `left join lateral (
  select f.name, f.relation, f.phone from oldman_family f where f.org_id = t.org_id and f.oldman_id = t.oldman_id
  order by f.emergency desc, f.guardian desc, f.payer desc, f.sort, f.family_id limit 1) contact on true`

/** Names by any part, pinyin and initials from the beginning of one of their readings. */
export const nameMatches = (part: string, start: string) => `(t.oldman_name like ${part} or t.readings like ${start})`

const escaped = (text: string) => text.trim().replace(/[\\%_]/g, (char) => `\\${char}`)
/** The two patterns of nameMatches for what a person typed. */
export const partPattern = (text: string) => `%${escaped(text)}%`
export const startPattern = (text: string) => `% ${escaped(text.toLowerCase())}%`

const CHINESE = /\p{Script=Han}/u
const SMALL_LETTERS = /^[a-z\s]+$/

/**
 * A resident by what a person typed: `?1` any part, `?2` the beginning of a reading. Only columns that can hold such
 * signs are compared, because every comparison meets all residents: small letters are a reading, Chinese stands in names,
 * digits stand in numbers.
 */
export function keywordMatches(text: string, numbers: readonly string[]): string {
  const digits = /\d/.test(text)
  const columns: string[] = []
  if (!digits || /[^\d\s-]/.test(text)) {
    if (!SMALL_LETTERS.test(text)) columns.push('t.oldman_name like ?1')
    if (!CHINESE.test(text)) columns.push('t.readings like ?2')
  }
  if (digits) columns.push(...numbers.map((column) => `${column} like ?1`))
  return `(${columns.join(' or ')})`
}

/** The values of `keywordMatches`. */
export const keywordValues = (text: string, ...more: readonly unknown[]) =>
  several(partPattern(text), startPattern(text), ...more)
