// What a provider of scanned payments can do, whoever it is. Amounts are fen; nothing here touches the ledger.
import type { TradeWayValue } from '#contract/expense/tradeWords'
import type { AppContext } from '#server/kit/context'

/** An order as a provider needs it. */
export interface ProviderOrder {
  orgId: string
  payId: string
  way: TradeWayValue
  amountFen: number
  title: string
}

export interface ProviderAnswer {
  state: 'WAITING' | 'PAYING' | 'PAID' | 'FAILED' | 'CLOSED'
  /** As the provider has it: compared with the order before anything is booked. */
  amountFen: number
  providerNo: string | null
  failure: string | null
}

export interface ProviderNotice extends ProviderAnswer {
  orgId: string
  payId: string
}

export type NoticeBody = Readonly<Record<string, unknown>>

export interface ScanProvider {
  readonly name: string
  /** No real money moves. */
  readonly sandbox: boolean
  /** 主扫: a code for the payer to scan. */
  create(app: AppContext, order: ProviderOrder): Promise<{ codeUrl: string; providerNo: string | null }>
  /** 被扫: charges the payer's code; may answer PAYING while the payer confirms. */
  charge(app: AppContext, order: ProviderOrder, authCode: string): Promise<ProviderAnswer>
  query(app: AppContext, order: Pick<ProviderOrder, 'orgId' | 'payId'>): Promise<ProviderAnswer>
  /** From here on nobody can pay it; answers PAID when the payer was quicker. */
  close(app: AppContext, order: Pick<ProviderOrder, 'orgId' | 'payId'>): Promise<ProviderAnswer>
  /** Gives money back; the same refund number gives it once. */
  refund(
    app: AppContext,
    order: Pick<ProviderOrder, 'orgId' | 'payId'>,
    wish: { amountFen: number; refundNo: string },
  ): Promise<void>
  /** What a notification says; null when it was not signed by the provider. */
  verify(app: AppContext, body: NoticeBody): Promise<ProviderNotice | null>
}
