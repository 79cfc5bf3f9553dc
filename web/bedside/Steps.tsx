// Large steppers for what is measured, each with the last value below it, coloured while it is typed as the server will judge.
import { useState } from 'react'
import type { SignField } from '#contract/nursing/demands'
import type { ExecutionSignsData } from '#contract/nursing/execution'
import type { VitalJudged } from '#contract/nursing/vitalJudge'
import { whyWords } from '#web/areas/nursing/vital/judging'
import type { ElderVitals } from './vitals.ts'
import './steps.css'

/** Where a stepper begins that nobody has touched. */
const BEGIN: Readonly<Record<string, number>> = {
  systolic: 120,
  diastolic: 75,
  pulse: 72,
  temperature: 36.5,
  breathing: 18,
  oxygen: 97,
  glucose: 6,
  weight: 60,
  pain: 0,
  intake: 200,
  output: 200,
  stool: 1,
}

interface StepperProps {
  field: SignField
  value: number | undefined
  /** 上次 128 · 昨天 15:02 */
  last: string | null
  judged: VitalJudged | undefined
  onChange(value: number | undefined): void
}

function Stepper({ field, value, last, judged, onChange }: StepperProps) {
  /** As it is typed: 36. is on the way to 36.5. */
  const [typed, setTyped] = useState<string | null>(null)
  const grade = judged?.grade ?? 'normal'
  const step = field.decimals ? 0.1 : field.key === 'intake' || field.key === 'output' ? 50 : 1
  const by = (turn: number) => {
    setTyped(null)
    onChange(Number(((value ?? BEGIN[field.key]! - turn * step) + turn * step).toFixed(field.decimals ?? 0)))
  }
  return (
    <div className={grade === 'normal' ? 'bed-step' : `bed-step is-${grade}`}>
      <span>
        {field.label} <small>{field.unit}</small>
      </span>
      <div>
        <button type="button" aria-label={`${field.label}减`} onClick={() => by(-1)}>
          −
        </button>
        <input
          inputMode="decimal"
          aria-label={field.label}
          placeholder="—"
          value={typed ?? value ?? ''}
          onChange={(event) => {
            const text = event.target.value.trim()
            const number = Number(text)
            if (text !== '' && !Number.isFinite(number)) return
            setTyped(text)
            onChange(text === '' ? undefined : number)
          }}
          onBlur={() => setTyped(null)}
        />
        <button type="button" aria-label={`${field.label}加`} onClick={() => by(1)}>
          +
        </button>
      </div>
      {grade !== 'normal' && (
        <b className="bed-judged" role="status">
          {whyWords(judged!)}
        </b>
      )}
      {last && <small className="bed-last">{last}</small>}
    </div>
  )
}

interface StepsProps {
  fields: readonly SignField[]
  signs: ExecutionSignsData
  vitals: ElderVitals | null
  onChange(signs: ExecutionSignsData): void
}

export function Steps({ fields, signs, vitals, onChange }: StepsProps) {
  const judged = vitals?.judge(signs) ?? []
  return (
    <div className="bed-steps">
      {fields.map((field) => (
        <Stepper
          key={field.key}
          field={field}
          value={signs[field.key] ?? undefined}
          last={vitals?.last(field.key) ?? null}
          judged={judged.find((one) => one.field === field.key)}
          onChange={(value) => {
            const { [field.key]: _, ...rest } = signs
            onChange(value === undefined ? rest : { ...rest, [field.key]: value })
          }}
        />
      ))}
    </div>
  )
}
