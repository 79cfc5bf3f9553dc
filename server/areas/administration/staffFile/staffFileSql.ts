// How staff files are found: lists over `employee t`, and the pieces that reminders, lists and files share.
import { CertificateFilter, ContractFilter, SOON_DAYS, staffNeeds } from '#contract/administration/staffFile'
import type { StaffFileRow, StaffSaleRow } from '#contract/administration/staffFileShape'
import type { CertificateKindValue, StaffSkillValue } from '#contract/administration/staffWords'
import { CONSULTATION_OPEN } from '#contract/live/consultationFields'
import { IN_HOUSE } from '#contract/live/resident'
import { STAFF_GONE } from '#contract/platform/staff'
import { namedLike } from '#server/areas/platform/public'
import type { Caller } from '#server/kit/caller'
import type { Filter, ListPlan } from '#server/kit/page'
import { within } from '#server/kit/period'
import { deptFilter, inDepts } from '#server/kit/tenant'

export const WORKING = (t: string) => `${t}.status <> all('{${STAFF_GONE.join()}}'::int[])`

/** Of a certificate `c`: a newer one of its kind stands in its place. What is called 其他 is a kind by its level. */
export const REPLACED = `exists (select from staff_certificate n where n.org_id = c.org_id and n.emp_id = c.emp_id and n.kind = c.kind
  and (c.kind <> 'OTHER' or n.level is not distinct from c.level) and n.certificate_id <> c.certificate_id
  and (coalesce(n.valid_to, 'infinity'), n.created_at, n.certificate_id) > (coalesce(c.valid_to, 'infinity'), c.created_at, c.certificate_id))`

/** Of a contract `c`: a later one goes on from it. */
export const FOLLOWED = `exists (select from staff_contract n where n.org_id = c.org_id and n.emp_id = c.emp_id and n.start_date > c.start_date)`

/** What somebody has learned in the year of today, in tenths: who came and, where there was an examination, passed. */
const HOURS = `(select coalesce(sum(g.credit_tenths), 0)::int from training_person p
  join training g on g.org_id = p.org_id and g.training_id = p.training_id
  where p.org_id = t.org_id and p.emp_id = t.emp_id and p.signed_at is not null and g.state <> 'CANCELLED'
    and (g.pass_score is null or p.passed) and g.start_at >= date_trunc('year', current_date)
    and g.start_at < date_trunc('year', current_date) + interval '1 year')`

/** Charges `h` that hold today or will. */
export const CHARGE_HOLDS = `(h.to_day is null or h.to_day > current_date)`

const HEALTH = `(select case when bool_or(c.valid_to is null) then null else max(c.valid_to) end from staff_certificate c
  where c.org_id = t.org_id and c.emp_id = t.emp_id and c.kind = 'HEALTH')`
const CONTRACT_END = `(select c.end_date from staff_contract c where c.org_id = t.org_id and c.emp_id = t.emp_id
  order by c.start_date desc limit 1)`
const COUNTED = (
  when: string,
) => `(select count(*)::int from staff_certificate c where c.org_id = t.org_id and c.emp_id = t.emp_id
  and ${when} and not ${REPLACED})`
const OVER = 'c.valid_to < current_date'
const SOON = `c.valid_to between current_date and current_date + ${SOON_DAYS}`

export const ROW = `t.emp_id as "empId", t.emp_name as "empName", t.emp_key as "empKey", t.sex, t.working_picture as "workingPicture",
  t.status, t.emp_type as "empType", t.dept_id as "deptId",
  (select d.dept_name from dept d where d.org_id = t.org_id and d.dept_id = t.dept_id) as "deptName",
  (select string_agg(j.job_name, '、' order by j.created_at, j.job_id) from employee_job ej
    join job j on j.org_id = ej.org_id and j.job_id = ej.job_id where ej.org_id = t.org_id and ej.emp_id = t.emp_id) as "jobName",
  t.emp_title as "empTitle", t.nursing_level as "nursingLevel", t.phone_num as "phoneNum", f.hire_date as "hireDate",
  k.end_date as "contractTo", (k.start_date is not null and k.end_date is null) as "contractOpen", ${HEALTH} as "healthTo",
  ${COUNTED(OVER)} as expired, ${COUNTED(SOON)} as expiring, ${HOURS} / 10.0::float8 as hours, u.hours as "hoursDue",
  (select count(*)::int from staff_charge h where h.org_id = t.org_id and h.emp_id = t.emp_id and ${CHARGE_HOLDS}) as charges,
  f.left_on as "leftOn"`

export const JOIN = `left join staff_file f on f.org_id = t.org_id and f.emp_id = t.emp_id
  left join training_due u on u.org_id = t.org_id and u.emp_type = t.emp_type
  left join lateral (select c.start_date, c.end_date from staff_contract c where c.org_id = t.org_id and c.emp_id = t.emp_id
    order by c.start_date desc limit 1) k on true`

export interface StaffFilters {
  keyword?: string | null
  deptId?: string | null
  jobId?: string | null
  empType?: string | null
  status?: number | null
  certificate?: string | null
  certificateKind?: CertificateKindValue | null
  contract?: string | null
  skill?: StaffSkillValue | null
  hireFrom?: string | null
  hireTo?: string | null
}

const MATCHES = `(${namedLike('t')} or strpos(lower(coalesce(t.emp_key, '')), lower(?::text)) > 0 or strpos(coalesce(t.phone_num, ''), ?::text) > 0)`

const CURRENT = (when: string) => `${WORKING('t')} and exists (select from staff_certificate c where c.org_id = t.org_id
  and c.emp_id = t.emp_id and ${when} and not ${REPLACED}) and ?::text is not null`
const CERTIFICATES: Readonly<Record<string, string>> = {
  [CertificateFilter.is.EXPIRED]: CURRENT(OVER),
  [CertificateFilter.is.EXPIRING]: CURRENT(SOON),
  [CertificateFilter.is.NO_HEALTH]:
    `${WORKING('t')} and not exists (select from staff_certificate c where c.org_id = t.org_id
    and c.emp_id = t.emp_id and c.kind = 'HEALTH') and ?::text is not null`,
}
const CONTRACTS: Readonly<Record<string, string>> = {
  [ContractFilter.is.ENDED]: `${WORKING('t')} and ${CONTRACT_END} < current_date and ?::text is not null`,
  [ContractFilter.is.ENDING]:
    `${WORKING('t')} and ${CONTRACT_END} between current_date and current_date + ${SOON_DAYS} and ?::text is not null`,
  [ContractFilter.is.NONE]:
    `${WORKING('t')} and not exists (select from staff_contract c where c.org_id = t.org_id and c.emp_id = t.emp_id)
    and ?::text is not null`,
}
const FILE = 'exists (select from staff_file x where x.org_id = t.org_id and x.emp_id = t.emp_id and'

const scope = (who: Caller): Filter[] => [['t.org_id = ?', who.orgId], deptFilter(who, 't')]

/** Of each filter that names what to look for, one sentence; none that is unknown is asked. */
const choice = (sentences: Readonly<Record<string, string>>, asked: string | null | undefined): Filter[] =>
  asked && sentences[asked] ? [[sentences[asked], asked]] : []

const filtersOf = (who: Caller, q: StaffFilters): Filter[] => [
  ...scope(who),
  [MATCHES, q.keyword?.trim()],
  ['t.dept_id = ?', q.deptId],
  ['exists (select from employee_job x where x.org_id = t.org_id and x.emp_id = t.emp_id and x.job_id = ?)', q.jobId],
  ['t.emp_type = ?', q.empType],
  ['t.status = ?', q.status],
  ...choice(CERTIFICATES, q.certificate),
  [
    'exists (select from staff_certificate x where x.org_id = t.org_id and x.emp_id = t.emp_id and x.kind = ?)',
    q.certificateKind,
  ],
  ...choice(CONTRACTS, q.contract),
  [`${FILE} ? = any(x.skills))`, q.skill],
  ...within('(select x.hire_date from staff_file x where x.org_id = t.org_id and x.emp_id = t.emp_id)', {
    from: q.hireFrom,
    to: q.hireTo,
    names: ['hireFrom', 'hireTo'],
  }),
]

const GONE_LAST = `(not ${WORKING('t')})::int, t.sort`

const SORTS = {
  empName: 't.pinyin',
  empKey: 't.emp_key',
  hireDate: '(select x.hire_date from staff_file x where x.org_id = t.org_id and x.emp_id = t.emp_id)',
  contractTo: CONTRACT_END,
  healthTo: HEALTH,
  hours: HOURS,
}

/** `only`: a kind of staff that the page is about. */
export const staffPlan = (who: Caller, q: StaffFilters, only: string | null = null): ListPlan => ({
  from: 'employee t',
  key: 'emp_id',
  select: ROW,
  join: JOIN,
  filters: [...filtersOf(who, q), ['t.emp_type = ?', only]],
  sorts: SORTS,
  defaultSort: GONE_LAST,
})

/** A consultation or a resident is counted to whoever had it in hand; the elders are not named. */
const SALE = `t.emp_id as "empId", t.emp_name as "empName", t.emp_key as "empKey", t.sex, t.working_picture as "workingPicture", t.status,
  (select d.dept_name from dept d where d.org_id = t.org_id and d.dept_id = t.dept_id) as "deptName",
  (select string_agg(j.job_name, '、' order by j.created_at, j.job_id) from employee_job ej
    join job j on j.org_id = ej.org_id and j.job_id = ej.job_id where ej.org_id = t.org_id and ej.emp_id = t.emp_id) as "jobName",
  t.phone_num as "phoneNum", c.month as "consultMonth", c.open as "consultOpen", c.late as "followLate",
  s.month as "checkInMonth", s.year as "checkInYear",
  (select count(*)::int from oldman o where o.org_id = t.org_id and o.sale_id = t.emp_id and o.status in (${IN_HOUSE})) as residents`
const SALE_JOIN = `cross join lateral (select count(*) filter (where c.consult_date >= date_trunc('month', current_date)::date)::int as month,
    count(*) filter (where c.status in (${CONSULTATION_OPEN}))::int as open,
    count(*) filter (where c.status in (${CONSULTATION_OPEN}) and c.next_follow_at < now())::int as late
    from consultation c where c.org_id = t.org_id and c.sale_id = t.emp_id) c
  cross join lateral (select count(*) filter (where s.start_date >= date_trunc('month', current_date)::date)::int as month,
    count(*)::int as year from stay s where s.org_id = t.org_id and s.sale_id = t.emp_id
      and s.start_date between date_trunc('year', current_date)::date and current_date) s`

export const salePlan = (who: Caller, q: StaffFilters): ListPlan => ({
  from: 'employee t',
  key: 'emp_id',
  select: SALE,
  join: SALE_JOIN,
  filters: [...filtersOf(who, q), ['t.emp_type = ?', 'sale']],
  sorts: { empName: 't.pinyin' },
  defaultSort: GONE_LAST,
})

export type StoredRow = StaffFileRow
export type StoredSale = StaffSaleRow

/**
 * Whose file this is for the caller: $1 organisation, $2 the person, $3 departments, $4 the caller, $5 whether they may look at
 * staff, $6 at all of it and not carers alone.
 */
export const REACHED = `t.org_id = $1 and t.emp_id = $2 and (t.emp_id = $4
  or ($5::boolean and ${inDepts('t', '$3')} and ($6::boolean or t.emp_type = 'nursing')))`

export const reachOf = (who: Caller, empId: string, needs: { some: string; all: string }): unknown[] => [
  who.orgId,
  empId,
  who.deptIds,
  who.userId,
  who.may(needs.some),
  who.may(needs.all),
]
export const READS = { some: staffNeeds.carers, all: staffNeeds.list } as const
export const CHARGES = { some: staffNeeds.charge, all: staffNeeds.update } as const
