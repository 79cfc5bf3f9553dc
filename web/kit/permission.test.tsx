import { renderToStaticMarkup } from 'react-dom/server'
import { afterEach, describe, expect, it } from 'vitest'
import type { SessionData } from '#contract/platform/session'
import { Allowed, faceOf, NOT_ALLOWED_TITLE } from './permission.tsx'
import { mayNow, useSession } from './session.ts'

const as = (...codes: string[]) => useSession.setState({ user: {} as SessionData, authority: new Set(codes) })
afterEach(() => useSession.setState(useSession.getInitialState()))

describe('permission expressions', () => {
  it('are any of, all of, one, or nobody', () => {
    as('a', 'b')
    expect([mayNow('a'), mayNow('c'), mayNow('a|c'), mayNow('a&b'), mayNow('a&c'), mayNow('a&c|b')]).toEqual([
      true,
      false,
      true,
      true,
      false,
      true,
    ])
    expect(mayNow('')).toBe(false)
    expect(mayNow('signedIn')).toBe(true)
  })
  it('give nothing to nobody', () => {
    expect([mayNow('signedIn'), mayNow('a'), mayNow('open')]).toEqual([false, false, true])
  })
})

describe('elements', () => {
  const button = (
    <button type="button" className="x" onClick={() => undefined}>
      作废
    </button>
  )
  const html = (allowed: boolean, mode: 'remove' | 'disable') =>
    renderToStaticMarkup(faceOf(allowed, { needs: 'a', mode, children: button } as Parameters<typeof faceOf>[1]))

  it('are removed, or disabled by class and attribute', () => {
    expect(html(true, 'remove')).toBe('<button type="button" class="x">作废</button>')
    expect(html(true, 'disable')).toBe('<button type="button" class="x">作废</button>')
    expect(html(false, 'remove')).toBe('')
    expect(html(false, 'disable')).toBe(
      `<button type="button" class="x is-disabled" disabled="" aria-disabled="true" title="${NOT_ALLOWED_TITLE}">作废</button>`,
    )
  })
  it('do not act when disabled, even where the element has no such attribute', () => {
    const link = faceOf(false, { needs: 'a', mode: 'disable', children: <span onClick={() => undefined} /> })
    expect((link as { props: { onClick: unknown } }).props.onClick).toBeUndefined()
  })
  it('are not there for somebody who is not signed in', () => {
    expect(renderToStaticMarkup(<Allowed needs="signedIn">{button}</Allowed>)).toBe('')
  })
})
