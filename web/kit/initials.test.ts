import { describe, expect, it } from 'vitest'
import { found, initialsOf, nearness, searchText } from './initials.ts'

describe('first letters', () => {
  it.each([
    ['松鹤楼护理组', 'shlhlz'],
    ['责任护士', 'zrhs'],
    ['维吾尔族', 'wwez'],
    ['澳门特别行政区', 'amtbxzq'],
    ['203 室 VIP', '203svip'],
    ['', ''],
  ])('%s → %s', (words, letters) => {
    expect(initialsOf(words)).toBe(letters)
  })

  it('find an entry by words, letters and codes', () => {
    const search = searchText('前台文员', 'ROLE7')
    for (const typed of ['文员', 'QTWY', ' wy ', 'role7']) expect([typed, found(search, typed)]).toEqual([typed, true])
    expect(found(search, '护士')).toBe(false)
    expect(found(undefined, 'x')).toBe(false)
  })

  it('put first what begins with them', () => {
    const bed = searchText('康宁楼>1层>101室>01床')
    const number = searchText('松鹤楼>2层>203室>01床', '20101011')
    expect([nearness(searchText('101'), '101'), nearness(bed, '101'), nearness(number, '101')]).toEqual([0, 1, 2])
  })
})
