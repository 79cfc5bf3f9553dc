// Ids of another organisation or department answer "not found". foreignIds.test.ts derives the attempts from the schemas;
// here stand those that cannot be derived. A call whose path is tried in neither fails the first test.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/kit/call'
import { OPEN } from '#contract/kit/permission'
import { refusals } from '#contract/kit/refusal'
import { nouns } from '#server/app'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG, landingEnds, OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { type IdPlace, idPlaces, triedIds } from '#server/kit/test/idPlaces'
import type { StoredRecords } from '#server/kit/test/storedRecords'

interface Foreign {
  /** Signs in as this demo account … */
  as: string
  /** … and uses the ids of a row that lies outside its organisation or departments. */
  params: () => Promise<Record<string, string>>
  body?: () => Promise<Record<string, unknown>>
  status?: number
}

const records: StoredRecords = Object.assign(
  {},
  ...Object.values(import.meta.glob<StoredRecords>('./areas/*/test/records.ts', { eager: true, import: 'default' })),
)
/** Every id of its path, and some id at all. */
function isDerived(call: Call): boolean {
  const tried = triedIds(call, records).map(nameOf)
  const inPath = idPlaces(call).filter(({ part }) => part === 'path')
  return tried.length > 0 && inPath.every((place) => tried.includes(nameOf(place)))
}
const nameOf = ({ part, path }: IdPlace) => [part, ...path].join('.')

let product: TestApp
const tokens = new Map<string, string>()
const calls = new Map<string, Call>(nouns.flatMap((noun) => Object.values(noun.calls)).map((call) => [call.key, call]))

beforeAll(async () => {
  product = await demoApp()
})
afterAll(() => product.close())

const one = async (text: string, values: unknown[] = []) => {
  const found = await product.app.pool.query<{ id: string }>(text, values)
  return found.rows[0]!.id
}
const deptOf = (name: string) =>
  one('select dept_id as id from dept where org_id = $1 and dept_name = $2', [DEMO_ORG, name])
const userOf = (userName: string) => one('select user_id as id from account where user_name = $1', [userName])
const finance = async () => ({ deptId: await deptOf('财务部') })
const nowhere = (name: string) => async () => ({ [name]: newId() })

/** Hangs at a bed or on a resident of another care group. */
const deviceElsewhere = (kind: string) => async () => ({
  deviceId: await one(
    `select t.device_id as id from device t left join bed b using (org_id, bed_id) left join room r on r.org_id = t.org_id and r.room_id = b.room_id
       left join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
       join dept d on d.org_id = t.org_id and d.dept_id = coalesce(r.dept_id, o.dept_id)
      where t.org_id = $1 and t.kind = $2 and d.dept_name = '长青楼护理组' order by t.device_no limit 1`,
    [DEMO_ORG, kind],
  ),
})

/** A resident of the operator's organisation, which has none by itself. */
const residentElsewhere = () =>
  one(
    `insert into oldman (org_id, oldman_id, archive_no, oldman_name, sex, id_card, birth_date)
     values ($1, $2::text, $2::text, '别家的老人', 0, $2::text, '1940-01-01') returning oldman_id as id`,
    [OPERATOR_ORG, newId()],
  )

const foreign: Record<string, Foreign> = {
  // Departments, and who works in them: a nurse sees her own
  'platform.user.get': { as: 'lixiaomei', params: async () => ({ userId: await userOf('fangfang') }) },
  'platform.employee.get': { as: 'lixiaomei', params: async () => ({ empId: await userOf('fangfang') }) },
  'platform.bed.ofDept': { as: 'lixiaomei', params: finance },
  'platform.dept.get': { as: 'lixiaomei', params: finance },
  'platform.session.selectDept': { as: 'lixiaomei', params: finance },
  // Devices have the department of what they hang at
  'monitor.device.get': { as: 'lixiaomei', params: deviceElsewhere('MATTRESS') },
  'monitor.device.asides': { as: 'lixiaomei', params: deviceElsewhere('MATTRESS') },
  'monitor.positionDevice.online': { as: 'lixiaomei', params: deviceElsewhere('TAG') },
  // The operator's own: of all organisations, so only what does not exist is foreign
  'platform.organisation.resetAdmin': { as: 'operator', params: nowhere('orgId') },
  'platform.application.decide': { as: 'operator', params: async () => ({ orgId: newId(), status: '1' }) },
  // Menus and landing ends are the same for all organisations, but not for everybody
  'platform.authority.remove': { as: 'operator', params: nowhere('authorityId') },
  'platform.landingEnd.detail': { as: 'zhengkai', params: async () => ({ id: landingEnds.OPEX.id }) },
  'platform.landingEnd.update': {
    as: 'operator',
    params: nowhere('id'),
    body: async () => ({ landingEndName: '没有的端', landingEndCode: 'NONE' }),
  },
  'platform.landingEnd.remove': { as: 'operator', params: nowhere('id') },
  'platform.session.menu': { as: 'liumin', params: async () => ({ landingEndId: landingEnds.OPEX.id }), status: 401 },
  'platform.session.authMenu': {
    as: 'liumin',
    params: async () => ({ landingEndId: landingEnds.OPEX.id }),
    status: 401,
  },
  // Bodies and parameters without a schema of their own
  'live.residence.changeStatus': {
    as: 'zhengkai',
    params: async () => ({ oldmanStatusNew: '6' }),
    body: async () => ({ oldmanId: await residentElsewhere(), reason: '别家的老人' }),
  },
  'home.roomMap.checkConfig': { as: 'zhengkai', params: async () => ({ type: '99' }) },
}

/** Calls whose parameter names nothing that belongs to an organisation. */
const harmless: Record<string, string> = {
  'platform.shell.versionShownOne': 'release notes are the same for all',
  'platform.shell.versionRead': 'release notes are the same for all; the mark is kept under the reader',
  'platform.shell.savePreference': 'a name, kept under the caller',
  'expense.statement.list': 'a class of trades, the same for all',
  'drug.keep.move': 'a kind of movement, the same for all; the elder is in the body',
  'administration.remind.saveRule': 'a kind of reminder, the same for all; the rule is kept under the organisation',
  'administration.remind.resetRule': 'a kind of reminder, the same for all; the rule is kept under the organisation',
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
  test('every closed call with a parameter is tried here or with all other ids', () => {
    const withId = [...calls.values()].filter((call) => call.needs !== OPEN && call.path.includes('{'))
    const missing = withId.filter((call) => !(call.key in foreign) && !(call.key in harmless) && !isDerived(call))
    expect(missing.map((call) => call.key)).toEqual([])
    expect(withId.length).toBeGreaterThan(100)
  })

  for (const [key, attempt] of Object.entries(foreign)) {
    test(`${key} as ${attempt.as}`, async () => {
      const call = calls.get(key)!
      const token = await signIn(attempt.as)
      const params = await attempt.params()
      const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) => params[name]!)
      const answer = await product.ask(call.method, path, {
        token,
        ...(call.method !== 'GET' && { body: (await attempt.body?.()) ?? {} }),
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
