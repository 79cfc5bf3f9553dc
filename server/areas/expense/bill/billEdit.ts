// Correcting a draft: its lines, the discount, the day it falls due. Every line keeps where it came from; what a person
// changed says so.

import type { billing, LineFormData } from '#contract/expense/bill'
import { ruleWords } from '#contract/expense/discountWords'
import type { DataOf, InputOf } from '#contract/kit/call'
import { type Fen, fen, share, yuanText } from '#contract/kit/money'
import { invalid, notFound } from '#contract/kit/refusal'
import { refuseHidden } from '#server/areas/expense/account/amountsHidden'
import {
  type BillDiscount,
  billDiscount,
  type DiscountRule,
  ruleHolds,
  rulesFor,
} from '#server/areas/expense/discountRule/discountApply'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { dayText, endOfMonth } from './billDays.ts'
import type { NewLine } from './billNewLine.ts'
import { FROM, IN_SCOPE } from './billSql.ts'
import { type LockedBill, lockBills, refuseUnless, replaceLines, sumsOf } from './billWrite.ts'

type Edit = InputOf<typeof billing.calls.edit>

/** The bills lie in the caller's departments; one that does not is not found. */
export async function requireBills(tx: Tx, who: Caller, billIds: readonly string[]): Promise<void> {
  const found = await tx.client.query<{ count: number }>({
    name: 'bills_in_scope',
    text: `select count(*)::int as count from ${FROM} where ${IN_SCOPE} and t.bill_id = any($3)`,
    values: [who.orgId, who.deptIds, billIds],
  })
  if (found.rows[0]!.count < new Set(billIds).size) throw notFound('账单')
}

type StoredLine = Line & { lineId: string; quantity: number }

const LINES = `select l.line_id as "lineId", l.project_child_id as "projectChildId", l.category, l.name, l.spec, l.cycle, l.unit,
  l.price_fen as "priceFen", l.quantity::int as quantity, l.days, l.amount_fen as "amountFen", l.discount_fen as "discountFen",
  l.subsidy_fen as "subsidyFen", l.source, l.date_from as "dateFrom", l.date_to as "dateTo", l.basis, l.bed_id as "bedId",
  l.ref_kind as "refKind", l.ref_id as "refId", coalesce(c.can_discount, false) and l.ref_kind is distinct from 'charge'
    and not (l.source = 'ADJUST' and l.ref_kind in ('month', 'manual')) and (l.ref_kind is not null or l.amount_fen > 0)
    as "canDiscount",
  coalesce(c.billing = 'POST' and c.cycle <> 'ONCE', false) as post
from bill_line l left join fee_child c on c.org_id = l.org_id and c.project_child_id = l.project_child_id
where l.org_id = $1 and l.bill_id = $2 order by l.sort, l.line_id`

const CHILDREN = `select c.project_child_id as id, c.name, p.category, c.unit, c.can_discount as "canDiscount", c.enabled
from fee_child c join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id
where c.org_id = $1 and c.project_child_id = any($2)`

interface Child {
  id: string
  name: string
  category: string
  unit: string | null
  canDiscount: boolean
}

const OTHER = '99'
/** Says that a person decided the amount. */
export const BY_HAND = '人工修改'

/** `post`: asked for with the bill of the month after. */
type Line = NewLine & { canDiscount: boolean; post?: boolean }

function changed(was: StoredLine, sent: LineFormData): Line {
  const touched = sent.amountFen !== was.amountFen || sent.priceFen !== was.priceFen || sent.quantity !== was.quantity
  if (touched && was.refKind === 'charge') {
    throw invalid(`“${was.name}”来自费用登记，金额请在登记处修改；本张账单不收，请删除这一行`, 'lines')
  }
  const basis = touched
    ? [was.basis?.split(`；${BY_HAND}`)[0], `${BY_HAND}，原 ${yuanText(was.amountFen)}`].filter(Boolean).join('；')
    : was.basis
  const { lineId: _, ...kept } = was
  return {
    ...kept,
    name: sent.name,
    spec: sent.spec ?? null,
    unit: sent.unit ?? was.unit ?? null,
    priceFen: sent.priceFen,
    quantity: sent.quantity,
    amountFen: sent.amountFen,
    subsidyFen: sent.subsidyFen ?? 0,
    dateFrom: sent.dateFrom ?? was.dateFrom ?? null,
    dateTo: sent.dateTo ?? was.dateTo ?? null,
    basis: basis ?? null,
    // What a person decided for a month of service is not corrected by the next bill.
    refKind: touched && was.refKind === 'month' ? 'manual' : (was.refKind ?? null),
  }
}

/** An agreed fee that is left out stays as a line of nothing: otherwise the next bill would ask for it again. */
function waived({ lineId: _, ...was }: StoredLine): Line[] {
  if (was.refKind !== 'month' && was.refKind !== 'manual') return []
  const basis = `${BY_HAND}：本期不收，原 ${yuanText(was.amountFen)}`
  return [{ ...was, amountFen: 0, discountFen: 0, subsidyFen: 0, refKind: 'manual', basis, spec: '本期不收' }]
}

function added(sent: LineFormData, children: ReadonlyMap<string, Child>, bill: { start: string; end: string }): Line {
  const child = sent.projectChildId ? children.get(sent.projectChildId) : undefined
  if (sent.projectChildId && !child) throw invalid(`收费项目“${sent.name}”不存在或已停用`, 'lines')
  const amountFen = share(sent.priceFen as Fen, sent.quantity, 1000)
  if (amountFen === 0) throw invalid(`“${sent.name}”的金额不能为零`, 'lines')
  if (sent.dateFrom && sent.dateTo && sent.dateTo < sent.dateFrom) {
    throw invalid(`“${sent.name}”的结束日期早于开始日期`, 'lines')
  }
  return {
    projectChildId: child?.id ?? null,
    category: child?.category ?? OTHER,
    name: sent.name,
    spec: sent.spec ?? null,
    cycle: 'ONCE',
    unit: sent.unit ?? child?.unit ?? null,
    priceFen: sent.priceFen,
    quantity: sent.quantity,
    amountFen,
    subsidyFen: sent.subsidyFen ?? 0,
    source: child && amountFen > 0 ? 'ONCE' : 'ADJUST',
    dateFrom: sent.dateFrom ?? bill.start,
    dateTo: sent.dateTo ?? bill.end,
    basis: `${BY_HAND}：新增`,
    canDiscount: (child?.canDiscount ?? false) && amountFen > 0,
  }
}

async function linesOf(tx: Pick<Tx, 'client' | 'orgId'>, billId: string): Promise<StoredLine[]> {
  const found = await tx.client.query<StoredLine>({ name: 'bill_lines_edit', text: LINES, values: [tx.orgId, billId] })
  return found.rows
}

interface Planned {
  lines: Line[]
  ruleId: string | null
  ruleName: string | null
  /** In force for the bill, to choose from. */
  rules: DiscountRule[]
  /** Those that were chosen. */
  used: readonly DiscountRule[]
}

const HEAD = `select month, rule_id as "ruleId", rule_name as "ruleName", rules, period_start as start, period_end as end, remark,
  due_date as "dueDate", version, state from bill where org_id = $1 and bill_id = $2`

interface Head {
  month: string
  rules: DiscountRule[] | null
  ruleId: string | null
  ruleName: string | null
  start: string
  end: string
  remark: string | null
  dueDate: string
  version: number
  state: string
}

async function headOf(tx: Pick<Tx, 'client' | 'orgId'>, billId: string): Promise<Head> {
  const found = await tx.client.query<Head>({ name: 'bill_edit_head', text: HEAD, values: [tx.orgId, billId] })
  return found.rows[0]!
}

/** Without a word a draft keeps the rules it was made with. */
function chosen(rules: readonly DiscountRule[], input: string | null, head: Head): readonly DiscountRule[] {
  if (input === null && head.rules) return head.rules
  const way = input ?? (head.ruleId || head.ruleName ? 'AUTO' : 'NONE')
  if (way === 'AUTO') return rules
  if (way === 'NONE') return []
  const rule = rules.find((one) => one.setId === way)
  if (!rule) throw invalid('所选优惠规则已停用或不在有效期内', 'rule')
  return [rule]
}

/** The month whose bill a line belongs on, as billOf has it. */
function monthOfLine(line: Line, month: string): string {
  if (line.post) return month
  if (line.refKind === 'outing') return line.dateFrom?.slice(0, 7) ?? month
  return (line.refKind === 'month' || line.refKind === 'manual') && line.refId ? line.refId : month
}

const days = (month: string) => [`${month}-01`, dayText(endOfMonth(month) - 1)] as const

/** Every month for itself; one that an earlier bill asked for is only corrected here, and gets no discount again. */
function discounted(lines: readonly Line[], used: readonly DiscountRule[], month: string) {
  const asked = new Set([
    month,
    ...lines.filter((l) => l.source !== 'ADJUST' && l.source !== 'LEAVE').map((l) => monthOfLine(l, month)),
  ])
  const lineFen = lines.map(() => 0)
  const rules: BillDiscount['rules'] = []
  for (const due of [...asked].sort()) {
    const at = lines.flatMap((line, i) => (monthOfLine(line, month) === due ? [i] : []))
    const given = billDiscount(
      used.filter((rule) => ruleHolds(rule, ...days(due))),
      at.map((i) => {
        const { projectChildId = null, amountFen, canDiscount } = lines[i]!
        return { projectChildId, amountFen, canDiscount }
      }),
    )
    at.forEach((i, n) => {
      lineFen[i] = given.lineFen[n]!
    })
    rules.push(...given.rules)
  }
  return { lineFen, rules: rules.sort((a, b) => b.fen - a.fen) }
}

/** The lines as they would be, with their discounts. */
async function plan(tx: Pick<Tx, 'client' | 'orgId'>, billId: string, input: Edit, head: Head): Promise<Planned> {
  const stored = await linesOf(tx, billId)
  const sent = input.lines
  const childIds = sent?.flatMap((line) => (line.tradeMonthDetailId ? [] : (line.projectChildId ?? []))) ?? []
  const found = await tx.client.query<Child>({
    name: 'bill_edit_children',
    text: CHILDREN,
    values: [tx.orgId, childIds],
  })
  const children = new Map(found.rows.map((child) => [child.id, child]))
  const seen = new Set<string>()
  const lines: Line[] = sent
    ? sent.map((line) => {
        if (!line.tradeMonthDetailId) return added(line, children, head)
        const was = stored.find((one) => one.lineId === line.tradeMonthDetailId)
        if (!was || seen.has(was.lineId)) throw invalid(`明细“${line.name}”已不在这张账单上，请刷新后重试`, 'lines')
        seen.add(was.lineId)
        return changed(was, line)
      })
    : stored.map(({ lineId: _, ...line }) => line)
  if (sent && sent.length > 0) lines.push(...stored.filter((one) => !seen.has(one.lineId)).flatMap(waived))
  if (lines.length === 0) throw invalid('账单至少保留一条明细；整张不要，请删除账单', 'lines')
  const all = await rulesFor(tx.client, tx.orgId, 'BILL')
  const rules = all.filter((rule) => ruleHolds(rule, head.start, head.end))
  const used = chosen(rules, input.rule ?? null, head)
  const given = discounted(lines, used, head.month)
  return {
    lines: lines.map((line, i) => ({ ...line, discountFen: given.lineFen[i]! })),
    ruleId: given.rules[0]?.setId ?? null,
    ruleName: [...new Set(given.rules.map((rule) => rule.name))].join('、') || null,
    rules,
    used,
  }
}

const idOf = (input: Edit): string => {
  if (!input.tradeMonthId) throw invalid('请指定要修改的账单', 'tradeMonthId')
  return input.tradeMonthId
}

export function previewEdit(who: Caller, input: Edit): Promise<DataOf<typeof billing.calls.editPreview>> {
  const billId = idOf(input)
  return readOnly(who, async (tx) => {
    await refuseHidden(tx.client, tx.orgId, who)
    await requireBills(tx as Tx, who, [billId])
    const planned = await plan(tx, billId, input, await headOf(tx, billId))
    const sums = sumsOf(planned.lines)
    return {
      totalFen: fen(sums.totalFen),
      discountFen: fen(sums.discountFen),
      subsidyFen: fen(sums.subsidyFen),
      receivableFen: fen(sums.totalFen - sums.discountFen - sums.subsidyFen),
      lineDiscounts: planned.lines.map((line) => fen(line.discountFen ?? 0)),
      ruleNames: planned.ruleName ?? '',
      rules: planned.rules.map((rule) => ({ setId: rule.setId, name: rule.name, words: ruleWords(rule) })),
    }
  })
}

/** A look leaves no log row, so it takes a connection of its own. */
async function readOnly<T>(who: Caller, look: (tx: Pick<Tx, 'client' | 'orgId'>) => Promise<T>): Promise<T> {
  const client = await who.app.pool.connect()
  try {
    return await look({ client, orgId: who.orgId })
  } finally {
    client.release()
  }
}

const SAVE = `update bill set due_date = $3, remark = $4, rule_id = $5, rule_name = $6, version = $7, rules = $8 where org_id = $1 and bill_id = $2`

const said = (lines: readonly NewLine[]) => lines.map((line) => `${line.name} ${yuanText(line.amountFen)}`).join('；')

/** Answers the id of the bill. */
export async function editBill(tx: Tx, who: Caller, input: Edit): Promise<string> {
  const billId = idOf(input)
  await refuseHidden(tx.client, tx.orgId, who)
  await requireBills(tx, who, [billId])
  const [bill] = (await lockBills(tx, [billId])) as [LockedBill]
  refuseUnless(bill, ['DRAFT'], '修改')
  await refuseStale(tx, billId, input.version, bill.version)
  const head = await headOf(tx, billId)
  const today = (await tx.client.query<{ today: string }>('select current_date as today')).rows[0]!.today
  if (input.dueDate && input.dueDate < today) throw invalid('到期日不能早于今天', 'dueDate')
  const before = await linesOf(tx, billId)
  const planned = await plan(tx, billId, input, head)
  const saved = await replaceLines(
    tx,
    billId,
    planned.lines.map(({ canDiscount: _, post: _p, ...line }) => line),
  )
  const dueDate = input.dueDate ?? head.dueDate
  const remark = input.remark === undefined ? head.remark : input.remark
  const { ruleId, ruleName } = planned
  const used = JSON.stringify(planned.used)
  await tx.client.query(SAVE, [tx.orgId, billId, dueDate, remark, ruleId, ruleName, saved.version, used])
  tx.log({
    remark: `修改账单 ${bill.billNo}，应收 ${yuanText(bill.receivableFen)} → ${yuanText(saved.receivableFen)} 元`,
    targetType: 'bill',
    targetId: billId,
    changes: changesBetween(
      {
        lines: said(before),
        totalFen: bill.totalFen,
        discountFen: bill.discountFen,
        ruleName: head.ruleName,
        dueDate: head.dueDate,
        remark: head.remark,
      },
      {
        lines: said(planned.lines),
        totalFen: saved.totalFen,
        discountFen: saved.discountFen,
        ruleName: planned.ruleName,
        dueDate,
        remark,
      },
    ),
  })
  return billId
}
