// Choosing a bed: building, floor, rooms with their beds. Free ones can be chosen; the others say who or why. It is one
// radio group: Tab reaches it once, arrows go from free bed to free bed, Enter or Space chooses.
import { Button, Checkbox, Input, Segmented } from 'antd'
import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { BedStatus } from '#contract/live/bedStatus'
import { type BedChoiceData, residence } from '#contract/live/residence'
import { ResidentSex } from '#contract/live/resident'
import { BedPath } from '#web/areas/live/marks.part'
import { Empty } from '#web/kit/parts/Empty'
import { Loaded } from '#web/kit/parts/Loaded'
import { useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { floorsOf, MIXED, roomsOf, sexWarning, shownBeds, startOf } from './bedChoice.ts'
import './bedPicker.css'

export interface BedPickerProps {
  id?: string
  value?: string | null
  onChange?(bedId: string | null): void
  /** Free on this day; today unless told. */
  day?: string | null
  /** The bed this resident holds or reserves counts as free. */
  oldmanId?: string
  /** 0 or 1: warns when the others in the room are of the other sex. */
  sex?: number
  /** The bed the resident lives in: named as such among the others. */
  present?: string | null
  disabled?: boolean
  'aria-label'?: string
  'aria-invalid'?: boolean | 'true' | 'false'
}

const GAP = 12

/** Of those that can be chosen. */
const freeOf = (beds: readonly BedChoiceData[]) =>
  beds.filter((bed) => bed.free && bed.status === BedStatus.is.free).length

/** Beds to choose from on a day; asked again when somebody moves. */
export function useBedChoice(day: string | null | undefined, oldmanId: string | undefined) {
  const answer = useCall(
    residence.calls.beds,
    { ...(day && { day }), ...(oldmanId && { for: oldmanId }) },
    { keepPrevious: true },
  )
  const { refetch } = answer
  useEvent(residence.events.changed, () => void refetch())
  return answer
}

export function BedPicker(props: BedPickerProps) {
  const { id, value, onChange, day, oldmanId, sex, present, disabled = false } = props
  const { data, error, refetch } = useBedChoice(day, oldmanId)
  const [place, setPlace] = useState<{ building: string; floor: string } | null>(null)
  const [onlyFree, setOnlyFree] = useState(false)
  const [typed, setTyped] = useState('')
  const group = useRef<HTMLDivElement>(null)
  const beds = useMemo(
    () => (data ?? []).map((bed) => (bed.bedId === present ? { ...bed, note: '现在的床位' } : bed)),
    [data, present],
  )
  const chosen = beds.find((bed) => bed.bedId === value) ?? null
  const buildings = useMemo(() => floorsOf(beds, present), [beds, present])

  // The chosen bed comes into sight inside its own box; the drawer stays where it is.
  const there = chosen?.bedId
  useEffect(() => {
    const box = group.current
    const bed = there && box?.querySelector<HTMLElement>('[aria-checked="true"]')
    if (!box || !bed) return
    const below = bed.getBoundingClientRect().bottom - box.getBoundingClientRect().bottom
    if (below > 0) box.scrollTop += below + GAP
  }, [there])

  if (!data) return <Loaded of={{ data, error, refetch }} what="可选床位" lines={4} />
  if (beds.length === 0) return <Empty title="没有可选的床位" text="请先在“设置 › 床位列表”建好床位。" />

  const start = startOf(beds, value, present)!
  const now = place ?? { building: start.buildingName, floor: start.floorName }
  const building = buildings.find((one) => one.name === now.building) ?? buildings[0]!
  const floor = building.floors.find((one) => one.name === now.floor) ?? building.floors[0]!
  const searching = typed.trim() !== ''
  const shown = shownBeds(beds, { building: building.name, floor: floor.name, onlyFree, typed })
  const rooms = roomsOf(shown)
  const shownHere = beds.filter((bed) => bed.buildingName === building.name && bed.floorName === floor.name)
  const first = shown.find((bed) => bed.free)?.bedId
  const tabStop = chosen && shown.some((bed) => bed.bedId === chosen.bedId) ? chosen.bedId : first

  const step = (event: KeyboardEvent<HTMLElement>) => {
    const by = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key]
    if (!by) return
    event.preventDefault()
    const free = [...(group.current?.querySelectorAll<HTMLElement>('[role="radio"]:not(:disabled)') ?? [])]
    const at = free.indexOf(document.activeElement as HTMLElement)
    free[(at + by + free.length) % free.length]?.focus()
  }

  const warning = chosen && sexWarning(chosen, sex)
  return (
    <div className="yy-beds yy-edge yy-round-card" id={id} aria-invalid={props['aria-invalid']}>
      <div className="yy-beds-chosen yy-pad-8-12 yy-baseline yy-tint yy-under yy-flex yy-wrap" role="status">
        {chosen ? (
          <>
            已选 <BedPath path={chosen.bedPath} />
            {chosen.note && <span className="yy-amber">{chosen.note}</span>}
            {warning && <span className="yy-amber">{warning}</span>}
            {!chosen.free && <span className="yy-red">已不能选，请另选一张</span>}
          </>
        ) : (
          <span className="yy-none">还没有选床位</span>
        )}
      </div>
      <div className="yy-beds-tools yy-gap-8-12 yy-wrap yy-row">
        <Segmented
          aria-label="楼栋"
          disabled={disabled || searching}
          value={building.name}
          options={buildings.map((one) => ({ value: one.name, label: `${one.name} 空闲 ${one.free}` }))}
          onChange={(name) => {
            const next = buildings.find((one) => one.name === name)!
            setPlace({ building: name, floor: (next.floors.find((one) => one.choosable > 0) ?? next.floors[0]!).name })
          }}
        />
        <Input
          className="yy-beds-search yy-push"
          aria-label="按床位号或老人查找"
          placeholder="如 402-02，或老人姓名"
          prefix={<Search size={14} aria-hidden />}
          allowClear
          value={typed}
          disabled={disabled}
          onChange={(event) => setTyped(event.target.value)}
          // Enter would send the form.
          onPressEnter={(event) => {
            if (event.ctrlKey || event.metaKey) return
            event.preventDefault()
            group.current?.querySelector<HTMLElement>('[role="radio"]:not(:disabled)')?.focus()
          }}
        />
      </div>
      <div className="yy-beds-tools yy-gap-8-12 yy-wrap yy-row">
        <Segmented
          aria-label="楼层"
          size="small"
          disabled={disabled || searching}
          value={floor.name}
          options={building.floors.map((one) => ({ value: one.name, label: `${one.name} 空闲 ${one.free}` }))}
          onChange={(name) => setPlace({ building: building.name, floor: name })}
        />
        <Checkbox checked={onlyFree} disabled={disabled} onChange={(event) => setOnlyFree(event.target.checked)}>
          只看可选的
        </Checkbox>
        <span
          className="yy-none"
          title="可选：所选日期起没有别人使用的床位，含待清洁的和为本人预订的；空闲与房态图一致"
        >
          本层可选 {floor.choosable} 张{floor.choosable !== floor.free && `，其中空闲 ${freeOf(shownHere)} 张`}
        </span>
      </div>
      <div
        ref={group}
        className="yy-beds-rooms yy-grid yy-gap-8"
        role="radiogroup"
        aria-label={props['aria-label'] ?? '床位'}
        onKeyDown={step}
      >
        {rooms.length === 0 && (
          <p className="yy-none yy-whole-line yy-center-text">
            {searching ? `没有找到“${typed.trim()}”` : '这一层没有可选的床位'}
            {searching && (
              <Button type="link" size="small" onClick={() => setTyped('')}>
                清除
              </Button>
            )}
          </p>
        )}
        {rooms.map((room) => (
          <div key={room.roomId} className="yy-beds-room yy-gap-4 yy-round yy-stack">
            <header className="yy-flex yy-baseline yy-between yy-gap-8 yy-small">
              <b className="yy-ink yy-strong">{searching ? `${room.place} ${room.name}` : room.name}</b>
              {room.sex !== null && (
                <span className="yy-none">
                  {room.sex === MIXED ? '男女同住' : `住${ResidentSex.label(room.sex as 0)}性`}
                </span>
              )}
            </header>
            {room.beds.map((bed) => (
              <BedCell
                key={bed.bedId}
                bed={bed}
                chosen={bed.bedId === value}
                tabStop={bed.bedId === tabStop}
                disabled={disabled}
                onChoose={() => onChange?.(bed.bedId)}
              />
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

interface BedCellProps {
  bed: BedChoiceData
  chosen: boolean
  tabStop: boolean
  disabled: boolean
  onChoose(): void
}

function BedCell({ bed, chosen, tabStop, disabled, onChoose }: BedCellProps) {
  const status = BedStatus.find(bed.status as 0)
  const about = bed.note ?? status?.label ?? ''
  // 已由王秀兰（入住中）使用, 维修停用（…）: the cell has room for who and how, or for the first words.
  const short = about.replace(/^已由(.+?)（(.+?)）.*$/, '$1 $2').replace(/[，（].*$/, '')
  return (
    <button
      type="button"
      role="radio"
      aria-checked={chosen}
      tabIndex={tabStop ? 0 : -1}
      className={`yy-beds-bed yy-relative yy-soft-ink yy-left yy-hidden yy-white yy-press yy-row yy-gap-8 yy-small yy-family-${status?.family ?? 'grey'}`}
      disabled={disabled || !bed.free}
      title={`${bed.bedName} ${about}`}
      onClick={onChoose}
    >
      <b className="yy-fixed yy-ink yy-strong">{bed.bedName}</b>
      <span className="yy-ellipsis">{short}</span>
    </button>
  )
}
