// Whose level changes, and the chain from the assessment to the approval, each step with its result.
import { Check } from 'lucide-react'
import type { RegradeData, RegradeRehearsal } from '#contract/live/regrade'
import { type ItemChange, RegradeState } from '#contract/live/regradeWords'
import { AttentionNotes, BedPath } from '#web/areas/live/marks.part'
import { archivePath, ResidentPhoto } from '#web/areas/live/residentCell.part'
import { openPage } from '#web/kit/open'
import { difference, SEX } from './words.ts'

interface StepProps {
  at: number
  title: string
  result: string
  state: 'done' | 'now' | 'later'
}

const Step = ({ at, title, result, state }: StepProps) => (
  <li className={`yy-regrade-step yy-regrade-step-${state}`}>
    <i aria-hidden>{state === 'done' ? <Check size={16} /> : at}</i>
    <span>
      <b>{title}</b>
      <small>{result}</small>
    </span>
  </li>
)

/** Without a rehearsal, for one that is decided: what is known from the change itself. */
export function HeadCard({ one, seen }: { one: RegradeData; seen: RegradeRehearsal | undefined }) {
  const { approved, takenBack, discarded, lapsed } = RegradeState.is
  const over = one.state === approved || one.state === takenBack || one.state === discarded || one.state === lapsed
  const count = (change: (typeof ItemChange.list)[number]['value']) =>
    seen?.plan.items.filter((row) => row.change === change).length ?? 0
  const bill = seen?.bills[0]
  const assessed = one.current
    ? [one.current.levelName, one.current.total === null ? null : `${one.current.total} 分`].filter(Boolean).join('　')
    : '没有关联评估'
  const waitingFor =
    one.state === RegradeState.is.waiting
      ? '批准后同时生效'
      : one.state === approved
        ? `${one.effectiveDate} ${one.inForce ? '已生效' : '起生效'}`
        : RegradeState.label(one.state)
  return (
    <section className="yy-card yy-regrade-head">
      <button
        type="button"
        className="yy-regrade-who"
        title="打开档案"
        onClick={() => openPage(archivePath(one.oldmanId))}
      >
        <ResidentPhoto row={one} width={46} height={56} />
        <span className="yy-narrow yy-left">
          <span className="yy-row yy-gap-8 yy-wrap">
            <b className="yy-text-18">{one.oldmanName}</b>
            <span>
              {SEX[one.sex]} {one.age} 岁
            </span>
            <AttentionNotes notes={one.attention} />
          </span>
          <BedPath path={one.bedPath} />
        </span>
      </button>
      <ol className="yy-plain-list yy-regrade-chain">
        <Step at={1} title={one.current ? '评估完成' : '提出变更'} result={assessed} state="done" />
        <Step at={2} title="建议等级" result={one.newLevelName} state="done" />
        {seen && (
          <>
            <Step
              at={3}
              title="护理计划"
              result={
                seen.plan.after ? `新增 ${count('added')}　调整 ${count('changed')}　取消 ${count('gone')}` : '计划不变'
              }
              state="done"
            />
            <Step at={4} title="每日任务" result={`${seen.tasks.before} → ${seen.tasks.after} 项`} state="done" />
            <Step
              at={5}
              title="下期账单"
              result={bill && bill.differenceFen !== null ? `${difference(bill.differenceFen)} 元` : '随之变化'}
              state="done"
            />
          </>
        )}
        <Step at={seen ? 6 : 3} title="一次审批" result={waitingFor} state={over ? 'done' : 'now'} />
      </ol>
    </section>
  )
}
