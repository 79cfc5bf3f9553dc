// What is limited per address, how often, and that every server process counts into the same limit. The numbers follow
// from a house of two hundred people behind one address: at the change of shifts all of them open the login page
// (pictures), sign in within minutes (attempts), some by SMS (codes, entries), one in ten mistypes (failures).
// A guesser, or somebody who spends other people's SMS, needs more than that. Behind a proxy, TRUST_PROXY must name
// it: otherwise everybody has the proxy's address and shares one limit.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import { createApp, type RunningApp } from '#server/app'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { multipart } from '#server/kit/test/hostile'
import { type SmsGateway, startSmsGateway } from '#server/kit/test/smsGateway'

const LOGINS = '/passport/web-rbac/logins'
const APPLICATIONS = '/passport/web-rbac/medical'
const TOO_MANY = refusals.TOO_MANY_REQUESTS[0]

let first: TestApp
let second: RunningApp
let folder: string
let gateway: SmsGateway

beforeAll(async () => {
  gateway = await startSmsGateway()
  first = await demoApp(gateway.env)
  // Places for uploads at once are another limit.
  first.app.settings.intake.strangers.perAddress = 100
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-second-'))
  second = await createApp({ ...first.app.settings, dataDir: folder, tempDir: join(folder, 'tmp') }, first.url)
})
afterAll(async () => {
  await second.close()
  await first.close()
  await gateway.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => first.app.pool.query('delete from rate_count'))

interface Request {
  url: string
  body?: object
  headers?: Record<string, string>
}

async function ask(app: RunningApp, address: string, request: Request): Promise<number> {
  const { url, body, headers } = request
  const answer = await app.server.inject({
    method: body ? 'POST' : 'GET',
    url,
    remoteAddress: address,
    ...(body && { payload: body }),
    ...(headers && { headers }),
  })
  return answer.json().status
}

let phones = 0
const nextPhone = () => `1370000${String(phones++).padStart(4, '0')}`

const applicationForm = {
  orgName: '限流测试养老院',
  licenseNo: '91310000MA1K00001X',
  licensePictures: ['/files/none/a.png'],
  contactName: '限流',
  contactPhone: '13700001111',
  address: '测试路 1 号',
}
const registration = {
  userName: 'limited01',
  userPassword: 'abc12345',
  repactPassword: 'another1',
  userTelephone: '13700002222',
  smsCode: '000000',
}

/** So many within the window, then refused; what the request itself answers does not matter. */
const limits: [what: string, most: number, request: () => Request][] = [
  ['pictures: 300 a minute', 300, () => ({ url: `${LOGINS}/getPhotoCode` })],
  ['SMS codes without a picture code: 5 an hour', 5, () => ({ url: `${LOGINS}/getSmsCode/${nextPhone()}` })],
  [
    'wrong passwords: 60 in ten minutes',
    60,
    () => ({ url: `${LOGINS}/login`, body: { loginName: 'nobody00', loginPassword: 'wrong' } }),
  ],
  [
    'sign-in by SMS: 200 in ten minutes',
    200,
    () => ({ url: `${LOGINS}/login/sms`, body: { loginPhone: '13700003333', loginCode: '1' } }),
  ],
  ['sign-in by mark: 200 in ten minutes', 200, () => ({ url: `${LOGINS}/ssoMarkLogin`, body: { mark: 'guess' } })],
  [
    'wall screens: 200 in ten minutes',
    200,
    () => ({ url: '/omms/di-om/third/yly/screenPassLogin', body: { orgId: newId() } }),
  ],
  ['names looked up: 60 a minute', 60, () => ({ url: `${LOGINS}/check?loginName=anybody` })],
  ['phones looked up: 20 in ten minutes', 20, () => ({ url: `${LOGINS}/userPhoneNum?loginName=anybody` })],
  ['registrations: 20 an hour', 20, () => ({ url: `${LOGINS}/register`, body: registration })],
  ['browser reports: 60 a minute', 60, () => ({ url: '/pims/di-pi/frontLog', body: { log: [] } })],
  ['applications: 20 an hour', 20, () => ({ url: APPLICATIONS, body: applicationForm })],
  [
    'questions about an application: 60 in ten minutes',
    60,
    () => ({ url: `${APPLICATIONS}/${newId()}/state?queryCode=ABCD` }),
  ],
  [
    'licence pictures: 40 an hour',
    40,
    () => {
      const { type, content } = multipart([{ name: 'file', filename: 'a.png', content: 'no picture' }])
      return { url: `${APPLICATIONS}/picture`, body: content, headers: { 'content-type': type } }
    },
  ],
]

async function countsTogether(most: number, request: () => Request): Promise<void> {
  const apps = [first, second]
  const within = await Promise.all(Array.from({ length: most }, (_, i) => ask(apps[i % 2]!, '203.0.113.7', request())))
  expect(within.filter((status) => status === TOO_MANY)).toEqual([])
  for (const app of apps) {
    expect(await ask(app, '203.0.113.7', request())).toBe(TOO_MANY)
    expect(await ask(app, '203.0.113.8', request())).not.toBe(TOO_MANY)
  }
}

describe('limits per address, counted by all processes together', () => {
  for (const [what, most, request] of limits) it(what, () => countsTogether(most, request))

  it('attempts to sign in: 240 a minute, whether the password was looked at or not', async () => {
    first.app.settings.photoCode = true
    second.app.settings.photoCode = true
    const body = { loginName: 'zhengkai', loginPassword: 'x', photoCode: 'none', verifyStr: 'none' }
    await countsTogether(240, () => ({ url: `${LOGINS}/login`, body }))
    first.app.settings.photoCode = false
    second.app.settings.photoCode = false
  })

  it('an address that has spent its SMS does not use up the turn of a phone', async () => {
    const busy = '203.0.113.9'
    await Promise.all(Array.from({ length: 5 }, () => ask(first, busy, { url: `${LOGINS}/getSmsCode/${nextPhone()}` })))
    const victim = nextPhone()
    expect(await ask(first, busy, { url: `${LOGINS}/getSmsCode/${victim}` })).toBe(TOO_MANY)
    expect(await ask(second, '203.0.113.10', { url: `${LOGINS}/getSmsCode/${victim}` })).toBe(200)
  })
})

/** A picture code and its answer, as somebody at the office reads it. */
async function solvedPicture(): Promise<{ photoCode: string; verifyStr: string }> {
  const answer = await first.server.inject({ url: `${LOGINS}/getPhotoCode`, remoteAddress: '203.0.113.21' })
  const { verifyStr } = answer.json().data as { verifyStr: string }
  const { pool } = first.app
  const found = await pool.query<{ answer: string }>('select answer from photo_code where verify_str = $1', [verifyStr])
  return { photoCode: found.rows[0]!.answer, verifyStr }
}

it('a house behind one address gets in at the change of shifts', async () => {
  const office = '203.0.113.20'
  const people = demoAccounts.filter((account) => account.userName !== 'operator')
  const answers: number[] = []
  for (const app of [first, second]) app.app.settings.photoCode = true
  for (let i = 0; i < 28; i++) {
    const app = i % 2 === 0 ? first : second
    const { userName, password } = people[i % people.length]!
    answers.push(await ask(app, office, { url: `${LOGINS}/getPhotoCode` }))
    const signIn = async (loginPassword: string) => {
      const body = { loginName: userName, loginPassword, ...(await solvedPicture()) }
      return ask(app, office, { url: `${LOGINS}/login`, body })
    }
    if (i % 9 === 0) expect(await signIn('mistyped')).toBe(refusals.WRONG_LOGIN[0])
    answers.push(await signIn(password))
    const solved = new URLSearchParams(await solvedPicture())
    answers.push(await ask(app, office, { url: `${LOGINS}/getSmsCode/${nextPhone()}?${solved}` }))
  }
  for (const app of [first, second]) app.app.settings.photoCode = false
  expect(answers.filter((status) => status !== 200)).toEqual([])
})
