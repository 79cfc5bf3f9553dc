// What is heard of messages at this desk: a short bell, and the words of what must not wait. One tab of a browser speaks;
// while an alarm is open nobody but the alarm does.
import { create } from 'zustand'
import type { ArrivedData } from '#contract/platform/message'
import { roomOf, useQuiet } from '#web/kit/quiet'
import { contendForVoice } from '#web/kit/voice/oneVoice'
import { playTone, sayAloud } from '#web/kit/voice/tones'

/** Half as loud as an alarm. */
const VOLUME = 45
const LONGEST_WORDS = 160
/** Until then it can be stopped, however slowly it is read. */
const LONGEST_MS = 60_000
/** A burst is not read to its end. */
const MOST_WAITING = 5

type Heard = Pick<ArrivedData, 'messageId' | 'title' | 'content' | 'sound' | 'voice'>

/** The message that is being read aloud. */
export const useHeard = create<{ speaking: string | null }>()(() => ({ speaking: null }))

const wordsOf = ({ title, content }: Heard) => [title, content].filter(Boolean).join('。').slice(0, LONGEST_WORDS)

let waiting: Heard[] = []
let now: AbortController | null = null
let mine = false

const mayBeHeard = () => roomOf(useQuiet.getState().holds) === 'free'

async function run(): Promise<void> {
  if (now) return
  for (;;) {
    const one = mine && mayBeHeard() ? waiting.shift() : undefined
    if (!one) return
    const stop = new AbortController()
    now = stop
    if (one.voice) useHeard.setState({ speaking: one.messageId })
    if (one.sound) await playTone('DING', stop.signal, VOLUME)
    if (one.voice && !stop.signal.aborted) await sayAloud(wordsOf(one), stop.signal, 100, 0.95, LONGEST_MS)
    now = null
    useHeard.setState({ speaking: null })
  }
}

export function hear(one: Heard): void {
  if (!mine || !(one.sound || one.voice)) return
  // One bell for several that come together.
  if (!one.voice && (now || waiting.length > 0)) return
  waiting = [...waiting, one].slice(-MOST_WAITING)
  void run()
}

/** 停止播报: this one, and what else waits to be read. */
export function stopHearing(): void {
  waiting = []
  now?.abort()
}

/** Called once by the shell's part of this area. */
export function startHearing(): () => void {
  const offs = [
    contendForVoice('message', (speaks) => {
      mine = speaks
      if (speaks) void run()
      else stopHearing()
    }),
    useQuiet.subscribe(({ holds }) => {
      const room = roomOf(holds)
      if (room === 'busy') stopHearing()
      else if (room === 'free') void run()
    }),
  ]
  return () => {
    for (const off of offs) off()
    stopHearing()
  }
}
