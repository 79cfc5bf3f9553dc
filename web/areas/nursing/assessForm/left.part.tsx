// Beside the items: every section with what it has come to, every item with its score and what became of it since last time.
import { Circle, CircleCheck, CircleDot } from 'lucide-react'
import type { Assessed } from '#contract/nursing/assess/engine'
import type { Answers, Kind } from '#contract/nursing/assess/kind'
import { classes } from '#web/kit/classes'
import type { Filled } from './filled.ts'
import { arrow, changeOf, choiceOf, highest, scoreOf, sectionTitle } from './formView.ts'
import { type Progress, progressOf, type Step } from './steps.ts'

interface LeftProps {
  kind: Kind
  steps: readonly Step[]
  filled: Filled
  assessed: Assessed
  last: Answers | null
  step: string
  item: string | null
  /** The first without an answer. */
  next: string | null
  onStep(step: string): void
  onItem(step: string, item: string): void
}

function StepIcon({ progress }: { progress: Progress | null }) {
  if (!progress || progress.done === 0) return <Circle size={15} color="#8792a0" aria-label="未开始" />
  return progress.done === progress.of ? (
    <CircleCheck size={15} color="#1a7f4b" aria-label="已评完" />
  ) : (
    <CircleDot size={15} color="#166bc1" aria-label="进行中" />
  )
}

function SectionHead({
  step,
  score,
  progress,
  ...rest
}: {
  step: Step
  score: string | null
  progress: Progress | null
  current: boolean
  onClick(): void
}) {
  const full = progress !== null && progress.done === progress.of
  return (
    <button
      type="button"
      className="yy-assess-step yy-bare yy-left yy-wide yy-ring"
      aria-current={rest.current ? 'step' : undefined}
      onClick={rest.onClick}
    >
      <StepIcon progress={progress} />
      <b className="yy-grow yy-ellipsis" title={step.name}>
        {step.is === 'section' ? sectionTitle(step) : step.name}
      </b>
      {score !== null && <span className="yy-assess-score">{score}</span>}
      {progress && (
        <span className="yy-assess-meter">
          <i className={full ? 'is-full' : undefined} style={{ width: `${(progress.done / progress.of) * 100}%` }} />
        </span>
      )}
      {progress && (
        <small className="yy-second">
          {progress.done}/{progress.of}
        </small>
      )}
    </button>
  )
}

export function Left({
  kind,
  steps,
  filled,
  assessed,
  last,
  step: current,
  item: at,
  next,
  onStep,
  onItem,
}: LeftProps) {
  return (
    <nav className="yy-card yy-assess-left yy-scroll" aria-label="评估部分">
      {steps.map((step) => {
        const progress = progressOf(step, kind, filled)
        const section = step.is === 'section' ? step.section : null
        const now = section && assessed.sections.find((one) => one.key === section.key)
        const most = section ? section.items.reduce((sum, item) => sum + highest(item), 0) : 0
        const levelName =
          section?.grading && now && now.level?.level !== null && now.level
            ? section.grading.names.find((one) => one.level === now.level?.level)?.short
            : null
        const score =
          section && progress
            ? (levelName ?? `${progress.done === 0 ? '—' : scoreOf(section, filled.answers)}/${most}`)
            : null
        return (
          <section key={step.key} className="yy-assess-part">
            <SectionHead
              step={step}
              score={score}
              progress={progress}
              current={current === step.key}
              onClick={() => onStep(step.key)}
            />
            {section && (
              <ul className="yy-plain-list">
                {section.items.map((item) => {
                  const chosen = choiceOf(item, filled.answers)
                  const change = changeOf(section.direction, item, last, filled.answers)
                  return (
                    <li key={item.key}>
                      <button
                        type="button"
                        className={classes(
                          'yy-assess-line yy-bare yy-left yy-wide yy-ring',
                          at === item.key && 'is-current',
                          !chosen && 'is-open',
                        )}
                        aria-current={at === item.key ? 'true' : undefined}
                        onClick={() => onItem(step.key, item.key)}
                      >
                        <span className="yy-grow yy-ellipsis">{item.name}</span>
                        {change && change.by !== 0 && (
                          <span
                            className={change.worse ? 'yy-amber' : 'yy-good'}
                            title={change.worse ? '变差' : '变好'}
                          >
                            {arrow(change)}
                          </span>
                        )}
                        {chosen ? (
                          <b>{chosen.score}</b>
                        ) : (
                          <span className={next === item.key ? 'yy-active' : 'yy-second'}>
                            {next === item.key ? '下一项' : '—'}
                          </span>
                        )}
                      </button>
                    </li>
                  )
                })}
              </ul>
            )}
          </section>
        )
      })}
    </nav>
  )
}
