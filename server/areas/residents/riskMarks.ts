// The marks of risk at a name. The assessments decide which; the row is the resident's.
import type { Tx } from '#server/kit/caller'

export interface SetMarks {
  oldmanId: string
  before: number[]
  after: number[]
}

const SET = `with asked as (select w.id, w.marks from unnest($2::text[], $3::jsonb[]) as w(id, marks)),
  old as (select o.oldman_id, o.risk_marks from oldman o join asked w on w.id = o.oldman_id
    where o.org_id = $1 and o.risk_marks is distinct from w.marks)
update oldman o set risk_marks = w.marks from asked w, old where o.org_id = $1 and o.oldman_id = w.id and old.oldman_id = w.id
returning o.oldman_id as "oldmanId", old.risk_marks as before, o.risk_marks as after`

/** Answers whose marks are other ones now. The version of the record stays: nobody's form holds them. */
export async function setRiskMarks(tx: Tx, marks: ReadonlyMap<string, readonly number[]>): Promise<SetMarks[]> {
  const found = await tx.client.query<SetMarks>({
    name: 'resident_marks',
    text: SET,
    values: [tx.orgId, [...marks.keys()], [...marks.values()].map((one) => JSON.stringify(one))],
  })
  return found.rows
}
