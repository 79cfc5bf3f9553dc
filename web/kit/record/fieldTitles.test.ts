import { describe, expect, it } from 'vitest'
import { fieldTitle, valueText } from './fieldTitles.ts'

describe('a change in words', () => {
  it('names fields as the forms of their noun do', () => {
    expect(fieldTitle('deptName', 'dept')).toBe('部门名称')
    expect(fieldTitle('jobTypeName', 'jobType')).toBe('岗位类型')
    expect(fieldTitle('unFrozenTimeConfig', 'commonSetting')).toBe('锁定时长（分钟）')
    expect(fieldTitle('parentName', 'dept')).toBe('上级')
    expect(fieldTitle('minutes', 'careProject')).toBe('用时（分钟）')
    expect(fieldTitle('noSuchField', 'dept')).toBe('noSuchField')
  })

  it('says values as people read them', () => {
    expect(valueText('photoCodeConfig', 1, 'commonSetting')).toBe('关闭')
    expect(valueText('ward', 1, 'dept')).toBe('是')
    expect(valueText('ipNum', ['10.0.0.1 至 10.0.0.9', '10.0.1.1 至 10.0.1.9'], 'dept')).toBe(
      '10.0.0.1 至 10.0.0.9、10.0.1.1 至 10.0.1.9',
    )
    expect(valueText('landingEnds', [], 'dept')).toBe('空')
    expect(valueText('needsSigns', ['pulse', 'oxygen'], 'careProject')).toBe('脉搏、血氧')
    expect(valueText('anything', null)).toBe('空')
    expect(valueText('anything', true)).toBe('是')
    expect(valueText('anything', { deptName: '护理部', ward: 0 }, 'dept')).toBe('部门名称 护理部，护理单元 否')
  })
})
