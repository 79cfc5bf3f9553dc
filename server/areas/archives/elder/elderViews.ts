// The parts of the archives: which elders each holds.
import { type ElderView, elder } from '#contract/archives/elder'
import { EXTREMELY_POOR } from '#contract/live/resident'
import type { RecordList } from '#server/kit/recordKinds'

export type View = (typeof ElderView.list)[number]['value']

/** An organisation may add categories of its own; what begins with 特困 counts. */
const POOR = `(t.category = any(array[${EXTREMELY_POOR.map((code) => `'${code}'`).join(', ')}])
  or t.category in (select v.value from dictionary d
    join dictionary_value v on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id
    where d.org_id = t.org_id and d.dictionary_code = 'elderCategory' and v.label like '特困%'))`

/** On `oldman t`. */
export const viewConditions: Readonly<Record<View, string>> = {
  all: 'true',
  house: 't.status in (1, 4)',
  poor: POOR,
}

const listOf = (view: View, page: { path: string; title: string }): RecordList => ({
  call: elder.calls.list.key,
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

export const elderLists: readonly RecordList[] = [
  listOf('all', elder.pages.base),
  listOf('house', elder.pages.house),
  listOf('poor', elder.pages.poor),
]
