// Cards: one border, no shadow; a title, what it covers in grey, and at most one link on the right.
import type { CSSProperties, ReactNode } from 'react'
import './parts.css'

interface PageCardProps {
  title?: ReactNode
  /** The scope: 近 12 个月, 截至 2026-11-01. */
  sub?: ReactNode
  extra?: ReactNode
  children: ReactNode
  /** Without inner padding, for tables and lists that reach the border. */
  flush?: boolean
  className?: string
  style?: CSSProperties
}

export function PageCard({ title, sub, extra, children, flush, className, style }: PageCardProps) {
  return (
    <section className={['yy-card', flush && 'yy-card-flush', className].filter(Boolean).join(' ')} style={style}>
      {(title || extra) && (
        <header className="yy-card-head yy-flex yy-baseline yy-gap-8">
          <h3>{title}</h3>
          {sub && <span className="yy-second yy-small">{sub}</span>}
          {extra && <span className="yy-inline-flex yy-gap-12 yy-push yy-small">{extra}</span>}
        </header>
      )}
      <div className="yy-card-body">{children}</div>
    </section>
  )
}

export interface KeyFigure {
  label: string
  value: ReactNode
  unit?: string
  note?: ReactNode
  /** A figure that needs an act is amber or red and leads to it. */
  tone?: 'amber' | 'red'
  onOpen?(): void
}

/** Key figures share one card, divided by lines. */
export function KeyFigures({ figures }: { figures: readonly KeyFigure[] }) {
  return (
    <section className="yy-card yy-figures yy-flex">
      {figures.map((figure) => {
        const inside = (
          <>
            <span className="yy-soft-ink">{figure.label}</span>
            <span
              className={
                figure.tone
                  ? `yy-figure-value yy-strong yy-ellipsis yy-figure-${figure.tone}`
                  : 'yy-figure-value yy-strong yy-ellipsis'
              }
            >
              {figure.value}
              {figure.unit && <small>{figure.unit}</small>}
            </span>
            {figure.note !== undefined && <span className="yy-second yy-small-line yy-small">{figure.note}</span>}
          </>
        )
        return figure.onOpen ? (
          <button
            type="button"
            className="yy-figure yy-no-ground yy-pad-12 yy-stack yy-gap-2 yy-grow yy-left"
            key={figure.label}
            onClick={figure.onOpen}
          >
            {inside}
          </button>
        ) : (
          <div className="yy-figure yy-no-ground yy-pad-12 yy-stack yy-gap-2 yy-grow yy-left" key={figure.label}>
            {inside}
          </div>
        )
      })}
    </section>
  )
}

export interface Fact {
  label: string
  value: ReactNode
  /** Takes the whole line. */
  wide?: boolean
}

/** Label and value pairs in columns: the detail view of a record. */
export function Facts({ facts, columns = 2 }: { facts: readonly Fact[]; columns?: 1 | 2 | 3 }) {
  return (
    <dl className={`yy-facts yy-grid yy-no-margin yy-facts-${columns}`}>
      {facts.map((fact) => (
        <div
          key={fact.label}
          className={
            fact.wide ? 'yy-fact yy-flex yy-gap-8 yy-narrow yy-whole-line' : 'yy-fact yy-flex yy-gap-8 yy-narrow'
          }
        >
          <dt className="yy-fixed yy-second">{fact.label}</dt>
          <dd className="yy-grow yy-no-margin">{fact.value ?? '—'}</dd>
        </div>
      ))}
    </dl>
  )
}

interface HeaderCardProps {
  photo?: string | null
  name: string
  /** Status tag, attention notes, arrears. */
  tags?: ReactNode
  facts: readonly Fact[]
  figures?: readonly KeyFigure[]
  /** Completeness ring, what to fix next. */
  aside?: ReactNode
  act?: ReactNode
  /** Never folded: allergies, risks of falling, of choking. */
  risk?: ReactNode
}

/** The head of a detail page: who or what it is, its money, one primary act, and the risk joined below. */
export function HeaderCard({ photo, name, tags, facts, figures, aside, act, risk }: HeaderCardProps) {
  return (
    <section className="yy-card yy-header">
      <div className="yy-pad-16 yy-flex yy-gap-20">
        <Photo url={photo ?? null} name={name} width={104} height={134} />
        <div className="yy-grow">
          <div className="yy-header-name yy-below-12 yy-row yy-gap-8">
            <h2>{name}</h2>
            {tags}
            {act && <span className="yy-push">{act}</span>}
          </div>
          <Facts facts={facts} columns={3} />
        </div>
        {aside && <div className="yy-header-aside yy-fixed">{aside}</div>}
      </div>
      {figures && <div className="yy-header-figures">{<KeyFigures figures={figures} />}</div>}
      {risk && (
        <div className="yy-risk yy-flex yy-gap-12 yy-ink" role="note">
          <b className="yy-red">风险提示</b>
          <span>{risk}</span>
        </div>
      )}
    </section>
  )
}

interface PhotoProps {
  url: string | null
  name: string
  width: number
  height: number
}

/** A face, or the last character of the name where there is no picture. */
export function Photo({ url, name, width, height }: PhotoProps) {
  const style = { width, height, fontSize: Math.round(Math.min(width, height) * 0.44) }
  return url ? (
    <img className="yy-photo yy-fixed" src={url} alt="" style={style} loading="lazy" />
  ) : (
    <span className="yy-photo yy-fixed yy-soft yy-inline yy-middle yy-active yy-strong" style={style} aria-hidden>
      {name.slice(0, 1)}
    </span>
  )
}

interface PersonCellProps {
  name: string
  photo?: string | null
  /** 女 82 */
  about?: string
  marks?: ReactNode
  onOpen?(): void
}

/** Photo, name, sex, age and marks together: a name never stands without its risks. */
export function PersonCell({ name, photo, about, marks, onOpen }: PersonCellProps) {
  return (
    <span className="yy-inline yy-gap-8 yy-one-line">
      {photo !== undefined && <Photo url={photo} name={name} width={28} height={28} />}
      {onOpen ? (
        <button type="button" className="yy-link yy-name" onClick={onOpen}>
          {name}
        </button>
      ) : (
        <span className="yy-name">{name}</span>
      )}
      {about && <span className="yy-person-about">{about}</span>}
      {marks}
    </span>
  )
}
