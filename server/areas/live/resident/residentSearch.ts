// Residents in the global search: by name, pinyin, initials, identity card, phone or bed.

import { IN_HOUSE, ResidenceStatus, ResidentSex } from '#contract/live/resident'
import type { SearchHitData } from '#contract/platform/shell'
import { AGE, IN_SCOPE, nameMatches, PLACE, partPattern, startPattern } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { type FoundRecord, RECORD_HITS, type RecordHit, type RecordKind } from '#server/kit/recordKinds'
import { HITS_PER_KIND, type SearchWords } from '#server/kit/search'
import type { Scope } from '#server/kit/tenant'

const ARCHIVES = 'live:archive:list'
const NEEDS = `${ARCHIVES}|archives:elder:list`
/** Who works with archives gets the archive itself, others the reading page. */
const routeOf = (who: Caller, oldmanId: string) =>
  who.may(ARCHIVES) ? `/live/archives/detail/${oldmanId}` : `/archives/manager2-1/index?oldmanId=${oldmanId}`

export interface FoundResident {
  id: string
  name: string
  sex: 0 | 1
  age: number
  status: 1 | 2 | 3 | 4 | 5 | 6
  bed: string | null
  archiveNo: string
}

/** Each word must match; a bed is found by room or bed name, `203 02` by both words. */
const wordMatches = (part: string, start: string) => `(${nameMatches(part, start)} or t.id_card like ${part}
  or t.phone like ${part} or t.archive_no like ${part} or at.room_name like ${part} or at.bed_name like ${part})`

const textOf = (words: number, most: number) => `select t.oldman_id as id, t.oldman_name as name, t.sex, ${AGE} as age,
  t.status, t.archive_no as "archiveNo", at.path as bed
from oldman t ${PLACE}
where ${IN_SCOPE}${Array.from({ length: words }, (_, i) => ` and ${wordMatches(`$${2 * i + 4}`, `$${2 * i + 5}`)}`).join('')}
order by t.oldman_name = $3 desc, t.status in (${IN_HOUSE}) desc, t.status, t.oldman_name, t.oldman_id limit ${most}`

export async function residentsBy(
  pool: Caller['app']['pool'],
  scope: Scope,
  words: readonly string[],
  text: string,
  most: number,
): Promise<FoundResident[]> {
  const found = await pool.query<FoundResident>({
    name: `search_residents_${words.length}_${most}`,
    text: textOf(words.length, most),
    values: [scope.orgId, scope.deptIds, text, ...words.flatMap((word) => [partPattern(word), startPattern(word)])],
  })
  return found.rows
}

export const aboutResident = (row: FoundResident) =>
  [
    `${ResidentSex.label(row.sex)} ${row.age}`,
    ResidenceStatus.label(row.status),
    row.bed?.replaceAll('>', ' › ') ?? row.archiveNo,
  ].join(' · ')

export async function findResidents(who: Caller, { text, words }: SearchWords): Promise<SearchHitData[]> {
  if (!who.isAdmin && !who.may(NEEDS)) return []
  const rows = await residentsBy(who.app.pool, who, words, text, HITS_PER_KIND)
  return rows.map((row) => ({
    kind: 'resident',
    id: row.id,
    title: row.name,
    subtitle: aboutResident(row),
    route: routeOf(who, row.id),
    icon: null,
  }))
}

const ONE = `select t.oldman_id as id, t.oldman_name as title, t.dept_id as "deptId" from oldman t
where ${IN_SCOPE} and t.oldman_id = $3`

/** "Who can see this resident, and why." */
export const residentKind: RecordKind = {
  type: 'resident',
  title: '老人',
  unit: '人',
  lists: [
    { call: 'live.archive.list', title: '老人档案', page: '/live/archives/base' },
    { call: 'live.residence.list', title: '居住管理', page: '/live/live/list' },
    { call: 'live.archive.choices', title: '表单里选择老人' },
  ],
  find: async (reader, scope, id) => {
    const values = [scope.orgId, scope.deptIds, id]
    const found = await reader.query<FoundRecord>({ name: 'resident_kind_one', text: ONE, values })
    return found.rows[0] ?? null
  },
  search: async (reader, scope, text) => {
    const words = text.trim().split(/\s+/).filter(Boolean).slice(0, 4)
    const rows = await residentsBy(reader, scope, words, text, RECORD_HITS)
    return rows.map((row): RecordHit => ({ id: row.id, title: row.name, subtitle: aboutResident(row) }))
  },
}
