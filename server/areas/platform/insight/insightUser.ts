// "What does this user see": the account is rebuilt as a session would be, and the lists are asked in its name.

import type pg from 'pg'
import { codesOf, SIGNED_IN } from '#contract/kit/permission'
import { notFound, Refusal } from '#contract/kit/refusal'
import type { ButtonData, ByData, PersonData } from '#contract/platform/insight'
import { RoleLevel } from '#contract/platform/role'
import { OrgStatus } from '#contract/platform/session'
import { UserStatus } from '#contract/platform/user'
import { authoritiesOf, menuOf } from '#server/areas/platform/authority/menu'
import { pageNeeds, pageOfCode } from '#server/areas/platform/authority/pageNeeds'
import { dataDeptsOf, type LandingEndChoice, landingEndsOf } from '#server/areas/platform/session/accountScope'
import { frozenUntil } from '#server/areas/platform/session/loginGuess'
import { askAs } from '#server/kit/askAs'
import type { Caller } from '#server/kit/caller'
import type { AppContext, Fulfilled } from '#server/kit/context'
import type { RecordList } from '#server/kit/recordKinds'
import { mayUse } from '#server/kit/serve'
import type { SessionUser } from '#server/kit/sessionUser'
import { recordKinds } from './insightKinds.ts'

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
  if (person.userStatus !== UserStatus.is.enabled) return '账号已停用，不能登录'
  if (person.orgStatus === OrgStatus.is.frozen) return '机构已被冻结，不能登录'
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
where ar.org_id = $1 and ar.user_id = $2 and r.role_level = ${RoleLevel.is.preset} order by r.name`

/** Why a code is there: the strongest reason first. */
async function reasonsFor(
  { pool, nouns }: Pick<AppContext, 'pool' | 'nouns'>,
  user: SessionUser,
  rows: Authorities,
): Promise<(code: string, id: string) => ByData> {
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
    const path = pageOfCode(code)
    if (path === null) return { kind: 'role', roles: byId.get(id) ?? [] }
    // A page without a code of its own: whoever holds what it needs.
    const needs = codesOf(pageNeeds(nouns).get(path) ?? '')
    if (needs.length === 0) return { kind: 'everyone', roles: [] }
    const ids = rows.filter((row) => needs.includes(row.authority_code)).map((row) => row.authority_id)
    return { kind: 'role', roles: [...new Set(ids.flatMap((one) => byId.get(one) ?? []))].sort() }
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

/** A list this release has: the call that serves it, and what its page asks for. */
interface ServedList {
  list: RecordList
  fulfilled: Fulfilled
  /** What whoever opens the list needs; null for lists that only fill forms. */
  opens: string | null
}

/**
 * Kinds whose lists this release has. `needs`: what opens one of them. A list that every signed-in user may call fills
 * forms, too, even for those who cannot open its page (`chosen`).
 */
export const kindsOf = (app: AppContext) =>
  recordKinds().flatMap((kind) => {
    const lists = kind.lists.flatMap((list): ServedList[] => {
      const fulfilled = app.handlers.get(list.call)
      if (!fulfilled) return []
      const page = app.nouns.flatMap((noun) => Object.values(noun.pages)).find((one) => one.path === list.page)
      const call = fulfilled.call.needs === SIGNED_IN ? null : fulfilled.call.needs
      return [{ list, fulfilled, opens: page?.needs ?? call }]
    })
    return lists.length === 0 ? [] : [{ kind, lists, ...reachOf(lists) }]
  })

/** What opens one of these lists, and whether one of them fills forms. */
export const reachOf = (lists: readonly ServedList[]) => ({
  needs: [...new Set(lists.flatMap(({ opens }) => opens ?? []))].join('|'),
  chosen: lists.some(({ fulfilled }) => fulfilled.call.needs === SIGNED_IN),
})

interface Seen {
  count: number | null
  status: number
  refusal: string | null
}

/** Asks the list itself as that user, so that the number, or the refusal, is what they would get. */
async function seenBy(app: AppContext, { fulfilled, list }: ServedList, user: SessionUser, who: Caller): Promise<Seen> {
  try {
    const answer = (await askAs(app, fulfilled, user, who.origin, { ...list.query, page: 1, size: 1 })) as {
      total?: number
      length?: number
    }
    return { count: answer.total ?? answer.length ?? 0, status: 200, refusal: null }
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    // The sentence of the list speaks to the user; here somebody reads about them.
    const text = refusal.code === 'NO_PERMISSION' ? '没有权限' : refusal.message
    return { count: null, status: refusal.status, refusal: text }
  }
}

/** On one view of the database that cannot be written: looking as somebody else must never act as them. */
async function readOnly<T>(app: AppContext, work: (app: AppContext) => Promise<T>): Promise<T> {
  const client = await app.pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin isolation level repeatable read read only')
    const pool = { query: client.query.bind(client) } as unknown as pg.Pool
    return await work({ ...app, pool })
  } finally {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    client.release(broken)
  }
}

const NOBODY: Seen = { count: null, status: new Refusal('NO_LANDING_END').status, refusal: '不能登录' }

const countsFor = (who: Caller, user: SessionUser | null) =>
  readOnly(who.app, async (app) => {
    const counts = []
    for (const { kind, lists } of kindsOf(app)) {
      for (const served of lists) {
        counts.push({
          type: kind.type,
          call: served.list.call,
          query: served.list.query ?? {},
          title: served.list.title,
          unit: kind.unit,
          ...(user === null ? NOBODY : await seenBy(app, served, user, who)),
          opens: user !== null && served.opens !== null && mayUse(user, served.opens),
          mine: (await seenBy(app, served, who, who)).count,
        })
      }
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
    buttons: user ? buttonsOf(rows, user, await reasonsFor(who.app, user, rows)) : [],
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
