// A desk that takes money: the product with a clerk, two residents without money, and what tests ask of their accounts.
import { expect, vi } from 'vitest'
import type { AccountDetailData, BatchResult } from '#contract/expense/account'
import type { PayAnswerData } from '#contract/expense/pay'
import type { StatementRowData } from '#contract/expense/statement'
import type { Opening } from '#server/areas/expense/ledger/opening'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp } from '#server/kit/test/app'
import { giveMoney, wipeMoney } from './money.ts'
import { wholeDesk } from './wholeDesk.ts'

export const COST = '/pims/web-pi/cost'
export type Refused = { field?: string } | null

const HOUSE = `select t.oldman_id as id, t.oldman_name as name from oldman t join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
where t.org_id = $1 and t.status = 1 and d.dept_name = '松鹤楼护理组' order by t.oldman_id limit 40`

const RULE = `insert into discount_rule (org_id, set_id, name, type, threshold_fen, benefit_fen, per_threshold, scope, valid_from)
values ($1, $2, $3, 1, $4, $5, true, 'PRESTORE', '2020-01-01')`

export async function openDesk() {
  const app = await demoApp()
  const { pool } = app.app
  const { password } = demoAccounts[0]!
  await wholeDesk(pool)
  const signIn = (name: string) => app.signIn(name, password)
  const [clerk, admin, nurse] = (await Promise.all(['liumin', 'zhengkai', 'lixiaomei'].map(signIn))) as [
    string,
    string,
    string,
  ]
  const rows = async <T>(text: string, values: unknown[] = [DEMO_ORG]) => (await pool.query(text, values)).rows as T[]
  const residents = await rows<{ id: string; name: string }>(HOUSE)
  const [resident, other] = residents as [{ id: string; name: string }, { id: string; name: string }]
  const ask = <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, more: object = {}) =>
    app.ask<T>(method, `${COST}/${path}`, { token: clerk, ...(body && { body }), ...more })
  const desk = {
    app,
    signIn,
    tokens: { clerk, admin, nurse },
    rows,
    residents,
    resident,
    other,
    ask,
    wipe: () => wipeMoney(pool, DEMO_ORG),
    give: (one: Partial<Opening>) => giveMoney(pool, DEMO_ORG, { oldmanId: resident.id, ...one }),
    /** 每满 10,000 赠 500. */
    rule: async (name = '满万赠五百') => {
      const ruleId = newId()
      await rows(RULE, [DEMO_ORG, ruleId, `${name}${ruleId}`, 1_000_000, 50_000])
      return ruleId
    },
    pay: (body: object, more: object = {}) =>
      ask<PayAnswerData & Refused>('POST', 'pay', { oldmanId: resident.id, ...body }, more),
    cash: (amountFen: number, way = 2) => ({ source: 'CASH', way, amountFen }),
    detail: async (oldmanId = resident.id) => (await ask<AccountDetailData>('GET', `account/${oldmanId}`)).data,
    /** What the account holds and owes. */
    holds: async (oldmanId = resident.id) => {
      const { balanceFen, giftFen, depositFen, unpaidFen } = await desk.detail(oldmanId)
      return [balanceFen, giftFen, depositFen, unpaidFen]
    },
    bills: async (oldmanId = resident.id) => (await desk.detail(oldmanId)).bills.map((bill) => bill.billId),
    statement: async (tradeClass = '0', query: Record<string, string> = {}, oldmanId = resident.id) =>
      (
        await app.ask<{ list: StatementRowData[] }>('GET', `${COST}/statement/${tradeClass}`, {
          token: clerk,
          query: { oldmanId, size: '100', ...query },
        })
      ).data.list,
    obsolete: (tradeId: string, reason = '录错了') =>
      ask<{ groupId: string; entries: number; redNos: string[] } & Refused>('DELETE', `statement/${tradeId}`, {
        reason,
      }),
    runResult: (runId: string) =>
      vi.waitFor(
        async () => {
          const run = await app.ask<{ state: string; message: string; result: { results: BatchResult[] } }>(
            'GET',
            `/passport/web-org/jobs/${runId}`,
            { token: clerk },
          )
          expect(['done', 'failed', 'cancelled']).toContain(run.data?.state)
          return run.data
        },
        { timeout: 20_000, interval: 50 },
      ),
  }
  return desk
}

export type Desk = Awaited<ReturnType<typeof openDesk>>
