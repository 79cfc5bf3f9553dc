// Notices to families: filled for each elder, read by the secret of a phone, announced by SMS without a word of what they say.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import type {
  FamilyNoticeData,
  FamilyNoticeReceiverData,
  FamilyNoticeTemplateData,
  FamilyShownNoticeData,
} from '#contract/live/familyNotice'
import type { SentInvitationData } from '#contract/live/invitation'
import { rowResident } from '#server/areas/live/test/outingRows'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { storeBuffer } from '#server/kit/uploads'

const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const STATE = refusals.STATE_NOT_ALLOWED[0]
const CHANGED = refusals.CHANGED_MEANWHILE[0]
const NO_PERMISSION = refusals.NO_PERMISSION[0]
const BASE = '/pims/web-pi/family/inform'
const OPEN = '/pims/di-pi/family/notices'

let app: TestApp
let clerk: string
let director: string
let nurse: string
let phones = 0

const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await app.app.pool.query<T>(text, [DEMO_ORG, ...values])).rows
type Told = FamilyNoticeData & { field?: string }
const ask = <T = Told>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { token = clerk, ...more }: { token?: string; body?: unknown; query?: Record<string, string> } = {},
) => app.ask<T>(method, `${BASE}${path}`, { token, ...more })

/** An elder of a ward with one of the family. */
async function elder(phone?: string) {
  const oldmanId = await rowResident(app)
  const familyId = newId()
  const number = phone ?? `139${String(10_000_000 + phones++)}`
  await sql(
    `insert into oldman_family (org_id, family_id, oldman_id, name, relation, phone) values ($1, $2, $3, '李建国', '20', $4)`,
    [familyId, oldmanId, number],
  )
  return { oldmanId, familyId, phone: number }
}
/** Whose phone reads along. */
async function reader(one: { oldmanId: string; familyId: string; phone: string }) {
  const { oldmanId, familyId, phone } = one
  const { code } = (
    await app.ask<SentInvitationData>('POST', '/pims/web-pi/oldmans/invitation', {
      token: director,
      body: { oldmanId, familyId },
    })
  ).data
  const body = { code, phoneEnd: phone.slice(-4) }
  return (await app.ask<{ secret: string }>('POST', '/pims/di-pi/family/accept', { body })).data.secret
}
const form = (oldmanIds: readonly string[], change: object = {}) => ({
  oldmanIds,
  title: '{{老人姓名}}家属开放日',
  content: '欢迎来看望{{ 老人姓名 }}（{{床位}}）。',
  ...change,
})
const draft = async (oldmanIds: readonly string[], change: object = {}) => {
  const made = await ask('POST', '', { body: form(oldmanIds, change) })
  expect(made.status, made.desc).toBe(200)
  return made.data
}
const publish = (messageId: string, token = clerk) => ask('PUT', '/publish', { token, body: { messageId } })
const out = async (oldmanIds: readonly string[], change: object = {}) => {
  const made = await publish((await draft(oldmanIds, change)).messageId)
  expect(made.status, made.desc).toBe(200)
  return made.data
}
const shown = async (secret: string) => (await app.ask<FamilyShownNoticeData[]>('GET', OPEN, { token: secret })).data
const read = (secret: string, messageId: string) =>
  app.ask('PUT', `${OPEN}/read`, { token: secret, body: { messageId } })
const receivers = async (messageId: string) =>
  (await ask<PageInfo<FamilyNoticeReceiverData>>('GET', '/receivers', { query: { messageId, size: '100' } })).data.list

beforeAll(async () => {
  app = await demoApp()
  ;[clerk, director, nurse] = (await Promise.all(
    ['liumin', 'zhengkai', 'lixiaomei'].map((name) => app.signIn(name, 'Yiyuan2026')),
  )) as [string, string, string]
})
afterAll(() => app.close())
beforeEach(async () => {
  await sql('delete from rate_count where $1::text is not null')
})

describe('a notice to families', () => {
  it('says each elder’s name and bed to that elder’s family, and who has read it is seen by the sender', async () => {
    const [one, other] = [await elder(), await elder()]
    const secret = await reader(one)
    const made = await draft([one.oldmanId, other.oldmanId])
    expect(made).toMatchObject({
      state: 'DRAFT',
      content: '欢迎来看望{{老人姓名}}（{{床位}}）。',
      preview: { families: 2, bound: 1, without: [], sample: { title: expect.stringMatching(/^外出者家属开放日$/) } },
      can: ['edit', 'publish', 'remove'],
    })
    expect(await shown(secret)).toEqual([])
    const sent = (await publish(made.messageId)).data
    expect(sent).toMatchObject({ state: 'PUBLISHED', receivers: 2, readCount: 0, preview: null })
    const [notice] = await shown(secret)
    expect(notice).toMatchObject({ messageId: made.messageId, read: false, attachments: [] })
    expect(notice!.content).toMatch(/^欢迎来看望外出者（.+）。$/)
    expect(notice!.content).not.toContain('{{')
    expect(await Promise.all([read(secret, made.messageId), read(secret, made.messageId)])).toMatchObject([
      { status: 200 },
      { status: 200 },
    ])
    expect((await shown(secret))[0]!.read).toBe(true)
    const seen = await receivers(made.messageId)
    expect(seen.find((row) => row.familyId === one.familyId)).toMatchObject({
      receipt: 'read',
      binding: 'bound',
      readAt: expect.any(String),
    })
    expect(seen.find((row) => row.familyId === other.familyId)).toMatchObject({ receipt: 'unread', binding: 'none' })
    expect((await ask('GET', `/${made.messageId}`)).data.readCount).toBe(1)
  })

  it('sends an SMS only where asked for, and never with what the notice says', async () => {
    const [mobile, landline] = [await elder(), await elder('021-55668800')]
    const said = { title: '王奶奶血压偏高', content: '近日血压偏高，请来院商量。' }
    const count = async () =>
      (
        await sql<{ n: number }>(
          `select count(*)::int as n from sms_message where org_id = $1 and purpose = '家属通知'`,
        )
      )[0]!.n
    const before = await count()
    await out([mobile.oldmanId], said)
    expect(await count()).toBe(before)
    const made = await out([mobile.oldmanId, landline.oldmanId], { ...said, sms: true })
    expect(await count()).toBe(before + 1)
    const [sms] = await sql<{ content: string; state: string }>(
      `select content, state from sms_message where org_id = $1 and phone = $2 and purpose = '家属通知'`,
      [mobile.phone],
    )
    expect(sms!.content).toContain('关于外出者的通知')
    expect(sms!.content).not.toMatch(/血压|王奶奶/)
    expect((await receivers(made.messageId)).map((row) => row.sms).sort()).toEqual(['LANDLINE', 'OUTBOX'])
  })

  it('gives its papers to its own readers while it is out, and to nobody else', async () => {
    const [one, other] = [await elder(), await elder()]
    const [secret, stranger] = [await reader(one), await reader(other)]
    const [user] = await sql<{ id: string }>(
      `select user_id as id from account where org_id = $1 and user_name = 'liumin'`,
    )
    const stored = await storeBuffer(
      {
        app: app.app,
        orgId: DEMO_ORG,
        userId: user!.id,
        tx: async (work) => {
          const { systemTransaction } = await import('#server/kit/system')
          return systemTransaction(app.app, DEMO_ORG, '测试', '测试', work)
        },
      },
      Buffer.from('menu of the open day'),
      { name: '开放日安排.txt', use: 'produced' },
    )
    const made = await out([one.oldmanId], { attachments: [stored.urlPath] })
    const [notice] = await shown(secret)
    expect(notice!.attachments).toMatchObject([{ name: '开放日安排.txt', size: 20 }])
    const file = async (token: string, fileId = notice!.attachments[0]!.fileId, messageId = made.messageId) => {
      const answer = await app.server.inject({
        url: `${OPEN}/${messageId}/file/${fileId}`,
        headers: { authorization: token },
      })
      return answer.body
    }
    expect(await file(secret)).toBe('menu of the open day')
    for (const body of [await file(stranger), await file(''), await file(clerk), await file(secret, newId())])
      expect(JSON.parse(body).status).toBe(NOT_FOUND)
    await ask('PUT', '/recall', { body: { messageId: made.messageId, reason: '日期写错' } })
    expect(JSON.parse(await file(secret)).status).toBe(NOT_FOUND)
    // Nor with the address that the house itself uses.
    const own = await app.server.inject({ url: stored.urlPath, headers: { authorization: secret } })
    expect(own.statusCode).toBe(401)
  })

  it('is recalled after reading: gone for the family, kept for the house with who had read it', async () => {
    const one = await elder()
    const secret = await reader(one)
    const made = await out([one.oldmanId])
    await read(secret, made.messageId)
    const recall = () => ask('PUT', '/recall', { body: { messageId: made.messageId, reason: '日期写错' } })
    const both = await Promise.all([recall(), recall()])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, STATE])
    expect(await shown(secret)).toEqual([])
    expect(await read(secret, made.messageId)).toMatchObject({ status: NOT_FOUND })
    expect((await ask('GET', `/${made.messageId}`)).data).toMatchObject({ state: 'RECALLED', readCount: 1 })
    expect(await ask('DELETE', `/${made.messageId}`)).toMatchObject({ status: STATE })
    await expect(
      sql('delete from family_notice where org_id = $1 and message_id = $2', [made.messageId]),
    ).rejects.toThrow()
  })

  it('goes out once, whoever presses twice', async () => {
    const one = await elder()
    const made = await draft([one.oldmanId])
    const both = await Promise.all([publish(made.messageId), publish(made.messageId)])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, STATE])
    expect(await receivers(made.messageId)).toHaveLength(1)
  })
})

describe('refused', () => {
  it('to nobody, with unknown placeholders, about elders of others, by who may not', async () => {
    const one = await elder()
    const add = (body: object, token = clerk) => ask('POST', '', { token, body })
    expect(await add(form([]))).toMatchObject({ status: INVALID, data: { field: 'oldmanIds' } })
    expect(await add(form([one.oldmanId], { content: '{{身份证号}}' }))).toMatchObject({
      status: INVALID,
      desc: '“{{身份证号}}”不能自动填写，只能用 {{老人姓名}}、{{床位}}',
      data: { field: 'content' },
    })
    expect(await add(form([one.oldmanId], { title: '您好{{老人姓名' }))).toMatchObject({ data: { field: 'title' } })
    expect(await add(form([one.oldmanId, newId()]))).toMatchObject({ status: NOT_FOUND })
    expect(await add(form([one.oldmanId]), nurse)).toMatchObject({ status: NO_PERMISSION })
    await sql('delete from oldman_family where org_id = $1 and oldman_id = $2', [one.oldmanId])
    const alone = await draft([one.oldmanId])
    expect(alone.preview).toMatchObject({ families: 0, without: ['外出者'] })
    expect(await publish(alone.messageId)).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining('没有登记家属'),
    })
  })

  it('to the second of two editors, and once it is out', async () => {
    const one = await elder()
    const made = await draft([one.oldmanId])
    const save = (content: string) =>
      ask('PUT', '', {
        body: { ...form([one.oldmanId], { content }), messageId: made.messageId, version: made.version },
      })
    const both = await Promise.all([save('甲'), save('乙')])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, CHANGED])
    await publish(made.messageId)
    expect(await save('丙')).toMatchObject({ status: STATE })
  })

  it('without the secret, and with that of another family', async () => {
    const [one, other] = [await elder(), await elder()]
    const stranger = await reader(other)
    const made = await out([one.oldmanId])
    expect(await app.ask('GET', OPEN, { token: '' })).toMatchObject({ status: NOT_FOUND })
    expect(await app.ask('GET', OPEN, { token: clerk })).toMatchObject({ status: NOT_FOUND })
    expect(await shown(stranger)).toEqual([])
    expect(await read(stranger, made.messageId)).toMatchObject({ status: NOT_FOUND })
  })
})

describe('texts kept for reuse', () => {
  it('are added once by name, changed over their version, and removed', async () => {
    const body = { name: '测试模板', title: '您好', content: '{{老人姓名}}' }
    const made = await ask<FamilyNoticeTemplateData>('POST', '/template', { body })
    expect(made.status, made.desc).toBe(200)
    expect(await ask('POST', '/template', { body })).toMatchObject({ status: refusals.ALREADY_EXISTS[0] })
    expect(await ask('POST', '/template', { body: { ...body, name: '别的', content: '{{电话}}' } })).toMatchObject({
      status: INVALID,
    })
    const { templateId, version } = made.data
    const save = (title: string) => ask('PUT', '/template', { body: { ...body, templateId, title, version } })
    const both = await Promise.all([save('甲'), save('乙')])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, CHANGED])
    expect(await ask('DELETE', `/template/${templateId}`)).toMatchObject({ status: 200 })
    expect(await ask('DELETE', `/template/${templateId}`)).toMatchObject({ status: NOT_FOUND })
  })
})
