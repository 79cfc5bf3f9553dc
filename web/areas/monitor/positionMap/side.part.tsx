// Beside the map: cries for help in red, the alarms of this shift and whatever is open, and the people of the floor.
import { Segmented } from 'antd'
import { Siren } from 'lucide-react'
import { useMemo, useState } from 'react'
import { ResidentNote, ResidentSex } from '#contract/live/resident'
import { alarm } from '#contract/monitor/alarm'
import { whereText } from '#contract/monitor/alarmPlace'
import type { FloorMapData } from '#contract/monitor/positionMap'
import { type PositionRecordData, positionRecord } from '#contract/monitor/positionRecord'
import {
  AlarmStage,
  AlarmStatus,
  LocationAlarmType,
  type LocationAlarmTypeValue,
  stageOf,
} from '#contract/monitor/words'
import { bedPathText, ResidentPhoto } from '#web/areas/live/public'
import { mayHandle, takeAlarm, useBusy } from '#web/areas/monitor/acts'
import { type Group, groupTaken } from '#web/areas/monitor/alarmGroups'
import { clockOf, isTaken, untilNext, waited } from '#web/areas/monitor/alarmOrder'
import { HandlePanel } from '#web/areas/monitor/handle.part'
import { useSeveral } from '#web/areas/monitor/several'
import { send } from '#web/kit/call'
import { openPage } from '#web/kit/open'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { agoText, isLow, isResident, type LivePerson, nearestStaff, spotOf, zoneAt } from './live.ts'
import './side.css'

interface HelpProps {
  /** What one resident cries for help with, the most urgent first. */
  group: Group
  now: number
  people: readonly LivePerson[]
  maps: ReadonlyMap<string, FloorMapData>
  onLocate(deviceId: string): void
}

/** One open positioning alarm that must not wait, as a red card. */
export function HelpCard({ group, now, people, maps, onLocate }: HelpProps) {
  const { lead: held, all } = group
  const { card } = held
  const cards = all.map((one) => one.card)
  const taken = groupTaken(all)
  const untaken = cards.filter((one) => !isTaken(one)).map((one) => one.recordId)
  const [handling, setHandling] = useState(false)
  const [busy, run] = useBusy()
  const person = people.find((one) => one.deviceId === card.deviceId)
  const map = maps.get(person?.mapId ?? card.mapId ?? '')
  const at = (person && spotOf(person)) ?? (card.x === null || card.y === null ? null : ([card.x, card.y] as const))
  const near = nearestStaff(people, map?.mapId ?? null, at)
  const next = untilNext(held, now)
  const where = map ? [map.buildingName, map.mapName, zoneAt(map, at)].filter(Boolean).join(' ') : '没有定位'
  // Of somebody whom the map does not know any more the alarm itself says where they live.
  const bed = person?.bedPath ?? (card.placeKind === 'HOME' ? card.place : null)
  const notes = card.attention.map((one) => ResidentNote.label(one as 1)).join('、')
  return (
    <section
      className={
        taken
          ? 'yy-help yy-on yy-fixed yy-hidden yy-round-card is-taken'
          : 'yy-help yy-on yy-fixed yy-hidden yy-round-card'
      }
      role="alert"
      aria-label={`${card.typeName} ${card.oldmanName ?? card.userName ?? ''}`}
    >
      <button
        type="button"
        className="yy-help-main yy-pad-12-16 yy-wide yy-left yy-block yy-bare"
        onClick={() => card.deviceId && onLocate(card.deviceId)}
      >
        <span className="yy-help-head yy-text-18 yy-gap-10 yy-below-8 yy-row">
          <Siren size={20} aria-hidden />
          <b>{card.type === 'sos' ? 'SOS' : card.typeName}</b>
          <b>{card.oldmanName ?? card.userName ?? card.deviceNo}</b>
          <span className="yy-push yy-one-line yy-text-15">已 {clockOf(waited(held, now))}</span>
        </span>
        <span className="yy-flex yy-gap-12">
          {card.oldmanId && (
            <ResidentPhoto
              row={{
                oldmanId: card.oldmanId,
                oldmanName: card.oldmanName ?? '',
                sex: card.sex ?? ResidentSex.is.male,
                head: card.head,
              }}
              width={56}
              height={72}
            />
          )}
          <span className="yy-help-facts yy-grid yy-gap-2 yy-narrow">
            {card.oldmanId && (
              <span>
                {ResidentSex.label(card.sex as 0)} {card.age} 岁 {notes && <b>{notes}</b>}
              </span>
            )}
            <span>
              现在：<b>{where}</b>
            </span>
            <span>
              {card.type === 'sos' ? (bed ? `床位：${bedPathText(bed)}` : `标签 ${card.deviceNo}`) : card.content}
            </span>
            {cards.slice(1).map((one) => (
              <span key={one.recordId}>
                另有：<b>{one.content}</b>
              </span>
            ))}
          </span>
        </span>
      </button>
      <div className="yy-help-foot yy-gap-8-12 yy-pad-10-16 yy-row yy-between yy-wrap">
        <span>
          {near ? `最近员工：${near.person.name} ${Math.round(near.metres)} 米` : '本层没有在线员工标签'}
          <br />
          {taken ? (
            <b>处理中　{card.takerName} 已前往</b>
          ) : next !== null ? (
            <>
              升级{card.nextName ?? ''} <em className="yy-strong yy-upright">{clockOf(next)}</em>
            </>
          ) : (
            '等待处理'
          )}
        </span>
        {mayHandle() && (
          <span className="yy-help-acts yy-flex yy-gap-8 yy-push yy-wrap">
            <button
              className="yy-round yy-press yy-no-ground yy-on"
              type="button"
              onClick={() => setHandling(!handling)}
              aria-expanded={handling}
            >
              填写结果
            </button>
            {!taken && (
              <button
                type="button"
                className="is-main yy-round yy-press yy-no-ground yy-on"
                disabled={busy}
                onClick={() => void run(() => takeAlarm(...untaken))}
              >
                我去处理
              </button>
            )}
          </span>
        )}
      </div>
      {handling && (
        <div className="yy-pad-12-16 yy-ink yy-white">
          <HandlePanel cards={cards} onBack={() => setHandling(false)} />
        </div>
      )}
    </section>
  )
}

/** 防拆 for 防拆告警: the word alone is enough in a narrow list. */
const shortType = (type: string) =>
  type === 'sos' ? 'SOS' : LocationAlarmType.label(type as LocationAlarmTypeValue).replace(/告警$/, '')

export function RecordTag({ record }: { record: Pick<PositionRecordData, 'status' | 'takenAt' | 'takerName'> }) {
  const stage = stageOf(record)
  return <StatusTag option={AlarmStage.find(stage)!} solid={stage === AlarmStage.is.open} />
}

async function ignoreLow() {
  let closed = 0
  const done = await confirmAct({
    title: '一键忽略全部低电量告警？',
    effects: [
      '您数据范围内未处理的低电量告警全部标为已忽略',
      '电量仍低于规则时，静默期过后会再次告警',
      '其他类型的告警不受影响',
    ],
    verb: '忽略低电量',
    safe: '不忽略',
    run: async (_, options) => {
      closed = (await send(positionRecord.calls.oneClickIgnore, { type: 'lowPowerAlarm', spareTaken: true }, options))
        .closed
    },
  })
  if (done === null) return
  toast.success(closed === 0 ? '没有未处理的低电量告警' : `已忽略 ${closed} 条低电量告警`)
  await invalidate(positionRecord, alarm)
}

interface AlarmListProps {
  records: readonly PositionRecordData[]
  total: number
  loading: boolean
  onLocate(deviceId: string): void
}

export function AlarmList({ records, total, loading, onLocate }: AlarmListProps) {
  const [handling, setHandling] = useState<string | null>(null)
  const several = useSeveral()
  return (
    <section className="yy-side-card yy-low yy-white yy-stack yy-edge yy-round-card is-alarms" aria-label="本班告警">
      <header className="yy-row yy-gap-10 yy-under">
        <b className="yy-text-15">告警</b>
        <span title="本班的告警，以及此前还没有处理的">本班 {total} 条</span>
        {mayHandle() && (
          <button type="button" className="yy-link" onClick={() => void ignoreLow()}>
            一键忽略低电量
          </button>
        )}
        <button type="button" className="yy-link" onClick={() => openPage(positionRecord.pages.list.path)}>
          全部 ›
        </button>
      </header>
      <div className="yy-side-scroll yy-low yy-scroll">
        {!loading && records.length === 0 && (
          <Empty title="本班没有定位告警，也没有未处理的" text="有告警时会在这里按时间列出。" />
        )}
        {records.map((one) => (
          <div key={one.recordId} className="yy-alarm-item yy-grid yy-center yy-under">
            <button
              type="button"
              className="yy-alarm-row yy-center yy-gap-10 yy-wide yy-left yy-grid yy-bare"
              onClick={() => one.deviceId && onLocate(one.deviceId)}
            >
              <b className={one.type === 'sos' ? 'is-help' : undefined}>{shortType(one.type)}</b>
              <span>
                <span>
                  {one.holderName ?? one.deviceNo}　<i>{one.content}</i>
                </span>
                <small>
                  {one.raisedAt.slice(11, 19)}　{whereText(one, several)}
                </small>
              </span>
              <RecordTag record={one} />
            </button>
            {one.status === AlarmStatus.is.open && mayHandle() && (
              <button
                type="button"
                className="yy-link"
                aria-expanded={handling === one.recordId}
                onClick={() => setHandling(handling === one.recordId ? null : one.recordId)}
              >
                填写结果
              </button>
            )}
            {one.status === AlarmStatus.is.open && handling === one.recordId && (
              <div className="yy-pad-12-16 yy-ink yy-white yy-whole-line">
                <HandlePanel cards={[one]} onBack={() => setHandling(null)} />
              </div>
            )}
          </div>
        ))}
      </div>
    </section>
  )
}

interface PeopleProps {
  people: readonly LivePerson[]
  map: FloorMapData | undefined
  now: number
  alarming: ReadonlySet<string>
  chosen: string | null
  onChoose(deviceId: string): void
}

export function PeopleList({ people, map, now, alarming, chosen, onChoose }: PeopleProps) {
  const [which, setWhich] = useState<'watch' | 'all'>('watch')
  const here = useMemo(() => people.filter((one) => one.mapId === map?.mapId), [people, map?.mapId])
  const watched = here.filter(
    (one) => alarming.has(one.deviceId) || (isResident(one) && (one.attention.length > 0 || !one.online)) || isLow(one),
  )
  const rows = (which === 'watch' ? watched : here).toSorted(
    (a, b) =>
      Number(alarming.has(b.deviceId)) - Number(alarming.has(a.deviceId)) ||
      Number(isResident(b)) - Number(isResident(a)) ||
      Number(a.online) - Number(b.online),
  )
  return (
    <section className="yy-side-card yy-low yy-white yy-stack yy-edge yy-round-card is-people" aria-label="人员">
      <header className="yy-row yy-gap-10 yy-under">
        <b className="yy-text-15">人员</b>
        <span>
          {map?.mapName} {here.filter(isResident).length} 人
        </span>
        <Segmented
          size="small"
          value={which}
          onChange={setWhich}
          options={[
            { value: 'watch', label: `关注 ${watched.length}` },
            { value: 'all', label: `全部 ${here.length}` },
          ]}
        />
      </header>
      <div className="yy-side-scroll yy-low yy-scroll">
        {rows.length === 0 && (
          <Empty
            title={which === 'watch' ? '本层没有需要关注的人员' : '本层没有佩戴标签的人员'}
            text={
              which === 'watch'
                ? '有告警、离线、低电量或关注事项的人员会列在这里。'
                : '标签绑定后，最近一次定位在本层的人员会列在这里。'
            }
          />
        )}
        {rows.map((one) => (
          <button
            type="button"
            key={one.deviceId}
            className={
              chosen === one.deviceId
                ? 'yy-person-row yy-center yy-gap-10 yy-wide yy-left yy-grid yy-bare is-chosen'
                : 'yy-person-row yy-center yy-gap-10 yy-wide yy-left yy-grid yy-bare'
            }
            onClick={() => onChoose(one.deviceId)}
          >
            {isResident(one) ? (
              <ResidentPhoto
                row={{
                  oldmanId: one.oldmanId!,
                  oldmanName: one.name ?? '',
                  sex: one.sex ?? ResidentSex.is.male,
                  head: one.head,
                }}
              />
            ) : (
              <span className="yy-staff-mark" aria-hidden />
            )}
            <b className="yy-strong yy-one-line">{one.name}</b>
            <span className="yy-person-about">
              {isResident(one) ? `${ResidentSex.label(one.sex as 0)} ${one.age}` : '员工'}
            </span>
            <span className="yy-person-where yy-ellipsis yy-right">
              {one.out ? '已登记外出' : (zoneAt(map, spotOf(one)) ?? '—')}
              {isLow(one) && <em className="yy-amber yy-upright">{one.battery}%</em>}
            </span>
            <span
              className={
                one.online
                  ? 'yy-person-ago yy-text-13 yy-one-line yy-right yy-good'
                  : 'yy-person-ago yy-text-13 yy-one-line yy-right yy-good is-off'
              }
            >
              {one.online ? agoText(one.fixAt, now) : '离线'}
            </span>
          </button>
        ))}
      </div>
    </section>
  )
}
