// A batch that is recalled: nobody gives it any more, and the list says who has it and who got it.
import type pg from 'pg'
import { DrugKeepType } from '#contract/drug/drugWords'
import { drugKeep } from '#contract/drug/keep'
import type { RecallData, RecallDetailData } from '#contract/drug/keepRows'
import type { InputOf } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { RESIDENT_JOINS, RESIDENT_MARKS, WITH_RESIDENT } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { contains, pageOfRows, several } from '#server/kit/page'
import { inDepts, type Scope } from '#server/kit/tenant'
import { DRUG_SHORT } from './heldSql.ts'

type Input<K extends keyof (typeof drugKeep)['calls']> = InputOf<(typeof drugKeep)['calls'][K]>

onConstraint('drug_recall_one', () => new Refusal('ALREADY_EXISTS', { what: '这一批号的召回' }, 'batchNo'))

const { take, takeBack, outing, outingBack, handBack } = DrugKeepType.is
const USED = `m.keep_type in (${take}, ${takeBack}, ${outing}, ${outingBack})`

/** Batches `s` of the same drug and number, of elders in reach. */
const reached = (depts: string) => `from drug_stock s join oldman x on x.org_id = s.org_id and x.oldman_id = s.oldman_id
  and ${inDepts('x', depts)} where s.org_id = t.org_id and s.drug_id = t.drug_id and s.batch_no = t.batch_no`
const figures = (
  depts: string,
) => `(select count(distinct s.oldman_id)::int ${reached(depts)} and s.quantity > 0) as holders,
  (select coalesce(sum(s.quantity), 0)::float8 ${reached(depts)}) as held,
  (select count(distinct s.oldman_id)::int ${reached(depts)} and exists (select from drug_move m where m.org_id = s.org_id
    and m.stock_id = s.stock_id and ${USED} group by m.stock_id having sum(m.delta) < 0)) as takers`

const ROW = `t.recall_id as "recallId", ${DRUG_SHORT}, t.batch_no as "batchNo", t.reason, t.user_name as "userName",
  t.created_at as "createTime", t.closed_at as "closedAt", t.closed_by as "closedBy", t.closed_why as "closedWhy", t.version`
const OF_DRUG = 'join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id'

export function recallPage(who: Caller, q: Input<'recalls'>): Promise<PageInfo<RecallData>> {
  const typed = contains(q.drugName)
  return pageOfRows<RecallData>(
    who.app.pool,
    {
      from: `drug_recall t ${OF_DRUG}`,
      key: 'recall_id',
      given: [who.deptIds],
      select: `${ROW}, ${figures('@{1}')}`,
      join: ' ',
      filters: [
        ['t.org_id = ?', who.orgId],
        [
          '(g.drug_name like ?1 or g.initials like ?2 or g.pinyin like ?2)',
          typed && several(typed, typed.toLowerCase()),
        ],
        ['t.batch_no like ?', contains(q.batchNo)],
        ['(t.closed_at is null) = ?', q.open],
      ],
      sorts: { createTime: 't.created_at' },
      defaultSort: '(t.closed_at is not null), t.created_at desc',
    },
    q,
  )
}

const ELDERS = `select ${RESIDENT_MARKS}, t.stock_id as "stockId", to_char(t.expiry, 'YYYY-MM-DD') as expiry,
  t.quantity::float8 as quantity, coalesce(-u.net, 0)::float8 as taken, coalesce(-u.back, 0)::float8 as "handedBack",
  u.first as "firstTake", u.last as "lastTake", coalesce(u.takes, 0)::int as takes
from drug_stock t ${WITH_RESIDENT} ${RESIDENT_JOINS}
left join lateral (select sum(m.delta) filter (where ${USED}) as net, sum(m.delta) filter (where m.keep_type = ${handBack}) as back,
    min(m.at) filter (where m.keep_type in (${take}, ${outing})) as first, max(m.at) filter (where m.keep_type in (${take}, ${outing})) as last,
    count(distinct m.take_id) filter (where ${USED}) as takes
  from drug_move m where m.org_id = t.org_id and m.stock_id = t.stock_id) u on true
where t.org_id = $1 and ${inDepts('o', '$2')} and t.drug_id = $3 and t.batch_no = $4
order by (t.quantity = 0), at.place nulls last, at.room_name, at.bed_name, o.oldman_id, t.stock_id`

async function eldersOf(client: pg.Pool | pg.ClientBase, who: Scope, drugId: string, batchNo: string) {
  const found = await client.query<RecallDetailData['elders'][number]>({
    name: 'drug_recall_elders',
    text: ELDERS,
    values: [who.orgId, who.deptIds, drugId, batchNo],
  })
  return found.rows
}

async function recallAt(client: pg.Pool | pg.ClientBase, who: Scope, recallId: string): Promise<RecallDetailData> {
  const found = await client.query<RecallData>({
    name: 'drug_recall_one_row',
    text: `select ${ROW}, ${figures('$2')} from drug_recall t ${OF_DRUG} where t.org_id = $1 and t.recall_id = $3`,
    values: [who.orgId, who.deptIds, recallId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('药品召回')
  return { ...row, elders: await eldersOf(client, who, row.drugId, row.batchNo) }
}

const TRACED = `select null as "recallId", ${DRUG_SHORT}, t.batch_no as "batchNo", null as reason, null as "userName", null as "createTime",
  null as "closedAt", null as "closedBy", null as "closedWhy", 0 as version, ${figures('$2')}
from (select d.org_id, d.drug_id, $4::text as batch_no from drug d where d.org_id = $1 and d.drug_id = $3) t ${OF_DRUG}`

/** The open recall of a batch, or what there would be to recall. */
export async function traceBatch(who: Caller, { drugId, batchNo }: Input<'trace'>): Promise<RecallDetailData> {
  const { pool } = who.app
  const typed = batchNo.trim()
  if (!typed) throw invalid('请填写批号', 'batchNo')
  const open = await pool.query<{ recallId: string }>(
    `select recall_id as "recallId" from drug_recall where org_id = $1 and drug_id = $2 and batch_no = $3
     order by closed_at is not null, created_at desc limit 1`,
    [who.orgId, drugId, typed],
  )
  if (open.rows[0]) return recallAt(pool, who, open.rows[0].recallId)
  const found = await pool.query<RecallData>({
    name: 'drug_traced',
    text: TRACED,
    values: [who.orgId, who.deptIds, drugId, typed],
  })
  if (!found.rows[0]) throw notFound('药品')
  return { ...found.rows[0], elders: await eldersOf(pool, who, drugId, typed) }
}

const told = (row: Pick<RecallData, 'drugName' | 'spec' | 'batchNo'>) =>
  `“${row.drugName} ${row.spec}”批号 ${row.batchNo}`

export async function beginRecall(tx: Tx, who: Caller, input: Input<'recall'>): Promise<RecallDetailData> {
  const batchNo = input.batchNo.trim()
  const drug = await tx.client.query('select 1 from drug where org_id = $1 and drug_id = $2 for key share', [
    tx.orgId,
    input.drugId,
  ])
  if (drug.rowCount === 0) throw notFound('药品')
  // Whoever takes from such a batch at this moment is either before it or refused by it.
  await tx.client.query(
    'select 1 from drug_stock where org_id = $1 and drug_id = $2 and batch_no = $3 order by stock_id for no key update',
    [tx.orgId, input.drugId, batchNo],
  )
  const recallId = newId()
  await tx.client.query(
    'insert into drug_recall (org_id, recall_id, drug_id, batch_no, reason, user_name) values ($1, $2, $3, $4, $5, $6)',
    [tx.orgId, recallId, input.drugId, batchNo, input.reason.trim(), tx.by.name],
  )
  const row = await recallAt(tx.client, who, recallId)
  tx.log({
    remark: `召回${told(row)}：${input.reason.trim()}；在存 ${row.holders} 位老人，用过 ${row.takers} 位`,
    targetType: 'drugRecall',
    targetId: recallId,
  })
  tx.emit(drugKeep.events.changed, {})
  return row
}

export async function endRecall(
  tx: Tx,
  who: Caller,
  { recallId, reason, version }: Input<'release'>,
): Promise<RecallDetailData> {
  await tx.client.query('select 1 from drug_recall where org_id = $1 and recall_id = $2 for update', [
    tx.orgId,
    recallId,
  ])
  const before = await recallAt(tx.client, who, recallId)
  await refuseStale(tx, recallId, version, before.version)
  if (before.closedAt !== null) throw new Refusal('STATE_NOT_ALLOWED', { state: '已解除', act: '再次解除召回' })
  await tx.client.query(
    `update drug_recall set closed_at = now(), closed_by = $3, closed_why = $4, version = version + 1
     where org_id = $1 and recall_id = $2`,
    [tx.orgId, recallId, tx.by.name, reason.trim()],
  )
  const row = await recallAt(tx.client, who, recallId)
  tx.log({
    remark: `解除召回${told(row)}：${reason.trim()}`,
    targetType: 'drugRecall',
    targetId: recallId,
    changes: changesBetween({ 状态: '召回中' }, { 状态: '已解除' }),
  })
  tx.emit(drugKeep.events.changed, {})
  return row
}
