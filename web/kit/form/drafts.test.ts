import { beforeEach, describe, expect, it, vi } from 'vitest'

/** A browser's storage, as the specification of Storage has it. */
function memoryStorage(): Storage {
  const map = new Map<string, string>()
  return {
    get length() {
      return map.size
    },
    clear: () => map.clear(),
    getItem: (key) => map.get(key) ?? null,
    key: (index) => [...map.keys()][index] ?? null,
    removeItem: (key) => void map.delete(key),
    setItem: (key, value) => void map.set(key, value),
  }
}

vi.stubGlobal('window', { localStorage: memoryStorage(), sessionStorage: memoryStorage() })
const { dropDraft, keepable, listDrafts, loadDraft, saveDraft } = await import('./drafts.ts')

const draft = (form: string, values: Record<string, unknown> = { name: '王' }) => ({
  form,
  title: '新增岗位',
  path: '/a',
  values,
})
const DAY = 24 * 3600_000

describe('drafts', () => {
  beforeEach(() => window.localStorage.clear())

  it('keeps what was typed under the product prefix, for one user and one form', () => {
    expect(saveDraft(draft('job.add'), [], 'u1', 1000)).toBe(true)
    expect(window.localStorage.key(0)).toBe('pims2_draft-u1:job.add')
    expect(loadDraft('job.add', 'u1', 2000)?.values).toEqual({ name: '王' })
    expect(loadDraft('job.add', 'u2', 2000)).toBeNull()
    expect(loadDraft('job.edit', 'u1', 2000)).toBeNull()
    dropDraft('job.add', 'u1')
    expect(loadDraft('job.add', 'u1', 2000)).toBeNull()
  })

  it('never keeps secrets or emptiness', () => {
    const values = { userPassword: 'x', oldPwd: 'y', smsCode: '1', pin: '2', name: '', note: null, age: 0, on: false }
    expect(keepable(values, ['pin'])).toEqual({ age: 0, on: false })
    saveDraft(draft('a'), [], 'u1', 1000)
    expect(saveDraft(draft('a', { userPassword: 'x' }), [], 'u1', 1000)).toBe(false)
    expect(loadDraft('a', 'u1', 1000)).toBeNull()
  })

  it('lists newest first, forgets after a week and keeps at most twenty', () => {
    for (let i = 0; i < 25; i++) saveDraft(draft(`f${i}`), [], 'u1', 1000 + i)
    const list = listDrafts('u1', 2000)
    expect(list.map((one) => one.form).slice(0, 2)).toEqual(['f24', 'f23'])
    expect(list).toHaveLength(20)
    expect(listDrafts('u1', 8 * DAY)).toEqual([])
    expect(window.localStorage.length).toBe(0)
  })

  it('refuses what is too large and survives what somebody else wrote there', () => {
    expect(saveDraft(draft('a', { text: '字'.repeat(300_000) }), [], 'u1', 1)).toBe(false)
    window.localStorage.setItem('pims2_draft-u1:b', '{"broken":')
    window.localStorage.setItem('pims2_draft-u1:c', '"text"')
    expect(listDrafts('u1', 2)).toEqual([])
  })
})
