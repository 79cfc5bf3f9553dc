import { beforeEach, describe, expect, it } from 'vitest'
import { badgeOf, setBadge, useBadges } from '#web/kit/badges'
import { badgesOf } from './waiting.ts'

describe('counts beside menu entries', () => {
  beforeEach(() => useBadges.setState({ badges: {} }))

  it('are those of the to-dos, by the page where they are done', () => {
    const found = badgesOf([
      { route: '/live/Outing/audit', count: 3, tone: 'amber' },
      { route: '/live/Outing/register?phase=late', count: 0, tone: 'red' },
      { route: '/live/stay?due=trial', count: 2, tone: 'amber' },
      { route: '/live/stay?due=late', count: 1, tone: 'red' },
    ])
    expect([...found]).toEqual([
      ['/live/Outing/audit', { count: 3, tone: 'plain' }],
      ['/live/stay', { count: 3, tone: 'red' }],
    ])
  })

  it('stand beside an entry of another address that opens the same page', () => {
    setBadge('/live/Outing/audit', 3)
    const { badges } = useBadges.getState()
    const real = (target: string) => (target === '/oldman/outCheckList' ? '/live/Outing/audit' : target)
    expect(badgeOf(badges, { path: '/oldman/outCheckList', target: '/oldman/outCheckList' }, real)?.count).toBe(3)
    expect(badgeOf(badges, { path: '/elsewhere', target: '/elsewhere' }, real)).toBeUndefined()
    setBadge('/live/Outing/audit', 0)
    expect(useBadges.getState().badges).toEqual({})
  })
})
