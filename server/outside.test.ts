// Permission and session, tried from the outside on every declared call: whoever writes the next call is tested too.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/kit/call'
import { allows, OPEN, SIGNED_IN } from '#contract/kit/permission'
import { nouns } from '#server/app'
import { demoAccounts } from '#server/areas/platform/demoAccounts'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'

let product: TestApp
let nobody: string

const closed: Call[] = nouns.flatMap((noun) => Object.values(noun.calls)).filter((call) => call.needs !== OPEN)
const address = (call: Call) => call.path.replace(/\{\w+\}/g, newId())

beforeAll(async () => {
  product = await demoApp()
  nobody = await signedInWithoutRoles(product)
})
afterAll(() => product.close())

/** An account of the demo organisation whose one role grants a landing end and nothing else. */
async function signedInWithoutRoles(app: TestApp): Promise<string> {
  const { pool } = app.app
  const userId = newId()
  const roleId = newId()
  const userName = `nobody${userId.slice(-6)}`
  const org = await pool.query<{ org_id: string; password_hash: string }>(
    `select a.org_id, a.password_hash from account a join organization o using (org_id) where a.user_name = 'liumin' and o.org_level = 3`,
  )
  const { org_id: orgId, password_hash: hash } = org.rows[0]!
  await pool.query('insert into role (org_id, role_id, name) values ($1, $2, $3)', [orgId, roleId, '无权限角色'])
  await pool.query(
    `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
     select $1, $2, l.landing_end_id, a.authority_id from landing_end l, authority a
      where l.landing_end_code = 'WEB' and a.authority_code = 'page:/home'`,
    [orgId, roleId],
  )
  await pool.query(
    `insert into account (org_id, user_id, user_name, password_hash, reset_password) values ($1, $2, $3, $4, false)`,
    [orgId, userId, userName, hash],
  )
  await pool.query(`insert into employee (org_id, emp_id, emp_name) values ($1, $2, '无权限')`, [orgId, userId])
  await pool.query('insert into account_role (org_id, user_id, role_id) values ($1, $2, $3)', [orgId, userId, roleId])
  await pool.query(`insert into login_name (name, kind, org_id, user_id) values ($1, 'name', $2, $3)`, [
    userName,
    orgId,
    userId,
  ])
  const clerk = demoPassword('liumin')
  return app.signIn(userName, clerk)
}

const demoPassword = (userName: string) => demoAccounts.find((account) => account.userName === userName)!.password

describe('from the outside', () => {
  test('there are closed calls to try', () => {
    expect(closed.length).toBeGreaterThan(20)
  })

  test('without a session every closed call answers 4011', async () => {
    for (const call of closed) {
      const answer = await product.ask(call.method, address(call))
      expect([call.key, answer.status]).toEqual([call.key, 4011])
    }
  })

  test('with an invented token every closed call answers 4011', async () => {
    for (const call of closed) {
      const answer = await product.ask(call.method, address(call), { token: 'f'.repeat(32) })
      expect([call.key, answer.status]).toEqual([call.key, 4011])
    }
  })

  test('without the permission every call that needs one answers 401', async () => {
    for (const call of closed.filter((one) => !allows(one.needs, (code) => code === SIGNED_IN))) {
      const answer = await product.ask(call.method, address(call), { token: nobody })
      expect([call.key, answer.status]).toEqual([call.key, 401])
    }
  })
})
