// Bills name the level of every day as it was agreed: whatever its name, and by whichever move it changed.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { residentCost } from '#contract/expense/residentCost'
import { spellsOf } from '#server/areas/expense/test/levelDays'
import { keepResidence } from '#server/areas/live/residence/residenceJobs'
import { dayOf, type Resident, type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'
import { presetLevels } from '#server/areas/nursing/public'

let house: StayHouse
let one: Resident
const COSTS = residentCost.calls.list.path
const BEDS = ['松鹤楼>1层>101>01', '松鹤楼>1层>102>01'] as const
const [SELF, HALF3, HALF2, FULL] = presetLevels.map(([, name]) => name) as [string, string, string, string]

beforeAll(async () => {
  house = await stayHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.clear()
  one = await house.resident('王秀兰')
})

const done = (answer: object) => expect(answer).toMatchObject({ status: 200 })
const inSince = async (day: number, level: string) =>
  done(await house.checkIn(one, BEDS[0], { checkInDate: dayOf(day), levelId: house.level(level) }))
const change = async (level: string, day: number) =>
  done(
    await house.move('changeLevel', {
      oldmanId: one.oldmanId,
      levelId: house.level(level),
      effectiveDate: dayOf(day),
      reason: '复评',
    }),
  )
const moveBed = async (path: string, day: number, level?: string) =>
  done(
    await house.move('adjustBed', {
      oldmanId: one.oldmanId,
      bedId: house.bed(path),
      effectiveDate: dayOf(day),
      reason: '靠近护士站',
      ...(level && { levelId: house.level(level) }),
    }),
  )
const spells = (from: number, to: number) => spellsOf(house, one.oldmanId, from, to)
const rows = () =>
  house.sql<{ day: string; level: string | null; reason: string | null }>(
    `select x.from_date as day, v.level_name as level, x.reason from stay_level x
      left join nursing_level v on v.org_id = x.org_id and v.level_id = x.level_id where x.org_id = $1 order by 1`,
    [house.orgId],
  )

describe('bills name the level', () => {
  it('by its whole name, of every preset one after the other', async () => {
    await inSince(-40, presetLevels[0]![1])
    for (const [i, [, name]] of presetLevels.entries()) if (i > 0) await change(name, -40 + i * 5)
    expect(await spells(-40, 1)).toEqual(presetLevels.map(([, name], i) => [name, -40 + i * 5]))
  })

  it.each(presetLevels.map(([, name]) => name))(
    '%s of a trial, of its conversion and of a move of bed',
    async (name) => {
      const other = name === SELF ? FULL : SELF
      done(await house.trial(one, BEDS[0], { trialStart: dayOf(-30), trialEnd: dayOf(9), levelId: house.level(name) }))
      expect(await spells(-30, 1)).toEqual([[name, -30]])
      await inSince(-20, other)
      await moveBed(BEDS[1], -10, name)
      expect(await spells(-30, 1)).toEqual([
        [name, -30],
        [other, -20],
        [name, -10],
      ])
    },
  )

  it('of a change entered afterwards: what was agreed for later days no longer counts', async () => {
    await inSince(-40, SELF)
    await change(HALF3, -30)
    await change(HALF2, -10)
    await change(FULL, 5)
    await change(HALF3, -20)
    expect(await spells(-40, 20)).toEqual([
      [SELF, -40],
      [HALF3, -30],
    ])
    await change(FULL, -25)
    expect(await rows()).toEqual([
      { day: dayOf(-40), level: SELF, reason: null },
      { day: dayOf(-30), level: HALF3, reason: '复评' },
      { day: dayOf(-25), level: FULL, reason: '复评' },
    ])
  })

  it('of a day to come, also after it came, and not after it was called off', async () => {
    await inSince(-10, HALF3)
    await moveBed(BEDS[1], 3, HALF2)
    expect(await spells(-10, 20)).toEqual([
      [HALF3, -10],
      [HALF2, 3],
    ])
    await moveBed(BEDS[0], 0)
    expect(await spells(-10, 20)).toEqual([[HALF3, -10]])
    await change(FULL, 6)
    await change(HALF2, 4)
    await house.passDays(5)
    await keepResidence(house.app)
    expect(await house.detail(one.oldmanId)).toMatchObject({ levelName: HALF2, plannedLevel: null })
    expect(await spells(-15, 20)).toEqual([
      [HALF3, -15],
      [HALF2, -1],
    ])
    expect(await house.faults()).toEqual([])
  })

  it('up to the day of leaving; the check-out taken back, the days after it have their levels again', async () => {
    await inSince(-20, HALF3)
    await change(FULL, -5)
    await change(HALF2, 4)
    done(await house.checkOut(one, { checkOutDate: dayOf(-8) }))
    expect(await spells(-20, 20)).toEqual([
      [HALF3, -20],
      ['not billed', -8],
    ])
    expect((await house.detail(one.oldmanId)).stays[0]).toMatchObject({ levelName: HALF3 })
    done(await house.move('undoCheckOut', { oldmanId: one.oldmanId, reason: '办错了' }))
    expect(await spells(-20, 20)).toEqual([
      [HALF3, -20],
      [FULL, -5],
    ])
    expect(await house.detail(one.oldmanId)).toMatchObject({ levelName: FULL, plannedLevel: null })
    expect(await house.faults()).toEqual([])
  })
})

it('the costs of a month show and find the level of its end, or of the last day lived here', async () => {
  const costs = async (day: number, level?: string) => {
    const query = { month: dayOf(day).slice(0, 7), size: '50', ...(level && { levelId: house.level(level) }) }
    const answer = await house.ask<{ list: { levelName: string | null }[] }>('GET', COSTS, {
      token: house.token,
      query,
    })
    return answer.data.list.map((row) => row.levelName)
  }
  await inSince(-100, HALF3)
  await change(FULL, -33)
  expect(await costs(0)).toEqual([FULL])
  expect(await costs(-70)).toEqual([HALF3])
  expect(await costs(-70, HALF3)).toEqual([HALF3])
  expect(await costs(-70, FULL)).toEqual([])
  expect(await costs(0, FULL)).toEqual([FULL])
  done(await house.checkOut(one, { checkOutDate: dayOf(-40) }))
  expect(await costs(-40)).toEqual([HALF3])
  expect((await house.detail(one.oldmanId)).levelName).toBe(FULL)
})

describe('the database refuses', () => {
  const stayId = async () => (await house.detail(one.oldmanId)).stays[0]!.stayId
  const breaks = (text: string, values: unknown[], constraint: string) =>
    expect(house.sql(text, values)).rejects.toMatchObject({ constraint })

  it('a stay without a level from its first day, a level before it, two of one day, and one nobody knows', async () => {
    await inSince(-10, SELF)
    await change(FULL, -4)
    const own = [house.orgId, await stayId()]
    const where = 'where org_id = $1 and stay_id = $2'
    await breaks(`delete from stay_level ${where} and from_date < current_date - 5`, own, 'stay_first_level')
    await breaks(`update stay set start_date = start_date - 1 ${where}`, own, 'stay_first_level')
    await breaks(`update stay set start_date = current_date - 4 ${where}`, own, 'stay_level_within')
    const add =
      'insert into stay_level (org_id, stay_id, from_date, level_id) values ($1, $2, current_date - $3::int, $4)'
    await breaks(add, [...own, 11, house.level(SELF)], 'stay_level_within')
    await breaks(add, [...own, 4, house.level(SELF)], 'stay_level_org_id_stay_id_from_date_pk')
    await breaks(add, [...own, 2, 'nowhere'], 'stay_level_level')
    expect(await spells(-10, 1)).toEqual([
      [SELF, -10],
      [FULL, -4],
    ])
  })
})
