// What a hostile request to the platform's calls needs to get past the first checks.
import { DEMO_ORG, landingEnds } from '#server/areas/platform/fixedRows'
import { newId, sha256 } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { multipart, type Random, TINY_PNG } from '#server/kit/test/hostile'

const PASSWORD = 'abc12345'
const SOME_LOG = 'select log_id as id from operation_log where org_id = $1 limit 1'
const SOME_LOGIN = 'select id from login_log where org_id = $1 limit 1'
const SOME_DEPT = 'select dept_id as id from dept where org_id = $1 limit 1'
const CLERKS_PHONE = `select user_telephone as id from account where org_id = $1 and user_name = 'liumin'`

async function one(product: TestApp, text: string, values: unknown[] = [DEMO_ORG]): Promise<string> {
  return (await product.app.pool.query<{ id: string }>(text, values)).rows[0]!.id
}

/** A code that proves the phone, as if it had come by SMS. */
async function codeFor(product: TestApp, phone: unknown): Promise<string> {
  const codeId = newId()
  await product.app.pool.query(
    `insert into sms_code (code_id, phone, code_hash, expires_at) values ($1, $2, $3, now() + interval '1 hour')`,
    [codeId, phone, sha256(`${codeId}:123456`)],
  )
  return '123456'
}

const pictures = new WeakMap<TestApp, Promise<string>>()

/** The address of a licence picture, uploaded once. */
function licencePicture(product: TestApp): Promise<string> {
  const known = pictures.get(product) ?? uploadPicture(product)
  pictures.set(product, known)
  return known
}

async function uploadPicture(product: TestApp): Promise<string> {
  const { type, content } = multipart([{ name: 'file', filename: 'a.png', content: TINY_PNG }])
  const url = '/passport/web-rbac/medical/picture'
  const answer = await product.server.inject({
    method: 'POST',
    url,
    headers: { 'content-type': type },
    payload: content,
  })
  return answer.json().data.urlPath
}

const userName = (random: Random) => `hostile${Math.floor(random() * 1e8)}`

export const recipes: Knowledge['recipes'] = {
  // One name: it freezes after a few guesses, and the others cost no password check.
  'platform.session.login': () => ({ loginName: 'hostile00' }),
  'platform.session.loginBySms': async (product) => {
    const loginPhone = await one(product, CLERKS_PHONE)
    return { loginPhone, loginCode: await codeFor(product, loginPhone) }
  },
  'platform.session.recoverProve': async (product) => {
    const phoneNum = await one(product, CLERKS_PHONE)
    return { phoneNum, smsCode: await codeFor(product, phoneNum) }
  },
  'platform.session.register': async (product, { userTelephone }, random) => ({
    userName: userName(random),
    userPassword: PASSWORD,
    smsCode: await codeFor(product, userTelephone),
  }),
  'platform.session.screenPass': async (product) => {
    await product.app.pool.query('update organization set screen_pass = true where org_id = $1', [DEMO_ORG])
    return { orgId: DEMO_ORG }
  },
  'platform.application.apply': async (product, { contactPhone }, random) => ({
    userName: userName(random),
    userPassword: PASSWORD,
    licensePictures: [await licencePicture(product)],
    smsCode: await codeFor(product, contactPhone),
  }),
  'platform.shell.exportList': () => ({
    call: 'platform.log.list',
    query: { method: '登录' },
    columns: [{ key: 'remark', title: '操作记录' }],
  }),
  'platform.log.export': async (product) => ({ items: [await one(product, SOME_LOG)] }),
  'platform.log.loginExport': async (product) => ({ items: [await one(product, SOME_LOGIN)] }),
  'platform.upload.stream': () => ({ imgStream: `data:image/png;base64,${TINY_PNG.toString('base64')}` }),
}

export const places: Knowledge['places'] = {
  'platform.log.detail': async (product) => ({ id: await one(product, SOME_LOG) }),
  'platform.session.selectDept': async (product) => ({ deptId: await one(product, SOME_DEPT) }),
  'platform.session.menu': () => ({ landingEndId: landingEnds.WEB.id }),
  'platform.session.authMenu': () => ({ landingEndId: landingEnds.WEB.id }),
  'platform.session.smsCode': (_, random) => ({ userTelephone: `139${Math.floor(1e7 + random() * 8e7)}` }),
  'platform.shell.savePreference': () => ({ name: 'hostile.columns' }),
  'platform.shell.versionRead': async (product) => ({
    recordId: await one(product, 'select record_id as id from version_record limit 1', []),
  }),
  'platform.application.decide': () => ({ orgId: DEMO_ORG, status: '2' }),
}

export const costly: Knowledge['costly'] = [
  'platform.session.login',
  'platform.session.loginBySms',
  'platform.session.register',
  'platform.session.ownPassword',
  'platform.application.apply',
  'platform.log.export',
  'platform.log.loginExport',
]
