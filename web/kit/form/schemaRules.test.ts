import { describe, expect, it } from 'vitest'
import { fenSchema } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { date, idCard, int, list, obj, opt, phone, text } from '#contract/kit/schema'
import { differing, isRequired, problemOf, requestValues } from './schemaRules.ts'

const Level = options('SchemaRulesTestLevel', '级别', [
  [0, 'first', '甲'],
  [1, 'second', '乙'],
])
const schema = obj({
  name: text('姓名', { min: 2, max: 4 }),
  phone: phone(),
  card: opt(idCard()),
  born: opt(date('出生日期')),
  age: int('年龄', { min: 0, max: 150 }),
  level: Level.schema,
  fee: opt(fenSchema('费用')),
  pictures: list(text('图片'), 2),
})
const of = (name: keyof typeof schema.properties, value: unknown) =>
  problemOf(schema.properties[name], value, isRequired(schema, name))

describe('problemOf', () => {
  it.each([
    ['name', '', '请填写姓名'],
    ['name', '  ', '请填写姓名'],
    ['name', '王', '姓名至少 2 个字'],
    ['name', '𠮷野', null],
    ['name', '欧阳修先生', '姓名最多 4 个字'],
    ['phone', '123', '手机号应为 11 位数字，以 1 开头'],
    ['phone', ' 13800000000 ', null],
    ['card', null, null],
    ['card', '310104194402182040', '身份证号不是有效的 18 位身份证号'],
    ['born', '2023-02-30', '出生日期应为 年-月-日'],
    ['age', undefined, '请填写年龄'],
    ['age', 151, '年龄不能大于 150'],
    ['age', 0, null],
    ['level', 0, null],
    ['level', 5, '级别不在可选范围内'],
    ['fee', 12_345, null],
    ['pictures', ['a', 'b', 'c'], '图片最多 2 项'],
  ] as const)('%s %j', (name, value, problem) => {
    expect(of(name, value)).toBe(problem)
  })
})

describe('requestValues', () => {
  it('trims, sends null for emptied optional fields and leaves out what the schema does not know', () => {
    const sent = requestValues(schema, { name: ' 王二 ', card: '', born: undefined, level: 0, stray: 1 })
    expect(sent).toEqual({ name: '王二', card: null, born: null, level: 0 })
  })
})

describe('differing', () => {
  it('names changed fields and treats nothing and empty alike', () => {
    const names = ['a', 'b', 'c', 'd']
    expect(differing({ a: 1, b: null, c: [], d: 'x' }, { a: 2, b: '', c: null, d: 'x' }, names)).toEqual(['a'])
  })
})
