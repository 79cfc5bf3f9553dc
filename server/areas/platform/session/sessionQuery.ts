// What the database says about a session: the whole user in one statement, and the short form that only asks
// whether it still stands.

import type pg from 'pg'
import { LandingDataDept } from '#contract/platform/landingEnd'
import { RoleLevel } from '#contract/platform/role'
import { OrgLevel, OrgStatus } from '#contract/platform/session'
import { UserStatus } from '#contract/platform/user'
import { isForKind } from '#server/areas/platform/authority/authorityScope'

/** The facts that end a session, in both statements. */
export interface StandingRow {
  session_id: string
  org_id: string
  ended_by: number | null
  idle_ms: number
  /** A wall screen's. */
  read_only: boolean
  /** Of a wall screen: its address stands. */
  screen_open: boolean
  /** Of a wall screen: HOUSE or ALARM, and the departments of an alarm wall. */
  screen_kind: string | null
  screen_depts: string[] | null
  org_status: number
  screen_pass: boolean
  /** null: the account is gone. */
  user_status: number | null
  settings: { tokenTimeOutSet?: unknown; tokenTimeOut?: unknown } | null
}

export interface SessionRow extends StandingRow {
  user_id: string
  landing_end_id: string | null
  dept_id: string | null
  org_name: string
  org_level: number
  user_name: string | null
  user_telephone: string | null
  is_admin: boolean | null
  reset_password: boolean | null
  emp_name: string | null
  screen_name: string | null
  dept_name: string | null
  one_dept: boolean
  role_names: string | null
  data_depts: string[] | null
  codes: string | null
}

const STANDING = `s.session_id, s.org_id, s.ended_by, s.read_only, o.org_status, o.screen_pass, a.user_status,
  w.kind as screen_kind, w.dept_ids as screen_depts, w.screen_id is not null and w.revoked_at is null
    and (w.kind <> 'ALARM' or exists (select from account c
      where c.org_id = w.org_id and c.user_id = w.created_by and c.user_status = ${UserStatus.is.enabled})) as screen_open,
  (extract(epoch from now() - s.last_seen) * 1000)::float8 as idle_ms,
  (select jsonb_object_agg(c.name, c.value order by c.org_id = s.org_id) from system_config c
    where c.name in ('tokenTimeOutSet', 'tokenTimeOut')
      and (c.org_id = s.org_id or c.org_id in (select org_id from organization
      where org_level = ${OrgLevel.is.operator}))) as settings`

const from = (source: string) => `from ${source} s
  join organization o on o.org_id = s.org_id
  left join account a on a.org_id = s.org_id and a.user_id = s.user_id
  left join screen_address w on w.org_id = s.org_id and w.screen_id = s.screen_id`

// Pages that everyone has carry no code of their own but page:<path>. A department that is limited to other landing
// ends leaves its people without any code here. A screen never has one.
const whole = (source: string) => `select ${STANDING}, s.user_id, s.landing_end_id, s.dept_id, o.org_name, o.org_level,
  a.user_name, a.user_telephone, a.is_admin, a.reset_password, e.emp_name, w.name as screen_name, d.dept_name,
  coalesce(l.data_dept, ${LandingDataDept.is.all}) = 1 as one_dept, roles.names as role_names,
  (select array_agg(x.dept_id::text) from employee_data_dept x where x.org_id = s.org_id and x.emp_id = s.user_id) as data_depts,
  (select string_agg(x.authority_code, chr(10) order by x.authority_code) from authority x
    where s.ended_by is null and not s.read_only and o.org_status = ${OrgStatus.is.normal} and x.menu_type <> 'MENU'
      and x.ends ? l.landing_end_code
      and ${isForKind('x', 'o.org_level')}
      and (a.is_admin or roles.preset or x.authority_code like 'page:%' or x.authority_id in (
        select ra.authority_id from account_role ar
          join role_authority ra on ra.org_id = ar.org_id and ra.role_id = ar.role_id
         where ar.org_id = s.org_id and ar.user_id = s.user_id and ra.landing_end_id = s.landing_end_id))
      and (a.is_admin or not exists (
        select 1 from dept_landing_end q where q.org_id = s.org_id and q.dept_id = s.dept_id
        having count(*) > 0 and not bool_or(q.landing_end_id = s.landing_end_id)))) as codes
${from(source)}
  left join employee e on e.org_id = s.org_id and e.emp_id = s.user_id
  left join dept d on d.org_id = s.org_id and d.dept_id = s.dept_id
  left join landing_end l on l.landing_end_id = s.landing_end_id
  left join lateral (
    select string_agg(r.name, ',' order by r.role_level, r.name) as names,
      coalesce(bool_or(r.role_level = ${RoleLevel.is.preset}), false) as preset
      from account_role ar join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
     where ar.org_id = s.org_id and ar.user_id = s.user_id) roles on true`

const WHOLE = `${whole('login_session')} where s.session_id = $1`

export async function readSession(pool: pg.Pool, sessionId: string): Promise<SessionRow | null> {
  const found = await pool.query<SessionRow>({ name: 'session_whole', text: WHOLE, values: [sessionId] })
  return found.rows[0] ?? null
}

// A session that was never opened: the account as it would be signed in at that landing end and department.
const OF_ACCOUNT = whole(`(select ''::varchar as session_id, $1::varchar as org_id, $2::varchar as user_id,
  $3::varchar as landing_end_id, $4::varchar as dept_id, false as read_only, null::varchar as screen_id, null::int as ended_by, now() as last_seen)`)

export async function readAccount(
  pool: pg.Pool,
  orgId: string,
  userId: string,
  at: { landingEndId: string | null; deptId: string | null },
): Promise<SessionRow | null> {
  const values = [orgId, userId, at.landingEndId, at.deptId]
  const found = await pool.query<SessionRow>({ name: 'session_of_account', text: OF_ACCOUNT, values })
  return found.rows[0] ?? null
}

const STANDINGS = `select ${STANDING} ${from('login_session')} where s.session_id = any($1)`

export async function readStandings(pool: pg.Pool, sessionIds: readonly string[]): Promise<StandingRow[]> {
  const found = await pool.query<StandingRow>({ name: 'session_standings', text: STANDINGS, values: [sessionIds] })
  return found.rows
}

const END = `update login_session set ended_by = $2, ended_at = now() where session_id = $1 and ended_by is null`

export async function writeEnd(pool: pg.Pool, sessionId: string, code: number): Promise<void> {
  await pool.query({ name: 'session_end', text: END, values: [sessionId, code] })
}

// Ages instead of moments: the clocks of server and database need not agree.
const SEEN = `with seen as (
  update login_session s set last_seen = greatest(s.last_seen, now() - v.age * interval '1 millisecond')
  from unnest($1::text[], $2::float8[]) as v(session_id, age) where s.session_id = v.session_id and s.ended_by is null
  returning s.org_id, s.screen_id, s.last_seen
)
update screen_address w set last_seen_at = greatest(w.last_seen_at, x.last_seen)
from (select org_id, screen_id, max(last_seen) as last_seen from seen where screen_id is not null group by 1, 2) x
where w.org_id = x.org_id and w.screen_id = x.screen_id`

export async function writeSeen(pool: pg.Pool, sessionIds: string[], ages: number[]): Promise<void> {
  await pool.query({ name: 'session_seen', text: SEEN, values: [sessionIds, ages] })
}
