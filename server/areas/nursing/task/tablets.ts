// Bedside devices speak every minute: a row for each caregiver, written without a transaction of its own and without a log
// row, because nothing of the house changes by it.
import type pg from 'pg'
import { GONE_HOURS, type TabletHeardData } from '#contract/nursing/tabletSilence'
import { careTask } from '#contract/nursing/task'
import type { Caller } from '#server/kit/caller'
import { onSignedOut } from '#server/kit/signedOut'
import type { Scope } from '#server/kit/tenant'

const HEARD = `insert into care_tablet as t (org_id, user_id, session_id, seen_at, waiting) values ($1, $2, $3, now(), $4)
on conflict (org_id, user_id) do update set session_id = excluded.session_id, seen_at = greatest(t.seen_at, now()),
  waiting = excluded.waiting
returning seen_at as at, waiting`

/** Those who see the caregiver's elders see the caregiver. */
const seenBy = ({ deptIds }: Pick<Scope, 'deptIds'>) => (deptIds === null ? {} : { deptIds })

export async function hearTablet(who: Caller, waiting: number): Promise<void> {
  const { pool, realtime } = who.app
  const told = await pool.query<TabletHeardData>({
    name: 'care_tablet_heard',
    text: HEARD,
    values: [who.orgId, who.userId, who.sessionId, waiting],
  })
  realtime.emit(who.orgId, careTask.events.heard, { workerId: who.userId, heard: told.rows[0]! }, seenBy(who))
}

onSignedOut(async (tx, user) => {
  const gone = await tx.client.query('delete from care_tablet where org_id = $1 and user_id = $2 and session_id = $3', [
    user.orgId,
    user.userId,
    user.sessionId,
  ])
  if (gone.rowCount) tx.emit(careTask.events.heard, { workerId: user.userId, heard: null }, seenBy(user))
})

const WORKERS = `select a.user_id as "workerId", coalesce(e.emp_name, a.user_name) as "workerName",
  case when t.seen_at is not null then jsonb_build_object('at', to_char(t.seen_at, 'YYYY-MM-DD HH24:MI:SS'), 'waiting', t.waiting) end
    as heard
from account a left join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
left join care_tablet t on t.org_id = a.org_id and t.user_id = a.user_id and t.seen_at > now() - interval '${GONE_HOURS} hours'
where a.org_id = $1 and a.user_id = any($2) order by 2, 1`

export interface BoardWorker {
  workerId: string
  workerName: string
  heard: TabletHeardData | null
}

/** By name; null and who is named twice are left out. */
export async function boardWorkers(
  pool: pg.Pool,
  orgId: string,
  workerIds: readonly (string | null)[],
): Promise<BoardWorker[]> {
  const ids = [...new Set(workerIds.flatMap((one) => one ?? []))]
  const found = await pool.query<BoardWorker>({ name: 'care_board_workers', text: WORKERS, values: [orgId, ids] })
  return found.rows
}
