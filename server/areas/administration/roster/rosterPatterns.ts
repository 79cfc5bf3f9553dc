// Turns of days: 白 白 夜 休 休.
import type pg from 'pg'
import type { RosterPatternData } from '#contract/administration/roster'
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { rosterPattern } from '#server/areas/administration/rosterTables'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { rows } from '#server/kit/rows'
import { shiftsOf } from './rosterFacts.ts'
import type { RosterCalls } from './rosterHold.ts'

onConstraint('roster_pattern_name', () => new Refusal('ALREADY_EXISTS', { what: '同名的轮班规律' }, 'name'))

const patterns = rows<RosterPatternData, typeof rosterPattern>(rosterPattern, {
  title: '轮班规律',
  target: 'rosterPattern',
  name: 'name',
  row: {
    patternId: rosterPattern.patternId,
    name: rosterPattern.name,
    steps: rosterPattern.steps,
    version: rosterPattern.version,
  },
  logged: ['name', 'steps'],
})

const ALL = `select p.pattern_id as "patternId", p.name, p.steps, p.version from roster_pattern p where p.org_id = $1 order by p.sort, p.pattern_id`

export async function patternRows(client: pg.Pool | pg.ClientBase, orgId: string): Promise<RosterPatternData[]> {
  return (await client.query<RosterPatternData>({ name: 'roster_patterns', text: ALL, values: [orgId] })).rows
}

async function requireSteps(tx: Tx, steps: readonly (string | null)[]): Promise<void> {
  if (steps.length < 2) throw invalid('一个规律至少两天', 'steps')
  if (steps.every((one) => one === null)) throw invalid('至少有一天要上班', 'steps')
  const shifts = new Map((await shiftsOf(tx.client, tx.orgId)).map((one) => [one.shiftPkId, one]))
  for (const one of steps) {
    if (one === null) continue
    const shift = shifts.get(one)
    if (!shift) throw notFound('班次')
    if (!shift.enabled) throw invalid(`班次“${shift.shiftName}”已停用`, 'steps')
  }
}

export async function addPattern(tx: Tx, input: InputOf<RosterCalls['addPattern']>): Promise<RosterPatternData> {
  await requireSteps(tx, input.steps)
  return patterns.add(tx, { name: input.name.trim(), steps: input.steps })
}

export async function savePattern(
  tx: Tx,
  who: Caller,
  input: InputOf<RosterCalls['savePattern']>,
): Promise<RosterPatternData> {
  const before = await patterns.hold(tx, who, input.patternId, input.version ?? null)
  await requireSteps(tx, input.steps)
  return patterns.change(tx, before, { name: input.name.trim(), steps: input.steps })
}

export async function removePattern(tx: Tx, who: Caller, patternId: string): Promise<null> {
  await patterns.remove(tx, who, patternId)
  return null
}
