import { describe, expect, test } from 'vitest'
import { designFault, emptyDesign, FieldKind, type FormDesignData } from '#contract/kit/formDesign'
import {
  begin,
  changeField,
  copyField,
  insertField,
  moveField,
  newField,
  optionsOf,
  redo,
  removeField,
  step,
  undo,
} from './designEdits.ts'

const ids = (design: FormDesignData) => design.fields.map((field) => field.id).join('')

function of(count: number): FormDesignData {
  let design = emptyDesign()
  for (let i = 0; i < count; i++) design = insertField(design, newField(design, 'text'), i)
  return design
}

describe('the designer', () => {
  test('every kind begins as something that can be saved', () => {
    for (const { value } of FieldKind.list) {
      let design = emptyDesign()
      design = insertField(design, newField(design, value), 0)
      const fault = designFault(design)?.message ?? ''
      // A sum needs something to add up.
      expect([value, fault]).toEqual([value, value === 'score' ? '“总分”要合计的选项都还没有分值' : ''])
    }
  })

  test('moves a field before another, and nowhere when it stays', () => {
    const design = of(4)
    expect(ids(moveField(design, 'f1', 3))).toBe('f2f3f1f4')
    expect(ids(moveField(design, 'f4', 0))).toBe('f4f1f2f3')
    expect(moveField(design, 'f2', 1)).toBe(design)
    expect(moveField(design, 'f2', 2)).toBe(design)
    expect(ids(moveField(design, 'f2', 4))).toBe('f1f3f4f2')
  })

  test('a copy has an id of its own; what is removed takes conditions along', () => {
    let design = of(2)
    design = changeField(design, 'f2', { when: { field: 'f1', test: 'filled' } })
    const copied = copyField(design, 'f2')!
    expect(ids(copied.design)).toBe('f1f2f3')
    expect(copied.copy.when).toEqual({ field: 'f1', test: 'filled' })
    expect(removeField(copied.design, 'f1').fields.every((field) => !field.when)).toBe(true)
  })

  test('an option that goes is no default and no condition any more', () => {
    let design = emptyDesign()
    design = insertField(design, { ...newField(design, 'radio'), initial: 'o2' }, 0)
    design = insertField(design, { ...newField(design, 'text'), when: { field: 'f1', test: 'is', value: 'o2' } }, 1)
    design = changeField(design, 'f1', { options: [{ value: 'o1', label: '是' }] })
    expect(design.fields[0]!.initial).toBeNull()
    expect(design.fields[1]!.when).toEqual({ field: 'f1', test: 'is', value: null })
  })

  test('pasted lines become options with their scores', () => {
    expect(optionsOf('无 0\n有：25\n\n无\n拒绝回答\n', [])).toEqual([
      { value: 'o1', label: '无', score: 0 },
      { value: 'o2', label: '有', score: 25 },
      { value: 'o3', label: '拒绝回答' },
    ])
  })

  test('goes back and forth; typing in one place is one step', () => {
    const [a, b, c, d] = [of(0), of(1), of(2), of(3)]
    let history = step(step(step(begin(a), b), c, 'f1:title'), d, 'f1:title')
    expect(history.past).toEqual([a, b])
    history = undo(history)
    expect(history.now).toBe(b)
    expect(redo(history).now).toBe(d)
    expect(undo(undo(history)).now).toBe(a)
    expect(step(history, c).future).toEqual([])
  })
})
