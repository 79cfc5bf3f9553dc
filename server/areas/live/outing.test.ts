// Outings: every guard and effect of applying, deciding, leaving, postponing, being late and coming back.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import type { OutingAuditData, OutingData, OutingDetailData } from '#contract/live/outing'
import { WEB } from '#server/areas/platform/test/house'
import { callerOfUser } from '#server/kit/jobRun'
import type { Envelope } from '#server/kit/test/app'
import { turnOverdue } from './outingOverdue.ts'
import { outingTodos } from './outingTodos.ts'
import { application, at, OUTINGS, type OutingHouse, outingHouse } from './test/outingHouse.ts'

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

const register = (oldmanId: string, change: object = {}, token = house.nurse) =>
  house.ask<OutingData>('POST', OUTINGS, { token, body: application(oldmanId, change) })

/** Applied for by the nurse and passed by the head nurse. */
async function passed(name: string, change: object = {}): Promise<OutingData> {
  const { data } = await register(await house.elder(name), change)
  const answer = await house.put('/audit/pass', { outId: data.outId }, house.head)
  expect(answer.desc).toBe('操作成功')
  return data
}

async function away(name: string, change: object = {}): Promise<OutingData> {
  const { outId } = await passed(name, change)
  return (await house.put<OutingData>('/depart', { outId }, house.nurse)).data
}

const detail = async (outId: string, token = house.nurse) =>
  (await house.ask<OutingDetailData>('GET', `${OUTINGS}/${outId}`, { token })).data

const makeLate = (outId: string) =>
  house.sql(
    `update outing set plan_out = now() - interval '3 hours', actual_out = now() - interval '2 hours',
       plan_return = now() - interval '630 seconds' where out_id = $1`,
    [outId],
  )

const messagesOf = async (userId: string, outingWord: string) =>
  house.sql<{ title: string; content: string; route: string }>(
    `select title, content, route from user_message where user_id = $1 and title like $2 order by created_at`,
    [userId, `%${outingWord}%`],
  )

const events = (oldmanId: string) =>
  house.sql<{ kind: string; content: string; userName: string }>(
    `select kind, content, user_name as "userName" from stay_event where oldman_id = $1 order by created_at, event_id`,
    [oldmanId],
  )

describe('applying', () => {
  it('waits for its audit, and the reviewers are told', async () => {
    const oldmanId = await house.elder('顾阿妹')
    const answer = await register(oldmanId, { medicines: [{ name: '硝苯地平', amount: '6 片', remark: '早晚各一' }] })
    expect(answer.data).toMatchObject({
      oldmanName: '顾阿妹',
      phase: 'audit',
      state: 0,
      outTypeName: '请假回家',
      companionRelationName: '儿子',
      applicantName: '李晓梅',
      actualOut: null,
      can: ['edit', 'cancel'],
      medicines: [{ name: '硝苯地平', amount: '6 片', remark: '早晚各一' }],
    })
    expect(answer.data.outNo).toMatch(/^WC\d{12}$/)
    expect(await messagesOf(house.headId, '顾阿妹')).toMatchObject([
      { title: '顾阿妹的外出申请待审核', route: '/live/Outing/audit' },
    ])
    expect(await messagesOf(house.nurseId, '顾阿妹')).toEqual([])
    const [log] = await house.sql<{ remark: string; changes: Record<string, unknown> }>(
      'select remark, changes from operation_log where target_id = $1',
      [answer.data.outId],
    )
    expect(log!.remark).toContain('登记“顾阿妹”外出')
    expect(log!.changes.reason).toEqual([null, '回家过生日'])
  })

  it('goes without audit where the house wants none', async () => {
    await house.rule('outing', false)
    expect((await register(await house.elder('免审'))).data).toMatchObject({ state: 1, phase: 'ready' })
  })

  it('takes forms as other clients send them', async () => {
    const { outType, reason, planOut, planReturn, companion, companionPhone, companionRelation } = application('x')
    const form = {
      oldmanId: await house.elder('表单'),
      ...{ outType, reason, planOut, planReturn, companion, companionPhone, companionRelation },
      destination: '',
      mealStop: 'true',
    }
    const answer = await house.ask<OutingData>('POST', OUTINGS, { token: house.nurse, form })
    expect(answer.data).toMatchObject({ destination: null, mealStop: true, medicines: [] })
  })

  it.each([
    ['planReturn', { planOut: at(10), planReturn: at(5) }, '计划返回时间应晚于计划外出时间'],
    ['planReturn', { planOut: at(-30), planReturn: at(-2) }, '计划返回时间应晚于现在'],
    ['planOut', { planOut: at(-24 * 9) }, '计划外出时间不能早于 7 天前'],
    ['planReturn', { planReturn: at(24 * 200) }, '一次外出最长 180 天'],
    ['companionPhone', { companionPhone: '12' }, '联系电话'],
    ['outType', { outType: '99' }, '外出类型不在可选范围内'],
    ['companionRelation', { companionRelation: 'x' }, '与老人关系不在可选范围内'],
    ['reason', { reason: '' }, '事由'],
  ])('refuses a wrong %s', async (field, change, words) => {
    const answer = await register(await house.elder('错填'), change)
    expect(answer).toMatchObject({ status: INVALID, data: { field } })
    expect(answer.desc).toContain(words)
  })

  it('is for those who live here', async () => {
    const answer = await register(await house.elder('待入住', { status: 3 }))
    expect(answer).toMatchObject({ status: STATE, desc: '当前状态为“待入住”，不能登记外出' })
    expect((await register(await house.elder('试住中', { status: 4 }))).status).toBe(200)
  })

  it('stands alone: a second one names the first and its state', async () => {
    const oldmanId = await house.elder('两次')
    const first = await register(oldmanId)
    const second = await register(oldmanId, { planOut: at(100), planReturn: at(120) })
    expect(second.status).toBe(INVALID)
    expect(second.desc).toContain(`已有外出单 ${first.data.outNo}，状态为“待审核”`)
  })

  it('does not begin before the last one ended', async () => {
    const first = await away('重叠')
    await house.put('/affirm', { outId: first.outId, returnHealth: '好' }, house.nurse)
    await house.sql(
      `update outing set plan_out = now() - interval '5 hours', actual_out = now() - interval '4 hours' where out_id = $1`,
      [first.outId],
    )
    const answer = await register(first.oldmanId, { planOut: at(-2) })
    expect(answer.desc).toContain(`与外出单 ${first.outNo}`)
    expect((await register(first.oldmanId, { planOut: at(1) })).status).toBe(200)
  })

  it('is made once, however often eight people press the button at once', async () => {
    const oldmanId = await house.elder('并发')
    const answers = await Promise.all(Array.from({ length: 8 }, () => register(oldmanId)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(new Set(answers.filter((answer) => answer.status !== 200).map((answer) => answer.status))).toEqual(
      new Set([INVALID]),
    )
    const rows = await house.sql('select 1 from outing where oldman_id = $1', [oldmanId])
    expect(rows).toHaveLength(1)
  })

  it('may be changed before leaving, and is then audited again', async () => {
    const first = await passed('改期')
    const change = { ...application(''), outId: first.outId, planReturn: at(72), version: 2 }
    const stale = await house.put('', { ...change, version: 1 }, house.nurse)
    expect(stale.status).toBe(refusals.CHANGED_MEANWHILE[0])
    const changed = await house.put<OutingData>('', change, house.nurse)
    expect(changed.data).toMatchObject({ state: 0, phase: 'audit', auditorName: null })
    await house.put('/audit/pass', { outId: first.outId }, house.head)
    await house.put('/depart', { outId: first.outId }, house.nurse)
    const late = await house.put('', { ...change, version: null }, house.nurse)
    expect(late).toMatchObject({ status: STATE, desc: '当前状态为“外出中”，不能修改外出申请' })
  })
})

describe('the audit', () => {
  const audits = async (token: string, query: Record<string, string> = {}) =>
    (await house.ask<{ list: OutingAuditData[]; total: number }>('GET', `${OUTINGS}/audit`, { token, query })).data

  it('is for others than the applicant, who is told who may', async () => {
    const { data } = await register(await house.elder('自审'), {}, house.head)
    const own = await house.put('/audit/pass', { outId: data.outId }, house.head)
    expect(own.status).toBe(INVALID)
    expect(own.desc).toBe('不能审核自己提交的申请，可由郑凯审核')
    const nurse = await house.put('/audit/pass', { outId: data.outId }, house.nurse)
    expect(nurse.status).toBe(refusals.NO_PERMISSION[0])
    expect(await detail(data.outId, house.head)).toMatchObject({ waiting: 'outing', reviewers: ['郑凯'] })
    expect((await house.put('/audit/pass', { outId: data.outId }, house.boss)).status).toBe(200)
  })

  it('lets an administrator decide alone when nobody else can', async () => {
    await house.rule('outing', true, [house.bossId])
    const { data } = await register(await house.elder('独自'), {}, house.boss)
    expect((await house.put('/audit/pass', { outId: data.outId }, house.boss)).status).toBe(200)
  })

  it('obeys the rule of the house', async () => {
    await house.rule('outing', true, [house.bossId])
    const { data } = await register(await house.elder('规则'))
    const answer = await house.put('/audit/pass', { outId: data.outId }, house.head)
    expect(answer.desc).toBe('您不是“外出申请”的审核人，可由郑凯审核')
    expect((await audits(house.head, { oldmanId: data.oldmanId })).total).toBe(0)
    expect((await audits(house.head, { oldmanId: data.oldmanId, tab: 'waiting' })).list).toMatchObject([
      { mine: false },
    ])
    expect((await audits(house.boss, { oldmanId: data.oldmanId })).list).toMatchObject([{ mine: true, kind: 'outing' }])
  })

  it('passes, tells the applicant, and stands among what was decided', async () => {
    const { outId, oldmanId } = await passed('通过')
    expect(await detail(outId)).toMatchObject({
      phase: 'ready',
      auditorName: '何静',
      can: ['edit', 'depart', 'cancel'],
    })
    expect(await messagesOf(house.nurseId, '通过的外出申请')).toMatchObject([{ title: '通过的外出申请已通过' }])
    const again = await house.put('/audit/pass', { outId }, house.head)
    expect(again).toMatchObject({ status: STATE, desc: '当前状态为“待外出”，不能审核通过（转为“待外出”）' })
    expect((await audits(house.head, { oldmanId, tab: 'done' })).list).toMatchObject([
      { outId, result: 1, decidedBy: '何静', askedBy: '李晓梅' },
    ])
  })

  it('declines with a reason; the application may be handed in again', async () => {
    const { data } = await register(await house.elder('拒绝'))
    const mute = await house.put('/audit/decline', { outId: data.outId }, house.head)
    expect(mute).toMatchObject({ status: INVALID, data: { field: 'auditRemark' } })
    const answer = await house.put<OutingData>(
      '/audit/decline',
      { outId: data.outId, auditRemark: '今天体温偏高' },
      house.head,
    )
    expect(answer.data).toMatchObject({ state: 2, phase: 'declined', auditRemark: '今天体温偏高' })
    const leave = await house.put('/depart', { outId: data.outId }, house.nurse)
    expect(leave.desc).toBe('当前状态为“已拒绝”，不能登记离院（转为“外出中”）')
    const again = await house.put<OutingData>('', { ...application(''), outId: data.outId }, house.nurse)
    expect(again.data).toMatchObject({ state: 0, auditRemark: null })
  })

  it('passes several at once, or none', async () => {
    const ids: string[] = []
    for (const name of ['批一', '批二', '批三']) ids.push((await register(await house.elder(name))).data.outId)
    const own = (await register(await house.elder('批四'), {}, house.head)).data.outId
    const refused = await house.put('/audit/pass', { outIds: [...ids, own] }, house.head)
    expect(refused.desc).toMatch(/“批四”.*本次都没有通过：不能审核自己提交的申请/)
    expect((await detail(ids[0]!)).state).toBe(0)
    const answer = await house.put('/audit/pass', { outIds: ids, auditRemark: '同意' }, house.head)
    expect(answer.data).toEqual({ passed: 3 })
  })

  it('is decided once when two decide at the same moment', async () => {
    const { data } = await register(await house.elder('同时'))
    const { outId } = data
    const answers = await Promise.all([
      house.put('/audit/pass', { outId }, house.head),
      house.put('/audit/decline', { outId, auditRemark: '不行' }, house.boss),
    ])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })
})

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
    const { data } = await register(await house.elder('取消'))
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
    const { data } = await register(await house.elder('他部', { dept: house.finance }), {}, house.boss)
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
      elder: {
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
    await register(await house.elder('待办'))
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
