// Random moves of one resident against a plain list of days: after each, the rows of the levels keep their rules and the
// bills name the level of every day.
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { AHEAD, billedLevels } from '#server/areas/expense/test/levelDays'
import { keepResidence } from '#server/areas/live/residence/residenceJobs'
import { dayOf, type Resident, type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'
import { presetLevels } from '#server/areas/nursing/public'

let house: StayHouse
const BEDS = ['松鹤楼>1层>101>01', '松鹤楼>1层>102>01', '松鹤楼>1层>103>01'] as const
const LEVELS = presetLevels.map(([, name]) => name)

beforeAll(async () => {
  house = await stayHouse()
})
afterAll(() => house.close())

const acts = [
  'level',
  'level',
  'level',
  'bed',
  'bed',
  'same',
  'same',
  'convert',
  'checkOut',
  'undo',
  'days',
  'days',
] as const
const stepOf = fc.record({
  act: fc.constantFrom(...acts),
  level: fc.nat({ max: LEVELS.length - 1 }),
  withLevel: fc.boolean(),
  bed: fc.nat({ max: BEDS.length - 1 }),
  day: fc.integer({ min: -15, max: 15 }),
  days: fc.integer({ min: 1, max: 6 }),
})
type Step = typeof stepOf extends fc.Arbitrary<infer T> ? T : never

/** Days from today; it moves on by itself. */
class Model {
  levels = new Map<number, string>()
  plannedLevel: number | null = null
  plannedBed: number | null = null
  end: number | null = null

  constructor(
    public start: number,
    level: string,
  ) {
    this.from(start, level)
  }

  from(day: number, level: string): void {
    for (let at = Math.max(day, this.start); at <= AHEAD + 31; at++) this.levels.set(at, level)
  }

  callOffLevel(): void {
    if (this.plannedLevel !== null) this.from(1, this.levels.get(0)!)
    this.plannedLevel = null
  }

  callOffBed(): void {
    if (this.plannedBed !== null && this.plannedBed === this.plannedLevel) this.callOffLevel()
    this.plannedBed = null
  }

  change(day: number, level: string): void {
    this.callOffLevel()
    this.from(day, level)
    this.plannedLevel = day > 0 ? day : null
  }

  pass(days: number): void {
    const last = this.levels.get(AHEAD + 31)!
    this.levels = new Map([...this.levels].map(([day, level]) => [day - days, level]))
    this.start -= days
    if (this.end !== null) this.end -= days
    const still = (day: number | null) => (day !== null && day > days ? day - days : null)
    this.plannedLevel = still(this.plannedLevel)
    this.plannedBed = still(this.plannedBed)
    this.from(AHEAD + 31 - days, last)
  }
}

const counts = new Map<string, number>()

/** Whether it was done; the model follows. */
async function take(model: Model, resident: Resident, step: Step): Promise<boolean> {
  const { oldmanId } = resident
  const name = LEVELS[step.level]!
  const levelId = house.level(name)
  const day = { effectiveDate: dayOf(step.day), reason: '随机' }
  const ok = (answer: { status: number }) => answer.status === 200
  switch (step.act) {
    case 'level':
      if (!ok(await house.move('changeLevel', { oldmanId, levelId, ...day }))) return false
      model.change(step.day, name)
      return true
    case 'bed': {
      const bedId = house.bed(BEDS[step.bed]!)
      if ((await house.detail(oldmanId)).bedId === bedId) return false
      const body = { oldmanId, bedId, ...day, ...(step.withLevel && { levelId }) }
      if (!ok(await house.move('adjustBed', body))) return false
      model.callOffBed()
      if (step.withLevel && name !== model.levels.get(0)) model.change(step.day, name)
      model.plannedBed = step.day > 0 ? step.day : null
      return true
    }
    case 'same': {
      const { bedId } = await house.detail(oldmanId)
      if (!ok(await house.move('adjustBed', { oldmanId, bedId, ...day }))) return false
      model.callOffBed()
      return true
    }
    case 'convert': {
      const { bedId } = await house.detail(oldmanId)
      const checkInDate = dayOf(Math.min(step.day, 0))
      if (!bedId || !ok(await house.checkIn(resident, BEDS[0], { bedId, checkInDate, levelId }))) return false
      model.from(Math.min(step.day, 0), name)
      model.plannedLevel = null
      return true
    }
    case 'checkOut': {
      const at = Math.min(step.day, 0)
      if (!ok(await house.checkOut(resident, { checkOutDate: dayOf(at) }))) return false
      model.callOffLevel()
      model.plannedBed = null
      model.end = at
      return true
    }
    case 'undo':
      if (!ok(await house.move('undoCheckOut', { oldmanId, reason: '随机' }))) return false
      model.end = null
      return true
    case 'days':
      await house.passDays(step.days)
      await keepResidence(house.app)
      model.pass(step.days)
      return true
  }
}

async function agrees(model: Model, resident: Resident): Promise<void> {
  expect(await house.faults()).toEqual([])
  const named = await billedLevels(house, resident.oldmanId)
  const detail = await house.detail(resident.oldmanId)
  if (model.end === null) {
    expect(detail.levelName).toBe(model.levels.get(0))
    expect(detail.plannedLevel?.fromDate ?? null).toBe(model.plannedLevel === null ? null : dayOf(model.plannedLevel))
  }
  const days = [...model.levels].filter(([day]) => day < (model.end ?? AHEAD))
  expect([...named].filter(([day]) => day < AHEAD).sort(([a], [b]) => a - b)).toEqual(days.sort(([a], [b]) => a - b))
}

it('bills name the level of each day, whatever moves were made', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        start: fc.integer({ min: -30, max: -3 }),
        level: fc.nat({ max: LEVELS.length - 1 }),
        trial: fc.boolean(),
      }),
      fc.array(stepOf, { minLength: 8, maxLength: 16 }),
      async ({ start, level, trial }, steps) => {
        await house.clear()
        await house.setting({ cleanAfterCheckout: false })
        const resident = await house.resident('王秀兰')
        const levelId = house.level(LEVELS[level]!)
        const moved = trial
          ? await house.trial(resident, BEDS[0], { trialStart: dayOf(start), trialEnd: dayOf(60), levelId })
          : await house.checkIn(resident, BEDS[0], { checkInDate: dayOf(start), levelId })
        expect(moved).toMatchObject({ status: 200 })
        const model = new Model(start, LEVELS[level]!)
        for (const step of steps) {
          const before = await house.picture()
          const done = await take(model, resident, step)
          if (done) counts.set(step.act, (counts.get(step.act) ?? 0) + 1)
          else expect([step, await house.picture()]).toEqual([step, before])
          await agrees(model, resident)
        }
      },
    ),
    { numRuns: 30, seed: 20_261_118, endOnFailure: true },
  )
  // The test is worth something only if enough of it was legal.
  for (const act of acts) expect(counts.get(act) ?? 0, act).toBeGreaterThan(2)
}, 300_000)
