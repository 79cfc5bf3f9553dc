// A section of the archive in rows: label, value, a line below each; lists of facts fill two or three columns.
import type { ReactNode } from 'react'
import type { Fact } from '#web/kit/parts/PageCard'
import './archiveSection.css'

interface SectionProps {
  title: string
  /** At the right: 编辑. */
  act?: ReactNode
  children: ReactNode
}

export function Section({ title, act, children }: SectionProps) {
  return (
    <section className="yy-arc-section yy-above-12">
      <header>
        <h3>{title}</h3>
        {act}
      </header>
      {children}
    </section>
  )
}

/** Where it is wider than its card it scrolls inside: beside an open alarm there is little room. */
export const FactTable = ({ children }: { children: ReactNode }) => (
  <div className="yy-arc-scroll">
    <table className="yy-arc-table yy-plain-table">{children}</table>
  </div>
)

export function FactRows({ facts }: { facts: readonly Fact[] }) {
  return (
    <dl className="yy-arc-facts yy-grid yy-no-margin">
      {facts.map((fact) => (
        <div
          key={fact.label}
          className={
            fact.wide ? 'yy-arc-wide yy-flex yy-gap-8 yy-narrow yy-under' : 'yy-flex yy-gap-8 yy-narrow yy-under'
          }
        >
          <dt className="yy-fixed yy-second">{fact.label}</dt>
          <dd className="yy-narrow yy-no-margin yy-ink yy-breaks">
            {fact.value || <span className="yy-none">—</span>}
          </dd>
        </div>
      ))}
    </dl>
  )
}
