// Use settings as they are shown, with what is left of each drug.
import type pg from 'pg'
import { timesWords } from '#contract/drug/rounds'
import { type DrugUseData, type drugUse, drugUseMoves, type KeptDrugData } from '#contract/drug/use'
import { DrugRoute, DrugUseState } from '#contract/drug/useWords'
import type { InputOf } from '#contract/kit/call'
import type { PageInfo } from '#contract/kit/paging'
import { notFound } from '#contract/kit/refusal'
import {
  PAPER_IN_SCOPE,
  partPattern,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  requireResident,
  residentScope,
  staffName,
  startPattern,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { pageOfRows, several } from '#server/kit/page'
import { DRUG_FACTS, HELD_OF, type StoredFacts, USABLE, withDose } from './drugFacts.ts'

type Calls = typeof drugUse.calls

const FROM = `drug_use t ${WITH_RESIDENT} join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id`
const SELECT = `${RESIDENT_MARKS}, ${DRUG_FACTS}, t.use_id as "useId", t.dose::float8 as dose, t.route, t.frequency, t.clocks, t.weekdays, t.timing,
  t.start_date as "startDate", t.end_date as "endDate", t.give_how as "giveHow", t.order_source as "orderSource", t.doctor,
  coalesce(t.sheets, '{}') as sheets, t.remark, t.needed_for as "neededFor", t.least_hours::float8 as "leastHours",
  t.most_per_day as "mostPerDay", t.state, t.pause_reason as "pauseReason", t.ended_at as "endedAt", t.end_reason as "endReason",
  ${staffName('t.ended_by')} as "endedName", t.confirmed, t.instead_of as "insteadOf", coalesce(h.usable, 0)::float8 as stock, h.days as "daysLeft",
  ${staffName('t.created_by')} as "createdName", t.created_at as "createTime", t.version`

type Stored = Omit<DrugUseData, 'doseText' | 'doseWeight' | 'timesText' | 'can'> & StoredFacts

function shown(who: Caller, row: Stored): DrugUseData {
  return {
    ...withDose(row),
    pauseReason: row.state === DrugUseState.is.PAUSED ? row.pauseReason : null,
    timesText: timesWords(row),
    can: drugUseMoves.can(row.state, (needs) => who.may(needs)),
  }
}

const BY_WORD = `(o.oldman_name like ?1 or o.readings like ?2 or g.drug_name like ?1 or g.trade_name like ?1 or g.pinyin like ?3
  or g.initials like ?3)`
/** Everything of a setting that a person types: the elder or the drug. */
export const byWord = (typed: string | null | undefined) =>
  [
    BY_WORD,
    typed?.trim() ? several(partPattern(typed), startPattern(typed), partPattern(typed.toLowerCase())) : null,
  ] as const

export async function listUses(who: Caller, query: InputOf<Calls['list']>): Promise<PageInfo<DrugUseData>> {
  const holds = query.all || query.state ? null : [DrugUseState.is.ON, DrugUseState.is.PAUSED]
  const found = await pageOfRows<Stored>(
    who.app.pool,
    {
      from: FROM,
      key: 'use_id',
      select: SELECT,
      join: `${RESIDENT_JOINS} ${HELD_OF}`,
      filters: [
        ...residentScope(who),
        byWord(query.keyword),
        ['t.oldman_id = ?', query.oldmanId],
        ['t.drug_id = ?', query.drugId],
        ['o.dept_id = ?', query.deptId],
        ['t.state = ?', query.state],
        ['t.state = any(?)', holds],
        [`(t.frequency in ('PRN', 'SOS')) = ?`, query.needed],
        ['(g.high_alert is not null) = ?', query.highAlert],
      ],
      sorts: {
        startDate: 't.start_date',
        createTime: 't.created_at',
        oldmanName: 'o.oldman_name',
        drugName: 'g.drug_name',
      },
      defaultSort: 't.created_at desc',
    },
    query,
  )
  return { ...found, list: found.list.map((row) => shown(who, row)) }
}

const ONE = `select ${SELECT} from ${FROM} ${RESIDENT_JOINS} ${HELD_OF} where ${PAPER_IN_SCOPE} and t.use_id = $3`

export async function oneUse(client: pg.Pool | pg.ClientBase, who: Caller, useId: string): Promise<DrugUseData> {
  const found = await client.query<Stored>({ name: 'drug_use_one', text: ONE, values: [who.orgId, who.deptIds, useId] })
  if (!found.rows[0]) throw notFound('用药设置')
  return shown(who, found.rows[0])
}

// What lies here for the elder first; then, where something is typed, what else the dictionary has by that name.
const KEPT = `select ${DRUG_FACTS}, t.stock, t.expiry, exists (select from drug_use u where u.org_id = t.org_id and u.oldman_id = $2
    and u.drug_id = t.drug_id and u.state <> 'ENDED') as "inUse", g.form
from (select g.org_id, g.drug_id, coalesce(sum(s.quantity) filter (where ${USABLE}), 0)::float8 as stock,
    min(least(s.expiry, s.open_until)) filter (where s.quantity > 0)::text as expiry
  from drug g left join drug_stock s on s.org_id = g.org_id and s.drug_id = g.drug_id and s.oldman_id = $2 and s.quantity > 0
  where g.org_id = $1 and g.enabled and ($3::text is null or g.drug_name like $3 or g.trade_name like $3 or g.pinyin like $4 or g.initials like $4)
  group by g.org_id, g.drug_id) t
join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id
where t.org_id = $1 and ($3::text is not null or t.stock > 0)
order by t.stock > 0 desc, g.drug_name, g.spec limit 50`

/** The route that a form of drug usually takes; values of the dictionary drug_form. */
const ROUTES: Readonly<Record<string, (typeof DrugRoute.list)[number]['value']>> = {
  10: DrugRoute.is.under,
  11: DrugRoute.is.muscle,
  12: DrugRoute.is.drip,
  13: DrugRoute.is.skin,
  14: DrugRoute.is.skin,
  15: DrugRoute.is.skin,
  16: DrugRoute.is.patch,
  17: DrugRoute.is.rectum,
  18: DrugRoute.is.inhale,
  19: DrugRoute.is.inhale,
  20: DrugRoute.is.inhale,
  21: DrugRoute.is.eye,
  22: DrugRoute.is.nose,
  23: DrugRoute.is.skin,
}

export async function keptDrugs(who: Caller, { oldmanId, keyword }: InputOf<Calls['keep']>): Promise<KeptDrugData[]> {
  const { pool } = who.app
  await requireResident(pool, who, oldmanId)
  const word = keyword?.trim() ? partPattern(keyword) : null
  const found = await pool.query<Omit<KeptDrugData, 'route'> & { form: string | null }>({
    name: 'drug_kept',
    text: KEPT,
    values: [who.orgId, oldmanId, word, word?.toLowerCase() ?? null],
  })
  return found.rows.map(({ form, ...row }) => ({ ...row, route: ROUTES[form ?? ''] ?? DrugRoute.is.mouth }))
}
