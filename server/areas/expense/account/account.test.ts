// The list of accounts, their detail, sealing, masking of amounts and paying for many.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountRowData } from '#contract/expense/account'
import { COST, type Desk, openDesk } from '#server/areas/expense/test/accountDesk'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { nextBillDate } from './accountDetail.ts'

let desk: Desk
beforeAll(async () => {
  desk = await openDesk()
})
afterAll(() => desk.app.close())
beforeEach(() => desk.wipe())

const list = async (query: Record<string, string> = {}, token = desk.tokens.clerk) =>
  (await desk.app.ask<{ total: number; list: AccountRowData[] }>('GET', `${COST}/account`, { token, query })).data
const counts = async (query: Record<string, string> = {}) => {
  const found = await desk.app.ask<{ tab: string; count: number }[]>('GET', `${COST}/account/counts`, {
    token: desk.tokens.clerk,
    query,
  })
  return Object.fromEntries(found.data.map((one) => [one.tab, one.count]))
}

describe('the list', () => {
  test('has tabs whose counts are those of the rows behind them', async () => {
    await desk.give({ balanceFen: 900_000_000, owedFen: 5_000, owedSince: '2026-05-10' })
    await desk.give({ oldmanId: desk.other.id, owedFen: 5_000, owedSince: '2099-05-10' })
    const counted = await counts()
    expect(counted.OWES).toBe(1)
    expect((await list()).total).toBe(counted.null)
    for (const tab of ['OWES', 'SHORT', 'SEALED']) expect((await list({ tab })).total).toBe(counted[tab])
    const [owes] = (await list({ tab: 'OWES' })).list
    expect(owes).toMatchObject({
      oldmanId: desk.resident.id,
      unpaidFen: 5_000,
      unpaidBills: 1,
      owes: true,
      short: false,
    })
    expect(owes!.overdueDays).toBeGreaterThan(0)
    expect((await list({ tab: 'OWES', overdueFrom: '36500' })).total).toBe(0)
    const [other] = (await list({ keyword: desk.other.name })).list.filter((row) => row.oldmanId === desk.other.id)
    expect(other).toMatchObject({ unpaidFen: 5_000, owes: false, overdueDays: 0 })
  })

  test('finds by name, status and bed, sorts by money, and leaves out who left with nothing', async () => {
    const all = await list({ size: '999999' })
    expect(all.list.some((row) => row.status === 2)).toBe(false)
    const left = await list({ status: '2' })
    expect(left.total).toBeGreaterThan(0)
    await desk.give({ balanceFen: 777 })
    expect((await list({ orderBy: 'balanceFen desc', size: '1' })).list[0]!.oldmanId).toBe(desk.resident.id)
    const { bedPath } = await desk.detail()
    const room = bedPath!.split('>').at(-2)!
    expect((await list({ bed: room, size: '999999' })).list.map((row) => row.oldmanId)).toContain(desk.resident.id)
    expect((await list({ keyword: '不可能有这个名字' })).total).toBe(0)
    const totals = await desk.app.ask<{ balanceFen: number }>('GET', `${COST}/account/totals`, {
      token: desk.tokens.clerk,
    })
    expect(totals.data).toMatchObject({ balanceFen: 777, unpaidFen: 0 })
  })

  test('of another department is closed, also for every act', async () => {
    const dept = await desk.rows<{ id: string }>(
      `select dept_id as id from dept where org_id = $1 and dept_name = '财务部'`,
    )
    const before = await desk.rows<{ dept: string }>('select dept_id as dept from oldman where oldman_id = $1', [
      desk.resident.id,
    ])
    await desk.give({ balanceFen: 500, owedFen: 100, owedSince: '2026-05-10' })
    const billIds = await desk.bills()
    const [row] = await desk.statement()
    await desk.rows('update oldman set dept_id = $2 where oldman_id = $1', [desk.resident.id, dept[0]!.id])
    try {
      expect((await list({ ids: desk.resident.id })).total).toBe(0)
      expect(await desk.statement()).toEqual([])
      const oldmanId = desk.resident.id
      const tries = await Promise.all([
        desk.ask('GET', `account/${oldmanId}`),
        desk.pay({ kind: 'PRESTORE', payments: [desk.cash(1)] }),
        desk.pay({ kind: 'BILL', billIds, payments: [desk.cash(1)] }),
        desk.ask('POST', 'refund', { oldmanId, from: 'BALANCE', amountFen: 1, way: 2, reason: '退' }),
        desk.ask('PUT', 'transfer', { oldmanId, to: 'DEPOSIT', amountFen: 1, reason: '转' }),
        desk.ask('PUT', 'remit', { oldmanId, toOldmanId: desk.other.id, amountFen: 1, reason: '转' }),
        desk.ask('PUT', 'remit', { oldmanId: desk.other.id, toOldmanId: oldmanId, amountFen: 1, reason: '转' }),
        desk.ask('PUT', `account/seal/${oldmanId}`, { reason: '封' }),
        desk.obsolete(row!.tradeId),
      ])
      expect(tries.map((one) => one.status)).toEqual(tries.map(() => 40400))
    } finally {
      await desk.rows('update oldman set dept_id = $2 where oldman_id = $1', [desk.resident.id, before[0]!.dept])
    }
    expect(await desk.holds()).toEqual([500, 0, 0, 100])
  })
})

test('the detail names what is unpaid, who pays, the next bill and what may be done', async () => {
  await desk.give({ balanceFen: 100, depositFen: 100, owedFen: 5_000, owedSince: '2026-05-10' })
  const one = await desk.detail()
  expect(one.bills).toMatchObject([{ standing: 'LATE', unpaidFen: 5_000, dueDate: '2026-05-10' }])
  expect(one.can).toEqual(expect.arrayContaining(['prestore', 'pay', 'refundBalance', 'toBalance', 'offset', 'seal']))
  expect(one.can).not.toContain('unseal')
  expect(one.nextBillDate! < one.nextDueDate!).toBe(true)
  expect(one.payers.every((payer) => payer.phone.includes('*'))).toBe(true)
  expect([nextBillDate('2026-11-15', 1), nextBillDate('2026-12-01', 1), nextBillDate('2026-12-03', 10)]).toEqual([
    '2026-12-01',
    '2027-01-01',
    '2026-12-10',
  ])
})

test('a sealed account takes nothing except from who may unseal it', async () => {
  await desk.give({ balanceFen: 1_000 })
  const seal = (what: string, body: object) =>
    desk.ask<{ version: number }>('PUT', `account/${what}/${desk.resident.id}`, body)
  expect((await seal('seal', { reason: '' })).status).toBe(42200)
  const { version } = await desk.detail()
  expect((await seal('seal', { reason: '继承纠纷', version: version + 1 })).status).toBe(40902)
  expect((await seal('seal', { reason: '继承纠纷', version })).status).toBe(200)
  expect((await seal('seal', { reason: '再封' })).status).toBe(40901)
  expect(await desk.detail()).toMatchObject({ sealed: true, sealedReason: '继承纠纷' })
  expect((await list({ tab: 'SEALED' })).list.map((row) => row.oldmanId)).toEqual([desk.resident.id])
  // The clerk may unseal and therefore trade; somebody who may not is refused.
  await withoutCode('expense:account:seal', async (token) => {
    const body = { oldmanId: desk.resident.id, kind: 'PRESTORE', payments: [desk.cash(1)] }
    const refused = await desk.app.ask('POST', `${COST}/pay`, { token, body })
    expect(refused.status).toBe(40901)
    expect(refused.desc).toContain('账户已封存')
    const remit = { oldmanId: desk.other.id, toOldmanId: desk.resident.id, amountFen: 1, reason: '转' }
    await desk.give({ oldmanId: desk.other.id, balanceFen: 10 })
    expect((await desk.app.ask('PUT', `${COST}/remit`, { token, body: remit })).status).toBe(40901)
  })
  expect((await desk.pay({ kind: 'PRESTORE', payments: [desk.cash(1)] })).status).toBe(200)
  expect((await seal('unseal', { reason: '已和解' })).status).toBe(200)
  expect((await seal('unseal', { reason: '已和解' })).status).toBe(40901)
})

/** A colleague of the clerk whose role lacks one code. */
async function withoutCode(code: string, work: (token: string) => Promise<void>): Promise<void> {
  const taken = await desk.rows<{ org_id: string; role_id: string; landing_end_id: string; authority_id: string }>(
    `delete from role_authority ra using authority a, role r where ra.org_id = $1 and a.authority_id = ra.authority_id
       and a.authority_code = $2 and r.org_id = ra.org_id and r.role_id = ra.role_id and r.name in ('费用全权', '前台文员') returning ra.*`,
    [DEMO_ORG, code],
  )
  expect(taken.length).toBeGreaterThan(0)
  await desk.rows(
    `insert into account_role (org_id, user_id, role_id) select org_id, user_id, 'wholeDesk' from account
     where org_id = $1 and user_name = 'wuqian' on conflict do nothing`,
  )
  await desk.rows(
    `update account set reset_password = false, password_hash = (select password_hash from account where user_name = 'liumin')
     where org_id = $1 and user_name = 'wuqian'`,
  )
  try {
    await work(await desk.signIn('wuqian'))
  } finally {
    await desk.rows(
      `delete from account_role ar using account a where ar.org_id = $1 and ar.role_id = 'wholeDesk'
         and a.org_id = ar.org_id and a.user_id = ar.user_id and a.user_name = 'wuqian'`,
    )
    for (const row of taken) {
      await desk.rows(
        'insert into role_authority (org_id, role_id, landing_end_id, authority_id) values ($1, $2, $3, $4)',
        [row.org_id, row.role_id, row.landing_end_id, row.authority_id],
      )
    }
  }
}

test('where amounts are masked, whoever may not see them gets none and moves none', async () => {
  const ruleId = await desk.rule()
  await desk.pay({ kind: 'PRESTORE', payments: [desk.cash(1_000_000)], ruleId })
  await desk.give({ owedFen: 5_000, owedSince: '2026-05-10' })
  const [config] = await desk.rows<{ value: object | null }>(
    `select value from system_config where org_id = $1 and name = 'costSet'`,
  )
  await desk.rows(
    `insert into system_config (org_id, name, value) values ($1, 'costSet', '{"maskAmounts": true}')
     on conflict (org_id, name) do update set value = excluded.value`,
  )
  try {
    await withoutCode('expense:amount:view', async (token) => {
      const [row] = (await list({ ids: desk.resident.id, orderBy: 'balanceFen desc' }, token)).list
      expect(row).toMatchObject({ balanceFen: null, unpaidFen: null, monthFen: null, owes: true, can: [] })
      const one = await desk.app.ask<object>('GET', `${COST}/account/${desk.resident.id}`, { token })
      expect(JSON.stringify(one.data)).not.toMatch(/[:,[](5000|1000000)[,}\]]/)
      expect(one.data).toMatchObject({ masked: true, bills: [{ unpaidFen: null, standing: 'LATE' }] })
      const lines = await desk.app.ask<{ list: object[] }>('GET', `${COST}/statement/0`, {
        token,
        query: { oldmanId: desk.resident.id },
      })
      expect(lines.data.list[0]).toMatchObject({ amountFen: null, balanceAfter: null, canObsolete: false })
      expect(JSON.stringify(lines.data)).not.toMatch(/10,000\.00|1000000/)
      const body = { oldmanId: desk.resident.id, kind: 'PRESTORE', payments: [desk.cash(1)] }
      expect((await desk.app.ask('POST', `${COST}/pay`, { token, body })).status).toBe(401)
      expect((await desk.app.ask('GET', `${COST}/account/totals`, { token })).status).toBe(401)
    })
    expect(await desk.holds()).toEqual([1_000_000, 50_000, 0, 5_000])
  } finally {
    await desk.rows(
      config
        ? `update system_config set value = '${JSON.stringify(config.value)}' where org_id = $1 and name = 'costSet'`
        : `delete from system_config where org_id = $1 and name = 'costSet'`,
    )
  }
})

describe('paying for many', () => {
  const batch = async (body: object) => {
    const started = await desk.ask<{ runId: string; field?: string }>('POST', 'account/batchPay', body)
    if (started.status !== 200) return { refused: started }
    return { run: await desk.runResult(started.data.runId) }
  }

  test('from the balance: each resident has its own result', async () => {
    const [a, b, c] = desk.residents as unknown as [{ id: string }, { id: string }, { id: string }]
    await desk.give({ oldmanId: a.id, balanceFen: 10_000, giftFen: 500, owedFen: 10_200, owedSince: '2026-05-10' })
    await desk.give({ oldmanId: b.id, balanceFen: 100, owedFen: 5_000, owedSince: '2026-05-10' })
    const residents = [a, b, c].map((one) => ({ oldmanId: one.id }))
    const { run } = await batch({ kind: 'BILL', way: 1, residents: [...residents, { oldmanId: newId() }] })
    expect(run).toMatchObject({ state: 'done' })
    expect(run!.result.results.map((one) => [one.done, one.amountFen, one.message])).toEqual([
      [true, 10_200, null],
      [false, 0, expect.stringContaining('余额不足')],
      [false, 0, '没有未缴的账单'],
      [false, 0, expect.stringContaining('不存在')],
    ])
    expect(await desk.holds(a.id)).toEqual([0, 300, 0, 0])
    expect(await desk.holds(b.id)).toEqual([100, 0, 0, 5_000])
    const partly = await batch({ kind: 'BILL', way: 1, partly: true, residents: [{ oldmanId: b.id }] })
    expect(partly.run!.result.results).toMatchObject([{ done: true, amountFen: 100, unpaidFen: 4_900 }])
  })

  test('by one outside way and as a prestore; wrong inputs are refused before anything is written', async () => {
    const [a, b] = desk.residents as unknown as [{ id: string }, { id: string }]
    await desk.give({ oldmanId: a.id, owedFen: 5_000, owedSince: '2026-05-10' })
    const paid = await batch({ kind: 'BILL', way: 8, residents: [{ oldmanId: a.id }] })
    expect(paid.run!.result.results).toMatchObject([{ done: true, amountFen: 5_000 }])
    const residents = [a, b].map((one, i) => ({ oldmanId: one.id, amountFen: 1_000 * (i + 1) }))
    expect((await batch({ kind: 'PRESTORE', way: 2, residents })).run!.message).toContain('成功 2 人，共 30.00 元')
    expect(await desk.holds(b.id)).toEqual([2_000, 0, 0, 0])
    const wrong: [object, string][] = [
      [{ kind: 'PRESTORE', way: 1, residents }, 'way'],
      [{ kind: 'PRESTORE', way: 2, residents: [{ oldmanId: a.id }] }, 'residents'],
      [{ kind: 'BILL', way: 1, residents: [] }, 'residents'],
      [{ kind: 'BILL', way: 1, residents: [residents[0], residents[0]] }, 'residents'],
      [{ kind: 'BILL', way: 10, residents }, 'way'],
    ]
    for (const [body, field] of wrong) {
      const { refused } = await batch(body)
      expect(refused).toMatchObject({ status: 42200, data: { field } })
    }
  })
})
