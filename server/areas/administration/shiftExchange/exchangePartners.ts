// With whom a day could be exchanged: colleagues of the group with the shifts they have in the days around, each judged by the
// very rules that the approval reads again.
import { addDays } from '#contract/administration/rosterRules'
import { CellKind } from '#contract/administration/rosterWords'
import type { ExchangeOfferData, ExchangePartnerData } from '#contract/administration/shiftExchange'
import { dayText } from '#contract/kit/clock'
import { invalid } from '#contract/kit/refusal'
import type { Caller } from '#server/kit/caller'
import { checkOf, contentAt, type Desk, deskOf, shownCell, swapOf } from './exchangeCells.ts'
import { barOf } from './exchangeWrite.ts'

const COLLEAGUES = `select m.emp_id as "empId" from attendance_member o
join attendance_group g on g.org_id = o.org_id and g.attendance_group_pk_id = o.attendance_group_pk_id and g.mode = 'ROSTER'
join attendance_member m on m.org_id = o.org_id and m.attendance_group_pk_id = o.attendance_group_pk_id and m.emp_id <> o.emp_id
  and m.from_day <= $3::date and (m.to_day is null or m.to_day > $3::date)
where o.org_id = $1 and o.emp_id = $2 and o.from_day <= $3::date and (o.to_day is null or o.to_day > $3::date)
order by m.sort, m.emp_id limit 120`

const AROUND = 10
/** Nobody is rostered beyond. */
const FARTHEST = 366

export async function partnersFor(who: Caller, day: string) {
  const { pool } = who.app
  const today = dayText()
  if (day < today) throw invalid(`${day} 已经过去，不能换班`, 'day')
  if (day > addDays(today, FARTHEST)) throw invalid(`${day} 太远，只能换一年以内的班`, 'day')
  const colleagues = await pool.query<{ empId: string }>({
    name: 'exchange_colleagues',
    text: COLLEAGUES,
    values: [who.orgId, who.userId, day],
  })
  const ids = colleagues.rows.map((one) => one.empId)
  // A shift of today may have begun.
  const tomorrow = addDays(today, 1)
  const first = addDays(day, -AROUND) < tomorrow ? tomorrow : addDays(day, -AROUND)
  const last = addDays(day, AROUND)
  const desk = await deskOf(pool, who.orgId, [who.userId, ...ids], [first, day, last])
  const mine = contentAt(desk, who.userId, day)
  if (mine.kind !== CellKind.is.SHIFT) throw invalid(`${day} 您没有已发布的班次，不能换出`, 'day')
  const partners = ids
    .flatMap((empId): ExchangePartnerData[] => {
      const person = desk.people.get(empId)
      if (!person) return []
      const offers: ExchangeOfferData[] = []
      for (let other = first; other <= last; other = addDays(other, 1)) {
        const pair = { applicantId: who.userId, applicantDay: day, partnerId: empId, partnerDay: other }
        if (contentAt(desk, empId, other).kind !== CellKind.is.SHIFT || barOf(desk, pair) !== null) continue
        const two: Desk = {
          ...desk,
          people: new Map([...desk.people].filter(([id]) => id === who.userId || id === empId)),
        }
        offers.push({
          day: other,
          cell: shownCell(desk.shifts, contentAt(desk, empId, other)),
          mine: shownCell(desk.shifts, contentAt(desk, who.userId, other)),
          check: checkOf(two, swapOf(two, pair)),
        })
      }
      return offers.length > 0 ? [{ empId, empName: person.name, team: person.team, offers }] : []
    })
    .toSorted((a, b) => Number(b.offers.some((one) => one.check.ok)) - Number(a.offers.some((one) => one.check.ok)))
  return { day, mine: shownCell(desk.shifts, mine), partners }
}
