// Assessments of an archive: bound, unbound, taken away; and nobody else's.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AssessmentData, WaitingAssessmentData } from '#contract/nursing/assessment'
import { dayOf, type Resident, type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'
import { newId } from '#server/kit/ids'

const BASE = '/pims/web-pi/oldmans/assessments'
const WAIT = '/pims/web-org/oldmans/wait/enableAssessments'
let house: StayHouse
let stranger: string
let resident: Resident

beforeAll(async () => {
  house = await stayHouse()
  const codes = ['live:residence:list', 'live:assessment:bind', 'live:assessment:remove']
  await house.person({ userName: 'stranger1', deptId: house.finance, dataDeptIds: [house.finance], codes })
  stranger = (await house.signInAs('stranger1')).data.token
  resident = await house.resident('王秀兰')
})
afterAll(() => house.close())

async function made(state: string, more: { day?: number; oldmanId?: string | null; consultationId?: string } = {}) {
  const assessmentId = newId()
  await house.sql(
    `insert into assessment (org_id, assessment_id, type, kind, oldman_id, consultation_id, assess_date, assessor1, assessor2, level_name, state)
     values ($1, $2, 2, 'of2023', $3, $4, $5, 'x', 'y', '中度失能', $6)`,
    [
      house.orgId,
      assessmentId,
      more.oldmanId === undefined ? resident.oldmanId : more.oldmanId,
      more.consultationId ?? null,
      dayOf(more.day ?? 0),
      state,
    ],
  )
  return assessmentId
}
const bind = (name: 'bind' | 'unbind', assessmentId: string, more: object = {}, token = house.token) =>
  house.ask<AssessmentData & { field?: string }>('PUT', `${BASE}/${name}`, {
    token,
    body: { assessmentId, oldmanId: resident.oldmanId, ...more },
  })
const list = async () =>
  (await house.ask<AssessmentData[]>('GET', `${BASE}/${resident.oldmanId}`, { token: house.token })).data
const remove = (assessmentId: string, token = house.token) =>
  house.ask('DELETE', `${BASE}/${assessmentId}`, { token, form: {} })

describe('assessments', () => {
  it('are bound when they are finished; the newest bound one holds', async () => {
    const older = await made('DONE', { day: -200 })
    const newer = await made('DONE', { day: -3 })
    const draft = await made('DRAFT')
    const waiting = await house.ask<WaitingAssessmentData[]>('GET', WAIT, { token: house.token })
    expect(waiting.data).toMatchObject([{ oldmanName: '王秀兰', count: 2, lastDate: dayOf(-3) }])
    const bindable = await house.ask<AssessmentData[]>('GET', `${WAIT}/${resident.oldmanId}/4`, { token: house.token })
    expect(bindable.data.map((one) => one.assessmentId)).toEqual([newer, older])
    expect(await bind('bind', draft)).toMatchObject({ status: 40_901, desc: expect.stringContaining('草稿') })
    expect((await bind('bind', older)).data).toMatchObject({ bound: true, current: true, version: 2 })
    expect((await bind('bind', newer)).data.current).toBe(true)
    expect((await list()).map((one) => [one.assessmentId, one.bound, one.current])).toEqual([
      [draft, false, false],
      [newer, true, true],
      [older, true, false],
    ])
    expect((await bind('bind', newer)).data.field).toBe('assessmentId')
    expect(await bind('unbind', newer, { version: 1 })).toMatchObject({ status: 40_902 })
    expect((await bind('unbind', newer, { version: 2 })).data.bound).toBe(false)
    const record = await house.ask<{ kind: string; content: string }[]>(
      'GET',
      `/pims/web-pi/oldmans/live/record/${resident.oldmanId}`,
      { token: house.token },
    )
    expect(record.data[0]).toMatchObject({
      kind: 'assessment',
      content: `取消关联 ${dayOf(-3)} 的2023 标准（中度失能）`,
    })
  })

  it('go only while they are not finished', async () => {
    const done = await made('DONE')
    expect(await remove(done)).toMatchObject({ status: 40_901, desc: expect.stringContaining('已完成') })
    const draft = await made('WAITING')
    expect(await remove(draft, stranger)).toMatchObject({ status: 40_400 })
    expect((await remove(draft)).status).toBe(200)
    expect((await remove(draft)).status).toBe(40_400)
  })

  it('of somebody else do not exist', async () => {
    const other = await house.resident('李玉珍')
    const theirs = await made('DONE', { oldmanId: other.oldmanId })
    expect((await bind('bind', theirs)).status).toBe(40_400)
    const own = await made('DONE')
    expect((await bind('bind', own, {}, stranger)).status).toBe(40_400)
    expect((await house.ask('GET', `${BASE}/${resident.oldmanId}`, { token: stranger })).status).toBe(40_400)
    expect((await house.ask<unknown[]>('GET', WAIT, { token: stranger })).data).toEqual([])
  })
})
