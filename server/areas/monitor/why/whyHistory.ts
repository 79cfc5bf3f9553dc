// What decided about alarms as it was at a moment: versions that the triggers kept.
import type pg from 'pg'
import type { Override, Rule, RuledResident } from '#server/areas/monitor/alarmRule/effectiveRules'

export type Subject = 'rule' | 'override' | 'positionRule' | 'rail' | 'setting' | 'device' | 'resident'

export interface Version<Row> {
  id: string
  at: number
  /** Since when this is known; what it was between `at` and here is taken from here. */
  writtenAt: number
  /** null: deleted. */
  row: Row | null
}

const ms = (column: string) => `round(extract(epoch from ${column}) * 1000)::float8`

/** What stood at `from`, and everything that changed since. */
const VERSIONS = `select v.subject_id as id, ${ms('v.at')} as at, ${ms('v.written_at')} as "writtenAt", v.row
from monitor_version v where v.org_id = $1 and v.subject = $2 and ($4::text[] is null or v.subject_id = any($4))
  and v.at >= coalesce((select max(b.at) from monitor_version b where b.org_id = v.org_id and b.subject = v.subject
    and b.subject_id = v.subject_id and b.at <= to_timestamp($3::float8 / 1000)), '-infinity')
order by v.at`

export async function versionsOf<Row>(
  pool: pg.Pool,
  orgId: string,
  subject: Subject,
  from: number,
  ids: readonly string[] | null = null,
): Promise<Version<Row>[]> {
  return (await pool.query<Version<Row>>(VERSIONS, [orgId, subject, from, ids])).rows
}

/** Of each the version that counted at a moment; those of which none did are left out. */
export function versionsAt<Row>(versions: readonly Version<Row>[], at: number): Map<string, Version<Row>> {
  const found = new Map<string, Version<Row>>()
  for (const one of versions) if (one.at <= at) found.set(one.id, one)
  return found
}

export const changedAfter = <Row>(versions: readonly Version<Row>[], id: string, at: number): number | null =>
  versions.find((one) => one.id === id && one.at > at)?.at ?? null

export interface RuleRow extends Record<string, unknown> {
  rule_id: string
  rule_name: string
  created_at: string
}

export interface HeldRule extends Rule {
  ruleName: string
  createdAt: string
}

/** The columns of alarm_rule as the trigger wrote them. */
export const ruleOf = (row: RuleRow): HeldRule => {
  const of = row as unknown as Record<string, never>
  return {
    ruleId: row.rule_id,
    ruleName: row.rule_name,
    createdAt: row.created_at,
    kind: of.kind!,
    scope: of.scope!,
    scopeIds: of.scope_ids!,
    windows: of.windows!,
    upper: of.upper!,
    lower: of.lower!,
    recoverUpper: of.recover_upper!,
    recoverLower: of.recover_lower!,
    durationS: of.duration_s!,
    recoverS: of.recover_s!,
    repeatS: of.repeat_s!,
    cooldownS: of.cooldown_s!,
    level: of.level!,
    voiceTimes: of.voice_times!,
    status: of.status!,
  }
}

export interface OverrideRow {
  oldman_id: string
  kind: Override['kind']
  off: boolean
  upper: number | null
  lower: number | null
  duration_s: number | null
}

export const overrideOf = (row: OverrideRow): Override => ({
  oldmanId: row.oldman_id,
  kind: row.kind,
  off: row.off,
  upper: row.upper,
  lower: row.lower,
  durationS: row.duration_s,
})

export interface DeviceRow {
  bed_id: string | null
  room_id: string | null
  oldman_id: string | null
  user_id: string | null
  enabled: boolean
  interval_s: number
}

export interface ResidentRow {
  current_bed_id: string | null
  dept_id: string | null
  level_id: string | null
}

export const residentOf = (oldmanId: string, row: ResidentRow): RuledResident => ({
  oldmanId,
  deptId: row.dept_id,
  levelId: row.level_id,
})

/** Residents who ever lay in one of the beds. */
export async function sleepersOf(pool: pg.Pool, orgId: string, bedIds: readonly string[]): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select distinct subject_id as id from monitor_version
    where org_id = $1 and subject = 'resident' and row ->> 'current_bed_id' = any($2)`,
    [orgId, bedIds],
  )
  return rows.map((one) => one.id)
}
