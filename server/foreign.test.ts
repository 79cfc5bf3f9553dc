// Ids of another organisation or department answer "not found", on every call that takes an id in its path. A call
// that is missing in the table below fails the first test, so the next noun is tried as well.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/kit/call'
import { OPEN } from '#contract/kit/permission'
import { refusals } from '#contract/kit/refusal'
import { nouns } from '#server/app'
import { wholeDesk } from '#server/areas/expense/test/wholeDesk'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG, landingEnds, OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import type { Foreign, ForeignIds } from '#server/kit/test/foreign'

/** What the areas say of their own calls. */
const parts = import.meta.glob<ForeignIds>('./areas/*/test/foreign.ts', { eager: true, import: 'default' })

let product: TestApp
const tokens = new Map<string, string>()
const calls = new Map<string, Call>(nouns.flatMap((noun) => Object.values(noun.calls)).map((call) => [call.key, call]))

beforeAll(async () => {
  product = await demoApp()
  // Refused for what it names, not for who asks.
  await wholeDesk(product.app.pool)
})
afterAll(() => product.close())

const one = async (text: string, values: unknown[] = []) => {
  const found = await product.app.pool.query<{ id: string }>(text, values)
  return found.rows[0]!.id
}
const logOf = (orgId: string) => one('select log_id as id from operation_log where org_id = $1 limit 1', [orgId])
const runOf = (orgId: string) =>
  one(
    `insert into job_run (org_id, run_id, kind, title, state, created_by) values ($1, $2, 'test', '别人的任务', 'running', 'x') returning run_id as id`,
    [orgId, newId()],
  )

const deptOf = (name: string) =>
  one('select dept_id as id from dept where org_id = $1 and dept_name = $2', [DEMO_ORG, name])
const jobOf = () => one('select job_id as id from job where org_id = $1 limit 1', [DEMO_ORG])
const jobTypeOf = () => one('select job_type_id as id from job_type where org_id = $1 limit 1', [DEMO_ORG])

const userOf = (userName: string) => one('select user_id as id from account where user_name = $1', [userName])
const userCall = (more: Partial<Foreign> = {}, params: Record<string, string> = {}): Foreign => ({
  as: 'operator',
  params: async () => ({ userId: await userOf('fangfang'), ...params }),
  ...more,
})

/** A form template of the operator, which the demo organisation's administrator must not reach. */
const formTemplateCall = (): Foreign => ({
  as: 'zhengkai',
  params: async () => {
    const id = newId()
    await product.app.pool.query(
      `with y as (insert into form_template_type (org_id, type_id, type_name) values ($1, $2::text, $2::text) returning *),
         t as (insert into form_template (org_id, template_id, type_id, template_name)
           select org_id, type_id, type_id, type_name from y returning *)
       insert into form_template_version (org_id, template_id, version, design)
         select org_id, template_id, 1, '{"paper":"A4","letterhead":true,"fields":[]}' from t`,
      [OPERATOR_ORG, id],
    )
    return { templateId: id }
  },
})

const dictionaryOf = (orgId: string) =>
  one(`select dictionary_id as id from dictionary where org_id = $1 and dictionary_code = 'drug_form'`, [orgId])

/** A document template of the operator, which the demo organisation's administrator must not reach. */
const documentTemplateOf = async () => {
  const templateId = newId()
  await product.app.pool.query(
    `with made as (insert into document_template (org_id, template_id, template_name, doc_type, kind)
       values ($1, $2::text, $2::text, '1', 'html') returning *)
     insert into document_template_version (org_id, template_id, version, template_name, html)
       select org_id, template_id, 1, template_name, '<p>x</p>' from made`,
    [OPERATOR_ORG, templateId],
  )
  return { templateId, version: '1' }
}
const documentTemplateCall = (body?: Record<string, unknown>): Foreign => ({
  as: 'zhengkai',
  params: documentTemplateOf,
  ...(body && { body }),
})

const roleOf = () => one('select role_id as id from role where org_id = $1 and role_level = 1 limit 1', [DEMO_ORG])

/** A resident of the operator's organisation, which has none by itself. */
const residentOf = async () => {
  const made = await product.app.pool.query<{ id: string }>(
    `insert into oldman (org_id, oldman_id, archive_no, oldman_name, sex, id_card, birth_date)
     values ($1, $2, $3, '别家的老人', 0, $3, '1940-01-01') returning oldman_id as id`,
    [OPERATOR_ORG, newId(), newId()],
  )
  return { oldmanId: made.rows[0]!.id }
}
const otherInstitution = (body?: Record<string, unknown>): Foreign => ({
  as: 'zhengkai',
  params: async () => ({ orgId: OPERATOR_ORG, qualificationId: newId() }),
  ...(body && { body }),
})

/** A room of a care group that the nurse of another one must not see, and a bed in it. */
const otherRoom = () =>
  one(
    `select r.room_id as id from room r join dept d using (org_id, dept_id) where r.org_id = $1 and d.dept_name = '长青楼护理组' limit 1`,
    [DEMO_ORG],
  )
const bedIn = (roomId: string) => one('select bed_id as id from bed where room_id = $1 limit 1', [roomId])
/** A place, a room in it and a bed in that, of the operator's organisation. */
const placeElsewhere = async () => {
  const [locationId, roomId, bedId] = [newId(), newId(), newId()]
  await product.app.pool.query(
    `with place as (insert into location (org_id, location_id, location_name, location_type, level)
         values ($1, $2::text, $2::text, 'building', 1) returning *),
       room as (insert into room (org_id, room_id, room_name, area) select org_id, $3, '1', location_id from place returning *)
     insert into bed (org_id, bed_id, bed_name, room_id) select org_id, $4, '1', room_id from room`,
    [OPERATOR_ORG, locationId, roomId, bedId],
  )
  return { locationId, roomId, bedId }
}

const own: Record<string, Foreign> = {
  'platform.user.get': userCall({ as: 'lixiaomei' }),
  'platform.user.update': userCall({ body: { empName: '改名' } }),
  'platform.user.changeStatus': userCall({}, { userStatus: '2' }),
  'platform.user.resetPassword': userCall(),
  'platform.user.setPassword': userCall({ body: { newPwd: 'abc12345' } }),
  'platform.user.unfreeze': userCall(),
  'platform.employee.get': { as: 'lixiaomei', params: async () => ({ empId: await userOf('fangfang') }) },
  'platform.staff.worker': { as: 'operator', params: async () => ({ nursingId: await userOf('zhangcuilan') }) },
  'platform.staff.updateWorker': {
    as: 'operator',
    params: async () => ({ nursingId: await userOf('zhangcuilan') }),
    body: { empTitle: '改' },
  },
  // Places, rooms and beds
  'platform.location.detail': { as: 'zhengkai', params: placeElsewhere },
  'platform.location.remove': { as: 'zhengkai', params: placeElsewhere },
  'platform.room.detail': { as: 'lixiaomei', params: async () => ({ roomId: await otherRoom() }) },
  'platform.room.remove': { as: 'zhengkai', params: placeElsewhere },
  'platform.bed.detail': { as: 'lixiaomei', params: async () => ({ bedId: await bedIn(await otherRoom()) }) },
  'platform.bed.remove': { as: 'zhengkai', params: placeElsewhere },
  'platform.bed.ofDept': { as: 'lixiaomei', params: async () => ({ deptId: await deptOf('财务部') }) },
  'platform.bed.adjust': { as: 'zhengkai', params: placeElsewhere, body: { bedName: '2' } },
  // Institutions and archives
  'platform.organisation.detail': otherInstitution(),
  'platform.organisation.save': otherInstitution({ orgName: '别家的机构' }),
  'platform.organisation.saveQualification': otherInstitution({ kind: 'food', name: '别家的证照' }),
  'platform.organisation.removeQualification': otherInstitution(),
  'platform.organisation.resetAdmin': { as: 'operator', params: async () => ({ orgId: newId() }) },
  'archives.resident.detail': { as: 'zhengkai', params: residentOf },
  'archives.resident.reveal': { as: 'zhengkai', params: residentOf },
  'platform.log.detail': { as: 'operator', params: async () => ({ id: await logOf(DEMO_ORG) }) },
  'platform.shell.job': { as: 'operator', params: async () => ({ runId: await runOf(DEMO_ORG) }) },
  'platform.shell.cancelJob': { as: 'operator', params: async () => ({ runId: await runOf(DEMO_ORG) }) },
  'platform.session.selectDept': {
    as: 'lixiaomei',
    params: async () => ({
      deptId: await one(`select dept_id as id from dept where org_id = $1 and dept_name = '财务部'`, [DEMO_ORG]),
    }),
  },
  'platform.session.menu': { as: 'liumin', params: async () => ({ landingEndId: landingEnds.OPEX.id }), status: 401 },
  'platform.session.authMenu': {
    as: 'liumin',
    params: async () => ({ landingEndId: landingEnds.OPEX.id }),
    status: 401,
  },
  // Departments and jobs
  'platform.dept.get': { as: 'lixiaomei', params: async () => ({ deptId: await deptOf('财务部') }) },
  'platform.dept.ofOrg': { as: 'lixiaomei', params: async () => ({ orgId: OPERATOR_ORG }) },
  'platform.dept.remove': { as: 'operator', params: async () => ({ deptId: await deptOf('餐饮部') }) },
  'platform.staffPost.get': { as: 'operator', params: async () => ({ jobId: await jobOf() }) },
  'platform.staffPost.remove': { as: 'operator', params: async () => ({ jobId: await jobOf() }) },
  'platform.staffPost.typeOne': { as: 'operator', params: async () => ({ jobTypeId: await jobTypeOf() }) },
  'platform.staffPost.removeType': { as: 'operator', params: async () => ({ jobTypeId: await jobTypeOf() }) },
  // Roles, menus, landing ends, permission questions
  'platform.role.detail': { as: 'operator', params: async () => ({ roleId: await roleOf() }) },
  'platform.role.members': { as: 'operator', params: async () => ({ roleId: await roleOf() }) },
  'platform.role.update': {
    as: 'operator',
    params: async () => ({ roleId: await roleOf() }),
    body: { name: '别人的角色' },
  },
  'platform.authority.remove': { as: 'operator', params: async () => ({ authorityId: newId() }) },
  'platform.landingEnd.detail': { as: 'zhengkai', params: async () => ({ id: landingEnds.OPEX.id }) },
  'platform.landingEnd.update': {
    as: 'operator',
    params: async () => ({ id: newId() }),
    body: { landingEndName: '没有的端', landingEndCode: 'NONE' },
  },
  'platform.landingEnd.remove': { as: 'operator', params: async () => ({ id: newId() }) },
  'platform.insight.user': {
    as: 'operator',
    params: async () => ({
      userId: await one('select user_id as id from account where org_id = $1 limit 1', [DEMO_ORG]),
    }),
  },
  'platform.application.decide': {
    as: 'operator',
    params: async () => ({ orgId: newId(), status: '1' }),
  },
  // Dictionaries
  'systemSetting.formTemplate.detail': formTemplateCall(),
  'systemSetting.formTemplate.versions': formTemplateCall(),
  'systemSetting.formTemplate.remove': formTemplateCall(),
  'systemSetting.dictionary.update': {
    as: 'zhengkai',
    params: async () => ({ dictionaryId: await dictionaryOf(OPERATOR_ORG) }),
    body: { dictionaryName: '别人的字典' },
  },
  'systemSetting.dictionary.remove': {
    as: 'zhengkai',
    params: async () => ({ dictionaryId: await dictionaryOf(OPERATOR_ORG) }),
  },
  'systemSetting.dictionary.values': {
    as: 'zhengkai',
    params: async () => ({ dictionaryId: await dictionaryOf(OPERATOR_ORG) }),
  },
  'systemSetting.dictionary.usage': {
    as: 'zhengkai',
    params: async () => ({ dictionaryId: await dictionaryOf(OPERATOR_ORG) }),
  },
  // Document templates
  'systemSetting.documentTemplate.detail': documentTemplateCall(),
  'systemSetting.documentTemplate.remove': documentTemplateCall(),
  'systemSetting.documentTemplate.enable': documentTemplateCall({ enabled: 0 }),
  'systemSetting.documentTemplate.versions': documentTemplateCall(),
  'systemSetting.documentTemplate.version': documentTemplateCall(),
  'systemSetting.documentTemplate.restore': documentTemplateCall(),
  'systemSetting.documentTemplate.word': documentTemplateCall(),
  'systemSetting.documentTemplate.fill': documentTemplateCall(),
  'systemSetting.documentTemplate.fillWord': documentTemplateCall(),
}

const foreign: Record<string, Foreign> = Object.assign(
  {},
  own,
  ...Object.values(parts).map((part) => part(() => product)),
)

/** Calls whose parameter names nothing that belongs to an organisation. */
const harmless: Record<string, string> = {
  'platform.shell.versionShownOne': 'release notes are the same for all',
  'platform.shell.versionRead': 'release notes are the same for all; the mark is kept under the reader',
  'platform.shell.savePreference': 'a name, kept under the caller',
  'expense.statement.list': 'a class of trades, the same for all',
}

async function signIn(userName: string): Promise<string> {
  const known = tokens.get(userName)
  if (known) return known
  const account = demoAccounts.find((demo) => demo.userName === userName)!
  const token = await product.signIn(userName, account.password)
  tokens.set(userName, token)
  return token
}

describe('ids from outside the scope', () => {
  test('every closed call with an id in its path is tried here', () => {
    const withId = [...calls.values()].filter((call) => call.needs !== OPEN && call.path.includes('{'))
    const missing = withId.map((call) => call.key).filter((key) => !(key in foreign) && !(key in harmless))
    expect(missing).toEqual([])
    expect(withId.length).toBeGreaterThan(5)
  })

  for (const [key, attempt] of Object.entries(foreign)) {
    test(`${key} as ${attempt.as}`, async () => {
      const call = calls.get(key)!
      const token = await signIn(attempt.as)
      const params = await attempt.params()
      const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!)
      const answer = await product.ask(call.method, path, {
        token,
        ...(call.method !== 'GET' && { body: attempt.body ?? {} }),
      })
      expect(answer.status).toBe(attempt.status ?? refusals.NOT_FOUND[0])
      expect(answer.data).toBeNull()
    })
  }

  test('a list shows no row of another organisation', async () => {
    const operator = await signIn('operator')
    const answer = await product.ask<{ list: { id: string }[] }>('GET', '/passport/web-rbac/systemLogs', {
      token: operator,
      query: { page: '1', size: '999999' },
    })
    const own = await product.app.pool.query('select log_id from operation_log where org_id = $1', [OPERATOR_ORG])
    const ids = new Set(own.rows.map((row: { log_id: string }) => row.log_id))
    expect(answer.data.list.length).toBeGreaterThan(0)
    expect(answer.data.list.filter((row) => !ids.has(row.id))).toEqual([])
  })
})
