// What a shift is needed for: groups that work by it, days that hold it, and everything that ever named it.
import type { ClientBase, Pool } from 'pg'
import { GroupMode } from '#contract/administration/attendanceWords'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { Refusal, refusalText } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'

/** SQL: the group `g` works by the shift. */
export const worksBy = (g: string, shift: string) =>
  `case ${g}.mode when '${GroupMode.is.FIXED}' then jsonb_exists(${g}.pattern->'weekly', ${shift})
    when '${GroupMode.is.ROSTER}' then jsonb_exists(${g}.pattern->'shiftIds', ${shift}) else false end`

const GROUPS = `select g.name from attendance_group g where g.org_id = $1 and ${worksBy('g', '$2')} order by g.name`

const COMING = `select count(*)::int as cells, count(distinct c.emp_id)::int as people, max(c.day) as last
from roster_cell c where c.org_id = $1 and c.day >= $3::date and (c.shift_pk_id = $2 or c.draft_shift_pk_id = $2)`

/** People whose days of the week hold it: nobody rosters them. */
const FIXED = `select count(*)::int as people from attendance_member m
join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id
where m.org_id = $1 and g.mode = '${GroupMode.is.FIXED}' and jsonb_exists(g.pattern->'weekly', $2)
  and (m.to_day is null or m.to_day > $3::date)`

/** Whoever was ever to work it: their days keep what they say. */
const EVER = `select exists (select from roster_cell c where c.org_id = $1 and (c.shift_pk_id = $2 or c.draft_shift_pk_id = $2))
    or exists (select from roster_change c where c.org_id = $1 and (c.from_shift_pk_id = $2 or c.to_shift_pk_id = $2))
    or exists (select from attendance_record r where r.org_id = $1 and r.shift_pk_id = $2) as used,
  (select string_agg(p.name, '、' order by p.name) from roster_pattern p where p.org_id = $1 and jsonb_exists(p.steps, $2)) as patterns`

interface Coming {
  cells: number
  people: number
  last: string | null
}

export async function groupsOf(client: ClientBase | Pool, orgId: string, shiftPkId: string): Promise<string[]> {
  const found = await client.query<{ name: string }>(GROUPS, [orgId, shiftPkId])
  return found.rows.map((one) => one.name)
}

async function comingOf(tx: Tx, shiftPkId: string): Promise<Coming> {
  return (await tx.client.query<Coming>(COMING, [tx.orgId, shiftPkId, dayText()])).rows[0]!
}

/** A shift that people work by is not taken from them. */
export async function refuseUsed(tx: Tx, shift: { shiftPkId: string; shiftName: string }): Promise<void> {
  const [groups, coming] = [await groupsOf(tx.client, tx.orgId, shift.shiftPkId), await comingOf(tx, shift.shiftPkId)]
  if (groups.length === 0 && coming.cells === 0) return
  const told = [
    groups.length > 0 && `考勤组${groups.map((name) => `“${name}”`).join('、')}正在使用，请先在考勤组中去掉这个班次`,
    coming.last !== null &&
      `${coming.people} 人已排到 ${coming.last}，${dayText(momentOf(coming.last) + DAY_MS)} 起才没有这个班次，或先在排班中改掉`,
  ]
  throw new Refusal('INVALID_INPUT', {
    message: `班次“${shift.shiftName}”不能停用：${told.filter(Boolean).join('；')}`,
  })
}

/** Nobody works by it, and nothing that was ever written down names it. */
export async function refuseNamed(tx: Tx, shift: { shiftPkId: string; shiftName: string }): Promise<void> {
  const groups = await groupsOf(tx.client, tx.orgId, shift.shiftPkId)
  const ever = (await tx.client.query<{ used: boolean; patterns: string | null }>(EVER, [tx.orgId, shift.shiftPkId]))
    .rows[0]!
  const users = [
    groups.length > 0 && `考勤组${groups.map((name) => `“${name}”`).join('、')}`,
    ever.patterns && `轮班规律“${ever.patterns}”`,
    ever.used && '已有排班或考勤记录，用过的班次只能停用',
  ].filter(Boolean)
  if (users.length > 0) {
    throw new Refusal('IN_USE', { what: `班次“${shift.shiftName}”`, users: users.join('；') })
  }
}

/** Other times reach everybody who is to work it: said first. What has been is written down and stays. */
export async function seenReach(tx: Tx, shiftPkId: string, confirmed: string | null | undefined): Promise<string> {
  const coming = await comingOf(tx, shiftPkId)
  const fixed = (await tx.client.query<{ people: number }>(FIXED, [tx.orgId, shiftPkId, dayText()])).rows[0]!.people
  const told = [
    coming.cells > 0 && `今天起已排的 ${coming.people} 人、${coming.cells} 个班次随之改变`,
    fixed > 0 && `固定班的 ${fixed} 人按新时间上下班`,
  ].filter(Boolean)
  if (told.length === 0) return ''
  const what = `${told.join('；')}；以前的考勤记录不变`
  if (confirmed !== what && confirmed !== refusalText('NEEDS_CONFIRM', { what })) {
    throw new Refusal('NEEDS_CONFIRM', { what })
  }
  return `；已确认：${what}`
}
