import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type NewAlarm, raiseAlarms } from '#server/areas/monitor/alarm/alarmRaise'
import { newAlarm } from '#server/areas/monitor/test/newAlarm'
import { DEMO_ORG } from '#server/areas/platform/public'
import { openDatabase } from '#server/kit/db'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { climb } from './climb.ts'

let product: TestApp
let nurse: string
let ward: string

beforeAll(async () => {
  product = await demoApp()
  nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
  const { rows } = await product.app.pool.query<{ id: string }>(
    `select dept_id as id from dept where org_id = $1 and dept_name = '松鹤楼护理组'`,
    [DEMO_ORG],
  )
  ward = rows[0]!.id
})
afterAll(() => product.close())

const query = async <T extends object>(text: string, values: unknown[] = []) =>
  (await product.app.pool.query<T>(text, values)).rows
const staff = async (name: string) =>
  (
    await query<{ id: string }>('select emp_id as id from employee where org_id = $1 and emp_name = $2', [
      DEMO_ORG,
      name,
    ])
  )[0]!.id

async function onRoster(rank: number, name: string, deptId: string | null) {
  await query(
    `insert into alarm_duty (org_id, duty_id, dept_id, rank, user_id, weekdays, from_time, to_time)
      values ($1, $2, $3, $4, $5, '[1,2,3,4,5,6,7]', '00:00', '00:00')`,
    [DEMO_ORG, newId(), deptId, rank, await staff(name)],
  )
}

beforeEach(async () => {
  await query('delete from alarm_duty')
  await query(`delete from monitor_setting where name in ('ladder', 'vms', 'callBase')`)
  await query('update alarm_record set status = 3, handled_at = greatest(now(), raised_at) where status = 0')
})

const alarm = (more: Partial<NewAlarm> = {}) => newAlarm({ deptId: ward, ...more })

async function raise(more: Partial<NewAlarm> = {}): Promise<string> {
  const client = await product.app.pool.connect()
  try {
    await client.query('begin')
    const raised = await raiseAlarms(client, [alarm(more)])
    await client.query('commit')
    return raised[0]!.recordId
  } finally {
    client.release()
  }
}
const due = (recordId: string) =>
  query('update alarm_record set next_step_at = now() where record_id = $1 and next_step_at is not null', [recordId])
const stands = async (recordId: string) =>
  (
    await query<{ rank: number; nextName: string | null; seconds: number | null }>(
      // Counted from the step that set it: a busy machine asks a second later.
      `select rank, next_name as "nextName", round(extract(epoch from next_step_at - coalesce(
          (select max(s.at) from alarm_step s where s.record_id = a.record_id), now())))::int as seconds
        from alarm_record a where record_id = $1`,
      [recordId],
    )
  )[0]!
const steps = (recordId: string) =>
  query<{ kind: string; rank: number; userName: string | null; note: string | null }>(
    `select kind, rank, user_name as "userName", note from alarm_step where record_id = $1 and kind in ('TOLD', 'PHONED')
      order by at, step_id`,
    [recordId],
  )

describe('the ladder', () => {
  it('tells the duty nurse at once, then the next, the head nurse and the phone, each once', async () => {
    await onRoster(1, '李晓梅', ward)
    await onRoster(2, '陆小燕', ward)
    await onRoster(3, '何静', null)
    const id = await raise()
    expect(await stands(id)).toEqual({ rank: 1, nextName: '陆小燕', seconds: 30 })
    expect(await climb(product.app)).toBe(0)
    for (const expected of [
      { rank: 2, nextName: '何静', seconds: 90 },
      { rank: 3, nextName: '电话 何静', seconds: 120 },
      { rank: 4, nextName: '何静', seconds: 600 },
    ]) {
      await due(id)
      expect(await climb(product.app)).toBe(1)
      expect(await stands(id)).toEqual(expected)
    }
    expect((await steps(id)).map((one) => [one.kind, one.rank, one.userName])).toEqual([
      ['TOLD', 1, '李晓梅'],
      ['TOLD', 2, '陆小燕'],
      ['TOLD', 3, '何静'],
      ['PHONED', 4, '何静'],
    ])
    const outbox = await query('select scene, state, provider, user_name from vms_outbox where record_id = $1', [id])
    expect(outbox).toEqual([{ scene: 'MATTRESS:4', state: 'WAITING', provider: 'outbox', user_name: '何静' }])
  })

  it('says why it told somebody else when nobody is on the roster', async () => {
    const id = await raise()
    expect(await steps(id)).toEqual([
      { kind: 'TOLD', rank: 1, userName: '何静', note: '值班表此时无人，按岗位通知护士长' },
    ])
  })

  it('waits for the result of whoever goes, and climbs on when none comes', async () => {
    await onRoster(2, '陆小燕', ward)
    const id = await raise()
    const taken = await product.ask<{ takerName: string; nextSeconds: number }>(
      'POST',
      `/pims/web-org/alarmRecord/${id}/take`,
      { token: nurse },
    )
    expect(taken.data).toMatchObject({ takerName: '李晓梅', nextSeconds: 600 })
    await due(id)
    expect(await climb(product.app)).toBe(1)
    expect((await steps(id)).at(-1)).toMatchObject({ rank: 2, userName: '陆小燕', note: '李晓梅接手后未处理' })
  })

  it('does not climb any more once it is handled', async () => {
    const id = await raise()
    const handled = await product.ask('POST', `/pims/web-org/alarmRecord/${id}/handle`, {
      token: nurse,
      body: { result: '已到床前' },
    })
    expect(handled.status).toBe(200)
    await due(id)
    expect(await climb(product.app)).toBe(0)
  })

  it('follows the settings: seconds, steps switched off, calls by their own times', async () => {
    await query(
      `insert into monitor_setting (org_id, name, value) values
        ($1, 'ladder', '{"steps":[{"rank":2,"on":false},{"rank":3,"seconds":45}]}'),
        ($1, 'callBase', '{"repeatSeconds":20,"leaderSeconds":50,"phoneSeconds":90}')`,
      [DEMO_ORG],
    )
    expect(await stands(await raise())).toMatchObject({ rank: 1, seconds: 45 })
    expect(await stands(await raise({ source: 'CALL', type: 'TOILET', kind: null }))).toMatchObject({ seconds: 20 })
  })

  it('lets a flat battery rest at the head nurse', async () => {
    const id = await raise({ source: 'TAG', type: 'lowPowerAlarm', kind: null, level: 1 })
    for (let i = 0; i < 3; i++) {
      await due(id)
      await climb(product.app)
    }
    expect(await stands(id)).toEqual({ rank: 3, nextName: null, seconds: null })
  })

  it('does each step once, however many processes climb', async () => {
    const ids = await Promise.all(Array.from({ length: 20 }, () => raise()))
    for (const id of ids) await due(id)
    const { pool: other } = openDatabase(product.url, 4)
    try {
      const apps = [product.app, { pool: other, realtime: product.app.realtime }]
      const climbed = await Promise.all([...apps, ...apps, ...apps].map((app) => climb(app)))
      // The product climbs by itself, too, and may have been there first.
      expect(climbed.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(ids.length)
    } finally {
      await other.end()
    }
    for (const id of ids) expect((await steps(id)).map((one) => one.rank)).toEqual([1, 2])
  })
})
