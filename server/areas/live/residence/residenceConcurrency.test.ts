// Several people at the same moment: the last bed goes to one, exchanges that cross leave everybody in a bed, and
// nobody waits for ever.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import {
  type Answer,
  checkInBody,
  dayOf,
  type Resident,
  type StayHouse,
  stayHouse,
} from '#server/areas/live/test/stayHouse'
import { newId } from '#server/kit/ids'
import { keepResidence } from './residenceJobs.ts'

let house: StayHouse
let tokens: string[]

beforeAll(async () => {
  // Eight transactions at once, and fewer connections than they could input for.
  house = await stayHouse({ PG_POOL: '6' })
  tokens = [house.token]
  for (let i = 1; i < 8; i++) {
    await house.person({ userName: `manager1${i}`, isAdmin: true })
    tokens.push((await house.signInAs(`manager1${i}`)).data.token)
  }
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.sql('update bed set is_used = 0 where org_id = $1', [house.orgId])
  for (const table of [
    'stay_event',
    'occupancy',
    'fee_set',
    'settlement',
    'reservation',
    'stay',
    'bed_mark',
    'elder_account',
    'oldman_family',
    'oldman',
  ])
    await house.sql(`delete from ${table} where org_id = $1`, [house.orgId])
})

const people = (count: number) => Promise.all(Array.from({ length: count }, (_, i) => house.resident(`老人${i + 1}`)))
const worked = (answers: readonly Answer[]) => answers.filter((answer) => answer.status === 200)

describe('one bed', () => {
  it('goes to one of eight; the others are told who has it', async () => {
    const residents = await people(8)
    const answers = await Promise.all(
      residents.map((resident, i) => house.checkIn(resident, '松鹤楼>1层>101>01', {}, tokens[i])),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, ...Array(7).fill(42_200)])
    const winner = worked(answers)[0]!.data.oldmanName
    for (const refused of answers.filter((answer) => answer.status !== 200)) {
      expect(refused.desc).toBe(`松鹤楼 › 1层 › 101 › 01 已由${winner}（入住中）使用`)
      expect(refused.data.field).toBe('bedId')
    }
    expect(await house.faults()).toEqual([])
    // A check-in that lost has left nothing: no stay, no fees, no line in the timeline.
    const left = await house.sql(
      `select (select count(*) from stay where org_id = $1) as stays, (select count(distinct stay_id) from fee_set where org_id = $1) as fees,
         (select count(*) from stay_event where org_id = $1) as events`,
      [house.orgId],
    )
    expect(left).toEqual([{ stays: 1, fees: 1, events: 1 }])
  })

  it('is either reserved or moved into, never both', async () => {
    const residents = await people(6)
    const answers = await Promise.all(
      residents.map((resident, i) =>
        i % 2 ? house.reserve(resident, '松鹤楼>1层>101>02') : house.trial(resident, '松鹤楼>1层>101>02'),
      ),
    )
    expect(worked(answers)).toHaveLength(1)
    expect(await house.faults()).toEqual([])
  })

  it('and the room taken whole by another: one of both', async () => {
    const [one, two] = (await people(2)) as [Resident, Resident]
    const answers = await Promise.all([
      house.checkIn(one, '松鹤楼>1层>101>01', { wholeRoom: true }, tokens[0]),
      house.checkIn(two, '松鹤楼>1层>101>02', {}, tokens[1]),
    ])
    expect(worked(answers)).toHaveLength(1)
    expect(answers.find((answer) => answer.status !== 200)!.desc).toMatch(/已由老人.（入住中）(使用|包房占用)/)
    expect(await house.faults()).toEqual([])
  })
})

describe('one resident', () => {
  it('is checked in once, whoever is quicker', async () => {
    const [resident] = (await people(1)) as [Resident]
    const beds = ['101>01', '101>02', '102>01', '102>02', '103>01', '103>02', '104>01', '104>02']
    const answers = await Promise.all(beds.map((bed, i) => house.checkIn(resident, `松鹤楼>1层>${bed}`, {}, tokens[i])))
    expect(worked(answers)).toHaveLength(1)
    for (const refused of answers.filter((answer) => answer.status !== 200)) {
      expect(refused).toMatchObject({ status: 40_901, desc: expect.stringMatching(/当前状态为“入住中”，不能办理入住/) })
    }
    expect(await house.faults()).toEqual([])
  })

  it('gets the same answer for a request that is sent twice', async () => {
    const [resident] = (await people(1)) as [Resident]
    const ask = () =>
      house.ask('POST', '/pims/web-pi/oldmans/live/checkIn', {
        token: house.token,
        body: checkInBody(resident, house.bed('松鹤楼>1层>101>01'), house.level('自理')),
        headers: { 'x-request-no': requestNo },
      }) as Promise<Answer>
    const requestNo = newId()
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200])
    expect(new Set(answers.map((answer) => answer.data.stayId)).size).toBe(1)
    expect(await house.sql('select 1 from stay where org_id = $1', [house.orgId])).toHaveLength(1)
  })

  it('leaves or moves, but not both in one moment', async () => {
    const [resident] = (await people(1)) as [Resident]
    await house.checkIn(resident, '松鹤楼>1层>101>01', { checkInDate: dayOf(-5) })
    const adjust = {
      oldmanId: resident.oldmanId,
      bedId: house.bed('松鹤楼>1层>102>01'),
      effectiveDate: dayOf(0),
      reason: '换房',
    }
    const answers = await Promise.all([
      house.checkOut(resident),
      house.move('adjustBed', adjust, tokens[1]),
      house.move(
        'changeLevel',
        {
          oldmanId: resident.oldmanId,
          levelId: house.level('全护理（一级护理）'),
          effectiveDate: dayOf(0),
          reason: '复评',
        },
        tokens[2],
      ),
    ])
    for (const answer of answers) expect([200, 40_901]).toContain(answer.status)
    expect(answers[0]!.status).toBe(200)
    expect((await house.detail(resident.oldmanId)).status).toBe(2)
    expect(await house.faults()).toEqual([])
  })
})

describe('two at once', () => {
  it('exchanges that cross end with everybody in one bed, without waiting for each other', async () => {
    const residents = await people(4)
    const paths = ['101>01', '101>02', '102>01', '102>02']
    for (const [i, resident] of residents.entries()) await house.checkIn(resident, `松鹤楼>1层>${paths[i]}`)
    const pairs = [
      [0, 1],
      [1, 0],
      [1, 2],
      [2, 3],
      [3, 0],
      [0, 2],
      [2, 1],
      [3, 1],
    ] as const
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(
        pairs.map(([a, b], i) =>
          house.move(
            'exchangeBed',
            {
              oldmanId: residents[a]!.oldmanId,
              otherOldmanId: residents[b]!.oldmanId,
              effectiveDate: dayOf(0),
              reason: '换床',
            },
            tokens[i],
          ),
        ),
      )
      expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(200))
    }
    expect(await house.faults()).toEqual([])
    const beds = await Promise.all(residents.map(async (resident) => (await house.detail(resident.oldmanId)).bedPath))
    expect(beds.sort()).toEqual(paths.map((path) => `松鹤楼>1层>${path}`))
  })

  it('a bed that is left and taken in the same moment has one owner', async () => {
    for (let round = 0; round < 3; round++) {
      const [one, two] = (await people(2)) as [Resident, Resident]
      await house.checkIn(one, '松鹤楼>1层>103>01')
      const [out] = await Promise.all([house.checkOut(one), house.checkIn(two, '松鹤楼>1层>103>01', {}, tokens[1])])
      expect(out.status).toBe(200)
      expect(await house.faults()).toEqual([])
      const inside = await house.detail(two.oldmanId)
      if (inside.status !== 1) expect((await house.checkIn(two, '松鹤楼>1层>103>01')).status).toBe(200)
      expect((await house.checkOut(two)).status).toBe(200)
    }
  })

  it('everybody may move round a ring of beds, today and on an agreed day', async () => {
    const residents = await people(3)
    const paths = ['101>01', '101>02', '102>01']
    for (const [i, resident] of residents.entries()) await house.checkIn(resident, `松鹤楼>1层>${paths[i]}`)
    const swap = (a: number, b: number, day: number) =>
      house.move('exchangeBed', {
        oldmanId: residents[a]!.oldmanId,
        otherOldmanId: residents[b]!.oldmanId,
        effectiveDate: dayOf(day),
        reason: '换床',
      })
    expect((await swap(0, 1, 2)).status).toBe(200)
    await house.passDays(2)
    // Two processes carry out the same plan: it happens once.
    await Promise.all([keepResidence(house.app), keepResidence(house.app), swap(1, 2, 0)])
    expect(await house.faults()).toEqual([])
    expect((await house.detail(residents[0]!.oldmanId)).bedPath).toBe('松鹤楼>1层>101>02')
  })
})
