// A running server with the seeded menu and one elderly-care organisation whose people a test makes as it needs them.
import type { LightMyRequestResponse } from 'fastify'
import type { SessionData } from '#contract/platform/session'
import { landingEnds, OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { firstStart } from '#server/areas/platform/seed/seed'
import { hashPassword } from '#server/areas/platform/session/password'
import { addAccount, addOrganisation, addPresets, type NewAccount } from '#server/areas/platform/user/accountCreate'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import { type Envelope, type TestApp, testApp } from '#server/kit/test/app'
import { type SmsGateway, startSmsGateway } from '#server/kit/test/smsGateway'

export const PASSWORD = 'abc12345'
export const LOGINS = '/passport/web-rbac/logins'
export const CONFIGS = '/passport/web-rbac/systemConfigs'
export const WEB = landingEnds.WEB.id
export const OPEX = landingEnds.OPEX.id
export { OPERATOR_ORG }

export interface Person extends Partial<Omit<NewAccount, 'passwordHash'>> {
  userName: string
  /** Authority codes a role of their own grants for the console. */
  codes?: readonly string[]
}

export interface House extends TestApp {
  orgId: string
  /** 护理部 and 财务部 */
  care: string
  finance: string
  /** The one-time password of the operator's administrator. */
  operatorPassword: string
  /** Makes an account of the organisation (or another one) with PASSWORD; gives its id. */
  person(person: Person): Promise<string>
  signInAs(userName: string, password?: string): Promise<Envelope<SessionData>>
  /** A request as another address or with cookies, with the whole answer. */
  raw(request: Raw): Promise<LightMyRequestResponse>
  sql<T extends object>(text: string, values?: unknown[]): Promise<T[]>
}

export interface Raw {
  method?: 'GET' | 'POST' | 'PUT'
  path: string
  body?: object
  headers?: Record<string, string>
  ip?: string
}

export async function testHouse(env: Record<string, string> = {}): Promise<House> {
  const app = await testApp({ DEMO: 'off', ...env })
  const greeting = await firstStart(app.app, () => undefined)
  const operatorPassword = /一次性密码 (\w+)/.exec(greeting.join('\n'))?.[1]
  if (!operatorPassword) throw new Error(`no one-time password in ${greeting.join('\n')}`)
  const passwordHash = await hashPassword(PASSWORD)
  const orgId = newId()
  const finance = newId()
  const sql: House['sql'] = async (text, values) => (await app.app.pool.query(text, values)).rows
  await systemTransaction(app.app, orgId, '测试', '建立机构', async (tx) => {
    await addOrganisation(tx, { orgId, orgName: '松龄护理院', orgLevel: 3, orgStatus: 1 })
    await addPresets(tx, orgId, '松龄护理院')
    await tx.client.query(
      `insert into dept (org_id, dept_id, dept_name, dept_key, level, sort) values ($1, $2, '财务部', '002', 1, 2)`,
      [orgId, finance],
    )
  })
  const [root] = await sql<{ dept_id: string }>(`select dept_id from dept where org_id = $1 and dept_key = '001'`, [
    orgId,
  ])
  const person: House['person'] = ({ codes, ...one }) =>
    systemTransaction(app.app, one.orgId ?? orgId, '测试', '建立账号', async (tx) => {
      const home = one.orgId ?? orgId
      const roleIds = [...(one.roleIds ?? [])]
      if (codes) {
        const roleId = newId()
        roleIds.push(roleId)
        await tx.client.query('insert into role (org_id, role_id, name) values ($1, $2, $3)', [
          home,
          roleId,
          `角色 ${one.userName}`,
        ])
        const granted = await tx.client.query(
          `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
           select $1, $2, $3, authority_id from authority where authority_code = any($4)`,
          [home, roleId, WEB, codes],
        )
        if (granted.rowCount !== codes.length) throw new Error(`unknown codes among ${codes.join(', ')}`)
      }
      return addAccount(tx, { empName: one.userName, resetPassword: false, ...one, orgId: home, passwordHash, roleIds })
    })
  const raw: House['raw'] = ({ method = 'GET', path, body, headers, ip }) =>
    app.server.inject({
      method,
      url: path,
      ...(body && { payload: body }),
      ...(headers && { headers }),
      ...(ip && { remoteAddress: ip }),
    })
  return {
    ...app,
    orgId,
    care: root!.dept_id,
    finance,
    operatorPassword,
    person,
    sql,
    raw,
    signInAs: (loginName, loginPassword = PASSWORD) =>
      app.ask<SessionData>('POST', `${LOGINS}/login`, { body: { loginName, loginPassword } }),
  }
}

export interface SmsHouse extends House {
  gateway: SmsGateway
}

/** A house whose messages reach phones. */
export async function smsHouse(env: Record<string, string> = {}): Promise<SmsHouse> {
  const gateway = await startSmsGateway()
  const house = await testHouse({ ...gateway.env, ...env })
  const close = async () => {
    await house.close()
    await gateway.close()
  }
  return { ...house, gateway, close }
}

/** Lets the next code be sent without waiting out the minute. */
export const forgetLimits = (house: House) => house.sql('delete from rate_count')

/** Wrong passwords of the past count no more. */
export const forgetWrong = (house: House) => house.sql('delete from login_guess')
