// Something happened to an elder: the sheets about that harm are due at once. Whoever learns of it tells it here, with the
// transaction in which it was written down.
import { IN_HOUSE } from '#contract/live/resident'
import { HARMS_OF } from '#contract/nursing/assess/incident'
import type { HarmKey } from '#contract/nursing/assess/kind'
import { Harm, kindsAbout } from '#contract/nursing/assess/risk'
import { familyOf, kindSettings } from '#server/areas/nursing/assessSetting/assessHouse'
import type { Tx } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { tellChanged } from './assessHold.ts'

export interface Incident {
  oldmanId: string
  harm: HarmKey
  /** When it happened, as `timeText` writes it. */
  at: string
  /** How it was told: 离床告警，跌倒，已扶起. */
  words: string
}

const MOST_WORDS = 400

/** 跌倒后复评 11-19: what the due list says, and by which the same incident is known when it is told again. */
const titleOf = (harm: HarmKey, day: string) => `${Harm.label(harm)}后复评 ${day.slice(5)}`

const ELDER = `select o.oldman_name as name, o.dept_id as "deptId" from oldman o where o.org_id = $1 and o.oldman_id = $2 and o.status in (${IN_HOUSE})`

// Nobody is listed twice for one incident, nor for one that a sheet signed since has answered.
const ADD = `insert into assess_change (org_id, change_id, oldman_id, family, content, happened_on, by_name)
select $1::varchar, f.id, $2::varchar, f.family, $5::text || '：' || $6::text, $7::date, $8::text
from unnest($3::text[], $4::text[]) as f(id, family)
where not exists (select from assess_change g where g.org_id = $1 and g.oldman_id = $2 and g.family = f.family
    and g.closed_at is null and g.happened_on = $7::date and starts_with(g.content, $5::text))
  and not exists (select from assessment x where x.org_id = $1 and x.oldman_id = $2 and x.family = f.family
    and x.state = 'DONE' and x.signed_at > $9::timestamptz)`

/** Families of sheets that the house uses and that are about the harm. */
async function familiesAbout(tx: Tx, harm: HarmKey): Promise<string[]> {
  const about = new Set((HARMS_OF[harm] ?? [harm]).flatMap(kindsAbout).map(familyOf))
  return (await kindSettings(tx.client, tx.orgId)).flatMap((one) =>
    one.enabled && about.has(one.family) ? [one.family] : [],
  )
}

export async function tellIncident(tx: Tx, { oldmanId, harm, at, words }: Incident): Promise<void> {
  const found = await tx.client.query<{ name: string; deptId: string | null }>(ELDER, [tx.orgId, oldmanId])
  const elder = found.rows[0]
  if (!elder) return
  const families = await familiesAbout(tx, harm)
  const day = at.slice(0, 10)
  const title = titleOf(harm, day)
  const said = words.slice(0, MOST_WORDS)
  const ids = families.map(() => newId())
  const added = await tx.client.query(ADD, [tx.orgId, oldmanId, ids, families, title, said, day, tx.by.name, at])
  if (added.rowCount === 0) return
  tx.log({
    remark: `“${elder.name}”${title}，列入待评名单：${said}`,
    targetType: 'assessChange',
    targetId: oldmanId,
  })
  tellChanged(tx, { assessmentId: null, oldmanId, deptId: elder.deptId }, null)
}
