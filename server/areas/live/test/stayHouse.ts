// A small house for the residence: one building of the care department, one of another, residents with a family, and the
// invariants that hold after whatever was tried.
import { dayText } from '#contract/kit/clock'
import type { ResidenceDetailData } from '#contract/live/residence'
import { wipeMoney } from '#server/areas/expense/test/money'
import { askConfirming } from '#server/areas/live/test/confirming'
import { type House, testHouse } from '#server/areas/platform/test/house'
import { builder } from '#server/areas/platform/test/places'
import { newId } from '#server/kit/ids'
import type { Envelope, TestApp } from '#server/kit/test/app'

export const LIVE = '/pims/web-pi/oldmans/live'
const DAY = 86_400_000
/** yyyy-MM-dd in the house's zone, so many days from now. */
export const dayOf = (days: number) => dayText(Date.now() + days * DAY)

const SETTING = '/pims/web-org/live/setting'

export type Answer = Envelope<ResidenceDetailData & { field?: string }>

export interface Resident {
  oldmanId: string
  name: string
  familyId: string
}

export interface StayHouse extends House {
  token: string
  bed(path: string): string
  beds: ReadonlyMap<string, string>
  level(name: string): string
  resident(name: string, more?: { dept?: string | null; sex?: number }): Promise<Resident>
  /** One move by its call, as the administrator unless told; what is unusual is confirmed unless the body says `confirmed`. */
  move(name: keyof typeof CALLS, body: Record<string, unknown>, token?: string): Promise<Answer>
  detail(oldmanId: string, token?: string): Promise<ResidenceDetailData>
  checkIn(resident: Resident, path: string, more?: Record<string, unknown>, token?: string): Promise<Answer>
  trial(resident: Resident, path: string, more?: Record<string, unknown>): Promise<Answer>
  reserve(resident: Resident, path: string, more?: Record<string, unknown>): Promise<Answer>
  checkOut(resident: Resident, more?: Record<string, unknown>): Promise<Answer>
  /** Everything that must never be, in words; empty when all is well. */
  faults(): Promise<string[]>
  /** A picture of all rows of the residence: the same text means that nothing changed. */
  picture(): Promise<string>
  /** So many days go by: every date moves back. */
  passDays(days: number): Promise<void>
  /** Nobody lives here and nothing was decided. */
  clear(): Promise<void>
  /** Changes settings of the residence. */
  setting(change: object): Promise<void>
}

export const CALLS = {
  reserve: ['POST', `${LIVE}/reserve`],
  changeReserve: ['PUT', `${LIVE}/reserve`],
  cancelReserve: ['PUT', `${LIVE}/reserve/cancel`],
  waitAgain: ['PUT', `${LIVE}/waitAgain`],
  settleBooking: ['PUT', `${LIVE}/reserve/money`],
  trial: ['POST', `${LIVE}/trial`],
  extendTrial: ['PUT', `${LIVE}/trial/extend`],
  checkIn: ['POST', `${LIVE}/checkIn`],
  adjustBed: ['PUT', `${LIVE}/adjustBed`],
  exchangeBed: ['PUT', `${LIVE}/exchangeBed`],
  changeLevel: ['PUT', `${LIVE}/level`],
  checkOut: ['POST', `${LIVE}/checkOut`],
  undoCheckOut: ['PUT', `${LIVE}/checkOut/undo`],
  readmit: ['PUT', `${LIVE}/readmit`],
} as const

/** Warnings that a check-in passes in tests that are about something else. */
export const ACCEPTED = ['assessment', 'contract', 'healthReport', 'riskNotice', 'deposit', 'firstBill']

export async function stayHouse(env: Record<string, string> = {}): Promise<StayHouse> {
  const house = await testHouse(env)
  await house.person({ userName: 'manager01', isAdmin: true })
  const { token } = (await house.signInAs('manager01')).data
  const build = builder(house, token)
  await build.level('building', 'floor')
  for (const [building, dept, rooms] of [
    ['松鹤楼', house.care, 4],
    ['长青楼', house.finance, 1],
  ] as const) {
    const floor = await build.place('1层', await build.place(building))
    for (const roomId of await build.rooms(floor, rooms, '1', { deptId: dept })) await build.beds(roomId, 2)
  }
  const rows = await house.sql<{ path: string; bedId: string }>(
    `select concat_ws('>', l.path, r.room_name, b.bed_name) as path, b.bed_id as "bedId" from bed b
       join room r on r.org_id = b.org_id and r.room_id = b.room_id
       join location l on l.org_id = r.org_id and l.location_id = r.area where b.org_id = $1 order by 1`,
    [house.orgId],
  )
  const beds = new Map(rows.map((row) => [row.path, row.bedId]))
  const found = await house.sql<{ id: string; name: string }>(
    'select level_id as id, level_name as name from nursing_level where org_id = $1 order by sort',
    [house.orgId],
  )
  const levels = new Map(found.map((row) => [row.name, row.id]))
  const known = (map: ReadonlyMap<string, string>, name: string) => {
    const id = map.get(name)
    if (!id) throw new Error(`${name} is not in ${[...map.keys()].join(' ')}`)
    return id
  }
  const bed = (path: string) => known(beds, path)
  const level = (name: string) => known(levels, name)
  let number = 0
  const resident: StayHouse['resident'] = async (name, more = {}) => {
    const oldmanId = newId()
    const familyId = newId()
    number++
    await house.sql(
      `with e as (insert into oldman (org_id, oldman_id, archive_no, oldman_name, pinyin, initials, sex, id_card, birth_date, dept_id)
         values ($1, $2::varchar, $3, $4, 'wangxiulan', 'wxl', $5, $2::varchar, '1944-02-18', $6) returning org_id, oldman_id),
       a as (insert into elder_account (org_id, oldman_id) select org_id, oldman_id from e)
       insert into oldman_family (org_id, family_id, oldman_id, name, relation, phone, emergency, payer)
       select org_id, $7::varchar, oldman_id, '王强', '20', '13800001111', true, true from e`,
      [
        house.orgId,
        oldmanId,
        `YL${number}`,
        name,
        more.sex ?? 1,
        more.dept === undefined ? house.care : more.dept,
        familyId,
      ],
    )
    return { oldmanId, name, familyId }
  }
  const move: StayHouse['move'] = (name, body, as = token) => {
    const [method, path] = CALLS[name]
    return askConfirming<Answer['data']>(house, method, path, { token: as, body })
  }
  return {
    ...house,
    token,
    bed,
    beds,
    level,
    resident,
    move,
    detail: async (oldmanId, as = token) =>
      (await house.ask<ResidenceDetailData>('GET', `${LIVE}/${oldmanId}`, { token: as })).data,
    checkIn: (one, path, more = {}, as = token) =>
      move('checkIn', { ...checkInBody(one, bed(path), level('自理')), ...more }, as),
    trial: (one, path, more = {}) =>
      move('trial', {
        oldmanId: one.oldmanId,
        bedId: bed(path),
        trialStart: dayOf(0),
        trialEnd: dayOf(30),
        levelId: level('自理'),
        ...more,
      }),
    reserve: (one, path, more = {}) =>
      move('reserve', {
        oldmanId: one.oldmanId,
        bedId: bed(path),
        expectCheckIn: dayOf(5),
        expireDate: dayOf(9),
        ...more,
      }),
    checkOut: (one, more = {}) =>
      move('checkOut', { oldmanId: one.oldmanId, checkOutDate: dayOf(0), checkoutReason: '3', ...more }),
    faults: () => stayFaults(house, house.orgId),
    picture: () => pictureOf(house),
    passDays: (days) => passDays(house, days),
    clear: () => clear(house),
    setting: async (change) => {
      const now = (await house.ask<object>('GET', SETTING, { token })).data
      const answer = await house.ask('PUT', SETTING, { token, body: { ...now, ...change } })
      if (answer.status !== 200) throw new Error(answer.desc)
    },
  }
}

export const checkInBody = (resident: Resident, bedId: string, levelId: string) => ({
  oldmanId: resident.oldmanId,
  bedId,
  checkInDate: dayOf(0),
  levelId,
  contractStart: dayOf(0),
  contractEnd: dayOf(364),
  payerId: resident.familyId,
  emergencyId: resident.familyId,
  accepted: ACCEPTED,
})

/** Each answers the rows that break a rule. */
const RULES: readonly (readonly [rule: string, text: string])[] = [
  [
    'status 1 and 4 have one open stay of their kind, others none',
    `select t.oldman_name from oldman t left join stay s on s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null
      where t.org_id = $1 and (case t.status when 1 then s.kind is distinct from 'FORMAL' when 4 then s.kind is distinct from 'TRIAL'
        else s.stay_id is not null end)`,
  ],
  [
    'whom a present stay names has that role in the family',
    `select f.name from stay s join oldman_family f on f.org_id = s.org_id and f.oldman_id = s.oldman_id
      where s.org_id = $1 and s.end_date is null and ((f.family_id = s.payer_id and not f.payer)
        or (f.family_id = s.guarantor_id and not f.guarantor) or (f.family_id = s.emergency_id and not f.emergency)
        or (f.family_id = s.guardian_id and not f.guardian))`,
  ],
  [
    'the bed of the archive is the bed of today',
    `select t.oldman_name from oldman t left join occupancy o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
        and o.kind = 'STAY' and o.days @> current_date
      where t.org_id = $1 and t.current_bed_id is distinct from o.bed_id`,
  ],
  [
    'a stay has exactly one bed on each of its days',
    `select s.stay_id from stay s where s.org_id = $1 and s.start_date is distinct from s.end_date and (
        select range_agg(o.days) from occupancy o where o.org_id = s.org_id and o.stay_id = s.stay_id and o.kind = 'STAY')
      is distinct from datemultirange(daterange(s.start_date, s.end_date))`,
  ],
  [
    'no bed belongs to two on one day',
    `select a.bed_id from occupancy a join occupancy b on b.org_id = a.org_id and b.bed_id = a.bed_id and b.occ_id > a.occ_id
      and a.days && b.days where a.org_id = $1`,
  ],
  [
    'status 5 has one reservation with its bed, others none',
    `select t.oldman_name from oldman t where t.org_id = $1 and (t.status = 5) is distinct from (
      (select count(*) from reservation v join occupancy o on o.org_id = v.org_id and o.reserve_id = v.reserve_id
        and o.bed_id = v.bed_id and o.kind = 'RESERVE' and upper_inf(o.days)
       where v.org_id = t.org_id and v.oldman_id = t.oldman_id and v.state = 'ACTIVE') = 1)`,
  ],
  [
    'no bed is kept for a reservation that is over',
    `select o.bed_id from occupancy o join reservation v on v.org_id = o.org_id and v.reserve_id = o.reserve_id
      where o.org_id = $1 and v.state <> 'ACTIVE'`,
  ],
  [
    'a bed says taken when somebody has it today',
    `select b.bed_name from bed b where b.org_id = $1 and (b.is_used = 1) is distinct from exists (select 1 from occupancy o
      where o.org_id = b.org_id and o.bed_id = b.bed_id and o.kind <> 'RESERVE' and o.days @> current_date)`,
  ],
  [
    'the whole room is held, and only where it was agreed',
    `select s.stay_id from stay s where s.org_id = $1 and s.end_date is null and s.whole_room is distinct from exists (
      select 1 from occupancy o where o.org_id = s.org_id and o.stay_id = s.stay_id and o.kind = 'ROOM' and o.days @> current_date)`,
  ],
  [
    'a taken bed is not to be cleaned',
    `select m.bed_id from bed_mark m join bed b on b.org_id = m.org_id and b.bed_id = m.bed_id
      where m.org_id = $1 and m.mark = 7 and b.is_used = 1`,
  ],
  [
    'fees end with the stay and run with it',
    `select f.fee_set_id from fee_set f join stay s on s.org_id = f.org_id and s.stay_id = f.stay_id
      where f.org_id = $1 and (f.from_date < s.start_date or coalesce(f.to_date, 'infinity') > coalesce(s.end_date, 'infinity')
        and f.to_date is distinct from f.from_date)`,
  ],
  [
    'one price of an item at a time',
    `select a.fee_set_id from fee_set a join fee_set b on b.org_id = a.org_id and b.stay_id = a.stay_id
        and b.project_child_id = a.project_child_id and b.fee_set_id > a.fee_set_id
        and daterange(a.from_date, a.to_date) && daterange(b.from_date, b.to_date) where a.org_id = $1`,
  ],
  [
    'what ended has a settlement, what runs has none',
    `select s.stay_id from stay s where s.org_id = $1 and (s.end_date is null) = exists (select 1 from settlement e
      where e.org_id = s.org_id and e.stay_id = s.stay_id)`,
  ],
  [
    'nothing waits about a stay that is over, nobody decides their own',
    `select p.apply_id from residence_apply p where p.org_id = $1 and (p.auditor_id = p.applicant_id or p.state = 0
      and not exists (select 1 from stay s where s.org_id = p.org_id and s.stay_id = p.stay_id and s.end_date is null))`,
  ],
  [
    'the level of the archive is that of the stay',
    `select t.oldman_name from oldman t join stay s on s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null
      where t.org_id = $1 and t.level_id is distinct from (select x.level_id from stay_level x where x.org_id = s.org_id
        and x.stay_id = s.stay_id and x.from_date <= current_date order by x.from_date desc limit 1)`,
  ],
  [
    'a stay has a level from its first day on, and none before it',
    `select s.stay_id from stay s where s.org_id = $1 and s.start_date is distinct from (select min(x.from_date) from stay_level x
      where x.org_id = s.org_id and x.stay_id = s.stay_id and x.level_id is not null)`,
  ],
  [
    'one change of level is agreed at most, and only for who lives here',
    `select s.stay_id from stay s join stay_level x on x.org_id = s.org_id and x.stay_id = s.stay_id and x.from_date > current_date
      where s.org_id = $1 group by s.stay_id, s.end_date having count(*) > 1 or s.end_date is not null`,
  ],
]

const FAULTS = RULES.map(([rule, text]) => `select '${rule}' as rule where exists (${text})`).join(' union all ')

/** The rules that an organisation breaks; empty when all is well. */
export async function stayFaults(product: TestApp, orgId: string): Promise<string[]> {
  return (await product.app.pool.query<{ rule: string }>(FAULTS, [orgId])).rows.map((row) => row.rule)
}

const PICTURED = [
  'oldman',
  'stay',
  'stay_level',
  'occupancy',
  'reservation',
  'fee_set',
  'settlement',
  'bed_mark',
  'stay_event',
  'bed',
  'outing',
  'residence_apply',
]

async function pictureOf(house: House): Promise<string> {
  const parts = PICTURED.map(
    (table) =>
      `(select md5(coalesce(string_agg(x::text, '|' order by x::text), '')) from ${table} x where org_id = $1)`,
  )
  const [row] = await house.sql<{ picture: string }>(`select ${parts.join(` || ' ' || `)} as picture`, [house.orgId])
  return row!.picture
}

const SHIFTED: Readonly<Record<string, readonly string[]>> = {
  oldman: ['check_in_date'],
  stay: ['start_date', 'trial_start', 'trial_end', 'formal_date', 'end_date', 'contract_start', 'contract_end'],
  reservation: ['reserve_date', 'expect_check_in', 'expire_date'],
  fee_set: ['from_date', 'to_date'],
  settlement: ['checkout_date'],
}

/** The facts of check-outs hold days as well; they move with the rest. */
const FACTS = `update stay_event e set facts = jsonb_set(jsonb_set(facts, '{beds}', (select coalesce(jsonb_agg(b || jsonb_build_object(
    'from', (b->>'from')::date - $2::int, 'to', (b->>'to')::date - $2::int)), '[]'::jsonb) from jsonb_array_elements(facts->'beds') b)),
  '{fees}', (select coalesce(jsonb_agg(jsonb_build_array(f->>0, (f->>1)::date - $2::int)), '[]'::jsonb) from jsonb_array_elements(facts->'fees') f))
where e.org_id = $1 and e.kind = 'checkOut' and facts is not null`

async function passDays(house: House, days: number): Promise<void> {
  const client = await house.app.pool.connect()
  try {
    await client.query('begin')
    // Stays from the oldest on, each by itself: neighbours would meet for a moment.
    const stays = await client.query<{ id: string }>(
      'select stay_id as id from stay where org_id = $1 order by start_date, end_date',
      [house.orgId],
    )
    for (const [table, columns] of Object.entries(SHIFTED)) {
      const set = columns.map((column) => `${column} = ${column} - $2::int`).join(', ')
      const text = `update ${table} set ${set} where org_id = $1`
      if (table !== 'stay') await client.query(text, [house.orgId, days])
      else for (const { id } of stays.rows) await client.query(`${text} and stay_id = $3`, [house.orgId, days, id])
    }
    await client.query(FACTS, [house.orgId, days])
    // So many days, never more than these, lie between: no row meets another on the way.
    await client.query('update stay_level set from_date = from_date - 10000 where org_id = $1', [house.orgId])
    await client.query('update stay_level set from_date = from_date + 10000 - $2::int where org_id = $1', [
      house.orgId,
      days,
    ])
    // The same for the days of beds.
    await client.query('create temp table moved on commit drop as select * from occupancy where org_id = $1', [
      house.orgId,
    ])
    await client.query('delete from occupancy where org_id = $1', [house.orgId])
    await client.query(
      `insert into occupancy select org_id, occ_id, bed_id, oldman_id, kind, stay_id, reserve_id,
         daterange(lower(days) - $1::int, upper(days) - $1::int), reason, created_at from moved`,
      [days],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

async function clear(house: House): Promise<void> {
  const own = [house.orgId]
  await wipeMoney(house.app.pool, house.orgId)
  await house.sql('delete from residence_apply where org_id = $1', own)
  await house.sql('update oldman set status = 3, current_bed_id = null, check_in_date = null where org_id = $1', own)
  await house.sql('update bed set is_used = 0 where org_id = $1', own)
  for (const table of [
    'occupancy',
    'fee_set',
    'settlement',
    'reservation',
    'outing',
    'stay',
    'bed_mark',
    'user_message',
  ])
    await house.sql(`delete from ${table} where org_id = $1`, own)
  await house.sql(`delete from system_config where org_id = $1 and name = 'residenceSet'`, own)
  await house.sql('delete from review_rule where org_id = $1', own)
}
