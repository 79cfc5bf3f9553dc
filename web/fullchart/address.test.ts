import { describe, expect, it } from 'vitest'
import { orgIdOf, screenKeyOf } from './address.ts'

const ID = 'a0000000000000000000000000000001'

describe('the organisation of a wall', () => {
  it('is named by the address', () => {
    expect(orgIdOf(`?orgId=${ID}`, null)).toBe(ID)
    expect(orgIdOf(`?orgId=${ID}`, { orgId: 'b1' })).toBe(ID)
  })
  it('is remembered', () => {
    expect(orgIdOf('', { orgId: ID })).toBe(ID)
  })
  it.each(['', '../x', 'a b', '<b>', 'x'.repeat(65)])('is no %j', (text) => {
    expect(orgIdOf(`?orgId=${encodeURIComponent(text)}`, { orgId: ID })).toBeNull()
    expect(orgIdOf('', { orgId: text })).toBeNull()
  })
  it.each([null, 7, 'text', {}, { orgId: 5 }])('survives %j in the storage', (kept) => {
    expect(orgIdOf('', kept)).toBeNull()
  })
})

describe('the key of a wall', () => {
  const KEY = 'k_-9'.repeat(10).padEnd(43, 'x')
  it('stands behind the #', () => {
    expect(screenKeyOf(`#${KEY}`)).toBe(KEY)
  })
  it.each(['', '#', `#${KEY}x`, `#${KEY.slice(1)}`, '#/home', `#${'<'.repeat(43)}`])('is none in %j', (hash) => {
    expect(screenKeyOf(hash)).toBeNull()
  })
})
