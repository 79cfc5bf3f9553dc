import { describe, expect, it } from 'vitest'
import { mainAddress, readArrival, safeRoute } from './arrival.ts'

describe('the way back after sign-in', () => {
  it.each(['#/home', '#/live/Outing/register?state=1&name=%E7%8E%8B', '#/oldman/list/12ab', '#/'])(
    'opens the route %s of the main page',
    (route) => {
      expect(safeRoute(route)).toBe(route)
      expect(mainAddress(route)).toBe(`index.html${route}`)
    },
  )

  it('reads a route without its hash sign', () => {
    expect(mainAddress('/home')).toBe('index.html#/home')
  })

  it.each([
    'https://evil.example/',
    '//evil.example/x',
    '#//evil.example',
    'javascript:alert(1)',
    '#javascript:alert(1)',
    '#/\\evil.example',
    '/\\/evil.example',
    '#/home\r\nSet-Cookie: a=b',
    '#/ho me',
    'data:text/html,x',
    'login.html',
    '../other',
    `#/${'a'.repeat(3000)}`,
    '',
    null,
    undefined,
  ])('does not follow %s', (route) => {
    expect(mainAddress(route)).toBe('index.html')
  })

  it('never leaves the page’s own origin', () => {
    const page = 'https://yiyuan.example/console/login.html'
    for (const route of ['//evil.example', 'https://evil.example', '#/home', '/home', '/\\evil.example']) {
      const target = new URL(mainAddress(route), page)
      expect(target.origin + target.pathname).toBe('https://yiyuan.example/console/index.html')
    }
  })
})

describe('why somebody is here', () => {
  it('says it in words for the session codes', () => {
    expect(readArrival('?reason=4012&from=%23%2Fhome')).toEqual({
      word: { kind: 'warn', text: '该账号已在别处登录，请重新登录' },
      from: '#/home',
    })
    expect(readArrival('?reason=4011').word?.text).toBe('登录状态已过期，请重新登录')
    expect(readArrival('?reason=4013').word?.text).toBe('用户关键信息已变更，请重新登录')
    expect(readArrival('?reason=4019').word?.text).toBe('登录状态已失效，请重新登录')
  })

  it('tells who changed the password to use the new one', () => {
    expect(readArrival('?reason=password').word?.kind).toBe('good')
  })

  it('shows no text from the address', () => {
    for (const reason of ['请把密码发到 13800000000', '<b>x</b>', 'constructor', '__proto__', '5000']) {
      expect(readArrival(`?reason=${encodeURIComponent(reason)}`).word).toBeNull()
    }
    expect(readArrival('').word).toBeNull()
  })
})
