// Hours that are due in a year, by the kind of staff.
import type pg from 'pg'
import type { TrainingDueData, training } from '#contract/administration/training'
import type { InputOf } from '#contract/kit/call'
import { invalid } from '#contract/kit/refusal'
import { StaffType } from '#contract/platform/user'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { onEveryStart, onNewOrganisation } from '#server/kit/presets'
import { systemTransaction } from '#server/kit/system'

type Calls = (typeof training)['calls']

/** What houses ask for where nothing else is decided. Sales people are nobody's to train by law. */
const USUAL: readonly (readonly [type: string, hours: number])[] = [
  [StaffType.is.nursing, 40],
  [StaffType.is.medical, 30],
  [StaffType.is.logistics, 16],
  [StaffType.is.office, 12],
]

const PRESET = `insert into training_due (org_id, emp_type, hours)
select $1, x.type, x.hours from unnest($2::text[], $3::int[]) as x(type, hours) on conflict do nothing`
const USUAL_AGAIN = `insert into training_due (org_id, emp_type, hours)
select $1, x.type, x.hours from unnest($2::text[], $3::int[]) as x(type, hours)
on conflict (org_id, emp_type) do update set hours = excluded.hours`

const fill = (client: pg.ClientBase, orgId: string) =>
  client.query(PRESET, [orgId, USUAL.map(([type]) => type), USUAL.map(([, hours]) => hours)])

/** For the demonstration: what is usual, whatever its other parts said. */
export const usualHours = (client: pg.ClientBase, orgId: string) =>
  client.query(USUAL_AGAIN, [orgId, USUAL.map(([type]) => type), USUAL.map(([, hours]) => hours)])

onNewOrganisation('training hours', async (tx, orgId) => {
  await fill(tx.client, orgId)
})

// Across organisations: houses that were there before training came get what is usual, once. What a house emptied since has a
// trace in its log, so an empty table there is its own decision.
const WITHOUT = `select o.org_id as "orgId" from organization o where not exists (select from training_due d where d.org_id = o.org_id)
  and not exists (select from operation_log l where l.org_id = o.org_id and l.target_type = 'trainingDue')`

onEveryStart('training hours', async (app) => {
  const found = await app.pool.query<{ orgId: string }>(WITHOUT)
  for (const { orgId } of found.rows) {
    await systemTransaction(app, orgId, '培训', '准备每年应修学时', async (tx) => {
      await fill(tx.client, orgId)
      tx.log({ remark: '写入各类人员每年应修学时' })
    })
  }
})

const ROWS = 'select d.emp_type as "empType", d.hours, d.version from training_due d where d.org_id = $1'

export async function dueHours(client: pg.Pool | pg.ClientBase, orgId: string): Promise<TrainingDueData[]> {
  const found = await client.query<TrainingDueData>({ name: 'training_due', text: ROWS, values: [orgId] })
  return StaffType.list.map(
    ({ value }) => found.rows.find((one) => one.empType === value) ?? { empType: value, hours: null, version: 0 },
  )
}

const KEEP = `insert into training_due as d (org_id, emp_type, hours) select $1, x.type, x.hours from unnest($2::text[], $3::int[]) as x(type, hours)
on conflict (org_id, emp_type) do update set hours = excluded.hours, version = d.version + 1 where d.hours <> excluded.hours`
const DROP = 'delete from training_due d where d.org_id = $1 and d.emp_type = any($2)'
const LOCK = `select pg_advisory_xact_lock(hashtextextended('training_due:' || $1, 0))`

const words = (rows: readonly TrainingDueData[]) =>
  Object.fromEntries(rows.map((one) => [StaffType.label(one.empType), one.hours]))

export async function saveDue(tx: Tx, who: Caller, input: InputOf<Calls['saveDue']>): Promise<TrainingDueData[]> {
  // Rows that are not there yet cannot be locked by themselves.
  await tx.client.query(LOCK, [who.orgId])
  const before = await dueHours(tx.client, who.orgId)
  if (new Set(input.rows.map((one) => one.empType)).size < input.rows.length) {
    throw invalid('同一类人员不能出现两次', 'rows')
  }
  for (const { empType, version } of input.rows) {
    await refuseStale(tx, 'trainingDue', version, before.find((one) => one.empType === empType)!.version)
  }
  const kept = input.rows.filter((one) => (one.hours ?? 0) > 0)
  const gone = input.rows.filter((one) => (one.hours ?? 0) === 0).map((one) => one.empType)
  await tx.client.query(KEEP, [who.orgId, kept.map((one) => one.empType), kept.map((one) => one.hours)])
  await tx.client.query(DROP, [who.orgId, gone])
  const after = await dueHours(tx.client, who.orgId)
  tx.log({
    remark: '设置每年应修学时',
    targetType: 'trainingDue',
    targetId: 'trainingDue',
    changes: changesBetween(words(before), words(after)),
  })
  return after
}
