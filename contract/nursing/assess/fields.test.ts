import { describe, expect, it } from 'vitest'
import { fieldFaults, filledAt, inputsFromFields, isRead } from '#contract/nursing/assess/fields'
import { of2013 } from '#contract/nursing/assess/kinds/of2013'
import { of2023 } from '#contract/nursing/assess/kinds/of2023'
import { of2023Plus } from '#contract/nursing/assess/kinds/of2023Plus'

const texts = (fields: object, whole = false) => fieldFaults(of2023Plus, fields as never, whole).map((one) => one.text)

describe('the tables beside the items', () => {
  it('take what fits', () =>
    expect(
      texts({
        'A.2.4': 160,
        'A.2.10': [3, 8],
        'A.2.3': '1943-02-28',
        'A.4.1': [],
        'A.4.2': [{ drugName: '阿司匹林', route: '口服', dose: '100 mg', frequency: '每日一次' }],
        'A.5.2': 1,
        'A.5.2.text': '右肩',
        'A.5.8': [0],
        'A.5.12': '无',
        'P.1.6': 3,
        'P.2.1': 45,
      }),
    ).toEqual([]))
  it.each<[object, string]>([
    [{ 'A.2.4': 20 }, '“身高”应在 50～250 之间'],
    [{ 'A.2.4': '160' }, '“身高”请填数字'],
    [{ 'A.2.4': Number.NaN }, '“身高”请填数字'],
    [{ 'A.2.3': '1943-02-30' }, '“出生日期”请填日期'],
    [{ 'A.2.9': 9 }, '请在列出的选项中选择“文化程度”'],
    [{ 'A.2.10': [3, 3] }, '请在列出的选项中选择“居住情况”'],
    [{ 'A.2.10': 3 }, '请在列出的选项中选择“居住情况”'],
    [{ 'A.5.8': [0, 2] }, '“吞咽困难的情形和症状”选了“无”，就不能再选别的'],
    [{ 'A.4.2': [{ price: '1' }] }, '“用药情况（目前长期服药情况）”最多 40 行，每格不超过 100 个字'],
    [{ 'A.4.2': [null] }, '“用药情况（目前长期服药情况）”最多 40 行，每格不超过 100 个字'],
    [{ 'A.2.8': '123' }, '“公民身份号码”应为 18 位'],
    [{ 'A.5.12': 'x'.repeat(501) }, '“其他（请补充）”不超过 500 个字'],
    [{ 'P.2.1': 200 }, '“Morse 跌倒风险评估”应在 0～125 之间'],
    [{ constructor: 'x' }, '表中没有这一栏'],
    [JSON.parse('{"__proto__":1}'), '表中没有这一栏'],
    [{ 'A.9.9': 1 }, '表中没有这一栏'],
  ])('refuse %j', (fields, text) => expect(texts(fields)).toEqual([text]))
  it('ask only for what the product does not know by itself', () => {
    expect(fieldFaults(of2023Plus, {}, true)).toEqual([])
    expect(fieldFaults(of2023, {}, true)).toEqual([])
    expect(fieldFaults(of2013, {}, true)).toEqual([])
  })
  it('are where an input is filled in that is read from them', () => {
    expect(filledAt(of2023Plus, 'dementia')).toBe('A.4.1')
    expect(filledAt(of2023, 'dementia')).toBe('dementia')
    expect(filledAt(of2023Plus, 'B.1.1')).toBe('B.1.1')
    expect([isRead(of2023Plus, { key: 'A.4.1' }), isRead(of2023Plus, { key: 'A.2.9' })]).toEqual([true, false])
  })
  it('tell what raises a level, once they were filled in', () => {
    expect(inputsFromFields(of2023Plus, {})).toEqual([])
    expect(inputsFromFields(of2023Plus, { 'A.4.1': [] })).toEqual([
      ['dementia', 0],
      ['otherMentalDisorder', 0],
    ])
    expect(inputsFromFields(of2023Plus, { 'A.4.1': [22] })).toEqual([
      ['dementia', 0],
      ['otherMentalDisorder', 1],
    ])
  })
})
