// The marks of risk that follow a name: kept with the elder in the transaction that finishes or voids a sheet, so that lists
// only read them. The newest finished sheet of each kind counts.
import { residence } from '#contract/live/residence'
import { ResidentNote } from '#contract/live/resident'
import { marksTogether } from '#contract/nursing/assess/risk'
import { AssessmentType } from '#contract/nursing/assessment'
import { setRiskMarks } from '#server/areas/residents/public'
import type { Tx } from '#server/kit/caller'

const HOLD = `select o.oldman_id from oldman o where o.org_id = $1 and o.oldman_id = (select x.oldman_id from assessment x
  where x.org_id = $1 and x.assessment_id = $2) for no key update`

/** The elder first, as everybody locks: two sheets finished at once are both counted. */
export async function holdElderOf(tx: Tx, assessmentId: string): Promise<void> {
  await tx.client.query({ name: 'assess_elder_hold', text: HOLD, values: [tx.orgId, assessmentId] })
}

const NEWEST = `select distinct on (x.oldman_id, x.kind) x.oldman_id as "oldmanId", x.harms from assessment x
where x.org_id = $1 and x.oldman_id = any($2) and x.state = 'DONE' and x.type = ${AssessmentType.is.risk}
order by x.oldman_id, x.kind, x.assess_date desc, x.created_at desc`

const inWords = (marks: readonly number[]) => marks.map((one) => ResidentNote.label(one as 11)).join('、') || null

/** As all sheets of these elders say now. Answers what changed, for the log. */
export async function keepMarksOf(tx: Tx, oldmanIds: readonly string[]) {
  const found = await tx.client.query<{ oldmanId: string; harms: number[] }>({
    name: 'assess_newest_risks',
    text: NEWEST,
    values: [tx.orgId, oldmanIds],
  })
  const marks = new Map(
    oldmanIds.map((id) => [id, marksTogether(found.rows.filter((one) => one.oldmanId === id).map((one) => one.harms))]),
  )
  const set = await setRiskMarks(tx, marks)
  // Room map, lists and board show them.
  if (set.length > 0) {
    tx.emit(residence.events.changed, { bedIds: [], oldmanIds: set.map((one) => one.oldmanId) })
  }
  return set
}

export async function keepRiskMarks(
  tx: Tx,
  row: { oldmanId: string | null; type: number },
): Promise<{ riskMarks?: readonly [string | null, string | null] }> {
  if (row.oldmanId === null || row.type !== AssessmentType.is.risk) return {}
  const [set] = await keepMarksOf(tx, [row.oldmanId])
  return set ? { riskMarks: [inWords(set.before), inWords(set.after)] } : {}
}
