// The floor map: who is where, who needs help, who is nearest, and where somebody went.

import { Button, Segmented } from 'antd'
import { Fence, Map as MapIcon, Maximize } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { momentOf, timeText } from '#contract/kit/clock'
import { alarm } from '#contract/monitor/alarm'
import type { Point } from '#contract/monitor/polygon'
import { POSITION_NEEDS, positionMap } from '#contract/monitor/positionMap'
import { positionRecord } from '#contract/monitor/positionRecord'
import { rail } from '#contract/monitor/rail'
import { groupsOf } from '#web/areas/monitor/alarmGroups'
import { useAlarms } from '#web/areas/monitor/alarms'
import { useNow } from '#web/areas/monitor/everySecond'
import { useFullWindow } from '#web/areas/monitor/fullWindow'
import { OPEN_TOO, useShifts } from '#web/areas/monitor/shift/shifts'
import { openPage, usePageParams, useReopened } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { useMay } from '#web/kit/permission'
import { callKey, queryClient, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { AsOf } from '#web/kit/shell/LostBar'
import { LiveBar, PersonSelect, ReplayBar, spanOf } from './bar.part.tsx'
import { useChosenMap } from './choose.ts'
import { type DotAlarm, Dots } from './dots.part.tsx'
import { Floor } from './floor.part.tsx'
import { HelpBalloon } from './help.part.tsx'
import { LayerPanel, useLayers } from './layers.part.tsx'
import { isLow, isResident, spotOf, useLive } from './live.ts'
import { MapDrawer } from './mapEdit.part.tsx'
import { Rails } from './rails.part.tsx'
import { AlarmList, HelpCard, PeopleList } from './side.part.tsx'
import { SwitchedOff } from './switchedOff.part.tsx'
import { Way, WaySpot } from './trail.part.tsx'
import { type Span, spotAt, usePlayer, useTrail } from './trail.ts'
import { type Insets, useFloorView } from './view.ts'
import './map.css'

const INSETS: Insets = { left: 66, top: 56, right: 0, bottom: 0 }
/** The way of somebody who calls for help, as far back as it matters. */
const HELP_TRAIL_MS = 15 * 60_000
const HELP_TRAIL_AGAIN_MS = 5_000

const HOUR_MS = 3_600_000
const STEP_MS = 600_000

/** The whole shift, and whatever of it: the last hour, which the bar below draws. */
const listedFrom = (shiftFrom: string, now: number) => {
  const hourAgo = timeText(Math.floor((now - HOUR_MS) / STEP_MS) * STEP_MS)
  return shiftFrom < hourAgo ? shiftFrom : hourAgo
}

export default function PositionMap() {
  const may = useMay()
  const now = useNow()
  const chosen = useChosenMap()
  const live = useLive()
  const { map, building, byId } = chosen
  const params = usePageParams<'deviceId' | 'replay'>()
  const asked = params.deviceId
  const [picked, setPicked] = useState<string | null>(null)
  const [replaying, setReplaying] = useState(false)
  const [span, setSpan] = useState<Span>(() => spanOf(1))
  const [editing, setEditing] = useState(false)
  const [layers, setLayer] = useLayers()
  const [full, toggleFull] = useFullWindow()
  // The shell stays where it is, unseen.
  useEffect(() => {
    if (!full) return
    document.documentElement.classList.add('yy-on-wall')
    return () => document.documentElement.classList.remove('yy-on-wall')
  }, [full])
  const box = useRef<HTMLDivElement>(null)
  const floor = useFloorView(box, map, INSETS)

  const rails = useCall(rail.calls.list, map ? { mapId: map.mapId, page: 1, size: 999 } : null, { keepPrevious: true })
  const shift = useShifts().now
  const records = useCall(
    positionRecord.calls.list,
    { raisedAtStart: listedFrom(shift.from, now), ...OPEN_TOO, page: 1, size: 50 },
    { keepPrevious: true },
  )
  useEvent(alarm.events.changed, ({ card }) => {
    if (card.source === 'TAG') void queryClient.invalidateQueries({ queryKey: callKey(positionRecord.calls.list) })
  })
  useReopened(() => {
    live.refetch()
    void rails.refetch()
    if (asked) show(asked)
  })

  const open = useAlarms((state) => state.open)
  const ofTags = useMemo(() => open.filter((one) => one.card.source === 'TAG'), [open])
  const help = ofTags.filter((one) => one.card.urgency === 1 || one.card.type === 'railAlarm')
  const groups = groupsOf(help)
  const dotAlarms = useMemo(() => {
    const found = new Map<string, DotAlarm>()
    for (const { card } of ofTags) {
      if (!card.deviceId) continue
      if (card.urgency === 1) found.set(card.deviceId, 'help')
      else if (card.type === 'railAlarm' && !found.has(card.deviceId)) found.set(card.deviceId, 'alarm')
    }
    return found
  }, [ofTags])

  const here = live.people.filter((one) => one.mapId === map?.mapId)
  const shown = here.filter((one) => (isResident(one) ? layers.residents : layers.staff))
  const countOn = (mapId: string) => live.people.filter((one) => one.mapId === mapId && isResident(one)).length

  const firstHelp = help.find((one) => one.card.deviceId)
  const helpSince = firstHelp ? momentOf(firstHelp.card.raisedAt) : 0
  const helpSpan = useMemo<Span | null>(
    () => (helpSince > 0 ? { from: helpSince - HELP_TRAIL_MS, to: helpSince + HELP_TRAIL_MS } : null),
    [helpSince],
  )
  const mayTrail = may(POSITION_NEEDS.trail)
  const helpTrail = useTrail(
    mayTrail && !replaying && layers.trail ? (firstHelp?.card.deviceId ?? null) : null,
    helpSpan,
    HELP_TRAIL_AGAIN_MS,
  )
  const replay = useTrail(replaying ? picked : null, span)
  const player = usePlayer(replay.data?.points, span)
  const replayed = replay.data ? spotAt(replay.data.points, player.at) : null

  const locate = (deviceId: string | null) => {
    setPicked(deviceId)
    const person = live.people.find((one) => one.deviceId === deviceId)
    const at = person && spotOf(person)
    if (!person?.mapId || !at) return
    if (person.mapId !== map?.mapId) chosen.chooseMap(person.mapId)
    // After the other floor has been fitted.
    setTimeout(() => floor.centre(at as Point), person.mapId === map?.mapId ? 0 : 60)
  }

  /** What another page asked for. */
  const show = (deviceId: string) => {
    locate(deviceId)
    setReplaying(params.replay !== undefined)
  }
  const ready = live.people.length > 0 && chosen.byId.size > 0
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each person another page asks for
  useEffect(() => {
    if (!asked || !ready) return
    show(asked)
  }, [asked, ready, params.replay])

  // The floor that is being played is the one on the screen.
  const playedMap = replaying && player.playing ? replayed?.mapId : undefined
  useEffect(() => {
    if (playedMap && playedMap !== map?.mapId) chosen.chooseMap(playedMap)
  }, [playedMap, map?.mapId, chosen.chooseMap])

  if (chosen.error) return <ErrorBlock what="定位地图" error={chosen.error} onRetry={chosen.refetch} />
  const residents = here.filter(isResident)
  return (
    <div
      className={
        full ? 'yy-floor-map-page yy-tall yy-grid yy-gap-12 is-full' : 'yy-floor-map-page yy-tall yy-grid yy-gap-12'
      }
    >
      <div className="yy-floor-map-main yy-narrow yy-low yy-stack">
        <SwitchedOff />
        <section className="yy-flex-1 yy-low yy-hidden yy-white yy-stack yy-edge yy-round-card">
          <header className="yy-floor-map-head yy-gap-8-12 yy-under yy-wrap yy-row">
            <Segmented
              aria-label="楼栋"
              value={building?.buildingId ?? ''}
              options={chosen.buildings.map((one) => ({ value: one.buildingId, label: one.buildingName }))}
              onChange={chosen.chooseBuilding}
            />
            <PersonSelect
              people={live.people}
              value={picked}
              onChange={locate}
              placeholder="找人：姓名、拼音首字母、标签号"
              className="yy-floor-map-find"
            />
            <span className="yy-floor-map-counts yy-second yy-one-line yy-live-figures">
              本层 老人 <b className="yy-ink">{residents.length}</b>　员工{' '}
              <b className="yy-ink">{here.length - residents.length}</b>　离线标签{' '}
              {here.filter((one) => !one.online).length}　低电量 {here.filter(isLow).length} <AsOf />
            </span>
            {mayTrail && (
              <Segmented
                aria-label="方式"
                value={replaying ? 'replay' : 'live'}
                options={[
                  { value: 'live', label: '实时' },
                  { value: 'replay', label: '轨迹回放' },
                ]}
                onChange={(value) => setReplaying(value === 'replay')}
              />
            )}
            {may(`${rail.calls.add.needs}|${rail.pages.map.needs}`) && (
              <Button
                aria-label="编辑围栏"
                icon={<Fence size={15} aria-hidden />}
                onClick={() => openPage(rail.pages.map.path)}
              >
                <span className="yy-floor-map-word">编辑围栏</span>
              </Button>
            )}
            {may(POSITION_NEEDS.editMap) && (
              <Button aria-label="地图设置" icon={<MapIcon size={15} aria-hidden />} onClick={() => setEditing(true)}>
                <span className="yy-floor-map-word">地图设置</span>
              </Button>
            )}
            <Button
              aria-label={full ? '退出全屏' : '全屏'}
              icon={<Maximize size={15} aria-hidden />}
              onClick={toggleFull}
            />
          </header>
          <Floor
            box={box}
            map={map}
            floor={floor}
            under={
              map && (
                <Rails
                  scale={floor.view.scale}
                  rails={(rails.data?.list ?? []).filter(
                    (one) => one.mapId === map.mapId && one.enabled && layers[one.kind],
                  )}
                />
              )
            }
            over={
              map ? (
                <>
                  <nav
                    className="yy-floor-map-floors yy-float yy-grid yy-gap-2 yy-scroll yy-white yy-round"
                    aria-label="楼层"
                  >
                    {chosen.maps.toReversed().map((one) => (
                      <button
                        type="button"
                        key={one.mapId}
                        className={one.mapId === map.mapId ? 'is-chosen yy-grid yy-press' : 'yy-grid yy-press'}
                        aria-pressed={one.mapId === map.mapId}
                        onClick={() => chosen.chooseMap(one.mapId)}
                      >
                        <b className="yy-light">{one.mapName}</b>
                        <span className="yy-second yy-tiny">{countOn(one.mapId)}</span>
                      </button>
                    ))}
                  </nav>
                  <LayerPanel layers={layers} onChange={setLayer} />
                </>
              ) : (
                !chosen.loading && (
                  <div className="yy-floor-map-empty yy-grid yy-white">
                    <Empty
                      title={building ? `${building.buildingName}还没有楼层地图` : '还没有楼栋'}
                      text="上传楼层平面图并标出比例后，佩戴标签的人员会显示在图上。"
                      {...(building &&
                        may(POSITION_NEEDS.editMap) && {
                          acts: (
                            <Button type="primary" onClick={() => setEditing(true)}>
                              上传楼层地图
                            </Button>
                          ),
                        })}
                    />
                  </div>
                )
              )
            }
          >
            {map && (
              <>
                {!replaying &&
                  layers.trail &&
                  helpTrail.data &&
                  helpTrail.data.deviceId === firstHelp?.card.deviceId && (
                    <Way points={helpTrail.data.points} mapId={map.mapId} scale={floor.view.scale} />
                  )}
                {replaying && replay.data && (
                  <Way points={replay.data.points} mapId={map.mapId} scale={floor.view.scale} until={player.at} ghost />
                )}
                <g opacity={replaying && picked ? 0.35 : 1}>
                  <Dots
                    people={replaying && picked ? shown.filter((one) => one.deviceId !== picked) : shown}
                    scale={floor.view.scale}
                    now={now}
                    alarms={dotAlarms}
                    chosen={picked}
                    onChoose={setPicked}
                  />
                </g>
                {replaying && replayed?.mapId === map.mapId && replay.data && (
                  <WaySpot at={[replayed.x, replayed.y]} scale={floor.view.scale} name={replay.data.name} />
                )}
                {!replaying && <HelpBalloon alarms={ofTags} people={here} floor={floor} now={now} />}
              </>
            )}
          </Floor>
          {replaying ? (
            <ReplayBar
              people={live.people}
              deviceId={picked}
              span={span}
              trail={replay.data}
              loading={replay.isFetching}
              problem={replay.error?.message ?? null}
              player={player}
              onPerson={setPicked}
              onSpan={setSpan}
            />
          ) : (
            <LiveBar now={now} records={records.data?.list ?? []} />
          )}
        </section>
      </div>
      <aside className="yy-floor-map-side yy-gap-12 yy-low yy-scroll yy-stack">
        {groups.slice(0, 2).map((one) => (
          <HelpCard key={one.key} group={one} now={now} people={live.people} maps={byId} onLocate={locate} />
        ))}
        {groups.length > 2 && (
          <p className="yy-help-more yy-no-margin">还有 {groups.length - 2} 位有紧急告警，见下方列表</p>
        )}
        <AlarmList
          records={records.data?.list ?? []}
          total={records.data?.total ?? 0}
          loading={records.isLoading}
          onLocate={locate}
        />
        <PeopleList
          people={live.people}
          map={map}
          now={now}
          alarming={new Set(dotAlarms.keys())}
          chosen={picked}
          onChoose={locate}
        />
      </aside>
      <MapDrawer
        open={editing}
        building={building}
        maps={chosen.maps}
        current={map}
        onClose={() => {
          setEditing(false)
          void queryClient.invalidateQueries({ queryKey: callKey(positionMap.calls.list) })
        }}
      />
    </div>
  )
}
