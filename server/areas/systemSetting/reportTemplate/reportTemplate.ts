// How printed things look: the organisation's own settings over those the product comes with.
import type pg from 'pg'
import type { InputOf } from '#contract/kit/call'
import { invalid } from '#contract/kit/refusal'
import {
  type ReportContentData,
  ReportKind,
  type ReportKindValue,
  reportKinds,
} from '#contract/systemSetting/reportKinds'
import {
  type ReportTemplateData,
  reportContent,
  reportFault,
  reportTemplate,
  tidyReport,
} from '#contract/systemSetting/reportTemplate'
import type { Caller, LogEntry } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'

interface Stored {
  kind: ReportKindValue
  content: Partial<ReportContentData>
  version: number
  updateTime: string
}

const SELECT = 'select kind, content, version, updated_at as "updateTime" from report_template where org_id = $1'

function shown(kind: ReportKindValue, stored: Stored | undefined): ReportTemplateData {
  const def = reportKinds[kind]
  const content = reportContent(def, stored?.content ?? null)
  return {
    kind,
    kindName: ReportKind.label(kind),
    content,
    // Both have the keys of the product's own settings, in their order.
    changed: JSON.stringify(content) !== JSON.stringify(def.usual),
    version: stored?.version ?? 0,
    updateTime: stored?.updateTime ?? null,
  }
}

/** For areas that print: the settings of one kind, complete. */
export async function reportTemplateOf(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  kind: ReportKindValue,
): Promise<ReportContentData> {
  const found = await client.query<Stored>({
    name: 'report_template_one',
    text: `${SELECT} and kind = $2`,
    values: [orgId, kind],
  })
  return shown(kind, found.rows[0]).content
}

async function listReports(who: Caller): Promise<ReportTemplateData[]> {
  const found = await who.app.pool.query<Stored>({ name: 'report_template_all', text: SELECT, values: [who.orgId] })
  const byKind = new Map(found.rows.map((row) => [row.kind, row]))
  return ReportKind.list.map(({ value }) => shown(value, byKind.get(value)))
}

function differences(before: ReportContentData, after: ReportContentData): NonNullable<LogEntry['changes']> {
  const changes: Record<string, readonly [unknown, unknown]> = {}
  for (const name of Object.keys(after) as (keyof ReportContentData)[]) {
    const [old, now] = [before[name] ?? null, after[name] ?? null]
    if (JSON.stringify(old) !== JSON.stringify(now)) changes[name] = [old, now]
  }
  return changes
}

const saveReport = (who: Caller, { kind, content, version }: InputOf<typeof reportTemplate.calls.save>) =>
  who.tx(async (tx) => {
    const def = reportKinds[kind]
    const wanted = content ? tidyReport(def, content) : def.usual
    const fault = content && reportFault(def, wanted)
    if (fault) throw invalid(fault.message, fault.field)
    // The first change of a kind has no row to hold on to.
    await tx.client.query('select pg_advisory_xact_lock(hashtext($1), hashtext($2))', [tx.orgId, `report ${kind}`])
    const found = await tx.client.query<Stored>(`${SELECT} and kind = $2`, [tx.orgId, kind])
    const before = shown(kind, found.rows[0])
    const id = `report-${kind}`
    await refuseStale(tx, id, version, before.version)
    tx.log({
      remark: content ? `修改单据模板“${before.kindName}”` : `单据模板“${before.kindName}”恢复为出厂设置`,
      targetType: 'reportTemplate',
      targetId: id,
      changes: differences(before.content, wanted),
    })
    const saved = await tx.client.query<Stored>(
      `insert into report_template (org_id, kind, content, version) values ($1, $2, $3, $4)
       on conflict (org_id, kind) do update set content = excluded.content, version = excluded.version, updated_at = now()
       returning kind, content, version, updated_at as "updateTime"`,
      [tx.orgId, kind, JSON.stringify(wanted), before.version + 1],
    )
    return shown(kind, saved.rows[0])
  })

export default implement(reportTemplate, {
  list: (_, who) => listReports(who),
  save: (body, who) => saveReport(who, body),
})
