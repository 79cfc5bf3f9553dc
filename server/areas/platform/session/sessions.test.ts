// Sessions as the parts of the server use them: the short cache, forgetting across processes, tickets, marks.
import { once } from 'node:events'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { WebSocket } from 'ws'
import { LOGIN_EXPIRED } from '#contract/kit/event'
import type { SessionData } from '#contract/platform/session'
import { endSessions, issueSsoMark } from '#server/areas/platform/public'
import { type House, LOGINS, testHouse, WEB } from '#server/areas/platform/test/house'
import type { Bus, SessionAnswer } from '#server/kit/context'
import { newId, sha256 } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import { createSessions } from './sessions.ts'

let house: House
let manager: SessionData

beforeAll(async () => {
  house = await testHouse()
  await house.person({ userName: 'nurse01', codes: ['czrzdc'], dataDeptIds: [house.care] })
  await house.person({ userName: 'manager01', isAdmin: true })
  manager = (await house.signInAs('manager01')).data
})
afterAll(() => house.close())

/** Server processes on one bus, in one test. */
function pair() {
  const listeners: ((message: unknown, topic: string) => void)[] = []
  const bus: Bus = {
    publish: (topic, message) => listeners.forEach((listener) => void listener(structuredClone(message), topic)),
    subscribe: (_topic, listener) => void listeners.push(listener),
    close: async () => undefined,
  }
  const node = () => createSessions({ pool: house.app.pool, log: house.app.log, nouns: house.app.nouns, bus })
  return [node(), node()] as const
}

const userOf = (answer: SessionAnswer | null) => {
  if (!answer || !('user' in answer)) throw new Error('no user')
  return answer.user
}

describe('the cache', () => {
  // Only the clock stands still; sockets and the database go on.
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterEach(() => void vi.useRealTimers())

  it('answers without the database until it is told to forget, on every process', async () => {
    const { token } = (await house.signInAs('nurse01')).data
    const [a, b] = pair()
    expect(userOf(await a.resolve(token)).userName).toBe('nurse01')
    expect(userOf(await b.resolve(token)).userName).toBe('nurse01')
    await house.sql(`update employee set emp_name = '新名' where emp_name = 'nurse01'`)
    expect(userOf(await b.resolve(token)).empName).toBe('nurse01')
    a.forget(house.orgId, userOf(await a.resolve(token)).userId)
    expect(userOf(await a.resolve(token)).empName).toBe('新名')
    expect(userOf(await b.resolve(token)).empName).toBe('新名')
    await house.sql(`update employee set emp_name = 'nurse01' where emp_name = '新名'`)
    b.forget(house.orgId)
    expect(userOf(await a.resolve(token)).empName).toBe('nurse01')
    a.forget('another organisation')
    await Promise.all([a.close(), b.close()])
  })

  it('reads again by itself after two seconds', async () => {
    const { token } = (await house.signInAs('nurse01')).data
    const [a] = pair()
    await a.resolve(token)
    await house.sql('update login_session set ended_by = 4013 where session_id = $1', [sha256(token)])
    vi.setSystemTime(Date.now() + 1_999)
    expect(await a.resolve(token)).toHaveProperty('user')
    vi.setSystemTime(Date.now() + 1)
    expect(await a.resolve(token)).toEqual({ ended: 'ACCOUNT_CHANGED' })
    await a.close()
  })

  it('never keeps what was read before a change', async () => {
    const { token } = (await house.signInAs('nurse01')).data
    const [a] = pair()
    const early = a.resolve(token)
    a.forget(house.orgId)
    await house.sql('update login_session set ended_by = 4012 where session_id = $1', [sha256(token)])
    await early
    expect(await a.resolve(token)).toEqual({ ended: 'SIGNED_IN_ELSEWHERE' })
    await a.close()
  })

  it('knows no token that is not one', async () => {
    for (const token of ['', 'x', 'Z'.repeat(32), `${'0'.repeat(31)}'`, '0'.repeat(64)]) {
      expect(await house.app.sessions.resolve(token)).toBeNull()
    }
  })
})

describe('activity', () => {
  const seen = async (token: string) =>
    (
      await house.sql<{ idle: number }>(
        'select extract(epoch from now() - last_seen)::float8 as idle from login_session where session_id = $1',
        [sha256(token)],
      )
    )[0]!.idle
  const rest = (token: string, minutes: number) =>
    house.sql(`update login_session set last_seen = now() - $2 * interval '1 minute' where session_id = $1`, [
      sha256(token),
      minutes,
    ])

  it('is written later and in one go, at the latest when the process ends', async () => {
    const { token } = (await house.signInAs('nurse01')).data
    await rest(token, 20)
    const [a] = pair()
    await a.resolve(token)
    expect(await seen(token)).toBeGreaterThan(1100)
    await a.close()
    expect(await seen(token)).toBeLessThan(60)
  })

  it('counts in this process before the database knows it', async () => {
    const { token } = (await house.signInAs('nurse01')).data
    const [a, b] = pair()
    await a.resolve(token)
    await rest(token, 40)
    a.forget(house.orgId)
    expect(await a.alive([sha256(token)])).toEqual(new Map([[sha256(token), null]]))
    expect(await a.resolve(token)).toHaveProperty('user')
    expect(await b.alive([sha256(token)])).toEqual(new Map([[sha256(token), 'SESSION_EXPIRED']]))
    await Promise.all([a.close(), b.close()])
  })

  it('is not made by looking', async () => {
    const { token } = (await house.signInAs('nurse01')).data
    const [a] = pair()
    await rest(token, 40)
    expect(await a.alive([sha256(token), 'unknown'])).toEqual(
      new Map([
        [sha256(token), 'SESSION_EXPIRED'],
        ['unknown', 'SESSION_EXPIRED'],
      ]),
    )
    expect(await a.lookUp(sha256(token))).toEqual({ ended: 'SESSION_EXPIRED' })
    expect(await a.alive([])).toEqual(new Map())
    await a.close()
  })
})

describe('ending sessions', () => {
  it('of some users or of all, but not of others', async () => {
    const { token, empInfo } = (await house.signInAs('nurse01')).data
    const end = (userIds: string[] | null) =>
      systemTransaction(house.app, house.orgId, '测试', '结束会话', (tx) =>
        endSessions(house.app, tx, house.orgId, userIds, 'ACCOUNT_CHANGED'),
      )
    await end([newId()])
    expect(await house.app.sessions.resolve(token)).toHaveProperty('user')
    await end([empInfo.empId])
    expect(await house.app.sessions.resolve(token)).toEqual({ ended: 'ACCOUNT_CHANGED' })
    expect(await house.app.sessions.resolve(manager.token)).toHaveProperty('user')
    expect(await house.app.sessions.alive([sha256(token), sha256(manager.token)])).toEqual(
      new Map([
        [sha256(token), 'ACCOUNT_CHANGED'],
        [sha256(manager.token), null],
      ]),
    )
    await end(null)
    expect(await house.app.sessions.resolve(manager.token)).toEqual({ ended: 'ACCOUNT_CHANGED' })
    manager = (await house.signInAs('manager01')).data
  })
})

describe('an account without a session', () => {
  it('is what it would be signed in, or nothing', async () => {
    const { empInfo } = (await house.signInAs('nurse01')).data
    const of = (at: { landingEndId: string | null; deptId: string | null }) =>
      house.app.sessions.ofAccount(house.orgId, empInfo.empId, at)
    const user = await of({ landingEndId: WEB, deptId: house.care })
    expect(user).toMatchObject({ userName: 'nurse01', sessionId: '', deptIds: [house.care], deptName: '院办公室' })
    expect(user!.codes.has('czrzdc')).toBe(true)
    expect(await of({ landingEndId: 'another', deptId: null })).toBeNull()
    expect(await of({ landingEndId: WEB, deptId: house.finance })).toBeNull()
    await house.sql(`update account set user_status = 2 where user_name = 'nurse01'`)
    expect(await of({ landingEndId: WEB, deptId: null })).toBeNull()
    await house.sql(`update account set user_status = 1 where user_name = 'nurse01'`)
    expect(await house.app.sessions.ofAccount(house.orgId, newId(), { landingEndId: WEB, deptId: null })).toBeNull()
  })
})

describe('socket tickets', () => {
  const ticketOf = async (token: string) =>
    (await house.ask<{ ticket: string }>('POST', `${LOGINS}/socketTicket`, { token })).data.ticket

  it('are good once and for thirty seconds; the token itself works too', async () => {
    const ticket = await ticketOf(manager.token)
    const rows = JSON.stringify(await house.sql('select * from socket_ticket'))
    expect(rows).not.toContain(ticket)
    expect(userOf(await house.app.sessions.resolveSocket(ticket)).userName).toBe('manager01')
    expect(await house.app.sessions.resolveSocket(ticket)).toBeNull()
    const late = await ticketOf(manager.token)
    await house.sql("update socket_ticket set expires_at = now() - interval '1 second'")
    expect(await house.app.sessions.resolveSocket(late)).toBeNull()
    expect(userOf(await house.app.sessions.resolveSocket(manager.token)).userName).toBe('manager01')
    expect(await house.app.sessions.resolveSocket('nonsense')).toBeNull()
  })

  it('do not outlive their session', async () => {
    const { token } = (await house.signInAs('nurse01')).data
    const ticket = await ticketOf(token)
    await house.ask('GET', `${LOGINS}/loginOut`, { token })
    expect(await house.app.sessions.resolveSocket(ticket)).toEqual({ ended: 'SESSION_EXPIRED' })
  })
})

describe('an open socket', () => {
  const closed = (socket: WebSocket) =>
    new Promise<string[]>((resolve, reject) => {
      const said: string[] = []
      socket.on('message', (data) => said.push(String(data)))
      socket.on('close', () => resolve(said))
      socket.on('error', reject)
    })

  it('ends with its session: signed in elsewhere, signed out', async () => {
    const address = await house.server.listen({ port: 0, host: '127.0.0.1' })
    const open = async (token: string) => {
      const { data } = await house.ask<{ ticket: string }>('POST', `${LOGINS}/socketTicket`, { token })
      const socket = new WebSocket(`${address.replace('http', 'ws')}/websocket/${data.ticket}`)
      const end = closed(socket)
      await once(socket, 'open')
      return { end }
    }
    const first = await open((await house.signInAs('nurse01')).data.token)
    const { token } = (await house.signInAs('nurse01')).data
    expect(await first.end).toContain(LOGIN_EXPIRED)
    const second = await open(token)
    await house.ask('GET', `${LOGINS}/loginOut`, { token })
    await second.end
  })
})

describe('a mark of another system', () => {
  it('signs in once', async () => {
    const mark = await issueSsoMark(house.app.pool, house.orgId, manager.empInfo.empId)
    const login = (value: string) => house.ask<SessionData>('POST', `${LOGINS}/ssoMarkLogin`, { body: { mark: value } })
    expect(await login(newId())).toMatchObject({ status: 4011 })
    const opened = await login(mark)
    expect(opened).toMatchObject({ status: 200, data: { username: 'manager01' } })
    expect(await login(mark)).toMatchObject({ status: 4011 })
    const late = await issueSsoMark(house.app.pool, house.orgId, manager.empInfo.empId)
    await house.sql(`update sso_mark set expires_at = now() - interval '1 second'`)
    expect(await login(late)).toMatchObject({ status: 4011 })
    manager = opened.data
  })
})
