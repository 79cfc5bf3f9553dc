// What an elder has of a drug and how far it goes, as SQL. One row per elder and drug that lies there or is in use.
import { DrugExpiryState, DrugReach, type KeepWarnValue } from '#contract/drug/drugWords'
import { IN_HOUSE } from '#contract/live/resident'
import { labelOf } from '#server/areas/residents/public'

const { NONE, SHORT, LOW, ENOUGH, UNUSED } = DrugReach.is
const { EXPIRED, SOON, FINE } = DrugExpiryState.is

/** What the house decided, for the organisation of `row`. */
const decided = (row: string, column: string, usual: number) =>
  `coalesce((select z.${column} from drug_setting z where z.org_id = ${row}.org_id), ${usual})`
export const shortDays = (row: string) => decided(row, 'short_days', 3)
export const lowDays = (row: string) => decided(row, 'low_days', 7)
export const expiryDays = (row: string) => decided(row, 'expiry_days', 30)

/** Of a setting `u`: smallest units on an average day. As needed or once: nobody knows. */
export const PER_DAY = `case u.frequency when 'PRN' then 0 when 'SOS' then 0 when 'ST' then 0
  when 'QOD' then u.dose * cardinality(u.clocks) / 2.0 when 'QW' then u.dose * cardinality(u.clocks) / 7.0
  when 'BIW' then u.dose * cardinality(u.clocks) * 2 / 7.0 else u.dose * cardinality(u.clocks) end`

/** It is given now or begins tomorrow. */
export const RUNNING = `u.state = 'ON' and u.start_date <= current_date + 1 and (u.end_date is null or u.end_date >= current_date)`

/** Of a batch `s` with its open recall `r`, if it has one. */
const UNTIL = 'least(s.expiry, s.open_until)'
const GIVABLE = `${UNTIL} >= current_date and r.recall_id is null`
const RECALL = `left join drug_recall r on r.org_id = s.org_id and r.drug_id = s.drug_id and r.batch_no = s.batch_no
        and r.closed_at is null`

/**
 * `of` says whose: a condition on `s` (stock) and, the same, on `u` (settings). Days: batches are used by their expiry, and
 * what expires before its turn is not counted; so it is the least of all that is left over the daily dose, and of the days
 * of each batch with what may follow it. Few have several batches: only theirs are looked at one by one.
 */
export const heldSql = (of: (row: 's' | 'u') => string) => `select y.org_id, y.oldman_id, y.drug_id,
    y.oldman_id || '.' || y.drug_id as held_id, y.quantity, y.usable, y.per_day, y.running, y.batches, y.until, y.recalled,
    case when y.per_day > 0 then floor(least(y.usable / y.per_day, case when y.givable > 1 then (
      select min(b.until - current_date + 1 + coalesce(b.later, 0) / y.per_day) from (
        select ${UNTIL} as until, sum(s.quantity) over (order by ${UNTIL} desc, s.stock_id rows between unbounded preceding and 1 preceding) as later
        from drug_stock s ${RECALL}
        where s.org_id = y.org_id and s.oldman_id = y.oldman_id and s.drug_id = y.drug_id and s.quantity > 0 and ${GIVABLE}) b)
      else y.first - current_date + 1 end)) end::int as days,
    case when y.endless then null else y.last - current_date + 1 end as end_in
  from (select x.org_id, x.oldman_id, x.drug_id, sum(x.quantity) as quantity, sum(x.usable) as usable, sum(x.per_day) as per_day,
      bool_or(x.running) as running, (count(*) filter (where x.quantity > 0))::int as batches, (count(*) filter (where x.usable > 0))::int as givable,
      min(x.until) filter (where x.quantity > 0) as until, min(x.until) filter (where x.usable > 0) as first,
      bool_or(x.recalled) as recalled, bool_or(x.running and x.end_date is null) as endless, max(x.end_date) as last
    from (select s.org_id, s.oldman_id, s.drug_id, s.quantity, ${UNTIL} as until, case when ${GIVABLE} then s.quantity else 0 end as usable,
        r.recall_id is not null as recalled, 0::numeric as per_day, false as running, null::date as end_date
      from drug_stock s ${RECALL}
      where ${of('s')} and s.quantity > 0
      union all
      select u.org_id, u.oldman_id, u.drug_id, 0, null, 0, false, ${PER_DAY}, true, u.end_date
      from drug_use u where ${of('u')} and ${RUNNING}) x
    group by x.org_id, x.oldman_id, x.drug_id) y`

/** DrugReach of a row `t` of heldSql. */
export const REACH = `case when not t.running then '${UNUSED}' when t.usable = 0 then '${NONE}' when t.days is null then '${ENOUGH}'
  when t.end_in is not null and t.days >= t.end_in then '${ENOUGH}' when t.days <= ${shortDays('t')} then '${SHORT}'
  when t.days <= ${lowDays('t')} then '${LOW}' else '${ENOUGH}' end`
/** DrugExpiryState of what may be used until then. */
export const expirySql = (row: string, until: string) => `case when ${until} < current_date then '${EXPIRED}'
  when ${until} <= current_date + ${expiryDays(row)} then '${SOON}' when ${until} is not null then '${FINE}' end`
export const EXPIRY = expirySql('t', 't.until')

/** Something must be brought: for who lives here. */
export const TOO_LITTLE = `${REACH} in ('${NONE}', '${SHORT}')`
export const TOO_OLD = `${EXPIRY} in ('${EXPIRED}', '${SOON}')`
/** Of an elder `o`. */
export const LIVES_HERE = `o.status in (${IN_HOUSE})`

/** The conditions of the warnings on a row `t` of heldSql with its elder `o`. */
export const WARNS = {
  short: `${LIVES_HERE} and ${TOO_LITTLE}`,
  expiry: TOO_OLD,
  recall: 't.recalled',
  left: `not ${LIVES_HERE} and t.quantity > 0`,
} as const satisfies Record<KeepWarnValue, string>

/** DrugShort of a drug `g` in a statement whose rows are `t`. */
export const DRUG_SHORT = `g.drug_id as "drugId", g.drug_name as "drugName", g.trade_name as "tradeName", g.spec,
  g.min_unit as "minUnit", ${labelOf('drug_min_spec', 'g.min_unit')} as "unitName", g.pack_unit as "packUnit",
  g.pack_factor::float8 as "packFactor", g.strength::float8 as strength, g.strength_unit as "strengthUnit", g.storage,
  g.high_alert as "highAlert", g.look_alike as "lookAlike", g.no_crush as "noCrush", g.picture`

/** The rest of KeepLine, of a row `t` of heldSql. */
export const HELD_LINE = `t.quantity::float8 as quantity, t.usable::float8 as usable, round(t.per_day, 3)::float8 as "perDay",
  t.running, t.days, ${REACH} as reach, t.batches, to_char(t.until, 'YYYY-MM-DD') as until, ${EXPIRY} as "expiryState", t.recalled`

export const WITH_DRUG = 'join drug g on g.org_id = t.org_id and g.drug_id = t.drug_id'
