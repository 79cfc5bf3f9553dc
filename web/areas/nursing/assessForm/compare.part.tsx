// This time beside the last: sums over the items that were answered both times, and what became better or worse.
import { type ComparedItem, compare } from '#contract/nursing/assess/compare'
import type { Kind } from '#contract/nursing/assess/kind'
import { type AssessDetail, assessForm } from '#contract/nursing/assessForm'
import { openPage } from '#web/kit/open'
import type { Filled } from './filled.ts'
import type { LastTime } from './item.part.tsx'

const signed = (by: number) => (by === 0 ? '0' : by > 0 ? `+${by}` : `−${-by}`)

interface CompareProps {
  one: AssessDetail
  kind: Kind
  filled: Filled
  last: LastTime
  onItem(section: string, item: string): void
}

function Chips({
  title,
  all,
  worse,
  onItem,
}: {
  title: string
  all: readonly ComparedItem[]
  worse: boolean
  onItem: CompareProps['onItem']
}) {
  if (all.length === 0) return null
  return (
    <div>
      <b className="yy-small">
        {title} {all.length} 项
      </b>
      <div className="yy-flex yy-wrap yy-gap-6 yy-above-4">
        {all.map((one) => (
          <button
            key={one.key}
            type="button"
            className={`yy-assess-chip yy-ring ${worse ? 'is-worse' : 'is-better'}`}
            onClick={() => onItem(one.section, one.key)}
          >
            {one.name} {one.before.score}→{one.after.score}
          </button>
        ))}
      </div>
    </div>
  )
}

export function Compare({ one, kind, filled, last, onItem }: CompareProps) {
  const before = one.last!
  const { sections, total, better, worse, same } = compare(kind, last.answers, filled.answers)
  const adds = kind.preliminary.by === 'total'
  const tone = (gain: number) => (gain === 0 ? 'yy-second' : gain < 0 ? 'yy-amber yy-strong' : 'yy-good yy-strong')
  return (
    <section className="yy-card yy-assess-compare">
      <header className="yy-row yy-gap-8 yy-below-8">
        <h3 className="yy-heading">和上次比</h3>
        <span className="yy-second yy-small yy-grow yy-ellipsis">
          {before.assessDate}
          {before.total === null ? '' : ` ${before.total} 分`} {before.levelName}
        </span>
        <button
          type="button"
          className="yy-link yy-small"
          onClick={() => openPage(assessForm.pages.report.path, { assessmentId: before.assessmentId })}
        >
          看上次报告 ›
        </button>
      </header>
      <table className="yy-plain-table yy-lined yy-assess-sums">
        <thead>
          <tr>
            <th>指标</th>
            <th className="yy-right">上次</th>
            <th className="yy-right">本次</th>
            <th className="yy-right">同项相差</th>
          </tr>
        </thead>
        <tbody>
          {sections.map((row) => (
            <tr key={row.key}>
              <td>{row.name}</td>
              <td className="yy-right yy-second">{row.answeredBefore === 0 ? '—' : row.before}</td>
              <td className="yy-right yy-strong">{row.answeredAfter === 0 ? '—' : row.after}</td>
              <td className="yy-right">
                {row.both === 0 ? (
                  <span className="yy-second">未评</span>
                ) : (
                  <>
                    {row.answeredAfter < row.answeredBefore && (
                      <span className="yy-second yy-small">{row.both} 项 </span>
                    )}
                    <span className={tone(row.gain)}>{signed(row.gain)}</span>
                  </>
                )}
              </td>
            </tr>
          ))}
        </tbody>
        {adds && (
          <tfoot>
            <tr>
              <th>合计</th>
              <th className="yy-right">{before.total ?? '—'}</th>
              <th className="yy-right">{total.after}</th>
              <th className="yy-right">
                {total.both} 项 <span className={tone(total.gain)}>{signed(total.gain)}</span>
              </th>
            </tr>
          </tfoot>
        )}
      </table>
      <div className="yy-stack yy-gap-8 yy-above-8">
        <Chips title="变差" worse all={worse} onItem={onItem} />
        <Chips title="变好" worse={false} all={better} onItem={onItem} />
        {same > 0 && worse.length + better.length === 0 && (
          <span className="yy-second">评过的 {same} 项都和上次一样</span>
        )}
      </div>
    </section>
  )
}
