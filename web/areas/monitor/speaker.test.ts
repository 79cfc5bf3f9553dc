import { expect, it } from 'vitest'
import { createSamples } from '#web/areas/monitor/wall/latency'
import { createSpeaker, type Sounding } from './speaker.ts'

const sound = (key: string, more: Partial<Sounding> = {}): Sounding => ({
  key,
  recordId: key,
  tone: 'two',
  text: key,
  times: 2,
  endless: false,
  ...more,
})

function desk() {
  const heard: string[] = []
  const counts = new Map<string, number>()
  let hold: (() => void) | null = null
  const speaker = createSpeaker({
    tone: async (kind) => void heard.push(kind),
    say: async (text, signal) => {
      heard.push(text)
      if (text.startsWith('long')) {
        await new Promise<void>((resolve) => {
          hold = resolve
          signal.addEventListener('abort', () => resolve())
        })
      }
    },
    // A turn of the event loop: the endless one must not keep the test from going on.
    pause: () => new Promise((resolve) => setTimeout(resolve, 1)),
    said: { get: (key) => counts.get(key) ?? 0, add: (key) => void counts.set(key, (counts.get(key) ?? 0) + 1) },
  })
  return { heard, speaker, finish: () => hold?.() }
}

it('says every alarm its times, in turn, each after its tone', async () => {
  const { heard, speaker } = desk()
  speaker.set([sound('甲', { tone: 'rise' }), sound('乙')])
  await expect.poll(() => heard).toEqual(['rise', '甲', 'two', '乙', 'rise', '甲', 'two', '乙'])
})

it('stops in the middle when somebody goes, and goes on with the next', async () => {
  const { heard, speaker } = desk()
  speaker.set([sound('long 甲', { times: 1 }), sound('乙', { times: 1 })])
  await expect.poll(() => speaker.current()).toBe('long 甲')
  speaker.set([sound('乙', { times: 1 })])
  await expect.poll(() => heard.at(-1)).toBe('乙')
  await expect.poll(() => speaker.current()).toBeNull()
  expect(heard.filter((one) => one === 'long 甲')).toHaveLength(1)
})

it('keeps sounding for a cry for help until it is taken up', async () => {
  const { heard, speaker } = desk()
  speaker.set([sound('SOS', { tone: 'pair', times: 1, endless: true })])
  await expect.poll(() => heard.filter((one) => one === 'pair').length).toBeGreaterThan(3)
  expect(heard.filter((one) => one === 'SOS')).toHaveLength(1)
  speaker.set([])
  await expect.poll(() => speaker.current()).toBeNull()
})

it('measures the last hour by nearest rank', () => {
  let now = 0
  const samples = createSamples(() => now)
  for (let ms = 1; ms <= 100; ms++) samples.add(ms)
  expect(samples.p99()).toBe(99)
  now = 3_700_000
  samples.add(7)
  expect(samples.p99()).toBe(7)
})
