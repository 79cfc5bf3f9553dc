// The account of a resident is opened with the archive; money moves on it only by trades.
import type { Tx } from '#server/kit/caller'

const OPEN = `insert into elder_account (org_id, oldman_id) select $1, x from unnest($2::text[]) x on conflict do nothing`

/** Opened with zeros; opened again it stays as it is. */
export const openAccount = (tx: Tx, oldmanId: string) => openAccounts(tx, [oldmanId])

/** For an import of many archives. */
export async function openAccounts(tx: Tx, oldmanIds: readonly string[]): Promise<void> {
  await tx.client.query({ name: 'account_open', text: OPEN, values: [tx.orgId, oldmanIds] })
}
