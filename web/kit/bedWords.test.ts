import { describe, expect, it } from 'vitest'
import { bedSearch } from './bedWords.ts'
import { found } from './initials.ts'

describe('a bed', () => {
  const search = bedSearch({ roomName: '402室', bedName: '02床' }, '松鹤楼>4层>402室>02床', '龚广义')
  it.each(['402-02', '402 02', '40202', '402-2', ' 402室02床 ', '402', '龚广义', '广义', 'ggy', 'GGY', '松鹤楼'])(
    'is found by %s',
    (typed) => expect(found(search, typed)).toBe(true),
  )
  it.each(['402-01', '40201', '02-40', '王秀兰', 'wxl'])('is not found by %s', (typed) =>
    expect(found(search, typed)).toBe(false),
  )
})
