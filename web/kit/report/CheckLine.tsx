// The last line of a report: it agrees with the ledger, or the documents on which it does not.

import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react'
import type { ReportCheckData } from '#contract/expense/reportKit'
import type { CallError } from '#web/kit/callError'
import { moneyText } from '#web/kit/fields/money'

const count = (value: number) => value.toLocaleString('zh-CN')

/** 与总账核对一致：本表收款合计 12,000.00，总账 … 12,000.00，差额 0.00 */
export const checkWords = (check: ReportCheckData) =>
  `${check.agrees ? '与总账核对一致' : '与总账核对不一致'}：${check.reportTitle} ${moneyText(check.reportFen)}，${check.ledgerTitle} ${moneyText(check.ledgerFen)}，差额 ${moneyText(check.differenceFen)}，核对于 ${check.at.slice(0, 16)}`

interface CheckLineProps {
  check: ReportCheckData | null
  error: CallError | null
  onRetry(): void
  onDetail(): void
}

export function CheckLine({ check, error, onRetry, onDetail }: CheckLineProps) {
  if (error) {
    return (
      <div className="yy-check yy-row yy-wrap yy-fixed yy-check-off" role="status">
        没有核对成功：{error.message}
        <button type="button" className="yy-link" onClick={onRetry}>
          再试一次
        </button>
      </div>
    )
  }
  if (!check) {
    return (
      <div className="yy-check yy-row yy-wrap yy-fixed yy-check-off" role="status">
        <LoaderCircle size={16} className="yy-spin" aria-hidden />
        正在与总账核对…
      </div>
    )
  }
  return (
    <div
      className={check.agrees ? 'yy-check yy-row yy-wrap yy-fixed' : 'yy-check yy-row yy-wrap yy-fixed yy-check-bad'}
      role="status"
    >
      <b className="yy-check-head yy-ink yy-strong">
        {check.agrees ? <CircleCheck size={18} aria-hidden /> : <CircleAlert size={18} aria-hidden />}
        {check.agrees ? '与总账核对一致' : '与总账核对不一致'}
      </b>
      <span>
        {check.reportTitle} <b className="yy-ink yy-strong">{moneyText(check.reportFen)}</b>
      </span>
      <span>
        {check.ledgerTitle} <b className="yy-ink yy-strong">{moneyText(check.ledgerFen)}</b>
      </span>
      <span>
        差额 <b className="yy-ink yy-strong">{moneyText(check.differenceFen)}</b>
      </span>
      <span className="yy-check-covers">
        覆盖{' '}
        {check.covers.map((one, i) => (
          <span key={one.what}>
            {i > 0 && '、'}
            <b className="yy-ink yy-strong">{count(one.count)}</b> {one.what}
          </span>
        ))}
      </span>
      <span className="yy-check-at">核对于 {check.at.slice(0, 16)}</span>
      <button type="button" className="yy-link yy-push" onClick={onDetail}>
        核对明细 ›
      </button>
    </div>
  )
}
