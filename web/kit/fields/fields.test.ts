import { describe, expect, it } from 'vitest'
import { fen } from '#contract/kit/money'
import { options } from '#contract/kit/options'
import { bool, date, idCard, int, nul, opt, phone, text as textSchema } from '#contract/kit/schema'
import { datetime, instant } from './date.tsx'
import { deptTree } from './department.tsx'
import { idCardHint } from './idCard.tsx'
import { money, readMoney } from './money.tsx'
import { fieldOfSchema } from './ofSchema.ts'
import { manyOf, optionField, switchOf } from './option.tsx'
import { plainPhone } from './phone.tsx'
import { acceptOf, extensionOf, fileProblem, nameOfUrl, sizeText } from './uploading.ts'

const OnOff = options('FieldsTestOnOff', '开关', [
  [0, 'on', '开'],
  [1, 'off', '关'],
])
const Three = options('FieldsTestThree', '三项', [
  ['a', '甲'],
  ['b', ['乙', 'green']],
  ['c', '丙'],
])

describe('money', () => {
  it('reads yuan as typed into fen and says why it cannot', () => {
    expect(readMoney('1,234.5')).toEqual({ value: 123_450, problem: null })
    expect(readMoney('  ')).toEqual({ value: null, problem: null })
    expect(readMoney('12.345').problem).toContain('最多两位小数')
    expect(readMoney('-5', { min: 0 }).problem).toBe('不能小于 0.00 元')
    expect(readMoney('200000', { max: 10_000_000 }).problem).toBe('不能大于 100,000.00 元')
  })

  it('shows a true minus and two decimals', () => {
    expect(money.text(fen(-3_000))).toBe('−30.00')
    expect(money.text(fen(0))).toBe('0.00')
    expect(money.text(null)).toBe('')
  })
})

describe('dates', () => {
  it('are cut to the minute, or kept to the second where order matters', () => {
    expect(datetime.text('2026-11-12 09:30:05')).toBe('2026-11-12 09:30')
    expect(instant.text('2026-11-12 09:30:05')).toBe('2026-11-12 09:30:05')
    expect(datetime.text(null)).toBe('')
  })
})

describe('options', () => {
  it('are made once for each set', () => {
    expect(optionField(Three)).toBe(optionField(Three))
    expect(optionField(Three).text('b')).toBe('乙')
    expect(manyOf(Three).text(['a', 'c'])).toBe('甲、丙')
  })

  it('become a switch only when there are two', () => {
    expect(switchOf(OnOff, 0).text(1)).toBe('关')
    expect(() => switchOf(Three, 'a')).toThrow('no on/off set')
  })
})

describe('fieldOfSchema', () => {
  it.each([
    [nul(OnOff.schema), 'FieldsTestOnOff'],
    [date(), 'date'],
    [opt(phone()), 'phone'],
    [int(), 'int'],
    [bool(), 'text'],
    [idCard(), 'text'],
    [textSchema('长文', { max: 500 }), 'text'],
    [undefined, 'text'],
  ])('chooses by what the schema says', (schema, sheet) => {
    expect(fieldOfSchema(schema).sheet).toBe(sheet)
  })
})

describe('phone and identity card', () => {
  it('takes a pasted number apart', () => {
    expect(plainPhone('+86 138-0013-8000')).toBe('13800138000')
    expect(plainPhone('8613800138000')).toBe('13800138000')
    expect(plainPhone('021-5566 8800')).toBe('02155668800')
  })

  it('says what is missing, and who it is', () => {
    expect(idCardHint('31010419440218204')).toBe('应为 18 位，现为 17 位')
    expect(idCardHint('11010519491231002X')).toBe('女，1949-12-31 出生')
    expect(idCardHint('110105194912310021')).toBeNull()
  })
})

describe('files', () => {
  const MIB = 1024 * 1024

  it('refuses with the server’s words before a byte leaves', () => {
    expect(fileProblem({ name: 'a.PNG', size: 5 }, 'picture')).toBeNull()
    expect(fileProblem({ name: 'a.exe', size: 5 }, 'package')).toBe('上传文件必须是 zip 格式')
    expect(fileProblem({ name: 'a.png', size: 11 * MIB }, 'picture')).toBe('上传文件大小不能超过 10MB')
    expect(fileProblem({ name: 'a.png', size: 0 }, 'picture')).toBe('文件是空的，请重新选择')
    expect(fileProblem({ name: 'png', size: 5 }, 'picture')).toContain('格式')
  })

  it('knows names, extensions and sizes', () => {
    expect(nameOfUrl('/files/1/%E8%AF%B4%E6%98%8E.pdf?x=1')).toBe('说明.pdf')
    expect(nameOfUrl('/files/1/%E8%.pdf')).toBe('%E8%.pdf')
    expect(extensionOf('a.b.XLSX')).toBe('xlsx')
    expect(acceptOf('package')).toBe('.zip')
    expect([sizeText(12), sizeText(2048), sizeText(3.5 * MIB)]).toEqual(['12 B', '2 KB', '3.5 MB'])
  })
})

describe('departments', () => {
  it('become a tree in their order; one whose parent is out of sight stands on top', () => {
    const dept = (deptId: string, parentId: string, sort: number) => ({ deptId, deptName: deptId, parentId, sort })
    const tree = deptTree([dept('b', 'root', 2), dept('a', 'root', 1), dept('a1', 'a', 1), dept('x', 'x', 3)] as never)
    expect(tree.map((node) => [node.value, node.children.map((child) => child.value)])).toEqual([
      ['a', ['a1']],
      ['b', []],
      ['x', []],
    ])
  })
})
