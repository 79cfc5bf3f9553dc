// An assessment made during the consultation belongs to the resident once there is an archive. Binding it stays a
// decision of its own.
import type { Tx } from '#server/kit/caller'

export async function adoptAssessments(tx: Tx, consultationId: string, oldmanId: string): Promise<number> {
  const adopted = await tx.client.query({
    name: 'assessment_adopt',
    text: `update assessment set oldman_id = $3, version = version + 1
      where org_id = $1 and consultation_id = $2 and oldman_id is null`,
    values: [tx.orgId, consultationId, oldmanId],
  })
  return adopted.rowCount ?? 0
}
