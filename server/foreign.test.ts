// Ids of another organisation or department answer "not found", on every call that takes an id in its path. A call
// that is missing in the table below fails the first test, so the next noun is tried as well.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/kit/call'
import { OPEN } from '#contract/kit/permission'
import { refusals } from '#contract/kit/refusal'
import { nouns } from '#server/app'
import { demoAccounts } from '#server/areas/platform/demoAccounts'
import { DEMO_ORG, landingEnds, OPERATOR_ORG } from '#server/areas/platform/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'

interface Foreign {
  /** Signs in as this demo account … */
  as: string
  /** … and uses the ids of a row that lies outside its organisation or departments. */
  params: () => Promise<Record<string, string>>
  body?: Record<string, unknown>
  status?: number
}

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
const logOf = (orgId: string) => one('select log_id as id from operation_log where org_id = $1 limit 1', [orgId])
const runOf = (orgId: string) =>
  one(
    `insert into job_run (org_id, run_id, kind, title, state, created_by) values ($1, $2, 'test', '别人的任务', 'running', 'x') returning run_id as id`,
    [orgId, newId()],
  )

const foreign: Record<string, Foreign> = {
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
  'platform.application.decide': {
    as: 'operator',
    params: async () => ({ orgId: newId(), status: '1' }),
  },
}

/** Calls whose parameter names nothing that belongs to an organisation. */
const harmless: Record<string, string> = {
  'platform.shell.versionShownOne': 'release notes are the same for all',
  'platform.shell.versionRead': 'release notes are the same for all; the mark is kept under the reader',
  'platform.shell.savePreference': 'a name, kept under the caller',
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
