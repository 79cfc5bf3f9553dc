// "What does this user see": the account is rebuilt as a session would be, and the lists are asked in its name.
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { SIGNED_IN } from '#contract/kit/permission'
import { notFound } from '#contract/kit/refusal'
import type { ButtonData, ByData, PersonData } from '#contract/platform/insight'
import type { Caller, SessionUser } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import type { Db } from '#server/kit/db'
import type { RecordKind } from '#server/kit/recordKinds'
import { callerFor, mayUse } from '#server/kit/serve'
import { dataDeptsOf, type LandingEndChoice, landingEndsOf } from './accountScope.ts'
import { recordKinds } from './insightKinds.ts'
import { frozenUntil } from './loginGuess.ts'
import { authoritiesOf, menuOf } from './menu.ts'

interface PersonRow extends PersonData {
  frozenUntil: string | null
  orgStatus: number
}

const PERSON = `select a.user_id as "userId", a.user_name as "userName", coalesce(e.emp_name, a.user_name) as "empName",
  d.dept_name as "deptName", a.is_admin as "isAdmin", a.user_status as "userStatus",
  array(select r.name from account_role ar join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
    where ar.org_id = a.org_id and ar.user_id = a.user_id order by r.role_level, r.name) as "roleNames",
  ${frozenUntil('a')} as "frozenUntil", o.org_status as "orgStatus"
from account a join organization o on o.org_id = a.org_id
  left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
  left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id
where a.org_id = $1 and a.user_id = $2
  and (a.user_id = $4 or $3::text[] is null or e.dept_id is null or e.dept_id = any($3))`

async function personOf(who: Caller, userId: string): Promise<PersonRow> {
  const found = await who.app.pool.query<PersonRow>({
    name: 'insight_person',
    text: PERSON,
    values: [who.orgId, userId, who.deptIds, who.userId],
  })
  if (!found.rows[0]) throw notFound('用户')
  return found.rows[0]
}

function obstacleOf(person: PersonRow, ends: readonly LandingEndChoice[]): string | null {
  if (person.userStatus !== 1) return '账号已停用，不能登录'
  if (person.orgStatus === 3) return '机构已被冻结，不能登录'
  if (ends.length === 0) {
    return person.roleNames.length === 0
      ? '没有分配角色，登录后没有可用的登录端'
      : `角色${person.roleNames.map((name) => `「${name}」`).join('')}没有任何权限，没有可用的登录端`
  }
  if (person.frozenUntil) return `密码连续输错，${person.frozenUntil.slice(0, 16)} 前不能登录`
  return null
}

const GRANTED = `select ra.authority_id as id, array_agg(distinct r.name order by r.name) as roles
from account_role ar
  join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
  join role_authority ra on ra.org_id = ar.org_id and ra.role_id = ar.role_id
where ar.org_id = $1 and ar.user_id = $2 and ra.landing_end_id = $3 group by ra.authority_id`

const PRESETS = `select r.name from account_role ar join role r on r.org_id = ar.org_id and r.role_id = ar.role_id
where ar.org_id = $1 and ar.user_id = $2 and r.role_level = 0 order by r.name`

/** Why a code is there: the strongest reason first. */
async function reasonsFor(pool: pg.Pool, user: SessionUser): Promise<(code: string, id: string) => ByData> {
  const [granted, presets] = await Promise.all([
    pool.query<{ id: string; roles: string[] }>({
      name: 'insight_granted',
      text: GRANTED,
      values: [user.orgId, user.userId, user.landingEndId],
    }),
    pool.query<{ name: string }>({ name: 'insight_presets', text: PRESETS, values: [user.orgId, user.userId] }),
  ])
  const byId = new Map(granted.rows.map((row) => [row.id, row.roles]))
  const preset = presets.rows.map((row) => row.name)
  return (code, id) => {
    if (user.isAdmin) return { kind: 'admin', roles: [] }
    if (preset.length > 0) return { kind: 'preset', roles: preset }
    if (code.startsWith('page:')) return { kind: 'everyone', roles: [] }
    return { kind: 'role', roles: byId.get(id) ?? [] }
  }
}

type Authorities = Awaited<ReturnType<typeof authoritiesOf>>

function buttonsOf(rows: Authorities, user: SessionUser, reason: (code: string, id: string) => ByData): ButtonData[] {
  const byId = new Map(rows.map((row) => [row.authority_id, row]))
  const path = (id: string | null): string[] => {
    const row = id === null ? undefined : byId.get(id)
    return row ? [...path(row.parent_id), row.authority_name] : []
  }
  return rows
    .filter((row) => row.menu_type !== 'MENU' && user.codes.has(row.authority_code))
    .map((row) => ({
      authorityCode: row.authority_code,
      authorityName: row.authority_name,
      menuType: row.menu_type,
      place: path(row.parent_id).join(' › '),
      by: reason(row.authority_code, row.authority_id),
    }))
}

/**
 * Kinds whose list this release has, and what a reader needs: the page where there is one, else the list call itself.
 * `chosen`: whoever signed in may read the call, so forms offer the rows even to those who cannot open the page.
 */
export const kindsOf = (app: AppContext) =>
  recordKinds.flatMap((kind) => {
    const call = app.calls.get(kind.list)
    if (!call) return []
    const page = app.nouns.flatMap((noun) => Object.values(noun.pages)).find((one) => one.path === kind.page)
    return [{ kind, needs: page?.needs ?? call.needs, chosen: page !== undefined && call.needs === SIGNED_IN }]
  })

/** Asks the list itself, as that user, so that the number is what they would see. */
async function countAs(app: AppContext, kind: RecordKind, user: SessionUser, who: Caller): Promise<number> {
  const list = app.handlers.get(kind.list)!
  const reader = callerFor(app, list.noun, list.call, user, who.origin, {})
  if (kind.count) return kind.count(reader)
  const answer = (await list.handler({ page: 1, size: 1 }, reader)) as { total?: number; length?: number }
  return answer.total ?? answer.length ?? 0
}

/** On one view of the database that cannot be written: looking as somebody else must never act as them. */
async function readOnly<T>(app: AppContext, work: (app: AppContext) => Promise<T>): Promise<T> {
  const client = await app.pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin isolation level repeatable read read only')
    const pool = { query: client.query.bind(client) } as unknown as pg.Pool
    return await work({ ...app, pool, db: drizzle(client) as unknown as Db })
  } finally {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    client.release(broken)
  }
}

const countsFor = (who: Caller, user: SessionUser | null) =>
  readOnly(who.app, async (app) => {
    const counts = []
    for (const { kind, needs, chosen } of kindsOf(app)) {
      const may = user !== null && mayUse(user, needs)
      counts.push({
        type: kind.type,
        title: kind.title,
        unit: kind.unit,
        may,
        count: may ? await countAs(app, kind, user, who) : null,
        choosable: !may && chosen && user !== null ? await countAs(app, kind, user, who) : null,
        mine: who.may(needs) ? await countAs(app, kind, who, who) : null,
      })
    }
    return counts
  })

export async function whatUserSees(who: Caller, userId: string, landingEndId: string | null) {
  const { pool, sessions } = who.app
  const { frozenUntil, orgStatus, ...person } = await personOf(who, userId)
  const [ends, depts] = await Promise.all([
    landingEndsOf(pool, who.orgId, userId),
    dataDeptsOf(pool, who.orgId, userId),
  ])
  const chosen =
    landingEndId === null
      ? (ends.find((end) => end.last) ?? ends[0])
      : ends.find((end) => end.landingEndId === landingEndId)
  if (landingEndId !== null && !chosen) throw notFound('登录端')
  const at = { landingEndId: chosen?.landingEndId ?? null, deptId: depts.preferred?.deptId ?? null }
  const user = chosen ? await sessions.ofAccount(who.orgId, userId, at) : null
  const rows = user ? await authoritiesOf(pool, user.landingEndId) : []
  const oneDept = user !== null && !user.isAdmin && user.deptIds?.length === 1 && depts.list.length > 1
  return {
    person,
    obstacle: obstacleOf({ ...person, frozenUntil, orgStatus }, ends),
    landingEnds: ends.map((end) => ({ landingEndId: end.landingEndId, landingEndName: end.landingEndName })),
    landingEndId: at.landingEndId,
    menu: user ? menuOf(rows, user.codes) : [],
    buttons: user ? buttonsOf(rows, user, await reasonsFor(pool, user)) : [],
    allDepts: person.isAdmin,
    oneDept,
    dataDepts: depts.list.map(({ deptId, deptName, deptLevel, parentId }) => ({
      deptId,
      deptName,
      deptLevel,
      parentId,
    })),
    counts: await countsFor(who, user),
  }
}
