// What the ladder needs to know of an organisation: its settings, its roster, its departments and its head nurses.

import type pg from 'pg'
import { DEFAULT_SCENES, type LadderData, type VmsSceneData } from '#contract/monitor/ladderWords'
import { SettingSwitch } from '#contract/platform/config'
import { UserStatus } from '#contract/platform/user'
import { callTimesOf, type Duty, ladderOf, ladderOfCalls, onDuty, stepsFor } from './ladderSteps.ts'

export interface Person {
  userId: string
  userName: string
  phone: string | null
}

interface Head extends Person {
  deptId: string | null
  /** Departments whose data they see. */
  sees: readonly string[]
}

export interface LadderFacts {
  ladder: LadderData
  calls: LadderData
  scenes: ReadonlyMap<string, VmsSceneData>
  provider: string
  roster: readonly Duty[]
  parents: ReadonlyMap<string, string | null>
  heads: readonly Head[]
}

/** Only people who still work here and may sign in are told. */
const ROSTER = {
  name: 'ladder-roster',
  text: `select d.org_id as "orgId", d.dept_id as "deptId", d.rank, d.user_id as "userId", e.emp_name as "userName",
    coalesce(e.phone_num, a.user_telephone) as phone, d.weekdays, d.from_time as "fromTime", d.to_time as "toTime"
  from alarm_duty d join employee e on e.org_id = d.org_id and e.emp_id = d.user_id
    join account a on a.org_id = d.org_id and a.user_id = d.user_id and a.user_status = ${UserStatus.is.enabled}
  where d.org_id = any($1) order by d.rank, d.from_time, d.duty_id`,
}
const SETTINGS = {
  name: 'ladder-settings',
  text: `select org_id as "orgId", name, value from monitor_setting
    where org_id = any($1) and name in ('ladder', 'callBase', 'vms')`,
}
const DEPTS = {
  name: 'ladder-depts',
  text: 'select org_id as "orgId", dept_id as "deptId", parent_id as "parentId" from dept where org_id = any($1)',
}
const HEADS = {
  name: 'ladder-heads',
  text: `select e.org_id as "orgId", e.emp_id as "userId", e.emp_name as "userName", e.dept_id as "deptId",
    coalesce(e.phone_num, a.user_telephone) as phone,
    array(select s.dept_id::text from employee_data_dept s where s.org_id = e.org_id and s.emp_id = e.emp_id) as sees
  from employee e join account a on a.org_id = e.org_id and a.user_id = e.emp_id and a.user_status = ${UserStatus.is.enabled}
  where e.org_id = any($1) and exists (select from employee_job ej
      join job j on j.org_id = ej.org_id and j.job_id = ej.job_id and j.job_type_code = 'nurseHead'
    where ej.org_id = e.org_id and ej.emp_id = e.emp_id) order by e.sort, e.emp_id`,
}

type Owned<T> = T & { orgId: string }

export async function ladderFacts(
  client: pg.Pool | pg.ClientBase,
  orgIds: readonly string[],
): Promise<ReadonlyMap<string, LadderFacts>> {
  const values = [[...new Set(orgIds)]]
  const [roster, settings, depts, heads] = await Promise.all([
    client.query<Owned<Duty>>({ ...ROSTER, values }),
    client.query<{ orgId: string; name: string; value: Record<string, unknown> }>({ ...SETTINGS, values }),
    client.query<{ orgId: string; deptId: string; parentId: string | null }>({ ...DEPTS, values }),
    client.query<Owned<Head>>({ ...HEADS, values }),
  ])
  return new Map(
    values[0]!.map((orgId) => {
      const own = <T extends { orgId: string }>(rows: readonly T[]) => rows.filter((row) => row.orgId === orgId)
      const setting = (name: string) => own(settings.rows).find((row) => row.name === name)?.value
      const ladder = ladderOf(setting('ladder'))
      const vms = setting('vms')
      return [
        orgId,
        {
          ladder,
          calls: ladderOfCalls(callTimesOf(setting('callBase')), ladder.takenMinutes),
          scenes: new Map(scenesOf(vms).map((one) => [one.scene, one])),
          provider: typeof vms?.provider === 'string' ? vms.provider : 'outbox',
          roster: own(roster.rows),
          parents: new Map(own(depts.rows).map((row) => [row.deptId, row.parentId])),
          heads: own(heads.rows),
        },
      ]
    }),
  )
}

/** Every scene there is, as the setting has switched it. */
export function scenesOf(vms: Record<string, unknown> | undefined): VmsSceneData[] {
  const stored = Array.isArray(vms?.scenes) ? (vms.scenes as VmsSceneData[]) : []
  const known = new Map(stored.map((one) => [one.scene, one]))
  return DEFAULT_SCENES.map((one) => ({
    ...one,
    status: known.get(one.scene)?.status ?? one.status,
    level: known.get(one.scene)?.level ?? one.level,
  }))
}

/** The department and those above it. */
function pathOf(facts: LadderFacts, deptId: string | null): string[] {
  const path: string[] = []
  for (let at = deptId; at !== null && !path.includes(at); at = facts.parents.get(at) ?? null) path.push(at)
  return path
}

/** The nurse whose duty it is at a moment; null where the roster names nobody. */
export const whomOnDuty = (facts: LadderFacts, deptId: string | null, at: number): string | null =>
  onDuty(facts.roster, pathOf(facts, deptId), 1, at)[0]?.userId ?? null

export interface Told {
  people: readonly Person[]
  /** As the next step is named beside its countdown. */
  name: string
  /** Why it is not the roster's person. */
  note: string | null
}

export const EVERYBODY = '全体护理人员'
const names = (people: readonly Person[]) => people.map((one) => one.userName).join('、')

/** Whom a step tells: the roster, else the head nurse, else everybody who may handle alarms. */
export function whom(facts: LadderFacts, deptId: string | null, rank: number, at: number): Told {
  const people = onDuty(facts.roster, pathOf(facts, deptId), rank, at)
  if (people.length > 0) return { people, name: names(people), note: null }
  const heads = facts.heads.filter((one) => deptId === null || one.deptId === deptId || one.sees.includes(deptId))
  if (heads.length > 0) return { people: heads, name: names(heads), note: '值班表此时无人，按岗位通知护士长' }
  return { people: [], name: EVERYBODY, note: '值班表此时无人，也没有护士长，通知全部可处理告警的人员' }
}

/** Who is phoned: the head nurse of the roster, then those below, whoever has a number. */
export function whomToPhone(facts: LadderFacts, deptId: string | null, at: number): Person[] {
  for (const rank of [3, 2, 1]) {
    const people = whom(facts, deptId, rank, at).people.filter((one) => one.phone)
    if (people.length > 0) return [...people]
  }
  return []
}

export interface Climber {
  source: string
  type: string
  level: number
}

/** The steps in effect for an alarm of this kind. */
export function stepsOf(facts: LadderFacts, alarm: Climber) {
  const scene = facts.scenes.get(`${alarm.source}:${alarm.type}`)
  const phones = scene !== undefined && scene.status === SettingSwitch.is.on && alarm.level >= scene.level
  return stepsFor(alarm.source === 'CALL' ? facts.calls : facts.ladder, alarm.level, phones)
}
