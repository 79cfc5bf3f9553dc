// Who has a nursing level: what is used is not deleted, and a change of its projects says whom it touches.
import type pg from 'pg'
import { IN_HOUSE } from '#contract/live/resident'

type Client = pg.Pool | pg.ClientBase

/** Residents of the house who have the level of `t` today. */
export const RESIDENTS = `(select count(*)::int from oldman o where o.org_id = t.org_id and o.level_id = t.level_id
  and o.status in (${IN_HOUSE.join(', ')}))`

export interface Touched {
  /** In the house today, whatever plan they have. */
  residents: number
}

/** Who has the level. */
export async function touchedBy(client: Client, orgId: string, levelId: string): Promise<Touched> {
  const found = await client.query<Touched>(
    `select ${RESIDENTS} as residents from nursing_level t where t.org_id = $1 and t.level_id = $2`,
    [orgId, levelId],
  )
  return found.rows[0] ?? { residents: 0 }
}

const USES = `select ${RESIDENTS} as living,
  (select count(*)::int from oldman o where o.org_id = t.org_id and o.level_id = t.level_id
    and o.status not in (${IN_HOUSE.join(', ')})) as others,
  (select count(*)::int from stay_level s where s.org_id = t.org_id and s.level_id = t.level_id) as stays,
  (select count(*)::int from care_plan p where p.org_id = t.org_id and p.level_id = t.level_id) as plans,
  (select count(*)::int from assessment a where a.org_id = t.org_id and a.suggested_level_id = t.level_id) as assessments,
  (select count(*)::int from (select org_id, scope, scope_ids from alarm_rule union all select org_id, scope, scope_ids from rail
    union all select org_id, scope, scope_ids from position_rule) r
    where r.org_id = t.org_id and r.scope = 'LEVEL' and r.scope_ids ? t.level_id) as rules
from nursing_level t where t.org_id = $1 and t.level_id = $2`

interface Uses {
  living: number
  others: number
  stays: number
  assessments: number
  rules: number
  plans: number
}

/** 3 位在住老人、12 段居住记录; empty where nobody uses it. */
export async function usersOfLevel(client: Client, orgId: string, levelId: string): Promise<string> {
  const { rows } = await client.query<Uses>(USES, [orgId, levelId])
  const uses = rows[0]
  if (!uses) return ''
  const said: readonly [count: number, words: string][] = [
    [uses.living, '位在住老人'],
    [uses.others, '位未在住的老人'],
    [uses.stays, '段居住记录'],
    [uses.assessments, '份评估的建议'],
    [uses.plans, '份护理计划'],
    [uses.rules, '条告警或定位规则'],
  ]
  return said
    .filter(([count]) => count > 0)
    .map(([count, words]) => `${count} ${words}`)
    .join('、')
}
