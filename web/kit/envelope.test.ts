import { describe, expect, it } from 'vitest'
import { readEnvelope } from './envelope.ts'
import { errorId, showingOf } from './errorText.ts'

describe('readEnvelope', () => {
  it('takes code 0 or status 200 as success, result or data as the answer', () => {
    expect(readEnvelope({ status: 200, desc: '操作成功', data: [1] })).toEqual({ ok: true, data: [1] })
    expect(readEnvelope({ code: 0, result: { a: 1 } })).toEqual({ ok: true, data: { a: 1 } })
    expect(readEnvelope({ code: 0, result: null, data: 1 })).toEqual({ ok: true, data: null })
  })
  it('fails on everything else, also on a text "200"', () => {
    expect(readEnvelope({ status: '200', data: 1 })).toMatchObject({ ok: false, code: 200 })
    expect(readEnvelope({ code: 42200, msg: '一', message: '二', desc: '三' })).toMatchObject({
      code: 42200,
      message: '一',
    })
    expect(readEnvelope({ status: 42200, desc: '三', data: { field: 'name', code: 'INVALID_INPUT' } })).toMatchObject({
      message: '三',
      field: 'name',
      refusal: 'INVALID_INPUT',
    })
  })
  it('tells the codes of envelopes from those of the transport', () => {
    expect(readEnvelope({ status: 500, desc: '错' })).toMatchObject({ code: 5000 })
    expect(readEnvelope({ status: 401, desc: '错' })).toMatchObject({ code: 4010 })
    expect(readEnvelope({ status: 500, desc: '当前用户 TOKEN 异常' })).toMatchObject({ code: 4011 })
    expect(readEnvelope({ status: 500, desc: '机构ID为空' })).toMatchObject({ code: 4011 })
  })
  it('is no envelope without a code', () => {
    for (const body of [null, undefined, 'x', [], { data: 1 }]) expect(readEnvelope(body)).toBeNull()
  })
})

describe('the error catalogue', () => {
  const text = (code: number, message = '消息', path = '/p') => {
    const showing = showingOf({ code, message, path })
    return 'text' in showing ? showing.text : showing.how
  }
  it('has a row for every code', () => {
    expect(text(9999)).toBe('log')
    expect(showingOf({ code: 990, message: 'ResizeObserver loop completed' }).how).toBe('log')
    expect(text(998)).toBe('脚本异常#998')
    expect(text(990)).toBe('消息#990')
    expect(text(404)).toBe('接口不存在 /p#404')
    expect(text(403)).toBe('请求被拒绝 /p#403')
    expect(text(2001)).toBe('请求被拒绝 /p#2001')
    expect(text(408)).toBe('请求超时 /p#408')
    expect(text(504)).toBe('请求超时 /p#504')
    expect(text(40901)).toBe('消息')
    expect(text(5000)).toBe('消息#5000')
    expect(text(4010)).toBe('权限不足，无法访问，请联系管理员')
    expect(text(401)).toBe('权限不足，无法访问，请联系管理员')
  })
  it('signs out on the session codes only', () => {
    expect(showingOf({ code: 4011, message: '' })).toEqual({ how: 'signOut', text: '登录状态已过期，请重新登录' })
    expect(showingOf({ code: 4012, message: '' })).toEqual({ how: 'signOut', text: '该账号已在别处登录，请重新登录' })
    expect(showingOf({ code: 4013, message: '' })).toEqual({ how: 'signOut', text: '用户关键信息已变更，请重新登录' })
    expect(showingOf({ code: 4014, message: '' })).toEqual({ how: 'signOut', text: '登录状态已失效，请重新登录' })
    expect(showingOf({ code: 4010, message: '' }).how).toBe('toast')
  })
  it('makes ids from the time', () => {
    expect(errorId(new Date(2026, 10, 12, 15, 42, 7, 3), 0.5)).toBe('E-20261112-154207-00E0')
  })
})
