// Rules of the mattresses as the head nurse keeps them, and what differs for a single resident.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AlarmOverrideData, AlarmRuleData } from '#contract/monitor/alarmRule'
import { rowResident } from '#server/areas/live/test/outingRows'
import { OFFICE } from '#server/areas/monitor/test/alarmRows'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { DEFAULT_RULES } from './defaultRules.ts'
import { addRules } from './rulePresets.ts'

const RULES = '/pims/web-pi/device/mattress/alarmRules'
const OWN = '/pims/web-pi/device/mattress/alarmOverrides'

let app: TestApp
let token: string
let forgotten: unknown[] = []
let named = 0

type Ask = { body?: object; query?: Record<string, string>; form?: Record<string, string>; token?: string }
const ask = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: Ask = {}) =>
  app.ask<T>(method, path, { token, ...more })

const heart = (change: object = {}) => ({
  ruleName: `规则${++named}`,
  kind: 'HEART',
  upper: 120,
  lower: 45,
  recoverUpper: 115,
  recoverLower: 48,
  durationS: 60,
  level: 3,
  ...change,
})
const made = async (change: object = {}) => {
  const answer = await ask<AlarmRuleData>('POST', RULES, { body: heart(change) })
  expect(answer.desc).toBe(answer.status === 200 ? answer.desc : '')
  return answer.data
}

beforeAll(async () => {
  app = await demoApp()
  token = await app.signIn('zhengkai', 'Yiyuan2026')
  app.app.bus.subscribe('monitor/forget', (message) => void forgotten.push(message))
})
afterAll(() => app.close())

describe('rules', () => {
  test('every house begins with the seven, once', async () => {
    const { list } = (await ask<{ list: AlarmRuleData[] }>('GET', RULES, { query: { size: '999', orderBy: '' } })).data
    const own = list.filter((rule) => DEFAULT_RULES.some((one) => one.ruleName === rule.ruleName))
    expect(own.map((rule) => rule.ruleName)).toEqual(DEFAULT_RULES.map((rule) => rule.ruleName))
    expect(own[0]).toMatchObject({ type: '1', status: 0, words: '21:00–06:00 离床超过 10 分钟，高级告警，播报 3 次' })
    const client = await app.app.pool.connect()
    await client.query('begin')
    await addRules({ client } as never, DEMO_ORG)
    const { rows } = await client.query('select count(*)::int as n from alarm_rule where org_id = $1', [DEMO_ORG])
    await client.query('rollback')
    client.release()
    expect(rows[0].n).toBe(list.length)
  })

  test('are added, changed, switched and removed, and every process is told', async () => {
    forgotten = []
    const rule = await made({
      windows: [
        { from: '21:00', to: '06:00' },
        { from: '12:30', to: '14:00' },
      ],
      voiceTimes: 0,
    })
    expect(rule).toMatchObject({ scope: 'ALL', recoverS: 60, cooldownS: 300, repeatS: 0, version: 1 })
    expect(rule.words).toBe('21:00–06:00、12:30–14:00 心率高于 120 或低于 45 次/分持续 1 分钟，高级告警，不播报')
    const saved = await ask<AlarmRuleData>('PUT', RULES, {
      body: { ...heart({ ruleName: rule.ruleName, upper: 130, recoverUpper: 125 }), ruleId: rule.ruleId, version: 1 },
    })
    expect(saved.data).toMatchObject({ upper: 130, version: 2, windows: [] })
    const stale = await ask('PUT', RULES, { body: { ...heart(), ruleId: rule.ruleId, version: 1 } })
    expect(stale.status).toBe(40902)
    // Existing clients send form bodies and numbers as texts.
    const off = await ask<AlarmRuleData>('PUT', `${RULES}/ruleStatus`, { form: { ruleId: rule.ruleId, status: '1' } })
    expect(off.data).toMatchObject({ status: 1, active: false })
    expect((await ask<AlarmRuleData>('GET', `${RULES}/${rule.ruleId}`)).data.status).toBe(1)
    expect(await ask('DELETE', `${RULES}/${rule.ruleId}`)).toMatchObject({ status: 200, data: null })
    expect((await ask('GET', `${RULES}/${rule.ruleId}`)).status).toBe(40400)
    expect(forgotten).toEqual(Array.from({ length: 4 }, () => ({ orgId: DEMO_ORG })))
    const log = await app.app.pool.query(
      'select remark, changes from operation_log where target_id = $1 order by created_at, log_id',
      [rule.ruleId],
    )
    expect(log.rows.map((row) => row.remark.slice(0, 2))).toEqual(['新增', '修改', '停用', '删除'])
    expect(log.rows[1].changes).toMatchObject({ upper: [120, 130] })
  })

  const refused: [string, object, string, RegExp][] = [
    ['without a limit', { upper: null, lower: null }, 'upper', /至少填写一个/],
    ['with the lower limit above the upper', { lower: 120 }, 'lower', /小于上限/],
    ['with a recovery outside the limit', { recoverUpper: 125 }, 'recoverUpper', /不能大于上限/],
    ['with a recovery below the limit', { recoverLower: 40 }, 'recoverLower', /不能小于下限/],
    ['with recoveries that cross', { recoverUpper: 60, recoverLower: 70 }, 'recoverLower', /小于恢复上限/],
    ['with a window of no length', { windows: [{ from: '21:00', to: '21:00' }] }, 'windows', /相同/],
    [
      'with windows that overlap across midnight',
      {
        windows: [
          { from: '21:00', to: '06:00' },
          { from: '05:00', to: '07:00' },
        ],
      },
      'windows',
      /重叠/,
    ],
    ['for a resident who is not there', { scope: 'ELDER', scopeIds: ['nobody'] }, 'scopeIds', /不存在/],
    ['that waits no time for a turn', { kind: 'STILL', durationS: 0 }, 'durationS', /未翻身/],
    ['with a name that is taken', { ruleName: '尿湿' }, 'ruleName', /已存在/],
  ]
  test.each(refused)('are refused %s', async (_, change, field, words) => {
    const answer = await ask<{ field?: string }>('POST', RULES, { body: heart(change) })
    expect(answer.status).not.toBe(200)
    expect(answer.desc).toMatch(words)
    expect(JSON.stringify(answer)).toContain(field)
  })

  test('limits say nothing for kinds without a number', async () => {
    expect(await made({ kind: 'EXIT', durationS: 90 })).toMatchObject({
      upper: null,
      recoverLower: null,
      words: '全天 离床超过 1 分 30 秒，高级告警，播报 3 次',
    })
  })

  test('a nurse of a ward reads them and changes nothing', async () => {
    const nurse = await app.signIn('lixiaomei', 'Yiyuan2026')
    expect((await ask('GET', RULES, { token: nurse })).status).toBe(200)
    expect((await ask('POST', RULES, { body: heart(), token: nurse })).status).toBe(401)
  })
})

describe('what differs for one resident', () => {
  const put = (body: object, as = token) => ask<AlarmOverrideData>('PUT', OWN, { body, token: as })

  test('is set, shown beside the rule of the house, changed and taken back', async () => {
    const oldmanId = await rowResident(app)
    const set = await put({ oldmanId, kind: 'HEART', off: false, upper: 135, reason: '房颤，医生张明建议' })
    expect(set).toMatchObject({ status: 200, data: { upper: 135, lower: null, version: 1, byName: '郑凯' } })
    const resident = await ask<{ kinds: { kind: string; upper: number; override: AlarmOverrideData | null }[] }>(
      'GET',
      `${OWN}/${oldmanId}`,
    )
    const kind = resident.data.kinds.find((one) => one.kind === 'HEART')!
    expect(kind).toMatchObject({ override: { upper: 135, words: '心率高于 135 次/分告警' } })
    expect(resident.data.kinds).toHaveLength(6)
    expect(await put({ oldmanId, kind: 'HEART', off: true, reason: '临终关怀', version: 1 })).toMatchObject({
      data: { off: true, upper: null, words: '不再发出心率异常告警', version: 2 },
    })
    expect((await put({ oldmanId, kind: 'HEART', off: false, upper: 99, reason: '旧', version: 1 })).status).toBe(40902)
    const { list } = (await ask<{ list: { oldmanId: string }[] }>('GET', OWN, { query: { oldmanId } })).data
    expect(list).toHaveLength(1)
    expect(await ask('DELETE', `${OWN}/${oldmanId}/HEART`)).toMatchObject({ status: 200 })
    expect((await ask('DELETE', `${OWN}/${oldmanId}/HEART`)).status).toBe(40400)
  })

  test('two people set the same kind at once: both are heard, one row stands', async () => {
    const oldmanId = await rowResident(app)
    const both = await Promise.all([
      put({ oldmanId, kind: 'EXIT', off: false, durationS: 60, reason: '跌倒史' }),
      put({ oldmanId, kind: 'EXIT', off: false, durationS: 120, reason: '跌倒史' }),
    ])
    expect(both.map((one) => one.status)).toEqual([200, 200])
    const { rows } = await app.app.pool.query('select version from alarm_override where oldman_id = $1', [oldmanId])
    expect(rows).toEqual([{ version: 2 }])
  })

  test('is refused when nothing differs, limits cross the house’s, or the resident is out of sight', async () => {
    const oldmanId = await rowResident(app)
    expect((await put({ oldmanId, kind: 'EXIT', off: false, reason: '无' })).desc).toMatch(/至少填写一项/)
    expect((await put({ oldmanId, kind: 'HEART', off: false, upper: 40, reason: '无' })).desc).toMatch(/院内规则的下限/)
    expect((await put({ oldmanId, kind: 'HEART', off: true, reason: '  ' })).status).toBe(42200)
    const nurse = await app.signIn('hejing', 'Yiyuan2026')
    const hidden = await rowResident(app, OFFICE)
    expect((await put({ oldmanId: hidden, kind: 'HEART', off: true, reason: '试' }, nurse)).status).toBe(40400)
  })
})

describe('how long readings are kept', () => {
  const PATH = '/pims/web-pi/device/set/mattress/retention'
  test('standard until somebody says otherwise, and both editors are told', async () => {
    expect((await ask('GET', PATH)).data).toEqual({ readingDays: 35, minuteDays: 400, version: 0 })
    const saved = await ask('PUT', PATH, { body: { readingDays: 60, minuteDays: 500, version: 0 } })
    expect(saved.data).toEqual({ readingDays: 60, minuteDays: 500, version: 1 })
    expect((await ask('PUT', PATH, { body: { readingDays: 60, minuteDays: 500, version: 0 } })).status).toBe(40902)
    expect((await ask('PUT', PATH, { body: { readingDays: 90, minuteDays: 60 } })).desc).toMatch(/一样久/)
    expect((await ask('GET', PATH)).data).toEqual({ readingDays: 60, minuteDays: 500, version: 1 })
  })
})
