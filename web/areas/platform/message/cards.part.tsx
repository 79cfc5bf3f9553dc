// A card for what has just come: over the page, never in its way, gone by itself unless somebody may be in danger.
import { X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { create } from 'zustand'
import { ALWAYS_TOLD, type ArrivedData, MessageKind, message } from '#contract/platform/message'
import { classes } from '#web/kit/classes'
import { openPage } from '#web/kit/open'
import { StatusTag } from '#web/kit/parts/StatusTag'
import { useAct } from '#web/kit/query'
import { useRoom } from '#web/kit/quiet'
import { LIST_PATH, recordOf } from '#web/kit/shell/messageWays'
import { stopHearing, useHeard } from './heard.ts'
import './message.css'

const SHOWN = 3
const KEPT = 30
const STAYS_MS = 10_000

export const useCards = create<{ cards: readonly ArrivedData[] }>()(() => ({ cards: [] }))

export const showCard = (one: ArrivedData) =>
  useCards.setState(({ cards }) => ({
    cards: [one, ...cards.filter((card) => card.messageId !== one.messageId)].slice(0, KEPT),
  }))

/** null: all of them. */
export const dropCards = (ids: readonly string[] | null) =>
  useCards.setState(({ cards }) => ({ cards: ids ? cards.filter((one) => !ids.includes(one.messageId)) : [] }))

const isUrgent = (one: ArrivedData) => ALWAYS_TOLD.includes(one.kind)

function Card({ one }: { one: ArrivedData }) {
  const [held, setHeld] = useState(false)
  const speaking = useHeard((state) => state.speaking === one.messageId)
  const read = useAct(message.calls.read, { send: { loading: false } })
  const urgent = isUrgent(one)
  const stays = held || speaking || urgent
  const { messageId } = one
  useEffect(() => {
    if (stays) return
    const timer = setTimeout(() => dropCards([messageId]), STAYS_MS)
    return () => clearTimeout(timer)
  }, [stays, messageId])
  const leave = () => {
    if (speaking) stopHearing()
    dropCards([messageId])
  }
  const look = () => {
    leave()
    void read.run({ messageIds: [messageId] })
    openPage(...recordOf(one))
  }
  return (
    <article
      className={classes('yy-message-card yy-float yy-white yy-round-card', urgent && 'is-urgent')}
      role={urgent ? 'alert' : 'status'}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <header className="yy-row yy-gap-8">
        <StatusTag option={MessageKind.find(one.kind)!} />
        <b className="yy-grow yy-ellipsis yy-strong" title={one.title}>
          {one.title}
        </b>
        <button type="button" className="yy-icon-button" aria-label="关闭这条消息" onClick={leave}>
          <X size={16} aria-hidden />
        </button>
      </header>
      {one.content && <p className="yy-soft-ink">{one.content}</p>}
      <footer className="yy-row yy-gap-16">
        <button type="button" className="yy-link yy-strong" onClick={look}>
          立即查看
        </button>
        {speaking && (
          <button type="button" className="yy-link" onClick={stopHearing}>
            停止播报
          </button>
        )}
        <time className="yy-push yy-second yy-small">{one.createTime.slice(11, 16)}</time>
      </footer>
    </article>
  )
}

export function MessageCards() {
  const all = useCards((state) => state.cards)
  const free = useRoom() === 'free'
  // An alarm needs the screen: only what is as urgent may stand beside it.
  const cards = free ? all : all.filter(isUrgent)
  if (cards.length === 0) return null
  const shown = cards.slice(0, SHOWN)
  const more = cards.length - shown.length
  return (
    <section className="yy-message-cards yy-stack yy-gap-8" aria-label="新消息">
      {shown.map((one) => (
        <Card key={one.messageId} one={one} />
      ))}
      {more > 0 && (
        <button
          type="button"
          className="yy-message-more yy-link yy-float yy-white yy-round-card"
          onClick={() => {
            dropCards(null)
            openPage(LIST_PATH)
          }}
        >
          还有 {more} 条新消息，全部查看
        </button>
      )}
    </section>
  )
}
