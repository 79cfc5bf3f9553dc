// What the sheet comes to now: the level or between which it lies, how far the sum can still go, and why in words.
import { MoveRight } from 'lucide-react'
import { useMemo } from 'react'
import { why } from '#contract/nursing/assess/why'
import type { AssessDetail } from '#contract/nursing/assessForm'
import { classes } from '#web/kit/classes'
import type { LastTime } from './item.part.tsx'
import { familyOf, type LevelBar, levelBar, levelOf } from './levelBar.ts'
import type { FillHandle } from './useFill.ts'

const INK = { green: '#177645', blue: '#1763b8', amber: '#8a5000', orange: '#a23f08', red: '#b71f16' } as const
export const inkOf = (family: string) => INK[family as keyof typeof INK] ?? '#1b2430'

export function Bar({ bar, last }: { bar: LevelBar; last: number | null }) {
  const at = bar.at(last)
  return (
    <div
      className="yy-assess-bar"
      role="img"
      aria-label={`各等级：${bar.parts.map((part) => `${part.name} ${part.scores}`).join('，')}`}
    >
      {bar.parts.map((part) => (
        <span key={part.level} className={`is-${part.family}`} style={{ width: `${part.width}%` }}>
          {part.width > 10 && (
            <>
              {part.name}
              <br />
              {part.scores}
            </>
          )}
        </span>
      ))}
      {bar.frame && (
        <>
          <i style={{ left: `${bar.frame.left}%`, width: `${bar.frame.width}%` }} />
          {bar.frame.from !== '' && <em style={{ left: `${bar.frame.left}%` }}>{bar.frame.from}</em>}
          {bar.frame.to !== '' && bar.frame.to !== bar.frame.from && (
            <em style={{ left: `${bar.frame.left + bar.frame.width}%` }}>{bar.frame.to}</em>
          )}
        </>
      )}
      {at !== null && <b style={{ left: `${at}%` }} title={`上次 ${last} 分`} />}
    </div>
  )
}

interface ConclusionProps {
  one: AssessDetail
  fill: FillHandle
  last: LastTime | null
  /** One line above the columns, where there is no room for more. */
  short?: boolean
}

export function Conclusion({ one, fill, last, short = false }: ConclusionProps) {
  const { kind, assessed, filled, result } = fill
  const words = useMemo(
    () =>
      why(kind, filled.answers, filled.inputs, {
        stacking: fill.stacking,
        fields: filled.fields,
      }),
    [kind, filled, fill.stacking],
  )
  const bar = useMemo(() => levelBar(kind, assessed), [kind, assessed])
  const { final, preliminary, range } = assessed
  const open = assessed.of - assessed.answered
  const name = (level: number) => levelOf(kind, level)?.short ?? ''
  const level =
    assessed.answered === 0
      ? '还没有评'
      : final.level !== null
        ? name(final.level)
        : `${name(final.best)} 至 ${name(final.worst)}`
  const ink = final.level === null || assessed.answered === 0 ? '#1b2430' : inkOf(familyOf(kind, final.level))
  const raised =
    preliminary.level !== null && final.level !== null && preliminary.level !== final.level
      ? `初步 ${name(preliminary.level)}，按规定${final.level > preliminary.level ? '提高' : '调整'}`
      : preliminary.level !== null && final.level === null
        ? `初步 ${name(preliminary.level)}，看诊断和风险事件`
        : ''
  if (short) {
    return (
      <section className="yy-card yy-assess-short" aria-label="现在的结论">
        <span>
          <b className="yy-text-18">{assessed.answered}</b> / {assessed.of}
        </span>
        <span className="yy-assess-level" style={{ color: ink }}>
          {level}
        </span>
        {raised && <span className="yy-second">{raised}</span>}
        {range && (
          <span>
            已得 <b>{assessed.total}</b> 分{open > 0 && `，评完在 ${range.min}–${range.max} 分`}
          </span>
        )}
        {last && one.last && one.last.total !== null && (
          <span className="yy-second">
            上次 {one.last.total} 分 {one.last.levelName}
          </span>
        )}
      </section>
    )
  }
  const rules = words.rules.filter((rule) => rule.outcome !== 'notMet')
  const notMet = words.rules.filter((rule) => rule.outcome === 'notMet')
  return (
    <section className="yy-card yy-assess-conclusion" aria-label="现在的结论">
      <header className="yy-row yy-gap-8">
        <h3 className="yy-heading">现在的结论</h3>
        <span className="yy-second yy-small">随答随算，交卷时由服务器重算</span>
      </header>
      <div className="yy-row yy-gap-12 yy-wrap yy-baseline">
        <span className="yy-assess-level" style={{ color: ink }}>
          {level}
        </span>
        {raised && <span className="yy-second yy-small">{raised}</span>}
      </div>
      {range && (
        <div className="yy-row yy-baseline yy-gap-8">
          <b className="yy-text-16">{assessed.total}</b>
          <span className="yy-second yy-small">已评 {assessed.answered} 项得分</span>
          {open > 0 && (
            <span className="yy-push">
              <span className="yy-second yy-small">评完在</span>{' '}
              <b>
                {range.min}–{range.max}
              </b>
            </span>
          )}
        </div>
      )}
      <Bar bar={bar} last={last ? (one.last?.total ?? null) : null} />
      {bar.frame && (
        <p className="yy-no-margin yy-second yy-small">
          {open > 0 ? `黑框：余下 ${open} 项怎么评都落在这里` : '黑框：本次'}
          {last && one.last?.total != null && `　虚线：上次 ${one.last.total} 分`}
        </p>
      )}
      {assessed.answered > 0 && (
        <div className={classes('yy-assess-why yy-round', final.level === null ? 'yy-tint yy-edge' : 'yy-told')}>
          <b>{final.level === null ? '为什么还不能确定' : `为什么是${name(final.level)}`}</b>
          <ol>
            <li>{words.preliminary}</li>
            {rules.map((rule) => (
              <li key={rule.key} className={rule.outcome === 'changed' ? 'yy-ink yy-strong' : 'yy-second'}>
                {rule.text}
              </li>
            ))}
            {notMet.map((rule) => (
              <li key={rule.key} className="yy-second">
                {rule.text}
              </li>
            ))}
          </ol>
          {words.distance.length > 0 && (
            <ul className="yy-assess-distance">
              {words.distance.map((text) => (
                <li key={text}>{text}</li>
              ))}
            </ul>
          )}
        </div>
      )}
      {result.suggestedLevelName && final.level !== null && (
        <p className="yy-no-margin yy-row yy-gap-8">
          <MoveRight size={15} aria-hidden />
          <span>
            建议护理等级 <b>{result.suggestedLevelName}</b>，交卷后另行审批
          </span>
        </p>
      )}
    </section>
  )
}
