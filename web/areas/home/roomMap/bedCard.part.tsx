// The card beside a bed: who it is, where, what to mind, money and contract, and the acts allowed now.
import { Button } from 'antd'
import { type CSSProperties, type KeyboardEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { type MapBedData, type MapCardData, type MapRoomData, roomMap } from '#contract/home/roomMap'
import { yuanText } from '#contract/kit/money'
import { BedStatus } from '#contract/live/bedStatus'
import { ResidentSex } from '#contract/live/resident'
import type { CareTodayData } from '#contract/nursing/careToday'
import { AttentionNotes, BedPath, PhoneText, ResidentPhoto } from '#web/areas/live/public'
import { timeOf } from '#web/kit/ago'
import { useCall } from '#web/kit/query'
import { type CardTools, cardActs } from './cardActs.ts'
import type { OpenCard } from './useHover.ts'
import { lateWords, type StatusNames } from './words.ts'
import './bedCard.css'

const WIDTH = 388
const GAP = 10
const EDGE = 8

interface Place {
  left: number
  top: number
  /** Where the tip points to, from the top of the card. */
  tip: number
  side: 'left' | 'right'
}

/** Right of the cell where there is room, else left of it, and always whole on the screen. */
export function placeOf(cell: DOMRect, height: number, screen: { width: number; height: number }): Place {
  const right = cell.right + GAP + WIDTH <= screen.width - EDGE
  const left = right ? cell.right + GAP : Math.max(EDGE, cell.left - GAP - WIDTH)
  const top = Math.max(EDGE, Math.min(cell.top - 44, screen.height - height - EDGE))
  const tip = Math.max(14, Math.min(cell.top + cell.height / 2 - top, height - 14))
  return { left, top, tip, side: right ? 'left' : 'right' }
}

const Line = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="yy-flex yy-gap-8">
    <dt>{label}</dt>
    <dd>{children}</dd>
  </div>
)

function Person({ card, care }: { card: MapCardData; care: CareTodayData | undefined }) {
  const { person, occupant, mattress, reservation, status } = card
  if (!person) return null
  const late = status === BedStatus.is.away && occupant?.outReturn && timeOf(occupant.outReturn) < Date.now()
  return (
    <dl className="yy-bed-card-facts yy-grid yy-gap-4 yy-no-margin yy-pad-12-16">
      {reservation && (
        <>
          <Line label="预计入住">{reservation.expectCheckIn}</Line>
          <Line label="保留至">
            {reservation.expireDate}
            {reservation.bookingFen !== null && reservation.bookingFen > 0 && (
              <span className="yy-bed-card-more">订金 {yuanText(reservation.bookingFen)}</span>
            )}
          </Line>
        </>
      )}
      {status !== BedStatus.is.reserved && (
        <Line label="护理等级">
          {person.levelName ?? '未定'}
          {person.days !== null && <span className="yy-bed-card-more">在住 {person.days} 天</span>}
        </Line>
      )}
      {care && care.total > 0 && (
        <Line label="今日护理">
          {care.done} / {care.total} 项{care.late > 0 && <b className="yy-bed-card-bad">迟做 {care.late}</b>}
          {care.missed > 0 && <span className="yy-bed-card-more">漏做 {care.missed}</span>}
        </Line>
      )}
      {care?.alert && (
        <Line label="体征">
          <b className={care.alert === 'red' ? 'yy-bed-card-bad' : 'yy-amber'}>
            {care.alert === 'red' ? '危急，待处理' : '偏离，待处理'}
          </b>
        </Line>
      )}
      {status === BedStatus.is.trial && occupant?.trialEnd && <Line label="试住">至 {occupant.trialEnd}</Line>}
      {status === BedStatus.is.away && occupant && (
        <Line label="外出">
          {late ? (
            <b className="yy-bed-card-bad">{lateWords(occupant.outReturn!, Date.now())}</b>
          ) : (
            occupant.outReturn && `预计 ${occupant.outReturn.slice(5, 16)} 返回`
          )}
          {occupant.outSince && <span className="yy-bed-card-more">{occupant.outSince.slice(5, 16)} 离院</span>}
        </Line>
      )}
      {mattress && (
        <Line label="床垫">
          {!mattress.online ? (
            <span className="yy-bed-card-more">离线</span>
          ) : mattress.inBed === 1 ? (
            <span className="yy-green">● 在床</span>
          ) : mattress.inBed === 0 ? (
            '离床'
          ) : (
            '暂无读数'
          )}
        </Line>
      )}
      {(person.balanceFen !== null || person.owedFen > 0) && (
        <Line label="费用">
          {person.balanceFen !== null && `余额 ${yuanText(person.balanceFen)}`}
          {person.owedFen > 0 && (
            <b className="yy-bed-card-bad">欠费 {person.owedFen > 1 ? yuanText(person.owedFen) : ''}</b>
          )}
        </Line>
      )}
      {person.contractEnd && (
        <Line label="合同">
          至 {person.contractEnd}
          {person.contractDays !== null && (
            <span className={person.contractDays < 0 ? 'yy-bed-card-bad' : 'yy-bed-card-more'}>
              {person.contractDays < 0 ? `已过期 ${-person.contractDays} 天` : `余 ${person.contractDays} 天`}
            </span>
          )}
        </Line>
      )}
      {person.contactName && (
        <Line label="联系人">
          {person.contactName}
          {person.contactPhone && (
            <span className="yy-bed-card-more">
              <PhoneText phone={person.contactPhone} of={person.oldmanId} />
            </span>
          )}
        </Line>
      )}
    </dl>
  )
}

function Standing({ card }: { card: MapCardData }) {
  const { mark, status, next, holder } = card
  return (
    <dl className="yy-bed-card-facts yy-grid yy-gap-4 yy-no-margin yy-pad-12-16">
      {mark && status === mark.mark && (
        <>
          <Line label="原因">{mark.reason ?? (mark.mark === BedStatus.is.clean ? '等待清洁' : '未填写')}</Line>
          {mark.until && <Line label="预计恢复">{mark.until}</Line>}
          <Line label="标记">
            {mark.since.slice(0, 16)}
            {card.markBy && <span className="yy-bed-card-more">{card.markBy}</span>}
          </Line>
        </>
      )}
      {status === BedStatus.is.room && holder && (
        <Line label="包房">
          {holder.oldmanName ?? '其他部门老人'}
          {holder.place && <span className="yy-bed-card-more">{holder.place}</span>}
        </Line>
      )}
      {status === BedStatus.is.reserved && holder && <Line label="预计入住">{holder.day}</Line>}
      {next && (
        <Line label="已安排">
          {next.day} 起 {next.oldmanName ?? '由其他部门老人'} 使用
        </Line>
      )}
      {status === BedStatus.is.free && !next && <Line label="床位">空闲，可预订、可入住</Line>}
      {(status === BedStatus.is.lived || status === BedStatus.is.trial || status === BedStatus.is.away) && (
        <Line label="说明">其他部门的老人，您不能查看</Line>
      )}
    </dl>
  )
}

interface BedCardProps {
  open: OpenCard
  room: MapRoomData
  bed: MapBedData
  names: StatusNames
  /** Of who lies in it, for who may read the care. */
  care: CareTodayData | undefined
  /** The map's colours; the card stands outside of it. */
  colors: CSSProperties
  tools(card: MapCardData): CardTools
  onEnter(): void
  onLeave(): void
  onClose(): void
}

export function BedCard({ open, room, bed, names, care, colors, tools, onEnter, onLeave, onClose }: BedCardProps) {
  const { data, error } = useCall(roomMap.calls.card, { bedId: bed.bedId }, { silent: true, staleTime: 2_000 })
  const box = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState<Place | null>(null)
  // Details make it higher: it is placed again whenever its own size changes.
  useLayoutEffect(() => {
    const card = box.current
    if (!card) return
    const put = () => {
      const screen = { width: window.innerWidth, height: window.innerHeight }
      setPlace(placeOf(open.cell.getBoundingClientRect(), card.offsetHeight, screen))
    }
    put()
    const watch = new ResizeObserver(put)
    watch.observe(card)
    return () => watch.disconnect()
  }, [open])
  const card = data?.bedId === bed.bedId ? data : null
  const placed = place !== null
  // Opened by Enter: focus goes in when the content is there, however late, unless it has gone elsewhere meanwhile.
  const entered = useRef(false)
  const ready = open.pinned && open.byKey && placed && (card !== null || error !== null)
  useLayoutEffect(() => {
    if (!ready || entered.current || document.activeElement !== open.cell) return
    entered.current = true
    const inside = box.current?.querySelector<HTMLElement>('button') ?? box.current
    inside?.focus({ preventScroll: true })
  }, [ready, open])

  const acts = card ? cardActs(card, tools(card)) : []
  const person = card?.person ?? null
  const name = person?.oldmanName ?? bed.occupant?.oldmanName ?? bed.holder?.oldmanName
  const sex = person?.sex ?? bed.occupant?.sex
  const age = person?.age ?? bed.occupant?.age

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.stopPropagation()
      onClose()
      open.cell.focus()
    }
  }
  return createPortal(
    <div
      ref={box}
      className={`yy-bed-card yy-white yy-edge yy-round-card yy-bed-card-${place?.side ?? 'left'}`}
      role="dialog"
      tabIndex={-1}
      aria-label={`${room.roomName}${bed.bedName} ${names[bed.status]}`}
      style={{ ...colors, left: place?.left ?? -9999, top: place?.top ?? 0 }}
      onMouseEnter={onEnter}
      onMouseLeave={onLeave}
      onKeyDown={onKeyDown}
    >
      <i className="yy-bed-card-tip yy-white yy-edge" style={{ top: place?.tip }} aria-hidden />
      <header className="yy-flex yy-gap-12 yy-under">
        {person && <ResidentPhoto row={person} width={52} height={66} />}
        <div className="yy-narrow">
          <h4>
            {name ?? `${room.roomName} ${bed.bedName}`}
            {sex !== undefined && age !== undefined && (
              <span>
                {ResidentSex.label(sex)} {age} 岁
              </span>
            )}
            <em className={`yy-bed-card-status yy-inline yy-small yy-upright yy-light yy-bed-${bed.status}`}>
              <i aria-hidden />
              {names[bed.status] || BedStatus.label(bed.status)}
            </em>
          </h4>
          <BedPath
            path={
              card?.bedPath ?? [room.buildingName, room.floorName, room.roomName, bed.bedName].filter(Boolean).join('>')
            }
          />
          {person && person.attention.length > 0 && (
            <div className="yy-above-4">
              <AttentionNotes notes={person.attention} />
            </div>
          )}
        </div>
      </header>
      {bed.alarm !== null && (
        <p className="yy-bed-card-alarm yy-on yy-round" role="alert">
          告警：{bed.alarm}
        </p>
      )}
      {error ? (
        <p className="yy-bed-card-problem yy-no-margin yy-red">{error.message}</p>
      ) : card ? (
        card.person ? (
          <Person card={card} care={care} />
        ) : (
          <Standing card={card} />
        )
      ) : (
        <div className="yy-bed-card-wait" role="status" aria-label="加载中" />
      )}
      {acts.length > 0 && (
        <footer className="yy-grid yy-gap-8 yy-pad-12-16 yy-tint yy-over">
          {acts.map((act, at) => (
            <Button
              key={act.key}
              {...(at === 0 && !act.danger && { type: 'primary' as const })}
              {...(act.danger && { danger: true })}
              onClick={() => {
                onClose()
                act.run()
              }}
            >
              {act.title}
            </Button>
          ))}
        </footer>
      )}
    </div>,
    document.body,
  )
}
