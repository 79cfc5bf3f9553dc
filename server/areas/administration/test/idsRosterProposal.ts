// Ids of proposals that a plain sample does not reach: only a rostered group can be filled.
import { monthText } from '#contract/kit/clock'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'

export const rostered = fromRow(
  DEMO_ORG,
  `select g.attendance_group_pk_id as "attendanceGroupPkId" from attendance_group g where g.org_id = $1 and g.mode = 'ROSTER'
    and exists (select from roster_need n where n.org_id = g.org_id and n.dept_id = g.dept_id) order by g.name`,
  { month: monthText() },
)

export default {
  samples: { 'administration.rosterProposal.start': rostered },
} satisfies IdKnowledge
