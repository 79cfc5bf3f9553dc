// The server, and once its database too, is killed while 2,000 people are told of a notice that was just published and of a
// reminder of the morning: after the restart nobody is left out, and nobody was told twice.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notice } from '#contract/administration/notice'
import { NoticeScope } from '#contract/administration/noticeWords'
import { CONTRACT_SIGNED, contractDocument } from '#contract/live/contractDocument'
import { ResidenceStatus } from '#contract/live/resident'
import { KILLED, type Mortal, mortal } from './kit/mortal.ts'

const PEOPLE = 2_000

let house: Mortal
let token: string

/** They make contracts, so that they are reminded of those that end. */
const FILL = `with org as (select org_id from account where user_name = 'zhengkai'),
  made as (insert into role (org_id, role_id, name) select org_id, 'told', '合同专员' from org returning org_id, role_id),
  rights as (insert into role_authority (org_id, role_id, landing_end_id, authority_id)
    select m.org_id, m.role_id, l.landing_end_id, a.authority_id from made m cross join authority a
    cross join (select landing_end_id from landing_end limit 1) l where a.authority_code = $1),
  people as (select org_id, md5('told' || n) as id, n from org, generate_series(1, ${PEOPLE}) n),
  accounts as (insert into account (org_id, user_id, user_name, password_hash, reset_password)
    select org_id, id, 'told' || n, 'none', false from people),
  staff as (insert into employee (org_id, emp_id, emp_name) select org_id, id, '员工' || n from people),
  depts as (insert into employee_data_dept (org_id, emp_id, dept_id)
    select p.org_id, p.id, d.dept_id from people p join dept d on d.org_id = p.org_id)
insert into account_role (org_id, user_id, role_id) select org_id, id, 'told' from people`

beforeAll(async () => {
  house = await mortal('yiyuan-telling-')
  token = await house.tokenOf('zhengkai')
  await house.sql(FILL, [contractDocument.calls.create.needs])
})
afterAll(() => house?.end())

const MORNING = `select graphile_worker.add_job('administration.reminders', payload := '{}', job_key := 'test.morning')`
const morningOver = async () =>
  (await house.sql(`select 1 from graphile_worker.jobs where key = 'test.morning'`)).length === 0

/** A contract of a resident comes near its end, on another day each time. */
const ENDS = `update contract_document c set end_date = current_date + $1::int from (
  select t.org_id, t.contract_id from contract_document t
  join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id and o.status = ${ResidenceStatus.is.living}
  where t.state in (${CONTRACT_SIGNED}) and t.end_date is not null and not exists (select from contract_document n
    where n.org_id = t.org_id and n.oldman_id = t.oldman_id and n.contract_id <> t.contract_id)
  order by t.contract_id limit 1) x
where c.org_id = x.org_id and c.contract_id = x.contract_id returning c.contract_id as id`

/** How many of them were told how often, since then. */
const told = async (kind: string, since: string) =>
  house.sql<{ times: number; people: number }>(
    `select times::int, count(*)::int as people from (select a.user_id, count(m.message_id) as times from account a
       left join user_message m on m.org_id = a.org_id and m.user_id = a.user_id and m.kind = $1 and m.created_at > $2
       where a.user_name like 'told%' group by 1) t group by 1 order by 1`,
    [kind, since],
  )

test.each(KILLED)('%s killed while 2,000 are told: each of them hears of both, once', async (_, database) => {
  // What the house has to be reminded of anyway is told before.
  await house.sql(MORNING)
  await expect.poll(morningOver, { timeout: 60_000 }).toBe(true)
  const [since] = await house.sql<{ now: string }>('select now()::text as now')
  expect(await house.sql(ENDS, [database ? 12 : 11])).toHaveLength(1)
  const draft = await house.ask<{ noticeId: string }>(
    notice.calls.add.path,
    { title: '消防演练', scope: NoticeScope.is.all, html: '<p>今天下午三点。</p>' },
    { token },
  )
  expect(draft.desc).toBe('操作成功')
  const { noticeId } = draft.data
  const publish = () =>
    house.ask(notice.calls.publish.path, { noticeId }, { token, requestNo: `tell-${noticeId}`, method: 'PUT' })

  // One of them is about to be changed by somebody else: both stop in the middle of telling and wait.
  const other = await house.connect()
  await other.query('begin')
  await other.query(`select 1 from account where user_name = 'told1000' for update`)
  const pressed = publish().catch(() => null)
  await house.sql(MORNING)
  const waits = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and query like '%insert into user_message%'`
  await expect.poll(async () => (await house.sql(waits)).length, { timeout: 60_000 }).toBe(2)
  house.kill(database)
  expect(await pressed).toBeNull()
  await other.query('rollback').catch(() => undefined)
  await other.end().catch(() => undefined)

  await house.again()
  token = await house.tokenOf('zhengkai')
  // Whoever pressed has no answer and presses again; the job is taken up by itself.
  expect((await publish()).desc).toBe('操作成功')
  await expect.poll(morningOver, { timeout: 60_000 }).toBe(true)
  const all = [{ times: 1, people: PEOPLE }]
  expect([await told('notice', since!.now), await told('remind', since!.now)]).toEqual([all, all])
  const received = await house.sql<{ n: number }>(
    `select count(*)::int as n from notice_receiver r join account a on a.org_id = r.org_id and a.user_id = r.user_id
     where r.notice_id = $1 and a.user_name like 'told%'`,
    [noticeId],
  )
  expect(received).toEqual([{ n: PEOPLE }])
})
