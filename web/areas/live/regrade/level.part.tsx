// 评估结论 and 护理等级: what was found last time and this time, and what follows from it.
import { ArrowRight, CircleCheck, Info } from 'lucide-react'
import type { RegradeAssessed, RegradeData, RegradeRehearsal } from '#contract/live/regrade'
import { openPage } from '#web/kit/open'
import { NumberedCard } from './card.part.tsx'
import { money } from './words.ts'

const REPORT = '/nursing/assessment/report'
const LEVELS = '/nursing/level'

interface BoxProps {
  head: string
  title: string
  note: string
  now?: boolean
}

const Box = ({ head, title, note, now = false }: BoxProps) => (
  <div className={now ? 'yy-regrade-box yy-regrade-box-now' : 'yy-regrade-box'}>
    <span>{head}</span>
    <b>{title}</b>
    <span>{note}</span>
  </div>
)

const points = (one: RegradeAssessed) =>
  [one.total === null ? null : `${one.total} 分`, one.levelReason].filter(Boolean).join('，') || '—'

export function ConclusionCard({ one }: { one: RegradeData }) {
  const { last, current, levelReason } = one
  return (
    <NumberedCard
      number={1}
      title={current ? '评估结论' : '变更原因'}
      extra={
        current && (
          <button
            type="button"
            className="yy-link"
            onClick={() => openPage(REPORT, { assessmentId: current.assessmentId })}
          >
            评估报告 ›
          </button>
        )
      }
    >
      {current ? (
        <div className="yy-row yy-gap-10">
          <Box
            head={last ? `上次 ${last.assessDate}` : '上次'}
            title={last?.levelName ?? '没有评估'}
            note={last ? points(last) : '—'}
          />
          <ArrowRight size={16} aria-hidden className="yy-fixed yy-second" />
          <Box head={`本次 ${current.assessDate}`} title={current.levelName ?? '—'} note={points(current)} now />
        </div>
      ) : (
        <p className="yy-no-margin">{one.reason}</p>
      )}
      <dl className="yy-regrade-facts">
        {current && (
          <>
            <dt>变更原因</dt>
            <dd>{one.reason}</dd>
          </>
        )}
        {levelReason && (
          <>
            <dt>等级说明</dt>
            <dd>{levelReason}</dd>
          </>
        )}
        <dt>家属知情</dt>
        <dd>{one.informed ?? <span className="yy-amber">还没有登记</span>}</dd>
      </dl>
    </NumberedCard>
  )
}

export function LevelCard({ one, seen }: { one: RegradeData; seen: RegradeRehearsal }) {
  const { before, after } = seen.level
  const price = (fen: number | null) =>
    seen.feeStays ? '护理费不随等级变化' : fen === null ? '价格由收费人员查看' : `${money(fen)} 元/月`
  const mapped = one.current?.mappedLevelId ?? null
  return (
    <NumberedCard
      number={2}
      title="护理等级"
      extra={
        <button type="button" className="yy-link" onClick={() => openPage(LEVELS)}>
          等级对照 ›
        </button>
      }
    >
      <div className="yy-row yy-gap-10">
        <Box head="现在" title={before?.levelName ?? '未定级'} note={before ? price(before.priceFen) : '—'} />
        <ArrowRight size={16} aria-hidden className="yy-fixed yy-second" />
        <Box head="建议" title={after.levelName} note={price(after.priceFen)} now />
      </div>
      <ul className="yy-plain-list yy-above-12 yy-stack yy-gap-6">
        {mapped !== null && (
          <li className="yy-inline yy-gap-6">
            {mapped === after.levelId ? (
              <CircleCheck size={15} aria-hidden className="yy-good" />
            ) : (
              <Info size={15} aria-hidden className="yy-amber" />
            )}
            {mapped === after.levelId
              ? `评估结论对应“${after.levelName}”，与建议一致。`
              : `评估结论对应“${one.current?.mappedLevelName}”，另选的原因已写明。`}
          </li>
        )}
        {mapped === null && (
          <li className="yy-inline yy-gap-6">
            <Info size={15} aria-hidden className="yy-second" />
            {one.current ? '这个评估结论没有设对应的护理等级。' : '没有关联评估，由提出人说明原因。'}
          </li>
        )}
      </ul>
    </NumberedCard>
  )
}
