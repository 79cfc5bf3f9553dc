// List prices by the day they hold from. Fees that were agreed at the list price may follow a new one: their rows end on that
// day and new ones begin. Issued bills stay as they are.

import type pg from 'pg'
import { type Fen, yuanText } from '#contract/kit/money'
import { invalid, notFound } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import { onEveryStart } from '#server/kit/presets'
import { systemTransaction } from '#server/kit/system'

/** The list price of a child on a day: SQL over fee_child `c`. */
export const priceOn = (
  day: string,
) => `coalesce((select held.price_fen from fee_price held where held.org_id = c.org_id
  and held.project_child_id = c.project_child_id and held.from_date <= ${day} order by held.from_date desc limit 1), c.price_fen)`

interface Child {
  name: string
  /** Up to the day before. */
  before: number
  /** Set for that very day already. */
  same: number | null
  past: boolean
}

const CHILD = `select c.name, ${priceOn('$3::date - 1')} as before, $3::date < current_date as past,
  (select p.price_fen from fee_price p where p.org_id = c.org_id and p.project_child_id = c.project_child_id
    and p.from_date = $3::date) as same
from fee_child c where c.org_id = $1 and c.project_child_id = $2`

async function childAt(client: pg.Pool | pg.ClientBase, orgId: string, childId: string, day: string): Promise<Child> {
  const found = await client.query<Child>(CHILD, [orgId, childId, day])
  const child = found.rows[0]
  if (!child) throw notFound('收费子项')
  if (child.past) throw invalid('生效日期不能早于今天：已经过去的日子按原价计费', 'fromDate')
  return child
}

/** Rows of agreed fees that count on the day or later, in stays that are not over by then. */
const REACHED = `from fee_set f join stay s on s.org_id = f.org_id and s.stay_id = f.stay_id
where f.org_id = $1 and f.project_child_id = $2 and (f.to_date is null or f.to_date > greatest(f.from_date, $3::date))
  and (s.end_date is null or s.end_date > $3::date)`

const EFFECT = `select count(distinct s.oldman_id) filter (where f.price_fen = any($4))::int as residents,
  count(distinct s.oldman_id) filter (where f.price_fen <> all($4))::int as others,
  count(distinct s.oldman_id) filter (where f.price_fen = any($4) and exists (select 1 from bill b where b.org_id = s.org_id
    and b.oldman_id = s.oldman_id and b.kind = 'MONTH' and b.stage = 'ISSUED' and b.period_end >= $3::date))::int as billed
${REACHED}`

/** Both the price that held before and one set for the same day by mistake: whoever follows the list has one of them. */
const listPrices = (child: Child) => [...new Set([child.before, ...(child.same === null ? [] : [child.same])])]

const TODAY = `select to_char(current_date, 'YYYY-MM-DD') as today`

export async function priceEffect(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  childId: string,
  asked: string | null,
) {
  const day = asked ?? (await client.query<{ today: string }>(TODAY)).rows[0]!.today
  const child = await childAt(client, orgId, childId, day)
  const found = await client.query<{ residents: number; others: number; billed: number }>(EFFECT, [
    orgId,
    childId,
    day,
    listPrices(child),
  ])
  return { oldPriceFen: child.before as Fen, ...found.rows[0]! }
}

// A row that begins on the day or later never counts at the old price; it stands there with no days.
const SPLIT = `with hit as (select f.* ${REACHED} and f.price_fen = any($4) and f.price_fen <> $5 order by f.fee_set_id for update of f),
ended as (update fee_set f set to_date = greatest(f.from_date, $3::date) from hit
  where f.org_id = hit.org_id and f.fee_set_id = hit.fee_set_id),
begun as (insert into fee_set (org_id, fee_set_id, stay_id, project_child_id, price_fen, quantity, from_date, to_date)
  select org_id, md5(fee_set_id || ':' || $3 || ':' || clock_timestamp()), stay_id, project_child_id, $5, quantity,
    greatest(from_date, $3::date), to_date from hit returning stay_id)
select count(distinct s.oldman_id)::int as synced from begun b join stay s on s.org_id = $1 and s.stay_id = b.stay_id`

const SET = `insert into fee_price (org_id, project_child_id, from_date, price_fen, user_name) values ($1, $2, $3, $4, $5)
on conflict (org_id, project_child_id, from_date) do update set price_fen = excluded.price_fen, user_name = excluded.user_name,
  created_at = clock_timestamp()`

/** What it cost until now stands in the list as well, from the day the child was made. */
const FIRST = `insert into fee_price (org_id, project_child_id, from_date, price_fen, user_name, created_at)
select c.org_id, c.project_child_id, least(c.created_at::date, current_date), c.price_fen, $3, c.created_at from fee_child c
where c.org_id = $1 and c.project_child_id = $2 and not exists (
  select 1 from fee_price p where p.org_id = c.org_id and p.project_child_id = c.project_child_id)`

const FOLLOW = `update fee_child c set price_fen = ${priceOn('current_date')}, version = version + 1
where c.org_id = $1 and ($2::text is null or c.project_child_id = $2) and c.price_fen <> ${priceOn('current_date')}
returning c.name, c.price_fen as "priceFen"`

export interface PriceInput {
  priceFen: number
  fromDate: string
  syncResidents: boolean
}

/** The child is locked. Answers how many residents follow. */
export async function setPrice(tx: Tx, childId: string, input: PriceInput): Promise<number> {
  const child = await childAt(tx.client, tx.orgId, childId, input.fromDate)
  if (input.priceFen === child.before && child.same === null) {
    throw invalid(`${input.fromDate} 前的单价就是 ${yuanText(child.before)} 元，没有变化`, 'priceFen')
  }
  await tx.client.query(FIRST, [tx.orgId, childId, tx.by.name])
  await tx.client.query(SET, [tx.orgId, childId, input.fromDate, input.priceFen, tx.by.name])
  let synced = 0
  if (input.syncResidents) {
    const split = await tx.client.query<{ synced: number }>(SPLIT, [
      tx.orgId,
      childId,
      input.fromDate,
      listPrices(child),
      input.priceFen,
    ])
    synced = split.rows[0]!.synced
  }
  await tx.client.query(FOLLOW, [tx.orgId, childId])
  tx.log({
    remark: `收费子项「${child.name}」自 ${input.fromDate} 起单价 ${yuanText(input.priceFen)} 元${
      input.syncResidents ? `，同步 ${synced} 位老人` : ''
    }`,
    targetType: 'feeChild',
    targetId: childId,
    changes: { priceFen: [child.same ?? child.before, input.priceFen], fromDate: [null, input.fromDate] },
  })
  return synced
}

// Rows that began with the price go; those that ended for it run on to where the others would have ended.
const REJOIN = `with gone as (select f.* from fee_set f where f.org_id = $1 and f.project_child_id = $2 and f.from_date = $3::date
    and f.price_fen = $4 and (f.to_date is null or f.to_date > f.from_date) for update),
old as (select f.fee_set_id, gone.fee_set_id as gone_id, gone.to_date, gone.stay_id from fee_set f join gone on gone.stay_id = f.stay_id
    and gone.quantity = f.quantity
  where f.org_id = $1 and f.project_child_id = $2 and f.to_date = $3::date and f.from_date < $3::date and f.price_fen = $5
  for update of f),
reopened as (update fee_set f set to_date = old.to_date from old where f.org_id = $1 and f.fee_set_id = old.fee_set_id),
ended as (update fee_set f set to_date = f.from_date from old where f.org_id = $1 and f.fee_set_id = old.gone_id)
select count(distinct s.oldman_id)::int as synced from old join stay s on s.org_id = $1 and s.stay_id = old.stay_id`

/** A price whose day has not come is taken back, with the agreed fees that were split for it. The child is locked. */
export async function takePriceBack(tx: Tx, childId: string, day: string): Promise<number> {
  const found = await tx.client.query<{ name: string; price: number; before: number; future: boolean }>(
    `select c.name, p.price_fen as price, ${priceOn('$3::date - 1')} as before,
       p.from_date > current_date as future
     from fee_price p join fee_child c on c.org_id = p.org_id and c.project_child_id = p.project_child_id
     where p.org_id = $1 and p.project_child_id = $2 and p.from_date = $3::date`,
    [tx.orgId, childId, day],
  )
  const price = found.rows[0]
  if (!price) throw notFound('调价')
  if (!price.future) throw invalid('这个价格已经生效，不能撤回，请再设置一个新的价格', 'fromDate')
  await tx.client.query('delete from fee_price where org_id = $1 and project_child_id = $2 and from_date = $3', [
    tx.orgId,
    childId,
    day,
  ])
  const rejoined = await tx.client.query<{ synced: number }>(REJOIN, [
    tx.orgId,
    childId,
    day,
    price.price,
    price.before,
  ])
  const synced = rejoined.rows[0]!.synced
  tx.log({
    remark: `撤回收费子项「${price.name}」${day} 起 ${yuanText(price.price)} 元的调价${synced > 0 ? `，恢复 ${synced} 位老人` : ''}`,
    targetType: 'feeChild',
    targetId: childId,
    changes: { priceFen: [price.price, price.before] },
  })
  return synced
}

/** Prices whose day has come become the price of the list. */
export async function followPrices(app: AppContext): Promise<void> {
  const due = await app.pool.query<{ org_id: string }>(
    `select distinct c.org_id from fee_child c where c.price_fen <> ${priceOn('current_date')}`,
  )
  for (const { org_id: orgId } of due.rows) {
    await systemTransaction(app, orgId, '收费子项', '调价生效', async (tx) => {
      const changed = await tx.client.query<{ name: string; priceFen: number }>(FOLLOW, [orgId, null])
      const words = changed.rows.map((row) => `${row.name} ${yuanText(row.priceFen)} 元`)
      tx.log({ remark: `调价生效：${words.join('、')}`, targetType: 'feeChild' })
    })
  }
}

export const pricesJob = defineJob('expense.prices', (_: object, app) => followPrices(app))
export const pricesEveryDay = defineCron(pricesJob, '1 0 * * *')
onEveryStart('feePrices', followPrices)
