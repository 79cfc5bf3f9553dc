// Limits that a house or a doctor set. What held before keeps its end, so that it can be told which limits judged a value.

import type pg from 'pg'
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound } from '#contract/kit/refusal'
import type { VitalLimitData, vital } from '#contract/nursing/vital'
import { boundsFor } from '#contract/nursing/vitalJudge'
import {
  boundsFault,
  boundsWords,
  LimitPart,
  type LimitPartValue,
  type VitalBounds,
} from '#contract/nursing/vitalKinds'
import { lockResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { byPart } from './vitalStore.ts'

type SetRow = VitalBounds & {
  part: LimitPartValue
  oldmanId: string | null
  reason: string | null
  userName: string
  setAt: string
}

const HELD = `select l.part, l.oldman_id as "oldmanId", l.red_low::float8 as "redLow", l.low::float8 as low,
  l.high::float8 as high, l.red_high::float8 as "redHigh", l.reason, l.user_name as "userName", l.created_at as "setAt"
from vital_limit l where l.org_id = $1 and (l.oldman_id is null or l.oldman_id = $2) and l.ended_at is null`

/** Everything that is judged, with the limit that holds and who said so. */
export async function limitsFor(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  elder: { oldmanId: string; age: number | null } | null,
): Promise<VitalLimitData[]> {
  const { rows } = await client.query<SetRow>({
    name: 'vital_limits_held',
    text: HELD,
    values: [orgId, elder?.oldmanId ?? null],
  })
  const own = rows.filter((row) => row.oldmanId !== null)
  const house = rows.filter((row) => row.oldmanId === null)
  const set = { own: byPart(own), house: byPart(house) }
  return LimitPart.list.map(({ value: part }) => {
    const held = own.find((row) => row.part === part) ?? house.find((row) => row.part === part)
    const { redLow, low, high, redHigh } = boundsFor(part, set, elder?.age ?? null)
    return {
      part,
      redLow,
      low,
      high,
      redHigh,
      from: held ? (held.oldmanId === null ? 'house' : 'own') : 'usual',
      reason: held?.reason ?? null,
      userName: held?.userName ?? null,
      setAt: held?.setAt ?? null,
    }
  })
}

export async function setLimit(
  tx: Tx,
  who: Caller,
  input: InputOf<(typeof vital)['calls']['setLimit']>,
): Promise<VitalLimitData[]> {
  const { part } = input
  const elder = input.oldmanId ? await lockResident(tx, who, input.oldmanId) : null
  const bounds: VitalBounds = {
    redLow: input.redLow ?? null,
    low: input.low ?? null,
    high: input.high ?? null,
    redHigh: input.redHigh ?? null,
  }
  if (!input.reset) {
    const fault = boundsFault(part, bounds)
    if (fault) throw invalid(fault, 'low')
  }
  const oldmanId = elder?.oldmanId ?? null
  // One after the other, also for the house, which has no row of its own to hold.
  await tx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `vital_limit ${tx.orgId} ${oldmanId ?? ''} ${part}`,
  ])
  const ended = await tx.client.query<VitalBounds>({
    name: 'vital_limit_end',
    text: `update vital_limit set ended_at = now(), ended_by = $4 where org_id = $1
      and oldman_id is not distinct from $2 and part = $3 and ended_at is null
      returning red_low::float8 as "redLow", low::float8 as low, high::float8 as high, red_high::float8 as "redHigh"`,
    values: [tx.orgId, oldmanId, part, tx.by.name],
  })
  if (!input.reset) {
    await tx.client.query({
      name: 'vital_limit_set',
      text: `insert into vital_limit (org_id, limit_id, oldman_id, part, red_low, low, high, red_high, reason, user_name)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
      values: [
        tx.orgId,
        newId(),
        oldmanId,
        part,
        bounds.redLow,
        bounds.low,
        bounds.high,
        bounds.redHigh,
        input.reason?.trim() || null,
        tx.by.name,
      ],
    })
  }
  const whose = elder ? `“${elder.name}”的` : '全院'
  const before = ended.rows[0] ? boundsWords(ended.rows[0]) : null
  const after = input.reset ? null : boundsWords(bounds)
  tx.log({
    remark: `${input.reset ? '恢复' : '设置'}${whose}${LimitPart.label(part)}界限${after ? `：${after}` : '为默认'}`,
    targetType: 'vitalLimit',
    targetId: `${oldmanId ?? 'house'}:${part}`,
    changes: { limit: [before, after] },
  })
  if (!elder) return limitsFor(tx.client, tx.orgId, null)
  const age = await tx.client.query<{ age: number }>(
    `select extract(year from age(current_date, birth_date))::int as age from oldman where org_id = $1 and oldman_id = $2`,
    [tx.orgId, elder.oldmanId],
  )
  if (!age.rows[0]) throw notFound('老人档案')
  return limitsFor(tx.client, tx.orgId, { oldmanId: elder.oldmanId, age: age.rows[0].age })
}
