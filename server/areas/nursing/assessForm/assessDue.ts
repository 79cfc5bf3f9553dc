// Who has to be assessed: at once after a change, never assessed, overdue, or soon. It is read from the newest finished one of
// each elder and family, which the database keeps (assess_newest), so that years of assessments cost nothing.

import type { InputOf } from '#contract/kit/call'
import { dayText } from '#contract/kit/clock'
import { type PageInfo, pageInfo } from '#contract/kit/paging'
import { invalid, notFound } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import { AssessDue, type AssessDueValue, SOON_DAYS } from '#contract/nursing/assessFields'
import type { AssessDueRow, assessForm } from '#contract/nursing/assessForm'
import type { KindSettingData } from '#contract/nursing/assessSetting'
import { ABILITY, kindSettings } from '#server/areas/nursing/assessSetting/assessHouse'
import {
  lockResident,
  PAPER_IN_SCOPE,
  partPattern,
  RESIDENT_JOINS,
  startPattern,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { inDepts, type Scope } from '#server/kit/tenant'
import { tellChanged } from './assessHold.ts'

type Calls = (typeof assessForm)['calls']

/**
 * Of elders who live here: what is due. $1 organisation, $2 departments, $3 families, $4 expected ones; `who` says which of them, as
 * conditions on `o`; $5 what of it alone, or null. Most pairs of an elder and a family are of no interest: they are met from what is expected, what has a
 * date and what was reported.
 */
const { NEVER } = AssessDue.is
const DUE = (who = '') => `person as materialized (select o.oldman_id from oldman o
    where o.org_id = $1 and ${inDepts('o', '$2')} and o.status in (${IN_HOUSE})${who}),
change as materialized (select distinct on (g.oldman_id, g.family) g.oldman_id, g.family, g.change_id, g.content from assess_change g
    where g.org_id = $1 and g.closed_at is null order by g.oldman_id, g.family, g.at),
pair as (select p.oldman_id, f.family from person p cross join unnest($3::text[], $4::bool[]) as f(family, expected)
      where f.expected and ($5::text is null or $5 = '${NEVER}')
    union select l.oldman_id, l.family from assess_newest l where l.org_id = $1 and l.next_date <= current_date + ${SOON_DAYS} and l.family = any($3)
      and ($5::text is null or $5 <> '${NEVER}')
    union select g.oldman_id, g.family from change g where g.family = any($3)),
due as materialized (select $1 as org_id, k.oldman_id, k.family, l.assessment_id as last_id, l.kind as last_kind, l.assess_date as last_date,
    l.level_name, l.next_date, g.change_id, g.content,
    case when g.change_id is not null then 'CHANGED' when l.assessment_id is null then 'NEVER' when l.next_date < current_date then 'OVERDUE'
      else 'SOON' end as due
  from pair k join person p on p.oldman_id = k.oldman_id
  left join assess_newest l on l.org_id = $1 and l.oldman_id = k.oldman_id and l.family = k.family
  left join change g on g.oldman_id = k.oldman_id and g.family = k.family
  where g.change_id is not null or l.assessment_id is null or l.next_date <= current_date + ${SOON_DAYS})`

const RANK = `case t.due when 'CHANGED' then 0 when 'OVERDUE' then 1 when 'NEVER' then 2 else 3 end`
const ORDER = `${RANK}, t.next_date nulls first, t.oldman_id, t.family`

/** What is not asked for is not in the text: a condition that may be none would hide how many there are. */
const pageOf = (inDept: boolean, named: boolean) => `with ${DUE(` and ${inDept ? 'o.dept_id = $7' : '$7::text is null'}
    and ${named ? '(o.oldman_name like $8 or o.readings like $9)' : '$8::text is null and $9::text is null'}`)},
hit as materialized (select t.* from due t where ($5::text is null or t.due = $5) and ($6::text is null or t.family = $6)),
page as (select * from hit t order by ${ORDER} limit $10 offset $11)
select (select count(*) from hit)::int as total_, r.* from (select 1) one left join (
select row_number() over (order by ${ORDER}) as n_, t.oldman_id as "oldmanId", null as "consultationId", o.oldman_name as "oldmanName", o.sex,
  extract(year from age(current_date, o.birth_date))::int as age, o.head, o.notes as attention, o.status, at.path as "bedPath",
  d.dept_name as "deptName", nl.level_name as "nursingLevelName", t.family, t.last_kind as kind, t.due, t.last_id as "lastId",
  t.last_date as "lastDate", t.level_name as "levelName", t.next_date as "nextDate",
  case when t.next_date < current_date then current_date - t.next_date end as days,
  (select w.assessment_id from assessment w where w.org_id = t.org_id and w.oldman_id = t.oldman_id and w.family = t.family
    and w.state in ('DRAFT', 'WAITING') order by w.created_at desc limit 1) as "draftId",
  t.change_id as "changeId", t.content as "changeContent"
from page t ${WITH_RESIDENT} ${RESIDENT_JOINS} left join nursing_level nl on nl.org_id = o.org_id and nl.level_id = o.level_id
where t.org_id = $1) r on true order by r.n_`

export interface Families {
  names: string[]
  expected: boolean[]
  /** The kind the next one of a family is made with. */
  kindOf(family: string, last: string | null): KindSettingData
}

export async function familiesOf({ app, orgId }: Pick<Caller, 'app' | 'orgId'>): Promise<Families> {
  const kinds = await kindSettings(app.pool, orgId)
  const used = kinds.filter((one) => one.enabled)
  const names = [...new Set(used.map((one) => one.family))]
  return {
    names,
    expected: names.map((name) => used.some((one) => one.family === name && one.expected)),
    kindOf: (family, last) =>
      used.find((one) => one.kind === last) ??
      used.find((one) => one.family === family && one.expected) ??
      used.find((one) => one.family === family) ??
      kinds.find((one) => one.family === family)!,
  }
}

const USUAL_SIZE = 10

type DueStored = Omit<AssessDueRow, 'dueId' | 'kind' | 'kindName'> & {
  kind: string | null
  total_: number
  n_: number | null
}

export async function dueList(who: Caller, q: InputOf<Calls['due']>): Promise<PageInfo<AssessDueRow>> {
  const families = await familiesOf(who)
  const page = q.page ?? 1
  const size = q.size || USUAL_SIZE
  const typed = q.keyword?.trim() || null
  const values = [
    who.orgId,
    who.deptIds,
    families.names,
    families.expected,
    q.due || null,
    q.family || null,
    q.deptId || null,
    typed && partPattern(typed),
    typed && startPattern(typed),
    size,
    (page - 1) * size,
  ]
  const found = await who.app.pool.query<DueStored>({
    name: `assess_due${q.deptId ? '_dept' : ''}${typed ? '_named' : ''}`,
    text: pageOf(Boolean(q.deptId), typed !== null),
    values,
  })
  // A page past the end is one row with the total alone.
  const rows = found.rows.flatMap(({ total_: _, n_, ...row }): AssessDueRow[] => {
    if (n_ === null) return []
    const kind = families.kindOf(row.family, row.kind)
    return [{ ...row, dueId: `${row.oldmanId}:${row.family}`, kind: kind.kind, kindName: kind.kindName }]
  })
  return pageInfo(rows, found.rows[0]!.total_, page, size)
}

const COUNT = `with ${DUE()} select count(*)::int as count, (array_agg(o.oldman_name order by t.next_date, t.oldman_id))[1] as first
from due t ${WITH_RESIDENT} where t.org_id = $1 and t.due = $5`

export async function dueCount(
  scope: Scope & Pick<Caller, 'app'>,
  due: AssessDueValue,
): Promise<{ count: number; first: string | null }> {
  const { names, expected } = await familiesOf(scope)
  const found = await scope.app.pool.query<{ count: number; first: string | null }>({
    name: 'assess_due_count',
    text: COUNT,
    values: [scope.orgId, scope.deptIds, names, expected, due],
  })
  return found.rows[0]!
}

const CHANGES = `select g.oldman_id as "oldmanId", g.change_id as "changeId", g.content, g.happened_on as "happenedOn", g.by_name as "byName", g.at
from assess_change g where g.org_id = $1 and g.oldman_id = $2 and g.closed_at is null order by g.at, g.change_id`

interface ChangeRow {
  oldmanId: string
  changeId: string
  content: string
  happenedOn: string
  byName: string | null
  at: string
}

const openChanges = async (tx: Tx, oldmanId: string): Promise<ChangeRow[]> =>
  (await tx.client.query<ChangeRow>(CHANGES, [tx.orgId, oldmanId])).rows

const ADD = `insert into assess_change (org_id, change_id, oldman_id, family, content, happened_on, by_name)
values ($1, $2, $3, $4, $5, $6, $7)`

export async function reportChange(tx: Tx, who: Caller, input: InputOf<Calls['reportChange']>): Promise<ChangeRow[]> {
  const resident = await lockResident(tx, who, input.oldmanId)
  if (!IN_HOUSE.includes(resident.status)) throw invalid(`${resident.name}不在住，不用报告变化`, 'oldmanId')
  const happenedOn = input.happenedOn ?? dayText()
  if (happenedOn > dayText()) throw invalid('发生日期不能晚于今天', 'happenedOn')
  const families = [...new Set(input.families?.length ? input.families : [ABILITY])]
  const known = new Set((await kindSettings(tx.client, tx.orgId)).filter((one) => one.enabled).map((one) => one.family))
  const strange = families.find((one) => !known.has(one))
  if (strange !== undefined) throw invalid(`本院没有使用“${strange}”这类评估`, 'families')
  const content = input.content.trim()
  for (const family of families) {
    await tx.client.query(ADD, [tx.orgId, newId(), resident.oldmanId, family, content, happenedOn, tx.by.name])
  }
  tx.log({
    remark: `报告“${resident.name}”情况变化，应即时评估：${content}`,
    targetType: 'assessChange',
    targetId: resident.oldmanId,
  })
  tellChanged(tx, { assessmentId: null, oldmanId: resident.oldmanId, deptId: resident.deptId }, null)
  return openChanges(tx, resident.oldmanId)
}

const HOLD = `select t.change_id as "changeId", t.oldman_id as "oldmanId", o.oldman_name as name, o.dept_id as "deptId", t.content,
  t.closed_why as "closedWhy" from assess_change t ${WITH_RESIDENT} where ${PAPER_IN_SCOPE} and t.change_id = $3 for update of t`
const CLOSE = `update assess_change set closed_at = now(), closed_name = $3, closed_why = $4 where org_id = $1 and change_id = $2`

export async function withdrawChange(
  tx: Tx,
  who: Caller,
  input: InputOf<Calls['withdrawChange']>,
): Promise<ChangeRow[]> {
  const found = await tx.client.query<{
    oldmanId: string
    name: string
    deptId: string | null
    content: string
    closedWhy: string | null
  }>(HOLD, [who.orgId, who.deptIds, input.changeId])
  const row = found.rows[0]
  if (!row) throw notFound('情况变化')
  if (row.closedWhy !== null) throw invalid('这条变化已经评估过或已撤回', 'changeId')
  const reason = input.reason.trim()
  await tx.client.query(CLOSE, [tx.orgId, input.changeId, tx.by.name, `撤回：${reason}`])
  tx.log({
    remark: `撤回“${row.name}”的情况变化“${row.content}”：${reason}`,
    targetType: 'assessChange',
    targetId: row.oldmanId,
  })
  tellChanged(tx, { assessmentId: null, oldmanId: row.oldmanId, deptId: row.deptId }, null)
  return openChanges(tx, row.oldmanId)
}
