import { type KeyboardEvent, useRef } from 'react'
import { counted } from '#web/kit/count'
import './parts.css'

export interface CountTab<V> {
  value: V
  label: string
  /** The number of rows the list shows behind this tab; absent while it is being counted. */
  count?: number | undefined
}

interface CountTabsProps<V> {
  tabs: readonly CountTab<V>[]
  value: V
  onChange(value: V): void
  label: string
}

/** States with their counts. Arrows move between them, as a tab list does. */
export function CountTabs<V extends string | number | null>({ tabs, value, onChange, label }: CountTabsProps<V>) {
  const bar = useRef<HTMLDivElement>(null)
  const at = tabs.findIndex((tab) => tab.value === value)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0
    if (step === 0) return
    event.preventDefault()
    const next = (at + step + tabs.length) % tabs.length
    onChange(tabs[next]!.value)
    bar.current?.querySelectorAll<HTMLButtonElement>('[role=tab]')[next]?.focus()
  }
  return (
    <div
      className="yy-count-tabs yy-flex yy-gap-8 yy-fixed yy-under"
      role="tablist"
      aria-label={label}
      ref={bar}
      onKeyDown={onKeyDown}
    >
      {tabs.map((tab, index) => (
        <button
          key={String(tab.value)}
          type="button"
          role="tab"
          className="yy-count-tab yy-relative yy-bare yy-soft-ink yy-one-line"
          aria-selected={tab.value === value}
          tabIndex={index === Math.max(0, at) ? 0 : -1}
          onClick={() => onChange(tab.value)}
        >
          {tab.label}
          {tab.count !== undefined && <b className="yy-second yy-light">{counted(tab.count)}</b>}
        </button>
      ))}
    </div>
  )
}
