// Prices of care projects by the day they hold from: the one that holds on a day is the last that began by then.
import type pg from 'pg'
import { yuanText } from '#contract/kit/money'
import { invalid, notFound } from '#contract/kit/refusal'
import type { CarePriceData, CareProjectData } from '#contract/nursing/project'
import type { Tx } from '#server/kit/caller'

/** The price of care_project `t` on a day (SQL), null where it is free then. */
export const priceOn = (day: string) => `case when t.charged then (select held.price_fen from care_project_price held
  where held.org_id = t.org_id and held.project_id = t.project_id and held.from_date <= ${day}
  order by held.from_date desc limit 1) end`

/** A column of the next price that is set already. */
export const nextPrice = (column: string) => `case when t.charged then (select ${column} from care_project_price n
  where n.org_id = t.org_id and n.project_id = t.project_id and n.from_date > current_date order by n.from_date limit 1) end`

const PRICES = `select to_char(t.from_date, 'YYYY-MM-DD') as "fromDate", t.price_fen as "priceFen", t.user_name as "userName",
  t.created_at as "createTime", case when t.from_date > current_date then 'future'
    when row_number() over (partition by t.from_date > current_date order by t.from_date desc) = 1 then 'now' else 'past' end as "when"
from care_project_price t where t.org_id = $1 and t.project_id = $2 order by t.from_date desc`

export async function pricesOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  projectId: string,
): Promise<CarePriceData[]> {
  const found = await client.query<CarePriceData>(PRICES, [orgId, projectId])
  return found.rows
}

const SET = `insert into care_project_price (org_id, project_id, from_date, price_fen, user_name) values ($1, $2, $3, $4, $5)
on conflict (org_id, project_id, from_date) do update set price_fen = excluded.price_fen, user_name = excluded.user_name,
  created_at = now()`

const CHARGED = `update care_project set charged = true, version = version + 1 where org_id = $1 and project_id = $2`

/** From a day on, today or later; of a project that is held. Null: today. */
export async function setPrice(
  tx: Tx,
  { projectId, projectName }: Pick<CareProjectData, 'projectId' | 'projectName'>,
  { priceFen, fromDate }: { priceFen: number; fromDate: string | null },
): Promise<void> {
  const day = await tx.client.query<{ day: string; past: boolean; before: number | null }>(
    `select to_char(x.day, 'YYYY-MM-DD') as day, x.day < current_date as past,
      (select p.price_fen from care_project_price p where p.org_id = $1 and p.project_id = $2 and p.from_date <= x.day
        order by p.from_date desc limit 1) as before
    from (select coalesce($3::date, current_date) as day) x`,
    [tx.orgId, projectId, fromDate],
  )
  const { day: from, past, before } = day.rows[0]!
  if (past) throw invalid('生效日期不能早于今天：已经做过的按原价计费', 'fromDate')
  await tx.client.query(SET, [tx.orgId, projectId, from, priceFen, tx.by.name])
  await tx.client.query(CHARGED, [tx.orgId, projectId])
  tx.log({
    remark: `护理项目“${projectName}”${from} 起单价 ${before === null ? '' : `${yuanText(before)} → `}${yuanText(priceFen)} 元`,
    targetType: 'careProject',
    targetId: projectId,
    changes: { priceFen: [before, priceFen] },
  })
}

const DAY = /^\d{4}-\d\d-\d\d$/

/** What has begun has been used; only what is still to come goes. */
export async function takePriceBack(
  tx: Tx,
  { projectId, projectName }: Pick<CareProjectData, 'projectId' | 'projectName'>,
  fromDate: string,
): Promise<void> {
  if (!DAY.test(fromDate) || Number.isNaN(Date.parse(fromDate))) throw notFound('调价')
  const found = await tx.client.query<{ future: boolean; priceFen: number; only: boolean }>(
    `select from_date > current_date as future, price_fen as "priceFen", not exists (select 1 from care_project_price o
      where o.org_id = p.org_id and o.project_id = p.project_id and o.from_date <> p.from_date) as only
    from care_project_price p where org_id = $1 and project_id = $2 and from_date = $3`,
    [tx.orgId, projectId, fromDate],
  )
  const price = found.rows[0]
  if (!price) throw notFound('调价')
  if (!price.future) throw invalid('这个价格已经生效，不能撤回；请从今天或以后另设新价', 'fromDate')
  await tx.client.query('delete from care_project_price where org_id = $1 and project_id = $2 and from_date = $3', [
    tx.orgId,
    projectId,
    fromDate,
  ])
  // Without any price it is free again.
  await tx.client.query(
    'update care_project set charged = charged and not $3, version = version + 1 where org_id = $1 and project_id = $2',
    [tx.orgId, projectId, price.only],
  )
  tx.log({
    remark: `撤回护理项目“${projectName}”${fromDate} 起 ${yuanText(price.priceFen)} 元的调价`,
    targetType: 'careProject',
    targetId: projectId,
    changes: { priceFen: [price.priceFen, null] },
  })
}
