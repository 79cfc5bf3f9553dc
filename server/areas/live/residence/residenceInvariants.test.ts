// Random moves, legal and not, by two users, with days going by in between: whatever is tried, the rules of the house
// hold, and what is refused has changed nothing.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { residenceMoves } from '#contract/live/residenceWords'
import type { ResidenceStatusValue } from '#contract/live/resident'
import { settling } from '#server/areas/expense/test/settling'
import {
  type Answer,
  CALLS,
  checkInBody,
  dayOf,
  LIVE,
  type Resident,
  type StayHouse,
  stayHouse,
} from '#server/areas/live/test/stayHouse'
import { keepResidence } from './residenceJobs.ts'

let house: StayHouse
let clerk: string
let residents: Resident[]
/** Fewer beds than residents want, two of one room among them. */
const BEDS = ['松鹤楼>1层>101>01', '松鹤楼>1层>101>02', '松鹤楼>1层>102>01', '松鹤楼>1层>102>02', '松鹤楼>1层>103>01']
const LEVELS = ['自理', '半护理（三级护理）', '全护理（一级护理）']

beforeAll(async () => {
  house = await stayHouse()
  // Nobody signs here: a settlement is a few calls less.
  await house.sql(`insert into system_config (org_id, name, value) values ($1, 'costSet', '{"signOffs": []}')`, [
    house.orgId,
  ])
  const acts = ['list', 'reserve', 'checkIn', 'bed', 'level', 'checkOut', 'undo', 'remove']
  await house.person({
    userName: 'clerk001',
    deptId: house.care,
    dataDeptIds: [house.care],
    codes: acts.map((act) => `live:residence:${act}`),
  })
  clerk = (await house.signInAs('clerk001')).data.token
  residents = await Promise.all(['王秀兰', '李玉珍', '史彩凤', '汪宝根', '高素芬'].map((name) => house.resident(name)))
})
afterAll(() => house.close())

type MoveName = keyof typeof CALLS | 'removeStay' | 'status' | 'day' | 'confirm'

interface Try {
  move: MoveName
  resident: number
  other: number
  bed: number
  level: number
  day: number
  days: number
  whole: boolean
  fees: boolean
  second: boolean
  to: ResidenceStatusValue
  /** Which of the moves that the present status allows; null: whatever `move` says. */
  legal: number | null
}

const names: MoveName[] = [
  ...(Object.keys(CALLS) as (keyof typeof CALLS)[]),
  'exchangeBed',
  'removeStay',
  'status',
  'status',
  'day',
  'day',
  'confirm',
  'confirm',
]

const tries = fc.record<Try>({
  move: fc.constantFrom(...names),
  resident: fc.nat({ max: 4 }),
  other: fc.nat({ max: 4 }),
  bed: fc.nat({ max: BEDS.length - 1 }),
  level: fc.nat({ max: LEVELS.length - 1 }),
  // Mostly today, so that enough is legal; the past and the future come in, too.
  day: fc.oneof({ weight: 5, arbitrary: fc.constant(0) }, { weight: 3, arbitrary: fc.integer({ min: -6, max: 8 }) }),
  days: fc.integer({ min: 1, max: 20 }),
  whole: fc.boolean(),
  fees: fc.boolean(),
  second: fc.boolean(),
  to: fc.constantFrom<ResidenceStatusValue>(1, 2, 3, 4, 5, 6),
  legal: fc.option(fc.nat({ max: 59 }), { freq: 3 }),
})

/** One body with the fields of all moves: each takes what it knows. */
function bodyOf(one: Try): Record<string, unknown> {
  const resident = residents[one.resident]!
  const levelId = house.level(LEVELS[one.level]!)
  return {
    ...checkInBody(resident, house.bed(BEDS[one.bed]!), levelId),
    otherOldmanId: residents[one.other]!.oldmanId,
    checkInDate: dayOf(Math.min(one.day, 1)),
    trialStart: dayOf(Math.min(one.day, 1)),
    trialEnd: dayOf(one.day + one.days),
    effectiveDate: dayOf(one.day),
    checkOutDate: dayOf(Math.min(one.day, 1)),
    expectCheckIn: dayOf(one.day),
    expireDate: dayOf(one.day + one.days),
    checkoutReason: '3',
    reason: '测试',
    money: 'REFUND',
    wholeRoom: one.whole && one.days % 4 === 0,
    ...(one.fees && { fees: [] }),
  }
}

async function attempt(one: Try): Promise<Answer> {
  const token = one.second ? clerk : house.token
  const body = bodyOf(one)
  if (one.move === 'removeStay') {
    return house.ask('DELETE', `${LIVE}/${body.oldmanId}`, { token }) as Promise<Answer>
  }
  if (one.move === 'status') return house.ask('PUT', `${LIVE}/status/${one.to}`, { token, body }) as Promise<Answer>
  if (one.move === 'confirm') {
    return settling(house.ask, house.token).settle(String(body.oldmanId)) as unknown as Promise<Answer>
  }
  return house.move(one.move as keyof typeof CALLS, body, token)
}

const statusOf = async (resident: Resident) =>
  (
    await house.sql<{ status: ResidenceStatusValue }>(
      'select status from oldman where org_id = $1 and oldman_id = $2',
      [house.orgId, resident.oldmanId],
    )
  )[0]!.status

const done = new Map<string, number>()

const FREE = `select b.bed_id as id from bed b where b.org_id = $1 and b.bed_id = any($2) and not exists (select 1
  from occupancy o where o.org_id = b.org_id and o.bed_id = b.bed_id and (upper_inf(o.days) or upper(o.days) > current_date))
order by b.bed_id`

/** Most tries are made possible: a move of the present status, a free bed, a resident to change with. */
async function guided(given: Try): Promise<Try> {
  if (given.legal === null) return given
  const can = residenceMoves.can(await statusOf(residents[given.resident]!), () => true)
  const ids = BEDS.map((path) => house.bed(path))
  const free = await house.sql<{ id: string }>(FREE, [house.orgId, ids])
  const bed = free[given.bed % Math.max(free.length, 1)]
  const inside = await house.sql<{ id: string }>(
    'select oldman_id as id from oldman where org_id = $1 and status in (1, 4) and oldman_id <> $2 order by 1',
    [house.orgId, residents[given.resident]!.oldmanId],
  )
  const other = inside[given.other % Math.max(inside.length, 1)]
  return {
    ...given,
    move: can[given.legal % can.length] as MoveName,
    bed: bed ? ids.indexOf(bed.id) : given.bed,
    other: other ? residents.findIndex((resident) => resident.oldmanId === other.id) : given.other,
  }
}

async function play(given: Try): Promise<void> {
  const one = await guided(given)
  if (one.move === 'day') {
    await house.passDays(1)
    await keepResidence(house.app)
    expect([one, await house.faults()]).toEqual([one, []])
    return
  }
  const before = await house.picture()
  const from = await statusOf(residents[one.resident]!)
  const answer = await attempt(one)
  const worked = answer.status === 200
  const key = `${one.move} ${worked}`
  done.set(key, (done.get(key) ?? 0) + 1)
  if (!worked) {
    // A refusal in words, never a defect; and as if it had never been tried.
    expect([one, answer.status >= 40_000, answer.desc]).toEqual([one, true, expect.stringMatching(/[一-龥]/)])
    expect([one, await house.picture()]).toEqual([one, before])
    return
  }
  const move = one.move === 'status' || one.move === 'confirm' ? null : residenceMoves.moves[one.move as 'checkIn']
  if (move) {
    const to = await statusOf(residents[one.resident]!)
    expect([one, (move.from as readonly number[]).includes(from)]).toEqual([one, true])
    expect([one, [move.to].flat().includes(to as never)]).toEqual([one, true])
  }
  expect([one, await house.faults()]).toEqual([one, []])
}

async function listAgrees(): Promise<void> {
  const counts = await house.ask<{ status: number; count: number }[]>('GET', `${LIVE}/counts`, { token: house.token })
  for (const { status, count } of counts.data) {
    const list = await house.ask<{ total: number }>('GET', LIVE, {
      token: house.token,
      query: { status: String(status), size: '1' },
    })
    expect([status, list.data.total]).toEqual([status, count])
  }
}

it('keeps every rule of the house, whatever is tried', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tries, { minLength: 8, maxLength: 14 }), async (moves) => {
      for (const one of moves) await play(one)
    }),
    { numRuns: 60, seed: 20_261_115, endOnFailure: true },
  )
  await listAgrees()
  // The test is worth something only if enough of it was legal.
  for (const move of [
    'checkIn',
    'trial',
    'reserve',
    'adjustBed',
    'exchangeBed',
    'checkOut',
    'undoCheckOut',
    'changeLevel',
  ]) {
    expect(done.get(`${move} true`) ?? 0, move).toBeGreaterThan(2)
  }
}, 300_000)
