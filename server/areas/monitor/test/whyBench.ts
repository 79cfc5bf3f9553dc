// Asking why there was no alarm, as the tests do it: a house with one rule, readings through the ingest, then the call.
import { localDate, timeText } from '#contract/kit/clock'
import type { WhyData } from '#contract/monitor/why'
import { createIngest, type Ingest } from '#server/areas/monitor/ingest/ingest'
import { newId } from '#server/kit/ids'
import { demoApp } from '#server/kit/test/app'
import { type Lying, mattresses, quiet, type Sender, sender } from './mattressBench.ts'

export const SECOND = 1_000
export const MINUTE = 60 * SECOND

/** Two o'clock of the last night: never the future, and more than an hour ago. */
export function night(): number {
  const now = Date.now() - 3 * 60 * MINUTE
  const two = localDate(now).setUTCHours(2 - 8, 0, 0, 0)
  return two > now ? two - 86_400_000 : two
}

export const wire = (at: number) => timeText(at)

export interface OwnRule {
  kind?: string
  name?: string
  windows?: { from: string; to: string }[]
  durationS?: number
  repeatS?: number
  cooldownS?: number
  status?: number
  scope?: string
  scopeIds?: string[]
  upper?: number | null
}

export async function whyBench() {
  const product = await demoApp()
  const [bed] = (await mattresses(product, 1)) as [Lying]
  const { pool } = product.app
  const admin = await product.signIn('zhengkai', 'Yiyuan2026')
  let ingest: Ingest | null = null
  const query = async <T extends object>(text: string, values: unknown[] = []) =>
    (await pool.query<T>(text, values)).rows

  /** As if everything had been since long as it is now. */
  async function settle(): Promise<void> {
    await query(`delete from monitor_version v where exists (select from monitor_version n where n.org_id = v.org_id
      and n.subject = v.subject and n.subject_id = v.subject_id and n.at > v.at)`)
    await query(`update monitor_version set at = now() - interval '400 days', written_at = now() - interval '400 days'`)
  }

  return {
    product,
    bed,
    admin,
    query,
    settle,
    /** Nothing was said or raised before, no rule but these. */
    async begin(...rules: OwnRule[]): Promise<Sender> {
      await ingest?.close()
      await quiet(product)
      await query('delete from device_unheard')
      await query('delete from listening_gap')
      await query('delete from alarm_rule where org_id = $1', [bed.orgId])
      for (const one of rules) await this.rule(one)
      await settle()
      ingest = createIngest({ app: product.app, shown: () => undefined })
      return sender(ingest)
    },
    async rule(one: OwnRule): Promise<string> {
      const ruleId = newId()
      const { kind = 'EXIT', name = '离床告警', windows = [{ from: '22:00', to: '06:00' }], durationS = 1_800 } = one
      const { repeatS = 0, cooldownS = 300, status = 0, scope = 'ALL', scopeIds = [], upper = null } = one
      await query(
        `insert into alarm_rule (org_id, rule_id, rule_name, kind, windows, duration_s, repeat_s, cooldown_s, status, scope, scope_ids, upper)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
        [
          bed.orgId,
          ruleId,
          name,
          kind,
          JSON.stringify(windows),
          durationS,
          repeatS,
          cooldownS,
          status,
          scope,
          JSON.stringify(scopeIds),
          upper,
        ],
      )
      return ruleId
    },
    idle: () => ingest!.idle(),
    ask: async (path: string, at: number | null, token = admin) =>
      (
        await product.ask<WhyData>('GET', `/pims/web-org/${path}/why`, {
          token,
          ...(at !== null && { query: { at: wire(at) } }),
        })
      ).data,
    async close() {
      await ingest?.close()
      await product.close()
    },
  }
}
export type WhyBench = Awaited<ReturnType<typeof whyBench>>
