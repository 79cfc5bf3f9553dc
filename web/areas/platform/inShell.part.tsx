// Messages on every page: a card, the bell and the voice for what comes; gone again when it was read elsewhere.
import { useEffect } from 'react'
import { message } from '#contract/platform/message'
import { dropCards, MessageCards, showCard } from '#web/areas/platform/message/cards.part'
import { hear, startHearing } from '#web/areas/platform/message/heard'
import { useEvent } from '#web/kit/realtime'

export default function MessagesInShell() {
  useEffect(startHearing, [])
  useEvent(message.events.arrived, (one) => {
    if (one.card) showCard(one)
    hear(one)
  })
  useEvent(message.events.changed, ({ messageIds }) => dropCards(messageIds))
  return <MessageCards />
}
