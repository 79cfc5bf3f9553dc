// Beds in the global search: by any part of their path, or by its first letters (shl 203).

import { BedStatus, type BedStatusValue } from '#contract/live/bedStatus'
import { BedDisplay, bed } from '#contract/platform/bed'
import { pathWords } from '#contract/platform/placeNames'
import { BED_STATUS, BED_STATUS_JOINS } from '#server/areas/residents/public'
import { HITS_PER_KIND, type SearchProvider } from '#server/kit/search'
import { inDepts } from '#server/kit/tenant'

interface Row {
  id: string
  path: string
  roomName: string
  bedName: string
  dept: string | null
  status: BedStatusValue
}

const PATH = `concat_ws('>', a.path, r.room_name, b.bed_name)`
const word = (place: string) =>
  `(${PATH} like ${place} or a.initials || lower(r.room_name || b.bed_name) like ${place})`

const text = (words: number) => `select b.bed_id as id, ${PATH} as path, r.room_name as "roomName",
  b.bed_name as "bedName", d.dept_name as dept, ${BED_STATUS} as status
from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location a on a.org_id = r.org_id and a.location_id = r.area
  left join dept d on d.org_id = r.org_id and d.dept_id = r.dept_id ${BED_STATUS_JOINS}
where b.org_id = $1 and b.display = ${BedDisplay.is.shown} and ${inDepts('r', '$2')}
  and ${Array.from({ length: words }, (_, i) => word(`$${i + 3}`)).join(' and ')}
order by a.place, r.sort, r.room_id, b.sort limit ${HITS_PER_KIND}`

const escaped = (typed: string) => typed.toLowerCase().replace(/[\\%_]/g, (char) => `\\${char}`)

/** 402-02 is a room and a bed. */
const parts = (words: readonly string[]) => words.flatMap((one) => one.split(/(?<=\d)-(?=\d)/))

export const searchBeds: SearchProvider = async (who, typedWords) => {
  const words = parts(typedWords.words)
  if (!who.may(bed.pages.list.needs)) return []
  const found = await who.app.pool.query<Row>({
    name: `search_beds_${words.length}`,
    text: text(words.length),
    values: [who.orgId, who.deptIds, ...words.map((typed) => `%${escaped(typed)}%`)],
  })
  return found.rows.map(({ id, path, roomName, bedName, dept, status }) => ({
    kind: 'bed',
    id,
    title: pathWords(path),
    subtitle: [BedStatus.label(status), dept].filter(Boolean).join(' · '),
    route: `${bed.pages.list.path}?keyword=${encodeURIComponent(`${path.split('>')[0]} ${roomName} ${bedName}`)}`,
    icon: null,
  }))
}
