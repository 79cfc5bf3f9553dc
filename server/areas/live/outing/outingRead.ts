// Reading outings: the list, who is away now, one with everything an auditor needs, and what the form must know.

import type { DataOf, InputOf } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import { notFound } from '#contract/kit/refusal'
import type {
  OutingCompanion,
  OutingData,
  OutingDetailData,
  OutingResident,
  outing,
  PastOuting,
} from '#contract/live/outing'
import { OUTING_OPEN } from '#contract/live/outingMoves'
import { whyNot } from '#server/areas/live/review/reviewers'
import {
  labelOf,
  labelsOf,
  nameFilter,
  PAPER_IN_SCOPE,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  residentScope,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { contains, pageOfRows } from '#server/kit/page'
import { within } from '#server/kit/period'
import { waitingOf } from './outingAudit.ts'
import { outingReviews } from './outingPeople.ts'
import {
  COLUMNS,
  DUES,
  FROM,
  isDue,
  LATE_MINUTES,
  orderOf,
  PHASE,
  PHASES,
  SORTS,
  type StoredOuting,
  when,
  withCan,
} from './outingSql.ts'

type Calls = typeof outing.calls

export async function listOutings(who: Caller, q: InputOf<Calls['list']>): Promise<PageInfo<OutingData>> {
  const due = q.due && isDue(q.due) ? q.due : null
  const page = await pageOfRows<StoredOuting>(
    who.app.pool,
    {
      from: FROM,
      key: 'out_id',
      select: COLUMNS,
      join: RESIDENT_JOINS,
      filters: [
        ...residentScope(who),
        ['t.out_id = ?', q.outId],
        ['t.oldman_id = ?', q.oldmanId],
        ['t.out_no like ?', contains(q.outNo)],
        nameFilter(q.oldmanName),
        when(q.phase && PHASES[q.phase]),
        ['t.state = ?', q.state],
        ['t.out_type = ?', q.outType],
        ['o.dept_id = ?', q.deptId],
        ['(t.companion like ? or t.companion_phone like ?)', contains(q.companion)],
        ['(t.backfill_reason is not null) = ?::boolean', q.backfilled ? q.backfilled === 'yes' : null],
        ...within('t.plan_out', { from: q.startDate, to: q.endDate, names: ['startDate', 'endDate'] }),
        // A word that this release does not know finds nothing rather than everything.
        when(q.due ? (due ? DUES[due] : 'false') : null),
      ],
      sorts: SORTS,
      defaultSort: orderOf(q.phase ?? due),
    },
    q,
  )
  return { ...page, list: page.list.map((row) => withCan(who, row)) }
}

const counted = (condition: string, name: string) => `count(*) filter (where ${condition}) as "${name}"`
// Returns of earlier days are no business of this statement: only open ones and those of today are read.
const COUNTS = `select ${[
  ...(['audit', 'ready', 'out', 'late'] as const).map((phase) => counted(PHASES[phase], phase)),
  ...(['outNow', 'dueToday', 'backToday', 'notLeft'] as const).map((due) => counted(DUES[due], due)),
].join(', ')} from ${FROM} where ${PAPER_IN_SCOPE} and (t.state in (${OUTING_OPEN}) or (${DUES.backToday}))`

export type OutingCounts = Record<
  'audit' | 'ready' | 'out' | 'late' | 'outNow' | 'dueToday' | 'backToday' | 'notLeft',
  number
>

export async function countOutings(who: Caller): Promise<OutingCounts> {
  const values = [who.orgId, who.deptIds]
  return (await who.app.pool.query<OutingCounts>({ name: 'outing_counts', text: COUNTS, values })).rows[0]!
}

const NOW = `select ${COLUMNS} from ${FROM} ${RESIDENT_JOINS} where ${PAPER_IN_SCOPE} and ${DUES.outNow}
order by t.plan_return, t.out_id limit 500`

export async function outNow(who: Caller): Promise<OutingData[]> {
  const values = [who.orgId, who.deptIds]
  const found = await who.app.pool.query<StoredOuting>({ name: 'outing_now', text: NOW, values })
  return found.rows.map((row) => withCan(who, row))
}

const PAST = `select t.out_id as "outId", t.out_no as "outNo", ${labelOf('outingType', 't.out_type')} as "outTypeName",
  t.reason, t.plan_out as "planOut", t.plan_return as "planReturn", t.actual_out as "actualOut",
  t.actual_return as "actualReturn", t.companion, ${PHASE} as phase, ${LATE_MINUTES} as "lateMinutes",
  t.return_health as "returnHealth", t.companion_phone as "companionPhone", t.companion_relation as "companionRelation"
from outing t where t.org_id = $1 and t.oldman_id = $2 and t.out_id <> $3 order by t.plan_out desc, t.out_id limit 20`
const SHOWN = 8

const YEAR = `select count(*) as times,
  coalesce(sum(ceil(extract(epoch from coalesce(t.actual_return, now()) - t.actual_out) / 86400)), 0)::int as days,
  count(*) filter (where ${LATE_MINUTES} > 0) as late
from outing t where t.org_id = $1 and t.oldman_id = $2 and t.actual_out > now() - interval '1 year'`

const HEALTH = `select o.diseases, o.allergies, o.medication, o.self_care as "selfCare", l.level_name as "levelName"
from oldman o left join nursing_level l on l.org_id = o.org_id and l.level_id = o.level_id
where o.org_id = $1 and o.oldman_id = $2`

const FAMILY = `select name, relation, phone, emergency, guardian, payer from oldman_family
where org_id = $1 and oldman_id = $2 order by emergency desc, guardian desc, sort, family_id`

interface FamilyRow {
  name: string
  relation: string
  phone: string
  emergency: boolean
  guardian: boolean
  payer: boolean
}

type PastRow = PastOuting & { companionPhone: string; companionRelation: string }

const partsOf = (row: FamilyRow) =>
  [row.emergency && '紧急联系人', row.guardian && '监护人', row.payer && '付费人'].filter(Boolean).join('、') || null

const MOST_COMPANIONS = 8

/** Family first, then whoever went along before; each person once. */
function companionsOf(
  family: readonly FamilyRow[],
  past: readonly PastRow[],
  relationName: (value: string) => string,
): OutingCompanion[] {
  const people = new Map<string, OutingCompanion>()
  for (const row of family) {
    const { name, relation, phone } = row
    people.set(`${name} ${phone}`, {
      name,
      relation,
      relationName: relationName(relation),
      phone,
      family: true,
      note: partsOf(row),
    })
  }
  for (const row of past) {
    const key = `${row.companion} ${row.companionPhone}`
    if (people.has(key)) continue
    people.set(key, {
      name: row.companion,
      relation: row.companionRelation,
      relationName: relationName(row.companionRelation),
      phone: row.companionPhone,
      family: false,
      note: '曾陪同外出',
    })
  }
  return [...people.values()].slice(0, MOST_COMPANIONS)
}

const asPast = ({ companionPhone: _, companionRelation: __, ...row }: PastRow): PastOuting => row

/** The caller has been found to see this resident. */
async function residentOf(
  who: Caller,
  oldmanId: string,
  but: string,
): Promise<{ resident: OutingResident; past: PastRow[] }> {
  const { pool } = who.app
  const of = [who.orgId, oldmanId]
  type Base = Pick<OutingResident, 'diseases' | 'allergies' | 'medication' | 'selfCare' | 'levelName'>
  type Year = { times: number; days: number; late: number }
  const [labels, base, family, past, year] = await Promise.all([
    labelsOf(pool, who.orgId, ['relationToElder', 'chronicDisease', 'allergy']),
    pool.query<Base>({ name: 'outing_elder_base', text: HEALTH, values: of }),
    pool.query<FamilyRow>({ name: 'outing_elder_family', text: FAMILY, values: of }),
    pool.query<PastRow>({ name: 'outing_elder_past', text: PAST, values: [...of, but] }),
    pool.query<Year>({ name: 'outing_elder_year', text: YEAR, values: of }),
  ])
  const { diseases, allergies, ...rest } = base.rows[0]!
  const { times, days, late } = year.rows[0]!
  // 无 is an entry of the dictionaries, not an illness.
  const words = (code: string, values: readonly string[]) =>
    values.map((value) => labels(code, value) ?? value).filter((word) => word !== '无')
  return {
    past: past.rows,
    resident: {
      ...rest,
      diseases: words('chronicDisease', diseases),
      allergies: words('allergy', allergies),
      companions: companionsOf(family.rows, past.rows, (value) => labels('relationToElder', value) ?? value),
      history: past.rows.slice(0, SHOWN).map(asPast),
      yearTimes: times,
      yearDays: days,
      yearLate: late,
    },
  }
}

const ONE = `select ${COLUMNS} from ${FROM} ${RESIDENT_JOINS} where ${PAPER_IN_SCOPE} and t.out_id = $3`

export async function outingDetail(who: Caller, outId: string): Promise<OutingDetailData> {
  const values = [who.orgId, who.deptIds, outId]
  const found = await who.app.pool.query<StoredOuting>({ name: 'outing_one', text: ONE, values })
  const row = found.rows[0]
  if (!row) throw notFound('外出记录')
  const { resident } = await residentOf(who, row.oldmanId, outId)
  const waiting = waitingOf(row)
  const asked = waiting && { applicantId: waiting.applicantId, deptId: row.deptId }
  const judged = asked ? await whyNot(who.app.pool, who, outingReviews[waiting.kind], asked) : { why: null, people: [] }
  return {
    ...withCan(who, row),
    resident,
    waiting: waiting?.kind ?? null,
    reviewers: judged.people.map((person) => person.name),
    whyNot: judged.why,
  }
}

const RESIDENT = `select ${RESIDENT_MARKS}
from (select $1::varchar as org_id) t join oldman o on o.org_id = t.org_id ${RESIDENT_JOINS}
where ${PAPER_IN_SCOPE} and o.oldman_id = $3`

const OPEN_PHASES: readonly string[] = ['audit', 'ready', 'out', 'late']

export async function outingResident(who: Caller, oldmanId: string): Promise<DataOf<Calls['resident']>> {
  type Row = Omit<DataOf<Calls['resident']>, 'resident' | 'open'>
  const values = [who.orgId, who.deptIds, oldmanId]
  const found = await who.app.pool.query<Row>({ name: 'outing_resident', text: RESIDENT, values })
  const row = found.rows[0]
  if (!row) throw notFound('老人档案')
  const { resident, past } = await residentOf(who, oldmanId, '')
  const open = past.find((one) => OPEN_PHASES.includes(one.phase))
  return { ...row, resident, open: open ? asPast(open) : null }
}
