import { expect, it } from 'vitest'
import { isSilent } from './tabletSilence.ts'

const heard = { at: '2026-11-16 15:38:00', waiting: 0 }

it('a device is silent after two minutes, and gone home after half a day', () => {
  const at = (now: string) => isSilent(heard, `2026-11-${now}`)
  expect(['16 15:37:59', '16 15:38:00', '16 15:40:00', '16 15:40:01', '17 03:38:00', '17 03:38:01'].map(at)).toEqual([
    false,
    false,
    false,
    true,
    true,
    false,
  ])
  expect(isSilent(null, '2026-11-16 15:40:00')).toBe(false)
})
