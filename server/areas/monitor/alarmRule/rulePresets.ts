// Gives every organisation the rules of the mattresses it begins with. A rule that was deleted stays deleted: only an
// organisation that never had any gets them.
import { ORG_ADMITTED } from '#contract/platform/session'
import type { Tx } from '#server/kit/caller'
import type { AppContext } from '#server/kit/context'
import { onEveryStart, onNewOrganisation } from '#server/kit/presets'
import { systemTransaction } from '#server/kit/system'
import { DEFAULT_RULES } from './defaultRules.ts'

const WRITE = `insert into alarm_rule (org_id, rule_id, rule_name, kind, scope, scope_ids, windows, upper, lower, recover_upper,
  recover_lower, duration_s, recover_s, repeat_s, cooldown_s, level, voice_times, status, remark, created_at)
select $1::varchar, md5($1::varchar || ':alarmRule:' || x."ruleName"), x."ruleName", x.kind, x.scope, x."scopeIds", x.windows, x.upper,
  x.lower, x."recoverUpper", x."recoverLower", x."durationS", x."recoverS", x."repeatS", x."cooldownS", x.level,
  x."voiceTimes", x.status, x.remark, now() + make_interval(secs => x.n * 0.001)
from jsonb_to_recordset($2::jsonb) as x(n int, "ruleName" text, kind text, scope text, "scopeIds" jsonb, windows jsonb, upper int,
  lower int, "recoverUpper" int, "recoverLower" int, "durationS" int, "recoverS" int, "repeatS" int, "cooldownS" int, level int,
  "voiceTimes" int, status int, remark text)
on conflict do nothing`

export async function addRules(tx: Tx, orgId: string): Promise<void> {
  await tx.client.query(WRITE, [orgId, JSON.stringify(DEFAULT_RULES.map((rule, n) => ({ ...rule, n })))])
}

/** The mark says that the rules were given once, whatever became of them. */
const MARK = `insert into monitor_setting (org_id, name, value) values ($1, 'rulesGiven', '{"given": true}') on conflict do nothing`
const WITHOUT = `select o.org_id from organization o where o.org_status in (${ORG_ADMITTED}) and not exists (
  select from monitor_setting s where s.org_id = o.org_id and s.name = 'rulesGiven')`

export async function giveRules(tx: Tx, orgId: string): Promise<void> {
  await addRules(tx, orgId)
  await tx.client.query(MARK, [orgId])
}

async function addToAll(app: AppContext): Promise<void> {
  const { rows } = await app.pool.query<{ org_id: string }>(WITHOUT)
  for (const { org_id: orgId } of rows) {
    await systemTransaction(app, orgId, '床垫告警规则', '装入床垫告警规则', async (tx) => {
      await giveRules(tx, orgId)
      tx.log({ remark: `装入 ${DEFAULT_RULES.length} 条床垫告警规则` })
    })
  }
}

onNewOrganisation('alarmRules', giveRules)
onEveryStart('alarmRules', addToAll)
