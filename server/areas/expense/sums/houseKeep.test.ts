// Sums of the house by month: reports say the same with and without them, also while money is written for past months.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { REPORTS } from '#contract/expense/reportKit'
import { ZONE_MS } from '#contract/kit/clock'
import { lockAccounts } from '#server/areas/expense/account/accountLock'
import { verifyLedger } from '#server/areas/expense/ledger/ledgerVerify'
import { post } from '#server/areas/expense/ledger/post'
import { reverse } from '#server/areas/expense/ledger/reverse'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { bitsOf, keepMonths } from './houseKeep.ts'
import { countResidents } from './houseLines.ts'

const PASSWORD = 'Yiyuan2026'

let app: TestApp
let token: string
let elders: string[]

const ask = async (text: string) => (await app.app.pool.query(text, [DEMO_ORG])).rows
const dayBack = (days: number) => new Date(Date.now() + ZONE_MS - days * 86_400_000).toISOString().slice(0, 10)
const PERIOD = { from: dayBack(500), to: dayBack(0) }

beforeAll(async () => {
  app = await demoApp()
  token = await app.signIn('zhengkai', PASSWORD)
  const found = await ask(
    'select oldman_id as id from elder_account where org_id = $1 and not sealed order by 1 limit 8',
  )
  elders = found.map((row) => row.id)
})
afterAll(() => app.close())

const forget = async () => {
  for (const table of ['house_month', 'house_mark', 'house_ledger', 'house_share', 'house_line']) {
    await app.app.pool.query(`delete from ${table} where org_id = $1`, [DEMO_ORG])
  }
}

/** The job may be at it too: whoever comes first keeps a month. */
async function keep(): Promise<void> {
  await expect
    .poll(async () => {
      await keepMonths(app.app.pool, DEMO_ORG)
      return ask(`select 1 from house_mark where org_id = $1 union all select 1 from ledger_month l where l.org_id = $1
        and l.month < date_trunc('month', current_date - 1) and not exists (
          select from house_month h where h.org_id = l.org_id and h.month = l.month)`)
    })
    .toHaveLength(0)
}

async function told(query: Record<string, string> = PERIOD): Promise<Record<string, unknown>> {
  const answers: Record<string, unknown> = {}
  for (const name of REPORTS) {
    const answer = await app.ask('GET', `/pims/web-pi/cost/report/${name}`, {
      token,
      query: { ...query, part: 'page' },
    })
    expect(answer.status, `${name}: ${answer.desc}`).toBe(200)
    answers[name] = answer.data
  }
  return answers
}

/** Money of a past month; taken back on the same day where told. */
async function prestore(oldmanId: string, day: string, back: boolean): Promise<void> {
  await systemTransaction(app.app, DEMO_ORG, '费用', '测试', async (tx) => {
    await lockAccounts(tx, { deptIds: null }, [oldmanId])
    const groupId = newId()
    const [made] = await post(tx, [
      {
        oldmanId,
        groupId,
        content: '测试',
        tradeType: 'PRESTORE',
        amountFen: 700,
        way: 2,
        cash: 700,
        balance: 700,
        day,
      },
    ])
    if (back) await reverse(tx, { entryIds: [made!.entryId], groupId: newId(), reason: '录错', day })
  })
}

describe('the sums of the house', () => {
  test('reports say the same with them and without', async () => {
    await forget()
    const without = await told()
    await keep()
    expect((await ask('select 1 from house_month where org_id = $1')).length).toBeGreaterThan(3)
    expect(await ask('select 1 from house_line where org_id = $1 limit 1')).toHaveLength(1)
    expect(await told()).toEqual(without)
    expect((await verifyLedger(app.app.pool, DEMO_ORG)).problems).toEqual([])
  })

  test('a house whose every resident is looked at by department is told the same', async () => {
    const [dept] = await ask(
      'select dept_id as id from oldman where org_id = $1 and dept_id is not null group by 1 order by count(*) desc limit 1',
    )
    const kept = await told({ ...PERIOD, deptId: dept.id })
    await forget()
    expect(await told({ ...PERIOD, deptId: dept.id })).toEqual(kept)
    await keep()
  })

  test('what is written for a kept month is in the report at once, and kept the next time', async () => {
    const day = `${dayBack(70).slice(0, 7)}-05`
    const sum = async () => {
      const query = { from: day.slice(0, 7), to: day.slice(0, 7), part: 'page' }
      const { data } = await app.ask('GET', '/pims/web-pi/cost/report/payment', { token, query })
      return (data as { sums: { amountFen: number } }).sums.amountFen
    }
    const before = await sum()
    await prestore(elders[0]!, day, false)
    expect(await sum()).toBe(before + 700)
    await keep()
    expect(await sum()).toBe(before + 700)
  })

  test('while cashiers write for past months, no kept month is ever wrong', async () => {
    const LOOKS = 4
    let looks = 0
    const cashier = async (oldmanId: string, at: number) => {
      for (let n = 0; looks < LOOKS; n++) {
        await prestore(oldmanId, `${dayBack(40 + 30 * ((n + at) % 4)).slice(0, 7)}-10`, n % 3 === 0)
      }
    }
    const keeper = async () => {
      while (looks < LOOKS) {
        await keepMonths(app.app.pool, DEMO_ORG)
        expect((await verifyLedger(app.app.pool, DEMO_ORG)).problems).toEqual([])
        looks += 1
      }
    }
    await Promise.all([keeper(), ...elders.map(cashier)])
    await keep()
    expect((await verifyLedger(app.app.pool, DEMO_ORG)).problems).toEqual([])
    const kept = await told()
    await forget()
    expect(await told()).toEqual(kept)
  })

  test('elders are counted once, however many months they are in', () => {
    const set = (...numbers: number[]) => ({ bits: bitsOf(numbers), newcomers: [] })
    expect(countResidents([])).toBe(0)
    expect(countResidents([set(0, 7, 8, 1000), set(7, 9), set()])).toBe(5)
    expect(
      countResidents([set(3), { bits: bitsOf([]), newcomers: ['a'] }, { bits: bitsOf([3]), newcomers: ['a', 'b'] }]),
    ).toBe(3)
  })
})
