// An assessment, finished or only begun, made during the consultation belongs to the resident once there is an archive. Binding it stays a
// decision of its own.
import { keepMarksOf } from '#server/areas/nursing/assessForm/assessMarks'
import type { Tx } from '#server/kit/caller'

export async function adoptAssessments(tx: Tx, consultationId: string, oldmanId: string): Promise<number> {
  const adopted = await tx.client.query({
    name: 'assessment_adopt',
    text: `update assessment set oldman_id = $3, version = version + 1
      where org_id = $1 and consultation_id = $2 and oldman_id is null and state <> 'VOID'`,
    values: [tx.orgId, consultationId, oldmanId],
  })
  if ((adopted.rowCount ?? 0) > 0) await keepMarksOf(tx, [oldmanId])
  return adopted.rowCount ?? 0
}
