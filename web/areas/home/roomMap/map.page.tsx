// 房态图: every bed of the house in its colour, live. Building and floor switches scroll, the legend and the search
// filter, the card beside a bed offers what may be done with it.
import { Button } from 'antd'
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { type MapCardData, roomMap } from '#contract/home/roomMap'
import { BedStatus, type BedStatusValue } from '#contract/live/bedStatus'
import { outing } from '#contract/live/outing'
import { archivePath, printWristBands, useOutingMoves, useResidentMoves } from '#web/areas/live/public'
import { printBedCodes } from '#web/areas/platform/public'
import { send } from '#web/kit/call'
import { classes } from '#web/kit/classes'
import { openPage, usePageParams, usePageState, useReopened } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { RowBones, useLate } from '#web/kit/parts/Skeleton'
import { useMay } from '#web/kit/permission'
import { useAct } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { ALL_BUILDINGS, ALL_FLOORS, Bar, type View } from './bar.part.tsx'
import { BedCard } from './bedCard.part.tsx'
import { BedTable } from './bedTable.part.tsx'
import type { CardTools } from './cardActs.ts'
import { ColorsDrawer } from './colors.part.tsx'
import { bedsOf, floorsOf, gridFor, isArrow, keyOf, walk } from './layout.ts'
import { useMapData } from './mapData.ts'
import { MarkForm, type MarkRequest } from './markForm.part.tsx'
import { type Look, mapColors, mapNames } from './palette.ts'
import { Plan, type PlanHandle } from './plan.part.tsx'
import { printMap } from './printMap.tsx'
import { useFullScreen, useMinute, useScrollSpy, useWidthOf } from './screen.ts'
import { useCare } from './useCare.ts'
import { useHover } from './useHover.ts'
import { finds } from './words.ts'
import './roomMap.css'

const NONE: readonly never[] = []
const OUTINGS = '/live/Outing/register'
const asStatuses = (text: string | undefined): BedStatusValue[] =>
  (text ?? '')
    .split(',')
    .filter((one) => one !== '' && BedStatus.find(Number(one) as BedStatusValue))
    .map((one) => Number(one) as BedStatusValue)

export default function RoomMap() {
  const may = useMay()
  const params = usePageParams<'status'>()
  const { rooms, buildings, config, changed, refetchAll } = useMapData()
  const care = useCare()
  const [chosen, setChosen] = usePageState<readonly BedStatusValue[]>('status', () => asStatuses(params.status))
  const [typed, setTyped] = usePageState('typed', '')
  const [view, setView] = usePageState<View>('view', 'plan')
  const [listBuilding, setListBuilding] = usePageState('building', ALL_BUILDINGS)
  const [preview, setPreview] = useState<readonly Look[] | null>(null)
  const [coloring, setColoring] = useState(false)
  const [marking, setMarking] = useState<MarkRequest | null>(null)
  const [full, toggleFull] = useFullScreen()
  const page = useRef<HTMLDivElement>(null)
  const area = useRef<HTMLDivElement>(null)
  const plan = useRef<PlanHandle>(null)
  const width = useWidthOf(page, area, rooms.data !== undefined)
  const { now, today } = useMinute()
  useReopened(() => setChosen(asStatuses(params.status)))

  const looks = preview ?? config.data
  const names = useMemo(() => mapNames(looks), [looks])
  const colors = useMemo(() => mapColors(looks), [looks])
  const all = rooms.data ?? (NONE as readonly NonNullable<typeof rooms.data>[number][])
  const wholeHouse = useMemo(() => floorsOf(all, buildings.data ?? NONE), [all, buildings.data])

  // Of the whole house: a filter leaves rooms as wide as they are.
  const { columns, beds: bedColumns } = gridFor(width, wholeHouse)
  const grid = useMemo(() => ({ columns, beds: bedColumns }), [columns, bedColumns])

  /** Rooms with something that is looked for; null while nothing is. */
  const hits = useMemo(() => {
    if (chosen.length === 0 && typed.trim() === '') return null
    const wanted = bedsOf(all).filter(
      ({ room, bed }) => (chosen.length === 0 || chosen.includes(bed.status)) && finds(typed, room, bed),
    )
    return new Set(wanted.map(({ bed }) => bed.bedId))
  }, [all, chosen, typed])
  const shownRooms = useMemo(
    () => (hits === null ? all : all.filter((room) => room.beds.some((bed) => hits.has(bed.bedId)))),
    [all, hits],
  )
  const floors = useMemo(() => floorsOf(shownRooms, buildings.data ?? NONE), [shownRooms, buildings.data])
  const byId = useMemo(() => new Map(bedsOf(all).map((one) => [one.bed.bedId, one])), [all])
  const listed = useMemo(
    () => bedsOf(shownRooms).filter(({ bed }) => hits === null || hits.has(bed.bedId)),
    [shownRooms, hits],
  )
  const inList = useMemo(
    () =>
      listBuilding === ALL_BUILDINGS ? listed : listed.filter(({ room }) => keyOf(room.buildingId) === listBuilding),
    [listed, listBuilding],
  )

  const spy = useScrollSpy(area, floors)
  const hover = useHover()
  const cellOf = useCallback(
    (bedId: string) => area.current?.querySelector<HTMLElement>(`[data-bed="${CSS.escape(bedId)}"]`) ?? null,
    [],
  )

  // One cell of the map is reached by Tab; the arrows lead on from there.
  const current = useRef<string | null>(null)
  const makeCurrent = useCallback(
    (bedId: string | null) => {
      if (current.current && current.current !== bedId) cellOf(current.current)?.setAttribute('tabindex', '-1')
      current.current = bedId
      if (bedId) cellOf(bedId)?.setAttribute('tabindex', '0')
    },
    [cellOf],
  )
  const keepCurrent = useCallback(() => {
    const stays = current.current !== null && cellOf(current.current) !== null
    makeCurrent(stays ? current.current : (floors[0]?.above[0]?.beds[0]?.bedId ?? null))
  }, [floors, cellOf, makeCurrent])
  const focused = useCallback(() => {
    const now = document.activeElement
    return (now instanceof HTMLElement && area.current?.contains(now) && now.dataset.bed) || current.current
  }, [])

  // A filter or the other view may take the bed of the open card away.
  const { open: opened, close: closeCard } = hover
  useEffect(() => {
    if (opened && (listed.length === 0 || !opened.cell.isConnected)) closeCard()
  }, [opened, closeCard, listed])

  // What somebody else changed is shown once.
  useEffect(() => {
    for (const bedId of changed.bedIds) {
      const cell = cellOf(bedId)
      if (!cell) continue
      cell.classList.remove('yy-bed-fresh')
      void cell.offsetWidth
      cell.classList.add('yy-bed-fresh')
      cell.addEventListener('animationend', () => cell.classList.remove('yy-bed-fresh'), { once: true })
    }
  }, [changed, cellOf])

  const goTo = (bedId: string | null) => {
    if (bedId !== null && !cellOf(bedId)) plan.current?.reach(bedId)
    const cell = bedId === null ? null : cellOf(bedId)
    if (!cell) return
    makeCurrent(bedId)
    cell.scrollIntoView({ block: 'nearest' })
    cell.focus({ preventScroll: true })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    hover.handlers.onKeyDown(event)
    const from = (event.target as HTMLElement).dataset.bed
    if (view !== 'plan' || from === undefined || !isArrow(event.key)) return
    event.preventDefault()
    goTo(walk(floors, grid, from, event.key))
  }

  const moves = useResidentMoves({ onDone: refetchAll })
  const outings = useOutingMoves()
  const unmark = useAct(roomMap.calls.unmark)
  /** The outing that the resident is on; who came back meanwhile is found in the list. */
  const returnOf = async (oldmanId: string) => {
    const away = await send(outing.calls.now, {}, { loading: true }).catch(() => null)
    if (away === null) return
    const row = away.find((one) => one.oldmanId === oldmanId)
    if (row) outings.open('affirm', row)
    else openPage(OUTINGS, { oldmanId })
  }
  const toolsOf = (card: MapCardData): CardTools => ({
    may,
    archive: (oldmanId) => openPage(archivePath(oldmanId)),
    outing: (act, oldmanId) => {
      if (act === 'add') outings.register(oldmanId)
      else if (act === 'return') void returnOf(oldmanId)
      else openPage(OUTINGS, { oldmanId })
    },
    move: moves.open,
    mark: (mark) => setMarking({ mark, card }),
    unmark: async () => {
      const done = await unmark.run({ statusId: card.bedId })
      if (done !== undefined)
        toast.success(card.status === BedStatus.is.clean ? '清洁完成，床位已空闲' : '床位已恢复可用')
    },
  })

  const filterWords = [
    chosen.length > 0 && `状态：${chosen.map((status) => names[status]).join('、')}`,
    typed.trim() !== '' && `查找：${typed.trim()}`,
  ]
    .filter(Boolean)
    .join('　')
  const print = (building: string | null) => {
    const beds = building === null ? listed : listed.filter(({ room }) => keyOf(room.buildingId) === building)
    const where =
      building === null ? '全部楼栋' : (wholeHouse.find((one) => one.buildingKey === building)?.buildingName ?? '')
    if (beds.length === 0) return toast.info(`${where}没有符合条件的床位，没有可打印的内容`)
    void printMap({ beds, names, where, filter: filterWords, today })
  }
  /** The floor in front, or its building while all its floors are; in the list the building it is limited to. */
  const floorInFront =
    view === 'plan' && spy.floor !== ALL_FLOORS ? wholeHouse.find((one) => one.key === spy.floor) : undefined
  const coded =
    view === 'list'
      ? inList
      : listed.filter(({ room }) =>
          floorInFront ? keyOf(room.floorId) === floorInFront.key : keyOf(room.buildingId) === spy.building,
        )
  const buildingInFront = wholeHouse.find(
    (one) => one.buildingKey === (view === 'list' ? listBuilding : spy.building),
  )?.buildingName
  const codesOf = [buildingInFront ?? '全部楼栋', floorInFront?.floorName, hits !== null && '所选']
    .filter(Boolean)
    .join(' ')
  const printCodes = () => {
    if (coded.length === 0) return toast.info('没有符合条件的床位，请先清除筛选')
    void printBedCodes(
      coded.map(({ room, bed }) => ({
        bedId: bed.bedId,
        roomName: room.roomName,
        bedName: bed.bedName,
        where: [room.buildingName, room.floorName].filter(Boolean).join(' '),
      })),
    )
  }
  const printBands = () => {
    const residents = coded.flatMap(({ bed }) => bed.occupant?.oldmanId ?? [])
    if (residents.length === 0) return toast.info(`${codesOf}没有在住老人，没有可打印的腕带`)
    void printWristBands(residents)
  }
  const clear = () => {
    setChosen([])
    setTyped('')
  }

  const late = useLate(rooms.isPending)
  const open = hover.open ? byId.get(hover.open.bedId) : undefined
  const error = rooms.error ?? buildings.error
  return (
    <div
      ref={page}
      className={classes('yy-map yy-stack yy-gap-8 yy-flex-1 yy-low', full && 'yy-map-full yy-pad-12')}
      style={colors}
    >
      <Bar
        rooms={all}
        floors={wholeHouse}
        names={names}
        building={view === 'list' ? listBuilding : spy.building}
        floor={spy.floor}
        chosen={chosen}
        typed={typed}
        view={view}
        full={full}
        onBuilding={view === 'list' ? setListBuilding : spy.toBuilding}
        onFloor={spy.toFloor}
        onChoose={(status) =>
          setChosen((now) => (now.includes(status) ? now.filter((one) => one !== status) : [...now, status]))
        }
        onType={setTyped}
        onSearch={() => goTo(listed[0]?.bed.bedId ?? null)}
        onView={setView}
        onFull={toggleFull}
        onPrint={(building) => print(building === ALL_BUILDINGS ? null : building)}
        codesOf={codesOf}
        onCodes={printCodes}
        onBands={printBands}
        onColors={() => setColoring(true)}
      />
      {error && !rooms.data ? (
        <div className="yy-card">
          <ErrorBlock what="房态图" error={error} onRetry={refetchAll} />
        </div>
      ) : rooms.isPending ? (
        late && (
          <div className="yy-card">
            <RowBones rows={8} rowHeight={70} columns={5} />
          </div>
        )
      ) : all.length === 0 ? (
        <div className="yy-card">
          <Empty
            title="还没有可以显示的床位"
            text="这里显示您数据部门内的房间和床位。请先在“空间与床位”里建立楼栋、房间和床位。"
            acts={
              may('platform:bed:list|bedList_pims_add') && (
                <Button type="primary" onClick={() => openPage('/systemmanage/bed')}>
                  去建立床位
                </Button>
              )
            }
          />
        </div>
      ) : floors.length === 0 ? (
        <div className="yy-card">
          <Empty title="没有符合条件的床位" text={filterWords} acts={<Button onClick={clear}>清除筛选</Button>} />
        </div>
      ) : (
        <div
          ref={area}
          className="yy-map-floors yy-relative yy-flex-1 yy-low yy-scroll"
          {...hover.handlers}
          onScroll={(event) => {
            spy.onScroll()
            hover.handlers.onScroll(event)
          }}
          onKeyDown={onKeyDown}
        >
          {hits !== null && (
            <div className="yy-map-filter yy-row yy-gap-4 yy-second" role="status">
              {filterWords}　共 {(view === 'list' ? inList : listed).length} 张床位
              <Button type="link" size="small" onClick={clear}>
                清除筛选
              </Button>
            </div>
          )}
          {view === 'plan' && width > 0 ? (
            <Plan
              ref={plan}
              area={area}
              floors={floors}
              grid={grid}
              names={names}
              now={now}
              today={today}
              hits={hits}
              care={care}
              kept={focused}
              onDrawn={keepCurrent}
            />
          ) : (
            view === 'list' && <BedTable beds={inList} names={names} now={now} today={today} care={care} />
          )}
        </div>
      )}
      {hover.open && open && (
        <BedCard
          key={hover.open.bedId}
          open={hover.open}
          room={open.room}
          bed={open.bed}
          names={names}
          care={open.bed.occupant ? care.get(open.bed.occupant.oldmanId) : undefined}
          colors={colors}
          tools={toolsOf}
          onEnter={hover.stay}
          onLeave={hover.closeSoon}
          onClose={hover.close}
        />
      )}
      <MarkForm request={marking} name={marking ? names[marking.mark] : ''} onClose={() => setMarking(null)} />
      {config.data && (
        <ColorsDrawer open={coloring} config={config.data} onPreview={setPreview} onClose={() => setColoring(false)} />
      )}
      {moves.element}
      {outings.element}
    </div>
  )
}
