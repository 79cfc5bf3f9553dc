import { describe, expect, it } from 'vitest'
import {
  context,
  every,
  inside,
  MIN,
  outside,
  play,
  rail,
  S,
  square,
  T0,
  withRule,
} from '#server/areas/monitor/test/tagPlay'
import { evaluateTag } from './positionEvaluate.ts'
import type { TagState } from './positionRun.ts'

describe('people, rules and time', () => {
  it('is quiet about whereabouts while the resident is out, and loud about a cry for help', () => {
    const known = context({ rails: [rail({})], muted: true })
    const { said } = play(known, [
      ...every(5, 0, 30, outside),
      { s: 2000, kind: 'silence' },
      ...every(60, 2100, 2600, {}),
      { s: 2601, kind: 'press', button: 'sos' },
    ])
    expect(said).toEqual(['2601:+sos'])
  })

  it('ends an open fence alarm when the outing is registered', () => {
    const open = play(context({ rails: [rail({})] }), every(5, 0, 10, outside))
    expect(play(context({ rails: [rail({})], muted: true }), [{ s: 20, ...outside }], open.state).said).toEqual([
      '20:-railAlarm',
    ])
  })

  it.each([
    ['22:30', 14.5, true],
    ['05:59', 21 + 59 / 60, true],
    ['06:00', 22, false],
    ['12:00', 4, false],
  ])('a window across midnight at %s', (_, utcHours, active) => {
    const at = Date.UTC(2026, 0, 10) + utcHours * 60 * MIN
    const night = rail({ windows: [{ from: '22:00', to: '06:00' }] })
    let state: TagState = {}
    let raised = false
    for (const s of [0, 5, 10]) {
      const answer = evaluateTag(context({ rails: [night] }), state, { at: at + s * S, kind: 'position', ...outside })
      state = answer.state
      raised ||= answer.events.length > 0
    }
    expect(raised).toBe(active)
  })

  it('opens again only after the cool-down when a person closed it', () => {
    const known = context({ rules: withRule('tamperAlarm', { cooldownS: 300 }) })
    const open = { ...inside, strap: 0 }
    const { said } = play(known, [
      { s: 0, ...open },
      { s: 5, ...open },
      { s: 20, ...open, closes: 'tamperAlarm' },
      { s: 100, ...open },
      { s: 319, ...open },
      { s: 320, ...open },
    ])
    expect(said).toEqual(['5:+tamperAlarm', '320:+tamperAlarm'])
  })

  it('a fence alarm that was closed speaks again after the cool-down, for the same breach', () => {
    const known = context({ rails: [rail({})] })
    const { said } = play(known, [
      ...every(5, 0, 10, outside),
      { s: 20, ...outside, closes: 'railAlarm' },
      { s: 200, ...outside },
      { s: 320, ...outside },
    ])
    expect(said).toEqual(['10:+railAlarm', '320:+railAlarm'])
  })

  it('a second SOS is never swallowed by the cool-down, a repeated delivery is', () => {
    const { said } = play(context(), [
      { s: 0, kind: 'press', button: 'sos' },
      { s: 0, kind: 'press', button: 'sos' },
      { s: 30, kind: 'press', button: 'bed', closes: 'sos' },
      { s: 40, kind: 'press', button: 'sos' },
    ])
    expect(said).toEqual(['0:+sos', '40:+sos'])
  })

  it('a press that arrives after a newer position still counts', () => {
    const { said } = play(context(), [
      { s: 10, ...inside },
      { s: 5, kind: 'press', button: 'sos' },
    ])
    expect(said).toEqual(['5:+sos'])
  })

  it('late and doubled reports change nothing', () => {
    const known = context({ rails: [rail({})] })
    const before = play(known, [{ s: 100, ...inside, battery: 50 }]).state
    for (const s of [100, 99, 0]) {
      const after = evaluateTag(known, before, { at: T0 + s * S, kind: 'position', ...outside, battery: 1, strap: 0 })
      expect(after).toEqual({ state: before, events: [] })
    }
  })

  it('one open alarm per type: a second fence tells it again, and both must be kept before it ends', () => {
    const kitchen = rail({ railId: 'r2', railName: '厨房', kind: 'ENTER', polygon: square(14, 20) })
    const known = context({ rails: [rail({}), kitchen] })
    const { said, contents } = play(known, [
      ...every(5, 0, 10, outside),
      ...every(5, 15, 25, { mapId: 'm1', x: 16, y: 16 }),
      ...every(5, 30, 60, outside),
      ...every(5, 65, 85, inside),
    ])
    expect(said).toEqual(['10:+railAlarm', '25:+railAlarm', '80:-railAlarm'])
    expect(contents[1]).toBe('进入禁区「厨房」')
  })

  it('kept in on two floors: may change floors, may not go where no fence is', () => {
    const known = context({ rails: [rail({}), rail({ railId: 'r2', mapId: 'm2', railName: '二层' })] })
    const walk = [...every(5, 0, 20, inside), ...every(5, 25, 60, { mapId: 'm2', x: 5, y: 5 })]
    expect(play(known, walk).said).toEqual([])
    expect(play(known, [...walk, ...every(5, 65, 80, { mapId: 'yard', x: 5, y: 5 })]).said).toEqual(['75:+railAlarm'])
  })

  it('a rule for some fences only', () => {
    const known = context({ rules: withRule('railAlarm', { railIds: ['other'] }), rails: [rail({})] })
    expect(play(known, every(5, 0, 30, outside)).said).toEqual([])
  })

  it('ends what nobody watches any more, but never a cry for help', () => {
    const open = play(context({ rails: [rail({})] }), [
      ...every(5, 0, 10, { ...outside, battery: 5 }),
      { s: 12, kind: 'press', button: 'sos' },
    ])
    const after = play({ rules: [], rails: [], muted: false }, [{ s: 20, ...outside }], open.state)
    expect(after.said.toSorted()).toEqual(['20:-lowPowerAlarm', '20:-railAlarm'])
    expect(Object.keys(after.state.open ?? {})).toEqual(['sos'])
  })
})
