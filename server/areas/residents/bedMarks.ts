// Marks of beds that are not to be given out. The room map decides who may set one; the rows belong to the residence.
import type { Tx } from '#server/kit/caller'

export interface BedMark {
  bedId: string
  /** 6 under repair, 7 to be cleaned */
  mark: 6 | 7
  reason: string | null
  until: string | null
  userId: string
}

export async function setBedMark(tx: Tx, { bedId, mark, reason, until, userId }: BedMark): Promise<void> {
  await tx.client.query(
    `insert into bed_mark (org_id, bed_id, mark, reason, until, user_id) values ($1, $2, $3, $4, $5, $6)
     on conflict (org_id, bed_id) do update set mark = excluded.mark, reason = excluded.reason, until = excluded.until,
       user_id = excluded.user_id, created_at = now()`,
    [tx.orgId, bedId, mark, reason, until, userId],
  )
}

export async function clearBedMark(tx: Tx, bedId: string): Promise<void> {
  await tx.client.query('delete from bed_mark where org_id = $1 and bed_id = $2', [tx.orgId, bedId])
}
