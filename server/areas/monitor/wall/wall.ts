// Handlers of the alarm wall.

import { wall } from '#contract/monitor/wall'
import { MattressRuleStatus } from '#contract/monitor/words'
import { inWindows } from '#server/areas/monitor/alarmRule/evaluation'
import type { Window } from '#server/areas/monitor/ruleTables'
import { dutiesOf } from '#server/areas/monitor/vms/vmsDuty'
import { careOfWards } from '#server/areas/nursing/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { bedsOfWall } from './wallBeds.ts'
import { detailOf } from './wallDetail.ts'

async function dutyNow(who: Caller) {
  const duties = (await dutiesOf(who, null)).filter((duty) => duty.now === 1)
  const groups = new Map<string, { rank: number; deptName: string | null; names: string[] }>()
  for (const { rank, deptId, deptName, userName } of duties) {
    const key = `${rank} ${deptId ?? ''}`
    const group = groups.get(key) ?? { rank, deptName, names: [] }
    if (!group.names.includes(userName)) group.names.push(userName)
    groups.set(key, group)
  }
  return [...groups.values()].sort((a, b) => a.rank - b.rank)
}

/** The bed-exit rule that counts for everybody. */
async function exitRule(who: Caller) {
  const { rows } = await who.app.pool.query<{ windows: Window[] }>(
    `select windows from alarm_rule where org_id = $1 and kind = 'EXIT' and scope = 'ALL' and status = ${MattressRuleStatus.is.on}
    order by created_at, rule_id limit 1`,
    [who.orgId],
  )
  const rule = rows[0]
  if (!rule) return null
  return {
    windows: rule.windows.map(({ from, to }) => `${from}–${to}`).join('、') || '全天',
    active: inWindows(rule.windows, Date.now()),
  }
}

export default implement(wall, {
  beds: async (_, who) => {
    const [beds, duty, rule] = await Promise.all([bedsOfWall(who), dutyNow(who), exitRule(who)])
    return { ...beds, duty, exitRule: rule }
  },
  care: (_, who) => careOfWards(who),
  detail: ({ recordId }, who) => detailOf(who, recordId),
})
