import { describe, expect, it } from 'vitest'
import { anything, bool, int, list, nul, obj, opt, str } from '#contract/kit/schema'
import { projectorOf } from './project.ts'
import { columnsOfResult, markRows } from './rowColumns.ts'

const Row = obj({ id: str(), name: nul(str()), count: int(), open: bool(), more: opt(anything()) })
const written = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown

describe('what leaves the server', () => {
  const project = projectorOf(Row, 'row')
  const row = { id: 'a', name: null, count: 3, open: true }

  it('is the declared fields, in the declared order', () => {
    const seen = project({ open: true, secret: 'x', count: 3, name: null, id: 'a', password_hash: 'y' })
    expect(JSON.stringify(seen)).toBe('{"id":"a","name":null,"count":3,"open":true}')
  })

  it('has the declared kinds: sums arrive as texts, keys as numbers', () => {
    expect(project({ ...row, id: 7, count: '12' })).toEqual({ ...row, id: '7', count: 12 })
  })

  it('lacks nothing that is declared', () => {
    expect(() => project({ id: 'a', name: null, open: true })).toThrow('row.count is declared and not answered')
    expect(project(null)).toBeNull()
    expect(project({ ...row, more: { any: [1] } })).toEqual({ ...row, more: { any: [1] } })
  })

  it('is checked inside lists and objects as well', () => {
    const nested = projectorOf(obj({ list: list(obj({ inner: nul(Row) })) }), 'nested')
    const seen = nested({ list: [{ inner: { ...row, secret: 1 }, secret: 2 }, { inner: null }], secret: 3 })
    expect(seen).toEqual({ list: [{ inner: row }, { inner: null }] })
  })
})

describe('rows of the database', () => {
  const project = projectorOf(list(Row), 'rows')
  const column = (name: string, dataTypeID: number) => ({ name, dataTypeID }) as never
  const columns = (...more: [string, number][]) =>
    columnsOfResult(
      ([['id', 1043], ['name', 25], ['count', 23], ['open', 16], ['total_', 20], ...more] as [string, number][]).map(
        ([name, type]) => column(name, type),
      ),
    )
  const rows = (more: object = {}) => [{ id: 'a', name: '甲', count: 3, open: true, total_: undefined, ...more }]

  it('leave as they are when every column is declared', () => {
    const given = rows()
    markRows(given, columns())
    expect(project(given)).toBe(given)
    expect(written(given)).toEqual([{ id: 'a', name: '甲', count: 3, open: true }])
  })

  it('lose a column that is not declared, and a key that somebody added', () => {
    const selected = rows({ password_hash: 'x' })
    markRows(selected, columns(['password_hash', 25]))
    expect(project(selected)).toEqual([{ id: 'a', name: '甲', count: 3, open: true }])
    const added = rows()
    markRows(added, columns())
    Object.assign(added[0]!, { secret: 'x' })
    expect(JSON.stringify(project(added))).not.toContain('secret')
  })

  it('are converted when a column has another kind than declared', () => {
    const sums = [{ id: 'a', name: null, count: '12', open: true, total_: undefined }]
    const kinds = [
      ['id', 1043],
      ['name', 25],
      ['count', 1700],
      ['open', 16],
      ['total_', 20],
    ] as const
    markRows(sums, columnsOfResult(kinds.map(([name, type]) => column(name, type))))
    expect(project(sums)).toEqual([{ id: 'a', name: null, count: 12, open: true }])
  })
})
