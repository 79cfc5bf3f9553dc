// The replay as a run with progress: rows come through a cursor, a few thousand at a time, so that neither memory nor
// the server's other work feels it.

import type pg from 'pg'
import { momentOf } from '#contract/kit/clock'
import { notFound } from '#contract/kit/refusal'
import type { ReplayData } from '#contract/monitor/alarmLoad'
import type { RuleWindow } from '#contract/monitor/ruleWords'
import type { RuleKindValue } from '#contract/monitor/words'
import { AlarmStatus } from '#contract/monitor/words'
import type { Caller } from '#server/kit/caller'
import { defineRun, type Run, type RunOutcome } from '#server/kit/jobDefinition'
import { inDepts } from '#server/kit/tenant'
import { allRules } from './alarmRuleRows.ts'
import { type EffectiveRule, effectiveRules, type Override } from './effectiveRules.ts'
import type { Reading } from './evaluate.ts'
import { compare, type Interval, meets, runner } from './replay.ts'

export interface ReplayInput {
  ruleId: string
  oldmanId: string | null
  days: number
  upper: number | null
  lower: number | null
  durationS: number
  windows: RuleWindow[] | null
}

const DAY = 86_400_000
const HOUR = 3_600_000
const ZONE = 8 * HOUR
const CHUNK = 4_000
const EXAMPLES = 30

interface Resident {
  oldmanId: string
  oldmanName: string
  deptId: string | null
  levelId: string | null
}

/** Residents whose readings are there, within the caller's departments. */
const RESIDENTS = `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.dept_id as "deptId", t.level_id as "levelId"
from oldman t where t.org_id = $1 and ${inDepts('t', '$2')}
  and ($3::text is null or t.oldman_id = $3)
  and (exists (select from device v where v.org_id = t.org_id and v.kind = 'MATTRESS' and v.bed_id = t.current_bed_id)
    or exists (select from reading_minute m where m.org_id = t.org_id and m.oldman_id = t.oldman_id and m.minute >= $4))
order by t.pinyin, t.oldman_id`

/** On which mattress the resident lay, from when to when; where no minute says so, on that of the bed. */
const BEDS = `select d.device_key as "deviceKey", d.interval_s as "intervalS", extract(epoch from x.from_at)::float8 * 1000 as from,
  extract(epoch from x.to_at)::float8 * 1000 as to
from (
  select m.device_key, min(m.minute) as from_at, max(m.minute) + interval '1 minute' as to_at from reading_minute m
  where m.org_id = $1 and m.oldman_id = $2 and m.minute >= $3 and m.minute < $4 group by m.device_key
) x join device d on d.org_id = $1 and d.device_key = x.device_key
union all
select d.device_key, d.interval_s, extract(epoch from $3::timestamptz)::float8 * 1000, extract(epoch from $4::timestamptz)::float8 * 1000
from device d join oldman t on t.org_id = d.org_id and t.current_bed_id = d.bed_id
where d.org_id = $1 and d.kind = 'MATTRESS' and t.oldman_id = $2 and not exists (
  select from reading_minute m where m.org_id = $1 and m.oldman_id = $2 and m.minute >= $3 and m.minute < $4)
order by 3`

const OUTINGS = `select extract(epoch from actual_out)::float8 * 1000 as from,
  extract(epoch from coalesce(actual_return, 'infinity'))::float8 * 1000 as to
from outing where org_id = $1 and oldman_id = $2 and actual_out is not null and actual_out < $4
  and coalesce(actual_return, 'infinity') > $3`

const ALARMS = `select extract(epoch from coalesce(start_at, raised_at))::float8 * 1000 as from, extract(epoch from raised_at)::float8 * 1000 as at,
  extract(epoch from coalesce(handled_at, now()))::float8 * 1000 as to, status = ${AlarmStatus.is.handled} as acted
from alarm_record where org_id = $1 and oldman_id = $2 and raised_at >= $3 and raised_at < $4 and source = 'MATTRESS' and kind = $5`

const OVERRIDE = `select oldman_id as "oldmanId", kind, off, upper, lower, duration_s as "durationS" from alarm_override where org_id = $1`

const READINGS = `select extract(epoch from at)::float8 * 1000, in_bed, heart, breath, move, turn, wet from reading
where org_id = $1 and device_key = $2 and at >= to_timestamp($3::float8 / 1000) and at < to_timestamp($4::float8 / 1000) order by at`

type Raw = [number, 0 | 1, number | null, number | null, number, number, number]

/** Every reading of a mattress in order, through a cursor on a connection of its own. */
async function* readingsOf(client: pg.PoolClient, values: readonly unknown[]): AsyncGenerator<Reading[]> {
  await client.query(`declare replay no scroll cursor for ${READINGS}`, [...values])
  for (;;) {
    const { rows } = await client.query<Raw>({ text: `fetch ${CHUNK} from replay`, rowMode: 'array' })
    if (rows.length === 0) break
    yield rows.map(([at, inBed, heart, breath, move, turn, wet]) => ({ at, inBed, heart, breath, move, turn, wet }))
  }
  await client.query('close replay')
}

const dayText = (at: number) => new Date(at + ZONE).toISOString().slice(0, 10)

export interface Planned {
  rule: Awaited<ReturnType<typeof allRules>>[number]
  /** With all rules of the kind that count for each. */
  residents: { resident: Resident; now: EffectiveRule[] }[]
}

/** Whom the rule concerns: everybody for whom it is the one that counts, or the resident that was named. */
export async function planReplay(
  who: Caller,
  input: Pick<ReplayInput, 'ruleId' | 'oldmanId' | 'days'>,
): Promise<Planned> {
  const { pool } = who.app
  const since = new Date(Date.now() - input.days * DAY).toISOString()
  const [rules, overrides, residents] = await Promise.all([
    allRules(pool, who.orgId),
    pool.query<Override>(OVERRIDE, [who.orgId]),
    pool.query<Resident>(RESIDENTS, [who.orgId, who.deptIds, input.oldmanId, since]),
  ])
  const rule = rules.find((one) => one.ruleId === input.ruleId)
  if (!rule) throw notFound('告警规则')
  if (input.oldmanId && residents.rows.length === 0) throw notFound('有床垫的老人')
  const chosen = residents.rows.flatMap((resident) => {
    const found = effectiveRules(rules, overrides.rows, resident)[rule.kind]
    if (found?.some((one) => one.ruleId === rule.ruleId)) return [{ resident, now: found }]
    // A named resident may be tried with a rule that is another's: from scratch, without what differs for the resident.
    return input.oldmanId ? [{ resident, now: [effectiveOf(rule)] }] : []
  })
  return { rule, residents: chosen }
}

const effectiveOf = (rule: Planned['rule']): EffectiveRule => ({
  ruleId: rule.ruleId,
  windows: rule.windows,
  upper: rule.upper,
  lower: rule.lower,
  recoverUpper: rule.recoverUpper,
  recoverLower: rule.recoverLower,
  durationS: rule.durationS,
  recoverS: rule.recoverS,
  repeatS: rule.repeatS,
  cooldownS: rule.cooldownS,
  level: rule.level,
  voiceTimes: rule.voiceTimes,
})

/** The tried values; recovery follows a limit that moved past it. */
function tried(now: EffectiveRule, input: ReplayInput): EffectiveRule {
  const upper = input.upper ?? now.upper
  const lower = input.lower ?? now.lower
  const gap = (outer: number | null, inner: number | null) =>
    outer === null || inner === null ? 0 : Math.abs(outer - inner)
  return {
    ...now,
    upper,
    lower,
    recoverUpper: upper === null ? null : upper - gap(now.upper, now.recoverUpper),
    recoverLower: lower === null ? null : lower + gap(now.lower, now.recoverLower),
    durationS: input.durationS,
    windows: input.windows ?? now.windows,
  }
}

const values = (kind: RuleKindValue, rule: EffectiveRule) => ({
  kind,
  upper: rule.upper,
  lower: rule.lower,
  durationS: rule.durationS,
  windows: rule.windows.map(({ from, to }) => ({ from, to })),
})

async function perform(input: ReplayInput, run: Run): Promise<RunOutcome> {
  const who = await run.caller()
  const { rule, residents } = await planReplay(who, input)
  // Whole days, up to this moment.
  const to = Date.now()
  const from = momentOf(dayText(to - (input.days - 1) * DAY))
  const [fromText, toText] = [new Date(from).toISOString(), new Date(to).toISOString()]
  const byDay = new Map<string, { day: string; before: number; after: number }>()
  for (let at = from; at <= to; at += DAY) byDay.set(dayText(at), { day: dayText(at), before: 0, after: 0 })
  const byResident: ReplayData['byResident'] = []
  const examples: ReplayData['examples'] = []
  let readings = 0
  let first: { before: EffectiveRule; after: EffectiveRule } | null = null
  const client = await run.app.pool.connect()
  try {
    for (const [n, { resident, now }] of residents.entries()) {
      await run.throwIfCancelled()
      await run.progress(
        n,
        residents.length,
        `正在回放${resident.oldmanName}，已看 ${readings.toLocaleString('zh-CN')} 条读数`,
      )
      const after = now.map((one) => (one.ruleId === rule.ruleId ? tried(one, input) : one))
      const own = (rules: readonly EffectiveRule[]) => rules.find((one) => one.ruleId === rule.ruleId)!
      first ??= { before: own(now), after: own(after) }
      const of = [run.orgId, resident.oldmanId, fromText, toText]
      const beds = await client.query<{ deviceKey: number; intervalS: number; from: number; to: number }>(BEDS, of)
      const outings = await client.query<{ from: number; to: number }>(OUTINGS, of)
      const alarms = await client.query<{ from: number; at: number; to: number; acted: boolean }>(ALARMS, [
        ...of,
        rule.kind,
      ])
      const both: [Interval[], Interval[]] = [[], []]
      const hours = new Set<number>()
      for (const bed of beds.rows) {
        const runners = [now, after].map((one) => runner(rule.kind, one, rule.ruleId, bed.intervalS))
        await client.query('begin read only')
        try {
          for await (const chunk of readingsOf(client, [run.orgId, bed.deviceKey, bed.from, bed.to])) {
            readings += chunk.length
            for (const reading of chunk) {
              hours.add(Math.floor(reading.at / HOUR))
              const muted = outings.rows.some((out) => reading.at >= out.from && reading.at < out.to)
              for (const one of runners) one.take(reading, muted)
            }
            await run.throwIfCancelled()
          }
        } finally {
          await client.query('rollback')
        }
        both[0].push(...runners[0]!.raised())
        both[1].push(...runners[1]!.raised())
      }
      const [was, will] = both
      for (const one of was) byDay.get(dayText(one.at))!.before++
      for (const one of will) byDay.get(dayText(one.at))!.after++
      // Only what happened while readings are kept can be compared.
      const known = alarms.rows.filter((one) => hours.has(Math.floor(one.at / HOUR)))
      const acted = known.filter((one) => one.acted)
      byResident.push({
        oldmanId: resident.oldmanId,
        oldmanName: resident.oldmanName,
        was: known.length,
        before: was.length,
        after: will.length,
        acted: acted.length,
        actedKept: acted.filter((one) => will.some((other) => meets(one, other))).length,
      })
      const { added, gone } = compare(was, will)
      for (const [change, list] of [
        ['added', added],
        ['gone', gone],
      ] as const) {
        for (const one of list) {
          const { oldmanId, oldmanName } = resident
          examples.push({ oldmanId, oldmanName, at: new Date(one.at).toISOString(), content: one.content, change })
        }
      }
    }
  } finally {
    client.release()
  }
  const sum = (pick: (row: ReplayData['byResident'][number]) => number) =>
    byResident.reduce((all, row) => all + pick(row), 0)
  const standing = first ?? { before: effectiveOf(rule), after: tried(effectiveOf(rule), input) }
  const result: ReplayData = {
    ruleId: rule.ruleId,
    ruleName: rule.ruleName,
    kind: rule.kind,
    dateStart: dayText(from),
    dateEnd: dayText(to),
    nights: input.days,
    readings,
    before: values(rule.kind, standing.before),
    after: values(rule.kind, standing.after),
    wasRaised: sum((row) => row.was),
    beforeRaised: sum((row) => row.before),
    afterRaised: sum((row) => row.after),
    actedRaised: sum((row) => row.acted),
    actedKept: sum((row) => row.actedKept),
    byDay: [...byDay.values()],
    byResident: byResident
      .filter((row) => row.was + row.before + row.after > 0)
      .sort((a, b) => b.before - a.before || b.after - a.after),
    examples: examples.sort((a, b) => b.at.localeCompare(a.at)).slice(0, EXAMPLES),
  }
  await run.progress(residents.length, residents.length)
  return {
    result,
    message: `${residents.length} 位老人、${readings.toLocaleString('zh-CN')} 条读数：按现在的规则 ${result.beforeRaised} 次，按试用值 ${result.afterRaised} 次`,
    route: '/yunmuIot/alarmLoad',
  }
}

export const replayRun = defineRun<ReplayInput>('monitor.replay', perform)
