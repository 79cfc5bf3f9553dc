// What is kept: elders with their drugs, rows per drug, one drug with its batches and movements, the counts of the tabs.

import type pg from 'pg'
import { DrugReach, qtyText } from '#contract/drug/drugWords'
import type { drugKeep } from '#contract/drug/keep'
import type { KeepDrugData, KeepElderData, KeepRowData, MoveData } from '#contract/drug/keepRows'
import { DrugFrequency } from '#contract/drug/useWords'
import type { InputOf } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import { notFound } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import {
  areaFilter,
  labelOf,
  nameFilter,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  residentScope,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { contains, type Filter, pageOfRows, several } from '#server/kit/page'
import { within } from '#server/kit/period'
import { deptFilter, inDepts, type Scope } from '#server/kit/tenant'
import {
  DRUG_SHORT,
  EXPIRY,
  expirySql,
  HELD_LINE,
  heldSql,
  REACH,
  TOO_LITTLE,
  TOO_OLD,
  WARNS,
  WITH_DRUG,
} from './heldSql.ts'
import { RECALLED, USE_UNTIL } from './takeFromStock.ts'

type Input<K extends keyof (typeof drugKeep)['calls']> = InputOf<(typeof drugKeep)['calls'][K]>

const ofOrg = heldSql((row) => `${row}.org_id = @{1}`)
const HELD = `(${ofOrg}) t ${WITH_RESIDENT} ${WITH_DRUG}`

const drugNamed = (typed: string | null | undefined): Filter => {
  const like = contains(typed)
  return [
    '(g.drug_name like ?1 or g.trade_name like ?1 or g.initials like ?2 or g.pinyin like ?2)',
    like && several(like, like.toLowerCase()),
  ]
}
const ofElder = (filters: readonly Filter[]): Filter[] =>
  filters.map(([sql, value]) => [sql.replace(/\bt\./g, 'o.'), value] as const)

export async function stockPage(who: Caller, q: Input<'stock'>): Promise<PageInfo<KeepRowData>> {
  const warn = q.warn ? WARNS[q.warn] : null
  return pageOfRows<KeepRowData>(
    who.app.pool,
    {
      from: HELD,
      key: 'held_id',
      given: [who.orgId],
      select: `${RESIDENT_MARKS}, t.held_id as "heldId", ${DRUG_SHORT}, ${HELD_LINE}`,
      join: RESIDENT_JOINS,
      filters: [
        ...residentScope(who),
        nameFilter(q.oldmanName),
        ['t.oldman_id = ?', q.oldmanId],
        ['o.dept_id = ?', q.deptId],
        ...ofElder(areaFilter(who.orgId, q.areaId)),
        drugNamed(q.drugName),
        ['t.drug_id = ?', q.drugId],
        [
          `exists (select from drug_stock b where b.org_id = t.org_id and b.oldman_id = t.oldman_id and b.drug_id = t.drug_id
            and b.quantity > 0 and b.batch_no like ?)`,
          contains(q.batchNo),
        ],
        [`${REACH} = ?`, q.reach],
        [`${EXPIRY} = ?`, q.expiryState],
        ...(warn ? [[`${warn} and ?::int = 1`, 1] as const] : []),
      ],
      sorts: { oldmanName: 'o.pinyin', drugName: 'g.pinyin', quantity: 't.quantity', days: 't.days', until: 't.until' },
      // What runs out first, then what must no longer be used.
      defaultSort: 't.running desc, t.days nulls last, t.until nulls last, o.pinyin',
    },
    q,
  )
}

const LINES = `left join lateral (select coalesce(jsonb_agg(to_jsonb(l) - 'first' order by l.first, l."drugName"), '[]') as lines,
    count(*)::int as drugs
  from (select ${DRUG_SHORT}, ${HELD_LINE}, case when ${TOO_LITTLE} then 0
      when ${TOO_OLD} or t.recalled then 1 when ${REACH} = '${DrugReach.is.LOW}' then 2 else 3 end as first
    from (${heldSql((row) => `${row}.org_id = o.org_id and ${row}.oldman_id = o.oldman_id`)}) t ${WITH_DRUG}) l) kept on true`

const KEPT = `(exists (select from drug_stock s where s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.quantity > 0)
  or exists (select from drug_use u where u.org_id = t.org_id and u.oldman_id = t.oldman_id and u.state <> 'ENDED'
    and t.status in (${IN_HOUSE})))`

const TYPED = `exists (select from drug g where g.org_id = t.org_id
  and (g.drug_name like ?1 or g.trade_name like ?1 or g.initials like ?2 or g.pinyin like ?2)
  and (exists (select from drug_stock s where s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.drug_id = g.drug_id and s.quantity > 0)
    or exists (select from drug_use u where u.org_id = t.org_id and u.oldman_id = t.oldman_id and u.drug_id = g.drug_id
      and u.state <> 'ENDED')))`

export async function elderPage(who: Caller, q: Input<'list'>): Promise<PageInfo<KeepElderData>> {
  const warn = q.warn ? WARNS[q.warn] : null
  const typed = contains(q.drugName)
  // The shared pieces speak of a paper `t` and its elder `o`; here the elder is the row itself.
  const self = (filter: Filter): Filter => [filter[0].replace(/\bo\./g, 't.'), filter[1]]
  return pageOfRows<KeepElderData>(
    who.app.pool,
    {
      from: `oldman t left join bed bd on bd.org_id = t.org_id and bd.bed_id = t.current_bed_id
        left join room rm on rm.org_id = bd.org_id and rm.room_id = bd.room_id
        left join location lc on lc.org_id = rm.org_id and lc.location_id = rm.area`,
      key: 'oldman_id',
      ...(warn && { given: [who.orgId] }),
      select: `${RESIDENT_MARKS}, kept.lines, kept.drugs,
        (select max(m.at) from drug_move m where m.org_id = t.org_id and m.oldman_id = t.oldman_id) as "lastAt"`,
      join: `join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id ${RESIDENT_JOINS} ${LINES}`,
      filters: [
        ['t.org_id = ?', who.orgId],
        deptFilter(who, 't'),
        // An elder who is asked for by name is shown with nothing, too: something can be brought for them.
        [`${KEPT} and ?::text is not null`, q.oldmanId ? null : who.orgId],
        self(nameFilter(q.oldmanName)),
        ['t.oldman_id = ?', q.oldmanId],
        ['t.dept_id = ?', q.deptId],
        ...areaFilter(who.orgId, q.areaId),
        [TYPED, typed && several(typed, typed.toLowerCase())],
        ...(warn
          ? [[`t.oldman_id in (select t.oldman_id from ${HELD} where ${warn}) and ?::int = 1`, 1] as const]
          : []),
      ],
      sorts: { oldmanName: 't.pinyin' },
      // As a nurse walks.
      defaultSort: 'lc.place nulls last, rm.sort, rm.room_name, bd.sort, t.pinyin',
    },
    q,
  )
}

const MOVE_ROW = `t.move_id as "moveId", t.drug_id as "drugId", g.drug_name as "drugName", g.spec,
  ${labelOf('drug_min_spec', 'g.min_unit')} as "unitName", t.stock_id as "stockId", s.batch_no as "batchNo",
  to_char(s.expiry, 'YYYY-MM-DD') as expiry, t.keep_type as "keepType", t.delta::float8 as delta, t.after::float8 as after, t.at,
  t.user_name as "userName", t.slip_id as "slipId", p.slip_no as "slipNo", p.person, p.reason, t.take_id as "takeId"`
const MOVE_JOINS = `join drug_stock s on s.org_id = t.org_id and s.stock_id = t.stock_id
  left join drug_slip p on p.org_id = t.org_id and p.slip_id = t.slip_id`

export function movePage(who: Caller, q: Input<'record'>): Promise<PageInfo<MoveData>> {
  return pageOfRows<MoveData>(
    who.app.pool,
    {
      from: `drug_move t ${WITH_RESIDENT} ${WITH_DRUG}`,
      key: 'move_id',
      select: `${RESIDENT_MARKS}, ${MOVE_ROW}`,
      join: `${MOVE_JOINS} ${RESIDENT_JOINS}`,
      filters: [
        ...residentScope(who),
        nameFilter(q.oldmanName),
        ['t.oldman_id = ?', q.oldmanId],
        ['o.dept_id = ?', q.deptId],
        ...ofElder(areaFilter(who.orgId, q.areaId)),
        drugNamed(q.drugName),
        ['t.drug_id = ?', q.drugId],
        ['t.keep_type = ?', q.keepType],
        ['t.user_name like ?', contains(q.userName)],
        [
          'exists (select from drug_stock b where b.org_id = t.org_id and b.stock_id = t.stock_id and b.batch_no like ?)',
          contains(q.batchNo),
        ],
        ...within('t.at', { from: q.startDate, to: q.endDate, names: ['startDate', 'endDate'] }),
      ],
      sorts: { at: 't.at', oldmanName: 'o.pinyin', drugName: 'g.pinyin' },
      defaultSort: 't.at desc',
    },
    q,
  )
}

const ONE = `select ${RESIDENT_MARKS}, t.held_id as "heldId", ${DRUG_SHORT}, g.open_days as "openDays", ${HELD_LINE}
from (select o.org_id, o.oldman_id, g.drug_id, o.oldman_id || '.' || g.drug_id as held_id, coalesce(h.quantity, 0) as quantity,
    coalesce(h.usable, 0) as usable, coalesce(h.per_day, 0) as per_day, coalesce(h.running, false) as running,
    coalesce(h.batches, 0) as batches, h.until, coalesce(h.recalled, false) as recalled, h.days, h.end_in
  from oldman o join drug g on g.org_id = o.org_id and g.drug_id = $4
  left join (${heldSql((row) => `${row}.org_id = $1 and ${row}.oldman_id = $3 and ${row}.drug_id = $4`)}) h
    on h.org_id = o.org_id and h.oldman_id = o.oldman_id and h.drug_id = g.drug_id
  where o.org_id = $1 and o.oldman_id = $3 and ${inDepts('o', '$2')}) t ${WITH_RESIDENT} ${WITH_DRUG} ${RESIDENT_JOINS}`

const BATCHES = `select s.stock_id as "stockId", s.batch_no as "batchNo", to_char(s.expiry, 'YYYY-MM-DD') as expiry,
  to_char(s.opened_on, 'YYYY-MM-DD') as "openedOn", to_char(${USE_UNTIL}, 'YYYY-MM-DD') as until, s.quantity::float8 as quantity,
  ${expirySql('s', USE_UNTIL)} as "expiryState", ${RECALLED} as recalled
from drug_stock s where s.org_id = $1 and s.oldman_id = $2 and s.drug_id = $3
order by (s.quantity = 0), ${USE_UNTIL}, s.created_at, s.stock_id`

const USES = `select t.use_id as "useId", t.dose::float8 as dose, t.frequency, t.clocks, ${labelOf('drug_min_spec', 'g.min_unit')} as unit,
  to_char(t.start_date, 'YYYY-MM-DD') as "startDate", to_char(t.end_date, 'YYYY-MM-DD') as "endDate"
from drug_use t ${WITH_DRUG} where t.org_id = $1 and t.oldman_id = $2 and t.drug_id = $3 and t.state <> 'ENDED'
order by t.start_date, t.use_id`

const MOVES = `select ${RESIDENT_MARKS}, ${MOVE_ROW} from drug_move t ${WITH_RESIDENT} ${WITH_DRUG} ${MOVE_JOINS} ${RESIDENT_JOINS}
where t.org_id = $1 and t.oldman_id = $2 and t.drug_id = $3 order by t.at desc, t.stock_id, t.seq desc limit 100`

interface UseRow {
  useId: string
  dose: number
  frequency: string
  clocks: string[]
  unit: string
  startDate: string
  endDate: string | null
}
const useWords = ({ dose, unit, frequency, clocks }: UseRow) =>
  [`每次 ${qtyText(dose)} ${unit}`, DrugFrequency.label(frequency as never), clocks.join('、')]
    .filter(Boolean)
    .join('，')

export async function keptDrug(
  client: pg.Pool | pg.ClientBase,
  who: Scope,
  oldmanId: string,
  drugId: string,
): Promise<KeepDrugData> {
  const found = await client.query<Omit<KeepDrugData, 'stocks' | 'uses' | 'moves'>>({
    name: 'drug_kept_one',
    text: ONE,
    values: [who.orgId, who.deptIds, oldmanId, drugId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('老人的这种药品')
  const values = [who.orgId, oldmanId, drugId]
  const stocks = await client.query<KeepDrugData['stocks'][number]>({
    name: 'drug_kept_batches',
    text: BATCHES,
    values,
  })
  const uses = await client.query<UseRow>({ name: 'drug_kept_uses', text: USES, values })
  const moves = await client.query<MoveData>({ name: 'drug_kept_moves', text: MOVES, values })
  return {
    ...row,
    stocks: stocks.rows,
    uses: uses.rows.map((one) => ({
      useId: one.useId,
      words: useWords(one),
      startDate: one.startDate,
      endDate: one.endDate,
    })),
    moves: moves.rows,
  }
}

const CHOICES = `select ${DRUG_SHORT} from drug t join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id
where t.org_id = $1 and g.enabled and ($2::text is null or g.drug_name like $2 or g.trade_name like $2
    or g.initials like lower($2) or g.pinyin like lower($2))
  and ($3::text is null or exists (select from drug_stock s join oldman o on o.org_id = s.org_id and o.oldman_id = s.oldman_id
    where s.org_id = t.org_id and s.drug_id = t.drug_id and s.oldman_id = $3 and s.quantity > 0 and ${inDepts('o', '$4')}))
order by g.pinyin, g.spec, g.drug_id limit 1000`

export const drugChoices = async (who: Caller, q: Input<'dict'>) =>
  (
    await who.app.pool.query({
      name: 'drug_choices',
      text: CHOICES,
      values: [who.orgId, contains(q.drugName), q.oldmanId || null, who.deptIds],
    })
  ).rows
