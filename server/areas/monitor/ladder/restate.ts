// Who is on shift has changed while alarms are open: the name beside their countdown is the one that will be told.
import { alarm } from '#contract/monitor/alarm'
import { AlarmStatus } from '#contract/monitor/words'
import { cardsOf } from '#server/areas/monitor/alarm/alarmCards'
import type { Tx } from '#server/kit/caller'
import { type Climbing, COLUMNS, nameOf } from './ladder.ts'
import { ladderFacts, stepsOf } from './ladderFacts.ts'
import { stepAfter, stepWhenForgotten } from './ladderSteps.ts'

/** One that somebody acts on this moment is theirs: its own act names whoever comes next. */
const WAITING = {
  name: 'ladder-waiting',
  text: `select ${COLUMNS}, a.taker_id as "takerName", a.next_name as "nextName",
    extract(epoch from a.next_step_at)::float8 * 1000 as "nextAt"
  from alarm_record a where a.org_id = $1 and a.status = ${AlarmStatus.is.open} and a.next_step_at is not null
  order by a.record_id for update skip locked`,
}
const RENAME = {
  name: 'ladder-rename',
  text: `update alarm_record a set next_name = n."nextName", version = a.version + 1
    from jsonb_to_recordset($2::jsonb) as n("recordId" text, "nextName" text)
    where a.org_id = $1 and a.record_id = n."recordId"`,
}

export async function restateLadders(tx: Tx): Promise<void> {
  const { rows } = await tx.client.query<Climbing & { nextName: string | null; nextAt: number }>({
    ...WAITING,
    values: [tx.orgId],
  })
  if (rows.length === 0) return
  const facts = (await ladderFacts(tx.client, [tx.orgId])).get(tx.orgId)!
  const renamed = rows.flatMap((one) => {
    const steps = stepsOf(facts, one)
    const next = one.takerName === null ? stepAfter(steps, one.rank) : stepWhenForgotten(steps, one.rank)
    const nextName = next && nameOf(facts, one, next, one.nextAt)
    return nextName === null || nextName === one.nextName ? [] : [{ recordId: one.recordId, nextName }]
  })
  if (renamed.length === 0) return
  await tx.client.query({ ...RENAME, values: [tx.orgId, JSON.stringify(renamed)] })
  const cards = await cardsOf(
    tx.client,
    renamed.map(({ recordId }) => ({ orgId: tx.orgId, recordId })),
  )
  for (const { card } of cards) {
    const to = card.deptId === null ? {} : { deptIds: [card.deptId] }
    tx.emit(alarm.events.changed, { change: 'repeated', card, tookMs: null }, to)
  }
}
