// An act at a display: who stands there, their key, and, once somebody has gone, the result.
import { type FormEvent, useId, useState } from 'react'
import type { AlarmCardData } from '#contract/monitor/alarm'
import { display, PIN_LENGTH } from '#contract/monitor/display'
import { quickResults } from '#contract/monitor/prompt'
import { useBusy } from '#web/areas/monitor/acts'
import { isTaken } from '#web/areas/monitor/alarmOrder'
import { claimAlarms, finishAlarms } from '#web/areas/monitor/display'
import { classes } from '#web/kit/classes'
import { useCall } from '#web/kit/query'
import '#web/areas/monitor/handle.css'
import './claim.css'

const MINUTE = 60_000
const DIGITS = ['1', '2', '3', '4', '5', '6', '7', '8', '9', '', '0', '⌫'] as const

/** All open alarms of one resident: the untaken are taken up; once somebody goes for each, all are closed. */
export function ClaimPanel({ cards, onBack }: { cards: readonly AlarmCardData[]; onBack(): void }) {
  const card = cards[0]!
  const finishing = cards.every(isTaken)
  const recordIds = (finishing ? cards : cards.filter((one) => !isTaken(one))).map((one) => one.recordId)
  const { data: people = [], isLoading } = useCall(
    display.calls.people,
    {},
    { silent: true, refetchInterval: MINUTE, staleTime: MINUTE },
  )
  const [userId, setUserId] = useState<string | null>(card.takerId)
  const [pin, setPin] = useState('')
  const [result, setResult] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [over, setOver] = useState(false)
  const [busy, run] = useBusy()
  const field = useId()
  const type = (next: string) => {
    setPin(next.replace(/\D/g, '').slice(0, PIN_LENGTH))
    setProblem(null)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const missing =
      finishing && result === null
        ? '请选择处理结果'
        : userId === null
          ? '请点自己的名字'
          : pin.length < PIN_LENGTH
            ? `请输入 ${PIN_LENGTH} 位口令`
            : null
    if (missing !== null) return setProblem(missing)
    const proof = { userId: userId!, pin }
    void run(async () => {
      const hindrance = finishing
        ? await finishAlarms(recordIds, proof, result!, over)
        : await claimAlarms(recordIds, proof)
      // Who has read that a colleague goes there presses once more, with the same key.
      if (hindrance?.taker) setOver(true)
      else setPin('')
      setProblem(hindrance && (hindrance.taker ? `${hindrance.said}。仍要关闭，请再按一次“完成处理”` : hindrance.said))
      if (hindrance === null) onBack()
    })
  }
  return (
    <form
      className="yy-handle yy-grid yy-gap-8 yy-claim"
      onSubmit={submit}
      aria-label={finishing ? '填写处理结果' : '我去处理'}
    >
      <div className="yy-claim-who yy-grid yy-gap-8">
        {finishing && (
          <div className="yy-handle-quick yy-two yy-grid yy-gap-8" role="group" aria-label="处理结果">
            {quickResults(card.source, card.type).map((one) => (
              <button
                key={one}
                type="button"
                className={classes(result === one && 'is-chosen')}
                aria-pressed={result === one}
                onClick={() => {
                  setResult(one)
                  setProblem(null)
                }}
              >
                {one}
              </button>
            ))}
          </div>
        )}
        <div className="yy-handle-quick yy-two yy-grid yy-gap-8" role="group" aria-label="谁来处理">
          {people.map((one) => (
            <button
              key={one.userId}
              type="button"
              disabled={!one.ready}
              className={classes(userId === one.userId && 'is-chosen')}
              aria-pressed={userId === one.userId}
              onClick={() => {
                setUserId(one.userId)
                setProblem(null)
              }}
            >
              {one.userName}
              <small>{one.ready ? (one.onDuty ? '当班' : '') : '未设口令'}</small>
            </button>
          ))}
        </div>
        {!isLoading && !people.some((one) => one.ready) && (
          <p>还没有人设置大屏口令。请登录管理后台，在告警墙下方点“我的大屏口令”设置，一分钟内这里就能选到。</p>
        )}
      </div>
      <div className="yy-claim-pin yy-grid yy-gap-8">
        <label htmlFor={field}>{PIN_LENGTH} 位口令</label>
        <input
          id={field}
          type="password"
          inputMode="numeric"
          autoComplete="off"
          value={pin}
          onChange={(event) => type(event.target.value)}
        />
        <div className="yy-claim-keys yy-grid yy-gap-6" aria-hidden>
          {DIGITS.map((digit) =>
            digit === '' ? (
              <span key="gap" />
            ) : (
              <button
                key={digit}
                type="button"
                tabIndex={-1}
                onClick={() => type(digit === '⌫' ? pin.slice(0, -1) : pin + digit)}
              >
                {digit}
              </button>
            ),
          )}
        </div>
        {problem && <p role="alert">{problem}</p>}
        <div className="yy-handle-acts yy-flex yy-gap-8">
          <button type="button" onClick={onBack}>
            返回
          </button>
          <button type="submit" className="is-main" disabled={busy}>
            {finishing ? '完成处理' : '我去处理'}
          </button>
        </div>
      </div>
    </form>
  )
}
