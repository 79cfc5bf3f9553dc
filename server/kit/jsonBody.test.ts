import { describe, expect, it } from 'vitest'
import { Refusal } from '#contract/kit/refusal'
import { readJson } from './jsonBody.ts'

const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
const refusal = (text: string) => {
  try {
    readJson(text)
    return null
  } catch (error) {
    expect(error).toBeInstanceOf(Refusal)
    return (error as Refusal).message
  }
}

describe('a JSON body', () => {
  it('is read as it is', () => {
    const value = { 名: '王秀兰 👵', list: [1, null, { a: true }], '': 'x', constructor: 1 }
    expect(readJson(JSON.stringify(value))).toEqual(value)
    expect(readJson('"text"')).toBe('text')
    expect(readJson('null')).toBeNull()
  })

  it('is refused when it is none, or nests deeper than a stack bears', () => {
    expect(refusal('{')).toBe('请求内容不是有效的 JSON')
    expect(refusal('')).toBe('请求内容不是有效的 JSON')
    expect(refusal(nested(64))).toBeNull()
    expect(refusal(nested(65))).toBe('提交内容的嵌套不能超过 64 层')
    expect(refusal(nested(100_000))).toBe('提交内容的嵌套不能超过 64 层')
    expect(refusal(`${'{"a":'.repeat(65)}1${'}'.repeat(65)}`)).toBe('提交内容的嵌套不能超过 64 层')
  })

  it('has whole characters only, in fields and in their names', () => {
    const read = readJson('{"cut":"\\ud83d","pair":"\\ud83d\\ude00","\\udc00k":["x\\ud800"]}')
    expect(read).toEqual({ cut: '\ufffd', pair: '😀', '\ufffdk': ['x\ufffd'] })
  })

  it('cannot name a prototype', () => {
    const read = readJson('{"__proto__":{"polluted":true},"a":{"__proto__":[],"b":1}}') as { a: object }
    expect(Object.keys(read)).toEqual(['a'])
    expect(Object.keys(read.a)).toEqual(['b'])
    expect(Object.getPrototypeOf(read)).toBe(Object.prototype)
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
  })
})
