// The family is invited, accepts on a page without an account, reads along, and is unbound again.
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { FamilyRowData } from '#contract/live/family'
import type { FamilyViewData, InvitationData, SentInvitationData } from '#contract/live/invitation'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { storeBuffer } from '#server/kit/uploads'

let app: TestApp
let clerk: string
let oldmanId: string
let familyId: string

const INVITE = '/pims/web-pi/oldmans/invitation'
const PHONE = '13812342516'
const sql = <T>(text: string, values: unknown[] = []) =>
  app.app.pool.query(text, values).then((result) => result.rows as T[])

beforeAll(async () => {
  app = await demoApp({ PUBLIC_URL: 'https://care.example.cn' })
  clerk = await app.signIn('liumin', 'Yiyuan2026')
  oldmanId = (
    await sql<{ id: string }>(
      'select oldman_id as id from oldman where org_id = $1 and status = 1 order by oldman_id limit 1',
      [DEMO_ORG],
    )
  )[0]!.id
})
afterAll(() => app.close())

beforeEach(async () => {
  await sql('delete from rate_count')
  familyId = newId()
  await sql(
    `insert into oldman_family (org_id, family_id, oldman_id, name, relation, phone) values ($1, $2, $3, '李建国', '20', $4)`,
    [DEMO_ORG, familyId, oldmanId, PHONE],
  )
})

const send = (body: object = { oldmanId, familyId }, token = clerk) =>
  app.ask<SentInvitationData & { field?: string }>('POST', INVITE, { token, body })
const list = async () => (await app.ask<InvitationData[]>('GET', `${INVITE}/${oldmanId}`, { token: clerk })).data
const revoke = (invitationId: string) => app.ask('PUT', `${INVITE}/revoke`, { token: clerk, body: { invitationId } })
const accept = (code: string, phoneEnd = '2516') =>
  app.ask<{ secret: string; view: FamilyViewData; field?: string }>('POST', '/pims/di-pi/family/accept', {
    body: { code, phoneEnd },
  })
const view = (secret: string) => app.ask<FamilyViewData>('GET', '/pims/di-pi/family/elder', { token: secret })
const binding = async () =>
  (
    await app.ask<PageInfo<FamilyRowData>>('GET', '/pims/web-pi/oldmans/family', {
      token: clerk,
      query: { oldmanId, size: '100' },
    })
  ).data.list.find((row) => row.familyId === familyId)?.binding

describe('an invitation', () => {
  it('is shown once, kept as a hash and sent to the phone', async () => {
    const { data } = await send()
    expect(data.code).toMatch(/^[2-9A-HJ-NP-Z]{8}$/)
    expect(data).toMatchObject({
      link: 'https://care.example.cn/family.html',
      smsSent: { sent: 0, why: '没有接入短信，请把邀请码告诉家属' },
      phone: '138****2516',
    })
    const stored = await sql<{ text: string }>(
      'select to_jsonb(i)::text as text from family_invitation i where family_id = $1',
      [familyId],
    )
    expect(stored[0]!.text).not.toContain(data.code)
    const message = await sql<{ content: string }>(
      `select content from sms_message where phone = $1 order by created_at desc limit 1`,
      [PHONE],
    )
    // Whoever reads the outbox sees that one was sent, and not the code.
    expect(message[0]!.content).toMatch(/邀请您查看.*邀请码 \*{6}/)
    expect(message[0]!.content).not.toContain(data.code)
    expect(await binding()).toBe('sent')
    expect((await list())[0]).toMatchObject({ familyId, state: 'sent', codeEnd: data.code.slice(-2), userName: '刘敏' })
  })

  it('opens the resident to the family, without money, health or numbers', async () => {
    const { code } = (await send()).data
    const accepted = await accept(`${code.slice(0, 4)}-${code.slice(4)}`.toLowerCase())
    expect(accepted.status).toBe(200)
    const { secret, view: first } = accepted.data
    expect(first).toMatchObject({ status: 1, familyName: '李建国', relationName: '儿子', orgName: expect.any(String) })
    expect(first.room).toMatch(/室/)
    expect(JSON.stringify(first)).not.toMatch(/idCard|Fen|allerg|disease|\d{17}/)
    expect(await binding()).toBe('bound')
    const again = await view(secret)
    expect(again.data).toEqual(first)
    expect((await list())[0]).toMatchObject({ state: 'accepted', lastReadTime: expect.any(String) })
    const message = await sql<{ content: string }>(
      `select content from sms_message where phone = $1 order by created_at desc limit 1`,
      [PHONE],
    )
    expect(message[0]!.content).not.toContain(code)
    // Spent: nobody else gets in with the same message.
    expect(await accept(code)).toMatchObject({ status: 42200, data: { field: 'code' } })
  })

  it('tells the care of the day by name and time, and nothing that was measured or noted', async () => {
    await sql(
      `with project as (select project_id, row_number() over (order by sort, project_id) as no from care_project where org_id = $1),
        worker as (select user_id from account where org_id = $1 and user_name = 'lixiaomei')
      insert into care_execution (org_id, execution_id, plan_time, oldman_id, project_id, result, done_at, recorded_at, worker_id,
        refuse_reason, evaluation, remark, photos, taken_back_at, taken_back_by)
      select $1, 'family' || no || to_char(now(), 'YYMMDD'), date_trunc('day', now()), $2, project_id,
        case when no = 2 then 'refused' else 'done' end, date_trunc('day', now()), now(), user_id,
        case when no = 2 then '情绪不好' end, 3, '血压 187/95', array['/files/x'],
        case when no = 3 then now() end, case when no = 3 then user_id end
      from project, worker where no <= 3`,
      [DEMO_ORG, oldmanId],
    )
    const { secret } = (await accept((await send()).data.code)).data
    const { data } = await view(secret)
    const mine = data.care.filter((one) => one.time === '00:00')
    expect(mine.map(({ done }) => done).sort()).toEqual([0, 1])
    for (const one of data.care) expect(Object.keys(one).sort()).toEqual(['done', 'name', 'time', 'workerName'])
    expect(mine[0]!.workerName).toBe('李晓梅')
    expect(Object.keys(data).sort()).toEqual(
      [
        'care',
        'checkInDate',
        'days',
        'drugs',
        'dutyPhone',
        'familyName',
        'meals',
        'oldmanName',
        'orgAddress',
        'orgName',
        'orgPhone',
        'outing',
        'photo',
        'relationName',
        'room',
        'status',
        'visits',
      ].sort(),
    )
    expect(JSON.stringify(data)).not.toMatch(/187|情绪|files/)
  })

  it('shows the portrait as a small picture of its own', async () => {
    const png = await sharp({ create: { width: 600, height: 800, channels: 3, background: '#d8c' } })
      .png()
      .toBuffer()
    const user = (await sql<{ id: string }>(`select user_id as id from account where user_name = 'liumin'`))[0]!.id
    const stored = await storeBuffer(
      {
        app: app.app,
        orgId: DEMO_ORG,
        userId: user,
        tx: async (work) => {
          const { systemTransaction } = await import('#server/kit/system')
          return systemTransaction(app.app, DEMO_ORG, '测试', '测试', work)
        },
      },
      png,
      { name: 'head.png', use: 'produced' },
    )
    await sql('update oldman set head = $2 where oldman_id = $1', [oldmanId, stored.urlPath])
    const { secret } = (await accept((await send()).data.code)).data
    const { photo } = (await view(secret)).data
    expect(photo).toMatch(/^data:image\/webp;base64,/)
    expect(photo!.length).toBeLessThan(60_000)
  })

  it('dies with five wrong phone numbers', async () => {
    const { code } = (await send()).data
    for (const left of [4, 3, 2, 1]) {
      expect(await accept(code, '0000')).toMatchObject({
        status: 42200,
        desc: expect.stringContaining(`${left} 次`),
        data: { field: 'phoneEnd' },
      })
    }
    expect(await accept(code, '0000')).toMatchObject({ desc: expect.stringContaining('已失效') })
    expect(await accept(code)).toMatchObject({ status: 42200, data: { field: 'code' } })
    expect((await list())[0]).toMatchObject({ familyId, state: 'expired' })
  })

  it('runs out after seven days, and is replaced by the next one', async () => {
    const first = (await send()).data.code
    const second = (await send()).data.code
    expect((await accept(first)).status).toBe(42200)
    await sql(
      `update family_invitation set expires_at = now() - interval '1 second' where family_id = $1 and revoked_at is null`,
      [familyId],
    )
    expect((await accept(second)).status).toBe(42200)
    expect((await list()).slice(0, 2).map((one) => one.state)).toEqual(['expired', 'revoked'])
  })

  it('is taken back: the page goes dark at once', async () => {
    const { data } = await send()
    const { secret } = (await accept(data.code)).data
    expect((await revoke(data.invitationId)).status).toBe(200)
    expect((await view(secret)).status).toBe(40400)
    expect(await binding()).toBe('none')
    expect(await revoke(data.invitationId)).toMatchObject({ status: 40901, desc: expect.stringContaining('已撤销') })
  })

  it('ends with the member', async () => {
    const { secret } = (await accept((await send()).data.code)).data
    await sql('delete from oldman_family where family_id = $1', [familyId])
    expect((await view(secret)).status).toBe(40400)
  })

  it('is accepted once by two browsers at the same moment', async () => {
    const { code } = (await send()).data
    const both = await Promise.all([accept(code), accept(code)])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 42200])
  })

  it('is refused for somebody else’s family, for who has left, and for who may not', async () => {
    const other = (
      await sql<{ id: string }>('select oldman_id as id from oldman where org_id = $1 and oldman_id <> $2 limit 1', [
        DEMO_ORG,
        oldmanId,
      ])
    )[0]!.id
    expect((await send({ oldmanId: other, familyId })).status).toBe(40400)
    expect((await send({ oldmanId, familyId: newId() })).status).toBe(40400)
    const left = (
      await sql<{ id: string }>('select oldman_id as id from oldman where org_id = $1 and status = 2 limit 1', [
        DEMO_ORG,
      ])
    )[0]!.id
    expect((await send({ oldmanId: left, familyId })).status).toBe(40901)
    const store = await app.signIn('zhaoqiang', 'Yiyuan2026')
    expect((await send({ oldmanId, familyId }, store)).status).toBe(401)
  })

  it('tells a landline nothing and says so', async () => {
    await sql(`update oldman_family set phone = '021-55668800' where family_id = $1`, [familyId])
    const { data } = await send()
    expect(data.smsSent).toEqual({ sent: 0, why: expect.stringContaining('座机') })
    expect((await accept(data.code, '8800')).status).toBe(200)
  })
})

describe('guessing', () => {
  it('learns nothing from codes that do not exist and is stopped', async () => {
    expect(await accept('ABCDEFGH')).toMatchObject({ status: 42200, data: { field: 'code' } })
    expect((await accept('??')).status).toBe(42200)
    for (let i = 0; i < 20; i++) await accept('ABCDEFGH')
    expect((await accept('ABCDEFGH')).status).toBe(42900)
  })

  it('gets nothing without the secret', async () => {
    for (const secret of ['', 'x', 'a.b', `${DEMO_ORG}.${newId()}.00`, `${DEMO_ORG}..`, '%00.%00.x'.repeat(20)]) {
      expect((await view(secret)).status).toBe(40400)
    }
  })
})
