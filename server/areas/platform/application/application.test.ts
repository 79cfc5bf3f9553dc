// An organisation settles in: pictures, application, the operator's decision, and what the applicant sees of it.
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ApplicationData } from '#contract/platform/application'
import { riskyPairs } from '#contract/platform/duties'
import { presetRoles } from '#server/areas/platform/role/presetRoles'
import {
  forgetLimits,
  type House,
  LOGINS,
  OPERATOR_ORG,
  type SmsHouse,
  smsHouse,
  testHouse,
} from '#server/areas/platform/test/house'
import type { Envelope } from '#server/kit/test/app'

let house: SmsHouse
let operator: string
/** Each application brings its own: what one organisation has claimed is no other's. */
const pictures: string[] = []

const MEDICAL = '/passport/web-rbac/medical'

beforeAll(async () => {
  house = await smsHouse()
  await house.person({ userName: 'boss0001', orgId: OPERATOR_ORG, isAdmin: true })
  operator = (await house.signInAs('boss0001')).data.token
  for (let i = 0; i < 30; i++) pictures.push((await upload('licence.png')).data.urlPath)
})
afterAll(() => house.close())
beforeEach(() => forgetLimits(house))

async function upload(name: string, content?: Buffer, to: House = house): Promise<Envelope<{ urlPath: string }>> {
  const png = await sharp({ create: { width: 40, height: 30, channels: 3, background: '#c33' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(content ?? png)]), name)
  const encoded = new Response(form)
  const answer = await to.server.inject({
    method: 'POST',
    url: `${MEDICAL}/picture`,
    headers: { 'content-type': encoded.headers.get('content-type')! },
    payload: Buffer.from(await encoded.arrayBuffer()),
  })
  return answer.json()
}

let counted = 0

/** A complete application with everything of its own. */
function form(change: object = {}) {
  counted++
  return {
    orgName: `安康护理院${counted}`,
    orgLevel: 3,
    licenseNo: `9135020000000000${String(counted).padStart(2, '0')}`,
    licensePictures: [pictures[counted]!],
    contactName: '林芳',
    contactPhone: `136000000${String(counted).padStart(2, '0')}`,
    address: '厦门市思明区莲前西路 2 号',
    introduction: '',
    userName: `ankang${String(counted).padStart(2, '0')}`,
    userPassword: 'fresh123',
    ...change,
  }
}

async function codeFor(phone: string): Promise<string> {
  await forgetLimits(house)
  expect((await house.ask('GET', `${LOGINS}/getSmsCode/${phone}`)).status).toBe(200)
  return house.gateway.code(phone)
}

type Receipt = { orgId: string; queryCode: string }
const send = (body: object, token?: string) => house.ask<Receipt>('POST', MEDICAL, { body, ...(token && { token }) })

async function applied(change: object = {}) {
  const body = form(change)
  const answer = await send({ ...body, smsCode: await codeFor(body.contactPhone) })
  expect(answer).toMatchObject({ status: 200 })
  return { body, ...answer.data }
}

const state = (orgId: string, queryCode: string, token?: string) =>
  house.ask<ApplicationData>('GET', `${MEDICAL}/${orgId}/state`, { query: { queryCode }, ...(token && { token }) })
const decide = (orgId: string, status: number | string, form: Record<string, string> = {}, token = operator) =>
  house.ask('PUT', `${MEDICAL}/${orgId}/${status}`, { token, form })
const lastSmsTo = async (phone: string) =>
  (
    await house.sql<{ content: string; org_id: string }>(
      'select content, org_id from sms_message where phone = $1 order by created_at desc, message_id desc limit 1',
      [phone],
    )
  )[0]

describe('applying', () => {
  it('makes the organisation with its administrator, tells both sides, and shows the state by code', async () => {
    const { body, orgId, queryCode } = await applied()
    expect(queryCode).toMatch(/^[A-Z2-9]{4}-[A-Z2-9]{4}-[A-Z2-9]{4}$/)
    const { data } = await state(orgId, queryCode.toLowerCase())
    expect(data).toMatchObject({
      orgId,
      orgName: body.orgName,
      orgStatus: 0,
      licenseNo: body.licenseNo,
      licensePictures: body.licensePictures,
      contactPhone: body.contactPhone,
      introduction: null,
      rejectReason: null,
      userName: body.userName,
    })
    expect(JSON.stringify(await house.sql('select * from organization'))).not.toContain(queryCode)
    // The short code that stands in the SMS works as well.
    const told = await vi.waitFor(() => {
      const one = house.gateway.taken.find((sms) => sms.phone === body.contactPhone && sms.content.includes('查询码'))
      if (!one) throw new Error('the applicant was not told')
      return one.content
    })
    expect(told).toContain(`查询码 ${queryCode}`)
    expect(told).toContain(`申请编号 ${data.orgCode}`)
    // The operator's outbox does not hold it.
    const sms = await lastSmsTo(body.contactPhone)
    expect(sms).toMatchObject({ org_id: OPERATOR_ORG, content: expect.stringContaining('查询码 ******') })
    expect(data.contactProven).toBe(true)
    expect((await state(data.orgCode, queryCode)).data.orgId).toBe(orgId)
    const [message] = await house.sql(`select title, route from user_message order by created_at desc limit 1`)
    expect(message).toEqual({ title: `“${body.orgName}”申请入驻`, route: '/systemmanage/applications' })
    // Before the decision the administrator comes in, but no further than the state.
    const opened = await house.signInAs(body.userName, 'fresh123')
    expect(opened.data).toMatchObject({ landingEndList: [], orgInfo: { orgId, orgStatus: 0 } })
    expect((await state(orgId, 'x', opened.data.token)).data.orgId).toBe(orgId)
  })

  it('tells nothing to who has not the code', async () => {
    const one = await applied()
    const two = await applied()
    for (const [orgId, queryCode] of [
      [one.orgId, two.queryCode],
      [one.orgId, 'AAAA-BBBB-CCCC'],
      ['nothing', one.queryCode],
      [house.orgId, one.queryCode],
    ] as const) {
      expect(await state(orgId, queryCode)).toMatchObject({ status: 40400 })
    }
    const stranger = (await house.signInAs(two.body.userName, 'fresh123')).data.token
    expect(await state(one.orgId, two.queryCode, stranger)).toMatchObject({ status: 40400 })
  })

  it('refuses what is missing, wrong or taken', async () => {
    const { body } = await applied()
    const phone = '13600001000'
    const smsCode = await codeFor(phone)
    const good = { ...form({ contactPhone: phone }), smsCode }
    for (const [change, field] of [
      [{ userName: '' }, 'userName'],
      [{ userPassword: '' }, 'userPassword'],
      [{ userPassword: 'weak' }, 'userPassword'],
      [{ smsCode: '' }, 'smsCode'],
      [{ licensePictures: [] }, 'licensePictures'],
      [{ licensePictures: ['/files/00000000000000000000000000000000/a.png'] }, 'licensePictures'],
      [{ licensePictures: ['https://elsewhere.example/a.png'] }, 'licensePictures'],
      [{ licenseNo: '123' }, 'licenseNo'],
      [{ orgLevel: 1 }, 'orgLevel'],
      [{ userName: body.userName }, 'userName'],
      [{ orgName: body.orgName }, 'orgName'],
      [{ licenseNo: body.licenseNo }, 'licenseNo'],
    ] as const) {
      const answer = await send({ ...good, ...change })
      expect([answer.status === 200, (answer.data as unknown as { field: string }).field]).toEqual([false, field])
    }
    expect(await send({ ...good, smsCode: 'wrong' })).toMatchObject({ status: 40106 })
    // None of that has used the code up or left anything behind.
    expect(await house.sql('select 1 from organization where contact_phone = $1', [phone])).toEqual([])
    expect((await send(good)).status).toBe(200)
  })

  it('takes one of two applications with the same licence', async () => {
    const bodies = [form(), form()].map((body) => ({ ...body, licenseNo: '913502000000000ABC' }))
    const codes = [await codeFor(bodies[0]!.contactPhone), await codeFor(bodies[1]!.contactPhone)]
    const answers = await Promise.all(bodies.map((body, i) => send({ ...body, smsCode: codes[i] })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 40904])
  })

  it('checks the pictures like any upload', async () => {
    const [picture] = (await applied()).body.licensePictures as [string]
    expect(picture).toMatch(/^\/files\/[0-9a-f]{32}\/licence\.png$/)
    expect(await upload('licence.exe')).toMatchObject({ status: 41500 })
    expect(await upload('licence.png', Buffer.from('no picture'))).toMatchObject({ status: 41501 })
    // For the operator's eyes only.
    expect((await house.raw({ path: picture, headers: { authorization: operator } })).statusCode).toBe(200)
    expect((await house.raw({ path: picture })).statusCode).toBe(401)
    const answer = await house.raw({ path: picture, headers: { authorization: operator } })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  it('opens no file of the operator or of another applicant, by an address inside an address or outright', async () => {
    const [secret] = await house.sql<{ id: string }>(
      `insert into stored_file (org_id, file_id, use, key, name, size_b, mime, sha256, is_public, created_by)
       values ($1, 'f0000000000000000000000000000009', 'picture', 'k', '内部.png', 1, 'image/png', 'x', false, 'somebody')
       returning file_id as id`,
      [OPERATOR_ORG],
    )
    const claimed = (await applied()).body.licensePictures[0]!
    const body = form()
    const smsCode = await codeFor(body.contactPhone)
    const [mine] = body.licensePictures as [string]
    const inside = mine.replace(/[^/]+$/, `files/${secret!.id}/a.png`)
    for (const address of [inside, `/files/${secret!.id}/a.png`, claimed, `${mine}/../../${secret!.id}/a.png`]) {
      const answer = await send({ ...body, smsCode, licensePictures: [mine, address] })
      expect(answer.status, address).not.toBe(200)
      expect(answer.data).toMatchObject({ field: 'licensePictures' })
    }
    expect((await send({ ...body, smsCode })).status).toBe(200)
    const links = await house.sql(`select file_id from file_link where file_id = $1`, [secret!.id])
    expect(links).toEqual([])
  })
})

describe('without SMS', () => {
  it('an application needs no code, signs nobody in by its number, and tells the operator to call', async () => {
    const bare = await testHouse()
    try {
      await bare.person({ userName: 'boss0002', orgId: OPERATOR_ORG, isAdmin: true, phone: '13600009999' })
      const licence = (await upload('licence.png', undefined, bare)).data.urlPath
      // The number of somebody who has an account: nothing is told, nothing is taken.
      const body = form({ licensePictures: [licence], contactPhone: '13600009999' })
      const sent = await bare.ask<Receipt>('POST', MEDICAL, { body })
      expect(sent).toMatchObject({ status: 200 })
      const [account] = await bare.sql('select user_telephone from account where user_name = $1', [body.userName])
      expect(account).toEqual({ user_telephone: null })
      const token = (await bare.signInAs('boss0002')).data.token
      const { data } = await bare.ask<{ list: ApplicationData[] }>('GET', MEDICAL, { token })
      expect(data.list).toMatchObject([{ orgName: body.orgName, contactPhone: '13600009999', contactProven: false }])
      expect((await bare.ask('PUT', `${MEDICAL}/${sent.data.orgId}/1`, { token, form: {} })).status).toBe(200)
      const opened = await bare.signInAs(body.userName, 'fresh123')
      expect(opened.data).toMatchObject({ isAdmin: true, landingEndList: [{ landingEndCode: 'WEB' }] })
      // Put right after a refusal, with another number, it needs none either.
      const again = form({ licensePictures: [(await upload('licence.png', undefined, bare)).data.urlPath] })
      const first = (await bare.ask<Receipt>('POST', MEDICAL, { body: again })).data
      await bare.ask('PUT', `${MEDICAL}/${first.orgId}/2`, { token, form: { rejectReason: '证照不清' } })
      const resent = { ...again, ...first, contactPhone: '13600008888' }
      expect((await bare.ask('POST', MEDICAL, { body: resent })).status).toBe(200)
    } finally {
      await bare.close()
    }
  })
})

describe('the decision', () => {
  it('approves: presets stand, the administrator works, the applicant is told', async () => {
    const { body, orgId, queryCode } = await applied()
    const before = (await house.signInAs(body.userName, 'fresh123')).data.token
    expect(await decide(orgId, 1)).toEqual({ status: 200, desc: '操作成功', data: null })
    expect((await state(orgId, queryCode)).data.orgStatus).toBe(1)
    expect((await house.ask('GET', `${LOGINS}/current`, { token: before })).status).toBe(4013)
    expect((await lastSmsTo(body.contactPhone))?.content).toContain('已通过审核')
    const opened = await house.signInAs(body.userName, 'fresh123')
    expect(opened.data).toMatchObject({
      isAdmin: true,
      orgInfo: { orgStatus: 1 },
      landingEndList: [{ landingEndCode: 'WEB' }],
      deptInfo: { deptName: '院办公室' },
    })
    const { token } = opened.data
    expect((await house.ask('GET', '/passport/web-rbac/systemLogs', { token })).status).toBe(200)
    // The usual jobs stand ready, with rights, and cash and books in different hands.
    const roles = await house.sql<{ name: string; level: number; codes: string[] }>(
      `select r.name, r.role_level as level, array_remove(array_agg(x.authority_code), null) as codes from role r
         left join role_authority ra using (org_id, role_id) left join authority x using (authority_id)
       where r.org_id = $1 group by 1, 2`,
      [orgId],
    )
    expect(roles.filter((one) => one.level === 0).map((one) => one.name)).toEqual(['机构管理员'])
    const presets = roles.filter((one) => one.level !== 0)
    expect(presets.map((one) => one.name).sort()).toEqual(presetRoles.map((one) => one.name).sort())
    expect(presets.filter((one) => one.codes.length === 0 || riskyPairs(one.codes).length > 0)).toEqual([])
    expect((await house.ask('GET', '/passport/web-rbac/systemConfigs/iconConfig', { token })).data).toMatchObject({
      windowName: body.orgName,
    })
    const [log] = await house.sql(`select user_name, changes from operation_log where org_id = $1 and target_id = $2`, [
      OPERATOR_ORG,
      orgId,
    ])
    expect(log).toEqual({ user_name: 'boss0001', changes: { orgStatus: [0, 1] } })
    for (const status of [1, 2]) {
      expect(await decide(orgId, status, { rejectReason: '再看' })).toMatchObject({
        status: 40901,
        desc: expect.stringContaining('当前状态为“正常”'),
      })
    }
  })

  it('refuses with a reason, and a refused applicant may send again', async () => {
    const { body, orgId, queryCode } = await applied()
    expect(await decide(orgId, 2)).toMatchObject({ status: 42200, desc: '请填写拒绝原因' })
    expect(await decide(orgId, 2, { rejectReason: '证照不清晰' })).toMatchObject({ status: 200 })
    expect((await state(orgId, queryCode)).data).toMatchObject({ orgStatus: 2, rejectReason: '证照不清晰' })
    expect((await lastSmsTo(body.contactPhone))?.content).toContain('原因：证照不清晰')
    const opened = await house.signInAs(body.userName, 'fresh123')
    expect(opened.data.orgInfo).toMatchObject({ orgStatus: 2, rejectReason: '证照不清晰' })

    const { userName: _name, userPassword: _password, ...rest } = body
    const again = { ...rest, orgId, contactName: '林小芳' }
    // Neither nothing, nor the code of somebody else's phone, nor a wrong query code will do.
    expect(await send(again)).toMatchObject({ status: 40400 })
    expect(await send({ ...again, queryCode: 'AAAA-BBBB-CCCC' })).toMatchObject({ status: 40400 })
    const stolen = '13600002000'
    expect(await send({ ...again, contactPhone: stolen, smsCode: await codeFor(stolen) })).toMatchObject({
      status: 40400,
    })
    const sent = await send({ ...again, smsCode: await codeFor(body.contactPhone) })
    expect(sent.status).toBe(200)
    expect((await state(orgId, queryCode)).status).toBe(40400)
    expect((await state(orgId, sent.data.queryCode)).data).toMatchObject({
      orgStatus: 0,
      rejectReason: null,
      contactName: '林小芳',
      userName: body.userName,
    })
    // Once under review it waits for the decision.
    expect(await send({ ...again, queryCode: sent.data.queryCode })).toMatchObject({ status: 40901 })
    await decide(orgId, 2, { rejectReason: '地址不符' })
    expect((await send({ ...again, queryCode: sent.data.queryCode })).status).toBe(200)
    await decide(orgId, 2, { rejectReason: '地址仍不符' })
    const signedIn = (await house.signInAs(body.userName, 'fresh123')).data.token
    expect((await send(again, signedIn)).status).toBe(200)
    expect(await decide(orgId, 1)).toMatchObject({ status: 200 })
  })

  it('lets an account that registered apply for its organisation', async () => {
    const phone = '13600003000'
    const smsCode = await codeFor(phone)
    const registered = { userName: 'register1', userPassword: 'fresh123', userTelephone: phone, smsCode }
    expect((await house.ask('POST', `${LOGINS}/register`, { body: registered })).status).toBe(200)
    const { token, orgInfo } = (await house.signInAs('register1', 'fresh123')).data
    const listed = await house.ask<{ total: number }>('GET', MEDICAL, {
      token: operator,
      query: { orgName: orgInfo.orgName },
    })
    expect(listed.data.total).toBe(0)
    expect(await decide(orgInfo.orgId, 1)).toMatchObject({ status: 40901, desc: expect.stringContaining('未提交申请') })
    const { userName: _name, userPassword: _password, ...rest } = form({ contactPhone: phone })
    expect(await send({ ...rest, orgId: orgInfo.orgId }, token)).toMatchObject({
      status: 42200,
      data: { field: 'smsCode' },
    })
    expect((await send({ ...rest, orgId: orgInfo.orgId, smsCode: await codeFor(phone) }, token)).status).toBe(200)
    expect((await decide(orgInfo.orgId, 1)).status).toBe(200)
    expect((await house.signInAs('register1', 'fresh123')).data.orgInfo.orgName).toBe(rest.orgName)
  })

  it('is the operator’s alone', async () => {
    const { orgId } = await applied()
    await house.person({ userName: 'manager01', isAdmin: true })
    const manager = (await house.signInAs('manager01')).data.token
    expect((await house.ask('GET', MEDICAL, { token: manager })).status).toBe(401)
    expect((await decide(orgId, 1, {}, manager)).status).toBe(401)
    // Even if somebody gave the codes away.
    await house.sql(`update authority set ends = '["WEB", "OPEX"]' where authority_code like 'platform:application:%'`)
    house.app.sessions.forget(house.orgId)
    expect((await house.ask('GET', MEDICAL, { token: manager })).status).toBe(401)
    expect((await decide(orgId, 1, {}, manager)).status).toBe(401)
    expect((await decide(orgId, 3)).status).toBe(42200)
    expect((await decide('nothing', 1)).status).toBe(40400)
    expect((await decide(OPERATOR_ORG, 2, { rejectReason: 'x' })).status).toBe(40901)
  })

  it('counts once though two operators decide at the same moment', async () => {
    const { orgId } = await applied()
    const answers = await Promise.all([decide(orgId, 1), decide(orgId, 2, { rejectReason: '不符' })])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 40901])
  })
})

it('lists applications by name and state', async () => {
  const list = (query: Record<string, string>) =>
    house.ask<{ total: number; list: ApplicationData[] }>('GET', MEDICAL, { token: operator, query })
  const all = await list({ page: '1', size: '999', orderBy: '' })
  expect(all.data.total).toBe(all.data.list.length)
  expect(all.data.list.map((row) => row.orgId)).not.toContain(OPERATOR_ORG)
  const waiting = await list({ orgStatus: '0', size: '999' })
  expect(waiting.data.list.every((row) => row.orgStatus === 0)).toBe(true)
  expect(waiting.data.total).toBeLessThan(all.data.total)
  expect(
    (await list({ orgName: '护理院1', size: '5' })).data.list.every((row) => row.orgName.includes('护理院1')),
  ).toBe(true)
  const sorted = await list({ orderBy: 'orgName desc', size: '3' })
  const names = sorted.data.list.map((row) => row.orgName)
  expect(names).toHaveLength(3)
})
