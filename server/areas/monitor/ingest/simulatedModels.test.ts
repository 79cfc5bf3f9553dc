// People who do not exist must still be believable: the limits of bodies, the rhythm of days, and the same again from the
// same seed. Left alone none of them raises an alarm.
import { describe, expect, it } from 'vitest'
import { pointInPolygon } from '#contract/monitor/polygon'
import { DEFAULT_RULES } from '#server/areas/monitor/alarmRule/defaultRules'
import { effectiveRules } from '#server/areas/monitor/alarmRule/effectiveRules'
import { evaluate, type MattressState } from '#server/areas/monitor/alarmRule/evaluate'
import { floorPlan } from '#server/areas/monitor/demo/demoFloor'
import { incidentAt, mattressIncidents, pressesBetween, tagIncidents } from '#simulator/incidents'
import { seedOf } from '#simulator/random'
import { inBedSince, readingOf, sleeperOf } from '#simulator/sleeper'
import { planOf, positionOf, spotOf, walkerOf } from '#simulator/walker'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const NOON = Date.parse('2026-11-14T12:00:00+08:00')
const people = Array.from({ length: 40 }, (_, n) => sleeperOf(seedOf(`person:${n}`)))

describe('a sleeper', () => {
  it('says the same again', () => {
    const again = sleeperOf(seedOf('person:7'))
    for (let at = NOON; at < NOON + 24 * HOUR; at += 37 * MINUTE) {
      expect(readingOf(again, at, 5)).toEqual(readingOf(people[7]!, at, 5))
    }
  })

  it('lies in bed at three in the morning and is up in the forenoon, but for the frail', () => {
    const share = (at: number) => people.filter((one) => inBedSince(one, at) !== null).length / people.length
    expect(share(NOON + 15 * HOUR)).toBeGreaterThan(0.9)
    expect(share(NOON + 20 * HOUR)).toBe(0)
    expect(share(NOON + 22 * HOUR)).toBe(people.filter((one) => one.frail).length / people.length)
    expect(share(NOON + 22 * HOUR)).toBeLessThan(0.3)
    expect(share(NOON + HOUR)).toBeGreaterThan(0.3)
  })

  it('has a heart and a breath that bodies have, slower in the night than in the evening', () => {
    const average = (seen: number[]) => seen.reduce((sum, one) => sum + one, 0) / seen.length
    const lying = (after: number, until: number) =>
      average(
        people.flatMap((one) => {
          const bed = inBedSince({ ...one, exits: 0 }, NOON + 12 * HOUR)!
          return Array.from({ length: 12 }, (_, n) => bed + after + ((until - after) * n) / 12).map(
            (t) => readingOf({ ...one, exits: 0 }, t, 5).heart!,
          )
        }),
      )
    expect(lying(HOUR, 4 * HOUR)).toBeLessThan(lying(MINUTE, 5 * MINUTE) - 3)
    for (const one of people) {
      for (let t = NOON; t < NOON + 24 * HOUR; t += 11 * MINUTE) {
        const said = readingOf(one, t, 5)
        const [heart, breath, inBed] = [said.heart ?? 0, said.breath ?? 0, said.inBed]
        if (inBed === 0) expect([heart, breath]).toEqual([0, 0])
        else if (heart > 0) {
          expect(heart).toBeGreaterThan(45)
          expect(heart).toBeLessThan(100)
          expect(breath).toBeGreaterThan(8)
          expect(breath).toBeLessThan(25)
        }
      }
    }
  })

  it('counts every turn once, whatever the interval', () => {
    const turns = (intervalS: number) => {
      let sum = 0
      const from = NOON + 10 * HOUR
      for (let at = from + intervalS * 1000; at <= from + 6 * HOUR; at += intervalS * 1000) {
        sum += readingOf({ ...people[3]!, exits: 0 }, at, intervalS).turn ?? 0
      }
      return sum
    }
    expect(turns(5)).toBeGreaterThan(6)
    expect(turns(20)).toBe(turns(5))
  })

  it('raises nothing in a night when nothing happens', () => {
    const rules = effectiveRules(
      DEFAULT_RULES.map((rule, n) => ({ ...rule, ruleId: String(n) })),
      [],
      { oldmanId: 'x', deptId: null, levelId: null },
    )
    let raised = 0
    for (const one of people.slice(0, 25)) {
      let state: MattressState = {}
      for (let at = NOON; at < NOON + 24 * HOUR; at += 10_000) {
        const said = readingOf(one, at, 10)
        const { events, state: next } = evaluate({ rules, muted: false, intervalS: 10 }, state, {
          at,
          inBed: said.inBed as 0 | 1,
          heart: said.heart || null,
          breath: said.breath || null,
          move: said.move ?? 0,
          turn: said.turn ?? 0,
          wet: said.wet ?? 0,
        })
        state = next
        raised += events.length
      }
    }
    expect(raised).toBe(0)
  }, 20_000)
})

describe('a walker', () => {
  it.each([1, 2])('on floor %d of the demo house keeps out of what is fenced off', (floor) => {
    const { width, height, zones } = floorPlan(floor, 7)
    const house = planOf('m', width, height, zones)
    const fenced = zones.filter((zone) => /厨房|配药间/.test(zone.name))
    expect(fenced.length).toBeGreaterThan(0)
    let inside = 0
    for (let n = 0; n < 30; n++) {
      const one = walkerOf(seedOf(`walker:${n}`), house)
      for (let at = NOON; at < NOON + 24 * HOUR; at += 10_000) {
        const spot = spotOf(one, at)
        if (fenced.some((zone) => pointInPolygon(spot, zone.polygon))) inside++
      }
    }
    expect(inside).toBe(0)
  })

  const plan = planOf('m', 60, 24)
  it('stays on the map, never jumps and comes to meals', () => {
    const walkers = Array.from({ length: 20 }, (_, n) => walkerOf(seedOf(`walker:${n}`), plan))
    let outside = 0
    let furthest = 0
    for (const one of walkers) {
      let last = spotOf(one, NOON)
      for (let at = NOON; at < NOON + 24 * HOUR; at += 5_000) {
        const [x, y] = spotOf(one, at)
        if (!(x >= 0 && x <= 60 && y >= 0 && y <= 24)) outside++
        furthest = Math.max(furthest, Math.hypot(x - last[0], y - last[1]))
        last = [x, y]
      }
    }
    expect(outside).toBe(0)
    expect(furthest).toBeLessThan(8)
    const lunch = Date.parse('2026-11-14T11:50:00+08:00')
    const there = walkers.filter((one) => spotOf(one, lunch)[0] > 40).length
    expect(there).toBeGreaterThan(12)
  })

  it('loads its battery before it is low', () => {
    const one = walkerOf(3, plan)
    for (let at = NOON; at < NOON + 240 * HOUR; at += HOUR) expect(positionOf(one, at).battery).toBeGreaterThan(30)
  })
})

describe('an incident', () => {
  const calm = readingOf({ ...people[0]!, exits: 0 }, NOON + 14 * HOUR, 5)
  const at = NOON + 14 * HOUR
  it('lasts from its beginning to its end', () => {
    const exit = [incidentAt('exit', at, 60)]
    expect(mattressIncidents(exit, at - 1, calm)).toBe(calm)
    expect(mattressIncidents(exit, at, calm)?.inBed).toBe(0)
    expect(mattressIncidents(exit, at + 60_000, calm)).toBe(calm)
    expect(mattressIncidents([incidentAt('offline', at, 60)], at, calm)).toBeNull()
    expect(mattressIncidents([incidentAt('heart', at, 300)], at + 150_000, calm)?.heart).toBeGreaterThan(120)
  })
  it('moves tags and opens straps', () => {
    const walk = positionOf(walkerOf(3, planOf('m', 60, 24)), at)
    expect(tagIncidents([incidentAt('fence', at, 60)], at, walk)?.x).toBeLessThan(0)
    expect(tagIncidents([incidentAt('strap', at, 60)], at, walk)?.strap).toBe(0)
  })
  it('presses a button once, and resets a call at its end', () => {
    const calls = [incidentAt('toiletCall', at, 60)]
    expect(pressesBetween(calls, at - 1_000, at)).toEqual(['toilet'])
    expect(pressesBetween(calls, at, at + 1_000)).toEqual([])
    expect(pressesBetween(calls, at + 59_000, at + 60_000)).toEqual(['reset'])
    expect(pressesBetween([incidentAt('sos', at)], at - 1_000, at + 1_000)).toEqual(['sos'])
  })
})
