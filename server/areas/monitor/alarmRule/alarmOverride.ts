// What differs for one resident: other limits, another delay, or no alarm of a kind at all.

import { invalid, notFound } from '#contract/kit/refusal'
import type { AlarmOverrideData } from '#contract/monitor/alarmRule'
import { conditionText, hasLimits } from '#contract/monitor/ruleWords'
import { RuleKind, type RuleKindValue } from '#contract/monitor/words'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { inDepts } from '#server/kit/tenant'
import { allRules } from './alarmRuleRows.ts'
import { effectiveRules, ruleAt } from './effectiveRules.ts'

const NAMES = {
  kind: 'kind',
  off: 'off',
  upper: 'upper',
  lower: 'lower',
  durationS: 'duration_s',
  reason: 'reason',
  byName: 'by_name',
  updateTime: 'updated_at',
  version: 'version',
} as const
export const OVERRIDE_NAMES = Object.keys(NAMES) as (keyof typeof NAMES)[]

/** The columns of an override beside those of its resident. */
export const OVERRIDE_COLUMNS = (alias: string) =>
  OVERRIDE_NAMES.map((name) => `${alias}.${NAMES[name]} as "own_${name}"`).join(', ')

const PLAIN = OVERRIDE_NAMES.map((name) => `v.${NAMES[name]} as "${name}"`).join(', ')

type OverrideRow = Omit<AlarmOverrideData, 'words'>

function wordsOf(row: OverrideRow): string {
  if (row.off) return `不再发出${RuleKind.label(row.kind)}告警`
  const parts: string[] = []
  if (hasLimits(row.kind) && (row.upper !== null || row.lower !== null)) {
    parts.push(conditionText({ kind: row.kind, upper: row.upper, lower: row.lower, durationS: 0 }))
  }
  if (row.durationS !== null) {
    const text = conditionText({ kind: row.kind, upper: 1, lower: null, durationS: row.durationS })
    parts.push(hasLimits(row.kind) ? text.replace(/^.*?持续/, '持续') : text)
  }
  return `${parts.join('，')}告警`
}

export const wordedOverride = <R extends OverrideRow>(row: R): R & { words: string } => ({
  ...row,
  words: wordsOf(row),
})

interface Resident {
  oldmanId: string
  oldmanName: string
  deptId: string | null
  levelId: string | null
}

async function residentOf(
  client: Pick<Tx['client'], 'query'>,
  who: Caller,
  oldmanId: string,
  lock = '',
): Promise<Resident> {
  const { rows } = await client.query<Resident>(
    `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.dept_id as "deptId", t.level_id as "levelId" from oldman t
    where t.org_id = $1 and t.oldman_id = $3 and ${inDepts('t', '$2')} ${lock}`,
    [who.orgId, who.deptIds, oldmanId],
  )
  if (!rows[0]) throw notFound('老人')
  return rows[0]
}

const overridesOf = async (client: Pick<Tx['client'], 'query'>, orgId: string, oldmanId: string, kind?: string) => {
  const { rows } = await client.query<OverrideRow>(
    `select ${PLAIN} from alarm_override v where v.org_id = $1 and v.oldman_id = $2 and ($3::text is null or v.kind = $3)`,
    [orgId, oldmanId, kind ?? null],
  )
  return rows.map(wordedOverride)
}

/** What holds for a resident now, kind by kind. */
export async function residentRules(who: Caller, oldmanId: string) {
  const [resident, rules, own] = await Promise.all([
    residentOf(who.app.pool, who, oldmanId),
    allRules(who.app.pool, who.orgId),
    overridesOf(who.app.pool, who.orgId, oldmanId),
  ])
  const effective = effectiveRules(rules, [], resident)
  const now = Date.now()
  return {
    oldmanId,
    oldmanName: resident.oldmanName,
    kinds: RuleKind.list.map(({ value: kind }) => {
      const chosen = ruleAt(effective[kind], now)
      const rule = rules.find((one) => one.ruleId === chosen?.ruleId)
      const override = own.find((one) => one.kind === kind) ?? null
      return {
        kind,
        ruleId: rule?.ruleId ?? null,
        ruleName: rule?.ruleName ?? null,
        words: rule?.words ?? null,
        upper: rule?.upper ?? null,
        lower: rule?.lower ?? null,
        durationS: rule?.durationS ?? null,
        active: rule?.active === true && override?.off !== true,
        override,
      }
    }),
  }
}

export interface SentOverride {
  kind: RuleKindValue
  off: boolean
  upper?: number | null
  lower?: number | null
  durationS?: number | null
  reason: string
  version?: number | null
}

const logged = (row: OverrideRow | null) =>
  row && { off: row.off, upper: row.upper, lower: row.lower, durationS: row.durationS, reason: row.reason }

const forget = (who: Caller, tx: Tx) => tx.after(() => who.app.bus.publish('monitor/forget', { orgId: who.orgId }))

/** Fits together: something must differ, and limits stand in order also with those the rule of the house keeps. */
function checked(sent: SentOverride): SentOverride {
  const reason = sent.reason.trim()
  if (!reason) throw invalid('请填写原因', 'reason')
  if (sent.off) return { ...sent, reason, upper: null, lower: null, durationS: null }
  const limits = hasLimits(sent.kind)
  const upper = limits ? (sent.upper ?? null) : null
  const lower = limits ? (sent.lower ?? null) : null
  const durationS = sent.durationS ?? null
  if (upper === null && lower === null && durationS === null) {
    throw invalid('请至少填写一项与院内规则不同的数值，或选择不告警', limits ? 'upper' : 'durationS')
  }
  if (upper !== null && lower !== null && lower >= upper) throw invalid(`下限应小于上限 ${upper}`, 'lower')
  if (durationS === 0 && (sent.kind === 'STILL' || sent.kind === 'MOVE')) throw invalid('持续时间不能为 0', 'durationS')
  return { ...sent, reason, upper, lower, durationS }
}

const UPSERT = `insert into alarm_override (org_id, oldman_id, kind, off, upper, lower, duration_s, reason, by_id, by_name)
values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
on conflict (org_id, oldman_id, kind) do update set off = excluded.off, upper = excluded.upper, lower = excluded.lower,
  duration_s = excluded.duration_s, reason = excluded.reason, by_id = excluded.by_id, by_name = excluded.by_name,
  updated_at = now(), version = alarm_override.version + 1`

export const saveOverride = (who: Caller, oldmanId: string, sent: SentOverride) =>
  who.tx(async (tx) => {
    // The resident's row is the lock: two first saves of one kind come one after the other.
    const resident = await residentOf(tx.client, who, oldmanId, 'for no key update of t')
    const row = checked(sent)
    const rules = effectiveRules(await allRules(tx.client, tx.orgId), [], resident)
    const rule = ruleAt(rules[row.kind], Date.now())
    const upper = row.upper ?? rule?.upper ?? null
    const lower = row.lower ?? rule?.lower ?? null
    if (!row.off && upper !== null && lower !== null && lower >= upper) {
      const alone = row.upper === null ? 'lower' : 'upper'
      throw invalid(
        alone === 'lower' ? `下限应小于院内规则的上限 ${upper}` : `上限应大于院内规则的下限 ${lower}`,
        alone,
      )
    }
    const before = (await overridesOf(tx.client, tx.orgId, oldmanId, row.kind))[0] ?? null
    const targetId = `${oldmanId}:${row.kind}`
    if (before) await refuseStale(tx, targetId, row.version, before.version)
    await tx.client.query(UPSERT, [
      tx.orgId,
      oldmanId,
      row.kind,
      row.off,
      row.upper,
      row.lower,
      row.durationS,
      row.reason,
      tx.by.userId,
      tx.by.name,
    ])
    const after = (await overridesOf(tx.client, tx.orgId, oldmanId, row.kind))[0]!
    tx.log({
      remark: `设置「${resident.oldmanName}」的个人告警规则：${after.words}`,
      targetType: 'alarmOverride',
      targetId,
      changes: changesBetween(logged(before), logged(after)),
    })
    forget(who, tx)
    return after
  })

export const removeOverride = (who: Caller, oldmanId: string, kind: string) =>
  who.tx(async (tx) => {
    const resident = await residentOf(tx.client, who, oldmanId, 'for no key update of t')
    const before = (await overridesOf(tx.client, tx.orgId, oldmanId, kind))[0]
    if (!before) throw notFound('个人告警规则')
    await tx.client.query('delete from alarm_override where org_id = $1 and oldman_id = $2 and kind = $3', [
      tx.orgId,
      oldmanId,
      kind,
    ])
    tx.log({
      remark: `取消「${resident.oldmanName}」的个人${RuleKind.label(before.kind)}规则，恢复院内规则`,
      targetType: 'alarmOverride',
      targetId: `${oldmanId}:${kind}`,
      changes: changesBetween(logged(before), null),
    })
    forget(who, tx)
  })
