// The parts of the archives: which residents each holds.
import { type ResidentView, resident } from '#contract/archives/resident'
import { EXTREMELY_POOR, IN_HOUSE } from '#contract/live/resident'
import type { RecordList } from '#server/kit/recordKinds'

export type View = (typeof ResidentView.list)[number]['value']

/** An organisation may add categories of its own; what begins with 特困 counts. */
const POOR = `(t.category = any(array[${EXTREMELY_POOR.map((code) => `'${code}'`).join(', ')}])
  or t.category in (select v.value from dictionary d
    join dictionary_value v on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id
    where d.org_id = t.org_id and d.dictionary_code = 'elderCategory' and v.label like '特困%'))`

/** On `oldman t`. */
export const viewConditions: Readonly<Record<View, string>> = {
  all: 'true',
  house: `t.status in (${IN_HOUSE})`,
  poor: POOR,
}

const listOf = (view: View, page: { path: string; title: string }): RecordList => ({
  call: resident.calls.list.key,
  title: page.title,
  query: { view },
  page: page.path,
  holds: async (reader, orgId, id) => {
    const found = await reader.query({
      name: `elder_view_${view}`,
      text: `select 1 from oldman t where t.org_id = $1 and t.oldman_id = $2 and ${viewConditions[view]}`,
      values: [orgId, id],
    })
    return found.rows.length > 0
  },
})

export const residentLists: readonly RecordList[] = [
  listOf('all', resident.pages.base),
  listOf('house', resident.pages.house),
  listOf('poor', resident.pages.poor),
]
