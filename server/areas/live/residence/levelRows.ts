// The levels of a stay by days, written by every move that changes one.
import type { Tx } from '#server/kit/caller'

export interface LevelFrom {
  stayId: string
  levelId: string
  day: string
  reason?: string | null
}

const SET = `with later as (delete from stay_level where org_id = $1 and stay_id = $2 and from_date > $3::date)
insert into stay_level (org_id, stay_id, from_date, level_id, reason, user_id) values ($1, $2, $3, $4, $5, $6)
on conflict (org_id, stay_id, from_date) do update set level_id = excluded.level_id, reason = excluded.reason,
  user_id = excluded.user_id, created_at = excluded.created_at`

/** From the day on the stay has this level; changes of later days are forgotten. */
export async function setLevelFrom(tx: Tx, { stayId, levelId, day, reason = null }: LevelFrom): Promise<void> {
  await tx.client.query({
    name: 'stay_level_set',
    text: SET,
    values: [tx.orgId, stayId, day, levelId, reason, tx.by.userId],
  })
}

/** Forgets the change that was agreed for a day to come. */
export async function dropLevelPlan(tx: Tx, stayId: string): Promise<void> {
  await tx.client.query({
    name: 'stay_level_plan_drop',
    text: 'delete from stay_level where org_id = $1 and stay_id = $2 and from_date > current_date',
    values: [tx.orgId, stayId],
  })
}
