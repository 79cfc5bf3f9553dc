// Duties that do not belong in one hand: the product's own roles keep them apart, others are warned and need a reason.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { DUTIES, DUTY_CODES, RISKY_PAIRS, riskyPairs } from '#contract/platform/duties'
import type { RoleData } from '#contract/platform/role'
import { nouns } from '#server/app'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'

const ROLES = '/passport/web-rbac/roles'
let app: TestApp
let admin: string

beforeAll(async () => {
  app = await demoApp()
  admin = await app.signIn('zhengkai', 'Yiyuan2026')
})
afterAll(() => app.close())

const rows = async <T>(text: string, values: unknown[] = [DEMO_ORG]) =>
  (await app.app.pool.query(text, values)).rows as T[]
const idsOf = (codes: readonly string[]) =>
  rows<{ id: string }>(
    `select authority_id as id from authority where authority_code = any($1) and ends @> '["WEB"]'`,
    [codes],
  ).then((found) => found.map((row) => row.id))
const roleNamed = async (name: string) =>
  (
    await app.ask<{ list: RoleData[] }>('GET', ROLES, { token: admin, query: { name, page: '1', size: '50' } })
  ).data.list.find((one) => one.name === name)!
const make = async (name: string, codes: readonly string[], more: object = {}) =>
  app.ask<string & { field?: string }>('POST', ROLES, {
    token: admin,
    body: { name, authorityIds: await idsOf(codes), ...more },
  })

describe('the rules', () => {
  test('name only codes that calls declare', () => {
    const declared = new Set(
      nouns.flatMap((noun) => Object.values(noun.calls)).flatMap((call) => call.needs.split(/[|&]/)),
    )
    expect(DUTY_CODES.filter((code) => !declared.has(code))).toEqual([])
    expect(RISKY_PAIRS.every(({ a }) => DUTIES[a].title === '收款')).toBe(true)
  })

  test('are kept by every role the product brings, but its administrator', async () => {
    const found = await rows<{ name: string; codes: string[] }>(
      `select r.name, array_agg(x.authority_code) as codes from role r join role_authority ra on ra.org_id = r.org_id and ra.role_id = r.role_id
         join authority x on x.authority_id = ra.authority_id where r.org_id = $1 and r.role_level <> 0 group by 1`,
    )
    const held = new Map(found.map((row) => [row.name, new Set(row.codes)]))
    expect(found.map((row) => [row.name, riskyPairs(row.codes)]).filter(([, risks]) => risks!.length > 0)).toEqual([])
    const has = (name: string, code: string) => held.get(name)!.has(code)
    // Split, and each can do its own work.
    expect([has('前台文员', 'expense:account:pay'), has('前台文员', 'expense:account:refund')]).toEqual([true, false])
    expect([has('收费员', 'expense:account:pay'), has('收费员', 'expense:receipt:void')]).toEqual([true, false])
    expect([has('会计', 'expense:account:pay'), has('会计', 'expense:account:refund')]).toEqual([false, true])
    for (const code of [
      'expense:receipt:void',
      'expense:project:price',
      'expense:settle:confirm',
      'expense:monthClose:close',
    ]) {
      expect(has('会计', code), code).toBe(true)
    }
  })
})

describe('a role that puts them together', () => {
  const RISKY = ['expense:account:list', 'expense:account:pay', 'expense:account:refund']

  test('is refused without a reason, in plain words; with one it is made and logged', async () => {
    const refused = await make('一人全包', RISKY)
    expect(refused).toMatchObject({ status: 42200, data: { field: 'riskReason' } })
    expect(refused.desc).toContain('收款 ＋ 退款和转出：收来的钱可以由同一个人退走')
    expect((await make('一人全包', RISKY, { riskReason: '机构小，只有一名财务' })).status).toBe(200)
    const made = await roleNamed('一人全包')
    expect(made.risks.map((one) => one.title)).toEqual(['收款 ＋ 退款和转出'])
    const [log] = await rows<{ changes: Record<string, unknown> }>(
      `select changes from operation_log where org_id = $1 and target_id = $2 order by created_at desc limit 1`,
      [DEMO_ORG, made.roleId],
    )
    expect(JSON.stringify(log!.changes)).toContain('机构小，只有一名财务')
  })

  test('is saved again without one; a further pair asks anew', async () => {
    const { roleId, version } = await roleNamed('一人全包')
    const save = async (codes: readonly string[]) =>
      app.ask<{ field?: string } | null>('PUT', `${ROLES}/${roleId}`, {
        token: admin,
        body: { name: '一人全包', authorityIds: await idsOf(codes), version },
      })
    expect((await save([...RISKY, 'expense:receipt:void', 'expense:receipt:list'])).data?.field).toBe('riskReason')
    expect((await save(RISKY)).status).toBe(200)
  })
})

test('two roles of one user that make it together need a reason, which is logged', async () => {
  const [person] = await rows<{ id: string; roles: string[] }>(
    `select a.user_id as id, array(select x.role_id::text from account_role x where x.org_id = a.org_id and x.user_id = a.user_id) as roles
     from account a where a.org_id = $1 and a.user_name = 'fangfang'`,
  )
  const accountant = await roleNamed('会计')
  const give = (more: object = {}) =>
    app.ask<{ field?: string } | null>('PUT', `/passport/web-rbac/users/${person!.id}`, {
      token: admin,
      body: { roleIds: [...person!.roles, accountant.roleId], ...more },
    })
  const refused = await give()
  expect(refused.data?.field).toBe('riskReason')
  expect(refused.desc).toContain('收款 ＋ 月末结账')
  expect((await give({ riskReason: '会计休产假，代班到月底' })).status).toBe(200)
  const [log] = await rows<{ changes: Record<string, unknown> }>(
    `select changes from operation_log where org_id = $1 and target_id = $2 order by created_at desc limit 1`,
    [DEMO_ORG, person!.id],
  )
  expect(JSON.stringify(log!.changes)).toContain('会计休产假')
})
