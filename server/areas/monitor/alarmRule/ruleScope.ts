// For whom a rule or a fence is and when: names for the page, checks for what is sent.

import { invalid, Refusal } from '#contract/kit/refusal'
import { type RuleWindow, windowsOverlap, windowText } from '#contract/monitor/ruleWords'
import type { RuleScopeValue } from '#contract/monitor/words'
import type { Caller, Tx } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'

/** Names of whom `t` is for. `departments`: the caller's list; residents of other departments are not named. */
export const scopeNames = (departments: string) => `case t.scope
  when 'DEPT' then (select coalesce(jsonb_agg(d.dept_name order by d.dept_name), '[]') from dept d
    where d.org_id = t.org_id and t.scope_ids ? d.dept_id)
  when 'LEVEL' then (select coalesce(jsonb_agg(n.level_name order by n.sort), '[]') from nursing_level n
    where n.org_id = t.org_id and t.scope_ids ? n.level_id)
  when 'ELDER' then (select coalesce(jsonb_agg(o.oldman_name order by o.pinyin), '[]') from oldman o
    where o.org_id = t.org_id and t.scope_ids ? o.oldman_id
      and ${inDepts('o', departments)})
  else '[]' end`

const HIDDEN = (departments: string) => `select x.id from jsonb_array_elements_text(t.scope_ids) as x(id)
  join oldman o on o.org_id = t.org_id and o.oldman_id = x.id
  where t.scope = 'ELDER' and not coalesce(o.dept_id = any(${departments}::text[]), true)`

/** Of whom `t` is for: those the caller may see, and the others, who are kept when it is saved and never leave. */
export const scopeIds = (departments: string) => `(select coalesce(jsonb_agg(v.id), '[]')
    from jsonb_array_elements_text(t.scope_ids) as v(id) where v.id not in (${HIDDEN(departments)})) as "scopeIds",
  array(${HIDDEN(departments)}) as "hiddenIds"`

export interface HiddenScope {
  /** Residents of departments the caller does not see; declared by no answer. */
  hiddenIds: readonly string[]
}

/** What is stored: those who were chosen, and those who stood there unseen. */
export const withHidden = ({ scope, scopeIds: ids }: Scoped, before: (Scoped & HiddenScope) | undefined): string[] => [
  ...new Set([...ids, ...(scope === 'ELDER' && before?.scope === 'ELDER' ? before.hiddenIds : [])]),
]

/** How many residents with a tag `t` is for. */
export const SCOPE_PEOPLE = `(select count(*)::int from device d join oldman o on o.org_id = d.org_id and o.oldman_id = d.oldman_id
  where d.org_id = t.org_id and d.kind = 'TAG' and d.enabled and case t.scope when 'ALL' then true
    when 'DEPT' then t.scope_ids ? o.dept_id when 'LEVEL' then t.scope_ids ? o.level_id else t.scope_ids ? o.oldman_id end)`

const TABLES = {
  DEPT: ['dept', 'dept_id', 't.dept_id', '部门'],
  LEVEL: ['nursing_level', 'level_id', 'null', '护理等级'],
  ELDER: ['oldman', 'oldman_id', 't.dept_id', '老人'],
} as const

interface Scoped {
  scope: RuleScopeValue
  scopeIds: readonly string[]
}

/** Nobody chosen is a mistake, except where the house names the people later. */
export function requireSome({ scope, scopeIds }: Scoped): void {
  if (scope !== 'ALL' && scopeIds.length === 0) throw invalid(`请选择适用的${TABLES[scope][3]}`, 'scopeIds')
}

/** Whoever is added must exist and lie in the caller's departments; what stood there before stays. */
export async function requireScope(tx: Tx, who: Caller, wanted: Scoped, before?: Scoped & HiddenScope): Promise<void> {
  if (wanted.scope === 'ALL') return
  const known = new Set(before?.scope === wanted.scope ? [...before.scopeIds, ...before.hiddenIds] : [])
  const added = wanted.scopeIds.filter((one) => !known.has(one))
  if (added.length === 0) return
  const [table, key, dept, what] = TABLES[wanted.scope]
  const { rows } = await tx.client.query<{ n: number }>(
    `select count(*)::int as n from ${table} t where t.org_id = $1 and t.${key} = any($2)
      and ($3::text[] is null or ${dept}::text is null or ${dept} = any($3))`,
    [tx.orgId, added, who.deptIds],
  )
  if (rows[0]!.n !== added.length) throw new Refusal('NOT_FOUND', { what: `所选${what}` }, 'scopeIds')
}

export function checkWindows(windows: readonly RuleWindow[]): void {
  windows.forEach((one, i) => {
    if (one.from === one.to) throw invalid(`时段 ${windowText(one)} 的开始和结束相同；全天请删除该时段`, 'windows')
    const other = windows.slice(0, i).find((earlier) => windowsOverlap(earlier, one))
    if (other) throw invalid(`时段 ${windowText(other)} 与 ${windowText(one)} 重叠`, 'windows')
  })
}

/** Every process reads rules, fences, maps and duties again. */
export const rulesChanged = (who: Caller, tx: Tx) =>
  tx.after(() => who.app.bus.publish('monitor/forget', { orgId: who.orgId }))
