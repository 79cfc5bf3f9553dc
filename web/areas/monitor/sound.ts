// The sound of open alarms at this desk: who is heard, how often, muted until when. Taken up or closed, it is silent at
// every desk; a further step of the ladder is heard again.

import { create } from 'zustand'
import type { AlarmCardData } from '#contract/monitor/alarm'
import { SettingSwitch } from '#contract/platform/config'
import { useSession } from '#web/kit/session'
import { local } from '#web/kit/storage'
import { contendForVoice } from '#web/kit/voice/oneVoice'
import { pause, playTone, sayAloud, type ToneKind } from '#web/kit/voice/tones'
import { isTaken } from './alarmOrder.ts'
import { onAlarm, useAlarms } from './alarms.ts'
import { callSound, readCallSound } from './callSound.ts'
import { severalNow } from './several.ts'
import { createSpeaker, type Sounding } from './speaker.ts'

export const LONGEST_MUTE_MS = 5 * 60_000
const USUAL_TIMES = 3

/** `until`: muted to this moment (milliseconds), null: heard. `speaks`: this tab is the one that sounds. */
export const useSound = create<{ until: number | null; speaks: boolean }>()(() => ({ until: null, speaks: false }))

const MUTED = 'alarm-muted'
const SAID = 'alarm-said'

const keptMute = () => {
  const until = local.get<number>(MUTED)
  return typeof until === 'number' && until > Date.now() ? Math.min(until, Date.now() + LONGEST_MUTE_MS) : null
}

export function mute(): void {
  const until = Date.now() + LONGEST_MUTE_MS
  local.set(MUTED, until)
  useSound.setState({ until })
}
export function unmute(): void {
  local.remove(MUTED)
  useSound.setState({ until: null })
}

export const toneOf = (card: AlarmCardData): ToneKind =>
  card.urgency === 1 ? 'pair' : card.urgency === 2 ? 'rise' : 'two'

/** Taken up, but climbed on since: nobody has brought a result. */
const forgotten = new Set<string>()

/** Announcements of one alarm: one for each step of the ladder, one more for each time it was raised again. */
export const keyOf = (card: AlarmCardData) => `${card.recordId}:${card.rank}:${card.repeats}`

/** A rule that leaves the usual number of times follows the setting of the organisation. */
export const timesOf = (card: Pick<AlarmCardData, 'voiceTimes'>, set: number) =>
  card.voiceTimes === USUAL_TIMES ? set : card.voiceTimes

/** As this desk is told of it: with the building where it serves more than one. */
export const speechOf = (card: Pick<AlarmCardData, 'speech' | 'speechFull'>, several = severalNow()) =>
  several ? card.speechFull : card.speech

export function soundings(
  cards: readonly AlarmCardData[],
  voice: { status: number; times: number },
  again: ReadonlySet<string> = forgotten,
): Sounding[] {
  return cards
    .filter((card) => voice.status !== SettingSwitch.is.off || card.source === 'CALL')
    .filter((card) => !isTaken(card) || again.has(card.recordId))
    .map((card) => ({
      key: keyOf(card),
      recordId: card.recordId,
      tone: toneOf(card),
      text: speechOf(card),
      times: timesOf(card, voice.times),
      endless: card.urgency === 1 && !isTaken(card),
      // Calls have settings of their own: ring, volume by day and night, how often and how fast they are spoken.
      ...(card.source === 'CALL' && { ...callSound(card), times: card.voiceTimes }),
    }))
}

/** How often each announcement was said; a reload does not begin again. */
function saidTimes() {
  const KEPT = 200
  const read = () => local.get<[string, number][]>(SAID) ?? []
  return {
    get: (key: string) => read().find(([one]) => one === key)?.[1] ?? 0,
    add: (key: string) => {
      const all = read()
      const count = all.find(([one]) => one === key)?.[1] ?? 0
      local.set(SAID, [...all.filter(([one]) => one !== key), [key, count + 1]].slice(-KEPT))
    },
  }
}

/** Called once by the shell's part of this area. */
export function startSound(): () => void {
  const speaker = createSpeaker({
    tone: playTone,
    say: sayAloud,
    pause,
    said: saidTimes(),
  })
  useSound.setState({ until: keptMute() })
  const stopCalls = readCallSound()
  const follow = () => {
    const { until, speaks } = useSound.getState()
    const muted = until !== null && until > Date.now()
    const { alarmVoice } = useSession.getState().config.mattress.setContent
    const cards = useAlarms.getState().open.map(({ card }) => card)
    speaker.set(speaks && !muted ? soundings(cards, alarmVoice) : [])
  }
  const offs = [
    useAlarms.subscribe(follow),
    useSound.subscribe(follow),
    useSession.subscribe((now, before) => now.config !== before.config && follow()),
    onAlarm((change, card) => {
      if (change === 'climbed' && isTaken(card)) forgotten.add(card.recordId)
      if (change === 'taken' || change === 'closed') forgotten.delete(card.recordId)
      // A new alarm is heard, whoever muted the others.
      if (change === 'raised' || (change === 'found' && !isTaken(card) && card.seconds < 60)) unmute()
      follow()
    }),
    contendForVoice('alarm', (speaks) => useSound.setState({ speaks })),
  ]
  const timer = setInterval(() => {
    const { until } = useSound.getState()
    if (until !== null && until <= Date.now()) unmute()
  }, 1_000)
  const otherTab = () => useSound.setState({ until: keptMute() })
  window.addEventListener('storage', otherTab)
  follow()
  return () => {
    for (const off of offs) off()
    clearInterval(timer)
    stopCalls()
    window.removeEventListener('storage', otherTab)
    speaker.set([])
  }
}
