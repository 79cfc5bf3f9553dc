// Leaving, coming back, postponing and being late: every guard and effect; and the lists that show it.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import type { OutingData } from '#contract/live/outing'
import {
  application,
  at,
  OUTINGS,
  type OutingHouse,
  outingActs,
  outingHouse,
} from '#server/areas/live/test/outingHouse'
import { WEB } from '#server/areas/platform/test/house'
import { callerOfUser } from '#server/kit/jobRun'
import type { Envelope } from '#server/kit/test/app'
import { turnOverdue } from './outingOverdue.ts'
import { outingTodos } from './outingTodos.ts'

let house: OutingHouse

beforeAll(async () => {
  house = await outingHouse()
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.rule('outing', true)
  await house.rule('outingPostpone', true)
})

const STATE = refusals.STATE_NOT_ALLOWED[0]
const INVALID = refusals.INVALID_INPUT[0]
const GONE = refusals.NOT_FOUND[0]

const { register, detail, passed, away, makeLate, messagesOf, events } = outingActs(() => house)

describe('leaving and coming back', () => {
  it('is entered in the timeline and shown as away', async () => {
    const { outId, oldmanId, outNo } = await passed('来回')
    const left = await house.put<OutingData>('/depart', { outId, actualOut: at(-0.5) }, house.nurse)
    expect(left.data).toMatchObject({ phase: 'out', state: 1, can: ['affirm', 'postpone'] })
    expect(left.data.outMinutes).toBe(30)
    const back = await house.put<OutingData>(
      '/affirm',
      { outId, actualReturn: at(-0.1), returnHealth: '身体状况良好' },
      house.nurse,
    )
    expect(back.data).toMatchObject({ phase: 'back', state: 3, returnHealth: '身体状况良好', lateMinutes: 0, can: [] })
    expect(await events(oldmanId)).toMatchObject([
      { kind: 'outing', content: expect.stringContaining('请假回家'), userName: '李晓梅' },
      { kind: 'return', content: expect.stringContaining('身体状况良好') },
    ])
    const again = await house.put('/affirm', { outId, returnHealth: '好' }, house.nurse)
    expect(again).toMatchObject({ status: STATE, desc: '当前状态为“已返回”，不能登记返回（转为“已返回”）' })
    const logs = await house.sql<{ remark: string }>('select remark from operation_log where target_id = $1', [outId])
    expect(logs.map((log) => log.remark).join()).toContain(outNo)
  })

  it('has its times in order', async () => {
    const { outId } = await passed('时间')
    const future = await house.put('/depart', { outId, actualOut: at(2) }, house.nurse)
    expect(future.desc).toContain('离院时间不能晚于现在')
    const early = await house.put('/depart', { outId, actualOut: at(-24 * 30) }, house.nurse)
    expect(early.desc).toContain('离院时间早于入住日期')
    // A clock that is a minute ahead is no mistake.
    const left = await house.put<OutingData>('/depart', { outId, actualOut: at(1 / 60) }, house.nurse)
    expect(left.status).toBe(200)
    const twice = await house.put('/depart', { outId }, house.nurse)
    expect(twice.desc).toBe('当前状态为“外出中”，不能登记离院（转为“外出中”）')
    const before = await house.put('/affirm', { outId, actualReturn: at(-3) }, house.nurse)
    expect(before).toMatchObject({ status: INVALID, data: { field: 'actualReturn' } })
    const cancelled = await house.put('/cancellation', { outId, reason: '不去了' }, house.nurse)
    expect(cancelled.desc).toBe('当前状态为“外出中”，不能取消（转为“已取消”），请登记返回')
  })

  it('may be entered by the return alone, as clients without the leaving do', async () => {
    const { outId, oldmanId } = await passed('补录')
    const back = await house.put<OutingData>('/affirm', { outId }, house.nurse)
    expect(back.data).toMatchObject({ state: 3, actualOut: back.data.planOut })
    expect((await events(oldmanId)).map((event) => event.kind)).toEqual(['outing', 'return'])
    const later = await passed('未到', { planOut: at(5) })
    const refused = await house.put('/affirm', { outId: later.outId }, house.nurse)
    expect(refused.desc).toContain('还没有登记离院')
  })

  it('happens once when two press the button', async () => {
    const { outId } = await away('双击')
    const answers = await Promise.all([1, 2, 3].map(() => house.put('/affirm', { outId }, house.nurse)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  it('is called off with a reason before leaving', async () => {
    const { data } = await register(await house.resident('取消'))
    const answer = await house.put<OutingData>('/cancellation', { outId: data.outId, reason: '下雨' }, house.nurse)
    expect(answer.data).toMatchObject({ state: 5, phase: 'cancelled', cancelReason: '下雨' })
    expect((await register(data.oldmanId)).status).toBe(200)
  })
})

describe('postponing', () => {
  it('is kept until it is decided, then holds', async () => {
    const { outId, planReturn, oldmanId } = await away('延期')
    const newReturn = at(96)
    const early = await house.put('/postpone', { outId, newReturn: at(1), reason: '多住' }, house.nurse)
    expect(early.desc).toContain('新的返回时间应晚于原来的')
    const asked = await house.put<OutingData>('/postpone', { outId, newReturn, reason: '多住两天' }, house.nurse)
    expect(asked.data).toMatchObject({ state: 1, planReturn, asked: { newReturn, byName: '李晓梅' }, can: ['affirm'] })
    const second = await house.put('/postpone', { outId, newReturn: at(120), reason: '再多' }, house.nurse)
    expect(second.desc).toContain('正在等待审核')
    expect(await messagesOf(house.headId, '延期的外出延期待审核')).toHaveLength(1)
    await house.put('/audit/pass', { outId, auditRemark: '同意' }, house.head)
    expect(await detail(outId)).toMatchObject({
      state: 4,
      phase: 'out',
      planReturn: newReturn,
      asked: null,
      postpones: [{ oldReturn: planReturn, newReturn, result: 'PASSED', auditorName: '何静' }],
    })
    expect((await events(oldmanId)).at(-1)).toMatchObject({ kind: 'outing', content: expect.stringContaining('延期') })
  })

  it('is declined and stays as it was', async () => {
    const { outId, planReturn } = await away('不延')
    await house.put('/postpone', { outId, newReturn: at(96), reason: '多住' }, house.nurse)
    await house.put('/audit/decline', { outId, auditRemark: '药不够' }, house.head)
    expect(await detail(outId)).toMatchObject({
      state: 1,
      planReturn,
      asked: null,
      postpones: [{ result: 'DECLINED' }],
    })
  })

  it('holds at once where the house wants no audit, also for who is late', async () => {
    await house.rule('outingPostpone', false)
    const { outId } = await away('即延')
    await makeLate(outId)
    await turnOverdue(house.app)
    const answer = await house.put<OutingData>('/postpone', { outId, newReturn: at(5), reason: '堵车' }, house.nurse)
    expect(answer.data).toMatchObject({ state: 4, phase: 'out', lateMinutes: 0, postpones: [{ result: 'NONE' }] })
  })

  it('loses its sense with the return', async () => {
    const { outId } = await away('撤回')
    await house.put('/postpone', { outId, newReturn: at(96), reason: '多住' }, house.nurse)
    const back = await house.put<OutingData>('/affirm', { outId }, house.nurse)
    expect(back.data).toMatchObject({ asked: null, postpones: [{ result: 'WITHDRAWN' }] })
  })
})

describe('being late', () => {
  it('is noticed once, by whichever server looks first, and told', async () => {
    const { outId, oldmanId } = await away('迟归')
    const waits = await passed('没走')
    await makeLate(outId)
    expect(await detail(outId)).toMatchObject({ state: 1, phase: 'late' })
    const noticed = await Promise.all([1, 2, 3].map(() => turnOverdue(house.app)))
    expect(noticed.reduce((sum, one) => sum + one, 0)).toBe(1)
    expect(await turnOverdue(house.app)).toBe(0)
    expect(await detail(outId)).toMatchObject({ state: 6, phase: 'late', can: ['affirm', 'postpone'] })
    expect((await detail(waits.outId)).state).toBe(1)
    for (const userId of [house.nurseId, house.headId]) {
      expect(await messagesOf(userId, '迟归外出逾期未归')).toMatchObject([
        { content: expect.stringContaining('王强（13800001111）'), route: `/live/Outing/register?outId=${outId}` },
      ])
    }
    const back = await house.put<OutingData>('/affirm', { outId, returnHealth: '疲劳' }, house.nurse)
    expect(back.data).toMatchObject({ state: 3, lateMinutes: 10 })
    expect((await events(oldmanId)).at(-1)!.content).toContain('晚于计划')
  })
})

describe('lists', () => {
  const list = async (query: Record<string, string>, token = house.boss) =>
    (await house.ask<{ list: OutingData[]; total: number }>('GET', OUTINGS, { token, query })).data
  const counts = async (token = house.boss) =>
    (await house.ask<Record<string, number>>('GET', `${OUTINGS}/counts`, { token })).data

  it('agree with the counts and with what waits on the bench', async () => {
    const late = await away('数一')
    await makeLate(late.outId)
    await away('数二')
    const counted = await counts()
    for (const phase of ['audit', 'ready', 'out', 'late']) {
      const page = await list({ phase })
      expect([phase, page.total]).toEqual([phase, counted[phase]])
      expect(page.list.every((row) => row.phase === phase)).toBe(true)
    }
    for (const due of ['outNow', 'dueToday', 'backToday', 'notLeft']) {
      expect([due, (await list({ due })).total]).toEqual([due, counted[due]])
    }
    expect(counted.outNow).toBe(counted.out! + counted.late!)
    expect((await list({ due: 'unknown' })).total).toBe(0)
    const now = await house.ask<OutingData[]>('GET', `${OUTINGS}/now`, { token: house.boss })
    expect(now.data).toHaveLength(counted.outNow!)
    expect(now.data[0]!.phase).toBe('late')
  })

  it('find by name, initials and number, and answer bare arrays to older clients', async () => {
    const { outId, outNo } = await passed('王秀兰')
    const queries: Record<string, string>[] = [
      { oldmanName: '秀兰' },
      { oldmanName: 'wxl' },
      { outNo },
      { companion: '13800001111' },
    ]
    for (const query of queries) {
      const found = await list({ ...query, size: '999999' })
      expect(found.list.map((row) => row.outId)).toContain(outId)
    }
    const bare = await house.ask<OutingData[]>('GET', OUTINGS, {
      token: house.boss,
      query: { pageHelper: '2', orderBy: '', size: '999999', outNo },
    })
    expect(bare.data).toMatchObject([{ outId }])
  })

  it('end at the department', async () => {
    const { data } = await register(await house.resident('他部', { dept: house.finance }), {}, house.boss)
    const { outId, oldmanId } = data
    expect((await list({ oldmanId }, house.nurse)).total).toBe(0)
    expect((await list({ oldmanId }, house.boss)).total).toBe(1)
    const answers: Envelope[] = [
      await house.ask('GET', `${OUTINGS}/${outId}`, { token: house.nurse }),
      await house.ask('GET', `${OUTINGS}/elder/${oldmanId}`, { token: house.nurse }),
      await house.ask('GET', `${OUTINGS}/audit/${outId}`, { token: house.head }),
      await house.put('/audit/pass', { outId }, house.head),
      await house.put('/depart', { outId }, house.nurse),
      await house.put('/affirm', { outId }, house.nurse),
      await house.put('/postpone', { outId, newReturn: at(99), reason: '多' }, house.nurse),
      await house.put('/cancellation', { outId, reason: '多' }, house.nurse),
      await house.put('', { ...application(''), outId }, house.nurse),
      await register(oldmanId),
    ]
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => GONE))
    expect((await counts(house.nurse)).audit).toBeLessThan((await counts()).audit!)
  })

  it('tell the form who may go along and what stands in the way', async () => {
    const { oldmanId, outNo } = await passed('陪同')
    await house.sql(
      `insert into oldman_family (org_id, family_id, oldman_id, name, relation, phone, emergency) values
         ($1, $2::text || 'a', $2::text, '王芳', '21', '13900002222', true), ($1, $2::text || 'b', $2::text, '王强', '20', '13800001111', false)`,
      [house.orgId, oldmanId],
    )
    const answer = await house.ask<object>('GET', `${OUTINGS}/elder/${oldmanId}`, { token: house.nurse })
    expect(answer.data).toMatchObject({
      oldmanName: '陪同',
      open: { outNo, phase: 'ready' },
      resident: {
        companions: [
          { name: '王芳', relationName: '女儿', note: '紧急联系人' },
          { name: '王强', relationName: '儿子' },
        ],
        yearTimes: 0,
      },
    })
  })

  it('are what the bench counts for each person', async () => {
    const callerOf = (userId: string) =>
      callerOfUser(house.app, house.orgId, userId, 'live.outing.counts', {
        landingEndId: WEB,
        deptId: house.care,
        origin: { ip: '', terminal: '', userAgent: '', requestId: '', token: null, requestNo: null, ownConsole: true },
      })
    await register(await house.resident('待办'))
    const [audit, overdue] = outingTodos
    for (const [userId, token] of [
      [house.headId, house.head],
      [house.bossId, house.boss],
    ] as const) {
      const waits = await house.ask<{ total: number }>('GET', `${OUTINGS}/audit`, { token })
      const who = await callerOf(userId)
      expect((await audit!.count(who)).count).toBe(waits.data.total)
      expect((await overdue!.count(who)).count).toBe((await list({ phase: 'late' }, token)).total)
    }
    await house.rule('outing', true, [house.bossId])
    await house.rule('outingPostpone', true, [house.bossId])
    expect(await audit!.count(await callerOf(house.headId))).toEqual({ count: 0, note: null })
  })
})
