// 实时告警墙: every bed of the house a tile, open alarms on top as large cards. Dark, live, readable from three metres.

import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { residence } from '#contract/live/residence'
import { mattress } from '#contract/monitor/mattress'
import { type WallBedData, type WallFloorData, wall } from '#contract/monitor/wall'
import { LadderRank } from '#contract/monitor/words'
import { takeAlarm } from '#web/areas/monitor/acts'
import { countsOf, countsText, groupsOf, groupTaken } from '#web/areas/monitor/alarmGroups'
import { useAlarms } from '#web/areas/monitor/alarms'
import { isDisplay, mayAct } from '#web/areas/monitor/display'
import { useFullWindow } from '#web/areas/monitor/fullWindow'
import { usePrompts } from '#web/areas/monitor/prompt/shown'
import { speechOf } from '#web/areas/monitor/sound'
import { classes } from '#web/kit/classes'
import { secondsOf } from '#web/kit/line'
import { openPage, usePageState } from '#web/kit/open'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { useCall } from '#web/kit/query'
import { holdQuiet } from '#web/kit/quiet'
import { onEvent, useEvent } from '#web/kit/realtime'
import { local } from '#web/kit/storage'
import { Foot, Head } from './bars.part.tsx'
import { useBlindSound } from './blind.ts'
import { untaken, WallCard } from './card.part.tsx'
import { useWallCare, WallCare } from './care.part.tsx'
import { useDensity } from './fit.ts'
import { useFreshness, useMeasuring } from './latency.ts'
import { Tile } from './tile.part.tsx'
import { createTiles, type Tiles } from './tiles.ts'
import './wall.css'
import './wallCard.css'
import './wallDense.css'

const ALL = 'all'
const KEPT = 'wall-building'
const AGAIN_MS = 60_000
/** What was asked for ahead is not asked for again. */
const FRESH_MS = 3_000
/** Beds that stand there at once; the rest follow when those are on the screen. */
const FIRST = 240
/** Above so many beds tiles are low, then tiny. */
const LOW = 96
const TINY = 240
/** Beds of a floor that stand in one row. */
const WIDE = 16
const KEYS = 9

const idOf = (floor: WallFloorData) => floor.buildingId ?? ''

interface Row {
  key: string
  name: string
  building: string
  people: number
  beds: WallBedData[]
}

/** One row a floor, the highest on top as the house stands. */
function rowsOf(floors: readonly WallFloorData[], beds: readonly WallBedData[], building: string): Row[] {
  const rows = floors.map((floor, number) => ({
    key: floor.floorId ?? String(number),
    name: floor.floorName,
    building: floor.buildingName,
    id: idOf(floor),
    people: 0,
    beds: [] as WallBedData[],
  }))
  for (const bed of beds) {
    const row = rows[bed.floor]!
    row.beds.push(bed)
    if (bed.taken) row.people++
  }
  const order = [...new Set(rows.map((row) => row.id))]
  return order
    .filter((id) => building === ALL || id === building)
    .flatMap((id) => rows.filter((row) => row.id === id).reverse())
    .filter((row) => row.beds.length > 0)
}

/** The upper floors of a large house first. */
function firstOf(rows: readonly Row[]): readonly Row[] {
  let beds = 0
  const end = rows.findIndex((row) => {
    beds += row.beds.length
    return beds >= FIRST
  })
  return end < 0 ? rows : rows.slice(0, end + 1)
}

/** True once something stands on the screen. */
function useStarted(has: boolean): boolean {
  const [started, setStarted] = useState(false)
  useEffect(() => {
    if (!has || started) return
    // The frame after the next one: the first floors have been painted.
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => startTransition(() => setStarted(true)))
    })
    return () => cancelAnimationFrame(frame)
  }, [has, started])
  return started
}

const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))

/** 1 to 9 take up a card; of one that somebody has taken up, they open the result. */
function useKeys(onHandle: (key: string) => void) {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.altKey || event.metaKey || isTyping(event.target)) return
      if (!/^[1-9]$/.test(event.key) || !mayAct()) return
      const group = groupsOf(useAlarms.getState().open)[Number(event.key) - 1]
      if (!group) return
      event.preventDefault()
      if (groupTaken(group.all) || isDisplay()) onHandle(group.key)
      else void takeAlarm(...untaken(group))
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [onHandle])
}

function Alarms({ tiles }: { tiles: Tiles }) {
  const open = useAlarms((state) => state.open)
  const groups = useMemo(() => groupsOf(open), [open])
  const [handling, setHandling] = useState<string | null>(null)
  useKeys(setHandling)
  if (groups.length === 0) return null
  return (
    <section
      className={classes(
        'yy-wall-cards yy-grid yy-scroll',
        groups.length > 2 && 'are-several',
        groups.length > 6 && 'are-many',
      )}
    >
      <p className="yy-wall-hidden yy-hidden" role="alert">
        {countsText(countsOf(open))}，最紧急：{speechOf(open[0]!.card)}
      </p>
      {groups.map((group, index) => (
        <WallCard
          key={group.key}
          group={group}
          tiles={tiles}
          number={index < KEYS ? index + 1 : null}
          handling={handling === group.key}
          onHandle={setHandling}
        />
      ))}
    </section>
  )
}

function Lost() {
  const { freshness, since } = useFreshness()
  const lost = freshness === 'lost'
  useBlindSound(lost)
  if (!lost) return null
  return (
    <p className="yy-wall-lost" role="alert">
      <b>连接中断，告警墙收不到新的告警</b>
      <span>以下为 {secondsOf(since)} 的状态，请到床边巡视；正在重连，恢复后自动更新</span>
    </p>
  )
}

function Bottom(props: { full: boolean; onFull(): void; onLeave: (() => void) | null }) {
  return <Foot {...useFreshness()} {...props} />
}

export default function Wall() {
  const { data, error, refetch } = useCall(wall.calls.beds, {}, { refetchInterval: AGAIN_MS, staleTime: FRESH_MS })
  const tiles = useRef<Tiles>(undefined)
  tiles.current ??= createTiles()
  const store = tiles.current
  const known = useRef<typeof data>(undefined)
  if (data && known.current !== data) {
    known.current = data
    store.setAlarms(useAlarms.getState().open)
    store.reset(data.beds)
  }
  const [building, setBuilding] = usePageState<string>('building', () => local.get<string>(KEPT) ?? ALL)
  const [framed, setFramed] = usePageState('framed', false)
  const [full, toggleFull] = useFullWindow()
  useMeasuring()
  const { freshness } = useFreshness()

  useEffect(() => onEvent(mattress.events.tiles, ({ tiles: said }) => store.update(said)), [store])
  useEffect(() => useAlarms.subscribe((state) => store.setAlarms(state.open)), [store])
  // The wall shows the alarms itself.
  useEffect(() => {
    usePrompts.setState({ onWall: true })
    const letGo = holdQuiet('wall', 'busy')
    return () => {
      letGo()
      usePrompts.setState({ onWall: false })
    }
  }, [])
  useEvent(residence.events.changed, () => void refetch())
  // The shell stays where it is, unseen: the page may come back into its frame at any time.
  useEffect(() => {
    if (framed) return
    document.documentElement.classList.add('yy-on-wall')
    return () => document.documentElement.classList.remove('yy-on-wall')
  }, [framed])

  const floors = data?.floors
  const buildings = useMemo(() => {
    const made = new Map<string, { id: string; name: string; beds: number }>()
    for (const bed of data?.beds ?? []) {
      const floor = floors![bed.floor]!
      const one = made.get(idOf(floor)) ?? { id: idOf(floor), name: floor.buildingName, beds: 0 }
      one.beds++
      made.set(one.id, one)
    }
    const all = [...made.values()]
    return all.length === 1 ? all : [{ id: ALL, name: '全院', beds: data?.beds.length ?? 0 }, ...all]
  }, [data, floors])
  const chosen = buildings.some((one) => one.id === building) ? building : (buildings[0]?.id ?? ALL)
  const rows = useMemo(() => (data ? rowsOf(data.floors, data.beds, chosen) : []), [data, chosen])
  const started = useStarted(rows.length > 0)
  const belongs = useCallback(
    (bed: WallBedData) => chosen === ALL || (floors !== undefined && idOf(floors[bed.floor]!) === chosen),
    [floors, chosen],
  )
  const beds = rows.reduce((sum, row) => sum + row.beds.length, 0)
  const cards = useAlarms((state) => groupsOf(state.open).length)
  const floorsBox = useRef<HTMLElement>(null)
  const care = useWallCare(started)
  const density = useDensity(
    floorsBox,
    `${chosen} ${beds} ${cards} ${framed} ${care !== null}`,
    beds > TINY ? 2 : beds > LOW ? 1 : 0,
  )
  const several = new Set(rows.map((row) => row.building)).size > 1
  const name = buildings.find((one) => one.id === chosen)?.name
  const duty = [
    ...new Set(
      (data?.duty ?? [])
        .filter(
          (one) =>
            one.rank === LadderRank.is.nurse &&
            (chosen === ALL || !one.deptName || !name || one.deptName.startsWith(name)),
        )
        .flatMap((one) => one.names),
    ),
  ].join('、')
  const leave = () => {
    if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined)
    if (framed) openPage('/home')
    else setFramed(true)
  }

  return (
    <div
      className={classes(
        'yy-wall yy-grid',
        framed && 'is-framed',
        rows.some((row) => row.beds.length > WIDE) && 'is-wide',
        density > 0 && 'is-low',
        density > 1 && 'is-tiny',
        freshness === 'lost' && 'is-lost',
      )}
    >
      <Head
        tiles={store}
        buildings={buildings}
        building={chosen}
        onBuilding={(id) => {
          local.set(KEPT, id)
          setBuilding(id)
        }}
        belongs={belongs}
        duty={duty}
        rule={data?.exitRule ?? null}
      />
      <Lost />
      <Alarms tiles={store} />
      {care && <WallCare data={care} of={chosen === ALL ? null : (name ?? null)} />}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what lies below the edge is reached with the arrow keys */}
      <main className="yy-wall-floors yy-scroll" ref={floorsBox} tabIndex={0}>
        {error && !data ? (
          <ErrorBlock what="床位" error={error} onRetry={() => void refetch()} />
        ) : (
          (started ? rows : firstOf(rows)).map((row) => (
            <section key={row.key} className="yy-wall-floor yy-grid">
              <h2 className="yy-stack yy-middle">
                {several && <small className="yy-light">{row.building}</small>}
                {row.name}
                <span className="yy-light">{row.people} 人</span>
              </h2>
              <ul className="yy-grid">
                {row.beds.map((bed) => (
                  <Tile key={bed.bedId} tiles={store} bedId={bed.bedId} />
                ))}
              </ul>
            </section>
          ))
        )}
      </main>
      <Bottom
        full={full}
        onFull={() => {
          setFramed(false)
          toggleFull()
        }}
        onLeave={isDisplay() ? null : leave}
      />
    </div>
  )
}
