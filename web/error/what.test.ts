import { describe, expect, it } from 'vitest'
import { readTrouble } from './what.ts'

const address = (query: Record<string, string>) => `?${new URLSearchParams(query)}`

describe('the error page', () => {
  it('says what it was told and what to do next', () => {
    const trouble = readTrouble(
      address({ code: '999', message: '网络异常', id: 'E-20261112-154207-8F3A', from: '/index.html' }),
    )
    expect(trouble).toMatchObject({
      code: 999,
      message: '网络异常',
      id: 'E-20261112-154207-8F3A',
      retry: 'index.html',
    })
    expect(trouble.advice).toContain('网络')
  })

  it('has words when it was told nothing', () => {
    expect(readTrouble('')).toMatchObject({ code: null, message: '页面没有打开', id: null, retry: 'index.html' })
  })

  it.each(['https://evil.example/login.html.evil', '//evil.example', 'javascript:alert(1)', '/a/../evil.html', ''])(
    'tries no page but its own: %s',
    (from) => {
      expect(readTrouble(address({ from })).retry).toBe('index.html')
    },
  )

  it('tries the page it came from again, but never itself', () => {
    expect(readTrouble(address({ from: '/login.html' })).retry).toBe('login.html')
    expect(readTrouble(address({ from: '/error.html' })).retry).toBe('index.html')
  })

  it('cuts long texts and takes control characters out', () => {
    expect(readTrouble(address({ message: 'x'.repeat(5000) })).message).toHaveLength(300)
    expect(readTrouble(address({ message: 'a\u202eb\r\nc\u0000d' })).message).toBe('a b c d')
  })

  it('takes only a number for a code and only an id for an id', () => {
    expect(readTrouble(address({ code: '<b>1</b>', id: '<img src=x>' }))).toMatchObject({ code: null, id: null })
  })
})
