// A handled alarm that turned out to be a fall, or somebody who got lost: it is written at the alarm, and the care hears of
// it and assesses the risk again.
import { type IncidentValue, suggestedIncidents } from '#contract/nursing/assess/incident'
import { tellIncident } from '#server/areas/nursing/public'
import type { Tx } from '#server/kit/caller'

/** An alarm that somebody has handled; `incidents` as they stood before. */
export interface Happened {
  recordId: string
  type: string
  content: string
  oldmanId: string | null
  at: string
  incidents: IncidentValue[]
}

/** What was done about it, in words, and what happened; undefined: who closed it could not say that. */
export interface Outcome {
  result: string | null
  remark: string | null
  incidents?: readonly IncidentValue[] | null | undefined
}

/** Told once: what stood at the alarm before has been heard of. */
export async function keepIncidents(tx: Tx, alarms: readonly Happened[], outcome: Outcome): Promise<void> {
  const said = [outcome.result, outcome.remark].filter(Boolean).join('，')
  // Staff wear tags too.
  const found = alarms.flatMap((alarm) => {
    const incidents = outcome.incidents ?? suggestedIncidents(alarm, said)
    return alarm.oldmanId === null || incidents.length + alarm.incidents.length === 0 ? [] : [{ alarm, incidents }]
  })
  if (found.length === 0) return
  await tx.client.query(
    `update alarm_record t set incidents = n.incidents
    from jsonb_to_recordset($2::jsonb) as n("recordId" text, incidents text[])
    where t.org_id = $1 and t.record_id = n."recordId"`,
    [tx.orgId, JSON.stringify(found.map(({ alarm, incidents }) => ({ recordId: alarm.recordId, incidents })))],
  )
  for (const { alarm, incidents } of found) {
    const words = [alarm.content, said].filter(Boolean).join('，')
    for (const harm of incidents) {
      if (!alarm.incidents.includes(harm))
        await tellIncident(tx, { oldmanId: alarm.oldmanId!, harm, at: alarm.at, words })
    }
  }
}
