// Who is on shift and whom they serve, read once for a stretch of time: rosters and fixed weeks, agreed leave, what shifts
// serve, charges, and the rooms of the departments. What is made of it is a pure function (contract/administration/serves.ts).
import type pg from 'pg'
import { CellKind } from '#contract/administration/rosterWords'
import { type OnShift, type ServeHouse, servingAt } from '#contract/administration/serves'
import { spanOn } from '#contract/administration/shiftTime'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { StaffStatus } from '#contract/platform/staff'
import { StaffType, UserStatus } from '#contract/platform/user'
import { agreedLeaves, plannedOf } from './rosterRead.ts'

type Client = pg.Pool | pg.ClientBase

export interface ServingPerson {
  userId: string
  userName: string
  phone: string | null
}

interface Member {
  empId: string
  fromDay: string
  toDay: string | null
  deptId: string | null
  team: string | null
  sort: number
  cares: boolean
  name: string
  phone: string | null
  leftOn: string | null
}

interface Shift {
  shiftPkId: string
  startMinute: number
  endMinute: number
  bedIds: string[]
  roomIds: string[]
}

interface Facts {
  members: Member[]
  shifts: Shift[]
  charges: { empId: string; oldmanId: string | null; bedId: string | null; fromDay: string; toDay: string | null }[]
  rooms: [deptId: string, roomId: string][]
  roomOf: [bedId: string, roomId: string][]
}

/** Who may not sign in any more is never named: nobody would hear of it. */
const FACTS = {
  name: 'serves_facts',
  text: `select
  (select coalesce(jsonb_agg(jsonb_build_object('empId', m.emp_id, 'fromDay', m.from_day, 'toDay', m.to_day,
      'deptId', coalesce(g.dept_id, e.dept_id), 'team', m.team, 'sort', m.sort, 'cares', e.emp_type is not distinct from '${StaffType.is.nursing}',
      'name', e.emp_name, 'phone', coalesce(e.phone_num, a.user_telephone), 'leftOn', f.left_on)), '[]')
    from attendance_member m
    join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id
    join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id and e.status <> ${StaffStatus.is.left}
    join account a on a.org_id = m.org_id and a.user_id = m.emp_id and a.user_status = ${UserStatus.is.enabled}
    left join staff_file f on f.org_id = m.org_id and f.emp_id = m.emp_id
    where m.org_id = $1 and m.from_day <= $3::date and (m.to_day is null or m.to_day > $2::date)) as members,
  (select coalesce(jsonb_agg(jsonb_build_object('shiftPkId', s.shift_pk_id, 'startMinute', s.start_minute, 'endMinute', s.end_minute,
      'bedIds', array(select p.bed_id from attendance_shift_place p where p.org_id = s.org_id and p.shift_pk_id = s.shift_pk_id
        and p.bed_id is not null),
      'roomIds', array(select p.room_id from attendance_shift_place p where p.org_id = s.org_id and p.shift_pk_id = s.shift_pk_id
        and p.room_id is not null))), '[]')
    from attendance_shift s where s.org_id = $1) as shifts,
  (select coalesce(jsonb_agg(jsonb_build_object('empId', c.emp_id, 'oldmanId', c.oldman_id, 'bedId', c.bed_id,
      'fromDay', c.from_day, 'toDay', c.to_day) order by c.from_day, c.charge_id), '[]')
    from staff_charge c where c.org_id = $1 and c.from_day <= $3::date + 1 and (c.to_day is null or c.to_day > $2::date)) as charges,
  (select coalesce(jsonb_agg(jsonb_build_array(r.dept_id, r.room_id) order by l.place nulls last, r.sort, r.room_name, r.room_id), '[]')
    from room r left join location l on l.org_id = r.org_id and l.location_id = r.area
    where r.org_id = $1 and r.dept_id is not null) as rooms,
  (select coalesce(jsonb_agg(jsonb_build_array(b.bed_id, b.room_id)), '[]') from bed b
    where b.org_id = $1 and b.bed_id in (select p.bed_id from attendance_shift_place p where p.org_id = $1 and p.bed_id is not null
      union all select c.bed_id from staff_charge c where c.org_id = $1 and c.bed_id is not null)) as "roomOf"`,
}

export interface ServeBook {
  /** Who serves at a moment between the two days; kept for the moments that were asked for. */
  at(moment: number): ReturnType<typeof servingAt>
  person(empId: string): ServingPerson | null
  house: ServeHouse
}

const memberOn = (members: readonly Member[] | undefined, day: string) =>
  members?.find((one) => one.fromDay <= day && (one.toDay === null || day < one.toDay))

function shiftsIn(facts: Facts, planned: Awaited<ReturnType<typeof plannedOf>>): OnShift[] {
  const shifts = new Map(facts.shifts.map((one) => [one.shiftPkId, one]))
  const members = new Map<string, Member[]>()
  for (const one of facts.members) members.set(one.empId, [...(members.get(one.empId) ?? []), one])
  return planned.flatMap(({ empId, day, kind, shiftPkId }): OnShift[] => {
    const shift = kind === CellKind.is.SHIFT && shiftPkId !== null ? shifts.get(shiftPkId) : undefined
    const member = memberOn(members.get(empId), day)
    if (!shift || !member || (member.leftOn !== null && day > member.leftOn)) return []
    const { deptId, team, sort, cares } = member
    const { bedIds, roomIds } = shift
    return [{ empId, deptId, team, sort, cares, ...spanOn(day, shift), bedIds, roomIds }]
  })
}

/** `from` and `to` are days; the night that began on the day before counts. null: no roster and no fixed week says anything. */
export async function serveBook(client: Client, orgId: string, from: string, to: string): Promise<ServeBook | null> {
  const before = dayText(momentOf(from) - DAY_MS)
  const planned = (await plannedOf(client, orgId, null, before, to)).filter((one) => one.kind === CellKind.is.SHIFT)
  if (planned.length === 0) return null
  const [found, leaves] = await Promise.all([
    client.query<Facts>({ ...FACTS, values: [orgId, before, to] }),
    agreedLeaves(client, orgId, null, before, to),
  ])
  const facts = found.rows[0]!
  const rooms = new Map<string, string[]>()
  for (const [deptId, roomId] of facts.rooms) {
    const own = rooms.get(deptId)
    if (own) own.push(roomId)
    else rooms.set(deptId, [roomId])
  }
  const house: ServeHouse = {
    shifts: shiftsIn(facts, planned),
    absent: leaves.map((one) => ({ empId: one.empId, from: momentOf(one.fromAt), to: momentOf(one.toAt) })),
    charges: facts.charges.map((one) => ({
      empId: one.empId,
      oldmanId: one.oldmanId,
      bedId: one.bedId,
      from: momentOf(one.fromDay),
      to: one.toDay === null ? null : momentOf(one.toDay),
    })),
    rooms,
    roomOf: new Map(facts.roomOf),
  }
  const people = new Map(
    facts.members.map((one) => [one.empId, { userId: one.empId, userName: one.name, phone: one.phone }]),
  )
  const moments = new Map<number, ReturnType<typeof servingAt>>()
  return {
    house,
    at: (moment) => {
      const known = moments.get(moment)
      if (known) return known
      const found = servingAt(house, moment)
      moments.set(moment, found)
      return found
    },
    person: (empId) => people.get(empId) ?? null,
  }
}
