import { expect, it } from 'vitest'
import { bedCode, codeNames, elderCode, looksLikeCode } from './careCode.ts'

const elder = { oldmanId: '019a0c', bedId: '019b7f' }

it('names an elder by band or bed, whatever caps lock made of it, and nobody else', () => {
  expect(
    [elderCode('019a0c'), ` ${bedCode('019b7f')} `, 'yyr-019A0C', '019b7f', elderCode('019b7f'), 'YYR-', ''].map(
      (code) => codeNames(code, elder),
    ),
  ).toEqual([true, true, true, true, false, false, false])
  expect(codeNames('YYB-', { oldmanId: 'x', bedId: null })).toBe(false)
})

it('knows a code from what people type', () => {
  expect(['Y', 'yy', 'YYB-', 'YYR-0', 'YYB-019b7f', '1', 'Yes', 'YYX-1', 'YYB-1 2', ''].map(looksLikeCode)).toEqual([
    'begun',
    'begun',
    'begun',
    'whole',
    'whole',
    null,
    null,
    null,
    null,
    null,
  ])
})
