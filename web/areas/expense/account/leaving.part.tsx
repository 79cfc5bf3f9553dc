// What leaves the balance takes its gift along: shown while the amount is typed, and sent with it, so that nobody confirms
// something else than what they saw.
import { useCallback, useEffect, useMemo, useState } from 'react'
import { GIFT_BACK_RULE } from '#contract/expense/giftShare'
import { type LeavePreviewData, pay } from '#contract/expense/pay'
import { fen } from '#contract/kit/money'
import { moneyText } from '#web/kit/fields/money'
import { useCall } from '#web/kit/query'

interface NoteProps {
  oldmanId: string
  amountFen: number
  /** 实退, 实转 */
  verb: string
  onShown(preview: LeavePreviewData | null): void
}

export function LeavingNote({ oldmanId, amountFen, verb, onShown }: NoteProps) {
  const { data } = useCall(pay.calls.leaving, amountFen > 0 ? { oldmanId, amountFen: fen(amountFen) } : null, {
    silent: true,
    staleTime: 0,
  })
  const now = data?.amountFen === amountFen ? data : null
  useEffect(() => onShown(now), [now, onShown])
  if (!now || now.giftBackFen + now.keptFen === 0) return null
  return (
    <section className="yy-pay-after yy-white yy-edge yy-round-card" aria-label="满赠收回">
      <b>满赠随这笔钱收回</b>
      <dl>
        <div>
          <dt>收回赠送余额</dt>
          <dd>{moneyText(now.giftBackFen)}</dd>
        </div>
        <div>
          <dt>扣下已用赠送</dt>
          <dd className={now.keptFen > 0 ? 'yy-owed' : undefined}>{moneyText(now.keptFen)}</dd>
        </div>
        <div>
          <dt>{verb}</dt>
          <dd>{moneyText(now.paidFen)}</dd>
        </div>
      </dl>
      {now.gifts.map((gift) => (
        <p key={gift.giftId} className="yy-none yy-flex yy-wrap">
          {gift.day} 预存 {moneyText(gift.prestoreFen)}，{gift.ruleName ?? '满赠'} {moneyText(gift.giftFen)}：其中{' '}
          {moneyText(gift.leavesFen)} 离开，收回 {moneyText(gift.backFen)}
        </p>
      ))}
      <p className="yy-none yy-flex yy-wrap">{GIFT_BACK_RULE}</p>
    </section>
  )
}

/** While nothing is shown yet, nothing is agreed to: the server refuses where a gift would go. */
export function useLeaving() {
  const [shown, setShown] = useState<LeavePreviewData | null>(null)
  const onShown = useCallback((next: LeavePreviewData | null) => setShown(next), [])
  const agreed = useMemo(
    () => ({ giftBackFen: shown?.giftBackFen ?? fen(0), keptFen: shown?.keptFen ?? fen(0) }),
    [shown],
  )
  return { shown, agreed, onShown }
}
