// One pop-up for each open alarm, on every page, where the setting says. Never a modal: whoever fills in a form goes on.
import { Bell, ChevronDown } from 'lucide-react'
import { useState } from 'react'
import type { AlarmCardData } from '#contract/monitor/alarm'
import { type PromptPositionValue, positionsOf } from '#contract/monitor/prompt'
import { AttentionNotes, BedPath } from '#web/areas/live/public'
import { takeAlarm, useBusy } from '#web/areas/monitor/acts'
import { clockOf, type Held, isTaken, untilNext, waited } from '#web/areas/monitor/alarmOrder'
import { useAlarms } from '#web/areas/monitor/alarms'
import { useNow } from '#web/areas/monitor/everySecond'
import { HandlePanel } from '#web/areas/monitor/handle.part'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { useMay } from '#web/kit/permission'
import { useSession } from '#web/kit/session'
import { usePrompts } from './shown.ts'
import './prompts.css'

const SHOWN = 3
const RECORDS = '/yunmuIot/alarmRecord'

const sexAge = (card: AlarmCardData) =>
  [card.sex === 0 ? '男' : card.sex === 1 ? '女' : null, card.age === null ? null : `${card.age} 岁`]
    .filter(Boolean)
    .join(' ')

function Clock({ held }: { held: Held }) {
  const now = useNow()
  const next = untilNext(held, now)
  const { card } = held
  return (
    <p className="yy-prompt-times">
      <b>已 {clockOf(waited(held, now))}</b>
      {card.takerName ? (
        <span>{card.takerName} 已去处理</span>
      ) : (
        next !== null && (
          <span>
            {clockOf(next)} 后通知 {card.nextName}
          </span>
        )
      )}
    </p>
  )
}

function Prompt({ held }: { held: Held }) {
  const { card } = held
  const may = useMay()('monitor:alarm:handle')
  const [handling, setHandling] = useState(false)
  const [busy, run] = useBusy()
  return (
    <article className={classes('yy-prompt', isTaken(card) && 'is-taken')} data-record={card.recordId}>
      <header>
        <Bell size={16} aria-hidden />
        <strong>{card.content}</strong>
        {card.repeats > 0 && <em>第 {card.repeats + 1} 次</em>}
      </header>
      <p className="yy-prompt-place">{card.place ? <BedPath path={card.place} /> : <span>{card.deviceNo}</span>}</p>
      <p className="yy-prompt-who">
        <b>{card.oldmanName ?? card.userName ?? '未绑定老人'}</b>
        <span>{sexAge(card)}</span>
        {card.attention.length > 0 && <AttentionNotes notes={card.attention} />}
      </p>
      <Clock held={held} />
      {handling ? (
        <HandlePanel card={card} onBack={() => setHandling(false)} />
      ) : (
        <div className="yy-prompt-acts">
          {may && !isTaken(card) && (
            <button
              type="button"
              className="is-main"
              disabled={busy}
              onClick={() => void run(() => takeAlarm(card.recordId))}
            >
              我去处理
            </button>
          )}
          {may && (
            <button
              type="button"
              className={classes(isTaken(card) && 'is-main')}
              disabled={busy}
              onClick={() => setHandling(true)}
            >
              处理
            </button>
          )}
          <button type="button" onClick={() => openPage(RECORDS, { recordId: card.recordId })}>
            查看
          </button>
        </div>
      )}
    </article>
  )
}

function Stack({ position, alarms }: { position: PromptPositionValue; alarms: readonly Held[] }) {
  const hide = usePrompts((state) => state.hide)
  const [all, setAll] = useState(false)
  const shown = all ? alarms : alarms.slice(0, SHOWN)
  return (
    <section className={classes('yy-prompts', `at-${position}`)} aria-label="未处理告警">
      <div className="yy-prompts-bar">
        <b>未处理告警 {alarms.length}</b>
        <button type="button" onClick={hide} title="收起到顶栏，告警仍在" aria-label="收起到顶栏">
          <ChevronDown size={16} aria-hidden /> 收起
        </button>
      </div>
      <div className="yy-prompts-list" role="alert">
        {shown.map((held) => (
          <Prompt key={held.card.recordId} held={held} />
        ))}
      </div>
      {alarms.length > SHOWN && (
        <button type="button" className="yy-prompts-more" onClick={() => setAll(!all)}>
          {all ? '只看最紧急的' : `还有 ${alarms.length - SHOWN} 条，全部展开`}
        </button>
      )}
    </section>
  )
}

/** The wall shows the alarms itself; there the pop-ups would only cover it. */
export default function Prompts() {
  const alarms = useAlarms((state) => state.open)
  const hidden = usePrompts((state) => state.hidden)
  const onWall = usePrompts((state) => state.onWall)
  const onMap = usePrompts((state) => state.onMap)
  const remind = useSession((state) => state.config.mattress.setContent.alarmRemind)
  // The setting is that of the mattresses: calls and cries for help always show themselves.
  const shown = alarms.filter(
    ({ card }) => !(card.source === 'MATTRESS' && remind.status === 0) && !(card.source === 'TAG' && onMap),
  )
  if (shown.length === 0 || hidden || onWall) return null
  return positionsOf(remind.position).map((position) => <Stack key={position} position={position} alarms={shown} />)
}
