// Filling a designed form in: what is asked for, what will do, what it adds up to.
import { describe, expect, test } from 'vitest'
import { designFault, type FormDesignData, type FormFieldData, sameDesign, tidyDesign } from './formDesign.ts'
import { type FormValues, keptValues, scoreOf, shownFields, valueProblems } from './formValues.ts'

const field = (id: string, kind: FormFieldData['kind'], more: Partial<FormFieldData> = {}): FormFieldData => ({
  id,
  kind,
  title: id.toUpperCase(),
  width: 1,
  ...more,
})
const form = (...fields: FormFieldData[]): FormDesignData => ({ paper: 'A4', letterhead: true, fields })
const yes = [
  { value: 'o1', label: '有', score: 25 },
  { value: 'o2', label: '无', score: 0 },
]
const shown = (design: FormDesignData, values: FormValues) =>
  shownFields(design, values)
    .map((one) => one.id)
    .join('')

describe('conditions', () => {
  const design = form(
    field('a', 'radio', { options: yes }),
    field('b', 'text', { when: { field: 'a', test: 'is', value: 'o1' }, required: true }),
    field('c', 'number', { when: { field: 'b', test: 'filled' } }),
    field('d', 'text', { when: { field: 'c', test: 'least', value: '3' } }),
  )

  test('hide a field, and what hangs on it', () => {
    expect(shown(design, {})).toBe('a')
    expect(shown(design, { a: 'o1' })).toBe('ab')
    expect(shown(design, { a: 'o1', b: 'x', c: 3 })).toBe('abcd')
    expect(shown(design, { a: 'o2', b: 'x', c: 3 })).toBe('a')
    expect(shown(design, { a: 'o1', b: 'x', c: 2 })).toBe('abc')
  })

  test('hidden fields are neither asked for nor kept', () => {
    expect(valueProblems(design, { a: 'o2' })).toEqual({})
    expect(valueProblems(design, { a: 'o1' })).toEqual({ b: '请填写B' })
    expect(keptValues(design, { a: 'o2', b: 'x', c: 3 })).toEqual({ a: 'o2' })
  })

  test('a tick among several counts, and so does a total', () => {
    const many = form(
      field('a', 'checkbox', { options: yes }),
      field('b', 'text', { when: { field: 'a', test: 'not', value: 'o2' } }),
      field('s', 'score'),
      field('c', 'text', { when: { field: 's', test: 'least', value: '20' } }),
    )
    expect(shown(many, { a: ['o1', 'o2'] })).toBe('asc')
    expect(shown(many, { a: ['o1'] })).toBe('absc')
    expect(shown(many, { a: ['o2'] })).toBe('as')
  })

  test('a total that still grows is not yet below anything', () => {
    const low = form(
      field('a', 'radio', { options: yes }),
      field('b', 'radio', { options: yes }),
      field('s', 'score'),
      field('c', 'text', { when: { field: 's', test: 'most', value: '30' } }),
    )
    expect(shown(low, {})).toBe('abs')
    expect(shown(low, { a: 'o1' })).toBe('abs')
    expect(shown(low, { a: 'o1', b: 'o2' })).toBe('absc')
    expect(shown(low, { a: 'o1', b: 'o1' })).toBe('abs')
    const own = form(
      ...low.fields.slice(1),
      field('a', 'radio', { options: yes, when: { field: 's', test: 'least', value: '1' } }),
    )
    expect(designFault(own)?.message).toBe('“A”自己有分值，不能以得分合计为显示条件')
  })
})

test('points are added up and fall into a band; open questions are counted', () => {
  const score = field('s', 'score', {
    bands: [
      { from: 25, label: '中' },
      { from: 0, label: '低' },
      { from: 45, label: '高' },
    ],
  })
  const design = form(field('a', 'radio', { options: yes }), field('b', 'radio', { options: yes }), score)
  expect(scoreOf(design, {}, score)).toEqual({ total: 0, band: '低', open: 2 })
  expect(scoreOf(design, { a: 'o1' }, score)).toEqual({ total: 25, band: '中', open: 1 })
  expect(scoreOf(design, { a: 'o1', b: 'o1' }, score)).toEqual({ total: 50, band: '高', open: 0 })
})

test('values that do not fit are named', () => {
  const design = form(
    field('n', 'number', { min: 34, max: 43, unit: '℃' }),
    field('d', 'date'),
    field('r', 'radio', { options: yes }),
    field('p', 'staff', { required: true }),
    field('x', 'select', { dictionary: 'relation' }),
    field('t', 'table', {
      rows: 2,
      columns: [
        { id: 'c1', title: '体温', kind: 'number' },
        { id: 'c2', title: '时间', kind: 'time' },
      ],
    }),
    field('g', 'sign', { required: true }),
  )
  expect(
    valueProblems(design, {
      n: 50,
      d: '2026-02-30',
      r: 'o9',
      x: 'text',
      t: [{ c1: 37 }, { c1: 36.5, c2: '25:00' }],
    }),
  ).toEqual({
    n: 'N不能大于 43℃',
    d: 'D应为 年-月-日',
    r: 'R不在选项里',
    p: '请选择P',
    x: 'X格式不正确',
    t: 'T第 2 行的“时间”应为时间',
    g: '请签名：G',
  })
  const good: FormValues = {
    n: 37,
    p: { id: 'u1', name: '李小梅' },
    x: { id: '1', name: '子女' },
    t: [{ c1: 37, c2: '08:30' }, { c1: null }],
    g: '/files/a.png',
  }
  expect(valueProblems(design, good)).toEqual({})
  expect(keptValues(design, good).t).toEqual([{ c1: 37, c2: '08:30' }])
  expect(valueProblems(design, { ...good, t: [{}, {}, {}] as never })).toEqual({})
  expect(valueProblems(design, { ...good, t: [{ c1: 1 }, { c1: 1 }, { c1: 1 }] })).toEqual({ t: 'T最多 2 行' })
})

test('a design is the same whatever the order of its keys and however much nothing it says', () => {
  const a = form(field('a', 'radio', { options: yes, hint: ' ', required: false, unit: '个' }))
  const b = form({ options: yes.map(({ value, label, score }) => ({ score, label, value })), ...field('a', 'radio') })
  expect(sameDesign(a, b)).toBe(true)
  expect(tidyDesign(a).fields[0]).toEqual({ id: 'a', kind: 'radio', title: 'A', width: 1, options: yes })
  expect(sameDesign(a, form(field('a', 'radio', { options: yes.slice(1) })))).toBe(false)
  expect(designFault(a)).toBeNull()
})
