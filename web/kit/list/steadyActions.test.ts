import { expect, it } from 'vitest'
import { allowedActions, type ListHandle, type RowAction, runAction, titleOf } from './acts.ts'
import { keepActions } from './steadyActions.ts'

interface Row {
  name: string
}
const rows: Row[] = [{ name: '王' }, { name: '李' }]
const all = () => true
const list = {} as ListHandle
const shown = (actions: readonly RowAction<Row>[], row: Row) =>
  allowedActions(actions, row, all).map((action) => titleOf(action, row))

it('acts that read the same stay the same, and do the latest', () => {
  const keep = keepActions<Row>()
  const done: string[] = []
  const actions = (round: number): RowAction<Row>[] => [
    { title: '详情', onClick: (row) => done.push(`${round}${row.name}`) },
  ]
  const first = keep(actions(1), rows, all)
  const second = keep(actions(2), rows, all)
  expect(second).toBe(first)
  runAction(first[0]!, rows[1]!, list)
  expect(done).toEqual(['2李'])
})

it('a title, a condition or a right that changes on any row makes others', () => {
  const keep = keepActions<Row>()
  const actions = (word: string, only: string): RowAction<Row>[] => [
    { title: (row) => `${word}${row.name}` },
    { title: '停用', needs: 'stop', when: (row) => row.name === only },
  ]
  const first = keep(actions('看', '王'), rows, all)
  expect(rows.map((row) => shown(first, row))).toEqual([['看王', '停用'], ['看李']])
  const renamed = keep(actions('查', '王'), rows, all)
  expect(renamed).not.toBe(first)
  const other = keep(actions('查', '李'), rows, all)
  expect(other).not.toBe(renamed)
  expect(rows.map((row) => shown(other, row))).toEqual([['查王'], ['查李', '停用']])
  expect(keep(actions('查', '李'), rows, (needs) => needs !== 'stop')).not.toBe(other)
})

it('a form opens as before', () => {
  const opened: unknown[] = []
  const form = { kind: 'form' } as never
  const [act] = keepActions<Row>()([{ title: '编辑', form: () => form }], rows, all)
  runAction(act!, rows[0]!, { ...list, openForm: (asked) => opened.push(asked) })
  expect(opened).toEqual([form])
})
