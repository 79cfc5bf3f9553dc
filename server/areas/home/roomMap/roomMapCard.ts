// The card of one bed: what the cell says and, beyond it, photo, money, contract, mattress, and what may be done now.

import type { MapCardData } from '#contract/home/roomMap'
import { fen } from '#contract/kit/money'
import { notFound } from '#contract/kit/refusal'
import type { ResidenceStatusValue } from '#contract/live/resident'
import { OnlineStatus } from '#contract/monitor/words'
import { amountsHidden } from '#server/areas/expense/public'
import { movesOf } from '#server/areas/live/public'
import { CONTACT } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { BEDS_FROM, bedOf, MAP_COLUMNS, MAP_JOINS, type MapRow, ROOM_IN_SCOPE } from './roomMapBeds.ts'
import { marksOf } from './roomMapMark.ts'

const CARD = `select ${MAP_COLUMNS}, concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name) as "bedPath",
  t.head, t.status as "residentStatus", y.start_date as "startDate", current_date - y.start_date as days,
  y.contract_end as "contractEnd", y.contract_end - current_date as "contractDays",
  coalesce(a.balance_fen, 0) as "balanceFen", contact.name as "contactName", contact.phone as "contactPhone",
  s.reserve_date as "reserveDate", coalesce(s.booking_fen, 0) as "bookingFen",
  m.device_id is not null as "hasMattress", m.online, m.in_bed as "inBed", m.last_at as "readAt",
  e.emp_name as "markBy"
${BEDS_FROM} ${MAP_JOINS}
  left join stay y on y.org_id = b.org_id and y.stay_id = held.stay_id
  left join device m on m.org_id = b.org_id and m.bed_id = b.bed_id and m.kind = 'MATTRESS'
  left join employee e on e.org_id = b.org_id and e.emp_id = marked.user_id
  ${CONTACT}
where ${ROOM_IN_SCOPE} and b.bed_id = $3`

interface CardRow extends MapRow {
  bedPath: string
  head: string | null
  residentStatus: ResidenceStatusValue | null
  startDate: string | null
  days: number | null
  contractEnd: string | null
  contractDays: number | null
  balanceFen: number
  contactName: string | null
  contactPhone: string | null
  reserveDate: string | null
  bookingFen: number
  hasMattress: boolean
  online: number | null
  inBed: number | null
  readAt: string | null
  markBy: string | null
}

/** Whose business the account of a resident is. */
const MONEY = 'expense:account:list|live:residence:checkIn|live:residence:checkOut'

function personOf(row: CardRow, who: Caller, hidden: boolean): MapCardData['person'] {
  if (!row.seen || row.oldmanId === null || row.residentStatus === null || row.kind === 'ROOM') return null
  return {
    oldmanId: row.oldmanId,
    oldmanName: row.oldmanName ?? '',
    sex: row.sex,
    age: row.age,
    head: row.head,
    status: row.residentStatus,
    attention: row.attention,
    levelName: row.levelName,
    startDate: row.startDate,
    days: row.days,
    contractEnd: row.contractEnd,
    contractDays: row.contractDays,
    owedFen: fen(hidden && row.owedFen > 0 ? 1 : row.owedFen),
    balanceFen: who.may(MONEY) && !hidden ? fen(row.balanceFen) : null,
    contactName: row.contactName,
    contactPhone: row.contactPhone,
  }
}

export async function cardOfBed(who: Caller, bedId: string): Promise<MapCardData> {
  const found = await who.app.pool.query<CardRow>({
    name: 'room_map_card',
    text: CARD,
    values: [who.orgId, who.deptIds, bedId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('床位')
  const hidden = await amountsHidden(who.app.pool, who.orgId, who)
  const person = personOf(row, who, hidden)
  const may = who.may('home:roomMap:mark')
  return {
    ...bedOf(row),
    bedPath: row.bedPath,
    person,
    reservation:
      person && row.reserveDate && row.expectCheckIn && row.expireDate
        ? {
            reserveDate: row.reserveDate,
            expectCheckIn: row.expectCheckIn,
            expireDate: row.expireDate,
            bookingFen: hidden ? null : fen(row.bookingFen),
          }
        : null,
    mattress: row.hasMattress
      ? { online: row.online === OnlineStatus.is.online, inBed: row.inBed, at: row.readAt }
      : null,
    markBy: row.mark === null ? null : row.markBy,
    can: person ? await movesOf(who, person.oldmanId) : [],
    marks: may ? marksOf(row.status) : [],
    unmark: may && row.mark !== null && row.status === row.mark,
  }
}
