// The demonstration's rules, devices and residents stand as they are since long before its readings begin; that they were
// all made in one moment is the demonstration's own matter.
import { giveRules } from '#server/areas/monitor/alarmRule/rulePresets'
import { givePositionRules } from '#server/areas/monitor/position/positionRules'
import { demoPart } from '#server/kit/demo'

export default demoPart(99, async (tx, demo) => {
  // At the end of the start they would come later than the alarms they raised.
  await giveRules(tx, demo.orgId)
  await givePositionRules(tx, demo.orgId)
  await tx.client.query(
    `delete from monitor_version v where v.org_id = $1 and exists (select from monitor_version n where n.org_id = v.org_id
      and n.subject = v.subject and n.subject_id = v.subject_id and n.at > v.at)`,
    [demo.orgId],
  )
  await tx.client.query(
    `update monitor_version set at = now() - interval '400 days', written_at = now() - interval '400 days' where org_id = $1`,
    [demo.orgId],
  )
})
