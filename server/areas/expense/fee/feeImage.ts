// How the fees of a stay stand, kept by whoever changes them and may have to put them back.
import type pg from 'pg'
import type { Tx } from '#server/kit/caller'

export interface FeeImage {
  feeSetId: string
  from: string
  to: string | null
}

const IMAGE = `select fee_set_id as "feeSetId", from_date as "from", to_date as "to" from fee_set
where org_id = $1 and stay_id = $2 order by from_date, fee_set_id`

export async function feeImage(client: pg.Pool | pg.ClientBase, orgId: string, stayId: string): Promise<FeeImage[]> {
  const found = await client.query<FeeImage>({ name: 'fee_image', text: IMAGE, values: [orgId, stayId] })
  return found.rows
}

/** A row that ends where it begins never counted. */
const counted = (rows: readonly FeeImage[]) =>
  JSON.stringify(rows.filter((row) => row.to === null || row.to > row.from).map((row) => [row.feeSetId, row.to]))

export const feesStand = (now: readonly FeeImage[], then: readonly FeeImage[]) => counted(now) === counted(then)

const BACK = `update fee_set f set to_date = x.day from unnest($3::text[], $4::date[]) as x(id, day)
where f.org_id = $1 and f.stay_id = $2 and f.fee_set_id = x.id and f.to_date is distinct from x.day`

/** Rows as they ran before; what the change brought ends where it begins. */
export async function restoreFees(
  tx: Tx,
  stayId: string,
  { before, after }: { before: readonly FeeImage[]; after: readonly FeeImage[] },
): Promise<void> {
  const old = new Map(before.map((row) => [row.feeSetId, row.to]))
  const rows = after.map((row) => [row.feeSetId, old.has(row.feeSetId) ? old.get(row.feeSetId)! : row.from] as const)
  await tx.client.query({
    name: 'fee_image_back',
    text: BACK,
    values: [tx.orgId, stayId, rows.map(([id]) => id), rows.map(([, to]) => to)],
  })
}
