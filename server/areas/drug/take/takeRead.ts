// Records of what was taken, by day, elder and drug; one with everything that happened to it.

import { EFFECT_MINUTES } from '#contract/drug/rounds'
import type { drugTake } from '#contract/drug/take'
import type { DrugTakeDetailData, DrugTakeRowData } from '#contract/drug/takeRows'
import { TAKE_TOLD } from '#contract/drug/useWords'
import type { DataOf, InputOf } from '#contract/kit/call'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { notFound } from '#contract/kit/refusal'
import { type StoredFacts, withDose } from '#server/areas/drug/use/drugFacts'
import { byWord } from '#server/areas/drug/use/useRead'
import {
  PAPER_IN_SCOPE,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  residentScope,
  staffName,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { pageOfRows } from '#server/kit/page'
import { inDepts } from '#server/kit/tenant'
import { TAKE_COLUMNS, TAKE_JOINS } from './takeRow.ts'

type Calls = typeof drugTake.calls
type Stored = Omit<DrugTakeRowData, 'doseText' | 'doseWeight'> & StoredFacts

const SELECT = `${RESIDENT_MARKS}, ${TAKE_COLUMNS}`
/** The columns of the resident and of the take name the same elder. */
const FROM = `drug_take t ${WITH_RESIDENT} join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id`
const JOINS = `${RESIDENT_JOINS} ${TAKE_JOINS.replace('join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id', '')}`

/** SQL: refused, thrown up or missed, and nobody has dealt with it. */
export const UNHANDLED = `t.state in (${TAKE_TOLD.map((state) => `'${state}'`).join(', ')}) and t.handled_at is null`
/** SQL: given as needed, and nobody has looked what it did though it is time. */
export const EFFECT_DUE = `t.needed and t.state = 'GIVEN' and t.effect is null and t.done_at < now() - interval '${EFFECT_MINUTES[0]} minutes'`
/** What was refused or missed longer ago than this is not dealt with any more. */
export const TOLD_DAYS = 7

const DAYS_OF_ONE = 30

/** From when on unless somebody says: today; of one elder a month; of what waits, as long as it waits. */
function earliest(query: InputOf<Calls['list']>): string {
  if (query.dayFrom) return query.dayFrom
  const to = query.dayTo ?? dayText()
  const back = query.told || query.effectDue ? TOLD_DAYS - 1 : query.oldmanId ? DAYS_OF_ONE - 1 : 0
  return dayText(Math.min(momentOf(to), momentOf(dayText())) - back * DAY_MS)
}

export async function listTakes(who: Caller, query: InputOf<Calls['list']>): Promise<PageInfo<DrugTakeRowData>> {
  const found = await pageOfRows<Stored>(
    who.app.pool,
    {
      from: FROM,
      key: 'take_id',
      select: SELECT,
      join: JOINS,
      filters: [
        ...residentScope(who),
        byWord(query.keyword),
        ['t.oldman_id = ?', query.oldmanId],
        ['t.drug_id = ?', query.drugId],
        ['o.dept_id = ?', query.deptId],
        ['t.plan_time >= ?::date', earliest(query)],
        ['t.plan_time < ?::date + 1', query.dayTo ?? dayText()],
        ['t.state = ?', query.state],
        ['t.late = ?', query.late],
        ['t.needed = ?', query.needed],
        [`(${UNHANDLED}) = ?`, query.told],
        [`(${EFFECT_DUE}) = ?`, query.effectDue],
      ],
      sorts: { planTime: 't.plan_time', doneAt: 't.done_at', oldmanName: 'o.oldman_name', drugName: 'g.drug_name' },
      defaultSort: 't.plan_time desc',
    },
    query,
  )
  return { ...found, list: found.list.map((row) => withDose(row)) }
}

const ONE = `select ${SELECT} from ${FROM} ${JOINS} where ${PAPER_IN_SCOPE} and t.take_id = $3`
const ACTS = `select t.step, t.act, t.from_state as "fromState", t.to_state as "toState", t.at, ${staffName('t.by')} as "byName", t.words
from drug_take_act t where t.org_id = $1 and t.take_id = $2 order by t.step`
/** From which batches it came, without what went back. */
const BATCHES = `select s.batch_no as "batchNo", s.expiry::text as expiry, -sum(m.delta)::float8 as quantity
from drug_move m join drug_stock s on s.org_id = m.org_id and s.stock_id = m.stock_id
where m.org_id = $1 and m.take_id = $2 group by s.stock_id, s.batch_no, s.expiry having sum(m.delta) <> 0 order by s.expiry`

export async function oneTake(who: Caller, takeId: string): Promise<DrugTakeDetailData> {
  const { pool } = who.app
  const found = await pool.query<Stored>({
    name: 'drug_take_one',
    text: ONE,
    values: [who.orgId, who.deptIds, takeId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('服药记录')
  const [acts, batches] = await Promise.all([
    pool.query<DrugTakeDetailData['acts'][number]>({ name: 'drug_take_acts', text: ACTS, values: [who.orgId, takeId] }),
    pool.query<DrugTakeDetailData['batches'][number]>({
      name: 'drug_take_batches',
      text: BATCHES,
      values: [who.orgId, takeId],
    }),
  ])
  return { ...withDose(row), acts: acts.rows, batches: batches.rows }
}

const DICT = `select g.drug_id as "drugId", g.drug_name as "drugName", g.spec from drug g where g.org_id = $1 and exists (
  select from drug_use u join oldman o on o.org_id = u.org_id and o.oldman_id = u.oldman_id
  where u.org_id = g.org_id and u.drug_id = g.drug_id and ${inDepts('o', '$2')} and ($3::text is null or u.oldman_id = $3))
order by g.drug_name, g.spec`

export async function takenDrugs(who: Caller, oldmanId: string | null | undefined): Promise<DataOf<Calls['dict']>> {
  const found = await who.app.pool.query<DataOf<Calls['dict']>[number]>({
    name: 'drug_taken',
    text: DICT,
    values: [who.orgId, who.deptIds, oldmanId || null],
  })
  return found.rows
}
