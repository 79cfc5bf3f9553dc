// Whatever a device says, on every channel, by any clock: the plan of its batch stands, nothing of it can be refused by the
// database, every press is an alarm or a repetition of an open one, and nothing is lost without being counted.

import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { BUTTONS } from '#contract/monitor/payload'
import type { DeviceKindValue } from '#contract/monitor/words'
import { hasValue, vitalFaults } from '#contract/nursing/vitalJudge'
import type { House, KnownDevice } from '#server/areas/monitor/device/devices'
import { context, rail } from '#server/areas/monitor/test/tagPlay'
import { apartDraft } from './ingestApart.ts'
import { parseMessage } from './ingestParse.ts'
import { draftOf } from './ingestPlan.ts'
import type { DeviceStateRow, Kept, Plan, Told } from './ingestRows.ts'
import { MOST } from './minutes.ts'
import { RETRY_MS } from './pressAgain.ts'
import { OLDEST_MS, saidTime } from './readingTime.ts'

const NOW = Date.parse('2026-11-16T22:00:00+08:00')
const MAP = 'm1'

const deviceOf = (kind: DeviceKindValue, deviceId: string = kind): KnownDevice => ({
  orgId: 'o'.repeat(32),
  deviceId,
  deviceKey: 1,
  deviceNo: `N-${deviceId}`,
  kind,
  enabled: true,
  callFamily: 'R10',
  callerType: 'BED',
  bedId: 'bed',
  roomId: 'room',
  oldmanId: 'resident',
  userId: null,
  levelId: null,
  deptId: null,
  away: false,
  gone: false,
  intervalS: 5,
  online: 1,
  inBed: null,
  battery: null,
  clockOffsetS: 0,
})

/** Every kind of rule, at once and without a cool-down, so that every message may raise something. */
const RULES = Object.fromEntries(
  ['HEART', 'BREATH', 'EXIT', 'MOVE', 'STILL', 'WET'].map((kind) => [
    kind,
    [
      {
        ruleId: kind,
        kind,
        scope: 'ALL',
        scopeIds: [],
        windows: [],
        upper: 100,
        lower: 40,
        recoverUpper: null,
        recoverLower: null,
        durationS: 0,
        recoverS: 0,
        repeatS: 1,
        cooldownS: 0,
        level: 3,
        voiceTimes: 1,
      },
    ],
  ]),
)

const house = (tags: 'on' | 'off' = 'on') =>
  ({
    mapKeys: new Map([[MAP, 7]]),
    ladder: {},
    rulesFor: () => RULES,
    tagContext: () => (tags === 'on' ? context({ rails: [rail({})] }) : null),
  }) as unknown as House

const told = (device: KnownDevice, channel: string, payload: Buffer, arrivedAt = NOW, at = house()): Told => ({
  device,
  house: at,
  heard: parseMessage(device.kind, channel, payload),
  arrivedAt,
  channel,
  payload,
})
const said = (value: unknown) => Buffer.from(JSON.stringify(value) ?? '')

/** Devices that live on: what a plan keeps is what the next begins with. */
class Devices {
  readonly states = new Map<string, DeviceStateRow>()
  constructor(devices: readonly KnownDevice[]) {
    for (const one of devices) this.states.set(`${one.orgId} ${one.deviceId}`, { version: 0, kept: '{}', closed: {} })
  }
  take(all: readonly Told[]): Plan {
    const draft = draftOf(this.states)
    for (const one of all) draft.add(one)
    expect([...draft.failed()]).toEqual([])
    const plan = draft.plan()
    for (const { device, version, text } of plan.states) {
      this.states.set(`${device.orgId} ${device.deviceId}`, { version: version + 1, kept: text, closed: {} })
    }
    return plan
  }
}

/** Texts and numbers as PostgreSQL takes them: no NUL, no half characters, whole numbers in their columns. */
function storable(plan: Plan): void {
  const wrong: string[] = []
  JSON.stringify({ ...plan, ladders: null, asides: plan.asides.map(({ payload: _, ...row }) => row) }, (_, value) => {
    if (typeof value === 'string' && /\0|\p{Surrogate}/u.test(value)) wrong.push(value)
    return value as unknown
  })
  expect(wrong).toEqual([])
  const young = (at: number) => {
    expect(Number.isInteger(at)).toBe(true)
    expect(at).toBeGreaterThanOrEqual(NOW - OLDEST_MS)
    expect(at).toBeLessThanOrEqual(NOW + 86_400_000)
  }
  for (const row of [...plan.readings, ...plan.late]) {
    young(row.at)
    for (const value of [row.heart ?? 0, row.breath ?? 0, row.turn, row.move, row.wet, row.inBed]) {
      expect(Number.isInteger(value) && value >= 0 && value <= 255).toBe(true)
    }
  }
  for (const row of plan.signs) {
    young(row.at)
    expect(vitalFaults(row.values)).toEqual([])
    expect(hasValue(row.values)).toBe(true)
  }
  for (const row of plan.positions) {
    young(row.at)
    // Smaller than this a number is refused by a column of single precision, not rounded.
    for (const value of [row.x, row.y]) expect(value === 0 || Math.abs(value) >= 0.001).toBe(true)
  }
  for (const row of plan.minutes) expect(Math.max(row.n, row.turns, row.moves, row.exits)).toBeLessThanOrEqual(MOST)
  for (const { event } of plan.events) {
    young(event.at)
    if (event.do === 'raise') expect(event.startAt).toBeLessThanOrEqual(event.at)
  }
  for (const { clockOffsetS = 0, battery = 0 } of plan.changes) {
    expect(Math.abs(clockOffsetS)).toBeLessThan(2 ** 31)
    expect(Number.isInteger(battery)).toBe(true)
  }
}

const clocks = fc.oneof(
  fc.constantFrom<unknown>(0, -1, 1e308, -1e308, 5e-324, NOW * 1_000, NOW / 1_000, 253_402_300_800_000, 9e15),
  fc.constantFrom<unknown>('9999-12-31T23:59:59Z', '1970-01-01', 'soon', '\u0000', '\ud800', '', {}, [], true, null),
  fc.integer({ min: NOW - 40 * 86_400_000, max: NOW + 40 * 86_400_000 }),
  fc.double(),
  fc.string({ unit: 'binary' }),
  fc.jsonValue(),
)
const texts = fc.oneof(
  fc.constantFrom('\u0000', 'a\u0000b', '\ud800', 'x'.repeat(5_000)),
  fc.string({ unit: 'binary' }),
)
const numbers = fc.oneof(fc.constantFrom(0, 1, 2, 50, 255, 256, -1, 1e-320, 1e308, -0), fc.integer(), fc.double())
const anything = fc.oneof(texts, numbers, fc.jsonValue())
/** Fields of the channels with all sorts of values, and others. */
const fields = fc.record(
  {
    at: clocks,
    inBed: fc.oneof(fc.constantFrom(0, 1), anything),
    heart: anything,
    breath: anything,
    move: fc.oneof(fc.constantFrom(0, 1, 2), anything),
    turn: fc.oneof(fc.constantFrom(0, 50), anything),
    wet: fc.oneof(fc.constantFrom(0, 1), anything),
    map: fc.oneof(fc.constant(MAP), anything),
    x: numbers,
    y: numbers,
    battery: anything,
    work: fc.oneof(fc.constantFrom('work', 'sleep'), anything),
    strap: fc.oneof(fc.constantFrom(0, 1), anything),
    fault: texts,
    signal: anything,
    button: fc.oneof(fc.constantFrom(...BUTTONS), anything),
    firmware: texts,
    upgrade: fc.oneof(fc.constantFrom('ok', 'failed'), anything),
    no: fc.oneof(fc.constantFrom(1, 'a-1'), anything),
    systolic: fc.oneof(fc.constantFrom(128, 60), anything),
    diastolic: fc.oneof(fc.constantFrom(76, 90), anything),
    pulse: fc.oneof(fc.constantFrom(72), anything),
    temperature: fc.oneof(fc.constantFrom(36.57, 38.6), anything),
    glucose: fc.oneof(fc.constantFrom(5.6), anything),
    glucoseTiming: anything,
    heard: anything,
    listening: anything,
    kind: anything,
    constructor: anything,
  },
  { requiredKeys: [] },
)
const payloads = fc.oneof(
  { weight: 6, arbitrary: fields.map(said) },
  { weight: 2, arbitrary: fc.jsonValue().map(said) },
  { weight: 1, arbitrary: fc.constant(Buffer.from('{"at":1e400,"inBed":1,"x":1e400,"button":"sos"}')) },
  { weight: 1, arbitrary: fc.json().map((text) => Buffer.from(text)) },
  { weight: 2, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
)
const channels = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom('reading', 'position', 'press', 'status', 'sign') },
  { weight: 1, arbitrary: fc.oneof(fc.constantFrom('constructor', '__proto__', ''), fc.string()) },
)
const kinds = fc.constantFrom<DeviceKindValue>('MATTRESS', 'TAG', 'CALL', 'SIGN')

test('any bytes on any channel of any device: understood, or kept aside and counted; never thrown, always storable', () => {
  const message = fc.record({ kind: kinds, channel: channels, payload: payloads, later: fc.nat(120_000) })
  fc.assert(
    fc.property(fc.array(message, { minLength: 1, maxLength: 6 }), (all) => {
      const known = {
        MATTRESS: deviceOf('MATTRESS'),
        TAG: deviceOf('TAG'),
        CALL: deviceOf('CALL'),
        SIGN: deviceOf('SIGN'),
      }
      const devices = new Devices(Object.values(known))
      let arrivedAt = NOW
      for (const { kind, channel, payload, later } of all) {
        arrivedAt += later
        const one = told(known[kind], channel, payload, arrivedAt)
        const { message: used, fault } = one.heard as Exclude<Told['heard'], 'silence'>
        const plan = devices.take([one])
        storable(plan)
        // Nothing is lost silently: what was not used, or not wholly, is there as it came.
        expect(used !== null || fault !== null).toBe(true)
        expect(plan.asides.map((row) => row.payload.equals(payload))).toEqual(fault === null ? [] : [true])
        expect(plan.changes.some((change) => change.bad?.count === 1)).toBe(fault !== null)
        if (used?.channel === 'sign') expect(plan.signs).toHaveLength(1)
        if (used?.channel === 'reading') expect(plan.readings.length + plan.late.length).toBe(1)
      }
    }),
    { numRuns: 250 },
  )
})

test('whatever comes on the channel of the presses is somebody calling', () => {
  fc.assert(
    fc.property(fc.constantFrom('TAG' as const, 'CALL' as const), payloads, fc.boolean(), (kind, payload, off) => {
      const device = deviceOf(kind)
      const one = told(device, 'press', payload, NOW, house(off ? 'off' : 'on'))
      const { message } = one.heard as Exclude<Told['heard'], 'silence'>
      const plan = new Devices([device]).take([one])
      storable(plan)
      const raised = plan.events.filter(({ event }) => event.do === 'raise' && /^(sos|manualAlarm)$/.test(event.type))
      if (message === null) {
        // Only a tag that says it resets or answers something, which it cannot.
        expect(kind).toBe('TAG')
        expect(String(JSON.parse(payload.toString()).button).trim().toLowerCase()).toMatch(/^(reset|answer)$/)
      } else expect(raised.length + plan.presses.length).toBe(1)
    }),
    { numRuns: 400 },
  )
})

describe('for any sequence of clocks', () => {
  const presses = fc.array(
    fc.record({
      at: clocks,
      /** Milliseconds after the one before. */
      later: fc.oneof(fc.constant(0), fc.nat(5 * 60_000)),
      button: fc.constantFrom<'sos' | 'manual'>('sos', 'manual'),
      /** The same message once more. */
      again: fc.boolean(),
      /** A nurse has closed it before the next. */
      handled: fc.boolean(),
    }),
    { minLength: 1, maxLength: 10 },
  )

  test('every distinct press of a tag raises or repeats its alarm when it arrives', () => {
    fc.assert(
      fc.property(presses, fc.boolean(), (all, off) => {
        const device = deviceOf('TAG')
        const devices = new Devices([device])
        const heard: [string, number, number][] = []
        let arrivedAt = NOW
        for (const { at, later, button, again, handled } of all) {
          arrivedAt += later
          for (let n = 0; n < (again ? 2 : 1); n++) {
            const plan = devices.take([
              told(device, 'press', said({ at, button }), arrivedAt, house(off ? 'off' : 'on')),
            ])
            const time = saidTime(JSON.parse(JSON.stringify({ at })).at)
            const sure = time !== null && time <= arrivedAt + 300_000 && time >= arrivedAt - OLDEST_MS
            const known = heard.some(([b, t, h]) => b === button && t === time && arrivedAt - h <= RETRY_MS)
            const raises = plan.events.filter(({ event }) => event.do === 'raise')
            if (sure && known) expect(raises).toEqual([])
            else {
              expect(raises.map(({ event }) => event.type)).toEqual([button === 'sos' ? 'sos' : 'manualAlarm'])
              expect(raises[0]!.event.at).toBe(arrivedAt)
              if (time !== null && Math.abs(time - arrivedAt) > 10_000) expect(raises[0]!.said.deviceTime).toBeTruthy()
              if (time !== null && time < arrivedAt - OLDEST_MS) expect(raises[0]!.said.oddity).toContain('时钟不对')
            }
            if (sure && !known) heard.push([button, time, arrivedAt])
          }
          const key = `${device.orgId} ${device.deviceId}`
          if (handled) devices.states.get(key)!.closed = { sos: arrivedAt, manualAlarm: arrivedAt }
        }
      }),
      { numRuns: 200 },
    )
  })

  test('every distinct press of a call point reaches its call', () => {
    fc.assert(
      fc.property(presses, (all) => {
        const device = deviceOf('CALL')
        const devices = new Devices([device])
        const heard: [string, number, number][] = []
        let arrivedAt = NOW
        for (const { at, later, button: which, again, handled } of all) {
          arrivedAt += later
          const button = which === 'sos' ? 'bed' : 'toilet'
          for (let n = 0; n < (again ? 2 : 1); n++) {
            const plan = devices.take([told(device, 'press', said({ at, button }), arrivedAt)])
            const time = saidTime(JSON.parse(JSON.stringify({ at })).at)
            const sure = time !== null && time <= arrivedAt + 300_000 && time >= arrivedAt - OLDEST_MS
            const known = heard.some(([b, t, h]) => b === button && t === time && arrivedAt - h <= RETRY_MS)
            const calls = plan.presses.map((one) => [one.button, one.at, one.times])
            expect(calls).toEqual(sure && known ? [] : [[button, arrivedAt, 1]])
            if (calls.length > 0 && time !== null && Math.abs(time - arrivedAt) > 10_000) {
              expect(plan.presses[0]!.said.deviceTime).toBeTruthy()
            }
            if (sure && !known) heard.push([button, time, arrivedAt])
          }
          if (handled) devices.take([told(device, 'press', said({ button: 'reset' }), arrivedAt)])
        }
      }),
      { numRuns: 200 },
    )
  })

  test('six presses by a clock an hour behind, and one older than the press before, are seven', () => {
    const device = deviceOf('TAG')
    const devices = new Devices([device])
    const times = [0, -60_000, -3_600_000, -3_599_000, -3_598_000, -3_597_000, -120_000]
    const raised = times.map((off, n) => {
      const arrivedAt = NOW + n * 1_000
      return devices.take([told(device, 'press', said({ at: NOW + off, button: 'sos' }), arrivedAt)]).events.length
    })
    expect(raised).toEqual([1, 1, 1, 1, 1, 1, 1])
  })
})

test('a device whose first messages are by a wrong clock is not missing for as long as its clock is wrong', () => {
  for (const off of [-20 * 60_000, -3_600_000, -86_400_000]) {
    const [mattress, tag] = [deviceOf('MATTRESS'), deviceOf('TAG')]
    const devices = new Devices([mattress, tag])
    const began: number[] = []
    for (let n = 0; n < 4; n++) {
      const arrivedAt = NOW + n * 5_000
      const at = arrivedAt + off
      const plan = devices.take([
        told(mattress, 'reading', said({ at, inBed: 0 }), arrivedAt),
        // It has signal, but no position; its strap is open.
        told(tag, 'position', said({ at, strap: 0 }), arrivedAt),
      ])
      // Of the first nobody can say whether it is old news; from the second on it is known.
      if (n === 0) continue
      for (const { event } of plan.events) if (event.do === 'raise') began.push(event.startAt)
      expect(plan.events.map(({ event }) => event.type)).not.toContain('locationOffline')
    }
    expect(began.filter((at) => at < NOW)).toEqual([])
    const { bed, tag: kept } = {
      ...JSON.parse(devices.states.get(`${mattress.orgId} MATTRESS`)!.kept),
      ...JSON.parse(devices.states.get(`${tag.orgId} TAG`)!.kept),
    } as Kept
    expect([bed!.since, kept!.noFixAt, kept!.strapSince]).toEqual([NOW, NOW, NOW])
  }
})

test('a button pressed five hundred times at once is one alarm with its count; of another device a second one', () => {
  const [tag, other, point] = [deviceOf('TAG'), deviceOf('TAG', 'other'), deviceOf('CALL')]
  const devices = new Devices([tag, other, point])
  const many = Array.from({ length: 500 }, (_, n) => told(tag, 'press', said({ at: NOW + n, button: 'sos' }), NOW + n))
  const calls = Array.from({ length: 500 }, (_, n) =>
    told(point, 'press', said({ at: NOW + n, button: 'bed' }), NOW + n),
  )
  const plan = devices.take([...many, told(other, 'press', said({ button: 'sos' })), ...calls])
  expect(plan.events.map((one) => [one.device.deviceId, one.times])).toEqual([
    ['TAG', 500],
    ['other', 1],
  ])
  expect(plan.presses.map((one) => [one.button, one.times])).toEqual([['bed', 500]])
})

test('a reset sent shortly before the last press means an earlier call; by a clock that jumped back it is one', () => {
  for (const [off, cleared] of [
    [-500, false],
    [500, true],
    [-3_600_000, true],
  ] as const) {
    const device = deviceOf('CALL')
    const devices = new Devices([device])
    devices.take([told(device, 'press', said({ at: NOW, button: 'bed' }))])
    const { presses } = devices.take([told(device, 'press', said({ at: NOW + off, button: 'reset' }), NOW + 2_000)])
    expect(presses.map((one) => one.button)).toEqual(cleared ? ['reset'] : [])
  }
})

test('a device whose remembered state is broken is left out of the plan, and its presses count from a fresh one', () => {
  const [broken, well] = [deviceOf('MATTRESS', 'broken'), deviceOf('MATTRESS', 'well')]
  const tag = deviceOf('TAG')
  const states = new Devices([broken, well, tag]).states
  states.get(`${broken.orgId} broken`)!.kept = JSON.stringify({ bed: { moves: 5, inBed: 1, at: NOW - 1_000 } })
  states.get(`${tag.orgId} TAG`)!.kept = '{"tag":'
  const draft = draftOf(states)
  const press = told(tag, 'press', said({ button: 'sos' }))
  const reading = said({ inBed: 1, move: 2 })
  for (const one of [told(well, 'reading', reading), told(broken, 'reading', reading), press]) draft.add(one)
  expect([...draft.failed().keys()]).toEqual([`${broken.orgId} broken`, `${tag.orgId} TAG`])
  expect(draft.plan().readings.map((one) => one.device.deviceId)).toEqual(['well'])
  states.get(`${tag.orgId} TAG`)!.kept = '{}'
  const apart = apartDraft(states, [press, told(broken, 'reading', reading)]).plan()
  expect(apart.events.map((one) => one.event.type)).toEqual(['sos'])
  expect(apart.asides.map((one) => one.deviceId)).toEqual(['broken'])
})
