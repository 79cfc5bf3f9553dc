// Random months of residents through the calls: at every step the books verify and a stay has one price.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ReportName } from '#contract/expense/reportKit'
import { verifyLedger } from '#server/areas/expense/ledger/ledgerVerify'
import { wipeMoney } from '#server/areas/expense/test/money'
import {
  openWorld,
  pricesOf,
  randomStaySteps,
  type StayAct,
  takeStayStep,
  type World,
} from '#server/areas/expense/test/randomStays'
import { reportOf } from '#server/areas/expense/test/reporting'
import { reportTruth } from '#server/areas/expense/test/reportTruth'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'

const STEPS = 90
/** The twenty reports are added up again from the rows after every so many steps, and at the end. */
const REPORTS_EVERY = 15
const SEED = Number(process.env.RANDOM_SEED ?? 20_261_117)

/** What has to hold after every step. */
const atEveryStep: ((world: World, resident: string) => Promise<void>)[] = [
  async ({ app }) => {
    expect((await verifyLedger(app.app.pool, DEMO_ORG)).problems).toEqual([])
  },
  async (world, resident) => {
    const prices = await pricesOf(world, resident)
    if (prices) expect(prices.billed).toBe(prices.never)
  },
]

let app: TestApp
let world: World

beforeAll(async () => {
  app = await demoApp({ LOG_LEVEL: 'error' })
  const { pool } = app.app
  await wipeMoney(pool, DEMO_ORG)
  const children = await pool.query<{ id: string }>(
    `select distinct on (p.category) c.project_child_id as id from fee_child c
     join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id
     where c.org_id = $1 and c.cycle in ('MONTH', 'DAY') and c.can_discount and p.category in ('1', '2', '3')
     order by p.category, c.sort`,
    [DEMO_ORG],
  )
  const ids = children.rows.map((row) => row.id)
  const tiers = JSON.stringify([
    { fromDay: 3, percent: 50 },
    { fromDay: 7, percent: 100 },
  ])
  const set = `update fee_child set leave_tiers = $2, leave_count_from = $3, cycle = 'MONTH', prorate = 'DAY', billing = $4,
    leave_since = null where project_child_id = $1`
  await pool.query(set, [ids[1], tiers, 'FROM_NTH_DAY', 'PRE'])
  await pool.query(set, [ids[2], tiers, 'EACH_DAY', 'POST'])
  const prices = [280_000, 150_000, 90_000]
  world = await openWorld(
    app,
    ids.map((childId, i) => ({ childId, priceFen: prices[i]! })),
  )
})
afterAll(() => app.close())

/** Reports of the months lived in and of the one in which the money moved, against the rows. */
async function wrongReports() {
  const sumsOf = async (name: ReportName, query: Record<string, string>) =>
    (await reportOf(app, world.token, name, query)).sums
  const { rows } = await app.app.pool.query<{ month: string }>(
    `select distinct to_char(month, 'YYYY-MM') as month from ledger_month where org_id = $1 order by 1`,
    [DEMO_ORG],
  )
  return reportTruth(
    { pool: app.app.pool, orgId: DEMO_ORG, sumsOf },
    rows.map((row) => row.month),
  )
}

describe('random months', () => {
  test(`from seed ${SEED}: the books verify and every stay has one price, step by step`, async () => {
    const done = new Map<StayAct, number>()
    const steps = randomStaySteps(SEED, STEPS)
    for (const [i, step] of steps.entries()) {
      const resident = world.residents[step.resident % world.residents.length]!
      try {
        if (await takeStayStep(world, step)) done.set(step.act, (done.get(step.act) ?? 0) + 1)
        for (const holds of atEveryStep) await holds(world, resident)
        if ((i + 1) % REPORTS_EVERY === 0) expect(await wrongReports()).toEqual([])
      } catch (error) {
        throw new Error(`RANDOM_SEED=${SEED}, step ${i} ${JSON.stringify(step)}`, { cause: error })
      }
    }
    expect([...done.keys()]).toEqual(
      expect.arrayContaining(['bill', 'pay', 'prestore', 'antiSettle', 'void', 'charge', 'outing', 'level', 'leave']),
    )
  }, 300_000)
})
