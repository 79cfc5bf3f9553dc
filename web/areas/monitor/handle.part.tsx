// The result of an alarm, or of all that one resident has open: the usual ones as buttons, a remark, and two ways to close.
// Everything can be done by keys: digits choose, Enter closes, Esc goes back.
import { type FormEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { AlarmCardData } from '#contract/monitor/alarm'
import { quickResults } from '#contract/monitor/prompt'
import { Incident, type IncidentValue, suggestedIncidents } from '#contract/nursing/assess/incident'
import { classes } from '#web/kit/classes'
import { useSession } from '#web/kit/session'
import { handleAlarm, ignoreAlarm, type Outcome, useBusy } from './acts.ts'
import { isTaken } from './alarmOrder.ts'
import './handle.css'

const REMARK_MAX = 500
const RESULT_MAX = 100
const KEYS = 9
/** Help was asked for: it cannot be waved away. */
const mayIgnore = (card: AlarmCardData) => card.urgency !== 1

/** The usual results of what is being closed, each once, as many as there are keys. */
export const resultsOf = (cards: readonly AlarmCardData[]): string[] =>
  [...new Set(cards.flatMap((card) => quickResults(card.source, card.type)))].slice(0, KEYS)

const isText = (target: EventTarget) => target instanceof HTMLInputElement && target.type === 'text'

/** What the words suggest happened, until somebody ticks something else. */
function useIncidents(cards: readonly AlarmCardData[], said: string) {
  const [ticked, setTicked] = useState<readonly IncidentValue[] | null>(null)
  const suggested = cards.flatMap((card) => (card.oldmanId === null ? [] : suggestedIncidents(card, said)))
  return [ticked ?? [...new Set(suggested)], setTicked] as const
}

function Incidents({ value, onChange }: { value: readonly IncidentValue[]; onChange(next: IncidentValue[]): void }) {
  return (
    <fieldset className="yy-handle-which yy-no-border yy-no-margin yy-no-padding yy-flex yy-wrap">
      <legend className="yy-second yy-small yy-no-padding">老人发生了以下情况时勾选，会列入重新评估</legend>
      {Incident.list.map((one) => (
        <label className="yy-inline yy-gap-6" key={one.value}>
          <input
            type="checkbox"
            checked={value.includes(one.value)}
            onChange={(event) =>
              onChange(event.target.checked ? [...value, one.value] : value.filter((already) => already !== one.value))
            }
          />
          {one.label}
        </label>
      ))}
    </fieldset>
  )
}

interface HandleProps {
  /** The first one leads; several are of one resident. */
  cards: readonly AlarmCardData[]
  onBack(): void
}

export function HandlePanel({ cards, onBack }: HandleProps) {
  const me = useSession((state) => state.user?.empInfo.empId)
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set())
  const [result, setResult] = useState<string | null>(null)
  const [remark, setRemark] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  /** A colleague goes there: what is said before it is closed over them, and what is to be done then. */
  const [warning, setWarning] = useState<{ text: string; go(): Promise<Outcome> } | null>(null)
  const [busy, run] = useBusy()
  const field = useId()
  const form = useRef<HTMLFormElement>(null)
  const safe = useRef<HTMLButtonElement>(null)
  const chosen = cards.filter((card) => !left.has(card.recordId))
  const results = resultsOf(chosen)
  const [incidents, setIncidents] = useIncidents(chosen, [result, remark.trim()].filter(Boolean).join('，'))

  // Whoever opens it by a key goes on by keys, and so does who has read the warning: its buttons go, the form stays.
  useEffect(() => {
    const chosenOrFirst = '.yy-handle-quick button.is-chosen, .yy-handle-quick button'
    if (warning) safe.current?.focus()
    else form.current?.querySelector<HTMLElement>(chosenOrFirst)?.focus()
  }, [warning])

  const close = async (act: (over: boolean) => Promise<Outcome>) => {
    const other = chosen.find((card) => isTaken(card) && card.takerId !== me)
    const ask = (text: string) => setWarning({ text, go: () => act(true) })
    if (other) {
      ask(`${other.takerName ?? '同事'} ${other.takenAt?.slice(11, 16) ?? ''} 已去处理`)
      return
    }
    const came = await act(false)
    if (typeof came === 'object') ask(came.taker)
  }
  const closing = (over: boolean, said: string) => ({
    recordIds: chosen.map((card) => card.recordId),
    remark: said,
    over,
  })
  const complain = (): boolean => {
    const text =
      chosen.length === 0
        ? '请至少选择一项告警'
        : result === null && remark.trim() === ''
          ? '请选择处理结果，或写明怎样处理的'
          : null
    setProblem(text)
    return text !== null
  }
  const submit = () => {
    if (busy || warning || complain()) return
    const said = (result ?? remark.trim()).slice(0, RESULT_MAX)
    const more = result === null ? '' : remark
    void run(() => close((over) => handleAlarm(closing(over, more), said, incidents)))
  }
  const choose = (one: string | undefined) => {
    if (one === undefined) return
    setResult(one)
    setProblem(null)
  }
  const onKey = (event: KeyboardEvent<HTMLFormElement>) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return
    const quick = (event.target as HTMLElement).closest<HTMLElement>('.yy-handle-quick button')
    if (event.key === 'Escape') {
      if (warning) setWarning(null)
      else onBack()
    } else if (/^[1-9]$/.test(event.key) && !isText(event.target) && !warning) {
      const at = Number(event.key) - 1
      choose(results[at])
      form.current?.querySelectorAll<HTMLElement>('.yy-handle-quick button')[at]?.focus()
    } else if (event.key === 'Enter' && quick) {
      if (result === null) choose(quick.dataset.result)
      else submit()
    } else return
    event.preventDefault()
    // Neither the drawer nor the wall takes these keys as its own.
    event.stopPropagation()
  }
  return (
    <form
      ref={form}
      className="yy-handle yy-grid yy-gap-8"
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        submit()
      }}
      onKeyDown={onKey}
      aria-label={`处理 ${cards.map((card) => card.content).join('、')}`}
    >
      {cards.length > 1 && (
        <fieldset className="yy-handle-which yy-no-border yy-no-margin yy-no-padding yy-flex yy-wrap">
          <legend className="yy-second yy-small yy-no-padding">一并处理</legend>
          {cards.map((card) => (
            <label className="yy-inline yy-gap-6" key={card.recordId}>
              <input
                type="checkbox"
                checked={!left.has(card.recordId)}
                onChange={(event) => {
                  const next = new Set(left)
                  if (event.target.checked) next.delete(card.recordId)
                  else next.add(card.recordId)
                  setLeft(next)
                  setProblem(null)
                }}
              />
              {card.content}
            </label>
          ))}
        </fieldset>
      )}
      <div className="yy-handle-quick yy-two yy-grid yy-gap-8" role="radiogroup" aria-label="处理结果">
        {results.map((one, at) => (
          <button
            key={one}
            type="button"
            role="radio"
            data-result={one}
            data-key={at + 1}
            className={classes(result === one && 'is-chosen')}
            aria-checked={result === one}
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
        type="text"
        value={remark}
        maxLength={REMARK_MAX}
        placeholder="可不填"
        onChange={(event) => {
          setRemark(event.target.value)
          setProblem(null)
        }}
      />
      {chosen.some((card) => card.oldmanId !== null) && <Incidents value={incidents} onChange={setIncidents} />}
      {problem && <p role="alert">{problem}</p>}
      {warning ? (
        <div
          className="yy-handle-warning yy-pad-10-12 yy-grid yy-gap-8 yy-round"
          role="alertdialog"
          aria-label={warning.text}
        >
          <p>{warning.text}。请先与其确认；仍由您关闭的话，将记下是您关闭的。</p>
          <div className="yy-handle-acts yy-flex yy-gap-8">
            <button ref={safe} type="button" onClick={() => setWarning(null)}>
              不关闭
            </button>
            <button type="button" className="is-main" disabled={busy} onClick={() => void run(warning.go)}>
              仍由我关闭
            </button>
          </div>
        </div>
      ) : (
        <div className="yy-handle-acts yy-flex yy-gap-8">
          <button type="button" onClick={onBack}>
            返回
          </button>
          {chosen.length > 0 && chosen.every(mayIgnore) && (
            <button
              type="button"
              disabled={busy}
              onClick={() => void run(() => close((over) => ignoreAlarm(closing(over, remark))))}
            >
              忽略
            </button>
          )}
          <button type="submit" className="is-main" disabled={busy}>
            完成处理
          </button>
        </div>
      )}
    </form>
  )
}
