// Wall screens of the organisation: made, given a new address, withdrawn. A change of the address ends what it opened.
import { randomBytes } from 'node:crypto'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import {
  type MadeScreenData,
  type ScreenData,
  type ScreenKindValue,
  ScreenState,
  screen,
} from '#contract/platform/screen'
import { endSessions } from '#server/areas/platform/session/accountSession'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId, sha256 } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'

onConstraint('screen_address_name', () => new Refusal('ALREADY_EXISTS', { what: '这个名称的大屏' }, 'name'))

/** More than any house hangs up; each of them may hold a connection. */
const MOST = 50

/** 256 random bits; who has them has the screen. */
const newKey = () => randomBytes(32).toString('base64url')
const PAGES = { HOUSE: 'fullchart.html', ALARM: 'alarmWall.html' } as const
const linkOf = ({ publicUrl }: Caller['app']['settings'], kind: ScreenKindValue) =>
  publicUrl && `${publicUrl}/${PAGES[kind]}`
const target = (screenId: string) => ({ targetType: 'screen', targetId: screenId })

const ROW = `t.screen_id as "screenId", t.name, t.kind, case when t.revoked_at is null then 'OPEN' else 'REVOKED' end as state,
  t.last_seen_at as "lastSeenTime", coalesce(e.emp_name, a.user_name, '—') as "createdByName",
  t.created_at as "createTime", t.revoked_at as "revokeTime"`
const JOIN = `left join employee e on e.org_id = t.org_id and e.emp_id = t.created_by
  left join account a on a.org_id = t.org_id and a.user_id = t.created_by`

async function refuseTooMany(tx: Tx): Promise<void> {
  const found = await tx.client.query<{ n: number }>(
    'select count(*)::int as n from screen_address where org_id = $1 and revoked_at is null',
    [tx.orgId],
  )
  if (found.rows[0]!.n >= MOST) throw invalid(`最多同时使用 ${MOST} 块大屏，请先停用不再使用的大屏`, 'name')
}

interface Locked {
  name: string
  kind: ScreenKindValue
  revoked: boolean
}

async function locked(tx: Tx, screenId: string): Promise<Locked> {
  const found = await tx.client.query<Locked>(
    `select name, kind, revoked_at is not null as revoked from screen_address
      where org_id = $1 and screen_id = $2 for update`,
    [tx.orgId, screenId],
  )
  if (!found.rows[0]) throw notFound('大屏')
  return found.rows[0]
}

async function create(tx: Tx, who: Caller, name: string): Promise<MadeScreenData> {
  await refuseTooMany(tx)
  const [screenId, screenKey] = [newId(), newKey()]
  await tx.client.query(
    'insert into screen_address (org_id, screen_id, name, key_hash, created_by) values ($1, $2, $3, $4, $5)',
    [tx.orgId, screenId, name, sha256(screenKey), who.userId],
  )
  tx.log({ remark: `新增大屏“${name}”`, ...target(screenId) })
  return { screenId, name, kind: 'HOUSE', screenKey, link: linkOf(who.app.settings, 'HOUSE') }
}

/**
 * An alarm wall as a display of its own, with the departments of whoever opens it. It outlives their session; a name that
 * hangs somewhere already is only moved here when that is meant.
 */
export async function openDisplay(tx: Tx, who: Caller, name: string, replace: boolean): Promise<MadeScreenData> {
  const found = await tx.client.query<Locked & { screenId: string }>(
    `select screen_id as "screenId", name, kind, revoked_at is not null as revoked from screen_address
      where org_id = $1 and name = $2 for update`,
    [tx.orgId, name],
  )
  const known = found.rows[0]
  if (known && (known.kind !== 'ALARM' || !(replace || known.revoked)))
    throw new Refusal('ALREADY_EXISTS', { what: '这个名称的大屏' }, 'name')
  if (!known || known.revoked) await refuseTooMany(tx)
  const [screenId, screenKey] = [known?.screenId ?? newId(), newKey()]
  await tx.client.query(
    `insert into screen_address (org_id, screen_id, name, kind, dept_ids, key_hash, created_by)
      values ($1, $2, $3, 'ALARM', $4, $5, $6)
      on conflict (org_id, screen_id) do update set key_hash = excluded.key_hash, dept_ids = excluded.dept_ids,
        created_by = excluded.created_by, revoked_at = null`,
    [tx.orgId, screenId, name, who.deptIds, sha256(screenKey), who.userId],
  )
  if (known) await endSessions(who.app, tx, tx.orgId, [screenId], 'ACCOUNT_CHANGED')
  tx.log({ remark: known ? `重新打开告警大屏“${name}”` : `打开告警大屏“${name}”`, ...target(screenId) })
  return { screenId, name, kind: 'ALARM', screenKey, link: linkOf(who.app.settings, 'ALARM') }
}

async function renew(tx: Tx, who: Caller, screenId: string): Promise<MadeScreenData> {
  const { name, kind, revoked } = await locked(tx, screenId)
  if (revoked) await refuseTooMany(tx)
  const screenKey = newKey()
  await tx.client.query(
    'update screen_address set key_hash = $3, revoked_at = null where org_id = $1 and screen_id = $2',
    [tx.orgId, screenId, sha256(screenKey)],
  )
  await endSessions(who.app, tx, tx.orgId, [screenId], 'ACCOUNT_CHANGED')
  tx.log({ remark: `重新生成大屏“${name}”的地址`, ...target(screenId) })
  return { screenId, name, kind, screenKey, link: linkOf(who.app.settings, kind) }
}

async function revoke(tx: Tx, who: Caller, screenId: string): Promise<void> {
  const { name, revoked } = await locked(tx, screenId)
  if (revoked) throw new Refusal('STATE_NOT_ALLOWED', { state: ScreenState.label('REVOKED'), act: '再次停用' })
  await tx.client.query('update screen_address set revoked_at = now() where org_id = $1 and screen_id = $2', [
    tx.orgId,
    screenId,
  ])
  await endSessions(who.app, tx, tx.orgId, [screenId], 'ACCOUNT_CHANGED')
  tx.log({ remark: `停用大屏“${name}”`, ...target(screenId) })
}

export default implement(screen, {
  list: (query, who) =>
    pageOfRows<ScreenData>(
      who.app.pool,
      {
        from: 'screen_address t',
        key: 'screen_id',
        select: ROW,
        join: JOIN,
        filters: [['t.org_id = ?', who.orgId]],
        sorts: { name: 't.name', createTime: 't.created_at', lastSeenTime: 't.last_seen_at' },
        defaultSort: 't.revoked_at is not null, t.created_at desc',
      },
      query,
    ),
  create: ({ name }, who) => who.tx((tx) => create(tx, who, name)),
  renew: ({ screenId }, who) => who.tx((tx) => renew(tx, who, screenId)),
  revoke: ({ screenId }, who) => who.tx((tx) => revoke(tx, who, screenId)).then(() => null),
})
