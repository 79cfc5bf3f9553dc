// 今日发药: the slots of a day, and for the one that is due a card for every elder: set out, checked by somebody else, given.
import { Button, Input, Select } from 'antd'
import { ChevronLeft, ChevronRight, PanelRight, Printer, ScanLine, Settings2, UserRoundCheck } from 'lucide-react'
import { useCallback, useMemo, useState, useSyncExternalStore } from 'react'
import type { DrugRoundData } from '#contract/drug/roundAnswer'
import { TAKE_NEEDS } from '#contract/drug/takeMoves'
import type { RoundSlotRowData } from '#contract/drug/takeRows'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { looksLikeCode } from '#contract/nursing/careCode'
import { EVERY_PLACE } from '#contract/nursing/task'
import { date } from '#web/kit/fields/date'
import { usePageParams, usePageState } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useMay } from '#web/kit/permission'
import { useSession } from '#web/kit/session'
import { NeededDrawer } from './needed.part.tsx'
import { printRound } from './printRound.tsx'
import { RoundCard } from './roundCard.part.tsx'
import { RoundDrawer, type RoundRequest } from './roundDrawers.part.tsx'
import { type RoundAsked, useRound } from './roundLive.ts'
import { RoundPane } from './roundPane.part.tsx'
import {
  type Card,
  cardMatches,
  cardsOf,
  clockIn,
  counted,
  FACE_WORDS,
  FACES,
  type Face,
  faceCounts,
  ownCheck,
} from './roundView.ts'
import { SettingDrawer } from './settingDrawer.part.tsx'
import './round.css'

const WIDE = '(min-width: 1600px)'
const media = window.matchMedia(WIDE)
const useWide = () =>
  useSyncExternalStore(
    (changed) => {
      media.addEventListener('change', changed)
      return () => media.removeEventListener('change', changed)
    },
    () => media.matches,
  )

function Slots({
  slots,
  chosen,
  day,
  onChoose,
}: {
  slots: readonly RoundSlotRowData[]
  chosen: string | null
  day: string
  onChoose(key: string): void
}) {
  return (
    <nav className="yy-round-slots yy-card" aria-label="时段">
      {slots.map((slot) => (
        <button
          key={slot.key}
          type="button"
          className={slot.key === chosen ? 'is-chosen yy-ring' : 'yy-ring'}
          aria-pressed={slot.key === chosen}
          onClick={() => onChoose(slot.key)}
        >
          <span className="yy-row yy-gap-8">
            <b>{slot.name}</b>
            <span className="yy-second">
              {slot.key.slice(0, 10) !== day && `${slot.key.slice(5, 10)} `}
              {slot.name !== slot.clock && slot.clock}
            </span>
          </span>
          <span className="yy-row yy-gap-8">
            <i className="yy-round-progress yy-grow" aria-hidden>
              <i
                className={slot.done === slot.total && slot.missed === 0 ? 'is-done' : ''}
                style={{ width: `${slot.total === 0 ? 0 : (slot.done / slot.total) * 100}%` }}
              />
            </i>
            <span className={slot.refused + slot.missed > 0 ? 'yy-red yy-small yy-strong' : 'yy-second yy-small'}>
              {slot.done}/{slot.total}
              {slot.refused > 0 && ` 拒 ${slot.refused}`}
              {slot.missed > 0 && ` 漏 ${slot.missed}`}
            </span>
          </span>
        </button>
      ))}
    </nav>
  )
}

interface FilledProps {
  round: DrugRoundData
  now: string
  lost: boolean
  asked: RoundAsked
  onAsk(part: Partial<RoundAsked>): void
}

function FilledRound({ round, now, lost, asked, onAsk }: FilledProps) {
  const may = useMay()
  const wide = useWide()
  const userId = useSession((state) => state.user?.empInfo.empId ?? '')
  const [typed, setTyped] = useState('')
  const [face, setFace] = usePageState<Face | null>('face', null)
  const [chosen, setChosen] = useState<string | null>(null)
  const [request, setRequest] = useState<RoundRequest | null>(null)
  const [pane, setPane] = useState(false)
  const [needed, setNeeded] = useState(false)
  const [setting, setSetting] = useState(false)
  const cards = useMemo(() => cardsOf(round), [round])
  const sums = faceCounts(cards)
  const shown = cards.filter((card) => (face === null || card.face === face) && cardMatches(card, typed))
  const slot = round.slots.find((one) => one.key === round.slot)
  const title = slot ? `${slot.name}${slot.name === slot.clock ? '' : ` ${slot.clock}`}` : '今日'
  const place = round.place?.replace('>', ' ') ?? '全部楼层'
  const takes = counted(round.takes).length
  // The card that is due: whoever was chosen, else the first that waits for this very person.
  const due =
    shown.find((card) => card.elder.oldmanId === chosen) ??
    shown.find((card) => card.face === 'checked') ??
    shown.find((card) => card.groupState === 'SET_OUT' || card.groupState === 'WAITING')
  const toCheck = cards.filter(
    (card) => card.groupState === 'SET_OUT' && ownCheck(card.group, userId, round.aloneNow) === null,
  )
  const act = useCallback((name: RoundRequest['act'], card: Card) => setRequest({ act: name, card }), [])
  const search = (text: string) => {
    const code = looksLikeCode(text) === 'whole' ? cards.find((card) => cardMatches(card, text)) : undefined
    setTyped(code ? '' : text)
    if (code) setChosen(code.elder.oldmanId)
  }
  const day = asked.day ?? round.day
  const move = (days: number) => onAsk({ day: dayText(momentOf(day) + days * DAY_MS), slot: null })
  const today = round.day === now.slice(0, 10)
  const print = () => void printRound(shown, round, title, place)
  const beside = <RoundPane cards={cards} round={round} now={now} title={title} onPrint={print} />
  return (
    <>
      {round.slots.length > 0 && (
        <Slots slots={round.slots} chosen={round.slot} day={round.day} onChoose={(key) => onAsk({ slot: key })} />
      )}
      <div className="yy-flex yy-gap-12 yy-low yy-flex-1">
        <section className="yy-stack yy-grow yy-low yy-gap-12">
          <header className="yy-card yy-row yy-gap-8-12 yy-wrap yy-pad-8-16 yy-fixed">
            <h2 className="yy-heading">{title}</h2>
            <span className="yy-row yy-gap-4">
              <Button icon={<ChevronLeft size={16} aria-hidden />} aria-label="前一天" onClick={() => move(-1)} />
              <span style={{ width: 128 }}>
                {date.input({ value: day, onChange: (next) => onAsk({ day: next, slot: null }), 'aria-label': '日期' })}
              </span>
              <Button icon={<ChevronRight size={16} aria-hidden />} aria-label="后一天" onClick={() => move(1)} />
              {!today && <Button onClick={() => onAsk({ day: null, slot: null })}>回到今天</Button>}
            </span>
            {round.places.length > 1 && (
              <Select
                style={{ width: 180 }}
                aria-label="楼层"
                value={round.place ?? EVERY_PLACE}
                options={[
                  { value: EVERY_PLACE, label: '全部楼层' },
                  ...round.places.map(({ value, count }) => ({
                    value,
                    label: `${value.replace('>', ' ')} ${count} 人`,
                  })),
                ]}
                onChange={(next) => onAsk({ place: next })}
              />
            )}
            <span className="yy-second">
              {cards.length} 人 {takes} 份{slot && `　${clockIn(slot.from)}–${clockIn(slot.until)}`}
              {lost && <span className="yy-warning">　连接中断</span>}
            </span>
            <div className="yy-flex yy-wrap yy-gap-4" role="group" aria-label="按状态筛选">
              <button
                type="button"
                className="yy-round-key yy-ring yy-press"
                aria-pressed={face === null}
                onClick={() => setFace(null)}
              >
                全部 <b>{cards.length}</b>
              </button>
              {FACES.filter((one) => sums[one] > 0).map((one) => (
                <button
                  key={one}
                  type="button"
                  className="yy-round-key yy-ring yy-press"
                  aria-pressed={face === one}
                  onClick={() => setFace(face === one ? null : one)}
                >
                  {FACE_WORDS[one][0]} <b>{sums[one]}</b>
                </button>
              ))}
            </div>
            <span className="yy-row yy-gap-8 yy-push yy-wrap">
              <Input
                style={{ width: 190 }}
                prefix={<ScanLine size={15} aria-hidden />}
                placeholder="姓名、床号，或扫床头码"
                aria-label="查找老人"
                allowClear
                value={typed}
                onChange={(event) => search(event.target.value)}
              />
              {may(TAKE_NEEDS.set) && <Button onClick={() => setNeeded(true)}>必要时用药</Button>}
              <Button icon={<Printer size={15} aria-hidden />} disabled={shown.length === 0} onClick={print}>
                打印发药单
              </Button>
              {may(TAKE_NEEDS.setting) && (
                <Button
                  icon={<Settings2 size={15} aria-hidden />}
                  aria-label="发药设置"
                  title="发药设置"
                  onClick={() => setSetting(true)}
                />
              )}
              {!wide && (
                <Button icon={<PanelRight size={15} aria-hidden />} onClick={() => setPane(true)}>
                  进度与余量
                </Button>
              )}
              {may(TAKE_NEEDS.set) && (
                <Button
                  type="primary"
                  icon={<UserRoundCheck size={15} aria-hidden />}
                  disabled={toCheck.length === 0}
                  onClick={() => setRequest({ act: 'check', card: toCheck[0]!, queue: toCheck.slice(1) })}
                >
                  逐个核对 {toCheck.length} 人
                </Button>
              )}
            </span>
          </header>
          <div className="yy-round-area yy-scroll yy-low yy-flex-1">
            {shown.length === 0 ? (
              <section className="yy-card">
                <Empty
                  title={cards.length === 0 ? '这个时段没有要服的药' : '没有符合条件的老人'}
                  text={
                    cards.length === 0
                      ? '在“用药设置”里为老人设好药品和时间后，系统排出每天的服药。'
                      : '请换一个状态，或清空查找条件。'
                  }
                  acts={
                    cards.length > 0 && (
                      <Button
                        onClick={() => {
                          setFace(null)
                          setTyped('')
                        }}
                      >
                        看全部
                      </Button>
                    )
                  }
                />
              </section>
            ) : (
              <div className="yy-round-cards">
                {shown.map((card) => (
                  <RoundCard
                    key={card.elder.oldmanId}
                    card={card}
                    round={round}
                    now={now}
                    userId={userId}
                    chosen={card === due}
                    onChoose={setChosen}
                    onAct={act}
                  />
                ))}
              </div>
            )}
            {round.leftOff > 0 && (
              <p className="yy-pad-12 yy-second">另有 {round.leftOff} 位老人没有列出，请选择楼层。</p>
            )}
          </div>
        </section>
        {wide && <aside className="yy-round-aside yy-scroll yy-fixed">{beside}</aside>}
      </div>
      {!wide && (
        <SideDrawer open={pane} title="进度与余量" asks={false} onClose={() => setPane(false)}>
          {beside}
        </SideDrawer>
      )}
      <RoundDrawer request={request} onClose={() => setRequest(null)} onNext={setRequest} />
      <NeededDrawer open={needed} onClose={() => setNeeded(false)} />
      <SettingDrawer open={setting} onClose={() => setSetting(false)} />
    </>
  )
}

const BEGIN: RoundAsked = { day: null, slot: null, place: null }

export default function RoundPage() {
  const params = usePageParams<'slot'>()
  const [asked, setAsked] = usePageState<RoundAsked>('asked', { ...BEGIN, slot: params.slot ?? null })
  const { round, error, refetch, now, lost } = useRound(asked)
  return (
    <div className="yy-round-page yy-stack yy-gap-12 yy-low yy-tall">
      {error && !round && <ErrorBlock what="今日发药" error={error} onRetry={refetch} />}
      {!round && !error && <BlockBones lines={12} />}
      {round && (
        <FilledRound
          round={round}
          now={now}
          lost={lost}
          asked={asked}
          onAsk={(part) => setAsked({ ...asked, ...part })}
        />
      )}
    </div>
  )
}
