// The alarm wall as a display of its own: it hangs on whatever becomes of the session that opened it, shows its
// departments, and takes an act only with the key of whoever stands there.
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AlarmCardData } from '#contract/monitor/alarm'
import type { WallBedData } from '#contract/monitor/wall'
import type { MadeScreenData } from '#contract/platform/screen'
import type { SessionData } from '#contract/platform/session'
import { nouns } from '#server/app'
import { announce, asChanged, raiseAlarms } from '#server/areas/monitor/alarm/alarmRaise'
import { newAlarm } from '#server/areas/monitor/test/newAlarm'
import { DEMO_ORG } from '#server/areas/platform/public'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { openSocket } from '#server/kit/test/realtimeNode'

/** Everything a display may call, and everything it is told. */
const CALLS = [
  'monitor.alarm.open',
  'monitor.callSet.get',
  'monitor.callVoice.get',
  'monitor.display.claim',
  'monitor.display.finish',
  'monitor.display.people',
  'monitor.shift.get',
  'monitor.wall.beds',
  'monitor.wall.care',
  'monitor.wall.detail',
  'platform.config.mattress',
  'platform.session.socketTicket',
  'platform.shell.frontLog',
]
const EVENTS = ['live.residence.changed', 'monitor.alarm', 'monitor.tiles', 'nursing.vital.alert']

const BASE = '/pims/web-org/alarmDisplay'
const PIN = '305817'
const PASSWORD = 'Yiyuan2026'

let product: TestApp
let nurse: string
let port: number
beforeAll(async () => {
  product = await demoApp()
  nurse = await product.signIn('lixiaomei', PASSWORD)
  await product.server.listen({ port: 0, host: '127.0.0.1' })
  port = (product.server.server.address() as AddressInfo).port
})
afterAll(() => product.close())

const idOf = async (userName: string) =>
  (await product.app.pool.query<{ id: string }>('select user_id as id from account where user_name = $1', [userName]))
    .rows[0]!.id
const open = (name: string, more: object = {}, token = nurse) =>
  product.ask<MadeScreenData>('POST', BASE, { token, body: { name, ...more } })
const enter = (screenKey: string) =>
  product.ask<SessionData>('POST', '/omms/di-om/third/yly/screenPassLogin', { body: { orgId: DEMO_ORG, screenKey } })
const displayOf = async (name: string, token = nurse) =>
  (await enter((await open(name, {}, token)).data.screenKey)).data.token
const look = async (token: string) => (await product.ask('GET', '/pims/web-org/alarmWall', { token })).status
const setPin = (token: string, pin = PIN) => product.ask('PUT', `${BASE}/pin`, { token, body: { pin } })

async function alarmOf(dept: string): Promise<string> {
  const { rows } = await product.app.pool.query<{ deptId: string; oldmanId: string; bedId: string }>(
    `select d.dept_id as "deptId", o.oldman_id as "oldmanId", o.current_bed_id as "bedId" from dept d
      join oldman o on o.org_id = d.org_id and o.dept_id = d.dept_id and o.current_bed_id is not null
    where d.org_id = $1 and d.dept_name = $2 limit 1`,
    [DEMO_ORG, dept],
  )
  const client = await product.app.pool.connect()
  try {
    await client.query('begin')
    const raised = await raiseAlarms(client, [newAlarm(rows[0]!)])
    await client.query('commit')
    await announce(product.app, asChanged(raised))
    return raised[0]!.recordId
  } finally {
    client.release()
  }
}

describe('the session of a display', () => {
  it('hangs on through a second sign-in, a sign-out and a new password of whoever opened it', async () => {
    const display = await displayOf('二楼护士站')
    expect(await look(display)).toBe(200)
    const again = await product.signIn('lixiaomei', PASSWORD)
    expect(await look(nurse)).toBe(4012)
    expect(await look(display)).toBe(200)
    nurse = again
    await product.ask('GET', '/passport/web-rbac/logins/loginOut', { token: nurse })
    expect(await look(display)).toBe(200)
    nurse = await product.signIn('lixiaomei', PASSWORD)
    const changed = await product.ask('PUT', '/passport/web-rbac/logins/userPwd', {
      token: nurse,
      body: { oldPwd: PASSWORD, newPwd: 'Changed2026' },
    })
    expect(changed).toMatchObject({ status: 200 })
    expect(await look(display)).toBe(200)
    nurse = await product.signIn('lixiaomei', 'Changed2026')
  })

  it('needs no switch for screens without a sign-in, and its end does not end it', async () => {
    const display = await displayOf('一楼护士站')
    const admin = await product.signIn('zhengkai', PASSWORD)
    for (const isPass of [1, 0]) {
      await product.ask('PUT', '/passport/web-rbac/logins/updateIsPass', { token: admin, body: { isPass } })
      expect(await look(display)).toBe(200)
    }
  })

  it('ends with the account that opened it, and when the house withdraws it', async () => {
    const head = await product.signIn('hejing', PASSWORD)
    const made = (await open('三楼护士站', {}, head)).data
    const display = (await enter(made.screenKey)).data.token
    await product.app.pool.query(`update account set user_status = 2 where user_name = 'hejing'`)
    product.app.sessions.forget(DEMO_ORG)
    expect(await look(display)).toBe(4013)
    expect((await enter(made.screenKey)).status).toBe(40310)
    await product.app.pool.query(`update account set user_status = 1 where user_name = 'hejing'`)
    const other = (await enter(made.screenKey)).data.token
    const admin = await product.signIn('zhengkai', PASSWORD)
    const listed = await product.ask<{ list: { screenId: string; kind: string }[] }>(
      'GET',
      '/passport/web-rbac/screens',
      {
        token: admin,
        query: { page: '1', size: '50' },
      },
    )
    expect(listed.data.list).toContainEqual(expect.objectContaining({ screenId: made.screenId, kind: 'ALARM' }))
    await product.ask('PUT', `/passport/web-rbac/screens/${made.screenId}/revoke`, { token: admin, body: {} })
    expect(await look(other)).toBe(4013)
  })

  it('keeps a name where it hangs, unless it is moved on purpose', async () => {
    const first = await displayOf('四楼护士站')
    expect(await open('四楼护士站')).toMatchObject({ status: 40904, data: { field: 'name' } })
    expect(await look(first)).toBe(200)
    const moved = (await open('四楼护士站', { replace: true })).data
    expect(await look(first)).toBe(4013)
    expect(await look((await enter(moved.screenKey)).data.token)).toBe(200)
  })

  it('shows the departments of whoever opened it, and says whether they lie in one building', async () => {
    const session = (await enter((await open('五楼护士站')).data.screenKey)).data
    expect(session.severalBuildings).toBe(false)
    const beds = async (token: string) =>
      (await product.ask<{ beds: WallBedData[] }>('GET', '/pims/web-org/alarmWall', { token })).data.beds.length
    expect(await beds(session.token)).toBe(await beds(nurse))
    const elsewhere = await alarmOf('长青楼护理组')
    const own = await alarmOf('松鹤楼护理组')
    const shown = await product.ask<AlarmCardData[]>('GET', '/pims/web-org/alarmRecord/open', { token: session.token })
    const ids = shown.data.map((card) => card.recordId)
    expect([ids.includes(own), ids.includes(elsewhere)]).toEqual([true, false])
  })

  it('may nothing else: these calls and events are declared for it', async () => {
    const calls = nouns.flatMap((noun) => Object.values(noun.calls))
    expect(
      calls
        .filter((call) => call.display)
        .map((call) => call.key)
        .sort(),
    ).toEqual(CALLS)
    const events = nouns.flatMap((noun) => Object.values(noun.events))
    expect(
      events
        .filter((event) => event.display)
        .map((event) => event.name)
        .sort(),
    ).toEqual(EVENTS)
    const display = await displayOf('六楼护士站')
    for (const call of calls.filter((one) => one.needs !== 'open' && !one.display)) {
      const path = call.path.replace(/\{\w+\}/g, 'x')
      const answer = await product.ask(call.method, path, {
        token: display,
        ...(call.method !== 'GET' && { body: {} }),
      })
      expect([call.key, answer.status]).toEqual([call.key, 40301])
    }
  }, 120_000)

  it('hears the alarms of its departments with what they say, and no others', async () => {
    const display = await displayOf('七楼护士站')
    const ticket = await product.ask<{ ticket: string }>('POST', '/passport/web-rbac/logins/socketTicket', {
      token: display,
    })
    const socket = await openSocket(port, ticket.data.ticket)
    await alarmOf('长青楼护理组')
    const own = await alarmOf('松鹤楼护理组')
    const frame = JSON.parse(await socket.texts.next()) as { type: string; data: { card: AlarmCardData } }
    expect([frame.type, frame.data.card.recordId]).toEqual(['monitor.alarm', own])
    socket.ws.close()
  })
})

describe('an act at a display', () => {
  it('is taken with a key of one’s own, and is that person’s', async () => {
    const display = await displayOf('八楼护士站')
    const recordId = await alarmOf('松鹤楼护理组')
    const userId = await idOf('lixiaomei')
    const claim = (pin: string) =>
      product.ask<AlarmCardData>('POST', `${BASE}/${recordId}/claim`, { token: display, body: { userId, pin } })
    expect(await claim(PIN)).toMatchObject({ status: 40313 })
    expect((await setPin(nurse, '123456')).desc).toContain('口令太简单')
    expect((await setPin(nurse, '12ab')).desc).toContain('6 位数字')
    expect((await setPin(nurse)).status).toBe(200)
    const stored = await product.app.pool.query('select pin_hash from staff_pin where user_id = $1', [userId])
    expect(stored.rows[0].pin_hash).toMatch(/^\$argon2id\$/)
    const people = await product.ask<{ userId: string; userName: string; ready: boolean }[]>('GET', `${BASE}/people`, {
      token: display,
    })
    expect(people.data).toContainEqual(expect.objectContaining({ userId, userName: '李晓梅', ready: true }))

    expect(await claim('999999')).toMatchObject({ status: 40311, desc: '口令不正确，还可尝试 4 次' })
    const taken = await claim(PIN)
    expect(taken).toMatchObject({ status: 200, data: { takerId: userId, takerName: '李晓梅' } })
    const finished = await product.ask<AlarmCardData>('POST', `${BASE}/${recordId}/finish`, {
      token: display,
      body: { userId, pin: PIN, result: '已到床前，复测正常' },
    })
    expect(finished.data).toMatchObject({ status: 3, handlerName: '李晓梅', result: '已到床前，复测正常' })
    const steps = await product.app.pool.query(
      `select kind, user_name as name, note from alarm_step where record_id = $1 and kind in ('TAKEN', 'HANDLED') order by at`,
      [recordId],
    )
    expect(steps.rows).toEqual([
      { kind: 'TAKEN', name: '李晓梅', note: '在告警大屏“八楼护士站”' },
      { kind: 'HANDLED', name: '李晓梅', note: '已到床前，复测正常；在告警大屏“八楼护士站”' },
    ])
    const logs = await product.app.pool.query<{ user: string; remark: string }>(
      `select emp_name as user, remark from operation_log where target_id in ($1, $2) order by created_at, log_id`,
      [recordId, userId],
    )
    expect(logs.rows).toEqual(
      expect.arrayContaining([
        { user: '八楼护士站', remark: '大屏口令不正确，第 1 次：李晓梅' },
        { user: '李晓梅', remark: expect.stringContaining('在告警大屏“八楼护士站”接手告警') },
        { user: '李晓梅', remark: expect.stringContaining('在告警大屏“八楼护士站”处理告警') },
      ]),
    )
  })

  it('is locked after five wrong keys, and nobody’s desk with it', async () => {
    const display = await displayOf('九楼护士站')
    const recordId = await alarmOf('松鹤楼护理组')
    const userId = await idOf('lixiaomei')
    await setPin(nurse)
    const claim = (pin: string) =>
      product.ask<AlarmCardData>('POST', `${BASE}/${recordId}/claim`, { token: display, body: { userId, pin } })
    const statuses: number[] = []
    for (const pin of ['000001', '000002', '000003', '000004', '000005']) statuses.push((await claim(pin)).status)
    expect(statuses).toEqual([40311, 40311, 40311, 40311, 40312])
    expect((await claim(PIN)).status).toBe(40312)
    // Her own session still works, and a new key lifts the lock.
    expect(await look(nurse)).toBe(200)
    expect((await setPin(nurse, '927461')).status).toBe(200)
    expect((await claim('927461')).status).toBe(200)
    await setPin(nurse)
  })

  it('is decided by that person’s permission and departments', async () => {
    const admin = await product.signIn('zhengkai', PASSWORD)
    const display = await displayOf('全院告警', admin)
    const elsewhere = await alarmOf('长青楼护理组')
    const userId = await idOf('lixiaomei')
    const body = { userId, pin: PIN }
    // The display sees it, she does not.
    expect(await product.ask('POST', `${BASE}/${elsewhere}/claim`, { token: display, body })).toMatchObject({
      status: 40400,
    })
    // Somebody who may not handle alarms has no key to begin with; with one they are still refused.
    const { rows } = await product.app.pool.query<{ id: string }>(
      `select a.user_id as id from account a where a.org_id = $1 and a.user_status = 1 and not a.is_admin and not exists (
        select from account_role ar join role_authority ra on ra.org_id = ar.org_id and ra.role_id = ar.role_id
          join authority x on x.authority_id = ra.authority_id
        where ar.org_id = a.org_id and ar.user_id = a.user_id and x.authority_code = 'monitor:alarm:handle')
        and not exists (select from account_role ar join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
          where ar.org_id = a.org_id and ar.user_id = a.user_id and r.role_level = 0) limit 1`,
      [DEMO_ORG],
    )
    await product.app.pool.query(
      `insert into staff_pin (org_id, user_id, pin_hash, updated_at)
      select org_id, $2, pin_hash, now() from staff_pin where org_id = $1 and user_id = $3`,
      [DEMO_ORG, rows[0]!.id, userId],
    )
    const clerk = { userId: rows[0]!.id, pin: PIN }
    expect((await product.ask('POST', `${BASE}/${elsewhere}/claim`, { token: display, body: clerk })).status).toBe(401)
    // And at a desk one is already somebody.
    const own = await alarmOf('松鹤楼护理组')
    expect((await product.ask('POST', `${BASE}/${own}/claim`, { token: nurse, body })).status).toBe(401)
  })
})
