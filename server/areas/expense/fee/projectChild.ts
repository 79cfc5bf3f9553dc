// Handlers of the children of fee items.
import { DiscountStatus } from '#contract/expense/discountWords'
import {
  type LeaveCountValue,
  type LeaveTierData,
  leaveWords,
  type PriceData,
  type ProjectChildData,
  type ProjectChildDetailData,
  projectChild,
} from '#contract/expense/projectChild'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { requireValues, storesDictionary } from '#server/areas/systemSetting/public'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { saveOrder } from '#server/kit/order'
import { contains, pageOfRows } from '#server/kit/page'
import { refuseUsed } from './feeItems.ts'
import { priceEffect, setPrice, takePriceBack } from './feePrice.ts'

storesDictionary({ dictionaryCode: 'chargeCycle', what: '收费子项・计费周期', table: 'fee_child', column: 'cycle' })

onConstraint(
  'fee_child_name',
  () => new Refusal('ALREADY_EXISTS', { what: '这个收费项目下同名的子项' }, 'projectChildName'),
)

const NEXT = (column: string) => `(select ${column} from fee_price n where n.org_id = t.org_id
  and n.project_child_id = t.project_child_id and n.from_date > current_date order by n.from_date limit 1)`

const CYCLE = `coalesce((select v.label from dictionary d join dictionary_value v on v.org_id = d.org_id
    and v.dictionary_id = d.dictionary_id
  where d.org_id = t.org_id and d.dictionary_code = 'chargeCycle' and v.value = t.cycle), t.cycle)`

const ROW = `t.project_child_id as "projectChildId", t.name as "projectChildName", t.project_id as "projectId",
  p.name as "projectName", p.category, t.cycle, ${CYCLE} as "cycleName", t.unit, t.price_fen as "priceFen",
  ${NEXT('n.price_fen')} as "nextPriceFen", ${NEXT("to_char(n.from_date, 'YYYY-MM-DD')")} as "nextPriceFrom",
  t.tax_rate as "taxRate", t.refundable, t.prorate, t.billing, t.leave_tiers as "leaveTiers",
  t.leave_count_from as "leaveCountFrom", t.can_discount as "canDiscount",
  t.remark, t.enabled, t.sort, (select count(distinct s.oldman_id)::int from fee_set f
    join stay s on s.org_id = f.org_id and s.stay_id = f.stay_id where f.org_id = t.org_id
    and f.project_child_id = t.project_child_id and f.from_date <= current_date
    and (f.to_date is null or f.to_date > current_date)) as residents,
  t.created_at as "createTime", t.version`

const JOIN = 'join fee_project p on p.org_id = t.org_id and p.project_id = t.project_id'

const PRICES = `select to_char(t.from_date, 'YYYY-MM-DD') as "fromDate", t.price_fen as "priceFen", t.user_name as "userName",
  t.created_at as "createTime", case when t.from_date > current_date then 'future'
    when row_number() over (partition by t.from_date > current_date order by t.from_date desc) = 1 then 'now' else 'past' end as "when"
from fee_price t where t.org_id = $1 and t.project_child_id = $2 order by t.from_date desc`

type Client = Pick<Tx['client'], 'query'>

async function one(client: Client, orgId: string, childId: string): Promise<ProjectChildDetailData> {
  const found = await client.query<ProjectChildData>(
    `select ${ROW} from fee_child t ${JOIN} where t.org_id = $1 and t.project_child_id = $2`,
    [orgId, childId],
  )
  const row = found.rows[0]
  if (!row) throw notFound('收费子项')
  const prices = await client.query<PriceData>(PRICES, [orgId, childId])
  return { ...row, prices: prices.rows }
}

async function locked(tx: Tx, childId: string): Promise<ProjectChildDetailData> {
  await tx.client.query('select from fee_child where org_id = $1 and project_child_id = $2 for update', [
    tx.orgId,
    childId,
  ])
  return one(tx.client, tx.orgId, childId)
}

interface Sent {
  projectId: string
  projectChildName: string
  cycle: string
  unit?: string | null
  prorate: ProjectChildData['prorate']
  billing: ProjectChildData['billing']
  refundable: boolean
  canDiscount: boolean
  taxRate: number
  leaveTiers: readonly LeaveTierData[]
  leaveCountFrom?: LeaveCountValue | null
  remark?: string | null
  enabled?: boolean | null
}

/** From the first day on in order; a later tier takes off at least as much, as every contract has it. */
export function tidyTiers(tiers: readonly LeaveTierData[]): LeaveTierData[] {
  const sorted = tiers.map(({ fromDay, percent }) => ({ fromDay, percent })).sort((a, b) => a.fromDay - b.fromDay)
  sorted.forEach((tier, i) => {
    const before = sorted[i - 1]
    if (before?.fromDay === tier.fromDay) throw invalid(`请假减免：第 ${tier.fromDay} 天出现了两次`, 'leaveTiers')
    if (before && before.percent > tier.percent) {
      throw invalid(`请假减免：第 ${tier.fromDay} 天起的比例不能小于之前的 ${before.percent}%`, 'leaveTiers')
    }
  })
  return sorted
}

/** The project is kept from being deleted meanwhile; a cycle that is switched off may stay where it stands. */
async function requireRules(tx: Tx, sent: Sent, before?: ProjectChildData): Promise<void> {
  const found = await tx.client.query('select 1 from fee_project where org_id = $1 and project_id = $2 for key share', [
    tx.orgId,
    sent.projectId,
  ])
  if (found.rowCount === 0) throw new Refusal('NOT_FOUND', { what: '收费项目' }, 'projectId')
  await requireValues(tx, {
    dictionaryCode: 'chargeCycle',
    values: [sent.cycle],
    before: [before?.cycle],
    field: 'cycle',
    title: '计费周期',
  })
  if (before && before.cycle !== sent.cycle && before.residents > 0) {
    throw invalid(
      `${before.residents} 位老人正按“${before.cycleName}”收取该子项，不能改计费周期；请新增一个子项并停用这个`,
      'cycle',
    )
  }
}

const logged = (row: ProjectChildData) => ({
  projectChildName: row.projectChildName,
  projectId: row.projectId,
  cycle: row.cycle,
  unit: row.unit ?? null,
  prorate: row.prorate,
  billing: row.billing,
  refundable: row.refundable,
  canDiscount: row.canDiscount,
  taxRate: row.taxRate,
  leaveTiers: leaveWords(row.leaveTiers, row.leaveCountFrom),
  remark: row.remark ?? null,
  enabled: row.enabled,
})

const nameOf = (sent: Sent) => {
  const name = sent.projectChildName.trim()
  if (!name) throw invalid('请填写子项名称', 'projectChildName')
  return name
}

const ADD = `insert into fee_child (org_id, project_child_id, project_id, name, price_fen, cycle, unit, tax_rate, refundable,
  prorate, billing, leave_tiers, can_discount, remark, enabled, leave_count_from, sort)
values ($1::varchar, $2, $3::varchar, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
  (select coalesce(max(sort), 0) + 1 from fee_child where org_id = $1::varchar and project_id = $3::varchar))`

async function add(tx: Tx, sent: Sent & { priceFen: number }): Promise<ProjectChildDetailData> {
  const name = nameOf(sent)
  const tiers = tidyTiers(sent.leaveTiers)
  await requireRules(tx, sent)
  const childId = newId()
  await tx.client.query(ADD, [
    tx.orgId,
    childId,
    sent.projectId,
    name,
    sent.priceFen,
    sent.cycle,
    sent.unit ?? null,
    sent.taxRate,
    sent.refundable,
    sent.prorate,
    sent.billing,
    JSON.stringify(tiers),
    sent.canDiscount,
    sent.remark ?? null,
    sent.enabled ?? true,
    sent.leaveCountFrom ?? 'EACH_DAY',
  ])
  await tx.client.query(
    `insert into fee_price (org_id, project_child_id, from_date, price_fen, user_name) values ($1, $2, current_date, $3, $4)`,
    [tx.orgId, childId, sent.priceFen, tx.by.name],
  )
  const made = await one(tx.client, tx.orgId, childId)
  tx.log({
    remark: `新增收费子项「${made.projectName}・${name}」`,
    targetType: 'feeChild',
    targetId: childId,
    changes: changesBetween(null, { ...logged(made), priceFen: made.priceFen }),
  })
  return made
}

const SAVE = `update fee_child set project_id = $3, name = $4, cycle = $5, unit = $6, tax_rate = $7, refundable = $8, prorate = $9,
  billing = $10, leave_tiers = $11, can_discount = $12, remark = $13, enabled = $14, leave_count_from = $15,
  leave_since = case when $16 then current_date else leave_since end, version = version + 1
where org_id = $1 and project_child_id = $2`

async function save(tx: Tx, childId: string, sent: Sent & { version?: number | null }) {
  const before = await locked(tx, childId)
  await refuseStale(tx, childId, sent.version, before.version)
  const name = nameOf(sent)
  const tiers = tidyTiers(sent.leaveTiers)
  await requireRules(tx, sent, before)
  if (!sent.canDiscount) await refuseRuled(tx, childId)
  const count = sent.leaveCountFrom ?? before.leaveCountFrom
  await tx.client.query(SAVE, [
    tx.orgId,
    childId,
    sent.projectId,
    name,
    sent.cycle,
    sent.unit ?? null,
    sent.taxRate,
    sent.refundable,
    sent.prorate,
    sent.billing,
    JSON.stringify(tiers),
    sent.canDiscount,
    sent.remark ?? null,
    sent.enabled ?? before.enabled,
    count,
    // What was taken off for absences that are over stays; those to come follow the new way.
    leaveWords(tiers, count) !== leaveWords(before.leaveTiers, before.leaveCountFrom),
  ])
  const after = await one(tx.client, tx.orgId, childId)
  tx.log({
    remark: `修改收费子项「${name}」`,
    targetType: 'feeChild',
    targetId: childId,
    changes: changesBetween(logged(before), logged(after)),
  })
  return after
}

/** A rule of its own would give nothing any more. */
async function refuseRuled(tx: Tx, childId: string): Promise<void> {
  const found = await tx.client.query<{ name: string }>(
    `select name from discount_rule where org_id = $1 and project_child_id = $2 and status = ${DiscountStatus.is.on} limit 1`,
    [tx.orgId, childId],
  )
  const rule = found.rows[0]
  if (rule) throw invalid(`优惠规则“${rule.name}”正用于该子项，请先停用该规则`, 'canDiscount')
}

async function enable(tx: Tx, childId: string, enabled: boolean, version: number | null | undefined) {
  const before = await locked(tx, childId)
  await refuseStale(tx, childId, version, before.version)
  if (before.enabled === enabled) return before
  await tx.client.query(
    'update fee_child set enabled = $3, version = version + 1 where org_id = $1 and project_child_id = $2',
    [tx.orgId, childId, enabled],
  )
  const kept = !enabled && before.residents > 0 ? `，${before.residents} 位老人的收费继续` : ''
  tx.log({
    remark: `${enabled ? '启用' : '停用'}收费子项「${before.projectChildName}」${kept}`,
    targetType: 'feeChild',
    targetId: childId,
    changes: { enabled: [before.enabled, enabled] },
  })
  return one(tx.client, tx.orgId, childId)
}

async function remove(tx: Tx, childId: string): Promise<void> {
  const before = await locked(tx, childId)
  await refuseUsed(tx, childId, before.projectChildName)
  await tx.client.query('delete from fee_child where org_id = $1 and project_child_id = $2', [tx.orgId, childId])
  tx.log({
    remark: `删除收费子项「${before.projectName}・${before.projectChildName}」`,
    targetType: 'feeChild',
    targetId: childId,
    changes: changesBetween({ ...logged(before), priceFen: before.priceFen }, null),
  })
}

const TAKEN = `select 1 from fee_child where org_id = $1 and project_id = $2 and name = $3 and project_child_id is distinct from $4`
const DAY = /^\d{4}-\d\d-\d\d$/

const CHILDREN = {
  table: 'fee_child',
  key: 'project_child_id',
  name: 'name',
  title: '收费子项',
  target: 'feeChild',
}

export default implement(projectChild, {
  list: (q, who) =>
    pageOfRows<ProjectChildData>(
      who.app.pool,
      {
        // In the order of the price list: that of the items, then of the children.
        from: 'fee_child t',
        key: 'project_child_id',
        select: ROW,
        join: JOIN,
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.project_id = ?', q.projectId],
          ['t.name like ?', contains(q.projectChildName)],
          ['t.cycle = ?', q.cycle],
          ['t.enabled = ?', q.enabled],
          [
            'exists (select 1 from fee_project c where c.org_id = t.org_id and c.project_id = t.project_id and c.category = ?)',
            q.category,
          ],
        ],
        sorts: { createTime: 't.created_at', projectChildName: 't.name', priceFen: 't.price_fen', sort: 't.sort' },
        defaultSort:
          '(select c.sort from fee_project c where c.org_id = t.org_id and c.project_id = t.project_id), t.project_id, t.sort',
      },
      q,
    ),
  check: async ({ projectId, projectChildName, projectChildId }, who) => {
    const name = projectChildName.trim()
    const found = await who.app.pool.query(TAKEN, [who.orgId, projectId, name, projectChildId ?? null])
    const ok = found.rowCount === 0
    return { ok, message: ok ? null : `这个收费项目下已有“${name}”` }
  },
  get: ({ projectChildId }, who) => one(who.app.pool, who.orgId, projectChildId),
  add: (sent, who) => who.tx((tx) => add(tx, sent)),
  save: ({ projectChildId, ...sent }, who) => {
    if (!projectChildId) throw invalid('请指明收费子项', 'projectChildId')
    return who.tx((tx) => save(tx, projectChildId, sent))
  },
  enable: ({ projectChildId, enabled, version }, who) => who.tx((tx) => enable(tx, projectChildId, enabled, version)),
  sort: async ({ sorts }, who) => {
    const places = sorts.map(({ projectChildId, sort }) => ({ id: projectChildId, sort }))
    await who.tx((tx) => saveOrder(tx, who, CHILDREN, places))
    return null
  },
  remove: async ({ projectChildId }, who) => {
    await who.tx((tx) => remove(tx, projectChildId))
    return null
  },
  priceEffect: ({ projectChildId, fromDate }, who) =>
    priceEffect(who.app.pool, who.orgId, projectChildId, fromDate ?? null),
  addPrice: ({ projectChildId, priceFen, fromDate, syncResidents, version }, who) =>
    who.tx(async (tx) => {
      const before = await locked(tx, projectChildId)
      await refuseStale(tx, projectChildId, version, before.version)
      const synced = await setPrice(tx, projectChildId, { priceFen, fromDate, syncResidents: syncResidents ?? false })
      return { ...(await one(tx.client, tx.orgId, projectChildId)), synced }
    }),
  removePrice: ({ projectChildId, fromDate }, who) => {
    if (!DAY.test(fromDate) || Number.isNaN(Date.parse(fromDate))) throw notFound('调价')
    return who.tx(async (tx) => {
      await locked(tx, projectChildId)
      const synced = await takePriceBack(tx, projectChildId, fromDate)
      return { ...(await one(tx.client, tx.orgId, projectChildId)), synced }
    })
  },
})
