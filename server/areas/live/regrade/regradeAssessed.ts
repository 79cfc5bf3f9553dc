// Finished assessments as far as a change of level needs them. Which nursing level follows from one is the house's mapping,
// written with the assessment when it is finished.
import type pg from 'pg'
import type { RegradeAssessed } from '#contract/live/regrade'
import { AssessmentState, AssessmentType } from '#contract/nursing/assessment'

type Client = pg.Pool | pg.ClientBase

const { simple, of2013, of2023, of2023Plus } = AssessmentType.is
/** Of ability; scales of risk say no level of care. */
const ABILITY = [simple, of2013, of2023, of2023Plus].join(', ')

const COLUMNS = `x.assessment_id as "assessmentId", x.type, x.assess_date as "assessDate", x.level_name as "levelName", x.total,
  x.final_level as "finalLevel", x.level_reason as "levelReason",
  nullif(concat_ws('、', a1.emp_name, a2.emp_name), '') as assessors,
  coalesce((select jsonb_agg(jsonb_build_object('key', s.key, 'score', round(s.value::numeric)::int) order by s.key)
    from jsonb_each_text(x.section_scores) s where s.value ~ '^-?[0-9.]+$'), '[]') as sections,
  x.suggested_level_id as "mappedLevelId", l.level_name as "mappedLevelName"`
const FROM = `assessment x left join employee a1 on a1.org_id = x.org_id and a1.emp_id = x.assessor1
left join employee a2 on a2.org_id = x.org_id and a2.emp_id = x.assessor2
left join nursing_level l on l.org_id = x.org_id and l.level_id = x.suggested_level_id`
const FINISHED = `x.state = '${AssessmentState.is.DONE}' and x.type in (${ABILITY})`

const ONE = `select ${COLUMNS} from ${FROM} where x.org_id = $1 and x.assessment_id = $2`
export async function assessedOf(client: Client, orgId: string, assessmentId: string): Promise<RegradeAssessed | null> {
  const found = await client.query<RegradeAssessed>({
    name: 'regrade_assessed',
    text: ONE,
    values: [orgId, assessmentId],
  })
  return found.rows[0] ?? null
}

const OF = `select ${COLUMNS} from ${FROM} where x.org_id = $1 and x.oldman_id = $2 and ${FINISHED}
order by x.assess_date desc, x.created_at desc, x.assessment_id desc limit 20`
/** Of a resident, the newest first. */
export async function assessmentsOf(client: Client, orgId: string, oldmanId: string): Promise<RegradeAssessed[]> {
  const found = await client.query<RegradeAssessed>({
    name: 'regrade_assessments',
    text: OF,
    values: [orgId, oldmanId],
  })
  return found.rows
}

const USABLE = `select ${COLUMNS} from ${FROM} where x.org_id = $1 and x.oldman_id = $2 and x.assessment_id = $3 and ${FINISHED}`
/** The finished one of this very resident; null where there is none. */
export async function usableAssessment(
  client: Client,
  orgId: string,
  oldmanId: string,
  assessmentId: string,
): Promise<RegradeAssessed | null> {
  const values = [orgId, oldmanId, assessmentId]
  const found = await client.query<RegradeAssessed>({ name: 'regrade_assessed_usable', text: USABLE, values })
  return found.rows[0] ?? null
}
