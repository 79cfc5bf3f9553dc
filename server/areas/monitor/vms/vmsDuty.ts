// The duty roster: who is told of alarms, by department, weekday and time of day.

import { invalid, notFound } from '#contract/kit/refusal'
import { type DutyData, DutyRank } from '#contract/monitor/vms'
import { UserStatus } from '#contract/platform/user'
import { rulesChanged } from '#server/areas/monitor/alarmRule/ruleScope'
import { covers } from '#server/areas/monitor/ladder/ladderSteps'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { inDepts } from '#server/kit/tenant'

type Row = Omit<DutyData, 'now'>

const COLUMNS = `t.duty_id as "dutyId", t.dept_id as "deptId", d.dept_name as "deptName", t.rank, t.user_id as "userId",
  coalesce(e.emp_name, '已离职') as "userName", coalesce(e.phone_num, a.user_telephone) as phone, t.weekdays,
  t.from_time as "fromTime", t.to_time as "toTime", t.remark, t.version`
const FROM = `alarm_duty t left join employee e on e.org_id = t.org_id and e.emp_id = t.user_id
  left join account a on a.org_id = t.org_id and a.user_id = t.user_id
  left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id`
const SCOPE = (depts: string) => `${inDepts('t', depts)}`

const withNow = (row: Row): DutyData => ({ ...row, now: covers(row, Date.now()) ? 1 : 0 })

export async function dutiesOf(who: Caller, deptId: string | null): Promise<DutyData[]> {
  const { rows } = await who.app.pool.query<Row>(
    `select ${COLUMNS} from ${FROM} where t.org_id = $1 and ${SCOPE('$2')} and ($3::text is null or t.dept_id = $3)
    order by d.sort nulls first, d.dept_key nulls first, t.rank, t.from_time, t.duty_id`,
    [who.orgId, who.deptIds, deptId],
  )
  return rows.map(withNow)
}

async function oneDuty(tx: Tx, who: Caller, dutyId: string, lock = ''): Promise<DutyData> {
  const { rows } = await tx.client.query<Row>(
    `select ${COLUMNS} from ${FROM} where t.org_id = $1 and t.duty_id = $3 and ${SCOPE('$2')} ${lock}`,
    [tx.orgId, who.deptIds, dutyId],
  )
  if (!rows[0]) throw notFound('值班')
  return withNow(rows[0])
}

export interface DutyInput {
  deptId?: string | null
  rank: 1 | 2 | 3
  userId: string
  weekdays: readonly number[]
  fromTime: string
  toTime: string
  remark?: string | null
}

const STORED = 'dept_id, rank, user_id, weekdays, from_time, to_time, remark'

/** What is stored, after everything it names was found within the caller's reach. */
async function stored(tx: Tx, who: Caller, input: DutyInput): Promise<unknown[]> {
  const weekdays = [...new Set(input.weekdays)].sort((a, b) => a - b)
  if (weekdays.length === 0) throw invalid('请至少选择一天', 'weekdays')
  const deptId = input.deptId || null
  const found = await tx.client.query<{ person: boolean; dept: boolean }>(
    `select exists (select from account a where a.org_id = $1 and a.user_id = $2
      and a.user_status = ${UserStatus.is.enabled}) as person,
      $3::text is null or exists (select from dept d where d.org_id = $1 and d.dept_id = $3
        and ($4::text[] is null or d.dept_id = any($4))) as dept`,
    [tx.orgId, input.userId, deptId, who.deptIds],
  )
  if (!found.rows[0]!.dept) throw notFound('部门')
  if (!found.rows[0]!.person) throw notFound('员工')
  return [
    deptId,
    input.rank,
    input.userId,
    JSON.stringify(weekdays),
    input.fromTime,
    input.toTime,
    input.remark?.trim() || null,
  ]
}

const told = (duty: DutyData) => `${duty.deptName ?? '全院'}${DutyRank.label(duty.rank)} ${duty.userName}`
const facts = ({ deptName, rank, userName, weekdays, fromTime, toTime, remark }: DutyData) => ({
  deptName,
  rank,
  userName,
  weekdays,
  fromTime,
  toTime,
  remark,
})

function log(tx: Tx, act: string, dutyId: string, before: DutyData | null, after: DutyData | null): void {
  tx.log({
    remark: `${act}值班：${told((after ?? before)!)}`,
    targetType: 'alarmDuty',
    targetId: dutyId,
    changes: changesBetween(before && facts(before), after && facts(after)),
  })
}

export const addDuty = (who: Caller, input: DutyInput) =>
  who.tx(async (tx) => {
    const values = await stored(tx, who, input)
    const dutyId = newId()
    await tx.client.query(
      `insert into alarm_duty (org_id, duty_id, ${STORED}) values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
      [tx.orgId, dutyId, ...values],
    )
    const made = await oneDuty(tx, who, dutyId)
    log(tx, '新增', dutyId, null, made)
    rulesChanged(who, tx)
    return made
  })

export const saveDuty = (who: Caller, dutyId: string, input: DutyInput & { version?: number | null }) =>
  who.tx(async (tx) => {
    const before = await oneDuty(tx, who, dutyId, 'for update of t')
    await refuseStale(tx, dutyId, input.version, before.version)
    const values = await stored(tx, who, input)
    await tx.client.query(
      `update alarm_duty set (${STORED}) = row($3, $4, $5, $6, $7, $8, $9), version = version + 1
      where org_id = $1 and duty_id = $2`,
      [tx.orgId, dutyId, ...values],
    )
    const after = await oneDuty(tx, who, dutyId)
    log(tx, '修改', dutyId, before, after)
    rulesChanged(who, tx)
    return after
  })

export const removeDuty = (who: Caller, dutyId: string) =>
  who.tx(async (tx) => {
    const before = await oneDuty(tx, who, dutyId, 'for update of t')
    await tx.client.query('delete from alarm_duty where org_id = $1 and duty_id = $2', [tx.orgId, dutyId])
    log(tx, '删除', dutyId, before, null)
    rulesChanged(who, tx)
    return null
  })
