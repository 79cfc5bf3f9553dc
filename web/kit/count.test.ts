import { expect, it } from 'vitest'
import { counted } from './count.ts'

it('groups thousands as the browser would', () => {
  for (const value of [0, 7, 999, 1000, 12_345, 999_999, 1_000_000, -1234, 1_234_567_890])
    expect(counted(value)).toBe(value.toLocaleString('zh-CN'))
})
