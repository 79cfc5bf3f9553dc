// What a hostile request to the platform's calls needs to get past the first checks.
import { DEMO_ORG, landingEnds, OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId, sha256 } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { type Random, TINY_PNG } from '#server/kit/test/hostile'
import { institutionCostly, institutionPlaces, institutionRecipes } from './hostileInstitutions.ts'
import { placePlaces, placeRecipes } from './hostilePlaces.ts'
import { userCostly, userPlaces, userRecipes } from './hostileUsers.ts'
import { addScreen } from './screens.ts'

const PASSWORD = 'abc12345'
const SOME_LOG = 'select log_id as id from operation_log where org_id = $1 limit 1'
const SOME_MESSAGE = `select message_id as id from user_message join account using (org_id, user_id) where org_id = $1 and user_name = 'zhengkai' limit 1`
const SOME_LOGIN = 'select id from login_log where org_id = $1 limit 1'
const SOME_DEPT = 'select dept_id as id from dept where org_id = $1 limit 1'
const SOME_JOB = 'select job_id as id from job where org_id = $1 limit 1'
const SOME_JOB_TYPE = `select job_type_id as id from job_type where org_id = $1 and job_type_code = 'DOCTOR'`
const CANTEEN = `select dept_id as id from dept where org_id = $1 and dept_key <> '001' order by created_at, sort desc limit 1`
const digitsOf = (random: Random) => String(Math.floor(random() * 1e9))
const SOME_ROLE = 'select role_id as id from role where org_id = $1 order by role_id limit 1'
const UNUSED_ROLE = `insert into role (org_id, role_id, name) values ($1, md5(random()::text), md5(random()::text)) returning role_id as id`
const CLERKS_ID = `select user_id as id from account where org_id = $1 and user_name = 'liumin'`
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

/** A licence picture that an applicant uploaded and nobody has claimed. */
async function licencePicture(product: TestApp): Promise<string> {
  const fileId = newId()
  await product.app.pool.query(
    `insert into stored_file (org_id, file_id, use, key, name, size_b, mime, sha256, is_public)
     values ($1, $2::text, 'picture', 'k/' || $2::text, 'a.png', 1, 'image/png', 'x', false)`,
    [OPERATOR_ORG, fileId],
  )
  return `/files/${fileId}/a.png`
}

const userName = (random: Random) => `hostile${Math.floor(random() * 1e8)}`

export const recipes: Knowledge['recipes'] = {
  ...institutionRecipes,
  ...placeRecipes,
  ...userRecipes,
  'platform.dept.create': (_, __, random) => ({
    deptKey: digitsOf(random),
    parentId: '0',
    ipNum: null,
    landingEndIds: [],
  }),
  'platform.dept.update': async (product, _, random) => ({
    deptId: await one(product, CANTEEN),
    deptKey: digitsOf(random),
    parentId: '0',
    ipNum: '[{"startIp":"10.0.0.1","endIp":"10.0.0.9"}]',
    landingEndIds: [landingEnds.WEB.id],
    version: null,
  }),
  'platform.dept.sort': async (product) => ({ sorts: [{ deptId: await one(product, CANTEEN), sort: 9 }] }),
  'platform.staffPost.create': (_, __, random) => ({ jobName: digitsOf(random), jobTypeCode: 'other' }),
  'platform.staffPost.update': async (product, _, random) => ({
    jobId: await one(product, SOME_JOB),
    jobName: digitsOf(random),
    jobTypeCode: 'other',
    version: null,
  }),
  'platform.staffPost.updateType': async (product) => ({
    jobTypeId: await one(product, SOME_JOB_TYPE),
    jobTypeCode: 'DOCTOR',
    version: null,
  }),
  'platform.staffPost.sortTypes': async (product) => ({
    sorts: [{ jobTypeId: await one(product, SOME_JOB_TYPE), sort: 1 }],
  }),
  'platform.commonSetting.save': () => ({ loginPageConfig: '/home', version: null }),
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
    return { orgId: DEMO_ORG, screenKey: (await addScreen(product.app.pool, DEMO_ORG, newId())).screenKey }
  },
  // So many stand open at most; those of earlier requests make room.
  'platform.screen.create': async (product, _, random) => {
    // There is room for so many; one that somebody looks at stays.
    await product.app.pool.query(
      `delete from screen_address a where org_id = $1
         and not exists (select from login_session s where s.org_id = a.org_id and s.screen_id = a.screen_id)`,
      [DEMO_ORG],
    )
    return { name: `大屏${digitsOf(random)}` }
  },
  'platform.application.apply': async (product, { contactPhone }, random) => ({
    userName: userName(random),
    userPassword: PASSWORD,
    licensePictures: [await licencePicture(product)],
    smsCode: await codeFor(product, contactPhone),
  }),
  'platform.message.saveSetting': () => ({ offKinds: ['fee'], quietFrom: '21:00', quietTo: '07:00' }),
  'platform.shell.start': () => ({ landingEndId: landingEnds.WEB.id }),
  'platform.shell.exportList': () => ({
    call: 'platform.log.list',
    query: { method: '登录' },
    columns: [{ key: 'remark', title: '操作记录' }],
  }),
  'platform.log.export': async (product) => ({ items: [await one(product, SOME_LOG)] }),
  'platform.log.loginExport': async (product) => ({ items: [await one(product, SOME_LOGIN)] }),
  'platform.role.create': () => ({ landingEndAuthIds: [], authorityIds: [] }),
  'platform.role.update': () => ({ landingEndAuthIds: [], authorityIds: [] }),
  'platform.insight.record': async (product) => ({ type: 'dept', id: await one(product, SOME_DEPT) }),
  'platform.insight.search': () => ({ type: 'user' }),
  'platform.upload.stream': () => ({ imgStream: `data:image/png;base64,${TINY_PNG.toString('base64')}` }),
}

const someScreen = async (product: TestApp) => ({
  screenId: (await addScreen(product.app.pool, DEMO_ORG, newId())).screenId,
})

export const places: Knowledge['places'] = {
  ...institutionPlaces,
  ...placePlaces,
  ...userPlaces,
  'platform.dept.get': async (product) => ({ deptId: await one(product, SOME_DEPT) }),
  'platform.dept.ofOrg': () => ({ orgId: DEMO_ORG }),
  'platform.staffPost.get': async (product) => ({ jobId: await one(product, SOME_JOB) }),
  'platform.staffPost.typeOne': async (product) => ({ jobTypeId: await one(product, SOME_JOB_TYPE) }),
  'platform.log.detail': async (product) => ({ id: await one(product, SOME_LOG) }),
  'platform.role.detail': async (product) => ({ roleId: await one(product, SOME_ROLE) }),
  'platform.role.members': async (product) => ({ roleId: await one(product, SOME_ROLE) }),
  'platform.role.update': async (product) => ({ roleId: await one(product, UNUSED_ROLE) }),
  'platform.landingEnd.detail': () => ({ id: landingEnds.WEB.id }),
  'platform.insight.user': async (product) => ({ userId: await one(product, CLERKS_ID) }),
  'platform.session.selectDept': async (product) => ({ deptId: await one(product, SOME_DEPT) }),
  'platform.session.menu': () => ({ landingEndId: landingEnds.WEB.id }),
  'platform.session.authMenu': () => ({ landingEndId: landingEnds.WEB.id }),
  'platform.session.smsCode': (_, random) => ({ userTelephone: `139${Math.floor(1e7 + random() * 8e7)}` }),
  'platform.message.get': async (product) => ({ messageId: await one(product, SOME_MESSAGE) }),
  'platform.shell.savePreference': () => ({ name: 'hostile.columns' }),
  'platform.shell.versionRead': async (product) => ({
    recordId: await one(product, 'select record_id as id from version_record limit 1', []),
  }),
  'platform.application.decide': () => ({ orgId: DEMO_ORG, status: '2' }),
  'platform.screen.renew': someScreen,
  'platform.screen.revoke': someScreen,
}

export const costly: Knowledge['costly'] = [
  ...institutionCostly,
  ...userCostly,
  'platform.session.login',
  'platform.session.loginBySms',
  'platform.session.register',
  'platform.session.ownPassword',
  'platform.application.apply',
  'platform.log.export',
  'platform.log.loginExport',
  // Each of them reads the whole menu, and those of the menu tell everybody.
  'platform.authority.create',
  'platform.authority.update',
  'platform.role.create',
  'platform.role.update',
]
