// The timeline of a resident: one row in words for everything that happens, written in the transaction that does it.

import type { StayEventKind } from '#contract/live/residenceWords'
import type { ResidenceStatusValue } from '#contract/live/resident'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'

export type StayEventKindValue = (typeof StayEventKind.list)[number]['value']

export interface NewStayEvent {
  oldmanId: string
  kind: StayEventKindValue
  /** yyyy-MM-dd it counts for; today unless told. */
  day?: string | null
  /** One sentence with old → new. */
  content: string
  reason?: string | null
  stayId?: string | null
  fromStatus?: ResidenceStatusValue | null
  toStatus?: ResidenceStatusValue | null
  /** What a later move needs to know to take this one back. */
  facts?: Record<string, unknown> | null
}

const INSERT = `insert into stay_event (org_id, event_id, oldman_id, stay_id, kind, day, content, reason, from_status, to_status,
  facts, user_id, user_name)
values ($1, $2, $3, $4, $5, coalesce($6::date, current_date), $7, $8, $9, $10, $11, $12, $13)`

/** Who did it comes from the transaction. */
export async function addStayEvent(tx: Tx, event: NewStayEvent): Promise<void> {
  await tx.client.query({
    name: 'stay_event_add',
    text: INSERT,
    values: [
      tx.orgId,
      newId(),
      event.oldmanId,
      event.stayId ?? null,
      event.kind,
      event.day ?? null,
      event.content,
      event.reason ?? null,
      event.fromStatus ?? null,
      event.toStatus ?? null,
      event.facts ? JSON.stringify(event.facts) : null,
      tx.by.userId,
      tx.by.name,
    ],
  })
}
