// Sealing an account and opening it again; both with a reason, which stands in the log.
import { Refusal } from '#contract/kit/refusal'
import { tellMoney } from '#server/areas/expense/ledger/tellMoney'
import type { Caller, Tx } from '#server/kit/caller'
import { refuseStale } from '#server/kit/editing'
import { lockAccounts } from './accountLock.ts'

const SAVE = `update elder_account set sealed = $3, sealed_reason = $4, version = version + 1
where org_id = $1 and oldman_id = $2 returning version`

export async function setSealed(
  tx: Tx,
  who: Caller,
  input: { oldmanId: string; sealed: boolean; reason: string; version?: number | null },
): Promise<{ version: number }> {
  const { oldmanId, sealed, reason } = input
  const [account] = await lockAccounts(tx, who, [oldmanId])
  await refuseStale(tx, oldmanId, input.version, account!.version)
  if (account!.sealed === sealed) {
    throw new Refusal('STATE_NOT_ALLOWED', { state: sealed ? '已封存' : '正常', act: sealed ? '再次封存' : '解封' })
  }
  const saved = await tx.client.query<{ version: number }>(SAVE, [tx.orgId, oldmanId, sealed, sealed ? reason : null])
  tx.log({
    remark: `${sealed ? '封存' : '解封'}“${account!.oldmanName}”的账户，原因：${reason}`,
    targetType: 'elderAccount',
    targetId: oldmanId,
    changes: { sealed: [!sealed, sealed], sealedReason: [null, reason] },
  })
  tellMoney(tx, [oldmanId])
  return saved.rows[0]!
}
