// Every rule about values, without a database.
import { describe, expect, it } from 'vitest'
import { dictionaryCodes } from '#contract/systemSetting/dictionaryCodes'
import { planValues, type StoredValue } from './dictionaryPlan.ts'
import { dictionarySets, isLocked } from './dictionarySets.ts'

const value = (n: number, more: Partial<StoredValue> = {}): StoredValue => ({
  valueId: `id${n}`,
  value: String(n),
  label: `值${n}`,
  parentValue: null,
  enabled: true,
  system: false,
  ...more,
})
const same = (one: StoredValue) => ({ valueId: one.valueId, label: one.label })
const stored = [value(1), value(2), value(3, { system: true })]

describe('values of a dictionary', () => {
  it('keep, rename, disable, move, add and take out in one go, and say so', () => {
    const plan = planValues('open', stored, [
      { label: '新的' },
      { valueId: 'id3', label: '值3', enabled: false },
      { valueId: 'id1', label: '改名' },
    ])
    expect(plan.rows.map((row) => [row.valueId, row.value, row.label, row.enabled, row.sort])).toEqual([
      [null, '4', '新的', true, 1],
      ['id3', '3', '值3', false, 2],
      ['id1', '1', '改名', true, 3],
    ])
    expect(plan.gone.map((one) => one.value)).toEqual(['2'])
    expect(plan.changes).toMatchObject({
      '值 4': [null, '新的（启用）'],
      '值 3': ['值3（启用）', '值3（停用）'],
      '值 1': ['值1（启用）', '改名（启用）'],
      '值 2': ['值2（启用）', null],
    })
    expect(planValues('open', stored, stored.map(same)).changes).toEqual({})
    expect(planValues('open', stored, [...stored].reverse().map(same)).changes).toEqual({
      顺序: ['值1、值2、值3', '值3、值2、值1'],
    })
  })

  it('never reuse a number that was delivered once', () => {
    expect(planValues('open', [value(1)], [same(value(1)), { label: '新的' }], ['1', '2', '9']).rows[1]!.value).toBe(
      '10',
    )
  })

  const refused: [string, () => unknown, RegExp][] = [
    [
      'a changed code',
      () => planValues('open', stored, [{ valueId: 'id1', value: '9', label: '值1' }, ...stored.slice(1).map(same)]),
      /编码已经使用/,
    ],
    [
      'a renamed locked value',
      () => planValues('standard', stored, [...stored.slice(0, 2).map(same), { valueId: 'id3', label: '改' }]),
      /标准给定的值，名称不能修改/,
    ],
    ['a locked value taken out', () => planValues('open', stored, stored.slice(0, 2).map(same)), /不能删除，可以停用/],
    ['an added value of a fixed set', () => planValues('fixed', [], [{ label: '新' }]), /由系统固定/],
    [
      'a disabled value of a fixed set',
      () =>
        planValues('fixed', stored, [{ valueId: 'id1', label: '值1', enabled: false }, ...stored.slice(1).map(same)]),
      /不能停用/,
    ],
    ['two equal names', () => planValues('open', [], [{ label: '甲' }, { label: ' 甲 ' }]), /名称“甲”重复/],
    [
      'two equal codes',
      () =>
        planValues(
          'open',
          [],
          [
            { label: '甲', value: 'a' },
            { label: '乙', value: 'a' },
          ],
        ),
      /编码“a”重复/,
    ],
    ['blank names', () => planValues('open', [], [{ label: '  ' }]), /第 1 行没有填写名称/],
    [
      'one value twice',
      () => planValues('open', stored, [...stored.map(same), { valueId: 'id1', label: '又一次' }]),
      /出现了两次/,
    ],
    [
      'an id nobody knows',
      () => planValues('open', stored, [{ valueId: 'no', label: '甲' }, ...stored.map(same)]),
      /已被删除/,
    ],
    ['nothing enabled', () => planValues('open', [], [{ label: '甲', enabled: false }]), /至少启用一个值/],
    ['a parent that is not there', () => planValues('open', [], [{ label: '甲', parentValue: 'x' }]), /上级不存在/],
    [
      'four levels',
      () =>
        planValues(
          'open',
          [],
          ['a', 'b', 'c', 'd'].map((one, i, all) => ({ label: one, value: one, parentValue: all[i - 1] ?? null })),
        ),
      /超过了 3 级/,
    ],
    [
      'a circle',
      () =>
        planValues(
          'open',
          [],
          [
            { label: '甲', value: 'a', parentValue: 'b' },
            { label: '乙', value: 'b', parentValue: 'a' },
          ],
        ),
      /超过了 3 级/,
    ],
    [
      'a parent taken away',
      () => planValues('open', [value(1), value(2, { parentValue: '1' })], [{ valueId: 'id2', label: '值2' }]),
      /“值1”下面还有“值2”，不能删除/,
    ],
  ]
  it.each(refused)('refuse %s', (_, plan, message) => {
    expect(plan).toThrow(message)
  })
})

describe('the delivered sets', () => {
  it('are the ones the contract names, each value once, levels complete', () => {
    expect(dictionarySets.map((set) => set.code)).toEqual([...dictionaryCodes])
    for (const set of dictionarySets) {
      const values = set.values.map((one) => one.value)
      expect([set.code, new Set(values).size]).toEqual([set.code, values.length])
      for (const one of set.values) if (one.parent !== undefined) expect(values).toContain(one.parent)
      expect(() =>
        planValues(
          'open',
          [],
          set.values.map((one) => ({ value: one.value, label: one.label, parentValue: one.parent ?? null })),
        ),
      ).not.toThrow()
    }
  })

  it('lock what the specification or a standard gives', () => {
    const lockedOf = (code: string) => {
      const set = dictionarySets.find((one) => one.code === code)!
      return set.values.filter((one) => isLocked(set, one)).length
    }
    expect(lockedOf('ethnicGroups')).toBe(56)
    expect(lockedOf('residenceStatus')).toBe(6)
    expect(lockedOf('chronicDisease')).toBe(22)
    expect(lockedOf('drug_form')).toBe(0)
    expect(lockedOf('elderCategory')).toBe(2)
    expect(dictionarySets.find((one) => one.code === 'maritalStatus')!.values.filter((one) => !one.off)).toHaveLength(5)
  })
})
