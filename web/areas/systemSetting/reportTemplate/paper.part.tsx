// A receipt, bill, slip or card from its data and the organisation's settings; the same in the preview and on paper.
import type { ReactNode } from 'react'
import { capitals } from '#contract/kit/money'
import {
  isContinuous,
  type ReportColumn,
  type ReportContentData,
  ReportKind,
  type ReportKindDef,
  type ReportKindValue,
  type ReportPaperValue,
  reportKinds,
} from '#contract/systemSetting/reportKinds'
import { moneyText } from '#web/kit/fields/money'
import { minuteText, printSheet } from '#web/kit/print/printSheet'
import { Receipt } from '#web/kit/print/Sheet'
import css from './paper.css?inline'
import type { ReportData, ReportHead, ReportPart } from './reportData.ts'

export interface PaperSize {
  /** Millimetres. */
  width: number
  height: number
  margin: string
  /** For @page. */
  size: string
}

export const paperSizes: Readonly<Record<ReportPaperValue, PaperSize>> = {
  A4: { width: 210, height: 297, margin: '13mm 14mm 16mm', size: 'A4 portrait' },
  A5: { width: 148, height: 210, margin: '10mm 11mm 13mm', size: 'A5 portrait' },
  'A5-landscape': { width: 210, height: 148, margin: '10mm 13mm 12mm', size: 'A5 landscape' },
  half: { width: 241, height: 140, margin: '5mm 15mm', size: '241mm 140mm' },
  third: { width: 241, height: 93, margin: '4mm 15mm', size: '241mm 93mm' },
}

const FONT = 'font: 9pt "PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif; color: #000'

function pageRule(paper: ReportPaperValue, foot: { time: boolean; pages: boolean }): string {
  const { size, margin } = paperSizes[paper]
  const time = foot.time ? `@bottom-left { content: "打印时间 ${minuteText(new Date())}"; ${FONT} }` : ''
  const pages = foot.pages ? `@bottom-right { content: "第 " counter(page) " / " counter(pages) " 页"; ${FONT} }` : ''
  return `@page { size: ${size}; margin: ${margin}; ${time} ${pages} }`
}

interface BodyProps {
  def: ReportKindDef
  content: ReportContentData
  data: ReportData
}

const pick = <T extends { key: string }>(all: readonly T[], keys: readonly string[]): T[] =>
  keys.flatMap((key) => all.find((one) => one.key === key) ?? [])

function cell(column: ReportColumn, value: string | number | null | undefined, at: number): ReactNode {
  if (column.key === 'no') return at + 1
  if (value === null || value === undefined) return ''
  return column.money && typeof value === 'number' ? moneyText(value) : value
}

/** A receipt says the sum in words first; a bill names it beside the figure. */
function Total({ content, total }: { content: ReportContentData; total: NonNullable<ReportData['total']> }) {
  if (!content.capitals) return <span className="total-line end">{total.label}</span>
  const words = <b>{capitals(total.fen)}</b>
  if (isContinuous(content.paper)) {
    return (
      <>
        {total.label}（大写）：{words}
      </>
    )
  }
  return (
    <span className="total-line">
      <span>大写：{words}</span>
      <span>{total.label}</span>
    </span>
  )
}

function Rows({ def, content, data }: BodyProps) {
  const columns = pick(def.columns, content.columns)
  if (columns.length === 0) return null
  const blanks = Math.max(0, (content.leastRows ?? 0) - data.rows.length)
  const rows = [...data.rows, ...Array.from({ length: blanks }, () => null)]
  const span = columns.length
  // With the amount hidden there is nothing the totals could stand under.
  const totals = def.money && content.columns.includes('amount')
  return (
    <table className="grid">
      <colgroup>
        {columns.map((column) => (
          <col key={column.key} {...(column.width ? { style: { width: `${column.width}%` } } : {})} />
        ))}
      </colgroup>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column.key} className={column.align ?? 'left'}>
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <tr key={at}>
            {columns.map((column) => (
              <td key={column.key} className={column.align ?? 'left'}>
                {row ? cell(column, row[column.key], at) : '　'}
              </td>
            ))}
          </tr>
        ))}
        {totals &&
          data.sums?.map((sum) => (
            <tr key={sum.label}>
              <td colSpan={span - 1} className="right">
                {sum.label}
              </td>
              <td className="right">{moneyText(sum.fen)}</td>
            </tr>
          ))}
        {totals && data.total && (
          <tr className="amount">
            <td colSpan={span - 1}>
              <Total content={content} total={data.total} />
            </td>
            <td className="right">
              <b>{moneyText(data.total.fen).replace(/^(−?)/, '$1¥')}</b>
            </td>
          </tr>
        )}
      </tbody>
    </table>
  )
}

function Part({ title, part }: { title: string; part: ReportPart }) {
  return (
    <section className="part">
      <p>
        <b>{title}</b>
        {part.about && <small>（{part.about}）</small>}
      </p>
      <table className="grid">
        {part.head && (
          <thead>
            <tr>
              {part.head.map((text, i) => (
                <th key={i} className={i === 0 ? 'left' : 'right'}>
                  {text}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody>
          {part.rows.map((row, at) => (
            <tr key={at}>
              {row.map((text, i) => (
                <td key={i} className={i === 0 ? 'left' : 'right'}>
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

const Footer = ({ text }: { text: string }) => (
  <p className="note footer">
    {text.split('\n').map((line, i) => (
      <span key={i}>{line}</span>
    ))}
  </p>
)

function Signatures({ content, data }: Pick<BodyProps, 'content' | 'data'>) {
  if (content.signatures.length === 0) return null
  return (
    <footer className="signatures">
      {content.signatures.map((label) => (
        <span key={label}>
          {label}：{data.names?.[label] ?? <i className="line" />}
        </span>
      ))}
    </footer>
  )
}

function Letterhead({ content, head }: { content: ReportContentData; head: ReportHead }) {
  return (
    <header className="letterhead">
      <b>
        {content.logo && head.logo && <img className="logo" src={head.logo} alt="" />}
        {head.org}
      </b>
      <span>
        {content.headerLines.map((line) => (
          <span className="block" key={line}>
            {line}
          </span>
        ))}
      </span>
    </header>
  )
}

function Card({ def, content, data, head }: BodyProps & { head: ReportHead }) {
  const facts = pick(def.facts, content.facts)
  return (
    <article className={`sheet card card-${def.kind}`}>
      <Letterhead content={content} head={head} />
      <h1>{content.title}</h1>
      <div className="card-body">
        <span className="card-photo">{data.photo ? <img src={data.photo} alt="" /> : '照片'}</span>
        <div>
          <p className="card-name">{data.name}</p>
          <dl>
            {facts.map((fact) => (
              <div key={fact.key} className={['allergy', 'attention'].includes(fact.key) ? 'warn' : undefined}>
                <dt>{fact.title}</dt>
                <dd>{data.facts[fact.key] || '—'}</dd>
              </div>
            ))}
          </dl>
        </div>
      </div>
      {content.footer && <Footer text={content.footer} />}
      <Signatures content={content} data={data} />
    </article>
  )
}

interface ReportProps {
  kind: ReportKindValue
  content: ReportContentData
  data: ReportData
  head: ReportHead
  /** 第一联　存根 */
  copy?: string | undefined
}

/** One sheet. Rendered where the print style is: in a print frame or in a PaperFrame. */
export function ReportPaper({ kind, content, data, head, copy }: ReportProps) {
  const def = reportKinds[kind]
  const facts = pick(def.facts, content.facts)
  const body = { def, content, data }
  if (isContinuous(content.paper)) {
    return (
      <div className={`report report-${content.paper}`}>
        <style>{css}</style>
        <Receipt
          org={head.org}
          title={content.title}
          number={data.number ?? ''}
          facts={facts.map((fact) => ({ label: fact.title, value: data.facts[fact.key] ?? '' }))}
          signatures={content.signatures.map((label) => ({ label, name: data.names?.[label] ?? '' }))}
          copy={copy ?? ''}
          {...(data.reprint && { reprint: data.reprint })}
        >
          <Rows {...body} />
          {(content.footer || content.headerLines.length > 0) && (
            <p>{[...content.headerLines, content.footer].filter(Boolean).join('　')}</p>
          )}
        </Receipt>
      </div>
    )
  }
  if (def.card) {
    return (
      <div className={`report report-${content.paper}`}>
        <style>{css}</style>
        <Card {...body} head={head} />
      </div>
    )
  }
  const parts = pick(def.parts, content.parts).flatMap((part) => {
    const given = data.parts?.[part.key]
    return given ? [{ ...part, given }] : []
  })
  return (
    <div className={`report report-${content.paper}`}>
      <style>{css}</style>
      <article className="sheet">
        <Letterhead content={content} head={head} />
        {data.reprint ? <div className="reprint">补打 第 {data.reprint} 次</div> : null}
        <h1>{content.title}</h1>
        {(data.sub || data.number || copy) && (
          <p className="sub">{[data.sub, data.number && `编号 ${data.number}`, copy].filter(Boolean).join('　　')}</p>
        )}
        <dl className="facts">
          {facts.map((fact) => (
            <div key={fact.key}>
              <dt>{fact.title}：</dt>
              <dd>{data.facts[fact.key] ?? ''}</dd>
            </div>
          ))}
        </dl>
        <Rows {...body} />
        {parts.length > 0 && (
          <div className="parts">
            {parts.map((part) => (
              <Part key={part.key} title={part.title} part={part.given} />
            ))}
          </div>
        )}
        {content.footer && <Footer text={content.footer} />}
        <Signatures content={content} data={data} />
      </article>
    </div>
  )
}

/** Prints every copy that the settings ask for; several things may go in one job. */
export function printReport(request: {
  kind: ReportKindValue
  content: ReportContentData
  head: ReportHead
  data: readonly ReportData[]
  title?: string
}): Promise<void> {
  const { kind, content, head, data } = request
  const copies = content.copies.length > 0 ? content.copies : [undefined]
  // Continuous paper is torn off and a card hangs on a bed: neither wants a foot. Copies are not pages of one thing.
  const time = !isContinuous(content.paper) && !reportKinds[kind].card
  const pages = time && copies.length === 1 && data.length === 1
  return printSheet({
    title: request.title ?? `${ReportKind.label(kind)}${data[0]?.number ? ` ${data[0].number}` : ''}`,
    paper: 'A4',
    page: pageRule(content.paper, { time, pages }),
    render: () =>
      data.flatMap((one, at) =>
        copies.map((copy, i) => (
          <ReportPaper key={`${at}:${i}`} kind={kind} content={content} data={one} head={head} copy={copy} />
        )),
      ),
  })
}
