import { describe, expect, it } from 'vitest'
import { watchWord } from '#contract/monitor/words'
import { countsOf, countsText, groupsOf, groupTaken, levelOfAll, reasonOf } from './alarmGroups.ts'
import { type Held, titleOf } from './alarmOrder.ts'
import { resultsOf } from './handle.part.tsx'
import { card } from './testCard.ts'

const held = (...args: Parameters<typeof card>): Held => ({ card: card(...args), at: 0 })
const NOW = Date.parse('2026-11-13T02:20:00+08:00')
const nothing = { heart: null, breath: null }

describe('alarms of one resident', () => {
  const open = [
    held('sos', { source: 'TAG', type: 'sos', urgency: 1, oldmanId: 'o1' }),
    held('call', { source: 'CALL', type: 'BED', urgency: 1, oldmanId: null }),
    held('heart', { oldmanId: 'o2', takenAt: '2026-11-13 02:16:00' }),
    held('wet', { kind: 'WET', type: '5', level: 2, urgency: 4, oldmanId: 'o1' }),
  ]
  it('are one card, the most urgent first, in the place of that one', () => {
    expect(groupsOf(open).map((group) => group.all.map((one) => one.card.recordId))).toEqual([
      ['sos', 'wet'],
      ['call'],
      ['heart'],
    ])
  })

  it('are 处理中 only when somebody goes for each', () => {
    expect(groupsOf(open).map((group) => groupTaken(group.all))).toEqual([false, false, true])
    const taken = { takenAt: '2026-11-13 02:16:00', oldmanId: 'o' }
    expect(groupTaken([held('a', taken), held('b', { oldmanId: 'o' })])).toBe(false)
  })

  it('have the colour of the highest level, and help is always high', () => {
    expect(levelOfAll([held('wet', { level: 2 })])).toBe(2)
    expect(levelOfAll([held('a', { level: 1 }), held('b', { level: 2 })])).toBe(2)
    expect(levelOfAll([held('call', { level: 2, urgency: 1 })])).toBe(3)
  })

  it('are counted by what is done about them', () => {
    expect(countsOf(open)).toEqual({ waiting: 3, taken: 1 })
    expect(countsText({ waiting: 3, taken: 1 })).toBe('未处理告警 3，处理中 1')
    expect(countsText({ waiting: 0, taken: 1 })).toBe('处理中 1')
    expect(countsText({ waiting: 2, taken: 0 })).toBe('未处理告警 2')
  })

  it('offer the usual results of all of them, each once', () => {
    const results = resultsOf([card('a', { type: '5' }), card('b', { type: '1' })])
    expect(results.slice(0, 3)).toEqual(['已更换护理垫', '已协助清洁', '误报，老人安好'])
    expect(new Set(results).size).toBe(results.length)
    expect(results).toContain('已协助回床')
  })
})

describe('a tile says why', () => {
  it.each([
    ['呼叫', { source: 'CALL', type: 'BED' }],
    ['卫生间呼叫', { source: 'CALL', type: 'TOILET' }],
    ['SOS', { source: 'TAG', type: 'sos' }],
    ['尿湿', { kind: 'WET', type: '5' }],
    ['心率 128', { kind: 'HEART', value: 128 }],
    ['离床 14分', { kind: 'EXIT', startAt: '2026-11-13 02:06:00', recoveredAt: null }],
    ['离床 已回', { kind: 'EXIT', startAt: '2026-11-13 02:06:00', recoveredAt: '2026-11-13 02:18:00' }],
  ] as const)('%s', (words, more) => {
    // Whoever calls may be out of bed or have any heart rate: neither is the reason.
    expect(reasonOf(card('a', more), NOW, nothing)).toBe(words)
  })
})

describe('out of bed', () => {
  const exit = { kind: 'EXIT', type: '1', threshold: 10, startAt: '2026-11-13 02:06:00' } as const
  it('is late only beyond its limit', () => {
    expect(titleOf(card('a', { ...exit, recoveredAt: null }), NOW)).toBe('离床超时')
    expect(titleOf(card('a', { ...exit, recoveredAt: '2026-11-13 02:09:00' }), NOW)).toBe('离床')
  })
  it('is not called late while it is being counted', () => {
    expect(watchWord('EXIT')).toBe('离床，计时中')
  })
})
