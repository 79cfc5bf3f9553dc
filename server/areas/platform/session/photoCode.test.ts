// The picture code: several at once, used up by a right answer, void after wrong ones and after its time.
import sharp from 'sharp'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  CONFIGS,
  forgetLimits,
  LOGINS,
  OPERATOR_ORG,
  PASSWORD,
  type SmsHouse,
  smsHouse,
} from '#server/areas/platform/test/house'

let house: SmsHouse

beforeAll(async () => {
  house = await smsHouse({ PHOTO_CODE: 'on' })
  await house.person({ userName: 'nurse01', phone: '13800000001', codes: ['czrzdc'] })
})
afterAll(() => house.close())

interface Picture {
  base64Str: string
  verifyStr: string
}

const picture = async () => (await house.ask<Picture>('GET', `${LOGINS}/getPhotoCode`)).data
const answerOf = async (verifyStr: string) =>
  (await house.sql<{ answer: string }>('select answer from photo_code where verify_str = $1', [verifyStr]))[0]?.answer
const login = (photoCode: string | null, verifyStr: string | null, loginPassword = PASSWORD) =>
  house.ask('POST', `${LOGINS}/login`, { body: { loginName: 'nurse01', loginPassword, photoCode, verifyStr } })

it('is a PNG with paths instead of text', async () => {
  const { base64Str } = await picture()
  const { format, width, height } = await sharp(Buffer.from(base64Str, 'base64')).metadata()
  expect({ format, width, height }).toEqual({ format: 'png', width: 120, height: 44 })
})

it('is demanded while it is on, in any case, each picture for itself and once', async () => {
  expect((await house.ask('GET', `${CONFIGS}/photoCodeConfig`)).data).toBe(0)
  const [a, b] = await Promise.all([picture(), picture()])
  for (const [code, verifyStr] of [
    [null, null],
    ['', a.verifyStr],
    ['????', a.verifyStr],
    [await answerOf(b.verifyStr), a.verifyStr],
    ['abcd', 'unknown'],
  ] as const) {
    expect(await login(code ?? null, verifyStr)).toMatchObject({ status: 40105, data: { field: 'photoCode' } })
  }
  // Two wrong answers were given for the first picture; both pictures still stand.
  const right = (await answerOf(a.verifyStr))!
  expect((await login(right.toUpperCase(), a.verifyStr)).status).toBe(200)
  expect((await login(right, a.verifyStr)).status).toBe(40105)
  const both = await Promise.all([1, 2].map(async () => login((await answerOf(b.verifyStr)) ?? '', b.verifyStr)))
  expect(both.map((answer) => answer.status).sort()).toEqual([200, 40105])
})

it('is void after three wrong answers and after five minutes', async () => {
  const guessed = await picture()
  const right = (await answerOf(guessed.verifyStr))!
  for (let i = 0; i < 3; i++) expect((await login('????', guessed.verifyStr)).status).toBe(40105)
  expect((await login(right, guessed.verifyStr)).status).toBe(40105)
  const late = await picture()
  await house.sql('update photo_code set expires_at = now() where verify_str = $1', [late.verifyStr])
  expect((await login((await answerOf(late.verifyStr))!, late.verifyStr)).status).toBe(40105)
})

it('a wrong picture code costs no guess at the password', async () => {
  for (let i = 0; i < 7; i++) await login('????', 'unknown', 'wrong123')
  expect(await house.sql('select 1 from login_guess where count > 0')).toEqual([])
})

it('guards recovery and registering too', async () => {
  const query = { loginName: 'nurse01', photoCode: '????', verifyStr: 'unknown' }
  expect((await house.ask('GET', `${LOGINS}/userPhoneNum`, { query })).status).toBe(40105)
  const { verifyStr } = await picture()
  const proof = { photoCode: (await answerOf(verifyStr))!, verifyStr }
  expect(await house.ask('GET', `${LOGINS}/userPhoneNum`, { query: { loginName: 'nurse01', ...proof } })).toMatchObject(
    {
      data: expect.stringMatching(/^138\d{4}0001$/),
    },
  )
  const body = { userName: 'newcomer1', userPassword: 'fresh123', userTelephone: '13700000001', smsCode: '000000' }
  expect((await house.ask('POST', `${LOGINS}/register`, { body })).status).toBe(40105)
  expect(
    (await house.ask('GET', `${LOGINS}/userId`, { query: { phoneNum: '13800000001', smsCode: '000000' } })).status,
  ).toBe(40105)
})

it('follows the switch of the organisation, or of the operator where there are several', async () => {
  const set = (orgId: string, value: number) =>
    house.sql(
      `insert into system_config (org_id, name, value) values ($1, 'photoCodeConfig', to_jsonb($2::int))
       on conflict (org_id, name) do update set value = excluded.value`,
      [orgId, value],
    )
  await set(house.orgId, 1)
  expect((await house.ask('GET', `${CONFIGS}/photoCodeConfig`)).data).toBe(1)
  expect((await login(null, 'stale')).status).toBe(200)
  await house.sql(
    `insert into organization (org_id, org_code, org_name, org_level, org_status) values ('second', '900001', '第二家', 3, 1)`,
  )
  expect((await house.ask('GET', `${CONFIGS}/photoCodeConfig`)).data).toBe(0)
  expect((await login(null, 'stale')).status).toBe(40105)
  await set(OPERATOR_ORG, 1)
  expect((await house.ask('GET', `${CONFIGS}/photoCodeConfig`)).data).toBe(1)
})

it('is generous per address, but not without end', async () => {
  await forgetLimits(house)
  await house.sql(
    `insert into rate_count (key, count, window_ends) values ('photo:127.0.0.1', 298, now() + interval '1 minute')`,
  )
  const statuses: number[] = []
  for (let i = 0; i < 4; i++) statuses.push((await house.ask('GET', `${LOGINS}/getPhotoCode`)).status)
  expect(statuses).toEqual([200, 200, 42900, 42900])
})
