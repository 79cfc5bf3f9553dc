// Applying for an outing and deciding about it: every guard and effect.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import type { OutingAuditData, OutingData } from '#contract/live/outing'
import {
  application,
  at,
  OUTINGS,
  type OutingHouse,
  outingActs,
  outingHouse,
} from '#server/areas/live/test/outingHouse'

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

const { register, detail, passed, away, messagesOf } = outingActs(() => house)

describe('applying', () => {
  it('waits for its audit, and the reviewers are told', async () => {
    const oldmanId = await house.resident('顾阿妹')
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
    expect((await register(await house.resident('免审'))).data).toMatchObject({ state: 1, phase: 'ready' })
  })

  it('takes forms as other clients send them', async () => {
    const { outType, reason, planOut, planReturn, companion, companionPhone, companionRelation } = application('x')
    const form = {
      oldmanId: await house.resident('表单'),
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
    const answer = await register(await house.resident('错填'), change)
    expect(answer).toMatchObject({ status: INVALID, data: { field } })
    expect(answer.desc).toContain(words)
  })

  it('is for those who live here', async () => {
    const answer = await register(await house.resident('待入住', { status: 3 }))
    expect(answer).toMatchObject({ status: STATE, desc: '当前状态为“待入住”，不能登记外出' })
    expect((await register(await house.resident('试住中', { status: 4 }))).status).toBe(200)
  })

  it('stands alone: a second one names the first and its state', async () => {
    const oldmanId = await house.resident('两次')
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
    const oldmanId = await house.resident('并发')
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
    const { data } = await register(await house.resident('自审'), {}, house.head)
    const own = await house.put('/audit/pass', { outId: data.outId }, house.head)
    expect(own.status).toBe(INVALID)
    expect(own.desc).toBe('不能审核自己提交的申请，可由郑凯审核')
    const nurse = await house.put('/audit/pass', { outId: data.outId }, house.nurse)
    expect(nurse.status).toBe(refusals.NO_PERMISSION[0])
    expect(await detail(data.outId, house.head)).toMatchObject({ waiting: 'outing', reviewers: ['郑凯'] })
    expect((await house.put('/audit/pass', { outId: data.outId }, house.boss)).status).toBe(200)
  })

  it('is for another person even where the administrator is the only reviewer, who is told the way out', async () => {
    await house.rule('outing', true, [house.bossId])
    const { data } = await register(await house.resident('独自'), {}, house.boss)
    const own = await house.put('/audit/pass', { outId: data.outId }, house.boss)
    expect(own.status).toBe(INVALID)
    expect(own.desc).toContain('不能审核自己提交的申请，也没有其他人可以审核：可以撤回或取消申请')
    const cancelled = await house.put('/cancellation', { outId: data.outId, reason: '改为不审核' }, house.boss)
    expect(cancelled.status).toBe(200)
  })

  it('is refused to the applicant by the database too', async () => {
    const { outId } = (await register(await house.resident('库里'))).data
    await expect(
      house.sql('update outing set state = 1, auditor_id = applicant_id, audit_at = now() where out_id = $1', [outId]),
    ).rejects.toThrow('decided by its applicant')
    const own = JSON.stringify([{ byId: 'x', auditorId: 'x', result: 'PASSED' }])
    await expect(house.sql('update outing set postpones = $2 where out_id = $1', [outId, own])).rejects.toThrow(
      'decided by its applicant',
    )
  })

  it('obeys the rule of the house', async () => {
    await house.rule('outing', true, [house.bossId])
    const { data } = await register(await house.resident('规则'))
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
    const { data } = await register(await house.resident('拒绝'))
    const mute = await house.put('/audit/decline', { outId: data.outId }, house.head)
    expect(mute).toMatchObject({ status: INVALID, data: { field: 'auditRemark' } })
    const blank = await house.put('/audit/decline', { outId: data.outId, auditRemark: ' ' }, house.head)
    expect(blank).toMatchObject({ status: INVALID, data: { field: 'auditRemark' } })
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
    for (const name of ['批一', '批二', '批三']) ids.push((await register(await house.resident(name))).data.outId)
    const own = (await register(await house.resident('批四'), {}, house.head)).data.outId
    const refused = await house.put('/audit/pass', { outIds: [...ids, own] }, house.head)
    expect(refused.desc).toMatch(/“批四”.*本次都没有通过：不能审核自己提交的申请/)
    expect((await detail(ids[0]!)).state).toBe(0)
    const answer = await house.put('/audit/pass', { outIds: ids, auditRemark: '同意' }, house.head)
    expect(answer.data).toEqual({ passed: 3 })
  })

  it('is decided once when two decide at the same moment', async () => {
    const { data } = await register(await house.resident('同时'))
    const { outId } = data
    const answers = await Promise.all([
      house.put('/audit/pass', { outId }, house.head),
      house.put('/audit/decline', { outId, auditRemark: '不行' }, house.boss),
    ])
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
  })
})
