// Consultations: registered, followed up, lost and found again, made an archive once; within the reader's departments.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import type {
  ConsultationCheckData,
  ConsultationDetailData,
  ConsultationRowData,
  FunnelData,
  InterviewData,
} from '#contract/live/consultation'
import { demoAccounts } from '#server/areas/platform/demoAccounts'
import { DEMO_ORG } from '#server/areas/platform/fixedRows'
import { type Ask, demoApp, type TestApp } from '#server/kit/test/app'
import { idCardOf } from './demoNames.ts'

const BASE = '/pims/web-org/consultations'
const NOT_ALLOWED = refusals.STATE_NOT_ALLOWED[0]
const INVALID = refusals.INVALID_INPUT[0]

let product: TestApp
let clerk: string
let admin: string
let sale: string

const signIn = (userName: string) =>
  product.signIn(userName, demoAccounts.find((account) => account.userName === userName)!.password)

beforeAll(async () => {
  product = await demoApp()
  clerk = await signIn('liumin')
  admin = await signIn('zhengkai')
  sale = await one<string>(`select user_id as v from account where org_id = $1 and user_name = 'liumin'`)
})
afterAll(() => product.close())

async function one<T>(text: string, values: unknown[] = [DEMO_ORG]): Promise<T> {
  return (await product.app.pool.query<{ v: T }>(text, values)).rows[0]!.v
}

const ask = <T = unknown>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, more: Ask = {}) =>
  product.ask<T>(method, `${BASE}${path}`, { token: clerk, ...more })

const day = (days: number) => new Date(Date.now() + 8 * 3_600_000 + days * 86_400_000).toISOString().slice(0, 10)
const moment = (days: number, time = '10:00:00') => `${day(days)} ${time}`

let turn = 0
const nextCard = (male = false) => idCardOf('310110', '1941-03-08', male, ++turn + 100)

const form = (more: object = {}) => ({
  consultDate: day(0),
  channel: '2',
  intention: '1',
  saleId: sale,
  oldmanName: '单秀英',
  sex: 1,
  consultantName: '仇建国',
  consultantPhone: '13900010001',
  consultantRelation: '20',
  ...more,
})

async function register(more: object = {}): Promise<string> {
  const answer = await ask<{ consultationId: string }>('POST', '', { body: form(more) })
  expect(answer.desc).toBe('操作成功')
  return answer.data.consultationId
}
const detail = async (id: string) => (await ask<ConsultationDetailData>('GET', `/${id}`)).data
const talk = (consultationId: string, more: object = {}) =>
  ask<InterviewData>('POST', '/interviewer', {
    body: { consultationId, visitAt: moment(0, '00:00:00'), manner: 'PHONE', content: '电话沟通', ...more },
  })

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
    const resident = await product.app.pool.query<{ id: string; card: string; sex: number; born: string }>(
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
    const log = await product.app.pool.query<{ changes: Record<string, [unknown, unknown]> }>(
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

describe('to an archive', () => {
  test('everything is copied, the consultant is family and emergency contact, both are linked', async () => {
    const idCard = nextCard()
    const id = await register({
      idCard,
      nation: '01',
      phone: '021-55660001',
      address: '国定路 1 号',
      region: '310110',
      remark: '喜欢安静',
      education: '80',
      income: ['1'],
      selfCare: 2,
      diseases: ['1'],
      attention: [1],
      hospitalHistory: '2019 年髋关节置换',
      consultantWechat: 'qiu',
      consultantAddress: '四平路 2 号',
    })
    const draft = (await ask<Record<string, unknown>>('GET', `/archive/${id}`)).data
    expect(draft).toMatchObject({ oldmanName: '单秀英', idCard, selfCare: 2, consultationId: id, version: 1 })
    const made = await ask<{ oldmanId: string; archiveNo: string }>('POST', `/archive/${id}`, {
      body: { medicalCardNo: 'M0001', remark: null },
    })
    expect(made.data).toMatchObject({ oldmanId: expect.any(String), archiveNo: expect.stringMatching(/^YL/) })
    const elder = await product.app.pool.query(
      `select oldman_name, id_card, birth_date, nation, phone, address, region, education, income, self_care, diseases,
        attention, hospital_history, medical_card_no, remark, sale_id, status, consultation_id
       from oldman where org_id = $1 and oldman_id = $2`,
      [DEMO_ORG, made.data.oldmanId],
    )
    expect(elder.rows[0]).toMatchObject({
      oldman_name: '单秀英',
      id_card: idCard,
      birth_date: '1941-03-08',
      nation: '01',
      phone: '021-55660001',
      address: '国定路 1 号',
      region: '310110',
      education: '80',
      income: ['1'],
      self_care: 2,
      diseases: ['1'],
      attention: [1],
      hospital_history: '2019 年髋关节置换',
      medical_card_no: 'M0001',
      remark: null,
      sale_id: sale,
      status: 3,
      consultation_id: id,
    })
    const family = await product.app.pool.query(
      'select name, relation, phone, address, emergency, remark from oldman_family where org_id = $1 and oldman_id = $2',
      [DEMO_ORG, made.data.oldmanId],
    )
    expect(family.rows).toEqual([
      {
        name: '仇建国',
        relation: '20',
        phone: '13900010001',
        address: '四平路 2 号',
        emergency: true,
        remark: '微信：qiu',
      },
    ])
    const account = await one<number>('select count(*) as v from elder_account where org_id = $1 and oldman_id = $2', [
      DEMO_ORG,
      made.data.oldmanId,
    ])
    expect(account).toBe(1)
    const row = await detail(id)
    expect(row).toMatchObject({ status: 3, oldmanId: made.data.oldmanId, residence: 3, can: [], nextFollowAt: null })
    // Read-only from here on.
    for (const [method, path, body] of [
      ['PUT', '/extra', { consultationId: id, education: '60' }],
      ['PUT', '/lose', { consultationId: id, lossReason: '1' }],
      ['POST', '/interviewer', { consultationId: id, visitAt: moment(0, '00:00:00'), manner: 'PHONE', content: 'x' }],
      ['DELETE', `/${id}`, { reason: 'x' }],
    ] as const) {
      const answer = await ask(method, path, { body })
      expect(answer).toMatchObject({ status: NOT_ALLOWED })
      expect(answer.desc).toContain('当前状态为“已建档”')
    }
  })

  test('needs a card; a card with an archive is refused and changes nothing', async () => {
    const id = await register()
    expect(await ask('POST', `/archive/${id}`, { body: {} })).toMatchObject({
      status: INVALID,
      desc: '建档需要老人的证件号码，请补充后再建档',
    })
    const known = await product.app.pool.query<{ card: string; sex: number }>(
      'select id_card as card, sex from oldman where org_id = $1 and status = 1 limit 1',
      [DEMO_ORG],
    )
    const { card, sex } = known.rows[0]!
    const before = await one<number>('select count(*) as v from oldman where org_id = $1')
    const refused = await ask('POST', `/archive/${id}`, { body: { idCard: card, sex, birthDate: null } })
    expect(refused.desc).toMatch(/^已有档案：/)
    expect(await one<number>('select count(*) as v from oldman where org_id = $1')).toBe(before)
    expect((await detail(id)).status).toBe(1)
  })

  test('eight people at once make one archive', async () => {
    const id = await register({ idCard: nextCard() })
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, i) => ask('POST', `/archive/${id}`, { token: i % 2 ? admin : clerk, body: {} })),
    )
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    for (const answer of answers.filter((one) => one.status !== 200)) {
      expect(answer).toMatchObject({ status: NOT_ALLOWED })
      expect(answer.desc).toContain('已建档')
    }
    expect(
      await one<number>('select count(*) as v from oldman where org_id = $1 and consultation_id = $2', [DEMO_ORG, id]),
    ).toBe(1)
  })

  test('two consultations of one card at once: one archive, the other is told', async () => {
    const idCard = nextCard()
    const first = await register({ idCard })
    const second = await register({ idCard, duplicateSeen: true })
    const answers = await Promise.all([first, second].map((id) => ask('POST', `/archive/${id}`, { body: {} })))
    expect(answers.map((answer) => answer.status === 200).sort()).toEqual([false, true])
  })

  test('whoever asks for themself is not their own family', async () => {
    const id = await register({ idCard: nextCard(), consultantRelation: '10', consultantPhone: '13900010077' })
    const draft = (await ask<{ family: unknown[]; phone: string }>('GET', `/archive/${id}`)).data
    expect(draft).toMatchObject({ family: [], phone: '13900010077' })
  })
})

describe('the list, its counts and the funnel', () => {
  const total = async (query: Record<string, string>, token = clerk) =>
    (await ask<PageInfo<ConsultationRowData>>('GET', '', { token, query: { ...query, size: '1' } })).data.total

  test('the demo has all states and late ones; the to-do counts what the filter shows', async () => {
    for (const status of ['1', '2', '3', '4']) expect(await total({ status })).toBeGreaterThan(4)
    const overdue = await total({ due: 'overdue' })
    expect(overdue).toBeGreaterThan(2)
    const { consultationTodos } = await import('./consultationTodos.ts')
    const who = { app: product.app, orgId: DEMO_ORG, deptIds: null } as never
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
    const director = await signIn('wangjianguo')
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
  test('the head nurse, who does not see the front desk, reaches nothing of its consultations', async () => {
    const nurse = await signIn('hejing')
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
