// A consultation becomes an archive: everything copied, once, whoever else tries at the same moment.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import { type Desk, moment, nextCard, openDesk } from '#server/areas/live/test/consultationDesk'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'

const NOT_ALLOWED = refusals.STATE_NOT_ALLOWED[0]
const INVALID = refusals.INVALID_INPUT[0]

let desk: Desk
const ask: Desk['ask'] = (...args) => desk.ask(...args)
const one = <T>(text: string, values?: unknown[]) => desk.one<T>(text, values)
const register = (more?: object) => desk.register(more)
const detail = (id: string) => desk.detail(id)
let admin: string

beforeAll(async () => {
  desk = await openDesk()
  admin = await desk.signIn('zhengkai')
})
afterAll(() => desk.product.close())

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
    const resident = await desk.product.app.pool.query(
      `select oldman_name, id_card, birth_date, nation, phone, address, region, education, income, self_care, diseases,
        attention, hospital_history, medical_card_no, remark, sale_id, status, consultation_id
       from oldman where org_id = $1 and oldman_id = $2`,
      [DEMO_ORG, made.data.oldmanId],
    )
    expect(resident.rows[0]).toMatchObject({
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
      sale_id: desk.sale,
      status: 3,
      consultation_id: id,
    })
    const family = await desk.product.app.pool.query(
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
    const known = await desk.product.app.pool.query<{ card: string; sex: number }>(
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
      Array.from({ length: 8 }, (_, i) =>
        ask('POST', `/archive/${id}`, { token: i % 2 ? admin : desk.clerk, body: {} }),
      ),
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
