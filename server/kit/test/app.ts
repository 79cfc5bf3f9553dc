// The whole server in a test: real database, real handlers, requests injected or sent to a real port.
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type AppOptions, createApp, type RunningApp } from '#server/app'
import { readSettings } from '#server/kit/settings'
import { testDatabase } from './database.ts'
import { DEMO_TEMPLATE } from './templates.ts'

export interface Envelope<T = unknown> {
  status: number
  desc: string
  data: T
}

export interface Ask {
  token?: string
  query?: Record<string, string>
  /** JSON body */
  body?: unknown
  /** form-urlencoded body */
  form?: Record<string, string>
  headers?: Record<string, string>
}

type HttpMethod = 'GET' | 'POST' | 'PUT' | 'DELETE'

export interface TestApp extends RunningApp {
  url: string
  ask<T = unknown>(method: HttpMethod, path: string, ask?: Ask): Promise<Envelope<T>>
  /** Signs in a demo account and answers its token. */
  signIn(userName: string, password: string): Promise<string>
  close(): Promise<void>
}

/** The product as after a first start with the demo organisation; its accounts are in demoAccounts.ts. */
export const demoApp = (env: Record<string, string> = {}, options: AppOptions = {}) =>
  start(env, DEMO_TEMPLATE, options)

/** The product on empty tables. */
export const testApp = (env: Record<string, string> = {}) => start(env)

async function start(env: Record<string, string>, template?: string, options: AppOptions = {}): Promise<TestApp> {
  const database = await testDatabase(template ? { template } : {})
  const dataDir = await mkdtemp(join(tmpdir(), 'yiyuan-test-'))
  const settings = readSettings({
    PORT: '0',
    WS_PORT: 'off',
    MQTT_PORT: 'off',
    MQTT_WS_PORT: 'off',
    DATA_DIR: dataDir,
    PHOTO_CODE: 'off',
    LOG_LEVEL: 'fatal',
    PG_POOL: '10',
    ...env,
  })
  const running = await createApp(settings, database.url, undefined, options)
  const ask: TestApp['ask'] = async (method, path, one = {}) => {
    const response = await running.server.inject({
      method,
      url: path,
      ...(one.query && { query: one.query }),
      headers: {
        ...(one.token && { authorization: one.token }),
        ...(one.form && { 'content-type': 'application/x-www-form-urlencoded' }),
        ...one.headers,
      },
      ...(one.body !== undefined && { payload: one.body as object }),
      ...(one.form && { payload: new URLSearchParams(one.form).toString() }),
    })
    return response.json()
  }
  return {
    ...running,
    url: database.url,
    ask,
    signIn: async (loginName, loginPassword) => {
      const answer = await ask<{ token: string }>('POST', '/passport/web-rbac/logins/login', {
        body: { loginName, loginPassword },
      })
      if (answer.status !== 200) throw new Error(`sign-in of ${loginName} failed: ${answer.desc}`)
      return answer.data.token
    },
    close: async () => {
      await running.close()
      await database.drop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
