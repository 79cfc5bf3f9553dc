// Which months of a period reports may take from the sums of the house, and which they add up from the elders' sums.
import { monthText } from '#contract/kit/clock'
import type { Caller } from '#server/kit/caller'
import { KEEP_JOB } from './houseKeep.ts'

/** Months as their first days. */
export interface MonthSplit {
  kept: string[]
  loose: string[]
  /** Months behind this one have not begun; they are few and never kept. */
  last: string
}

const KEPT = `select to_char(h.month, 'YYYY-MM-DD') as month from house_month h where h.org_id = $1 and h.month between $2 and $3
  and not exists (select from house_mark k where k.org_id = h.org_id and k.month = h.month)`
const ASK = `select graphile_worker.add_job('${KEEP_JOB}', json_build_object('orgId', $1::text), job_key => '${KEEP_JOB}:' || $1)`

/** Asking more often than this only repeats work while somebody writes for past months. */
const ASK_AGAIN_MS = 60_000
const askedOf = new WeakMap<Caller['app']['pool'], Map<string, number>>()

function askToKeep(who: Caller): void {
  // One connection, inside somebody's transaction: it only reads.
  if (!('totalCount' in who.app.pool)) return
  const asked = askedOf.get(who.app.pool) ?? new Map<string, number>()
  askedOf.set(who.app.pool, asked)
  const now = Date.now()
  if (now - (asked.get(who.orgId) ?? 0) < ASK_AGAIN_MS) return
  asked.set(who.orgId, now)
  // The report is right without it: what could not be queued is asked for again, and every night.
  who.app.pool.query(ASK, [who.orgId]).catch((error: unknown) => {
    asked.delete(who.orgId)
    who.app.log.warn({ err: error }, 'could not ask for the sums of the house')
  })
}

const thisMonth = () => `${monthText()}-01`

/** `months`: the first days of the first and the last one. */
export async function splitMonths(who: Caller, months: { from: string; to: string }): Promise<MonthSplit> {
  const last = thisMonth()
  const found = await who.app.pool.query<{ month: string }>({
    name: 'house_kept',
    text: KEPT,
    values: [who.orgId, months.from, months.to],
  })
  const kept = new Set(found.rows.map((row) => row.month))
  const loose: string[] = []
  const day = new Date(`${months.from}T00:00:00Z`)
  for (;;) {
    const at = day.toISOString().slice(0, 10)
    if (at > months.to || at > last) break
    if (!kept.has(at)) loose.push(at)
    day.setUTCMonth(day.getUTCMonth() + 1)
  }
  // The running month, and the last one on the first days of a month, are never kept.
  if (loose.length > 2) askToKeep(who)
  return { kept: [...kept], loose, last }
}
