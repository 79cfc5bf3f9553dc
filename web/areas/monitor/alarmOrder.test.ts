import { describe, expect, it } from 'vitest'
import {
  type AlarmsState,
  applyCard,
  clockOf,
  NO_ALARMS,
  placeOf,
  replaceAll,
  untilNext,
  waited,
  withoutBuilding,
} from './alarmOrder.ts'
import { soundings, speechOf, timesOf } from './sound.ts'
import { card } from './testCard.ts'

const ids = (state: AlarmsState) => state.open.map((one) => one.card.recordId)

describe('open alarms', () => {
  it('stand by urgency, the oldest first inside one kind', () => {
    const state = [
      card('exit', { urgency: 3, raisedAt: '2026-11-13 02:00:00' }),
      card('heart2', { raisedAt: '2026-11-13 02:16:00' }),
      card('sos', { urgency: 1, raisedAt: '2026-11-13 02:17:00' }),
      card('heart1', { raisedAt: '2026-11-13 02:15:00' }),
    ].reduce((next, one) => applyCard(next, one, 0), NO_ALARMS)
    expect(ids(state)).toEqual(['sos', 'heart1', 'heart2', 'exit'])
  })

  it('drop messages that are older than what is known', () => {
    const state = applyCard(NO_ALARMS, card('a', { version: 3, takerName: '李晓梅' }), 0)
    expect(applyCard(state, card('a', { version: 2 }), 0)).toBe(state)
    expect(applyCard(state, card('a', { version: 4 }), 0).open[0]!.card.version).toBe(4)
  })

  it('never come back once closed, whatever arrives late', () => {
    const open = applyCard(NO_ALARMS, card('a'), 0)
    const closed = applyCard(open, card('a', { version: 2, status: 3 }), 0)
    expect(ids(closed)).toEqual([])
    expect(ids(applyCard(closed, card('a', { version: 5 }), 0))).toEqual([])
    expect(ids(replaceAll(closed, [card('a'), card('b')], 0))).toEqual(['b'])
  })

  it('after a gap are what the server says, with what was pushed meanwhile on top', () => {
    const before = [card('gone'), card('kept', { version: 1 })].reduce(
      (next, one) => applyCard(next, one, 0),
      NO_ALARMS,
    )
    const after = replaceAll(before, [card('kept', { version: 2 }), card('missed', { urgency: 1 }), card('shut')], 5, [
      card('new', { urgency: 3 }),
      card('shut', { version: 9, status: 3 }),
    ])
    expect(ids(after)).toEqual(['missed', 'kept', 'new'])
    expect(after.loaded).toBe(true)
  })

  it('keep a newer push over an answer that was on its way', () => {
    const pushed = applyCard(NO_ALARMS, card('a', { version: 5 }), 0)
    expect(replaceAll(pushed, [card('a', { version: 4 })], 1).open[0]!.card.version).toBe(5)
  })

  it('count on by the clock of this browser', () => {
    const held = { card: card('a'), at: 1_000 }
    expect(waited(held, 9_500)).toBe(18)
    expect(untilNext(held, 9_500)).toBe(22)
    expect(untilNext(held, 99_000)).toBe(0)
    expect(clockOf(128)).toBe('02:08')
    expect(clockOf(3_728)).toBe('1:02:08')
  })
})

describe('what is heard', () => {
  const voice = { status: 1, times: 2 }
  it('is everything nobody has taken up, SOS without end', () => {
    const heard = soundings(
      [card('sos', { urgency: 1 }), card('taken', { takenAt: 'x' }), card('exit', { urgency: 3 })],
      voice,
    )
    expect(heard.map((one) => [one.recordId, one.tone, one.endless])).toEqual([
      ['sos', 'pair', true],
      ['exit', 'two', false],
    ])
  })
  it('is a taken one again after it climbed on, and nothing when switched off', () => {
    expect(soundings([card('a', { takenAt: 'x' })], voice, new Set(['a']))).toHaveLength(1)
    expect(soundings([card('a')], { status: 0, times: 3 })).toEqual([])
  })
  it('is said as often as the rule says, or as the organisation', () => {
    expect(timesOf({ voiceTimes: 3 }, 5)).toBe(5)
    expect(timesOf({ voiceTimes: 1 }, 5)).toBe(1)
  })
})

describe('where it is', () => {
  it('is told with the building to who serves several, and without to the others', () => {
    const one = card('a')
    expect([placeOf(one, true), placeOf(one, false)]).toEqual(['松鹤楼 203室 02床', '203室 02床'])
    expect([speechOf(one, true), speechOf(one, false)]).toEqual([one.speechFull, one.speech])
    expect(withoutBuilding(one)).toBe('2层>203室>02床')
    expect(withoutBuilding({ place: '东院>松鹤楼>2层>203室', buildingName: '东院 松鹤楼' })).toBe('2层>203室')
  })
  it('of a tag without a position is where its wearer lives, and never the number of the tag', () => {
    const lost = card('a', { source: 'TAG', type: 'sos', placeKind: 'HOME', oldmanName: '王秀英', deviceNo: 'T-0012' })
    expect(placeOf(lost, true)).toBe('住 松鹤楼 203室 02床')
    const nowhere = { ...lost, placeKind: null, spot: null, buildingName: null, place: null }
    expect(placeOf(nowhere, true)).toBe('王秀英')
  })
  it('of a tag in a building not its own is told with it to everybody', () => {
    const astray = card('a', { source: 'TAG', placeKind: 'SPOT', spot: '1层 餐厅', homeBuilding: '长青楼' })
    expect(placeOf(astray, false)).toBe('松鹤楼 1层 餐厅')
    expect(placeOf({ ...astray, homeBuilding: '松鹤楼' }, false)).toBe('1层 餐厅')
  })
})
