// One pop-up for each open alarm, on every page, where the setting says. Never a modal: whoever fills in a form goes on.

import { Bell, ChevronDown } from 'lucide-react'
import { useLayoutEffect, useState } from 'react'
import { ResidentSex } from '#contract/live/resident'
import type { AlarmCardData } from '#contract/monitor/alarm'
import { type PromptPositionValue, positionsOf } from '#contract/monitor/prompt'
import { SettingSwitch } from '#contract/platform/config'
import { AttentionNotes, BedPath } from '#web/areas/live/public'
import { takeAlarm, useBusy } from '#web/areas/monitor/acts'
import { countsOf, countsText, type Group, groupsOf, groupTaken, levelOfAll } from '#web/areas/monitor/alarmGroups'
import { clockOf, type Held, isTaken, placeOf, untilNext, waited, withoutBuilding } from '#web/areas/monitor/alarmOrder'
import { useAlarms } from '#web/areas/monitor/alarms'
import { useNow } from '#web/areas/monitor/everySecond'
import { HandlePanel } from '#web/areas/monitor/handle.part'
import { useSeveral } from '#web/areas/monitor/several'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { useMay } from '#web/kit/permission'
import { useSession } from '#web/kit/session'
import { usePrompts } from './shown.ts'
import './prompts.css'

const SHOWN = 3
const RECORDS = '/yunmuIot/alarmRecord'

const sexAge = (card: AlarmCardData) =>
  [
    card.sex === ResidentSex.is.male ? '男' : card.sex === ResidentSex.is.female ? '女' : null,
    card.age === null ? null : `${card.age} 岁`,
  ]
    .filter(Boolean)
    .join(' ')

function Clock({ held }: { held: Held }) {
  const now = useNow()
  const next = untilNext(held, now)
  const { card } = held
  return (
    <p className="yy-prompt-times">
      <b className="yy-red">已 {clockOf(waited(held, now))}</b>
      {card.takerName ? (
        <span className="yy-second yy-small">{card.takerName} 已去处理</span>
      ) : (
        next !== null && (
          <span className="yy-second yy-small">
            {clockOf(next)} 后通知 {card.nextName}
          </span>
        )
      )}
    </p>
  )
}

/** The whole way; without the building for who serves only one. */
function PromptPlace({ card }: { card: AlarmCardData }) {
  const several = useSeveral()
  if (card.place === null) return <p className="yy-prompt-place">{placeOf(card, several)}</p>
  const shown = several || card.placeKind === 'SPOT' ? card.place : withoutBuilding(card)
  return (
    <p className="yy-prompt-place">
      {card.placeKind === 'HOME' && '没有定位，住 '}
      <BedPath path={shown} />
    </p>
  )
}

function Prompt({ group }: { group: Group }) {
  const { lead, all } = group
  const { card } = lead
  const taken = groupTaken(all)
  const may = useMay()('monitor:alarm:handle')
  const [handling, setHandling] = useState(false)
  const [busy, run] = useBusy()
  const untaken = all.filter((one) => !isTaken(one.card)).map((one) => one.card.recordId)
  return (
    <article
      className={classes('yy-prompt yy-grid yy-gap-4', taken && 'is-taken', `is-level${levelOfAll(all)}`)}
      data-record={card.recordId}
      data-records={all.map((one) => one.card.recordId).join(' ')}
    >
      <header>
        <Bell size={16} aria-hidden />
        <strong>{card.content}</strong>
        {taken && <em>处理中</em>}
        {card.repeats > 0 && <em>第 {card.repeats + 1} 次</em>}
      </header>
      {all.slice(1).map((one) => (
        <p key={one.card.recordId} className="yy-prompt-other yy-soft-ink">
          另有 <b>{one.card.content}</b>
          {isTaken(one.card) && <em>处理中</em>}
        </p>
      ))}
      <PromptPlace card={card} />
      <p className="yy-prompt-who">
        <b>{card.oldmanName ?? card.userName ?? '未绑定老人'}</b>
        <span className="yy-second">{sexAge(card)}</span>
        {card.attention.length > 0 && <AttentionNotes notes={card.attention} />}
      </p>
      <Clock held={lead} />
      {handling ? (
        <HandlePanel cards={all.map((one) => one.card)} onBack={() => setHandling(false)} />
      ) : (
        <div className="yy-prompt-acts yy-above-4 yy-flex yy-gap-8">
          {may && !taken && (
            <button
              type="button"
              className="is-main yy-round yy-press"
              disabled={busy}
              onClick={() => void run(() => takeAlarm(...untaken))}
            >
              我去处理
            </button>
          )}
          {may && (
            <button
              type="button"
              className={classes('yy-round yy-press', taken && 'is-main')}
              disabled={busy}
              onClick={() => setHandling(true)}
            >
              填写结果
            </button>
          )}
          <button
            className="yy-round yy-press"
            type="button"
            onClick={() => openPage(RECORDS, { recordId: card.recordId })}
          >
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
  const counts = countsOf(alarms)
  const groups = groupsOf(alarms)
  const shown = all ? groups : groups.slice(0, SHOWN)
  return (
    <section
      className={classes(
        'yy-prompts yy-float yy-white yy-round-card yy-stack',
        `at-${position}`,
        counts.waiting === 0 && 'is-taken',
      )}
      aria-label="未处理告警"
    >
      <div className="yy-prompts-bar yy-on yy-row yy-between">
        <b>{countsText(counts)}</b>
        <button
          className="yy-inline yy-gap-6 yy-round yy-press yy-no-border yy-pad-0-8"
          type="button"
          onClick={hide}
          title="收起到顶栏，告警仍在"
          aria-label="收起到顶栏"
        >
          <ChevronDown size={16} aria-hidden /> 收起
        </button>
      </div>
      <div className="yy-prompts-list yy-scroll" role="alert">
        {shown.map((group) => (
          <Prompt key={group.key} group={group} />
        ))}
      </div>
      {groups.length > SHOWN && (
        <button
          type="button"
          className="yy-prompts-more yy-pad-0-8 yy-no-border yy-round yy-press yy-middle yy-inline"
          onClick={() => setAll(!all)}
        >
          {all ? '只看最紧急的' : `还有 ${groups.length - SHOWN} 位，全部展开`}
        </button>
      )}
    </section>
  )
}

/** The sides of the window at which pop-ups stand: whatever lies there makes room, so that they cover no button. */
const SIDES: Readonly<Record<PromptPositionValue, 'left' | 'right' | 'top'>> = {
  topLeft: 'left',
  bottomLeft: 'left',
  topRight: 'right',
  bottomRight: 'right',
  center: 'top',
}

function useRoomBeside(sides: readonly string[]) {
  const key = [...new Set(sides)].sort().join(' ')
  useLayoutEffect(() => {
    const names = key === '' ? [] : key.split(' ').map((side) => `yy-prompts-${side}`)
    document.documentElement.classList.add(...names)
    // Tables and charts measure themselves.
    window.dispatchEvent(new Event('resize'))
    return () => {
      document.documentElement.classList.remove(...names)
      window.dispatchEvent(new Event('resize'))
    }
  }, [key])
}

/** The wall shows the alarms itself; there the pop-ups would only cover it. Elsewhere they show all, SOS first. */
export default function Prompts() {
  const alarms = useAlarms((state) => state.open)
  const hidden = usePrompts((state) => state.hidden)
  const onWall = usePrompts((state) => state.onWall)
  const remind = useSession((state) => state.config.mattress.setContent.alarmRemind)
  // The setting is that of the mattresses: calls and cries for help always show themselves.
  const shown = alarms.filter(({ card }) => !(card.source === 'MATTRESS' && remind.status === SettingSwitch.is.off))
  const positions = shown.length === 0 || hidden || onWall ? [] : positionsOf(remind.position)
  useRoomBeside(positions.map((position) => SIDES[position]))
  return positions.map((position) => <Stack key={position} position={position} alarms={shown} />)
}
