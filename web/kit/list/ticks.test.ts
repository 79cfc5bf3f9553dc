// Ticks without a table: a range under Shift, all of a page, and who is told.
import { expect, it } from 'vitest'
import { createTicks, tickTo } from './ticks.tsx'

interface Row {
  id: string
}
const rows: Row[] = ['a', 'b', 'c', 'd', 'e'].map((id) => ({ id }))
const made = () => createTicks<Row>((row) => row.id)
const keys = (ticks: ReturnType<typeof made>) => [...ticks.now().keys()]

it('a tick is put and taken away, and everybody who listens is told', () => {
  const ticks = made()
  let told = 0
  const stop = ticks.subscribe(() => told++)
  tickTo(ticks, rows, rows[1]!, false)
  expect(keys(ticks)).toEqual(['b'])
  tickTo(ticks, rows, rows[1]!, false)
  expect(keys(ticks)).toEqual([])
  stop()
  ticks.put(rows, true)
  expect(keys(ticks)).toEqual(['a', 'b', 'c', 'd', 'e'])
  expect(told).toBe(2)
})

it('under Shift everything from the last tick to this one becomes as this one, in both directions', () => {
  const ticks = made()
  tickTo(ticks, rows, rows[3]!, false)
  tickTo(ticks, rows, rows[1]!, true)
  expect(keys(ticks).sort()).toEqual(['b', 'c', 'd'])
  tickTo(ticks, rows, rows[2]!, true)
  expect(keys(ticks)).toEqual(['d'])
})

it('rows of another page stay ticked, and a range does not reach over to them', () => {
  const ticks = made()
  tickTo(ticks, [{ id: 'x' }], { id: 'x' }, false)
  tickTo(ticks, rows, rows[2]!, true)
  expect(keys(ticks)).toEqual(['x', 'c'])
  ticks.clear()
  expect(ticks.now().size).toBe(0)
})
