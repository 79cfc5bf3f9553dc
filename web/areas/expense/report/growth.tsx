// How much more or less than before, as people read it: an arrow and per cent.
import type { ReactNode } from 'react'
import './growth.css'

export function Growth({ value }: { value: number | null | undefined }) {
  if (value === null || value === undefined) return <span className="yy-none">—</span>
  if (value === 0) return <span className="yy-one-line">0.0%</span>
  const up = value > 0
  return (
    <span className={up ? 'yy-one-line yy-growth-up' : 'yy-one-line yy-growth-down'}>
      {up ? '↑' : '↓'} {Math.abs(value).toFixed(1)}%
    </span>
  )
}

export const growthCell = (value: number | null): ReactNode => <Growth value={value} />
export const growthText = (value: number | null): string => (value === null ? '' : `${value.toFixed(1)}%`)

/** A share or a rate. */
export const percentCell = (value: number | null): ReactNode =>
  value === null ? <span className="yy-none">—</span> : `${value.toFixed(1)}%`
export const percentText = growthText

/** The sum people look for first. */
export const strong = (text: ReactNode): ReactNode => <b className="yy-ink yy-strong">{text}</b>
