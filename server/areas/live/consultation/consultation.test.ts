// Consultations: registered, followed up, lost and found again; within the reader's departments.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import type {
  ConsultationCheckData,
  ConsultationDetailData,
  ConsultationRowData,
  FunnelData,
} from '#contract/live/consultationRows'
import { type Desk, day, moment, nextCard, openDesk } from '#server/areas/live/test/consultationDesk'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'

const NOT_ALLOWED = refusals.STATE_NOT_ALLOWED[0]
const INVALID = refusals.INVALID_INPUT[0]

let desk: Desk
const ask: Desk['ask'] = (...args) => desk.ask(...args)
const one = <T>(text: string, values?: unknown[]) => desk.one<T>(text, values)
const register = (more?: object) => desk.register(more)
const detail = (id: string) => desk.detail(id)
const talk: Desk['talk'] = (...args) => desk.talk(...args)
const form = (more?: object) => desk.form(more)

beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.product.close())

describe('registering', () => {
  test('stores every section, numbers the day and finds by name, pinyin and phone of both', async () => {
    const id = await register({
      idCard: nextCard(),
      education: '80',
      income: ['1'],
      selfCare: 2,
      diseases: ['1', '3'],
      attention: [1, 4],
      budgetFen: '650000',
      nextFollowAt: moment(2),
    })
    const row = await detail(id)
    expect(row).toMatchObject({
      status: 1,
      birthDate: '1941-03-08',
      budgetFen: 650_000,
      attention: [1, 4],
      interviews: 0,
    })
    expect(row.consultationNo).toMatch(new RegExp(`^ZX${day(0).replaceAll('-', '')}\\d{4}$`))
    expect(row.extra).toMatchObject({ education: '80', income: ['1'], religion: null })
    expect(row.health).toMatchObject({ selfCare: 2, diseases: ['1', '3'], attention: [1, 4], aids: null })
    for (const keyword of ['单秀英', 'sxy', 'shanxiu', '仇建', 'qjg', '13900010001']) {
      const found = await ask<PageInfo<ConsultationRowData>>('GET', '', { query: { keyword, size: '50' } })
      expect(found.data.list.map((hit) => hit.consultationId)).toContain(id)
    }
  })

  test('a first talk begins the follow-up, a visit to the house is seen', async () => {
    const id = await register({ manner: 'COME', content: '全家来院参观', nextFollowAt: moment(3) })
    expect(await detail(id)).toMatchObject({ status: 2, interviews: 1, visitedAt: expect.any(String), overdue: false })
    const half = await ask('POST', '', { body: form({ manner: 'COME' }) })
    expect(half).toMatchObject({ status: INVALID, desc: '请填写沟通内容' })
  })

  test('refuses what cannot be, with the field', async () => {
    const card = nextCard()
    const cases: [object, string][] = [
      [{ consultDate: day(1) }, '咨询日期不能晚于今天'],
      [{ idCard: card, sex: 0 }, '性别与身份证号不符，身份证上是“女”'],
      [{ idCard: card, birthDate: '1950-01-01' }, '出生日期与身份证号不符，身份证上是 1941-03-08'],
      [{ idCard: '310110194103080000' }, '老人身份证号不是有效的 18 位身份证号'],
      [{ channel: '999' }, '咨询渠道不在可选范围内'],
      [{ consultantRelation: '?' }, '与老人关系不在可选范围内'],
      [{ saleId: 'nobody' }, '接待人不存在，请重新选择'],
      [{ expectDate: day(-3) }, '期望入住日期不能早于咨询日期'],
      [{ consultantPhone: '123' }, '咨询人电话应为 11 位手机号，或带区号的座机，如 021-55668800'],
      [{ nextFollowAt: moment(-2) }, '下次跟进时间应晚于本次咨询'],
      [{ head: '/files/none/a.png' }, '文件不存在或已被删除，请重新上传'],
      [{ oldmanName: '' }, '请填写老人姓名'],
    ]
    for (const [change, desc] of cases) {
      expect(await ask('POST', '', { body: form(change) })).toMatchObject({ status: INVALID, desc })
    }
  })

  test('a card that is known is told before saving, and again when saving unseen', async () => {
    const idCard = nextCard()
    const free = await ask<ConsultationCheckData>('GET', '/check', { query: { oldmanIdCard: idCard } })
    expect(free.data).toEqual({ state: 'free', consultation: null, archive: null })
    const id = await register({ idCard })
    const known = await ask<ConsultationCheckData>('GET', '/check', { query: { oldmanIdCard: idCard.toLowerCase() } })
    expect(known.data).toMatchObject({ state: 'consultation', consultation: { consultationId: id, status: 1 } })
    const itself = await ask<ConsultationCheckData>('GET', '/check', {
      query: { oldmanIdCard: idCard, consultationId: id },
    })
    expect(itself.data.state).toBe('free')
    const again = await ask('POST', '', { body: form({ idCard }) })
    expect(again.status).toBe(INVALID)
    expect(again.desc).toMatch(/^已有咨询 ZX\d+（单秀英，待跟进）/)
    expect((await ask('POST', '', { body: form({ idCard, duplicateSeen: true }) })).status).toBe(200)
    const resident = await desk.product.app.pool.query<{ id: string; card: string; sex: number; born: string }>(
      'select oldman_id as id, id_card as card, sex, birth_date as born from oldman where org_id = $1 and status = 1 limit 1',
      [DEMO_ORG],
    )
    const { id: oldmanId, card, sex } = resident.rows[0]!
    const archived = await ask<ConsultationCheckData>('GET', '/check', { query: { oldmanIdCard: card } })
    expect(archived.data).toMatchObject({ state: 'archive', archive: { oldmanId, status: 1 } })
    expect((await ask('POST', '', { body: form({ idCard: card, sex }) })).desc).toMatch(/^已有档案：/)
  })
})

describe('sections', () => {
  test('each is read and saved by itself; a stale form is told who was first', async () => {
    const id = await register()
    const consultant = (await ask<{ version: number }>('GET', `/consultant/${id}`)).data
    expect(consultant).toMatchObject({ consultantName: '仇建国', consultantWechat: null, version: 1 })
    const saved = await ask('PUT', '/consultant', {
      body: { ...consultant, consultantName: '单丽', consultantRelation: '21' },
    })
    expect(saved.data).toMatchObject({ consultantName: '单丽', version: 2 })
    const stale = await ask('PUT', '/extra', { body: { consultationId: id, education: '60', version: 1 } })
    expect(stale).toMatchObject({ status: refusals.CHANGED_MEANWHILE[0] })
    expect(stale.desc).toContain('刘敏')
    const extra = await ask('PUT', '/extra', { body: { consultationId: id, education: '60', version: '2' } })
    expect(extra.data).toMatchObject({ education: '60', version: 3 })
    const health = await ask('PUT', '/health', { body: { consultationId: id, selfCare: '3', attention: [5] } })
    expect(health.data).toMatchObject({ selfCare: 3, attention: [5], version: 4 })
    expect((await ask('GET', `/health/${id}`)).data).toMatchObject({ attention: [5], bloodAbo: null })
    const base = (await ask<Record<string, unknown>>('GET', `/base/${id}`)).data
    const renamed = await ask('PUT', '/base', { body: { ...base, oldmanName: '单秀芬', remark: '' } })
    expect(renamed.data).toMatchObject({ oldmanName: '单秀芬', remark: null, version: 5 })
    const log = await desk.product.app.pool.query<{ changes: Record<string, [unknown, unknown]> }>(
      `select changes from operation_log where target_id = $1 and remark like '%咨询信息' order by created_at desc limit 1`,
      [id],
    )
    expect(log.rows[0]!.changes).toEqual({ oldmanName: ['单秀英', '单秀芬'] })
    expect((await ask('PUT', '/extra', { body: { consultationId: id, education: 'x' } })).desc).toBe(
      '文化程度不在可选范围内',
    )
  })
})

describe('following up', () => {
  test('the newest talk says when the next is due; without talks it waits again', async () => {
    const id = await register({ consultDate: day(-10) })
    const first = await talk(id, { visitAt: moment(-8), nextFollowAt: moment(-5) })
    expect(first.data).toMatchObject({ staffName: '刘敏', manner: 'PHONE', version: 1 })
    expect(await detail(id)).toMatchObject({ status: 2, overdue: true, nextFollowAt: moment(-5) })
    const second = await talk(id, { visitAt: moment(-4), manner: 'COME', nextFollowAt: moment(4) })
    expect(await detail(id)).toMatchObject({ overdue: false, nextFollowAt: moment(4), visitedAt: moment(-4) })
    // An older talk that is entered later changes nothing about what comes next.
    await talk(id, { visitAt: moment(-9), nextFollowAt: moment(-1) })
    expect((await detail(id)).nextFollowAt).toBe(moment(4))
    const changed = await ask('PUT', '/interviewer', {
      body: {
        interviewId: second.data.interviewId,
        visitAt: moment(-4),
        manner: 'PHONE',
        content: '其实是电话',
        nextFollowAt: '',
        version: 1,
      },
    })
    expect(changed.data).toMatchObject({ manner: 'PHONE', nextFollowAt: null, version: 2 })
    expect(await detail(id)).toMatchObject({ nextFollowAt: null, visitedAt: null, status: 2, interviews: 3 })
    for (const { interviewId } of (await detail(id)).interviewList) {
      expect((await ask('DELETE', `/interviewer/${interviewId}`)).status).toBe(200)
    }
    expect(await detail(id)).toMatchObject({ status: 1, interviews: 0, nextFollowAt: null })
  })

  test('refuses talks in the future, before the consultation, and a next date before the talk', async () => {
    const id = await register({ consultDate: day(-3) })
    expect((await talk(id, { visitAt: moment(1) })).desc).toBe('跟进时间不能晚于现在')
    expect((await talk(id, { visitAt: moment(-4) })).desc).toBe(`跟进时间不能早于咨询日期 ${day(-3)}`)
    expect((await talk(id, { visitAt: moment(-1), nextFollowAt: moment(-2) })).desc).toBe('下次跟进时间应晚于本次跟进')
    expect((await talk(id, { staffId: 'nobody' })).desc).toBe('跟进人不存在，请重新选择')
  })

  test('lost with a reason, back with a date; a lost one is not followed up', async () => {
    const id = await register({ consultDate: day(-2), nextFollowAt: moment(1) })
    expect((await ask('PUT', '/lose', { body: { consultationId: id } })).desc).toBe('请填写流失原因')
    expect(
      (await ask('PUT', '/lose', { body: { consultationId: id, lossReason: '1', lossRemark: '太贵' } })).status,
    ).toBe(200)
    const lost = await detail(id)
    expect(lost).toMatchObject({ status: 4, lossReasonName: '价格', nextFollowAt: null, lossRemark: '太贵' })
    expect(lost.can).toEqual(['edit', 'reactivate', 'remove'])
    expect(await talk(id)).toMatchObject({
      status: NOT_ALLOWED,
      desc: '当前状态为“已流失”，不能登记跟进（转为“跟进中”）',
    })
    expect(await ask('POST', `/archive/${id}`, { body: {} })).toMatchObject({ status: NOT_ALLOWED })
    const back = { consultationId: id, reason: '老人住院后改变主意', nextFollowAt: moment(2) }
    expect((await ask('PUT', '/reactivate', { body: { ...back, nextFollowAt: moment(-1) } })).desc).toBe(
      '下次跟进时间应晚于现在',
    )
    expect((await ask('PUT', '/reactivate', { body: back })).status).toBe(200)
    expect(await detail(id)).toMatchObject({ status: 2, lossReason: null, nextFollowAt: moment(2) })
    expect(await ask('PUT', '/reactivate', { body: back })).toMatchObject({ status: NOT_ALLOWED })
  })

  test('a new date without a talk; work goes to somebody else', async () => {
    const id = await register()
    expect((await ask('PUT', '/follow', { body: { consultationId: id, nextFollowAt: moment(-1) } })).status).toBe(
      INVALID,
    )
    expect((await ask('PUT', '/follow', { body: { consultationId: id, nextFollowAt: moment(6) } })).status).toBe(200)
    const other = await one<string>(`select user_id as v from account where org_id = $1 and user_name = 'wuqian'`)
    const moved = await ask('PUT', '/assign', { body: { consultationIds: [id, id], saleId: other } })
    expect(moved.data).toEqual({ count: 1 })
    expect(await detail(id)).toMatchObject({ saleName: '吴倩', nextFollowAt: moment(6) })
    const told = await one<number>(
      `select count(*) as v from user_message where org_id = $1 and user_id = $2 and title like '%转交给您 1 条咨询'`,
      [DEMO_ORG, other],
    )
    expect(told).toBe(1)
  })

  test('deleting needs a reason and leaves the visits', async () => {
    const id = await register()
    expect((await ask('DELETE', `/${id}`)).desc).toBe('请填写删除原因')
    expect((await ask('DELETE', `/${id}`, { form: { reason: '重复登记' } })).status).toBe(200)
    expect((await ask('GET', `/${id}`)).status).toBe(refusals.NOT_FOUND[0])
  })
})

describe('the list, its counts and the funnel', () => {
  const total = async (query: Record<string, string>, token = desk.clerk) =>
    (await ask<PageInfo<ConsultationRowData>>('GET', '', { token, query: { ...query, size: '1' } })).data.total

  test('the demo has all states and late ones; the to-do counts what the filter shows', async () => {
    for (const status of ['1', '2', '3', '4']) expect(await total({ status })).toBeGreaterThan(4)
    const overdue = await total({ due: 'overdue' })
    expect(overdue).toBeGreaterThan(2)
    const { consultationTodos } = await import('./consultationTodos.ts')
    const who = { app: desk.product.app, orgId: DEMO_ORG, deptIds: null } as never
    expect((await consultationTodos[0]!.count(who)).count).toBe(overdue)
    const sum = (await Promise.all(['1', '2', '3', '4'].map((status) => total({ status })))).reduce((a, b) => a + b)
    expect(await total({})).toBe(sum)
  })

  test('existing clients: empty orderBy, texts for numbers, everything at once as an array', async () => {
    const page = await ask<PageInfo<ConsultationRowData>>('GET', '', {
      query: { orderBy: '', page: '1', size: '999999', status: '3' },
    })
    expect(page.data.list.length).toBe(page.data.total)
    const bare = await ask<ConsultationRowData[]>('GET', '', { query: { pageHelper: '2', status: '3' } })
    expect(Array.isArray(bare.data)).toBe(true)
    expect(bare.data.length).toBe(page.data.total)
  })

  test('every figure of the funnel equals the list behind it', async () => {
    const period = { consultFrom: day(-364), consultTo: day(0) }
    const funnel = (await ask<FunnelData>('GET', '/funnel', { query: period })).data
    for (const [step, count] of Object.entries(funnel.total)) expect(await total({ ...period, step })).toBe(count)
    expect(funnel.total.archived).toBeGreaterThan(20)
    const [channel] = funnel.channels
    expect(await total({ ...period, channel: channel!.key })).toBe(channel!.consult)
    expect(await total({ ...period, channel: channel!.key, step: 'visited' })).toBe(channel!.visited)
    const [reason] = funnel.reasons
    expect(await total({ ...period, lossReason: reason!.key })).toBe(reason!.count)
    expect(funnel.channels.reduce((sum, row) => sum + row.consult, 0)).toBe(funnel.total.consult)
    expect(funnel.sales.reduce((sum, row) => sum + row.lost, 0)).toBe(funnel.lost)
    expect((await ask('GET', '/funnel', { query: { consultFrom: '2026-13-01' } })).status).toBe(INVALID)
  })

  test('who may only read sees a masked card and no moves', async () => {
    const director = await desk.signIn('wangjianguo')
    const id = await register({ idCard: nextCard() })
    const row = (await ask<ConsultationDetailData>('GET', `/${id}`, { token: director })).data
    expect(row.idCard).toMatch(/^310110\*{8}/)
    expect(row.can).toEqual([])
    expect((await ask('PUT', '/lose', { token: director, body: { consultationId: id, lossReason: '1' } })).status).toBe(
      401,
    )
  })
})

describe('departments', () => {
  test('a head nurse who does not see the front desk reaches nothing of its consultations', async () => {
    await one<string>(
      `delete from employee_data_dept e using dept d, account a where d.org_id = e.org_id and d.dept_id = e.dept_id and d.dept_name = '前台'
        and a.org_id = e.org_id and a.user_id = e.emp_id and a.org_id = $1 and a.user_name = 'hejing' returning e.dept_id as v`,
    )
    const nurse = await desk.signIn('hejing')
    const id = await register({ idCard: nextCard(), consultDate: day(-1) })
    const interviewId = (await talk(id)).data.interviewId
    const { idCard } = await detail(id)
    const other = await one<string>(`select user_id as v from account where org_id = $1 and user_name = 'wuqian'`)
    const NOT_FOUND = refusals.NOT_FOUND[0]
    for (const [path, body] of [
      ['/base', form({ consultationId: id })],
      ['/consultant', form({ consultationId: id })],
      ['/extra', { consultationId: id }],
      ['/health', { consultationId: id }],
      ['/follow', { consultationId: id }],
      ['/lose', { consultationId: id, lossReason: '1' }],
      ['/assign', { consultationIds: [id], saleId: other }],
      ['/interviewer', { interviewId, visitAt: moment(0, '00:00:00'), manner: 'PHONE', content: 'x' }],
    ] as const) {
      expect([path, (await ask('PUT', path, { token: nurse, body })).status]).toEqual([path, NOT_FOUND])
    }
    const listed = await ask<PageInfo<ConsultationRowData>>('GET', '', { token: nurse, query: { size: '999999' } })
    expect(listed.data.total).toBe(0)
    const funnel = (await ask<FunnelData>('GET', '/funnel', { token: nurse })).data
    expect(funnel.total.consult).toBe(0)
    // The card is known, but not whose it is.
    const check = await ask<ConsultationCheckData>('GET', '/check', { token: nurse, query: { oldmanIdCard: idCard! } })
    expect(check.data).toMatchObject({
      state: 'consultation',
      consultation: { consultationId: null, oldmanName: null, saleName: null },
    })
    expect((await detail(id)).status).toBe(2)
  })
})
