// The product under hostile input on every declared call: what the files of that test share. Each has a product of its
// own and ends by looking at what the requests have left behind.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/kit/call'
import { OPEN } from '#contract/kit/permission'
import type { TObject } from '#contract/kit/schema'
import { nouns } from '#server/app'
import { demoApp, type TestApp } from './app.ts'
import { type Attacker, createAttacker, type Knowledge } from './attacker.ts'
import { seeded } from './hostile.ts'

export const SEED = 20_261_115
/** Requests of one kind that a run affords. */
export const BUDGET = 1_500
/** What hangs is ended; thousands of requests take long on a busy machine. */
export const LONG = 600_000

const known = Object.values(import.meta.glob<Knowledge>('../../areas/*/test/hostile.ts', { eager: true }))

export const calls: readonly Call[] = nouns.flatMap((noun) => Object.values(noun.calls))
export const isUpload = (call: Call) => call.transfer === 'multipart'
export const named = (call: Call, part: 'query' | 'body') =>
  Object.keys((call[part] as TObject | undefined)?.properties ?? {})

export interface UnderAttack {
  product: TestApp
  attacker: Attacker
  administrator(): string
  noFaults(): void
}

/** To be called while a file is collected, with the demo's accounts; what it answers is filled before its first test. */
export function underAttack(accounts: readonly { userName: string; password: string }[]): UnderAttack {
  const random = seeded(SEED)
  let administrator: string
  let operator: string

  /** The administrator tries what is theirs, the operator the rest; open calls are tried with and without a session. */
  function tokenFor(call: Call): string | undefined {
    if (call.key === 'platform.session.loginOut') return undefined
    if (call.needs === OPEN) return random() < 0.5 ? undefined : operator
    const operatorsOwn = call.key.startsWith('platform.application.') || call.ends?.includes('WEB') === false
    return operatorsOwn ? operator : administrator
  }

  const under = {
    administrator: () => administrator,
    noFaults: () => expect(under.attacker.faults()).toEqual({ count: 0, first: [] }),
  } as UnderAttack

  beforeAll(async () => {
    under.product = await demoApp()
    const signIn = (userName: string) =>
      under.product.signIn(userName, accounts.find((account) => account.userName === userName)!.password)
    administrator = await signIn('zhengkai')
    operator = await signIn('operator')
    under.attacker = createAttacker(under.product, {
      calls,
      random,
      tokenFor,
      recipes: Object.assign({}, ...known.map((area) => area.recipes)),
      places: Object.assign({}, ...known.map((area) => area.places)),
      costly: known.flatMap((area) => area.costly),
    })
  })
  afterAll(() => under.product.close())

  return under
}

/** The last test of each file. */
export function leavesAllWell(under: UnderAttack): void {
  test('leaves the process and the database as they should be', async () => {
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
    const { pool } = under.product.app
    // Work in the background may be between two statements for a moment; what is stuck stays.
    const open = `select query from pg_stat_activity where datname = current_database() and state like 'idle in transaction%'`
    await expect.poll(async () => (await pool.query(open)).rows, { timeout: 30_000 }).toEqual([])
    const runs = await pool.query<{ message: string }>(`select message from job_run where message like '%编号 E-%'`)
    expect(runs.rows).toEqual([])
    const alive = await under.product.ask('GET', '/passport/web-rbac/logins/current', { token: under.administrator() })
    expect(alive.status).toBe(200)
  })
}
