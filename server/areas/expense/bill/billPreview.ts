// The next bill of a resident, as things stand and under an assumption, side by side. Reads only.

import type pg from 'pg'
import { type BillPreviewData, billPreview, feesOfText, ruleOfText } from '#contract/expense/billPreview'
import { DiscountType } from '#contract/expense/discountWords'
import { feeChild } from '#contract/expense/feeChild'
import type { InputOf } from '#contract/kit/call'
import { fen } from '#contract/kit/money'
import { invalid, notFound } from '#contract/kit/refusal'
import { pathWords } from '#contract/platform/placeNames'
import { amountsHidden } from '#server/areas/expense/account/amountsHidden'
import { hideMoney } from '#server/areas/expense/account/hideMoney'
import { type DiscountRule, ruleHolds, rulesFor } from '#server/areas/expense/discountRule/discountApply'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { requireResident } from '#server/areas/residents/public'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { inDepts } from '#server/kit/tenant'
import { type AssumedItem, type Assumption, assumed, stayBegins } from './billAssume.ts'
import { rowsOf } from './billCompare.ts'
import { addMonths, dayOf, dayText, endOfMonth, monthOf } from './billDays.ts'
import { LEAVE_COLUMNS, readFacts } from './billFacts.ts'
import { billOf, type StayFacts } from './billOf.ts'

type Input = InputOf<typeof billPreview.calls.next>

const STAY = `select t.oldman_name as name, current_date as today, a.balance_fen + a.gift_fen as "balanceFen",
  (select s.stay_id from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null) as "stayId",
  array(select b.month from bill b where b.org_id = t.org_id and b.oldman_id = t.oldman_id and b.kind = 'MONTH' and b.stage <> 'VOID'
    and b.month >= to_char(current_date, 'YYYY-MM')) as billed
from oldman t left join elder_account a on a.org_id = t.org_id and a.oldman_id = t.oldman_id
where t.org_id = $1 and t.oldman_id = $2`

const BED = `select b.bed_id as "bedId", concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name) as path from bed b
join room r on r.org_id = b.org_id and r.room_id = b.room_id left join location l on l.org_id = r.org_id and l.location_id = r.area
where b.org_id = $1 and b.bed_id = $2 and ${inDepts('r', '$3')}`

const LEVEL = `select level_name as name, price_fen as "priceFen" from nursing_level where org_id = $1 and level_id = $2`

const ITEMS = `select c.project_child_id as "childId", c.name, p.category, c.cycle, c.unit, c.prorate, c.billing,
  ${LEAVE_COLUMNS}, c.can_discount as "canDiscount", p.sort * 1000 + c.sort as sort
from fee_child c join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id
where c.org_id = $1 and c.project_child_id = any($2)`

interface Known {
  name: string
  today: string
  balanceFen: number | null
  stayId: string | null
  billed: string[]
}

async function one<Row extends object>(
  client: pg.Pool,
  name: string,
  text: string,
  values: unknown[],
): Promise<Row | undefined> {
  return (await client.query<Row>({ name, text, values })).rows[0]
}

async function itemsOf(pool: pg.Pool, orgId: string, encoded: string, field: string): Promise<AssumedItem[]> {
  const wanted = feesOfText(encoded)
  const found = await pool.query<Omit<AssumedItem, 'priceFen' | 'quantity'>>({
    name: 'preview_items',
    text: ITEMS,
    values: [orgId, wanted.map((fee) => fee.projectChildId)],
  })
  return wanted.map(({ projectChildId, priceFen, quantity }) => {
    const item = found.rows.find((row) => row.childId === projectChildId)
    if (!item) throw invalid(`选择的${feeChild.title}不存在，请刷新后重新选择`, field)
    if (quantity === 0) throw invalid(`“${item.name}”的数量要大于零`, field)
    return { ...item, priceFen, quantity }
  })
}

interface Assumed {
  assumption: Assumption | null
  words: string | null
}

async function assumptionOf(who: Caller, input: Input, day: string, facts: StayFacts | null): Promise<Assumed> {
  const { pool } = who.app
  const { orgId } = who
  const words: string[] = []
  const [level, bed, fees, bedFee] = await Promise.all([
    input.levelId
      ? one<{ name: string; priceFen: number }>(pool, 'preview_level', LEVEL, [orgId, input.levelId])
      : null,
    input.bedId
      ? one<{ bedId: string; path: string }>(pool, 'preview_bed', BED, [orgId, input.bedId, who.deptIds])
      : null,
    input.fees ? itemsOf(pool, orgId, input.fees, 'fees') : null,
    input.bedFee ? itemsOf(pool, orgId, input.bedFee, 'bedFee') : null,
  ])
  if (input.levelId && !level) throw notFound('护理等级')
  if (input.bedId && !bed) throw notFound('床位')
  if (input.outFrom && input.outTo && input.outTo <= input.outFrom) throw invalid('返回日期要晚于外出日期', 'outTo')
  const from = `${day.slice(5)} 起`
  const before = facts?.levels.findLast((one) => one.from <= day)?.name ?? '未定'
  if (level && before !== level.name) words.push(`${from}护理等级 ${before} → ${level.name}`)
  const was = facts?.beds.findLast((one) => one.from <= day)?.path
  if (bed && was !== bed.path) {
    const to = pathWords(bed.path)
    words.push(was ? `${from}床位 ${pathWords(was)} → ${to}` : `${from}入住 ${to}`)
  }
  if (fees && facts) words.push(`${from}按所选费用项目`)
  const outing = input.outFrom && input.outTo ? { from: input.outFrom, to: input.outTo } : null
  if (outing) words.push(`${outing.from.slice(5)} 外出，${outing.to.slice(5)} 返回`)
  if (input.endDate) words.push(`${input.endDate.slice(5)} 退住`)
  const any = level || bed || fees || bedFee || outing || input.endDate || input.checkIn
  if (!any) return { assumption: null, words: null }
  const trial = input.trial ?? (input.checkIn ? false : undefined)
  return {
    assumption: {
      day,
      level: level ?? null,
      bed: bed ?? null,
      fees,
      bedFee: bedFee?.[0] ?? null,
      outing,
      end: input.endDate ?? null,
      ...(trial !== undefined && { trial }),
    },
    words: words.length > 0 ? words.join('，') : null,
  }
}

async function chosenRules(who: Caller, input: Input, month: string) {
  const rules = await rulesFor(who.app.pool, who.orgId, 'BILL')
  const { ruleId, rule, withoutRule } = input
  if (rule || withoutRule) {
    const others = rules.filter((one) => one.setId !== withoutRule)
    const name = input.ruleName?.trim() || '新规则'
    return { rules, chosen: [...(rule ? [assumedRule(rule, name)] : []), ...others] }
  }
  if (!ruleId) return { rules, chosen: rules }
  const chosen = rules.find((one) => one.setId === ruleId)
  if (!chosen) throw invalid('选择的优惠规则不存在或已停用', 'ruleId')
  if (!ruleHolds(chosen, `${month}-01`, dayText(endOfMonth(month) - 1))) {
    throw invalid(`优惠规则“${chosen.name}”的有效期不包括 ${month} 的账单，请重新选择`, 'ruleId')
  }
  return { rules, chosen: [chosen] }
}

function assumedRule(encoded: string, name: string): DiscountRule {
  const rule = ruleOfText(encoded)
  // Without days it holds on every day.
  const days = { validFrom: rule.validFrom ?? '0001-01-01', validTo: rule.validTo ?? null }
  return { setId: 'assumed', name, type: DiscountType.is.less, ...rule, ...days }
}

function monthFor(input: Input, known: Known): string {
  if (input.month) return input.month
  const now = monthOf(known.today)
  if (input.checkIn && input.day && monthOf(input.day) > now) return monthOf(input.day)
  let month = now
  while (known.billed.includes(month)) month = addMonths(month, 1)
  return month
}

async function next(input: Input, who: Caller): Promise<BillPreviewData> {
  const { pool } = who.app
  const { orgId } = who
  await requireResident(pool, who, input.oldmanId)
  const known = await one<Known>(pool, 'preview_stay', STAY, [orgId, input.oldmanId])
  if (!known) throw notFound('老人')
  const month = monthFor(input, known)
  const day = input.day ?? (`${month}-01` > known.today ? `${month}-01` : known.today)
  const [cost, { countCheckoutDay }, discount, found] = await Promise.all([
    feeSettingsOf(pool, orgId),
    residenceSettingOf(pool, orgId),
    chosenRules(who, input, month),
    readFacts(pool, orgId, known.stayId ? [known.stayId] : [], { month }),
  ])
  const facts = found[0] ?? null
  const { assumption, words } = await assumptionOf(who, input, day, facts)
  const asOf = [known.today, input.outTo ?? '', `${month}-01`].reduce((a, b) => (b > a ? b : a))
  const setting = { divisor: cost.divisor, countCheckoutDay, rules: discount.rules, asOf }
  const was = facts && billOf(facts, month, setting)
  const then = !assumption ? facts : facts ? assumed(facts, assumption) : stayBegins(input.oldmanId, assumption)
  const will = then && billOf(then, month, { ...setting, rules: discount.chosen })
  const assumes = assumption !== null || Boolean(input.ruleId || input.rule || input.withoutRule)
  const chosen = input.ruleId || input.rule ? discount.chosen[0]?.name : null
  const stopped = input.withoutRule && !input.rule ? '停用这条优惠' : null
  const shown = will ?? was
  const preview: BillPreviewData = {
    oldmanId: input.oldmanId,
    oldmanName: known.name,
    month,
    periodStart: shown?.periodStart ?? null,
    periodEnd: shown?.periodEnd ?? null,
    assumes,
    assumption: [words, chosen && `使用优惠“${chosen}”`, stopped].filter(Boolean).join('，') || null,
    rows: rowsOf(was, will),
    asIsFen: fen(was?.receivableFen ?? 0),
    assumedFen: fen(will?.receivableFen ?? 0),
    differenceFen: fen((will?.receivableFen ?? 0) - (was?.receivableFen ?? 0)),
    balanceFen: fen(known.balanceFen ?? 0),
    days: shown ? dayOf(shown.periodEnd) - dayOf(shown.periodStart) + 1 : 0,
  }
  return (await amountsHidden(pool, orgId, who)) ? hidden(preview) : preview
}

/** The words of how an amount came about say the amount too. */
const hidden = (preview: BillPreviewData): BillPreviewData => ({
  ...hideMoney(preview),
  rows: preview.rows.map((one) => ({ ...hideMoney(one), basis: null, basisBefore: null })),
})

export default implement(billPreview, { next: (input, who) => next(input, who) })
