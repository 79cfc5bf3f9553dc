// The rules and fences of an organisation, read once and cut to each tag; and the eight rules it begins with.

import type pg from 'pg'
import type { LocationAlarmTypeValue, RailKindValue, RuleScopeValue } from '#contract/monitor/words'
import { PositionRuleStatus } from '#contract/monitor/words'
import { ORG_ADMITTED } from '#contract/platform/session'
import type { Window } from '#server/areas/monitor/ruleTables'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { onEveryStart, onNewOrganisation } from '#server/kit/presets'
import { systemTransaction } from '#server/kit/system'
import type { TagContext, TagRail, TagRule } from './positionRun.ts'

/** Whose tag it is; both null: nobody's yet. */
export interface TagHolder {
  oldmanId: string | null
  userId: string | null
  /** Department and nursing level of the resident. */
  deptId: string | null
  levelId: string | null
  /** The resident is out or in hospital. */
  muted: boolean
}

export interface PositionContext {
  /** The organisation uses positioning at all. */
  enabled: boolean
  /** What counts for this tag; null: positioning is switched off, nothing is evaluated. */
  contextFor(holder: TagHolder): TagContext | null
}

export interface Scoped {
  scope: RuleScopeValue
  scopeIds: string[]
}

const NARROWNESS: Readonly<Record<RuleScopeValue, number>> = { ELDER: 0, LEVEL: 1, DEPT: 2, ALL: 3 }

/** Rules that speak of the tag itself or of a cry for help hold for everybody; whereabouts only for residents. */
const FOR_ANYBODY: ReadonlySet<LocationAlarmTypeValue> = new Set([
  'sos',
  'manualAlarm',
  'lowPowerAlarm',
  'maintenanceAlarm',
])

function meant(one: Scoped, holder: TagHolder): boolean {
  if (holder.oldmanId === null) return false
  switch (one.scope) {
    case 'ALL':
      return true
    case 'DEPT':
      return holder.deptId !== null && one.scopeIds.includes(holder.deptId)
    case 'LEVEL':
      return holder.levelId !== null && one.scopeIds.includes(holder.levelId)
    case 'ELDER':
      return one.scopeIds.includes(holder.oldmanId)
  }
}

const RULES = `select rule_id as "ruleId", alarm_type as "alarmType", scope, scope_ids as "scopeIds", rail_ids as "railIds",
  windows, threshold, recover_threshold as "recoverThreshold", delay_s as "delayS", reports, recover_s as "recoverS",
  cooldown_s as "cooldownS", level, voice_times as "voiceTimes"
from position_rule where org_id = $1 and status = ${PositionRuleStatus.is.on} order by created_at, rule_id`

const RAILS = `select rail_id as "railId", rail_name as "railName", map_id as "mapId", kind, polygon, scope,
  scope_ids as "scopeIds", windows, delay_s as "delayS", stay_s as "stayS"
from rail where org_id = $1 and enabled order by created_at, rail_id`

/** Whether the organisation uses positioning; without a word from it, it does. */
export async function positioningOn(client: pg.Pool | pg.ClientBase, orgId: string): Promise<boolean> {
  const { rows } = await client.query<{ on: boolean | null }>({
    name: 'positioning-on',
    text: `select (value ->> 'isEnable')::boolean as on from monitor_setting where org_id = $1 and name = 'positioning'`,
    values: [orgId],
  })
  return rows[0]?.on ?? true
}

/** Rules that are on, oldest first, and fences that are: cut to each holder. */
export function contextsOf(
  all: readonly (TagRule & Scoped)[],
  rails: readonly (TagRail & Scoped)[],
): (holder: TagHolder) => TagContext {
  const rules = all.toSorted((a, b) => NARROWNESS[a.scope] - NARROWNESS[b.scope])
  const anybody = rules.filter((one) => one.scope === 'ALL' && FOR_ANYBODY.has(one.alarmType))
  return (holder) =>
    holder.oldmanId === null
      ? { rules: anybody, rails: [], muted: false }
      : {
          rules: rules.filter((one) => meant(one, holder)),
          rails: rails.filter((one) => meant(one, holder)),
          muted: holder.muted,
        }
}

export async function positionContextOf(pool: pg.Pool | pg.ClientBase, orgId: string): Promise<PositionContext> {
  const enabled = await positioningOn(pool, orgId)
  if (!enabled) return { enabled, contextFor: () => null }
  const { rows: rules } = await pool.query<TagRule & Scoped & { windows: Window[] }>(RULES, [orgId])
  const { rows: rails } = await pool.query<TagRail & Scoped & { kind: RailKindValue }>(RAILS, [orgId])
  return { enabled, contextFor: contextsOf(rules, rails) }
}

type Preset = Omit<TagRule, 'ruleId' | 'railIds' | 'windows'> & { ruleName: string }

const MINUTE = 60
const HOUR = 60 * MINUTE

const preset = (
  alarmType: LocationAlarmTypeValue,
  ruleName: string,
  level: number,
  more: Partial<Omit<Preset, 'alarmType' | 'ruleName' | 'level'>>,
): Preset => ({
  alarmType,
  ruleName,
  level,
  threshold: null,
  recoverThreshold: null,
  delayS: 0,
  reports: 1,
  recoverS: 0,
  cooldownS: 5 * MINUTE,
  voiceTimes: 3,
  ...more,
})

/** What concerns the tag and not the resident rests longer after somebody closed it: nobody changes a battery at night. */
export const positionPresets: readonly Preset[] = [
  preset('sos', 'SOS 求救', 3, { cooldownS: 0, voiceTimes: 5 }),
  preset('manualAlarm', '一键呼叫', 3, { cooldownS: 0 }),
  preset('railAlarm', '围栏告警', 3, { delayS: 15, reports: 3, recoverS: 15 }),
  preset('tamperAlarm', '腕带防拆', 2, { delayS: 5 }),
  preset('locationOffline', '定位离线', 2, { delayS: 5 * MINUTE, cooldownS: 30 * MINUTE, voiceTimes: 1 }),
  preset('communicationOffline', '通信离线', 2, { delayS: 10 * MINUTE, cooldownS: HOUR, voiceTimes: 1 }),
  preset('lowPowerAlarm', '低电量', 1, {
    threshold: 20,
    recoverThreshold: 30,
    reports: 2,
    cooldownS: 12 * HOUR,
    voiceTimes: 0,
  }),
  preset('maintenanceAlarm', '标签维护', 1, { cooldownS: 12 * HOUR, voiceTimes: 0 }),
]

/** Ids come from the organisation and the type, so that a second run finds its own rows. */
const WRITE = `insert into position_rule (org_id, rule_id, rule_name, alarm_type, threshold, recover_threshold, delay_s, reports,
  recover_s, cooldown_s, level, voice_times, status)
select $1::varchar, md5($1::varchar || ':positionRule:' || x."alarmType"), x."ruleName", x."alarmType", x.threshold,
  x."recoverThreshold", x."delayS", x.reports, x."recoverS", x."cooldownS", x.level, x."voiceTimes", 1
from jsonb_to_recordset($2::jsonb) as x("alarmType" text, "ruleName" text, threshold int, "recoverThreshold" int,
  "delayS" int, reports int, "recoverS" int, "cooldownS" int, level int, "voiceTimes" int)
on conflict do nothing`

export async function givePositionRules(tx: Tx, orgId: string): Promise<void> {
  await tx.client.query(WRITE, [orgId, JSON.stringify(positionPresets)])
}

/** Only organisations without a single rule: what an administrator deleted does not come back. */
const WITHOUT = `select o.org_id from organization o where o.org_status in (${ORG_ADMITTED})
  and not exists (select 1 from position_rule r where r.org_id = o.org_id)`

async function addToAll(app: AppContext): Promise<void> {
  const found = await app.pool.query<{ org_id: string }>(WITHOUT)
  for (const { org_id: orgId } of found.rows) {
    await systemTransaction(app, orgId, '定位告警规则', '装入定位告警规则', async (tx) => {
      await givePositionRules(tx, orgId)
      tx.log({ remark: `装入 ${positionPresets.length} 条定位告警规则` })
    })
  }
}

onNewOrganisation('positionRules', givePositionRules)
onEveryStart('positionRules', addToAll)
