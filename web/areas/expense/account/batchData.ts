// Who is to be paid for at once, handed from the list to the page of batch payment.
import { account } from '#contract/expense/account'
import { openPage } from '#web/kit/open'
import { perSession } from '#web/kit/storage'

export interface BatchData {
  kind: 'BILL' | 'PRESTORE'
  oldmanIds: string[]
}

export function openBatch(kind: BatchData['kind'], oldmanIds: readonly string[]): void {
  perSession.set('payBatchData', { kind, oldmanIds: [...oldmanIds] } satisfies BatchData)
  openPage(account.pages.batch.path)
}

const isData = (value: unknown): value is BatchData => Array.isArray((value as BatchData | null)?.oldmanIds)

export function batchData(): BatchData {
  const kept = perSession.get('payBatchData')
  return isData(kept) ? kept : { kind: 'BILL', oldmanIds: [] }
}

export const keepBatch = (data: BatchData) => perSession.set('payBatchData', data)
