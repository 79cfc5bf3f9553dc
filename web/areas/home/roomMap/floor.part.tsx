// One floor: its head with figures, odd rooms, the corridor, even rooms. Rooms and cells are drawn again only when they
// themselves change; who is under the pointer or in focus is a matter of the page, not of the cells.
import { Siren } from 'lucide-react'
import { memo } from 'react'
import { legendOrder, type MapBedData, type MapRoomData } from '#contract/home/roomMap'
import type { BedStatusValue } from '#contract/live/bedStatus'
import type { CareTodayData } from '#contract/nursing/careToday'
import { classes } from '#web/kit/classes'
import { type Band, type MapGrid, roomKind } from './layout.ts'
import type { FloorPlan } from './seen.ts'
import type { CareByElder } from './useCare.ts'
import { cellWords, followsClock, type StatusNames, signsMark } from './words.ts'

interface CellProps {
  bed: MapBedData
  roomName: string
  names: StatusNames
  now: number
  today: string
  /** Not what is looked for. */
  dim: boolean
  /** Care that is late now. */
  late: number
  /** An abnormal sign that nobody has answered. */
  alert: CareTodayData['alert']
}

const BedCell = memo(function BedCell({ bed, roomName, names, now, today, dim, late, alert }: CellProps) {
  const { title, second, bad, marks: own } = cellWords(bed, names, now, today)
  const signs = signsMark(alert)
  const marks = signs ? [...own, signs] : own
  const number = bed.bedName.replace(/床$/, '')
  return (
    <button
      type="button"
      tabIndex={-1}
      data-bed={bed.bedId}
      className={classes(
        'yy-bed yy-relative yy-stack yy-middle yy-fixed yy-wide yy-ink yy-left yy-hidden yy-press',
        `yy-bed-${bed.status}`,
        dim && 'yy-bed-dim',
        bed.alarm !== null && 'yy-bed-alarm',
        late > 0 && 'yy-bed-late',
      )}
      aria-haspopup="dialog"
    >
      <span className="yy-bed-line yy-row yy-narrow">
        <i className="yy-fixed yy-second yy-small yy-upright">
          <span className="yy-heard">{roomName}</span>
          {number}
          <span className="yy-heard">
            {bed.bedName.slice(number.length)}
            {bed.occupant && ` ${names[bed.status]}`}
          </span>
        </i>
        <b className="yy-strong yy-ellipsis">{title}</b>
        {marks.map((mark) => (
          <em
            key={mark.sign}
            className={`yy-bed-mark yy-fixed yy-on yy-tiny yy-upright yy-center-text yy-bed-mark-${mark.family}`}
          >
            <span aria-hidden>{mark.sign}</span>
            <span className="yy-heard">{mark.title}</span>
          </em>
        ))}
        {bed.alarm !== null && <Siren className="yy-fixed yy-push yy-red" size={15} aria-hidden />}
      </span>
      <span
        className={
          bad
            ? 'yy-bed-second yy-soft-ink yy-small yy-ellipsis yy-bed-bad'
            : 'yy-bed-second yy-soft-ink yy-small yy-ellipsis'
        }
      >
        {second}
      </span>
      {late > 0 && <span className="yy-heard">，护理迟做 {late} 项</span>}
      {bed.alarm !== null && <span className="yy-heard">，告警：{bed.alarm}</span>}
    </button>
  )
})

interface RoomProps {
  room: MapRoomData
  names: StatusNames
  now: number
  today: string
  hits: ReadonlySet<string> | null
  care: CareByElder
}

const RoomCard = memo(function RoomCard({ room, names, now, today, hits, care }: RoomProps) {
  return (
    <div className="yy-map-room yy-stack yy-narrow yy-white yy-edge yy-round-card">
      <div className="yy-map-room-head yy-row yy-between yy-second yy-small">
        <b className="yy-ink yy-strong">{room.roomName.replace(/室$/, '')}</b>
        <span>{roomKind(room.beds.length)}</span>
      </div>
      {room.beds.map((bed) => {
        const cared = bed.occupant ? care.get(bed.occupant.oldmanId) : undefined
        return (
          <BedCell
            key={bed.bedId}
            bed={bed}
            roomName={room.roomName}
            names={names}
            now={followsClock(bed) ? now : 0}
            today={today}
            dim={hits !== null && !hits.has(bed.bedId)}
            late={cared?.late ?? 0}
            alert={cared?.alert ?? null}
          />
        )
      })}
    </div>
  )
})

const follows = (rooms: readonly MapRoomData[]) => rooms.some((room) => room.beds.some(followsClock))

interface BandProps extends Omit<RoomProps, 'room'> {
  band: Band
  drawn: boolean
  grid: MapGrid
}

const sameRooms = (a: Band, b: Band) =>
  a.height === b.height && a.rooms.length === b.rooms.length && a.rooms.every((room, at) => room === b.rooms[at])

/** Rooms side by side. Those that are not drawn keep their place, and say what lies there to who reads by ear. */
const BandRow = memo(
  function BandRow({ band, drawn, grid, names, now, today, hits, care }: BandProps) {
    const { rooms, height } = band
    if (!drawn) {
      const beds = rooms.reduce((sum, room) => sum + room.beds.length, 0)
      return (
        <div className="yy-map-band" style={{ height }}>
          <span className="yy-heard">
            {rooms[0]!.roomName}至{rooms.at(-1)!.roomName}，{beds} 张床位
          </span>
        </div>
      )
    }
    return (
      // Set here and not as a variable above: that would be inherited, and a new width would restyle every cell.
      <div
        className={classes('yy-map-band yy-grid yy-gap-8', grid.beds === 2 && 'yy-map-twin')}
        style={{ gridTemplateColumns: `repeat(${grid.columns}, minmax(0, 1fr))` }}
      >
        {rooms.map((room) => (
          <RoomCard
            key={room.roomId}
            room={room}
            names={names}
            now={follows([room]) ? now : 0}
            today={today}
            hits={hits}
            care={care}
          />
        ))}
      </div>
    )
  },
  (a, b) =>
    a.drawn === b.drawn &&
    sameRooms(a.band, b.band) &&
    (!a.drawn ||
      (a.grid === b.grid &&
        a.names === b.names &&
        a.today === b.today &&
        a.hits === b.hits &&
        a.care === b.care &&
        (a.now === b.now || !follows(b.band.rooms)))),
)

const COUNTED: readonly BedStatusValue[] = legendOrder.slice(0, 5)

export interface FloorProps {
  plan: FloorPlan
  /** Bands that are drawn, from and up to, and one that is wherever it lies. */
  from: number
  to: number
  kept: number
  grid: MapGrid
  names: StatusNames
  now: number
  today: string
  /** Beds that are looked for; null: all. */
  hits: ReadonlySet<string> | null
  care: CareByElder
}

export const FloorSection = memo(function FloorSection(props: FloorProps) {
  const { plan, from, to, kept, grid, names, now, today, hits, care } = props
  const { floor, above, below, height } = plan
  const rooms = [...floor.above, ...floor.below]
  const beds = rooms.flatMap((room) => room.beds)
  const counts = COUNTED.map((status) => [names[status], beds.filter((bed) => bed.status === status).length] as const)
  const side = (bands: readonly Band[], first: number) =>
    bands.map((band, index) => {
      const at = first + index
      return (
        <BandRow
          key={band.rooms[0]!.roomId}
          band={band}
          drawn={(at >= from && at < to) || at === kept}
          grid={grid}
          names={names}
          now={now}
          today={today}
          hits={hits}
          care={care}
        />
      )
    })
  const { deptName = null, nurses = [], otherRooms = [] } = floor.floor ?? {}
  return (
    <section
      className="yy-map-floor"
      data-floor={floor.key}
      style={{ containIntrinsicSize: `auto ${height}px` }}
      aria-label={`${floor.buildingName} ${floor.floorName}`}
    >
      <header className="yy-map-floor-head yy-row yy-gap-12 yy-second yy-one-line yy-hidden">
        <h3 className="yy-no-margin yy-ink yy-strong">
          {floor.buildingName} {floor.floorName}
        </h3>
        <span>
          {rooms.length} 间 {beds.length} 床
        </span>
        {counts.map(
          ([name, count]) =>
            count > 0 && (
              <span key={name}>
                {name} {count}
              </span>
            ),
        )}
        {(nurses.length > 0 || deptName) && (
          <span className="yy-push">{nurses.length > 0 ? `责任护士 ${nurses.slice(0, 3).join('、')}` : deptName}</span>
        )}
      </header>
      {side(above, 0)}
      {below.length > 0 && (
        <>
          <div className="yy-map-corridor yy-row yy-second yy-small" aria-hidden>
            <span>走廊（上侧单号，下侧双号）</span>
            {otherRooms.map((name) => (
              <span key={name}>{name}</span>
            ))}
          </div>
          {side(below, above.length)}
        </>
      )}
    </section>
  )
})
