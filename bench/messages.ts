// Messages: 2,000 people told by a notice and by a reminder, some of them at their screens, and a house with a million messages.
import type pg from 'pg'
import { WebSocket } from 'ws'
import { notice } from '#contract/administration/notice'
import { NoticeScope } from '#contract/administration/noticeWords'
import { CONTRACT_SIGNED, contractDocument } from '#contract/live/contractDocument'
import { ResidenceStatus } from '#contract/live/resident'
import { message } from '#contract/platform/message'
import { newId, sha256 } from '#server/kit/ids'
import type { Who } from './care.ts'
import { processorMs } from './processor.ts'

export const PEOPLE = 2_000
export const MESSAGES = 1_000_000
/** What one person alone has kept. */
export const MOST = 20_000
/** At their screens while the others are out. */
export const SCREENS = 300

/** People who make contract documents, for every department of the house. */
export async function fillPeople(client: pg.Client, orgId: string): Promise<void> {
  const roleId = newId()
  await client.query('insert into role (org_id, role_id, name) values ($1, $2, $3)', [orgId, roleId, '合同专员'])
  await client.query(
    `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
      select $1, $2, l.landing_end_id, a.authority_id from authority a cross join (select landing_end_id from landing_end limit 1) l
      where a.authority_code = $3`,
    [orgId, roleId, contractDocument.calls.create.needs],
  )
  await client.query(
    `with people as (select md5('told' || n) as id, n from generate_series(1, ${PEOPLE}) n),
      accounts as (insert into account (org_id, user_id, user_name, password_hash, reset_password)
        select $1, id, 'told' || n, 'none', false from people returning user_id),
      staff as (insert into employee (org_id, emp_id, emp_name) select $1, id, '员工' || n from people returning emp_id),
      depts as (insert into employee_data_dept (org_id, emp_id, dept_id)
        select $1, p.id, d.dept_id from people p cross join dept d where d.org_id = $1 returning emp_id)
    insert into account_role (org_id, user_id, role_id) select $1, id, $2 from people`,
    [orgId, roleId],
  )
}

/** The same number for everybody and many for one; of the newest of each some wait to be read. */
export async function fillMessages(client: pg.Client, orgId: string, userId: string): Promise<void> {
  const each = (MESSAGES - MOST) / PEOPLE
  const insert = (who: string, many: number) =>
    client.query(
      `insert into user_message (org_id, message_id, user_id, kind, title, content, route, created_at, read_at, once_key)
        select $1, md5(p.id || 'm' || n), p.id,
          (array['fee', 'outing', 'approval', 'notice', 'task', 'health', 'remind', 'system'])[1 + n % 8],
          '消息 ' || n, '这是第 ' || n || ' 条消息的内容，说明发生了什么和接下来要做什么。', '/home',
          now() - n * interval '20 minutes', case when n > 25 then now() end, case when n % 3 = 0 then 'k' || n end
        from (${who}) p cross join generate_series(1, $2::int) n`,
      [orgId, many],
    )
  await insert(`select user_id as id from account where org_id = $1 and user_name like 'told%'`, each)
  await insert(`select '${userId}'::varchar as id`, MOST)
  await client.query('vacuum analyze user_message')
}

/** Sessions as a sign-in leaves them: 300 sign-ins would measure passwords. */
export async function giveSessions(client: pg.Client, orgId: string, many: number) {
  const sessions = Array.from({ length: many }, (_, n) => ({ n: n + 1, token: newId() }))
  await client.query(
    `insert into login_session (session_id, org_id, user_id, ip, terminal)
      select s.id, $1, a.user_id, '127.0.0.1', '测试' from unnest($2::text[], $3::int[]) as s(id, n)
      join account a on a.org_id = $1 and a.user_name = 'told' || s.n`,
    [orgId, sessions.map((one) => sha256(one.token)), sessions.map((one) => one.n)],
  )
  return sessions.map((one) => one.token)
}

/** A way of the product to tell all of them, with what tells its messages from others. */
export interface Way {
  what: string
  kind: string
  tell(): Promise<void>
  /** The same once more, as after a crash or a second press: nobody may hear of it again. */
  again(): Promise<void>
}

async function ask<T>(
  { url, token }: Who,
  method: string,
  path: string,
  body: object,
  requestNo = newId(),
): Promise<T> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: { authorization: token, 'content-type': 'application/json', 'x-request-no': requestNo },
    body: JSON.stringify(body),
  })
  const { status, desc, data } = (await answer.json()) as { status: number; desc: string; data: T }
  if (status !== 200) throw new Error(`${path}: ${desc}`)
  return data
}

/** A notice to everybody, from the press on 发布. */
export async function byNotice(who: Who): Promise<Way> {
  const { add, publish } = notice.calls
  const draft = await ask<{ noticeId: string }>(who, 'POST', add.path, {
    title: '消防演练',
    scope: NoticeScope.is.all,
    html: '<p>今天下午三点，各楼层听广播后按路线撤离。</p>',
    confirm: true,
  })
  const requestNo = newId()
  const press = async () => {
    await ask(who, 'PUT', publish.path, { noticeId: draft.noticeId }, requestNo)
  }
  return { what: 'a notice', kind: 'notice', tell: press, again: press }
}

const SOME_CONTRACT = `select t.contract_id as id from contract_document t
join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id and o.status = ${ResidenceStatus.is.living}
where t.org_id = $1 and t.state in (${CONTRACT_SIGNED}) and t.end_date is not null and not exists (select from contract_document n
  where n.org_id = t.org_id and n.oldman_id = t.oldman_id and n.contract_id <> t.contract_id) limit 1`

/** The reminders of the morning, when one contract comes near its end. */
export async function byReminder(client: pg.Client, { orgId }: Who, days: number): Promise<Way> {
  const morning = async () => {
    await client.query(
      `select graphile_worker.add_job('administration.reminders', payload := '{}', job_key := 'bench.tell')`,
    )
    await until(
      async () => (await client.query(`select 1 from graphile_worker.jobs where key = 'bench.tell'`)).rowCount === 0,
    )
  }
  const { rows } = await client.query<{ id: string }>(SOME_CONTRACT, [orgId])
  if (!rows[0]) throw new Error('no signed contract of a resident in the house')
  // What the house has to be told of anyway is told before.
  await morning()
  await client.query(
    'update contract_document set end_date = current_date + $3::int where org_id = $1 and contract_id = $2',
    [orgId, rows[0].id, days],
  )
  return { what: 'a reminder', kind: 'remind', tell: morning, again: morning }
}

export interface TellTimes {
  written: number
  /** Seconds of the processor until all have it. */
  processor: number
  shown: number
  heard: number
  twice: number
  wrongBadges: number
}

async function until(done: () => boolean | Promise<boolean>): Promise<void> {
  const limit = performance.now() + 60_000
  while (!(await done())) {
    if (performance.now() > limit) throw new Error('not told within a minute')
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
}

/** Seconds from the act until all have theirs in the database, and until every open screen has heard of it. */
export async function tellAll(
  client: pg.Client,
  { orgId, url }: Who,
  tokens: readonly string[],
  way: Way,
): Promise<TellTimes> {
  const heard: number[] = []
  let began = 0
  const sockets = await Promise.all(
    tokens.map(
      (token) =>
        new Promise<WebSocket>((resolve, reject) => {
          const ws = new WebSocket(`${url.replace('http', 'ws')}/websocket/${token}`)
          ws.on('open', () => resolve(ws))
          ws.on('error', reject)
          ws.on('message', (data) => {
            if (String(data).includes(`"${message.events.arrived.name}"`))
              heard.push((performance.now() - began) / 1000)
          })
        }),
    ),
  )
  const since = (await client.query<{ now: string }>('select clock_timestamp()::text as now')).rows[0]!.now
  const count = async () =>
    (
      await client.query<{ n: number }>(
        `select count(*)::int as n from user_message m join account a on a.org_id = m.org_id and a.user_id = m.user_id
          where m.org_id = $1 and a.user_name like 'told%' and m.kind = $2 and m.created_at > $3`,
        [orgId, way.kind, since],
      )
    ).rows[0]!.n
  const unreadOf = async (token: string) => {
    const answer = await fetch(`${url}${message.calls.unread.path}`, { headers: { authorization: token } })
    return ((await answer.json()) as { data: number }).data
  }
  const sample = tokens.slice(0, 20)
  const before = await Promise.all(sample.map(unreadOf))
  const spent = processorMs()
  began = performance.now()
  const telling = way.tell()
  await until(async () => (await count()) >= PEOPLE)
  const written = (performance.now() - began) / 1000
  await until(() => heard.length >= tokens.length)
  await telling
  const processor = (processorMs() - spent) / 1000
  const after = await Promise.all(sample.map(unreadOf))
  await way.again()
  const twice = (await count()) - PEOPLE
  for (const ws of sockets) ws.terminate()
  return {
    written,
    processor,
    shown: Math.max(...heard.slice(0, tokens.length)),
    heard: heard.length,
    twice,
    wrongBadges: sample.filter((_, i) => after[i] !== before[i]! + 1).length,
  }
}
