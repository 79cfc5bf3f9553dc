import { describe, expect, it, vi } from 'vitest'
import type { WallBedData } from '#contract/monitor/wall'
import { card } from '#web/areas/monitor/testCard'
import { createTiles, stateOf } from './tiles.ts'

const bed = (more: Partial<WallBedData> = {}): WallBedData => ({
  bedId: 'b',
  roomName: '203室',
  bedName: '02床',
  floor: 0,
  deviceId: 'd',
  oldmanId: 'o',
  oldmanName: '王秀兰',
  taken: true,
  attention: [],
  away: false,
  online: 1,
  inBed: 1,
  heart: 66,
  breath: 16,
  wet: 0,
  at: 0,
  since: null,
  watching: [],
  ...more,
})

describe('a tile', () => {
  const held = { card: card('a'), at: 0 }
  it.each([
    ['alarm', bed(), held],
    ['taken', bed(), { ...held, card: card('a', { takenAt: 'x' }) }],
    ['empty', bed({ taken: false, oldmanName: null }), null],
    ['away', bed({ away: true, online: 0 }), null],
    ['bare', bed({ deviceId: null }), null],
    ['offline', bed({ online: 0 }), null],
    ['watched', bed({ watching: ['HEART'] }), null],
    ['out', bed({ inBed: 0, watching: ['EXIT'] }), null],
    ['up', bed({ inBed: 0 }), null],
    ['in', bed(), null],
    ['quiet', bed({ inBed: null }), null],
  ] as const)('is %s', (state, one, alarm) => {
    expect(stateOf(one, alarm === null ? [] : [alarm])).toBe(state)
  })
})

describe('the tiles', () => {
  it('redraw only the beds that changed', () => {
    const tiles = createTiles()
    tiles.reset([bed(), bed({ bedId: 'c', deviceId: 'e' })])
    const [b, c] = [vi.fn(), vi.fn()]
    tiles.subscribe('b', b)
    tiles.subscribe('c', c)
    const said = { online: 1, inBed: 0, heart: null, breath: null, move: 0, wet: 0, at: 1, since: 1, watching: [] }
    tiles.update([{ deviceId: 'd', ...said }])
    expect([b.mock.calls.length, c.mock.calls.length]).toEqual([1, 0])
    expect(tiles.get('b')).toMatchObject({ state: 'up', bed: { inBed: 0 } })
    tiles.setAlarms([{ card: card('a', { bedId: 'c' }), at: 0 }])
    expect([b.mock.calls.length, c.mock.calls.length]).toEqual([1, 1])
    tiles.setAlarms([])
    expect(tiles.get('c')?.state).toBe('in')
    expect(tiles.counts('all', () => true)).toEqual({ in: 1, out: 1, away: 0, offline: 0, empty: 0 })
  })
})
