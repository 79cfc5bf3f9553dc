// What a proposal for a resident begins with.

import { fen } from '#contract/kit/money'
import type { RegradeStart } from '#contract/live/regrade'
import { REGRADE_OPEN } from '#contract/live/regradeWords'
import { residenceMoves } from '#contract/live/residenceWords'
import { ResidenceStatus, type ResidenceStatusValue } from '#contract/live/resident'
import { amountsHidden, hideMoney } from '#server/areas/expense/public'
import { addDays } from '#server/areas/live/residence/stayDays'
import { RESIDENT_JOINS, RESIDENT_MARKS, requireResident, WITH_RESIDENT } from '#server/areas/residents/public'
import { residenceSettingOf } from '#server/areas/systemSetting/public'
import type { Caller } from '#server/kit/caller'
import { assessmentsOf } from './regradeAssessed.ts'
import { addendumTemplates } from './regradeTemplates.ts'

/** The first day of the month after a day. */
export function nextMonthOf(day: string): string {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + 1)
  return at.toISOString().slice(0, 10)
}

const ONE = `select ${RESIDENT_MARKS}, o.level_id as "levelId", l.level_name as "levelName", current_date as today,
  g.regrade_id as "openId", g.regrade_no as "openNo"
from oldman t ${WITH_RESIDENT} ${RESIDENT_JOINS}
left join nursing_level l on l.org_id = o.org_id and l.level_id = o.level_id
left join regrade g on g.org_id = o.org_id and g.oldman_id = o.oldman_id and g.state in (${REGRADE_OPEN})
where t.org_id = $1 and t.oldman_id = $2`
const LEVELS = `select level_id as "levelId", level_name as "levelName", price_fen as "priceFen" from nursing_level
where org_id = $1 and enabled order by sort, level_id`

type One = Omit<
  RegradeStart,
  'assessments' | 'levels' | 'templates' | 'templateId' | 'tomorrow' | 'nextMonth' | 'latest'
> & {
  today: string
  status: ResidenceStatusValue
}

export async function startOf(who: Caller, oldmanId: string): Promise<RegradeStart> {
  const { pool } = who.app
  await requireResident(pool, who, oldmanId)
  const { today, ...resident } = (
    await pool.query<One>({ name: 'regrade_start', text: ONE, values: [who.orgId, oldmanId] })
  ).rows[0]!
  residenceMoves.next(resident.status, 'changeLevel', ResidenceStatus.label)
  const [assessments, levels, templates, { moveAheadDays }, hidden] = await Promise.all([
    assessmentsOf(pool, who.orgId, oldmanId),
    pool.query<{ levelId: string; levelName: string; priceFen: number }>({
      name: 'regrade_levels',
      text: LEVELS,
      values: [who.orgId],
    }),
    addendumTemplates(pool, who.orgId),
    residenceSettingOf(pool, who.orgId),
    amountsHidden(pool, who.orgId, who),
  ])
  const answer: RegradeStart = {
    ...resident,
    assessments,
    levels: levels.rows.map((one) => ({ ...one, priceFen: fen(one.priceFen) })),
    templates,
    templateId: templates[0]?.templateId ?? null,
    tomorrow: addDays(today, 1),
    nextMonth: nextMonthOf(today),
    latest: addDays(today, moveAheadDays),
  }
  return hidden ? hideMoney(answer) : answer
}
