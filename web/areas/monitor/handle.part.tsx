// The result of an alarm: the usual ones as buttons, a remark, and two ways to close it.
import { type FormEvent, useId, useState } from 'react'
import type { AlarmCardData } from '#contract/monitor/alarm'
import { quickResults } from '#contract/monitor/prompt'
import { classes } from '#web/kit/classes'
import { handleAlarm, ignoreAlarm, useBusy } from './acts.ts'
import './handle.css'

const REMARK_MAX = 500
/** Help was asked for: it cannot be waved away. */
const mayIgnore = (card: AlarmCardData) => card.urgency !== 1

export function HandlePanel({ card, onBack }: { card: AlarmCardData; onBack(): void }) {
  const [result, setResult] = useState<string | null>(null)
  const [remark, setRemark] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, run] = useBusy()
  const field = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const said = result ?? remark.trim()
    if (said === '') {
      setProblem('请选择处理结果，或写明怎样处理的')
      return
    }
    const rest = result === null ? '' : remark
    void run(() => handleAlarm(card.recordId, said.slice(0, 100), rest))
  }
  return (
    <form className="yy-handle" onSubmit={submit} aria-label={`处理 ${card.content}`}>
      <div className="yy-handle-quick">
        {quickResults(card.source, card.type).map((one) => (
          <button
            key={one}
            type="button"
            className={classes(result === one && 'is-chosen')}
            aria-pressed={result === one}
            onClick={() => {
              setResult(result === one ? null : one)
              setProblem(null)
            }}
          >
            {one}
          </button>
        ))}
      </div>
      <label htmlFor={field}>备注</label>
      <input
        id={field}
        value={remark}
        maxLength={REMARK_MAX}
        placeholder="可不填"
        onChange={(event) => {
          setRemark(event.target.value)
          setProblem(null)
        }}
      />
      {problem && <p role="alert">{problem}</p>}
      <div className="yy-handle-acts">
        <button type="button" onClick={onBack}>
          返回
        </button>
        {mayIgnore(card) && (
          <button type="button" disabled={busy} onClick={() => void run(() => ignoreAlarm(card.recordId, remark))}>
            忽略
          </button>
        )}
        <button type="submit" className="is-main" disabled={busy}>
          完成处理
        </button>
      </div>
    </form>
  )
}
