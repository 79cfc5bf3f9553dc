// Consultations in the global search: by the resident or by who asked, by phone or number.

import { CONSULTATION_OPEN, ConsultationStatus, consultationNeeds } from '#contract/live/consultationFields'
import type { SearchHitData } from '#contract/platform/shell'
import { labelOf, partPattern, startPattern } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { HITS_PER_KIND, type SearchWords } from '#server/kit/search'
import { CONSULTATION_SCOPE, KEYWORD } from './consultationSql.ts'

interface Found {
  id: string
  name: string
  no: string
  status: 1 | 2 | 3 | 4
  consultant: string
  relation: string
  day: string
}

const wordMatches = (part: string, start: string) => KEYWORD.replaceAll('@1', part).replaceAll('@2', start)

// What is still open comes first, the newest of it on top.
const textOf = (
  words: number,
) => `select t.consultation_id as id, t.oldman_name as name, t.consultation_no as no, t.status,
  t.consultant_name as consultant, ${labelOf('relationToElder', 't.consultant_relation')} as relation,
  t.consult_date as day
from consultation t
where ${CONSULTATION_SCOPE}${Array.from({ length: words }, (_, i) => ` and ${wordMatches(`$${2 * i + 4}`, `$${2 * i + 5}`)}`).join('')}
order by t.oldman_name = $3 desc, t.status in (${CONSULTATION_OPEN}) desc, t.consult_date desc, t.consultation_id
limit ${HITS_PER_KIND}`

export async function findConsultations(who: Caller, { text, words }: SearchWords): Promise<SearchHitData[]> {
  if (!who.may(consultationNeeds.list)) return []
  const found = await who.app.pool.query<Found>({
    name: `search_consultations_${words.length}`,
    text: textOf(words.length),
    values: [who.orgId, who.deptIds, text, ...words.flatMap((word) => [partPattern(word), startPattern(word)])],
  })
  return found.rows.map((row) => ({
    kind: 'consultation',
    id: row.id,
    title: row.name,
    subtitle: [ConsultationStatus.label(row.status), `${row.consultant}（${row.relation}）`, row.day, row.no].join(
      ' · ',
    ),
    route: `/live/consult/detail/${row.id}`,
    icon: null,
  }))
}
