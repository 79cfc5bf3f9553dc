// What is asked about trainings: the list, the people of one, and the hours of everybody in a year.
import { HoursState, PersonPart, type training } from '#contract/administration/training'
import { TrainingState } from '#contract/administration/trainingWords'
import type { InputOf } from '#contract/kit/call'
import { dayText } from '#contract/kit/clock'
import { STAFF_GONE } from '#contract/platform/staff'
import type { Caller } from '#server/kit/caller'
import { contains, type Filter, type ListPlan, several } from '#server/kit/page'
import { within } from '#server/kit/period'
import { deptFilter, inDepts } from '#server/kit/tenant'

type Calls = (typeof training)['calls']

/** The one that whoever keeps trainings may see: `$1` organisation, `$2` departments, `$3` the training. */
export const MANAGED = `t.org_id = $1 and ${inDepts('t', '$2')} and t.training_id = $3`

const BESIDE = `cross join lateral (select count(*)::int as people, count(p.signed_at)::int as signed,
    (count(*) filter (where p.passed))::int as passed
  from training_person p where p.org_id = t.org_id and p.training_id = t.training_id) c
left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id`

const COLUMNS = `t.training_id as "trainingId", t.type, t.title, t.state, t.start_at as "startAt", t.end_at as "endAt",
  (t.credit_tenths / 10.0)::float8 as "creditHours", t.place, t.teacher, t.pass_score as "passScore", t.certificate, t.walk_in as "walkIn",
  c.people, c.signed, c.passed, cardinality(t.files) as "fileCount", t.cancel_reason as "cancelReason", d.dept_name as "deptName",
  t.created_name as "createdName", t.created_at as "createTime", t.version`

export const ONE = `select ${COLUMNS}, t.content, t.files from training t ${BESIDE} where ${MANAGED}`

export const listPlan = (who: Caller, q: InputOf<Calls['list']>): ListPlan => ({
  from: 'training t',
  key: 'training_id',
  select: COLUMNS,
  join: BESIDE,
  filters: [
    ['t.org_id = ?', who.orgId],
    deptFilter(who, 't'),
    ['(t.title like ? or t.teacher like ? or t.place like ?)', contains(q.keyword)],
    ['t.type = ?', q.type],
    ['t.state = ?', q.state],
    [
      'exists (select from training_person p where p.org_id = t.org_id and p.training_id = t.training_id and p.emp_id = ?)',
      q.empId,
    ],
    ...within('t.start_at', { from: q.startDate, to: q.endDate, names: ['startDate', 'endDate'] }),
  ],
  sorts: {
    startAt: 't.start_at',
    createTime: 't.created_at',
    title: 't.title',
    type: 't.type',
    creditHours: 't.credit_tenths',
  },
  defaultSort: 't.start_at desc',
})

/** What the score, or without an examination having been there, says by itself of `p` in `t`. */
export const BY_SCORE = `case when t.pass_score is null then p.signed_at is not null
  when p.score is not null then p.score >= t.pass_score end`
export const BY_HAND = `p.passed is not null and p.passed is distinct from (${BY_SCORE})`

const PARTS: Readonly<Record<string, string>> = {
  [PersonPart.is.UNSIGNED]: 't.signed_at is null',
  [PersonPart.is.SIGNED]: 't.signed_at is not null',
  [PersonPart.is.PASSED]: 't.passed',
  [PersonPart.is.FAILED]: 't.passed is false',
}

const jobsOf = (
  e: string,
) => `(select string_agg(j.job_name, '、' order by j.job_name) from employee_job x join job j on j.org_id = x.org_id
  and j.job_id = x.job_id where x.org_id = ${e}.org_id and x.emp_id = ${e}.emp_id)`

/** A name is found by its characters, its pinyin or their initials. */
const named = (e: string, name: string, typed: string | null | undefined): Filter => {
  const words = typed?.trim() || null
  return [
    `(position(?1 in ${name}) > 0 or position(?2 in ' ' || ${e}.initials) > 0 or position(?2 in ' ' || ${e}.pinyin) > 0)`,
    words === null ? null : several(words, ` ${words.toLowerCase()}`),
  ]
}

/** In one statement without a second look for the page: a person is on many lists, so `key` names the row in one of them only. */
export const peoplePlan = (who: Caller, q: InputOf<Calls['people']>): ListPlan => ({
  from: `training_person t join training g on g.org_id = t.org_id and g.training_id = t.training_id
    join employee e on e.org_id = t.org_id and e.emp_id = t.emp_id`,
  key: 'emp_id',
  select: `t.emp_id as "empId", t.emp_name as "empName",
    (select d.dept_name from dept d where d.org_id = e.org_id and d.dept_id = e.dept_id) as "deptName", ${jobsOf('e')} as "jobName", t.signed_at as "signedAt",
    t.sign_way as "signWay", (select b.emp_name from employee b where b.org_id = t.org_id and b.emp_id = t.signed_by) as "signedByName",
    t.score, t.passed, ${BY_HAND.replaceAll('t.', 'g.').replaceAll('p.', 't.')} as "byHand", t.certificate_no as "certificateNo", t.remark, t.version`,
  filters: [
    ['t.org_id = ?', who.orgId],
    ['t.training_id = ?', q.trainingId],
    deptFilter(who, 'g'),
    named('e', 't.emp_name', q.keyword),
    [`${PARTS[q.part ?? ''] ?? 'true'} and ?::text is not null`, q.part],
  ],
  sorts: { empName: 't.emp_name', signedAt: 't.signed_at', score: 't.score', certificateNo: 't.certificate_no' },
  defaultSort: 'e.dept_id, e.sort',
})

/** Credited: a training that is over, of which the person has passed. */
export const CREDITED = `g.state = '${TrainingState.is.DONE}' and p.passed`

/** Begun in that year. */
export const inYear = (year: string, g = 'g') =>
  `${g}.start_at >= make_date(${year}::int, 1, 1) and ${g}.start_at < make_date(${year}::int + 1, 1, 1)`

const DUE = `(u.hours * 10)`
const STANDING = `case when coalesce(u.hours, 0) = 0 then '${HoursState.is.NONE}' when h.tenths >= ${DUE} then '${HoursState.is.REACHED}'
  else '${HoursState.is.SHORT}' end`

/** Everybody `t` with what is due `u` and what was credited in a year `h`. */
const hoursIn = (
  year: string,
) => `employee t left join training_due u on u.org_id = t.org_id and u.emp_type = t.emp_type
cross join lateral (select coalesce(sum(g.credit_tenths), 0)::int as tenths, count(*)::int as times
  from training_person p join training g on g.org_id = p.org_id and g.training_id = p.training_id
  where p.org_id = t.org_id and p.emp_id = t.emp_id and ${CREDITED} and ${inYear(year)}) h`

const DEPT = 'left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id'

const HOURS_COLUMNS = `t.emp_id as "empId", t.emp_name as "empName", d.dept_name as "deptName", ${jobsOf('t')} as "jobName",
  t.emp_type as "empType", u.hours::float8 as "dueHours", (h.tenths / 10.0)::float8 as hours, h.times,
  (greatest(coalesce(${DUE}, 0) - h.tenths, 0) / 10.0)::float8 as missing, ${STANDING} as standing`

export const thisYear = () => Number(dayText().slice(0, 4))

export const hoursPlan = (who: Caller, q: InputOf<Calls['hours']>): ListPlan => ({
  from: hoursIn('@{1}'),
  key: 'emp_id',
  given: [q.year ?? thisYear()],
  select: HOURS_COLUMNS,
  join: DEPT,
  filters: [
    ['t.org_id = ?', who.orgId],
    ['t.status <> all(?::int[])', STAFF_GONE],
    deptFilter(who, 't'),
    named('t', 't.emp_name', q.keyword),
    ['t.dept_id = ?', q.deptId],
    ['t.emp_type = ?', q.empType],
    [`${STANDING} = ?`, q.standing],
  ],
  sorts: {
    empName: 't.emp_name',
    hours: 'h.tenths',
    times: 'h.times',
    dueHours: 'u.hours',
    missing: `greatest(coalesce(${DUE}, 0) - h.tenths, 0)`,
  },
  defaultSort: 't.dept_id, t.sort',
})

/** Of one person within these departments: `$1` organisation, `$2` departments, `$3` the person, `$4` the year. */
export const HOURS_OF = `select ${HOURS_COLUMNS} from ${hoursIn('$4')} ${DEPT}
where t.org_id = $1 and ${inDepts('t', '$2')} and t.emp_id = $3`

export const HOURS_LINES = `select g.training_id as "trainingId", g.type, g.title, g.start_at as "startAt",
  (g.credit_tenths / 10.0)::float8 as hours, p.score, p.certificate_no as "certificateNo"
from training_person p join training g on g.org_id = p.org_id and g.training_id = p.training_id
where p.org_id = $1 and p.emp_id = $2 and ${CREDITED} and ${inYear('$3')}
order by g.start_at, g.training_id`
