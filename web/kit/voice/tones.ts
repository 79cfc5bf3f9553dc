// Tones and voice of the browser. Both may be missing or forbidden until the user has touched the page; then it is silent.

/** Two tones for a bed-exit, three rising for heart and breath, a pair for SOS; calls have the rings of their setting. */
export type ToneKind = 'two' | 'rise' | 'pair' | 'DING' | 'CHIME' | 'URGENT' | 'blind'

let context: AudioContext | null = null

function audio(): AudioContext | null {
  try {
    context ??= new AudioContext()
    if (context.state === 'suspended') void context.resume().catch(() => undefined)
    return context
  } catch {
    return null
  }
}

/** Browsers let nothing sound before the first touch or key. */
export function isSilencedByBrowser(): boolean {
  return audio()?.state === 'suspended'
}

/** [frequency in Hz, start and length in seconds] */
const NOTES: Readonly<Record<ToneKind, readonly (readonly [number, number, number])[]>> = {
  two: [
    [660, 0, 0.22],
    [523, 0.28, 0.32],
  ],
  rise: [
    [523, 0, 0.18],
    [659, 0.22, 0.18],
    [880, 0.44, 0.34],
  ],
  pair: [
    [880, 0, 0.24],
    [698, 0.26, 0.24],
    [880, 0.56, 0.24],
    [698, 0.82, 0.24],
  ],
  blind: [
    [330, 0, 0.4],
    [247, 0.5, 0.4],
    [165, 1, 0.8],
  ],
  DING: [
    [988, 0, 0.42],
    [784, 0.46, 0.6],
  ],
  CHIME: [
    [523, 0, 0.3],
    [659, 0.32, 0.3],
    [784, 0.64, 0.55],
  ],
  URGENT: [0, 0.22, 0.44, 0.66, 0.88, 1.1].map((start) => [1480, start, 0.13] as const),
}
const LOUD = 0.32

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) {
      resolve()
      return
    }
    const timer = setTimeout(resolve, ms)
    signal.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
export const pause = wait

/** `volume` 0 to 100. */
export async function playTone(kind: ToneKind, signal: AbortSignal, volume = 100): Promise<void> {
  const sound = audio()
  const notes = NOTES[kind]
  const length = Math.max(...notes.map(([, start, span]) => start + span))
  if (sound && sound.state === 'running') {
    const gain = sound.createGain()
    gain.gain.value = (LOUD * volume) / 100
    gain.connect(sound.destination)
    const begin = sound.currentTime
    const oscillators = notes.map(([frequency, start, span]) => {
      const one = sound.createOscillator()
      one.type = 'triangle'
      one.frequency.value = frequency
      one.connect(gain)
      one.start(begin + start)
      one.stop(begin + start + span)
      return one
    })
    signal.addEventListener('abort', () => {
      gain.disconnect()
      for (const one of oscillators) one.disconnect()
    })
  }
  await wait((length + 0.1) * 1_000, signal)
}

/** A voice that never ends (some browsers lose the event) must not hold up the next alarm. */
const LONGEST_MS = 15_000

export function sayAloud(
  text: string,
  signal: AbortSignal,
  volume = 100,
  rate = 0.95,
  longest = LONGEST_MS,
): Promise<void> {
  const voice = globalThis.speechSynthesis
  if (!voice) return wait(500, signal)
  return new Promise((resolve) => {
    const words = new SpeechSynthesisUtterance(text)
    words.lang = 'zh-CN'
    words.rate = rate
    words.volume = Math.min(1, volume / 100)
    const spoken = voice.getVoices().find((one) => one.lang.replace('_', '-').startsWith('zh'))
    if (spoken) words.voice = spoken
    const timer = setTimeout(resolve, longest)
    const done = () => {
      clearTimeout(timer)
      resolve()
    }
    words.onend = done
    words.onerror = done
    signal.addEventListener('abort', () => {
      voice.cancel()
      done()
    })
    voice.speak(words)
  })
}
