// The facts that bills are made from, read for many residents at once: a handful of statements for any number of them.

import type pg from 'pg'
import { OUTING_REAL } from '#contract/live/outingMoves'
import type { DiscountRule } from '#server/areas/expense/discountRule/discountApply'
import { addMonths } from './billDays.ts'
import { DISCOUNT_REF } from './billLines.ts'
import type { NewLine } from './billNewLine.ts'
import type { FeeFact, OutingFact } from './billPieces.ts'
import { type BilledFact, type ChargeFact, HORIZON, type StayFacts } from './billStay.ts'

type Client = pg.Pool | pg.ClientBase

interface StayRow {
  oldmanId: string
  stayId: string
  start: string
  end: string | null
  trialUntil: string | null
  payDay: number
}

/** A trial that still runs has no end that counts: its days are trial until they are not. */
const STAYS = `select s.oldman_id as "oldmanId", s.stay_id as "stayId", s.start_date as start, s.end_date as "end", s.pay_day as "payDay",
  case when s.trial_start is not null and s.formal_date is not null then s.formal_date
    when s.kind = 'TRIAL' then date '9999-01-01' end as "trialUntil"
from stay s where s.org_id = $1 and s.stay_id = any($2) order by s.oldman_id`

/** What an item `c` takes off for absences. */
export const LEAVE_COLUMNS = `c.leave_tiers as "leaveTiers", c.leave_count_from as "leaveCountFrom", c.leave_since as "leaveSince"`

const FEES = `select f.stay_id as "stayId", f.project_child_id as "childId", c.name, p.category, c.cycle, c.unit, c.prorate, c.billing,
  ${LEAVE_COLUMNS}, c.can_discount as "canDiscount", p.sort * 1000 + c.sort as sort, f.price_fen as "priceFen",
  f.quantity, f.from_date as "from", f.to_date as "to"
from fee_set f join fee_child c on c.org_id = f.org_id and c.project_child_id = f.project_child_id
join fee_project p on p.org_id = c.org_id and p.project_id = c.project_id
where f.org_id = $1 and f.stay_id = any($2) and (f.to_date is null or f.to_date > f.from_date)
order by f.stay_id, f.project_child_id, f.from_date`

/** Where a bed is, as people say it. */
const PATH = `concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name)`

const BEDS = `select o.stay_id as "stayId", o.bed_id as "bedId", ${PATH} as path, lower(o.days) as "from", upper(o.days) as "to"
from occupancy o join bed b on b.org_id = o.org_id and b.bed_id = o.bed_id
join room r on r.org_id = b.org_id and r.room_id = b.room_id
left join location l on l.org_id = r.org_id and l.location_id = r.area
where o.org_id = $1 and o.stay_id = any($2) and o.kind = 'STAY' and not isempty(o.days)
order by o.stay_id, lower(o.days)`

/** Those of days lived here and to come; a day whose level is not known has none. */
const LEVELS = `select x.stay_id as "stayId", x.from_date as "from", v.level_name as name
from stay_level x join stay s on s.org_id = x.org_id and s.stay_id = x.stay_id
join nursing_level v on v.org_id = x.org_id and v.level_id = x.level_id
where x.org_id = $1 and x.stay_id = any($2) and (x.from_date = s.start_date or s.end_date is null or x.from_date < s.end_date)
order by x.stay_id, x.from_date`

/** Away from the day of leaving to the day of return, by the clock in China. */
const OUTINGS = `select stay_id as "stayId", out_id as "outId", out_no as "outNo", reason, actual_out::date as "from",
  actual_return::date as "to"
from outing where org_id = $1 and stay_id = any($2) and actual_out is not null and state in (${OUTING_REAL})
  and coalesce(actual_return, now()) >= $3::date
order by actual_out`

const CHARGES = `select c.oldman_id as "oldmanId", c.charge_id as "chargeId", c.kind, c.project_child_id as "childId", c.category, c.name,
  c.unit, c.price_fen as "priceFen", c.quantity, c.amount_fen as "amountFen", c.insured_fen as "insuredFen", c.day
from charge c where c.org_id = $1 and c.oldman_id = any($2) and (c.state = 'WAITING' or (c.state = 'BILLED' and (c.bill_id = any($4)
  or ($3 and exists (select from bill b where b.org_id = c.org_id and b.bill_id = c.bill_id and b.stage = 'DRAFT')))))
order by c.oldman_id, c.day, c.charge_id`

/** Bills that stand, and those that count as not made (`again`). */
const OWN = `b.org_id = $1 and b.stay_id = any($2) and b.month >= $3 and b.kind in ('MONTH', 'FINAL')
  and (b.stage = 'ISSUED' or (b.stage = 'DRAFT' and not $4))`

const BILLED = `select b.stay_id as "stayId", l.ref_kind as kind, l.ref_id as ref, l.project_child_id as "childId",
  min(l.category) as category, coalesce(min(c.name), min(l.name)) as name, b.month, b.bill_id = any($5) as again,
  case when l.ref_kind = 'outing' then to_char(l.date_from, 'YYYY-MM') end as service,
  coalesce(c.billing = 'POST' and c.cycle <> 'ONCE', false) as post, coalesce(c.can_discount, false) as "canDiscount",
  sum(l.amount_fen)::bigint as "amountFen", sum(l.discount_fen)::bigint as "discountFen", sum(l.subsidy_fen)::bigint as "subsidyFen",
  l.source = 'CARRY' as carried
from bill b join bill_line l on l.org_id = b.org_id and l.bill_id = b.bill_id
left join fee_child c on c.org_id = l.org_id and c.project_child_id = l.project_child_id
where ${OWN} and l.ref_kind is distinct from 'charge'
group by 1, 2, 3, 4, 7, 8, 9, 10, 11, 15`

/** The rules a bill was made with; one from before they were kept has at most the rule it names. */
const HEADS = `select b.stay_id as "stayId", b.month, b.kind, b.bill_id = any($5) as again, b.rules,
  (select jsonb_agg(jsonb_build_object('setId', r.set_id, 'name', r.name, 'type', r.type, 'scope', r.scope,
      'thresholdFen', r.threshold_fen, 'benefitFen', r.benefit_fen, 'perThreshold', r.per_threshold, 'capFen', r.cap_fen,
      'projectChildId', r.project_child_id, 'stackable', r.stackable, 'validFrom', r.valid_from, 'validTo', r.valid_to))
    from discount_rule r where b.rules is null and r.org_id = b.org_id and r.set_id = b.rule_id) as former
from bill b where ${OWN}`

/** What people put or decided on bills that count as not made. */
const KEPT = `select b.stay_id as "stayId", b.month, coalesce(c.can_discount, false) and l.amount_fen > 0 as "canDiscount",
  l.project_child_id as "projectChildId", l.category, l.name, l.spec, l.cycle, l.unit, l.price_fen as "priceFen", l.quantity, l.days,
  l.amount_fen as "amountFen", l.subsidy_fen as "subsidyFen", l.source, l.date_from as "dateFrom", l.date_to as "dateTo",
  l.basis, l.bed_id as "bedId", l.ref_kind as "refKind", l.ref_id as "refId"
from bill b join bill_line l on l.org_id = b.org_id and l.bill_id = b.bill_id
left join fee_child c on c.org_id = l.org_id and c.project_child_id = l.project_child_id
where b.org_id = $1 and b.stay_id = any($2) and b.bill_id = any($3) and l.source <> 'CARRY'
  and (l.ref_kind is null or l.ref_kind = 'manual')
order by b.month, l.sort, l.line_id`

interface BilledRow {
  stayId: string
  kind: 'month' | 'manual' | 'outing' | typeof DISCOUNT_REF | null
  ref: string | null
  childId: string | null
  category: string
  name: string
  month: string
  again: boolean
  /** Of an absence. */
  service: string | null
  post: boolean
  canDiscount: boolean
  amountFen: number
  discountFen: number
  subsidyFen: number
  carried: boolean
}

interface HeadRow {
  stayId: string
  month: string
  kind: 'MONTH' | 'FINAL'
  again: boolean
  rules: DiscountRule[] | null
  former: DiscountRule[] | null
}

type KeptRow = NewLine & { stayId: string; month: string; canDiscount: boolean }

const by = <Row, K extends keyof Row>(rows: readonly Row[], key: K): Map<Row[K], Row[]> => {
  const map = new Map<Row[K], Row[]>()
  for (const row of rows) {
    const list = map.get(row[key])
    if (list) list.push(row)
    else map.set(row[key], [row])
  }
  return map
}

export interface FactsInput {
  /** yyyy-MM of the bill. */
  month: string
  /** Drafts do not count as billed and their charges still wait: for the last bill, which replaces them. */
  issuedOnly?: boolean
  /** Bills that count as not made. */
  without?: readonly string[]
}

/** In the order of the residents. A stay that is not known is left out. */
export async function readFacts(
  client: Client,
  orgId: string,
  stayIds: readonly string[],
  input: FactsInput,
): Promise<StayFacts[]> {
  if (stayIds.length === 0) return []
  const first = addMonths(input.month, -HORIZON)
  const issued = input.issuedOnly ?? false
  const ask = <Row extends object>(name: string, text: string, ...more: unknown[]) =>
    client.query<Row>({ name, text, values: [orgId, stayIds, ...more] })
  const without = input.without ?? []
  const [stays, fees, beds, levels, outings, billed, heads, kept] = await Promise.all([
    ask<StayRow>('facts_stays', STAYS),
    ask<FeeFact & { stayId: string }>('facts_fees', FEES),
    ask<{ stayId: string; bedId: string; path: string; from: string; to: string | null }>('facts_beds', BEDS),
    ask<{ stayId: string; from: string; name: string }>('facts_levels', LEVELS),
    ask<OutingFact & { stayId: string }>('facts_outings', OUTINGS, `${first}-01`),
    ask<BilledRow>('facts_billed', BILLED, first, issued, without),
    ask<HeadRow>('facts_heads', HEADS, first, issued, without),
    without.length > 0 ? ask<KeptRow>('facts_kept', KEPT, without) : { rows: [] },
  ])
  const oldmanIds = stays.rows.map((row) => row.oldmanId)
  const charges = await client.query<ChargeFact & { oldmanId: string }>({
    name: 'facts_charges',
    text: CHARGES,
    values: [orgId, oldmanIds, issued, without],
  })
  const maps = {
    fees: by(fees.rows, 'stayId'),
    beds: by(beds.rows, 'stayId'),
    levels: by(levels.rows, 'stayId'),
    outings: by(outings.rows, 'stayId'),
    billed: by(billed.rows, 'stayId'),
    heads: by(heads.rows, 'stayId'),
    kept: by(kept.rows, 'stayId'),
    charges: by(charges.rows, 'oldmanId'),
  }
  return stays.rows.map((stay) => {
    return {
      oldmanId: stay.oldmanId,
      stayId: stay.stayId,
      start: stay.start,
      end: stay.end,
      trialUntil: stay.trialUntil,
      payDay: stay.payDay,
      fees: maps.fees.get(stay.stayId) ?? [],
      beds: maps.beds.get(stay.stayId) ?? [],
      levels: maps.levels.get(stay.stayId) ?? [],
      outings: maps.outings.get(stay.stayId) ?? [],
      charges: maps.charges.get(stay.oldmanId) ?? [],
      ...billedOf(maps.heads.get(stay.stayId) ?? [], maps.billed.get(stay.stayId) ?? []),
      kept: (maps.kept.get(stay.stayId) ?? []).map(({ stayId: _, month, canDiscount, ...line }) => ({
        month,
        canDiscount,
        line,
      })),
    }
  })
}

type Billed = Pick<
  StayFacts,
  'billed' | 'billedLeave' | 'billedMonths' | 'billedDiscounts' | 'added' | 'rules' | 'again' | 'carriedFen'
>

function billedOf(heads: readonly HeadRow[], rows: readonly BilledRow[]): Billed {
  const billed: BilledFact[] = []
  const billedLeave: StayFacts['billedLeave'][number][] = []
  const billedDiscounts: StayFacts['billedDiscounts'][number][] = []
  const added: StayFacts['added'][number][] = []
  const again = new Set(heads.filter((head) => head.again).map((head) => head.month))
  const rules: Record<string, readonly DiscountRule[] | null> = {}
  for (const { month, kind, rules: own, former, again: anew } of heads) {
    if (kind === 'MONTH') rules[month] = own ?? (anew ? (former ?? []) : null)
  }
  let carriedFen = 0
  for (const row of rows) {
    const { childId, category, name, month, post, amountFen, discountFen, subsidyFen } = row
    if (row.again) {
      if (row.kind === 'month' && !post) again.add(row.ref!)
    } else if (row.carried) carriedFen += amountFen
    else if (row.kind === 'outing') billedLeave.push({ outId: row.ref!, childId, service: row.service!, amountFen })
    else if (row.kind === DISCOUNT_REF) billedDiscounts.push({ month: row.ref!, amountFen })
    else if (row.kind === null) {
      added.push({ month, childId, canDiscount: row.canDiscount && amountFen > 0, amountFen, discountFen })
    } else {
      const manual = row.kind === 'manual'
      billed.push({
        childId,
        category,
        name,
        service: row.ref!,
        month,
        post,
        manual,
        amountFen,
        discountFen,
        subsidyFen,
      })
    }
  }
  const billedMonths = heads.filter((head) => !head.again).map((head) => head.month)
  return { billed, billedLeave, billedMonths, billedDiscounts, added, rules, again: [...again], carriedFen }
}
