// What is said aloud of open alarms, in which order and how often. Tones and voice are handed in, so that a test hears.
import type { ToneKind } from '#web/kit/voice/tones'

export interface Sounding {
  /** Another key (a further step of the ladder) is another announcement. */
  key: string
  recordId: string
  tone: ToneKind
  text: string
  times: number
  /** Help was asked for: the tone goes on until somebody goes. */
  endless: boolean
  /** 0 to 100 and how fast, where it is set; otherwise as loud and fast as usual. */
  volume?: number
  rate?: number
}

export interface SpeakerParts {
  tone(kind: ToneKind, signal: AbortSignal, volume?: number): Promise<void>
  say(text: string, signal: AbortSignal, volume?: number, rate?: number): Promise<void>
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** How often a key was said, kept where a reload finds it. */
  said: { get(key: string): number; add(key: string): void }
}

export interface Speaker {
  /** Everything that should be heard now, the most urgent first; an empty list is silence at once. */
  set(list: readonly Sounding[]): void
  /** What is being said. */
  current(): string | null
}

const BETWEEN_MS = 800
const ENDLESS_EVERY_MS = 2_000

export function createSpeaker(parts: SpeakerParts): Speaker {
  let wanted: readonly Sounding[] = []
  let running = false
  let now: { key: string; stop: AbortController } | null = null

  /** Those said least often come first, so that a second alarm does not wait until the first was said three times. */
  const next = (): Sounding | null => {
    let best: Sounding | null = null
    let least = Number.POSITIVE_INFINITY
    for (const one of wanted) {
      const said = parts.said.get(one.key)
      if (said < one.times && said < least) {
        best = one
        least = said
      }
    }
    return best
  }

  async function announce(one: Sounding, signal: AbortSignal) {
    await parts.tone(one.tone, signal, one.volume)
    if (signal.aborted) return
    await parts.say(one.text, signal, one.volume, one.rate)
    if (signal.aborted) return
    parts.said.add(one.key)
    await parts.pause(BETWEEN_MS, signal)
  }

  async function run() {
    if (running) return
    running = true
    try {
      for (;;) {
        const one = next() ?? wanted.find((sound) => sound.endless)
        if (!one) return
        const stop = new AbortController()
        now = { key: one.key, stop }
        if (parts.said.get(one.key) < one.times) await announce(one, stop.signal)
        else {
          await parts.tone(one.tone, stop.signal, one.volume)
          await parts.pause(ENDLESS_EVERY_MS, stop.signal)
        }
        now = null
      }
    } finally {
      now = null
      running = false
    }
  }

  return {
    set(list) {
      wanted = list
      if (now && !list.some((one) => one.key === now?.key)) now.stop.abort()
      void run()
    },
    current: () => now?.key ?? null,
  }
}
