// A person's own messages over the wire: list, counts, reading, what was switched off, and screens that follow.
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import { allEvents } from '#contract/kit/topic'
import {
  type ArrivedData,
  type MessageCountData,
  type MessageData,
  type MessageDetailData,
  MessageKind,
  type MessageSettingData,
  message,
  USUAL_SETTING,
} from '#contract/platform/message'
import { session } from '#contract/platform/session'
import { forgetLimits, type House, testHouse } from '#server/areas/platform/test/house'
import { systemTransaction } from '#server/kit/system'
import { grant, openBrowser, openSocket, type TestSocket } from '#server/kit/test/realtimeNode'
import { type NewMessage, notify } from './messages.ts'

const BASE = message.calls.list.path
const OLD = '/passport/web-org/messages'

let house: House
let port: number
let nurse: string
let cook: string
const tokens: Record<string, string> = {}

beforeAll(async () => {
  house = await testHouse()
  await house.server.listen({ port: 0, host: '127.0.0.1' })
  port = (house.server.server.address() as AddressInfo).port
  nurse = await house.person({ userName: 'nurse01', codes: ['czrzdc'] })
  cook = await house.person({ userName: 'cook01', codes: ['czrzdc'] })
  for (const name of ['nurse01', 'cook01']) tokens[name] = (await house.signInAs(name)).data.token
})
afterAll(() => house.close())
beforeEach(async () => {
  await forgetLimits(house)
  await house.sql('delete from user_message where org_id = $1', [house.orgId])
  await house.sql('delete from message_setting where org_id = $1', [house.orgId])
})

const tell = (userIds: readonly string[], told: Partial<NewMessage> = {}) =>
  systemTransaction(house.app, house.orgId, '测试', '通知', (tx) =>
    notify(tx, userIds, { kind: 'system', title: '试一下', content: '内容', route: '/home', ...told }),
  )
const ask = <T>(who: string, method: 'GET' | 'PUT', path: string, more: object = {}) =>
  house.ask<T>(method, path, { token: tokens[who]!, ...more })
const list = async (query: Record<string, string> = {}, who = 'nurse01') =>
  (await ask<PageInfo<MessageData>>(who, 'GET', BASE, { query })).data
const titles = async (query: Record<string, string> = {}) => (await list(query)).list.map((one) => one.title)
const unread = async (who = 'nurse01') => (await ask<number>(who, 'GET', `${BASE}/unread`)).data
const counts = async (query: Record<string, string> = {}) =>
  (await ask<MessageCountData[]>('nurse01', 'GET', `${BASE}/counts`, { query })).data
const read = async (body: object, who = 'nurse01') =>
  (await ask<{ read: number; unread: number }>(who, 'PUT', `${BASE}/read`, { body })).data
const save = (change: Partial<MessageSettingData>, who = 'nurse01') =>
  ask<MessageSettingData>(who, 'PUT', `${BASE}/setting`, { body: { ...USUAL_SETTING, ...change } })
const open = (messageId: string, who = 'nurse01') => ask<MessageDetailData>(who, 'GET', `${BASE}/${messageId}`)

describe('the list', () => {
  it('holds what was told to its owner and nobody else, also at its old address', async () => {
    await tell([nurse, nurse], { title: '给护士' })
    expect((await list()).list).toMatchObject([{ title: '给护士', route: '/home', state: 'UNREAD', readAt: null }])
    expect((await list({}, 'cook01')).total).toBe(0)
    expect(await unread()).toBe(1)
    expect((await ask<number>('nurse01', 'GET', `${OLD}/unread`)).data).toBe(1)
    const old = await ask<PageInfo<MessageData>>('nurse01', 'GET', OLD, { query: { unread: '1' } })
    expect(old.data.list).toMatchObject([{ title: '给护士' }])
    expect((await ask('nurse01', 'PUT', `${OLD}/read`, { body: {} })).status).toBe(200)
    expect(await unread()).toBe(0)
  })

  it('filters by kind, state, words and time, and every kind counts what its list shows', async () => {
    await tell([nurse], { kind: 'fee', title: '账单一' })
    await tell([nurse], { kind: 'fee', title: '账单 100%' })
    await tell([nurse], { kind: 'outing', title: '外出', content: '张三请假' })
    await house.sql(`update user_message set created_at = '2025-03-01 10:00' where title = '账单一'`)
    await read({ messageIds: [(await list({ keyword: '账单一' })).list[0]!.messageId] })
    expect(await titles()).toEqual(['外出', '账单 100%', '账单一'])
    expect(await titles({ kind: 'fee' })).toEqual(['账单 100%', '账单一'])
    expect(await titles({ kind: 'fee', unread: '1' })).toEqual(['账单 100%'])
    expect(await titles({ state: 'READ' })).toEqual(['账单一'])
    expect(await titles({ unread: '0' })).toEqual(['账单一'])
    expect(await titles({ keyword: '%' })).toEqual(['账单 100%'])
    expect(await titles({ keyword: '张三' })).toEqual(['外出'])
    expect(await titles({ startDate: '2025-03-01', endDate: '2025-03-01' })).toEqual(['账单一'])
    expect(await titles({ orderBy: 'createTime asc' })).toEqual(['账单一', '账单 100%', '外出'])
    expect(await counts()).toEqual([
      { kind: 'outing', count: 1, unread: 1 },
      { kind: 'fee', count: 2, unread: 1 },
    ])
    for (const { kind, count } of await counts({ keyword: '账单' })) {
      expect((await list({ kind, keyword: '账单' })).total).toBe(count)
    }
    expect((await ask('nurse01', 'GET', BASE, { query: { kind: 'nothing' } })).status).toBe(42200)
    expect((await ask('nurse01', 'GET', BASE, { query: { startDate: 'x' } })).status).toBe(42200)
  })

  it('hides the numbers of people in what it says', async () => {
    await tell([nurse], { content: '请联系 13912345678' })
    const [one] = (await list()).list
    expect(one!.content).toBe('请联系 139****5678')
    expect((await open(one!.messageId)).data.content).toBe('请联系 139****5678')
  })
})

describe('reading', () => {
  it('an opened message has been read, and leads to the next that waits', async () => {
    await tell([nurse], { title: '一' })
    await tell([nurse], { title: '二' })
    const [second, first] = (await list()).list
    const opened = await open(second!.messageId)
    expect(opened.data).toMatchObject({ title: '二', state: 'READ', nextId: first!.messageId, unread: 1 })
    expect(opened.data.readAt).not.toBeNull()
    expect((await open(second!.messageId)).data.readAt).toBe(opened.data.readAt)
    expect((await open(first!.messageId)).data).toMatchObject({ title: '一', nextId: null, unread: 0 })
  })

  it('a message of somebody else is no message', async () => {
    await tell([nurse])
    const { messageId } = (await list()).list[0]!
    expect((await open(messageId, 'cook01')).status).toBe(40400)
    expect((await open('nothing')).status).toBe(40400)
    expect(await read({ messageIds: [messageId] }, 'cook01')).toEqual({ read: 0, unread: 0 })
    expect(await unread()).toBe(1)
  })

  it('by name, by kind, or all at once; two at once read each of them once', async () => {
    for (const kind of ['fee', 'fee', 'outing', 'notice'] as const) await tell([nurse, cook], { kind })
    const [one] = (await list({ kind: 'notice' })).list
    expect(await read({ messageIds: [one!.messageId] })).toEqual({ read: 1, unread: 3 })
    expect(await read({ kind: 'fee' })).toEqual({ read: 2, unread: 1 })
    expect(await read({ kind: 'fee' })).toEqual({ read: 0, unread: 1 })
    const both = await Promise.all([read({}), read({})])
    expect(both.map((answer) => answer.read).sort()).toEqual([0, 1])
    expect(await unread()).toBe(0)
    expect(await unread('cook01')).toBe(4)
  })
})

describe('two screens of one person', () => {
  const screens: TestSocket[] = []
  const screenOf = async (who: string) => {
    const path = session.calls.socketTicket.path
    const ticket = (await house.ask<{ ticket: string }>('POST', path, { token: tokens[who]! })).data.ticket
    const socket = await openSocket(port, ticket)
    screens.push(socket)
    return { frame: async () => (await socket.frame()) as { type: string; data: ArrivedData } }
  }
  afterAll(() => {
    for (const { ws } of screens) ws.terminate()
  })

  it('hear of a message at once, and that it was read at the other; a colleague hears nothing', async () => {
    const [one, two, other] = await Promise.all([screenOf('nurse01'), screenOf('nurse01'), screenOf('cook01')])
    await tell([nurse, cook], { kind: 'notice', title: '演练' })
    const arrived = { type: 'platform.message', data: { title: '演练', card: true, sound: true, voice: true } }
    const [first, second, theirs] = await Promise.all([one.frame(), two.frame(), other.frame()])
    expect(first).toMatchObject(arrived)
    expect(second).toEqual(first)
    expect(theirs).toMatchObject(arrived)
    expect(theirs.data.messageId).not.toBe(first.data.messageId)
    await open(first.data.messageId)
    const changed = { type: 'platform.message.changed', data: { messageIds: [first.data.messageId] } }
    expect(await one.frame()).toMatchObject(changed)
    expect(await two.frame()).toMatchObject(changed)
    await save({ sound: false })
    expect(await two.frame()).toMatchObject({ type: 'platform.message.changed', data: { messageIds: null } })
    await tell([cook], { title: '只给厨师' })
    expect(await other.frame()).toMatchObject({ data: { title: '只给厨师' } })
  })

  it('browsers that speak MQTT get theirs as well', async () => {
    const path = session.calls.socketTicket.path
    const ticket = (await house.ask<{ ticket: string }>('POST', path, { token: tokens.nurse01! })).data.ticket
    const { client, messages } = await openBrowser(port, ticket)
    expect(await grant(client, allEvents(house.orgId))).toBe(1)
    await tell([cook], { title: '给厨师' })
    await tell([nurse, cook], { title: '给两人' })
    expect(JSON.parse((await messages.next()).text)).toMatchObject({
      type: 'platform.message',
      data: { title: '给两人' },
    })
    await client.endAsync(true)
  })
})

describe('how somebody wants to be told', () => {
  /** What was pushed to this person. */
  const pushedTo = async (userId: string, told: Partial<NewMessage>): Promise<ArrivedData | null> => {
    const pushed: { userId: string; payload: ArrivedData }[] = []
    const emit = (_: string, __: unknown, ___: unknown, to: { each: typeof pushed }) => void pushed.push(...to.each)
    const spying = { ...house.app, realtime: { ...house.app.realtime, emit } } as unknown as typeof house.app
    await systemTransaction(spying, house.orgId, '测试', '通知', async (tx) => {
      await notify(tx, [userId], { kind: 'system', title: '试一下', ...told })
      expect(pushed).toEqual([])
    })
    return pushed.find((one) => one.userId === userId)?.payload ?? null
  }

  it('is as usual until it is set, and the same at every screen from then on', async () => {
    expect((await ask('nurse01', 'GET', `${BASE}/setting`)).data).toEqual(USUAL_SETTING)
    const wanted = { offKinds: ['fee'] as const, quiet: true, quietFrom: '22:30', quietTo: '06:00', voice: false }
    expect((await save({ ...wanted, offKinds: [...wanted.offKinds, ...wanted.offKinds] })).data).toMatchObject(wanted)
    expect((await ask('nurse01', 'GET', `${BASE}/setting`)).data).toMatchObject({ ...wanted, sound: true })
    expect((await ask('cook01', 'GET', `${BASE}/setting`)).data).toEqual(USUAL_SETTING)
  })

  it('a kind that is switched off is written and not told; what waits is counted by the setting', async () => {
    await tell([nurse], { kind: 'fee', title: '以前的' })
    await tell([nurse], { kind: 'outing' })
    expect(await unread()).toBe(2)
    await save({ offKinds: ['fee'] })
    expect(await unread()).toBe(1)
    expect(await pushedTo(nurse, { kind: 'fee', title: '新的' })).toBeNull()
    expect(await pushedTo(nurse, { kind: 'outing' })).not.toBeNull()
    expect(await unread()).toBe(2)
    expect(await titles({ state: 'MUTED' })).toEqual(['新的', '以前的'])
    expect(await counts({ kind: 'fee' })).toEqual([{ kind: 'fee', count: 2, unread: 0 }])
    await save({ offKinds: [] })
    expect(await unread()).toBe(4)
  })

  it('nobody can switch off what may be about life, neither here nor in the database', async () => {
    const refused = await save({ offKinds: ['fee', 'health'] })
    expect(refused).toMatchObject({ status: 42200 })
    expect(refused.desc).toContain('“健康”消息关系到老人安全，不能关闭')
    const force = (kinds: string) =>
      house.sql(
        `insert into message_setting (org_id, user_id, off_kinds, quiet, quiet_from, quiet_to, sound, voice)
          values ($1, $2, $3, false, '21:00', '07:00', true, true)`,
        [house.orgId, nurse, kinds],
      )
    await expect(force('{alarm}')).rejects.toThrow(/message_setting_always/)
    await tell([nurse], { kind: 'alarm' })
    await expect(house.sql('update user_message set muted = true where org_id = $1', [house.orgId])).rejects.toThrow(
      /user_message_always/,
    )
  })

  it('quiet hours hold back card, bell and voice, over midnight too; they are counted, alarms are told', async () => {
    const [{ h }] = (await house.sql<{ h: number }>('select extract(hour from now())::int as h')) as [{ h: number }]
    const clock = (hour: number) => `${String((hour + 24) % 24).padStart(2, '0')}:00`
    await save({ quiet: true, quietFrom: clock(h - 1), quietTo: clock(h + 2) })
    const silent = { card: false, sound: false, voice: false }
    expect(await pushedTo(nurse, { kind: 'notice' })).toMatchObject(silent)
    expect(await pushedTo(nurse, { kind: 'alarm' })).toMatchObject({ card: true, sound: true, voice: true })
    expect(await unread()).toBe(2)
    await save({ quiet: true, quietFrom: clock(h + 2), quietTo: clock(h - 1) })
    expect(await pushedTo(nurse, { kind: 'notice' })).toMatchObject({ card: true, sound: true, voice: true })
    await save({ quiet: false, quietFrom: clock(h - 1), quietTo: clock(h + 2) })
    expect(await pushedTo(nurse, { kind: 'notice' })).toMatchObject({ card: true })
    expect((await save({ quiet: true, quietFrom: '08:00', quietTo: '08:00' })).desc).toContain('不能是同一时间')
    expect((await save({ quietFrom: '25:00' })).status).toBe(42200)
  })

  it('bell and voice can be switched off; an alarm rings all the same', async () => {
    await save({ sound: false, voice: false })
    expect(await pushedTo(nurse, { kind: 'notice' })).toMatchObject({ card: true, sound: false, voice: false })
    expect(await pushedTo(nurse, { kind: 'alarm' })).toMatchObject({ card: true, sound: true, voice: false })
    // Only what must not wait and what is announced to all is read aloud.
    for (const { value } of MessageKind.list) {
      const spoken = ['alarm', 'health', 'notice'].includes(value)
      expect(await pushedTo(cook, { kind: value })).toMatchObject({ voice: spoken })
    }
  })
})
