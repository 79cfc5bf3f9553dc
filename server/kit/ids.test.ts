import { describe, expect, it, vi } from 'vitest'
import { fixedId, newId } from './ids.ts'

describe('ids', () => {
  it('sort in the order they were made, also within a millisecond and when the clock is set back', () => {
    vi.useFakeTimers({ now: 1_800_000_000_000 })
    try {
      const first = Array.from({ length: 70_000 }, newId)
      vi.setSystemTime(1_700_000_000_000)
      const all = [...first, ...Array.from({ length: 1000 }, newId)]
      expect(all).toEqual([...all].sort())
      expect(new Set(all).size).toBe(all.length)
      for (const id of [all[0]!, all[69_999]!, all.at(-1)!]) expect(id).toMatch(/^[0-9a-f]{32}$/)
    } finally {
      vi.useRealTimers()
    }
  })

  it('are the same for the same name', () => {
    expect(fixedId('a')).toBe(fixedId('a'))
    expect(fixedId('a')).not.toBe(fixedId('b'))
    expect(fixedId('a')).toMatch(/^[0-9a-f]{32}$/)
  })
})
