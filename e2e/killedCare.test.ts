// The server, and once its database too, is killed while the night makes the tasks of tomorrow and caregivers press: after
// the restart no task is missing or there twice, and every press is kept exactly once.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { cutDown, KILLED, type Mortal, mortal } from './kit/mortal.ts'

const PRESSES = 60

let house: Mortal
let token: string

beforeAll(async () => {
  house = await mortal('yiyuan-care-')
  token = await house.tokenOf('hejing')
})
afterAll(() => house?.end())

const NIGHT = `select graphile_worker.add_job('nursing.tasks')`
const tomorrow = async () =>
  (
    await house.sql<{ task: string }>(
      `select item_id || ' ' || plan_time as task from care_task where plan_time >= current_date + 1 order by 1`,
    )
  ).map((row) => row.task)

/** Tasks that may be done now and ask for nothing but the press. */
const pressable = () =>
  house.sql<{ id: string }>(
    `insert into care_task (org_id, task_id, plan_time, item_id, plan_id, oldman_id, project_id, minutes, open_from, due_until)
     select i.org_id, left(md5('press' || i.item_id || now()), 26) || to_char(w.at, 'YYMMDD'), w.at, i.item_id, i.plan_id, p.oldman_id,
       i.project_id, 5, w.at - interval '30 minutes', w.at + interval '90 minutes'
     from (select date_trunc('second', now()) - interval '1 second' as at) w, care_plan_item i
     join care_plan p on p.org_id = i.org_id and p.plan_id = i.plan_id and p.state = 'ON'
     join care_project c on c.org_id = i.org_id and c.project_id = i.project_id and c.enabled
       and not (c.needs_photo or c.needs_scan or c.needs_evaluation or c.charged) and c.needs_signs = '{}'
     where i.active and not exists (select from outing u where u.org_id = p.org_id and u.oldman_id = p.oldman_id)
     order by i.item_id limit ${PRESSES} returning task_id as id`,
  )

const press = (taskId: string) =>
  house.ask(
    '/pims/web-org/executions',
    { taskIds: [taskId], terminal: 'bedside' },
    { token, requestNo: `press-${taskId}` },
  )

test.each(KILLED)(
  '%s killed in the middle of the night: nothing is missing or double, presses are kept',
  async (_, database) => {
    await house.sql(NIGHT)
    await expect.poll(async () => (await tomorrow()).length, { timeout: 60_000 }).toBeGreaterThan(1_000)
    const whole = await tomorrow()
    await house.sql('delete from care_task where plan_time >= current_date + 1 and execution_id is null')
    // Somebody else is about to write one of them: the night stops in the middle of its work and waits.
    const other = await house.connect()
    await other.query('begin')
    await other.query(
      `insert into care_task (org_id, task_id, plan_time, item_id, plan_id, oldman_id, project_id, minutes, open_from, due_until)
     select i.org_id, 'held' || to_char(x.at, 'YYMMDD'), x.at, i.item_id, i.plan_id, p.oldman_id, i.project_id, 5, x.at, x.at
     from (select split_part($1, ' ', 1) as item, substr($1, strpos($1, ' ') + 1)::timestamptz as at) x
     join care_plan_item i on i.item_id = x.item join care_plan p on p.org_id = i.org_id and p.plan_id = i.plan_id`,
      [whole[Math.floor(whole.length / 2)]!],
    )
    await house.sql(NIGHT)
    const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into care_task%'`
    await expect.poll(async () => (await house.sql(waits)).length, { timeout: 60_000 }).toBeGreaterThan(0)
    const tasks = (await pressable()).map((row) => row.id)
    const presses = tasks.map((taskId) => [taskId])
    const { answered, open } = await cutDown(presses, press, () => house.kill(database))
    expect([answered.length >= PRESSES / 2, open.length > 0]).toEqual([true, true])
    await other.query('rollback').catch(() => undefined)
    await other.end().catch(() => undefined)

    await house.again()
    token = await house.tokenOf('hejing')
    const kept = async () =>
      (
        await house.sql<{ id: string }>(
          'select task_id as id from care_execution where task_id = any($1) and taken_back_at is null order by 1',
          [tasks],
        )
      ).map((row) => row.id)
    const after = await kept()
    expect(answered.filter((id) => !after.includes(id))).toEqual([])
    // What had no answer is sent again under its number, as the tablet does.
    for (const taskId of open) expect((await press(taskId)).status).toBe(200)
    expect(await kept()).toEqual([...tasks].sort())
    await expect.poll(async () => (await tomorrow()).length, { timeout: 60_000 }).toBe(whole.length)
    expect(await tomorrow()).toEqual(whole)
  },
)
