// Positioning rules and the switch of the house over the calls existing clients know.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PositionRuleData } from '#contract/monitor/positionRule'
import { type Page, PNT, type PositionApp, positionApp } from '#server/areas/monitor/test/positionApp'
import { DEMO_ORG } from '#server/areas/platform/public'
import { positionContextOf } from './positionRules.ts'

let product: PositionApp['product']
let admin: PositionApp['admin']
let nurse: PositionApp['nurse']
beforeAll(async () => {
  ;({ product, admin, nurse } = await positionApp())
})
afterAll(() => product.close())

describe('rules', () => {
  it('begins with the eight types, on is 1', async () => {
    const all = await product.ask<Page<PositionRuleData>>('GET', `${PNT}/alarm/rule`, {
      token: admin,
      query: { size: '100' },
    })
    expect(new Set(all.data.list.map((one) => one.alarmType)).size).toBe(8)
    expect(all.data.list.every((one) => one.status === 1)).toBe(true)
    const low = all.data.list.find((one) => one.alarmType === 'lowPowerAlarm')!
    expect(low.words).toContain('电量 ≤ 20% 连续 2 次告警')
    const holder = { oldmanId: 'x', userId: null, deptId: null, levelId: null, muted: false }
    const types = async () =>
      (await positionContextOf(product.app.pool, DEMO_ORG)).contextFor(holder)!.rules.map((one) => one.alarmType)
    expect(await types()).toContain('lowPowerAlarm')
    // As existing clients send it.
    const off = await product.ask('PUT', `${PNT}/alarm/rule/status`, {
      token: admin,
      form: { ruleId: low.ruleId, status: '0' },
    })
    expect(off.data).toMatchObject({ status: 0, active: false })
    expect(await types()).not.toContain('lowPowerAlarm')
    await product.ask('PUT', `${PNT}/alarm/rule/status`, { token: admin, form: { ruleId: low.ruleId, status: '1' } })
  })

  it('keeps only what its type looks at and refuses limits that never recover', async () => {
    const made = await product.ask<PositionRuleData>('POST', `${PNT}/alarm/rule`, {
      token: admin,
      body: {
        ruleName: '二次 SOS',
        alarmType: 'sos',
        level: 3,
        threshold: 5,
        delayS: 600,
        windows: [{ from: '01:00', to: '02:00' }],
      },
    })
    expect(made.data).toMatchObject({ threshold: null, delayS: 0, windows: [], reports: 1 })
    await product.ask('DELETE', `${PNT}/alarm/rule/${made.data.ruleId}`, { token: admin })
    const wrong = await product.ask('POST', `${PNT}/alarm/rule`, {
      token: admin,
      body: { ruleName: '电量', alarmType: 'lowPowerAlarm', level: 1, threshold: 30, recoverThreshold: 20 },
    })
    expect(wrong.desc).toContain('恢复电量应大于告警电量')
  })

  it('takes the narrowest rule for a resident and leaves whereabouts of staff alone', async () => {
    const { rows } = await product.app.pool.query<{ id: string }>(
      'select oldman_id as id from oldman where org_id = $1 and current_bed_id is not null order by oldman_id limit 1',
      [DEMO_ORG],
    )
    const made = await product.ask<PositionRuleData>('POST', `${PNT}/alarm/rule`, {
      token: admin,
      body: {
        ruleName: '单人电量',
        alarmType: 'lowPowerAlarm',
        level: 2,
        threshold: 40,
        recoverThreshold: 50,
        scope: 'ELDER',
        scopeIds: [rows[0]!.id],
      },
    })
    const context = await positionContextOf(product.app.pool, DEMO_ORG)
    const rule = (holder: { oldmanId: string | null; userId: string | null }) =>
      context.contextFor({ ...holder, deptId: null, levelId: null, muted: false })!
    const first = (holder: { oldmanId: string | null; userId: string | null }) =>
      rule(holder).rules.find((one) => one.alarmType === 'lowPowerAlarm')!.threshold
    expect(first({ oldmanId: rows[0]!.id, userId: null })).toBe(40)
    expect(first({ oldmanId: 'another', userId: null })).toBe(20)
    expect(rule({ oldmanId: null, userId: 'staff' }).rails).toEqual([])
    expect(rule({ oldmanId: null, userId: 'staff' }).rules.map((one) => one.alarmType)).not.toContain(
      'communicationOffline',
    )
    await product.ask('DELETE', `${PNT}/alarm/rule/${made.data.ruleId}`, { token: admin })
  })
})

describe('the switch of the house', () => {
  it('stops evaluation and is seen by every signed-in user', async () => {
    expect((await product.ask('GET', `${PNT}/device/opened`, { token: nurse })).data).toEqual({ opened: true })
    await product.ask('PUT', `${PNT}/device/opened`, { token: admin, form: { opened: 'false' } })
    const context = await positionContextOf(product.app.pool, DEMO_ORG)
    expect(context.contextFor({ oldmanId: 'x', userId: null, deptId: null, levelId: null, muted: false })).toBeNull()
    expect((await product.ask('GET', `${PNT}/config/${DEMO_ORG}/isEnable`, { token: nurse })).data).toBe(false)
    await product.ask('PUT', `${PNT}/device/opened`, { token: admin, body: { opened: true } })
    expect((await product.ask('GET', `${PNT}/config/${DEMO_ORG}`, { token: nurse })).data).toMatchObject({
      isEnable: true,
    })
  })
})
