// Random months in the life of a few residents: bills made, paid, taken back and voided, absences, moves of level, charges
// of any month, gifts on prestores, months closed and opened again, check-outs settled and revoked. Every step goes through
// the product's own calls where there is one; what the rules forbid is refused and counted.
import fc from 'fast-check'
import { charge } from '#contract/expense/charge'
import { monthClose } from '#contract/expense/monthClose'
import { finalBillOf } from '#server/areas/expense/bill/billFinal'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import { type LivedFee, leaving } from './leaving.ts'
import { PLAIN_FORM, settling } from './settling.ts'

const COST = '/pims/web-pi/cost'
export const FIRST = '2026-03'
const MONTHS = ['2026-03', '2026-04', '2026-05'] as const
const LAST_DAY = '2026-05-28'

const acts = [
  'bill',
  'bill',
  'bill',
  'pay',
  'pay',
  'prestore',
  'antiSettle',
  'void',
  'charge',
  'outing',
  'level',
  'closeMonth',
  'openMonth',
  'leave',
  'revoke',
] as const
export type StayAct = (typeof acts)[number]

const stepOf = fc.record({
  act: fc.constantFrom(...acts),
  resident: fc.nat(),
  day: fc.integer({ min: 1, max: 85 }),
  length: fc.integer({ min: 1, max: 14 }),
  amount: fc.integer({ min: 1_000, max: 300_000 }),
  part: fc.integer({ min: 10, max: 100 }),
  refund: fc.boolean(),
})
export type StayStep = typeof stepOf extends fc.Arbitrary<infer T> ? T : never
export const randomStaySteps = (seed: number, count: number): StayStep[] => fc.sample(stepOf, { seed, numRuns: count })

const dayAt = (days: number) =>
  new Date(Date.parse('2026-03-01T00:00:00Z') + days * 86_400_000).toISOString().slice(0, 10)

export interface World {
  app: TestApp
  /** A cashier with every right, and another who agrees to what the first asks for. */
  token: string
  second: string
  residents: string[]
  ruleId: string
}

interface Bill {
  id: string
  month: string
  state: string
  open: number
  paid: number
}

export async function openWorld(app: TestApp, fees: readonly LivedFee[]): Promise<World> {
  const [token, second] = await Promise.all([
    app.signIn('zhengkai', 'Yiyuan2026'),
    app.signIn('wangjianguo', 'Yiyuan2026'),
  ])
  const stays = leaving(app)
  const residents: string[] = []
  for (const start of ['2026-03-01', '2026-03-05', '2026-03-20', '2026-04-11'])
    residents.push(await stays.moveIn(start, fees))
  const ruleId = newId()
  const add = `insert into discount_rule (org_id, set_id, name, type, threshold_fen, benefit_fen, per_threshold, cap_fen, scope,
    stackable, valid_from, valid_to) values ($1, $2::varchar, $2::varchar, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
  for (const rule of [
    [ruleId, 1, 50_000, 2_000, true, 10_000, 'PRESTORE', false, '2026-01-01', null],
    [newId(), 2, 400_000, 9_999, true, 19_998, 'BILL', true, '2026-01-01', null],
    [newId(), 2, 150_000, 3_333, false, null, 'BILL', true, '2026-04-01', '2026-04-30'],
    [newId(), 2, 500_000, 21_111, false, null, 'BILL', false, '2026-01-01', '2026-05-10'],
  ]) {
    await app.app.pool.query(add, [DEMO_ORG, ...rule])
  }
  return { app, token, second, residents, ruleId }
}

const query = async <T>(world: World, text: string, values: unknown[]) =>
  (await world.app.app.pool.query(text, values)).rows as T[]

const billsOf = (world: World, resident: string) =>
  query<Bill>(
    world,
    `select bill_id as id, month, state, (receivable_fen - paid_fen)::int as open, paid_fen::int as paid from bill
     where oldman_id = $1 and kind = 'MONTH' and stage = 'ISSUED' order by month desc`,
    [resident],
  )

const statusOf = async (world: World, resident: string) =>
  (
    await query<{ status: number; state: string | null; start: string }>(
      world,
      `select t.status, (select e.state from settlement e where e.oldman_id = t.oldman_id) as state, s.start_date::text as start
       from oldman t join stay s on s.oldman_id = t.oldman_id where t.oldman_id = $1`,
      [resident],
    )
  )[0]!

/** Whether it was done; a refusal in words is no fault, anything else is thrown. */
async function asked(answer: Promise<{ status: number; desc: string }>): Promise<boolean> {
  const { status, desc } = await answer
  if (status >= 50_000) throw new Error(`${status} ${desc}`)
  return status === 200
}

async function outing(world: World, resident: string, { day, length }: StayStep): Promise<boolean> {
  const { start, status } = await statusOf(world, resident)
  const from = dayAt(day)
  const to = dayAt(day + length)
  if (status !== 1 || from <= start || to > LAST_DAY) return false
  const clash = await query(
    world,
    'select 1 from outing where oldman_id = $1 and actual_out::date <= $3::date and actual_return::date >= $2::date',
    [resident, from, to],
  )
  if (clash.length > 0) return false
  await query(
    world,
    `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, out_type, reason, plan_out, plan_return, companion,
       companion_phone, companion_relation, applicant_id, state, actual_out, actual_return)
     values ($1, $2::text, $2::text, $3::text, $3::text, '1', '回家', $4::date + time '09:00', $5::date + time '09:00', '王强',
       '13800001111', '20', 'nobody', 3, $4::date + time '09:00', $5::date + time '09:00')`,
    [DEMO_ORG, newId(), resident, from, to],
  )
  return true
}

/** The first of the agreed fees gets another price from a day on. */
async function level(world: World, resident: string, { day, amount }: StayStep): Promise<boolean> {
  const { status } = await statusOf(world, resident)
  const at = dayAt(day)
  if (status !== 1 || at > LAST_DAY) return false
  const [row] = await query<{ id: string; child: string }>(
    world,
    `select fee_set_id as id, project_child_id as child from fee_set where stay_id = $1 and to_date is null and from_date < $2
     order by project_child_id limit 1`,
    [resident, at],
  )
  if (!row) return false
  await query(world, 'update fee_set set to_date = $2 where fee_set_id = $1', [row.id, at])
  await query(
    world,
    `insert into fee_set (org_id, fee_set_id, stay_id, project_child_id, price_fen, from_date) values ($1, $2, $3, $4, $5, $6)`,
    [DEMO_ORG, newId(), resident, row.child, amount, at],
  )
  return true
}

async function closeMonth(world: World): Promise<boolean> {
  const { app, token } = world
  const list = await app.ask<{ months: { month: string; can: string[] }[] }>(
    'GET',
    `${monthClose.calls.list.path}?year=2026`,
    { token },
  )
  const month = list.data.months.filter((one) => one.can.includes('close')).at(-1)?.month
  if (!month) return false
  const checks = await app.ask<{ key: string }[]>('GET', `${monthClose.calls.check.path}?month=${month}`, { token })
  const accepted = checks.data.map((one) => one.key)
  return asked(app.ask('POST', monthClose.calls.close.path, { token, body: { month, accepted } }))
}

async function openMonth(world: World): Promise<boolean> {
  const { app, token, second } = world
  const [closed] = await query<{ month: string }>(
    world,
    'select month from month_close where org_id = $1 and closed order by month desc limit 1',
    [DEMO_ORG],
  )
  if (!closed) return false
  const done = await asked(
    app.ask('POST', monthClose.calls.ask.path, { token, body: { month: closed.month, reason: '随机' } }),
  )
  const [request] = await query<{ id: string }>(
    world,
    `select request_id as id from reopen_request where org_id = $1 and state = 'ASKED' limit 1`,
    [DEMO_ORG],
  )
  return (
    done &&
    Boolean(request) &&
    asked(
      app.ask('PUT', monthClose.calls.decide.path, { token: second, body: { requestId: request!.id, agree: true } }),
    )
  )
}

/** Whether it was done (true) or refused by a rule (false). */
export async function takeStayStep(world: World, step: StayStep): Promise<boolean> {
  const { app, token } = world
  const resident = world.residents[step.resident % world.residents.length]!
  const stays = leaving(app)
  const desk = settling(app.ask, token)
  const body = (more: object) => ({ token, body: { oldmanId: resident, ...more } })
  const cash = (amountFen: number) => [{ source: 'CASH', way: 2, amountFen }]
  const bills = await billsOf(world, resident)
  const { status, state, start } = await statusOf(world, resident)
  switch (step.act) {
    case 'bill': {
      // Months follow one another: one that is left out was billed elsewhere.
      const next = MONTHS.find((month) => month >= start.slice(0, 7) && !bills.some((bill) => bill.month >= month))
      if (status !== 1 || !next) return false
      return (await stays.bill(resident, next)).made > 0
    }
    case 'pay': {
      const bill = bills.findLast((one) => one.open > 0)
      if (!bill) return false
      const amountFen = Math.max(1, Math.floor((bill.open * step.part) / 100))
      return asked(
        app.ask('POST', `${COST}/pay`, body({ kind: 'BILL', billIds: [bill.id], payments: cash(amountFen) })),
      )
    }
    case 'prestore': {
      const ruleId = step.amount >= 50_000 ? world.ruleId : null
      return asked(app.ask('POST', `${COST}/pay`, body({ kind: 'PRESTORE', ruleId, payments: cash(step.amount) })))
    }
    case 'antiSettle': {
      const bill = bills.find((one) => one.paid > 0)
      if (!bill) return false
      const outside = step.refund ? 'REFUND' : 'BALANCE'
      return asked(
        app.ask('PUT', `${COST}/payBack/antiSettle/${bill.id}`, { token, body: { reason: '随机', outside } }),
      )
    }
    case 'void': {
      const bill = bills[0]
      if (!bill || bill.paid > 0) return false
      return asked(app.ask('DELETE', `${COST}/payBack/${bill.id}?reason=${encodeURIComponent('随机')}`, { token }))
    }
    case 'charge': {
      const what = { kind: 'ONCE', name: '理发', priceFen: step.amount, quantity: 1, day: dayAt(step.day) }
      return asked(app.ask('POST', charge.calls.add.path, body(what)))
    }
    case 'outing':
      return outing(world, resident, step)
    case 'level':
      return level(world, resident, step)
    case 'closeMonth':
      return closeMonth(world)
    case 'openMonth':
      return openMonth(world)
    case 'leave': {
      const end = dayAt(Math.max(step.day, 60))
      const late = await query(world, 'select 1 from fee_set where stay_id = $1 and from_date >= $2', [resident, end])
      if (state === null && late.length === 0) await stays.moveOut(resident, end)
      return state === 'CONFIRMED' ? false : asked(desk.settle(resident, PLAIN_FORM))
    }
    case 'revoke':
      return state === 'CONFIRMED' && asked(desk.revoke(resident))
  }
}

/** What the stay costs by its bills and the last one, and as if nothing had ever been billed. */
export async function pricesOf(world: World, resident: string): Promise<{ billed: number; never: number } | null> {
  const { pool } = world.app.app
  const { state, status } = await statusOf(world, resident)
  if (state === 'CONFIRMED') return null
  const [row] = await query<{ end: string | null }>(
    world,
    'select end_date::text as end from stay where stay_id = $1',
    [resident],
  )
  const day = status === 2 ? row!.end! : LAST_DAY
  const bills = await query<{ id: string; fen: number }>(
    world,
    `select bill_id as id, receivable_fen::int as fen from bill where oldman_id = $1 and kind = 'MONTH' and stage = 'ISSUED'`,
    [resident],
  )
  const rest = await finalBillOf(pool, DEMO_ORG, resident, day)
  const never = await finalBillOf(pool, DEMO_ORG, resident, day, { without: bills.map((bill) => bill.id) })
  return { billed: bills.reduce((sum, bill) => sum + bill.fen, rest.receivableFen), never: never.receivableFen }
}
