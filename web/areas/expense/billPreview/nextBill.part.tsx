// The next bill of a resident before it is made: as things stand, and as it would be; rows that change are tinted. For
// drawers in which something is about to be decided, and for the payment drawer.
import { Select } from 'antd'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import {
  type AssumedFee,
  type AssumedRule,
  billPreview,
  feesText,
  type PreviewRowData,
  ruleText,
} from '#contract/expense/billPreview'
import type { InputOf } from '#contract/kit/call'
import { level } from '#contract/nursing/level'
import { specText } from '#web/areas/expense/specText'
import { moneyText } from '#web/kit/fields/money'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { useCall } from '#web/kit/query'
import './nextBill.css'

type Requested = InputOf<typeof billPreview.calls.next>

/** What is assumed; everything that is not named stays as it is. */
export interface BillAssumption {
  /** yyyy-MM-dd from which it holds. */
  day?: string | null
  levelId?: string | null
  bedId?: string | null
  bedFee?: AssumedFee | null
  fees?: readonly AssumedFee[] | null
  checkIn?: boolean | null
  trial?: boolean | null
  ruleId?: string | null
  /** A reduction that is about to be saved, and the one it changes. */
  rule?: AssumedRule | null
  ruleName?: string | null
  withoutRule?: string | null
  outFrom?: string | null
  outTo?: string | null
  endDate?: string | null
}

export interface NextBillProps {
  oldmanId: string
  /** yyyy-MM; the next one without a bill unless told. */
  month?: string | null
  assume?: BillAssumption | null
  /** Lets the reader try another nursing level from the first day of the bill. */
  tryLevel?: boolean
}

const complete = (fee: AssumedFee) => Boolean(fee.projectChildId) && Number.isSafeInteger(fee.priceFen)

function requestOf({ oldmanId, month, assume }: NextBillProps): Requested {
  const given = Object.entries({
    month,
    day: assume?.day,
    levelId: assume?.levelId,
    bedId: assume?.bedId,
    bedFee: assume?.bedFee && complete(assume.bedFee) ? feesText([assume.bedFee]) : null,
    fees: assume?.fees?.length && assume.fees.every(complete) ? feesText(assume.fees) : null,
    checkIn: assume?.checkIn || null,
    trial: assume?.trial ?? null,
    ruleId: assume?.ruleId,
    rule: assume?.rule ? ruleText(assume.rule) : null,
    ruleName: assume?.rule ? assume.ruleName : null,
    withoutRule: assume?.withoutRule,
    outFrom: assume?.outFrom && assume.outTo ? assume.outFrom : null,
    outTo: assume?.outFrom ? assume.outTo : null,
    endDate: assume?.endDate,
  }).filter(([, value]) => value !== null && value !== undefined && value !== '')
  return { oldmanId, ...Object.fromEntries(given) } as Requested
}

const PAUSE_MS = 350

/** A form tells every key; the bill is asked for once they pause. */
function useSettled<T>(value: T, key: string): T {
  const [settled, setSettled] = useState({ key, value })
  useEffect(() => {
    if (settled.key === key) return
    const timer = setTimeout(() => setSettled({ key, value }), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [key, settled.key, value])
  return settled.value
}

const amount = (fen: number | null, hidden: boolean): ReactNode =>
  fen === null ? <span className="yy-none">{hidden ? '***' : '—'}</span> : moneyText(fen)

const difference = (fen: number | null): ReactNode =>
  fen === null || fen === 0 ? <span className="yy-none">—</span> : `${fen > 0 ? '+' : ''}${moneyText(fen)}`

function Basis({ row }: { row: PreviewRowData }) {
  const place = specText(row.spec)
  const words = [row.kind === 'DISCOUNT' ? null : place, row.basis].filter(Boolean).join('，')
  return (
    <>
      {row.basisBefore && <span className="yy-second">{row.basisBefore} → </span>}
      {words || <span className="yy-none">—</span>}
    </>
  )
}

interface LevelChoiceProps {
  day: string
  value: string | null
  onChange(levelId: string | null): void
}

function LevelChoice({ day, value, onChange }: LevelChoiceProps) {
  const levels = useCall(level.calls.list, { page: 1, size: 999 }, { silent: true }).data?.list ?? []
  return (
    <span className="yy-next-bill-try yy-second yy-inline yy-gap-8">
      假设 {day.slice(5)} 起护理等级
      <Select<string>
        aria-label={`假设 ${day} 起的护理等级`}
        allowClear
        placeholder="不变"
        value={value}
        onChange={(next) => onChange(next ?? null)}
        options={levels.map((one) => ({ value: one.levelId, label: one.levelName }))}
      />
    </span>
  )
}

export function NextBill(props: NextBillProps) {
  const [levelId, setLevelId] = useState<string | null>(null)
  const assume = useMemo(
    () => (levelId ? { ...props.assume, levelId, day: null } : props.assume),
    [levelId, props.assume],
  )
  const request = requestOf({ ...props, assume: assume ?? null })
  const asked = useSettled(request, JSON.stringify(request))
  const answer = useCall(billPreview.calls.next, asked, { keepPrevious: true, silent: true })
  const bill = answer.data
  if (answer.error && !bill)
    return <ErrorBlock what="下期账单" error={answer.error} onRetry={() => void answer.refetch()} />
  if (!bill) return <div className="yy-next-bill yy-grid yy-gap-8 yy-next-bill-wait yy-tint" aria-busy="true" />
  const { assumes } = bill
  const hidden = bill.assumedFen === null
  return (
    <section className="yy-next-bill yy-grid yy-gap-8" aria-label="下期账单试算" aria-busy={answer.isFetching}>
      <header>
        <h5>
          下期账单试算 <b>{bill.month}</b>
          {bill.periodStart && bill.periodEnd && (
            <span className="yy-none">
              {bill.periodStart.slice(5)} 至 {bill.periodEnd.slice(5)}，{bill.days} 天
            </span>
          )}
        </h5>
        {props.tryLevel ? (
          <LevelChoice day={bill.periodStart ?? `${bill.month}-01`} value={levelId} onChange={setLevelId} />
        ) : (
          bill.assumption && <span className="yy-next-bill-words yy-second">{bill.assumption}</span>
        )}
      </header>
      {bill.rows.length === 0 ? (
        <p className="yy-none">这一期没有应收费用。</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th>费用项目</th>
              <th>依据</th>
              <th className="yy-next-bill-fen">{assumes ? '按现状' : '金额'}</th>
              {assumes && <th className="yy-next-bill-fen">按假设</th>}
              {assumes && <th className="yy-next-bill-fen">相差</th>}
            </tr>
          </thead>
          <tbody>
            {bill.rows.map((row) => (
              <tr key={row.key} className={assumes && row.changed ? 'yy-next-bill-changed' : undefined}>
                <td>{row.name}</td>
                <td className="yy-second">
                  <Basis row={row} />
                </td>
                <td className="yy-next-bill-fen">{amount(assumes ? row.asIsFen : row.assumedFen, hidden)}</td>
                {assumes && <td className="yy-next-bill-fen">{amount(row.assumedFen, hidden)}</td>}
                {assumes && <td className="yy-next-bill-fen">{difference(row.differenceFen)}</td>}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <td colSpan={2}>应收合计</td>
              <td className="yy-next-bill-fen">{amount(assumes ? bill.asIsFen : bill.assumedFen, hidden)}</td>
              {assumes && <td className="yy-next-bill-fen">{amount(bill.assumedFen, hidden)}</td>}
              {assumes && <td className="yy-next-bill-fen yy-next-bill-sum">{difference(bill.differenceFen)}</td>}
            </tr>
          </tfoot>
        </table>
      )}
      <p className="yy-next-bill-note yy-no-margin yy-second">
        试算不写入任何数据
        {!hidden &&
          bill.balanceFen !== null &&
          bill.balanceFen > 0 &&
          `；账户现有余额 ${moneyText(bill.balanceFen)} 元`}
        。
      </p>
    </section>
  )
}
