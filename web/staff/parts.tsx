// Small parts that the pages of the phone share.
import type { ReactNode } from 'react'
import type { ExchangeCellData } from '#contract/administration/shiftExchange'
import { Button } from '#web/light/Button'
import { Notice } from '#web/light/Notice'
import { Spinner } from '#web/light/Spinner'
import type { Asked } from './useAsk.ts'
import { signIn } from './useAsk.ts'

const WEEK = ['日', '一', '二', '三', '四', '五', '六'] as const
export const weekday = (day: string) => WEEK[new Date(`${day}T00:00:00Z`).getUTCDay()]!
/** 11-20 周五 */
export const dayWords = (day: string) => `${day.slice(5)} 周${weekday(day)}`
export const monthAfter = (month: string, by: number) => {
  const at = new Date(`${month}-15T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + by)
  return at.toISOString().slice(0, 7)
}

export function Chip({ cell }: { cell: Pick<ExchangeCellData, 'kind' | 'shortName' | 'tone'> }) {
  const rest = cell.kind === 'LEAVE' ? '假' : cell.kind === 'TRAIN' ? '训' : '休'
  return <b className={`stf-chip is-${cell.tone ?? 'rest'}`}>{cell.shortName ?? rest}</b>
}

export function Page<T>({ of, children }: { of: Asked<T>; children(data: T): ReactNode }) {
  if (of.signedOut)
    return (
      <Notice kind="warn">
        登录已失效，请重新登录。
        <Button onClick={signIn}>去登录</Button>
      </Notice>
    )
  return (
    <>
      {of.failure && (
        <Notice kind="bad">
          {of.failure} <Button onClick={of.reload}>再试一次</Button>
        </Notice>
      )}
      {of.data ? children(of.data) : !of.failure && <Spinner />}
    </>
  )
}

export function Segments<const T extends string>({
  value,
  options,
  onChange,
  label,
}: {
  value: T
  options: readonly (readonly [T, string])[]
  onChange(value: T): void
  label: string
}) {
  return (
    <div className="stf-segments" role="tablist" aria-label={label}>
      {options.map(([key, words]) => (
        <button key={key} type="button" role="tab" aria-selected={key === value} onClick={() => onChange(key)}>
          {words}
        </button>
      ))}
    </div>
  )
}

export function MonthBar({ month, onChange }: { month: string; onChange(month: string): void }) {
  return (
    <div className="stf-month-bar">
      <button type="button" aria-label="上一月" onClick={() => onChange(monthAfter(month, -1))}>
        ‹
      </button>
      <b>{`${month.slice(0, 4)} 年 ${Number(month.slice(5))} 月`}</b>
      <button type="button" aria-label="下一月" onClick={() => onChange(monthAfter(month, 1))}>
        ›
      </button>
    </div>
  )
}
