// Who is in a group from which day on. Memberships are dated and follow each other without overlap; a move in the middle of
// a month ends the one before with the day before. What was reckoned keeps the group it was reckoned for.
import type { GroupMemberForm } from '#contract/administration/attendanceGroup'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { invalid, Refusal } from '#contract/kit/refusal'
import { StaffStatus } from '#contract/platform/staff'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { inDepts, type Scope } from '#server/kit/tenant'

const taken = () => new Refusal('INVALID_INPUT', { message: '有员工刚被加入另一个考勤组，请刷新后重新选择' }, 'members')
onConstraint('attendance_member_once', taken)
onConstraint('attendance_member_org_id_emp_id_from_day_pk', taken)

const PEOPLE = `select e.emp_id as "empId", e.emp_name as name from employee e
where e.org_id = $1 and e.emp_id = any($2) and e.status <> ${StaffStatus.is.left} and ${inDepts('e', '$3')}`

interface Stay {
  empId: string
  name: string
  groupId: string
  groupName: string
  fromDay: string
  toDay: string | null
  team: string | null
}

/** Memberships that are not over: of the people given, and of everybody seen in this group. */
const STAYS = `select m.emp_id as "empId", e.emp_name as name, m.attendance_group_pk_id as "groupId", g.name as "groupName",
  m.from_day as "fromDay", m.to_day as "toDay", m.team
from attendance_member m
join employee e on e.org_id = m.org_id and e.emp_id = m.emp_id
join attendance_group g on g.org_id = m.org_id and g.attendance_group_pk_id = m.attendance_group_pk_id
where m.org_id = $1 and (m.to_day is null or m.to_day > least($4::date, $6::date))
  and (m.emp_id = any($2) or (m.attendance_group_pk_id = $5 and ${inDepts('e', '$3')}))
order by m.emp_id, m.from_day for update of m`

/** The last day of each person that something was reckoned for. */
const RECKONED = `select r.emp_id as "empId", max(r.work_date) as day from attendance_record r
where r.org_id = $1 and r.emp_id = any($2) group by r.emp_id`

const END = `update attendance_member m set to_day = $4 where m.org_id = $1 and m.emp_id = $2 and m.from_day = $3`
const REMOVE = 'delete from attendance_member m where m.org_id = $1 and m.emp_id = $2 and m.from_day = $3'
const ADD = `insert into attendance_member (org_id, emp_id, from_day, attendance_group_pk_id, team, sort)
  values ($1, $2, $3, $4, $5, $6)`
const CHANGE = `update attendance_member m set from_day = $4, team = $5, sort = $6
  where m.org_id = $1 and m.emp_id = $2 and m.from_day = $3`

const dayAfter = (day: string) => dayText(momentOf(day) + DAY_MS)

/** Answers what changed, in words for the log. */
export async function saveMembers(
  tx: Tx,
  scope: Scope,
  group: { id: string; effectiveDate: string },
  wanted: readonly GroupMemberForm[],
): Promise<string[]> {
  const ids = wanted.map((one) => one.empId)
  if (new Set(ids).size < ids.length) throw invalid('同一名员工在人员中出现了两次', 'members')
  const today = dayText()
  const earliest = wanted.reduce((day, one) => (one.fromDay < day ? one.fromDay : day), today)
  const stays = (await tx.client.query<Stay>(STAYS, [tx.orgId, ids, scope.deptIds, today, group.id, earliest])).rows
  const reckoned = new Map(
    (await tx.client.query<{ empId: string; day: string }>(RECKONED, [tx.orgId, ids])).rows.map((one) => [
      one.empId,
      one.day,
    ]),
  )
  const people = new Map(
    (await tx.client.query<{ empId: string; name: string }>(PEOPLE, [tx.orgId, ids, scope.deptIds])).rows.map((one) => [
      one.empId,
      one.name,
    ]),
  )
  const inGroup = stays.filter((one) => one.groupId === group.id && (one.toDay === null || one.toDay > today))
  const told: string[] = []

  const name = (empId: string) =>
    people.get(empId) ?? stays.find((one) => one.empId === empId && one.groupId === group.id)?.name
  /** Days that were reckoned belong to whom they were reckoned for. */
  const refuseReckoned = (empId: string, from: string) => {
    const last = reckoned.get(empId)
    if (last !== undefined && last >= from) {
      throw invalid(
        `${name(empId)}的考勤已统计到 ${last}，从 ${dayAfter(last)} 起才能调整考勤组，请修改加入日期`,
        'members',
      )
    }
  }

  for (const one of inGroup) {
    if (ids.includes(one.empId)) continue
    // Today is the last day; who would have come later does not come.
    if (one.fromDay > today) await tx.client.query(REMOVE, [tx.orgId, one.empId, one.fromDay])
    else if (one.toDay === null) await tx.client.query(END, [tx.orgId, one.empId, one.fromDay, dayAfter(today)])
    if (one.fromDay > today || one.toDay === null) told.push(`移出${one.name}`)
  }

  for (const [sort, { empId, fromDay, team, leaves }] of wanted.entries()) {
    const own = inGroup.find((one) => one.empId === empId)
    if (name(empId) === undefined) throw new Refusal('NOT_FOUND', { what: '员工' }, 'members')
    if (own && own.fromDay === fromDay) {
      await tx.client.query(CHANGE, [tx.orgId, empId, own.fromDay, fromDay, team?.trim() || null, sort])
      continue
    }
    if (!people.has(empId)) throw new Refusal('NOT_FOUND', { what: '员工' }, 'members')
    if (fromDay < group.effectiveDate) {
      throw invalid(`${name(empId)}的加入日期不能早于考勤组的生效日期 ${group.effectiveDate}`, 'members')
    }
    if (own) {
      refuseReckoned(empId, own.fromDay < fromDay ? own.fromDay : fromDay)
      await tx.client.query(REMOVE, [tx.orgId, empId, own.fromDay])
    } else refuseReckoned(empId, fromDay)
    for (const other of stays) {
      if (other.empId !== empId || other === own) continue
      if (other.toDay !== null && other.toDay <= fromDay) continue
      if (other.fromDay > fromDay || other.toDay !== null) {
        const until = other.toDay === null ? '' : ` 到 ${dayText(momentOf(other.toDay) - DAY_MS)}`
        throw invalid(
          `${name(empId)}从 ${other.fromDay}${until} 已在考勤组“${other.groupName}”，请先在那里移出，或另选加入日期`,
          'members',
        )
      }
      if (other.groupId !== leaves) {
        throw invalid(
          `${name(empId)}已在考勤组“${other.groupName}”，请核对从哪天起调入本组（请先刷新人员列表）`,
          'members',
        )
      }
      if (other.fromDay === fromDay) await tx.client.query(REMOVE, [tx.orgId, empId, other.fromDay])
      else await tx.client.query(END, [tx.orgId, empId, other.fromDay, fromDay])
      told.push(`${name(empId)}从 ${fromDay} 起由“${other.groupName}”调入`)
    }
    await tx.client.query(ADD, [tx.orgId, empId, fromDay, group.id, team?.trim() || null, sort])
    if (!own && leaves == null) told.push(`${name(empId)}从 ${fromDay} 起加入`)
    else if (own) told.push(`${name(empId)}的加入日期由 ${own.fromDay} 改为 ${fromDay}`)
  }
  return told
}
