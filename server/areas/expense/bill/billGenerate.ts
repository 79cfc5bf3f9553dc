// Making the bills of a month: one for every resident who lives here, in batches, with progress. Made again it adds nothing.

import { yuanText } from '#contract/kit/money'
import { invalid } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import { ORG_ADMITTED } from '#contract/platform/session'
import { rulesFor } from '#server/areas/expense/discountRule/discountApply'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { tellMoney } from '#server/areas/expense/ledger/tellMoney'
import { writeReceipts } from '#server/areas/expense/receipt/receiptWrite'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob, defineRun, type Run } from '#server/kit/jobDefinition'
import { startRun } from '#server/kit/jobRun'
import { systemTransaction } from '#server/kit/system'
import { inDepts } from '#server/kit/tenant'
import { addMonths, dayOf, dayText, endOfMonth, monthOf } from './billDays.ts'
import { deductBills, type Papers } from './billDeduct.ts'
import { readFacts } from './billFacts.ts'
import { type BillDraft, billOf, type StayFacts } from './billOf.ts'
import { addBills, issueBills, type NewBill } from './billWrite.ts'

const BATCH = 500
/** So many are counted while the database writes those before them and reads those after them. */
const PIECE = 125
const TITLE = '生成账单'
const MONTH = /^\d{4}-(0[1-9]|1[0-2])$/

export interface GenerationInput {
  /** yyyy-MM */
  month: string
  /** Only these; everybody in scope unless told. */
  oldmanIds?: readonly string[] | null
  /** Issue at once, whatever the setting says. */
  issue?: boolean | null
}

export interface Generated {
  month: string
  /** Residents who live here in the month. */
  residents: number
  /** Had a bill of the month before. */
  existing: number
  made: number
  /** Lived here, but there was nothing to ask for. */
  empty: number
  issued: number
  totalFen: number
  /** Taken from balances at once. */
  deductedFen: number
}

export const STAYS = `select s.stay_id as "stayId", exists (select from bill b where b.org_id = s.org_id and b.oldman_id = s.oldman_id
    and b.month = $4 and b.kind = 'MONTH' and b.stage <> 'VOID') as billed
from stay s join oldman t on t.org_id = s.org_id and t.oldman_id = s.oldman_id
where s.org_id = $1 and s.end_date is null and s.start_date < $2::date and t.status in (${IN_HOUSE})
  and ${inDepts('t', '$3')} and ($5::text[] is null or s.oldman_id = any($5))
order by s.oldman_id`

/**
 * Day by which it is to be paid: so many days after it is made, and not before the day that was agreed. One made ahead of
 * its month counts from the day bills are made in that month, as the settings and the account say.
 */
export function dueDateOf(
  facts: Pick<StayFacts, 'payDay'>,
  month: string,
  asOf: string,
  { billDay, dueDays }: { billDay: number; dueDays: number },
): string {
  const onDay = (day: number) => `${month}-${String(day).padStart(2, '0')}`
  const made = asOf > onDay(billDay) ? asOf : onDay(billDay)
  const given = dayText(dayOf(made) + dueDays)
  const agreed = onDay(facts.payDay)
  return agreed > given ? agreed : given
}

export const newBillOf = (facts: StayFacts, draft: BillDraft, dueDate: string): NewBill => ({
  oldmanId: facts.oldmanId,
  stayId: facts.stayId,
  month: draft.month,
  kind: 'MONTH',
  periodStart: draft.periodStart,
  periodEnd: draft.periodEnd,
  bedPath: draft.bedPath,
  levelName: draft.levelName,
  dueDate,
  ruleId: draft.ruleId,
  ruleName: draft.ruleName,
  rules: draft.rules,
  lines: draft.lines,
})

/** Two runs at once would read the same facts: the second waits for the batch of the first. */
const ALONE = `select pg_advisory_xact_lock(hashtextextended('bills:' || $1, 0)), current_date as today`

/** Facts are read one piece ahead; the bills are written in the order of the residents. */
async function addInPieces(
  tx: Tx,
  month: string,
  stayIds: readonly string[],
  draftsOf: (facts: readonly StayFacts[]) => NewBill[],
): Promise<{ made: string[]; drafted: number }> {
  const read = (from: number) => {
    const facts = readFacts(tx.client, tx.orgId, stayIds.slice(from, from + PIECE), { month })
    // Waited for below, after what was sent before it.
    facts.catch(() => undefined)
    return facts
  }
  const made: string[] = []
  let drafted = 0
  let writing: Promise<void> = Promise.resolve()
  let next = read(0)
  try {
    for (let from = 0; from < stayIds.length; from += PIECE) {
      const facts = await next
      if (from + PIECE < stayIds.length) next = read(from + PIECE)
      const drafts = draftsOf(facts)
      drafted += drafts.length
      writing = writing.then(async () => void made.push(...(await addBills(tx, drafts))))
      writing.catch(() => undefined)
    }
  } finally {
    // What went wrong first is what is told: everything after it fails only because of it.
    await writing
  }
  return { made, drafted }
}

async function makeBatch(tx: Tx, input: GenerationInput, stayIds: readonly string[], sums: Generated): Promise<void> {
  const { month } = input
  const alone = await tx.client.query<{ today: string }>({ name: 'bills_alone', text: ALONE, values: [tx.orgId] })
  const { today } = alone.rows[0]!
  const [cost, { countCheckoutDay }, rules] = await Promise.all([
    feeSettingsOf(tx.client, tx.orgId),
    residenceSettingOf(tx.client, tx.orgId),
    rulesFor(tx.client, tx.orgId, 'BILL'),
  ])
  const setting = { divisor: cost.divisor, countCheckoutDay, rules, asOf: today }
  const draftsOf = (facts: readonly StayFacts[]): NewBill[] => {
    const drafts: NewBill[] = []
    for (const one of facts) {
      const draft = billOf(one, month, setting)
      if (draft) drafts.push(newBillOf(one, draft, dueDateOf(one, month, today, cost)))
      else sums.empty += 1
    }
    return drafts
  }
  const { made, drafted } = await addInPieces(tx, month, stayIds, draftsOf)
  sums.made += made.length
  sums.existing += drafted - made.length
  if ((input.issue ?? cost.autoIssue) && made.length > 0) {
    const issued = await issueBills(tx, made)
    sums.issued += issued.length
    sums.totalFen += issued.reduce((sum, bill) => sum + bill.receivableFen, 0)
    const papers: Papers = new Map()
    if (cost.autoDeduct) sums.deductedFen += await deductBills(tx, issued, cost.giftFirst, papers)
    tellMoney(
      tx,
      issued.map((bill) => bill.oldmanId),
    )
    await writeReceipts(tx, [...papers.values()])
  } else {
    const sum = await tx.client.query<{ fen: number }>({
      name: 'bills_sum',
      text: 'select coalesce(sum(receivable_fen), 0)::bigint as fen from bill where org_id = $1 and bill_id = any($2)',
      values: [tx.orgId, made],
    })
    sums.totalFen += sum.rows[0]!.fen
  }
  tx.log({ remark: `生成 ${month} 月账单 ${made.length} 张`, targetType: 'bill', targetId: month })
}

interface Maker {
  pool: AppContext['pool']
  orgId: string
  deptIds: readonly string[] | null
  tx(work: (tx: Tx) => Promise<void>): Promise<void>
  /** Between batches. */
  told(done: number, total: number): Promise<void>
}

export async function generateBills(maker: Maker, input: GenerationInput): Promise<Generated> {
  const found = await maker.pool.query<{ stayId: string; billed: boolean }>({
    name: 'bills_stays',
    text: STAYS,
    values: [maker.orgId, dayText(endOfMonth(input.month)), maker.deptIds, input.month, input.oldmanIds ?? null],
  })
  const open = found.rows.filter((row) => !row.billed).map((row) => row.stayId)
  const existing = found.rows.length - open.length
  const sums: Generated = {
    month: input.month,
    residents: found.rows.length,
    existing,
    made: 0,
    empty: 0,
    issued: 0,
    totalFen: 0,
    deductedFen: 0,
  }
  await maker.told(existing, found.rows.length)
  for (let from = 0; from < open.length; from += BATCH) {
    const batch = open.slice(from, from + BATCH)
    await maker.tx((tx) => makeBatch(tx, input, batch, sums))
    await maker.told(existing + from + batch.length, found.rows.length)
  }
  return sums
}

export function sayGenerated(sums: Generated): string {
  const words = [`${sums.month} 月账单生成 ${sums.made} 张，应收合计 ${yuanText(sums.totalFen)} 元`]
  if (sums.issued > 0) words.push(`已出账 ${sums.issued} 张`)
  if (sums.deductedFen > 0) words.push(`余额自动扣款 ${yuanText(sums.deductedFen)} 元`)
  if (sums.existing > 0) words.push(`${sums.existing} 人已有账单，未重复生成`)
  if (sums.empty > 0) words.push(`${sums.empty} 人没有应收费用`)
  return words.join('，')
}

async function perform(input: GenerationInput, run: Run) {
  const who = await run.caller()
  const sums = await generateBills(
    {
      pool: run.app.pool,
      orgId: run.orgId,
      deptIds: who.deptIds,
      tx: (work) => who.tx(work),
      told: async (done, total) => {
        await run.throwIfCancelled()
        await run.progress(done, total)
      },
    },
    input,
  )
  return { result: sums, message: sayGenerated(sums), route: `/expense/bill?month=${input.month}` }
}

export const generation = defineRun<GenerationInput>('expense.generateBills', perform)

/** Bills are made up to the month after this one. */
export function requireBillMonth(month: string, today: string, closed: string | null = null): void {
  if (!MONTH.test(month)) throw invalid('请选择账期月份', 'month')
  if (closed !== null && month <= closed) {
    throw invalid(`${month} 已经结账，不能再生成账单；漏收的费用请登记为调整，随下期账单收取`, 'month')
  }
  const last = addMonths(monthOf(today), 1)
  if (month > last) throw invalid(`最多可以提前生成到 ${last} 的账单`, 'month')
}

/** `call` is the one that asks for it: its permission is asked again when the run begins. Answers the run's id. */
export async function startGeneration(
  tx: Tx,
  who: Caller,
  call: { key: string },
  input: GenerationInput,
): Promise<string> {
  const { rows } = await tx.client.query<{ today: string; closed: string | null }>(
    'select current_date as today, closed_until($1) as closed',
    [tx.orgId],
  )
  requireBillMonth(input.month, rows[0]!.today, rows[0]!.closed)
  tx.log({ remark: `生成 ${input.month} 月账单`, targetType: 'bill', targetId: input.month })
  const { month, oldmanIds = null, issue = null } = input
  return startRun(tx, who, {
    kind: generation.name,
    title: `${TITLE} ${month}`,
    call: call.key,
    payload: { month, oldmanIds, issue },
  })
}

const HOUSES = `select o.org_id as "orgId", to_char(current_date, 'YYYY-MM') as month, extract(day from current_date)::int as day,
  exists (select from bill b where b.org_id = o.org_id and b.month = to_char(current_date, 'YYYY-MM') and b.kind = 'MONTH') as begun
from organization o where o.org_status in (${ORG_ADMITTED})`

/** A server that was off on the bill day makes up for it within these days. */
const LATE_DAYS = 2

/** On the bill day, for the month it lies in, where the organisation wants it. */
export async function generateWhereDue(app: AppContext): Promise<void> {
  const houses = await app.pool.query<{ orgId: string; month: string; day: number; begun: boolean }>(HOUSES)
  for (const { orgId, month, day, begun } of houses.rows) {
    const { autoGenerate, billDay } = await feeSettingsOf(app.pool, orgId)
    const late = day > billDay && day <= billDay + LATE_DAYS && !begun
    if (!autoGenerate || (day !== billDay && !late)) continue
    await generateBills(
      {
        pool: app.pool,
        orgId,
        deptIds: null,
        tx: (work) => systemTransaction(app, orgId, '账单', '自动生成账单', work),
        told: async () => undefined,
      },
      { month },
    )
  }
}

const due = defineJob('expense.generateDue', (_: object, app) => generateWhereDue(app))
export const billJobs = [due, defineCron(due, '35 0 * * *')]
