// Every spelling in which an address of a file may come in is found.
import { describe, expect, test } from 'vitest'
import { fileIdOf } from '#contract/kit/fileAddress'
import { fileIdsIn } from './fileGuard.ts'

const A = '0190aabbccddeeff0011223344556677'
const B = 'f190aabbccddeeff0011223344556678'

describe('the files that a text names', () => {
  test.each([
    [`/files/${A}/x.png`, [A]],
    [`/files/${A}`, [A]],
    [`https://elsewhere.example/files/${A}/x.png?time=1`, [A]],
    [`//files//${A}//x.png`, [A]],
    [`/files/${A}/files/${B}/x.png`, [A, B]],
    [`/files/${A}/..%2f..%2Ffiles%2f${B}%2Fx.png`, [A, B]],
    [`%252Ffiles%252F${A}`, [A]],
    [`\\/files\\/${A}\\/x.png`, [A]],
    [`{"url":"\\u002ffiles\\u002f${A}\\u002fx"}`, [A]],
    [`<img src="&#47;files&#x2f;${A}&sol;x">`, [A]],
    [`%66iles: /%66iles/%30190aabbccddeeff0011223344556677`, [A]],
    [`/Files/${A}`, [A]],
    [`/static/img/noUser.png`, []],
    [`files of ${A}`, []],
    ['100% & more', []],
    ['', []],
  ])('%s', (text, ids) => {
    expect(fileIdsIn(text)).toEqual(ids)
  })

  test('a long text without one costs little', () => {
    expect(fileIdsIn('%2'.repeat(200_000))).toEqual([])
    expect(fileIdsIn('/files/'.repeat(50_000))).toHaveLength(1)
  })
})

describe('an address', () => {
  test.each([
    [`/files/${A}/x.png`, A],
    [`/files/${A}/%E5%8D%B0.png?time=1`, A],
    [`/files/${A}`, A],
    [`http://house.example/files/${A}/x.png`, A],
    [`/files/${A}/files/${B}/x.png`, null],
    [`/files/${A}/x/../${B}`, null],
    [`x/files/${A}/x.png`, null],
    [`//files/${A}/x.png`, null],
    ['/files/', null],
    ['', null],
  ])('%s', (address, id) => {
    expect(fileIdOf(address)).toBe(id)
  })
})
