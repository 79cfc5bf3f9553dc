// Handlers of the alarm wall as a display: opened here, and acted on by whoever proves who they are.

import type { Call } from '#contract/kit/call'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { display, pinFault } from '#contract/monitor/display'
import { UserStatus } from '#contract/platform/user'
import { ALARM_SCOPE } from '#server/areas/monitor/alarm/alarmCards'
import { handleAlarms, takeAlarms } from '#server/areas/monitor/alarm/alarmClose'
import { dutiesOf } from '#server/areas/monitor/vms/vmsDuty'
import { openDisplay, pinOf, provePin, savePin } from '#server/areas/platform/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { callerFor } from '#server/kit/serve'

const { claim, finish } = display.calls

interface Person {
  userId: string
  userName: string
  onDuty: boolean
  ready: boolean
}

/** People of the display's departments who have a key or are on duty now. */
const PEOPLE = `select a.user_id as "userId", coalesce(e.emp_name, a.user_name) as "userName", a.user_id = any($3) as "onDuty",
  p.user_id is not null as ready
from account a left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
  left join staff_pin p on p.org_id = a.org_id and p.user_id = a.user_id
where a.org_id = $1 and a.user_status = ${UserStatus.is.enabled} and (p.user_id is not null or a.user_id = any($3))
  and ($2::text[] is null or a.is_admin or a.user_id = any($3) or exists (select from employee_data_dept x
    where x.org_id = a.org_id and x.emp_id = a.user_id and x.dept_id = any($2)))
order by 3 desc, 4 desc, e.pinyin, a.user_id`

async function people(who: Caller): Promise<Person[]> {
  const duty = (await dutiesOf(who, null)).filter((one) => one.now === 1).map((one) => one.userId)
  return (await who.app.pool.query<Person>(PEOPLE, [who.orgId, who.deptIds, duty])).rows
}

/** Whoever stands at the display, as the caller of what the display asks for. */
async function inFront(
  who: Caller,
  call: Call,
  recordIds: readonly string[],
  { userId, pin }: { userId: string; pin: string },
): Promise<Caller> {
  const { rowCount } = await who.app.pool.query(
    `select from alarm_record t where t.org_id = $1 and t.record_id = any($3) and ${ALARM_SCOPE('$2')}`,
    [who.orgId, who.deptIds, recordIds],
  )
  if (rowCount !== recordIds.length) throw notFound('告警')
  if (!who.display) throw new Refusal('NO_PERMISSION')
  const person = await provePin(who, userId, pin, call.needs)
  return callerFor(who.app, display, call, person, who.origin, {})
}

const allOf = (recordId: string, also: readonly string[] | null | undefined) => [
  ...new Set([recordId, ...(also ?? [])]),
]

const at = (who: Caller) => `在告警大屏“${who.empName}”`

export default implement(display, {
  open: ({ name, replace }, who) => who.tx((tx) => openDisplay(tx, who, name, replace === true)),
  people: (_, who) => people(who),
  claim: async ({ recordId, also, ...proof }, who) => {
    const all = allOf(recordId, also)
    return takeAlarms(await inFront(who, claim, all, proof), all, { at: at(who) })
  },
  finish: async ({ recordId, also, result, remark, overTaker, ...proof }, who) => {
    const all = allOf(recordId, also)
    const person = await inFront(who, finish, all, proof)
    return handleAlarms(person, all, { result, remark: remark ?? null, at: at(who) }, { overTaker: overTaker ?? false })
  },
  pin: (_, who) => pinOf(who),
  savePin: async ({ pin }, who) => {
    const fault = pinFault(pin)
    if (fault) throw invalid(fault, 'pin')
    await savePin(who, pin)
    return null
  },
})
