// Vital signs: what can be is stored and judged, what is abnormal is followed until somebody answers, and nobody sees
// elders of other departments.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DAY_MS, timeText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import { OutingState } from '#contract/live/outingMoves'
import type {
  VitalAlertData,
  VitalElderData,
  VitalLimitData,
  VitalSignData,
  VitalWardRowData,
} from '#contract/nursing/vital'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { type Ask, demoApp, type TestApp } from '#server/kit/test/app'
import { judgeDay, SEVEN } from './vitalDay.ts'

const BASE = '/pims/web-org/bloodSign'
const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const CHANGED = refusals.CHANGED_MEANWHILE[0]
const STATE = refusals.STATE_NOT_ALLOWED[0]

let product: TestApp
let head: string
let nurse: string
let worker: string
/** Elders of the nurse's department for whom nothing is open, each used once. */
let elders: { id: string; name: string }[]

const sql = async <T extends object>(text: string, values: unknown[] = [DEMO_ORG]) =>
  (await product.app.pool.query<T>(text, values)).rows
const ask = <T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: Ask = {}) =>
  product.ask<T>(method, `${BASE}${path}`, { token: nurse, ...more })
const ago = (minutes: number) => timeText(Date.now() - minutes * 60_000)
const next = () => elders.shift()!

const DEPT = '松鹤楼护理组'
beforeAll(async () => {
  product = await demoApp()
  head = await product.signIn('hejing', 'Yiyuan2026')
  nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
  // Nursing workers of the demo have passwords that nobody knows.
  await sql(`update account a set password_hash = n.password_hash, reset_password = n.reset_password from account n
    where a.org_id = $1 and n.org_id = a.org_id and a.user_name = 'zhangcuilan' and n.user_name = 'lixiaomei'`)
  worker = await product.signIn('zhangcuilan', 'Yiyuan2026')
  elders = await sql(
    `select o.oldman_id as id, o.oldman_name as name from oldman o join dept d using (org_id, dept_id)
     where o.org_id = $1 and o.status = 1 and d.dept_name = $2 and not exists (select 1 from vital_alert a
       where a.org_id = o.org_id and a.oldman_id = o.oldman_id and a.state <> 'CLOSED')
     and not exists (select 1 from vital_limit l where l.org_id = o.org_id and l.oldman_id = o.oldman_id)
     order by o.oldman_id`,
    [DEMO_ORG, DEPT],
  )
})
afterAll(() => product.close())

const enter = (oldmanId: string, values: object, more: Ask = {}) =>
  ask<VitalSignData>('POST', '', { body: { oldmanId, ...values }, ...more })
const alertsOf = async (oldmanId: string) =>
  (await ask<PageInfo<VitalAlertData>>('GET', '/alert', { query: { oldmanId } })).data.list
const messagesOf = (name: string) =>
  sql<{ title: string; userName: string }>(
    `select m.title, a.user_name as "userName" from user_message m join account a on a.org_id = m.org_id and a.user_id = m.user_id
     where m.org_id = $1 and m.title = $2 order by a.user_name`,
    [DEMO_ORG, `${name}体征危急`],
  )

describe('entering', () => {
  test('what is normal is stored, judged and found again', async () => {
    const { id } = next()
    const made = await enter(id, { temperature: 36.6, systolic: 128, diastolic: 78, pulse: 72, remark: '早晨' })
    expect(made.data).toMatchObject({
      grade: 'normal',
      source: 'entered',
      words: '体温 36.6 · 脉搏 72 · 血压 128/78',
      alertId: null,
    })
    expect((await ask<VitalSignData>('GET', `/${made.data.signId}`)).data).toMatchObject({ remark: '早晨' })
    const listed = await ask<PageInfo<VitalSignData>>('GET', '', {
      query: { oldmanId: id, field: 'systolic', size: '1' },
    })
    expect(listed.data.list[0]!.signId).toBe(made.data.signId)
    expect((await ask<PageInfo<unknown>>('GET', '', { query: { field: 'toString' } })).data.total).toBe(0)
    const one = (await ask<VitalElderData>('GET', `/elder/${id}`)).data
    expect(one.last.find((last) => last.field === 'systolic')).toMatchObject({ value: 128, grade: 'normal' })
    expect(one.points.at(-1)).toMatchObject({ signId: made.data.signId })
  })

  test.each<[object, string, string]>([
    [{ temperature: 46 }, 'temperature', '30 至 45'],
    [{ temperature: 36.55 }, 'temperature', '一位小数'],
    [{ systolic: 120 }, 'diastolic', '一起填'],
    [{ systolic: 80, diastolic: 90 }, 'diastolic', '低于收缩压'],
    [{ glucose: 5.1 }, 'glucoseTiming', '时机'],
    [{ stool: 2 }, 'stoolShape', '性状'],
    [{}, 'temperature', '至少填写一项'],
    [{ pulse: 70, measuredAt: '2099-01-01 08:00:00' }, 'measuredAt', '不能晚于现在'],
  ])('refuses %j', async (values, field, words) => {
    const answer = await enter(elders[0]!.id, values)
    expect(answer).toMatchObject({ status: INVALID, data: { field } })
    expect(answer.desc).toContain(words)
  })

  test('refuses what is too old, and elders who do not live here', async () => {
    const old = await enter(elders[0]!.id, { pulse: 70, measuredAt: timeText(Date.now() - 8 * DAY_MS) })
    expect(old.desc).toContain('超过 7 天')
    const [gone] = await sql<{ id: string }>(
      'select oldman_id as id from oldman where org_id = $1 and status = 2 limit 1',
    )
    expect((await enter(gone!.id, { pulse: 70 }, { token: head })).desc).toContain('不在院内居住')
  })

  test('the database holds the same bounds', async () => {
    const { id } = elders[0]!
    const add = (columns: string, values: string) =>
      product.app.pool.query(
        `insert into vital_sign (org_id, sign_id, oldman_id, measured_at, source, grade, ${columns})
         values ($1, 'bad', $2, now(), 'entered', 'normal', ${values})`,
        [DEMO_ORG, id],
      )
    const bad: [string, string, string][] = [
      ['temperature', '46', 'vital_sign_temperature'],
      ['pulse', '19', 'vital_sign_pulse'],
      ['breathing', '61', 'vital_sign_breathing'],
      ['systolic, diastolic', '80, 90', 'vital_sign_pressure'],
      ['systolic', '120', 'vital_sign_pressure'],
      ['oxygen', '101', 'vital_sign_oxygen'],
      ['glucose, glucose_timing', "41, 'random'", 'vital_sign_glucose'],
      ['glucose', '5', 'vital_sign_timed'],
      ['weight', '19', 'vital_sign_weight'],
      ['pain', '11', 'vital_sign_pain'],
      ['intake', '5001', 'vital_sign_intake'],
      ['stool', '31', 'vital_sign_stool'],
      ['remark', "'nothing'", 'vital_sign_something'],
    ]
    for (const [columns, values, constraint] of bad) {
      await expect(add(columns, values), columns).rejects.toMatchObject({ constraint })
    }
  })

  test('the same request twice is one measurement', async () => {
    const { id } = next()
    const twice = { headers: { 'x-request-no': 'vital-once-0000001' } }
    const [a, b] = await Promise.all([enter(id, { pulse: 71 }, twice), enter(id, { pulse: 71 }, twice)])
    expect(a.data.signId).toBe(b.data.signId)
    expect(
      await sql('select 1 from vital_sign where org_id = $1 and oldman_id = $2 and pulse = 71 and source = $3', [
        DEMO_ORG,
        id,
        'entered',
      ]),
    ).toHaveLength(1)
  })
})

describe('abnormal', () => {
  test('a fever is told, answered, and ends with a normal recheck', async () => {
    const { id, name } = next()
    const made = await enter(id, { temperature: 38.6, measuredAt: ago(40) })
    expect(made.data).toMatchObject({ grade: 'red', alertState: 'OPEN' })
    expect((await messagesOf(name)).map((one) => one.userName)).toContain('lixiaomei')
    const [alert] = await alertsOf(id)
    expect(alert).toMatchObject({ grade: 'red', state: 'OPEN', times: 1, reasons: '体温 38.6 ℃，达到 38' })
    const answered = await ask<VitalAlertData>('PUT', '/alert/answer', {
      body: { alertId: alert!.alertId, note: '物理降温，通知医生', recheck: true, version: alert!.version },
    })
    expect(answered.data).toMatchObject({ state: 'ANSWERED', answeredName: '李晓梅', note: '物理降温，通知医生' })
    await enter(id, { pulse: 80 })
    expect((await alertsOf(id))[0]).toMatchObject({ state: 'ANSWERED' })
    await enter(id, { temperature: 36.9 })
    expect((await alertsOf(id))[0]).toMatchObject({ state: 'CLOSED', closedWhy: '复测正常' })
    const late = await ask('PUT', '/alert/answer', { body: { alertId: alert!.alertId, note: '再写', recheck: false } })
    expect(late.status).toBe(STATE)
  })

  test('a red one that was measured again still wants its note', async () => {
    const { id } = next()
    await enter(id, { oxygen: 88, measuredAt: ago(20) })
    await enter(id, { oxygen: 97 })
    const [alert] = await alertsOf(id)
    expect(alert).toMatchObject({ state: 'OPEN', grade: 'red' })
    expect(alert!.recheckedAt).not.toBeNull()
    const done = await ask<VitalAlertData>('PUT', '/alert/answer', {
      body: { alertId: alert!.alertId, note: '探头松脱，重测正常', recheck: true },
    })
    expect(done.data).toMatchObject({ state: 'CLOSED', closedWhy: '已处理，复测正常' })
  })

  test('a yellow one ends by itself when it is normal again', async () => {
    const { id } = next()
    await enter(id, { pulse: 110, temperature: 37.5, measuredAt: ago(30) })
    await enter(id, { pulse: 80, measuredAt: ago(20) })
    expect((await alertsOf(id))[0]).toMatchObject({ state: 'OPEN', reasons: '体温 37.5 ℃，高于 37.3' })
    await enter(id, { temperature: 36.8 })
    expect((await alertsOf(id))[0]).toMatchObject({ state: 'CLOSED', closedWhy: '复测正常' })
  })

  test('abnormal again is one alert that gets worse; an earlier normal value ends nothing', async () => {
    const { id, name } = next()
    await enter(id, { temperature: 37.6, measuredAt: ago(60) })
    expect(await messagesOf(name)).toEqual([])
    await enter(id, { temperature: 36.5, measuredAt: ago(120) })
    await enter(id, { temperature: 38.4, measuredAt: ago(10) })
    const list = await alertsOf(id)
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({ state: 'OPEN', grade: 'red', times: 2 })
    expect((await messagesOf(name)).length).toBeGreaterThan(0)
  })

  test('what was typed wrong is corrected, its earlier value stays in the log', async () => {
    const { id } = next()
    const made = await enter(id, { temperature: 39.6 })
    const fixed = await ask<VitalSignData>('PUT', `/${made.data.signId}`, {
      body: { temperature: 36.9, version: made.data.version },
    })
    expect(fixed.data).toMatchObject({ grade: 'normal', temperature: 36.9 })
    expect((await alertsOf(id))[0]).toMatchObject({ state: 'CLOSED', closedWhy: '数据更正后正常' })
    const stale = await ask('PUT', '', {
      body: { signId: made.data.signId, temperature: 37, version: made.data.version },
    })
    expect(stale.status).toBe(CHANGED)
    const [log] = await sql<{ changes: Record<string, unknown> }>(
      'select changes from operation_log where org_id = $1 and target_id = $2 and changes is not null',
      [DEMO_ORG, made.data.signId],
    )
    expect(log!.changes.temperature).toEqual([39.6, 36.9])
  })

  test('taken back with a reason, it is out of sight and its alert ends', async () => {
    const { id } = next()
    const made = await enter(id, { systolic: 190, diastolic: 100 })
    expect((await ask('DELETE', `/${made.data.signId}`, { query: {} })).desc).toBe('请填写作废原因')
    expect((await ask('DELETE', `/${made.data.signId}`, { query: { reason: '录错老人' } })).status).toBe(200)
    expect((await ask('GET', `/${made.data.signId}`)).status).toBe(NOT_FOUND)
    expect((await alertsOf(id))[0]).toMatchObject({ state: 'CLOSED', closedWhy: '体征记录已作废：录错老人' })
  })

  test('two abnormal values at once are one alert', async () => {
    const { id } = next()
    await Promise.all([enter(id, { pulse: 130 }), enter(id, { oxygen: 86 })])
    const list = await alertsOf(id)
    expect(list).toHaveLength(1)
    expect(list[0]).toMatchObject({ times: 2, grade: 'red' })
  })

  test('a weight is judged with the height, which is asked for once', async () => {
    const { id } = next()
    await sql('delete from vital_sign where org_id = $1 and oldman_id = $2', [DEMO_ORG, id])
    const words = (row: VitalSignData) => row.judged.find((one) => one.field === 'weight')!.text
    expect(words((await enter(id, { weight: 47, measuredAt: ago(20) })).data)).toBe('体重 47.0 kg')
    const both = (await enter(id, { weight: 47, height: 160, measuredAt: ago(15) })).data
    expect(both).toMatchObject({ grade: 'red', words: '体重 47.0 kg · 身高 160 cm' })
    expect(words(both)).toContain('BMI 18.4，低于 18.5')
    expect((await ask<VitalElderData>('GET', `/elder/${id}`)).data.past).toMatchObject({ height: 160 })
    expect((await enter(id, { weight: 47.5, measuredAt: ago(5) })).data).toMatchObject({ grade: 'yellow' })
    expect(await enter(id, { height: 99 })).toMatchObject({ status: INVALID, data: { field: 'height' } })
    expect(await enter(id, { height: 300 })).toMatchObject({ status: INVALID })
  })

  test('three meals half eaten, or two that were not, wait for somebody', async () => {
    const poor = next()
    await sql('update vital_sign set meal = null where org_id = $1 and oldman_id = $2 and pulse is not null', [
      DEMO_ORG,
      poor.id,
    ])
    const grades = []
    for (const [meal, minutes] of [
      [2, 900],
      [1, 600],
      [2, 60],
    ] as const) {
      grades.push((await enter(poor.id, { meal, measuredAt: ago(minutes) })).data.grade)
    }
    expect(grades).toEqual(['normal', 'normal', 'yellow'])
    expect(await alertsOf(poor.id)).toMatchObject([{ reasons: '连续 3 餐进食一半或更少', state: 'OPEN' }])
    expect((await enter(poor.id, { meal: 4, measuredAt: ago(9) })).data.words).toBe('进食 全部')
    expect(await alertsOf(poor.id)).toMatchObject([{ state: 'CLOSED' }])
    expect((await enter(poor.id, { meal: 0, measuredAt: ago(6) })).data.grade).toBe('normal')
    expect((await enter(poor.id, { meal: 0, measuredAt: ago(3) })).data.grade).toBe('yellow')
    expect((await enter(poor.id, { meal: 5 })).status).toBe(INVALID)
  })

  test('loose stools of two elders of one floor are told to who answers', async () => {
    const floors = await sql<{ id: string; name: string; floor: string }>(
      `select o.oldman_id as id, o.oldman_name as name, r.area as floor from oldman o join bed b on b.org_id = o.org_id
         and b.bed_id = o.current_bed_id join room r on r.org_id = b.org_id and r.room_id = b.room_id
       where o.org_id = $1 and o.oldman_id = any($2) order by r.area, o.oldman_id`,
      [DEMO_ORG, elders.map((one) => one.id)],
    )
    const first = floors[0]!
    const second = floors.find((one) => one.id !== first.id && one.floor === first.floor)!
    const other = floors.find((one) => one.floor !== first.floor)!
    elders = elders.filter((one) => ![first.id, second.id, other.id].includes(one.id))
    const told = (name: string) =>
      sql('select 1 from user_message where org_id = $1 and title = $2', [DEMO_ORG, `${name}等老人可能聚集性腹泻`])
    for (const one of [first, other]) {
      const made = await enter(one.id, { stool: 3, stoolShape: 'watery' })
      expect(made.data.judged.find((judged) => judged.field === 'stool')!.text).toBe('24 小时内稀便 3 次')
      expect(await told(one.name)).toEqual([])
    }
    const made = await enter(second.id, { stool: 3, stoolShape: 'loose' })
    expect(made.data).toMatchObject({ grade: 'yellow' })
    expect(made.data.judged.find((judged) => judged.field === 'stool')!.text).toContain('同一楼层还有 1 位老人腹泻')
    expect(await told(second.name)).not.toEqual([])
  })

  test('weight and stool are judged by what came before', async () => {
    const { id } = next()
    await sql('update vital_sign set weight = null where org_id = $1 and oldman_id = $2', [DEMO_ORG, id])
    await sql(
      `insert into vital_sign (org_id, sign_id, oldman_id, measured_at, weight, source, grade, created_at)
       values ($1, 'w-' || $2, $2, now() - interval '20 days', 60, 'entered', 'normal', now() - interval '20 days')`,
      [DEMO_ORG, id],
    )
    expect((await enter(id, { weight: 58 })).data).toMatchObject({ grade: 'yellow' })
    await sql(
      `update vital_sign set stool = 0, stool_shape = null where org_id = $1 and oldman_id = $2
      and measured_at >= current_date - 3 and stool is not null`,
      [DEMO_ORG, id],
    )
    const empty = await enter(id, { stool: 0 })
    expect(empty.data.judged).toMatchObject([{ field: 'stool', grade: 'yellow', text: '4 天未解大便' }])
  })
})

describe('the sums of a day', () => {
  test('are judged at seven, once however often it runs', async () => {
    const { id } = next()
    const other = next()
    await sql(
      `insert into vital_sign (org_id, sign_id, oldman_id, measured_at, intake, intake_kind, output, output_kind, source, grade, created_at)
       select $1, md5(e || g), e, ${SEVEN} - make_interval(hours => g), case e when $2 then 150 else 500 end, 'drink',
         case e when $2 then 90 else 400 end, 'urine', 'entered', 'normal', ${SEVEN} - make_interval(hours => g)
       from unnest(array[$2, $3]) e, generate_series(2, 8, 2) g`,
      [DEMO_ORG, id, other.id],
    )
    expect(await judgeDay(product.app)).toBeGreaterThan(0)
    const [alert] = await alertsOf(id)
    expect(alert).toMatchObject({ grade: 'red', signId: null, times: 1 })
    expect(alert!.reasons).toBe('24小时入量 600 mL，低于 1000；24小时尿量 360 mL，低于 400')
    expect((await alertsOf(other.id)).filter((one) => one.state !== 'CLOSED')).toEqual([])
    await judgeDay(product.app)
    expect((await alertsOf(id))[0]).toMatchObject({ times: 1, version: alert!.version })
    // A glass of water is no recheck of a day.
    await enter(id, { intake: 200 })
    expect((await alertsOf(id))[0]).toMatchObject({ state: 'OPEN', times: 1 })
    const day = (await ask<VitalElderData>('GET', `/elder/${id}`)).data
    expect(day).toMatchObject({ intakeDay: 600, urineDay: 360, intakeNow: 200 })
  })
})

describe('limits', () => {
  test("a doctor's limit for one elder goes before the house's, and what held before stays", async () => {
    const { id } = next()
    const set = (body: object, token = head) => ask<VitalLimitData[]>('PUT', '/limit', { body, token })
    expect((await set({ part: 'pulse', low: 60 }, nurse)).status).toBe(refusals.NO_PERMISSION[0])
    expect((await set({ part: 'pulse', low: 100, high: 60 })).desc).toContain('从小到大')
    await set({ oldmanId: id, part: 'oxygen', redLow: 86, low: 88, high: 92, reason: '慢阻肺' })
    const held = await set({ oldmanId: id, part: 'oxygen', redLow: 88, low: 88, high: 92, reason: '慢阻肺，复诊' })
    expect(held.data.find((one) => one.part === 'oxygen')).toMatchObject({
      from: 'own',
      low: 88,
      reason: '慢阻肺，复诊',
    })
    expect((await enter(id, { oxygen: 90 })).data.grade).toBe('normal')
    const kept = await sql<{ ended: boolean }>(
      'select ended_at is not null as ended from vital_limit where org_id = $1 and oldman_id = $2 order by created_at',
      [DEMO_ORG, id],
    )
    expect(kept.map((one) => one.ended)).toEqual([true, false])
    const usual = await set({ oldmanId: id, part: 'oxygen', reset: true })
    expect(usual.data.find((one) => one.part === 'oxygen')).toMatchObject({ from: 'usual', redLow: 91 })
  })
})

describe('who sees what', () => {
  test('elders of other departments do not exist', async () => {
    const [other] = await sql<{ id: string; sign: string }>(
      `select o.oldman_id as id, s.sign_id as sign from oldman o join dept d using (org_id, dept_id)
       join vital_sign s using (org_id, oldman_id)
       where o.org_id = $1 and o.status = 1 and d.dept_name <> $2 limit 1`,
      [DEMO_ORG, DEPT],
    )
    expect((await enter(other!.id, { pulse: 70 })).status).toBe(NOT_FOUND)
    expect((await ask('GET', `/${other!.sign}`)).status).toBe(NOT_FOUND)
    expect((await ask('GET', `/elder/${other!.id}`)).status).toBe(NOT_FOUND)
    expect((await ask<PageInfo<unknown>>('GET', '', { query: { oldmanId: other!.id } })).data.total).toBe(0)
    const { rows } = (await ask<{ rows: VitalWardRowData[] }>('GET', '/ward')).data
    expect(rows.length).toBeGreaterThan(10)
    expect(rows.every((row) => row.deptName === DEPT)).toBe(true)
  })

  test('nursing workers measure and do not answer; the desk sees nothing', async () => {
    const made = await enter(next().id, { temperature: 38.1 }, { token: worker })
    expect(made.data.grade).toBe('red')
    const answer = { alertId: made.data.alertId, note: '好', recheck: false }
    expect((await ask('PUT', '/alert/answer', { body: answer, token: worker })).status).toBe(refusals.NO_PERMISSION[0])
    const desk = await product.signIn('fangfang', 'Yiyuan2026')
    expect((await ask('GET', '', { token: desk })).status).toBe(refusals.NO_PERMISSION[0])
  })

  test('the table of a ward stands by room and bed, with the last values', async () => {
    const { rows } = (await ask<{ rows: VitalWardRowData[] }>('GET', '/ward')).data
    const beds = rows.filter((row) => row.roomName !== null).map((row) => row.bedPath!)
    expect(new Set(beds).size).toBe(beds.length)
    expect(rows.some((row) => row.last.some((last) => last.field === 'pulse'))).toBe(true)
  })

  test('the table of a ward says who is out and who is in hospital', async () => {
    const [one, two] = [next().id, next().id]
    await sql(
      `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, out_type, reason, plan_out, plan_return, companion, companion_phone,
         companion_relation, actual_out, applicant_id, state)
       select s.org_id, md5(s.oldman_id || 'ward'), 'WARD' || x.type, s.oldman_id, s.stay_id, x.type, '就医', now() - interval '2 hours',
         now() + interval '1 day', '王强', '13800001111', '20', now() - interval '2 hours', 'x', ${OutingState.is.passed}
       from stay s join (values ($2::text, '1'), ($3, '3')) x(id, type) on x.id = s.oldman_id where s.org_id = $1 and s.end_date is null`,
      [DEMO_ORG, one, two],
    )
    const { rows } = (await ask<{ rows: VitalWardRowData[] }>('GET', '/ward')).data
    const away = (id: string) => rows.find((row) => row.oldmanId === id)?.away
    expect([away(one), away(two)]).toEqual(['OUT', 'HOSPITAL'])
    expect(rows.filter((row) => row.away === null).length).toBeGreaterThan(10)
  })
})
