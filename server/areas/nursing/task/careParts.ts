// The parts of tasks and executions, by month: this one, those to come, and the last one for what is entered late.
import type pg from 'pg'
import { DAY_MS } from '#contract/kit/clock'
import { ensureParts } from '#server/kit/partitions'
import { onEveryStart } from '#server/kit/presets'

const AHEAD_DAYS = 40
const BEHIND_DAYS = 31

export async function prepareCareParts(client: pg.Pool | pg.ClientBase, now: number, behind = BEHIND_DAYS) {
  const days = [now - behind * DAY_MS, now + AHEAD_DAYS * DAY_MS] as const
  for (const table of ['care_task', 'care_execution']) await ensureParts(client, table, 'month', days)
}

onEveryStart('nursing.parts', (app) => prepareCareParts(app.pool, Date.now()))
