import { describe, expect, it } from 'vitest'
import type { DeptInfo, LandingEndInfo, SessionData } from '#contract/platform/session'
import { departmentsOf, onlyChoice, pathOf } from './enter.ts'

const dept = (deptId: string, parentId = '0'): DeptInfo => ({
  deptId,
  deptName: `部门${deptId}`,
  deptKey: null,
  deptLevel: 1,
  parentId,
  orgId: 'o',
  deptType: null,
  ward: 0,
  inpatient: 0,
  outpatient: 0,
  sort: 1,
  createTime: '2026-01-01 00:00:00',
})
const end = (landingEndCode: string): LandingEndInfo => ({
  landingEndId: landingEndCode,
  landingEndName: landingEndCode,
  landingEndCode,
  deviceType: 'web',
})
const user = (ends: LandingEndInfo[], depts: DeptInfo[]) =>
  ({ landingEndList: ends, dataDeptInfoList: depts }) as Partial<SessionData> as SessionData

describe('what there is to choose after the password', () => {
  it('is nothing with one end and at most one department', () => {
    const web = end('WEB')
    const a = dept('a')
    expect(onlyChoice(user([web], [a]))).toEqual({ end: web, dept: a })
    expect(onlyChoice(user([web], []))).toEqual({ end: web, dept: null })
  })
  it('is the department when there are several', () => {
    expect(onlyChoice(user([end('WEB')], [dept('a'), dept('b')]))).toBeNull()
  })
  it('is the end when there are several', () => {
    expect(onlyChoice(user([end('WEB'), end('OPEX')], [dept('a')]))).toBeNull()
  })
  it('is no department at the operator’s end', () => {
    const opex = end('OPEX')
    const operator = user([opex], [dept('a'), dept('b')])
    expect(departmentsOf(operator, opex)).toEqual([])
    expect(onlyChoice(operator)).toEqual({ end: opex, dept: null })
  })
})

describe('where a department stands', () => {
  it('is said by those above it that the user may see', () => {
    const all = [dept('a'), dept('b', 'a'), dept('c', 'b'), dept('d', 'hidden')]
    expect(pathOf(all[2]!, all)).toBe('部门a › 部门b')
    expect(pathOf(all[0]!, all)).toBe('')
    expect(pathOf(all[3]!, all)).toBe('')
  })
  it('ends even when departments point at each other', () => {
    const all = [dept('a', 'b'), dept('b', 'a')]
    expect(pathOf(all[0]!, all)).toBe('部门b')
  })
})
