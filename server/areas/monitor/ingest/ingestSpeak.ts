// What one message of a device comes to, added to the plan of its batch: a reading, a position, a press, a status.

import type { Button } from '#contract/monitor/payload'
import { OnlineStatus } from '#contract/monitor/words'
import { cleaned, evaluate, type Reading, watchedKinds } from '#server/areas/monitor/alarmRule/evaluate'
import type { AlarmEvent, Trace } from '#server/areas/monitor/alarmRule/evaluation'
import { evaluateTag } from '#server/areas/monitor/position/positionEvaluate'
import type { TagContext, TagMessage, TagState } from '#server/areas/monitor/position/positionRun'
import type { HeardPressData, Parsed } from './ingestParse.ts'
import type { DeviceChange, DeviceEvent, Drafting, PressRow, PressSaid, StateRow, Told } from './ingestRows.ts'
import { noteUnheard } from './ingestUnheard.ts'
import { addToMinute } from './minutes.ts'
import { pressAgain } from './pressAgain.ts'
import { isPossible, saidText, saidTime } from './readingTime.ts'

const NOTHING_SAID: PressSaid = { deviceTime: null, oddity: null }

export function take(
  drafting: Drafting,
  state: StateRow,
  change: DeviceChange,
  told: Told,
  message: Parsed,
  at: number,
  closed: Record<string, number>,
): void {
  switch (message.channel) {
    case 'reading': {
      const { data } = message
      const reading: Reading = {
        at,
        inBed: data.inBed === 1 ? 1 : 0,
        heart: data.heart ?? null,
        breath: data.breath ?? null,
        move: data.move ?? 0,
        turn: data.turn ?? 0,
        wet: data.wet ?? 0,
      }
      mattressSpeaks(drafting, state, change, told, reading, closed)
      return
    }
    case 'position': {
      const { data } = message
      const { battery, work, strap, fault } = data
      const onMap = data.map !== null && data.map !== undefined && told.house.mapKeys.has(data.map)
      const fix = onMap && typeof data.x === 'number' && typeof data.y === 'number'
      const place = fix ? { mapId: data.map, x: data.x, y: data.y } : { mapId: null, x: null, y: null }
      const said: TagMessage = { at, heard: told.arrivedAt, kind: 'position', battery, work, strap, fault, ...place }
      tagSpeaks(drafting, state, told, said, closed)
      return
    }
    case 'press':
      pressSpeaks(drafting, state, told, message.data, closed)
      return
    case 'sign': {
      const { at: _, no, battery: __, signal: ___, ...values } = message.data
      drafting.plan.signs.push({ device: told.device, at, messageNo: String(no), values })
      return
    }
    case 'status': {
      const { firmware, upgrade } = message.data
      if (firmware) change.firmware = firmware
      if (upgrade) change.lastUpgrade = upgrade === 'ok' ? 1 : 0
    }
  }
}

/** A device's clock is wrong when its time cannot be; a press that was only under way for long has a right one. */
function pressSaid({ at, garbled }: HeardPressData, arrivedAt: number): PressSaid {
  const deviceTime = saidText(at, arrivedAt)
  const said = saidTime(at)
  const wrong = deviceTime !== null && (said === null || !isPossible(said, arrivedAt))
  const oddities = [...(wrong ? ['设备时钟不对，按到达时间记录'] : []), ...(garbled === null ? [] : [garbled])]
  return { deviceTime, oddity: oddities.length > 0 ? oddities.join('；') : null }
}

/** Judged by its arrival: whatever time its device says, somebody is calling now. */
function pressSpeaks(
  drafting: Drafting,
  state: StateRow,
  told: Told,
  data: HeardPressData,
  closed: Record<string, number>,
): void {
  const { device, arrivedAt } = told
  const said = saidTime(data.at)
  const words = pressSaid(data, arrivedAt)
  if (device.kind === 'CALL') {
    pointSpeaks(drafting, state, told, data.button, said, words)
    return
  }
  const message: TagMessage = { at: arrivedAt, kind: 'press', button: data.button, said }
  tagSpeaks(drafting, state, told, message, closed, words)
}

/** A reset sent shortly before the last press means an earlier call: both times are of the same clock. */
const ORDER_MS = 10 * 60_000

function pointSpeaks(
  drafting: Drafting,
  { kept }: StateRow,
  { device, arrivedAt }: Told,
  button: Button,
  said: number | null,
  words: PressSaid,
): void {
  const { again, presses } = pressAgain(kept.presses, button, said, arrivedAt)
  if (again) {
    noteUnheard(drafting.plan, device, 'AGAIN', arrivedAt)
    return
  }
  if (presses.length > 0) kept.presses = presses
  else delete kept.presses
  const before = kept.called
  const calls = button !== 'reset' && button !== 'answer'
  if (button === 'reset' && before && before.said !== null && said !== null) {
    const older = before.said - said
    if (older > 0 && older <= ORDER_MS && arrivedAt - before.heard <= ORDER_MS) return
  }
  // Another process may have heard the press by a clock that is a little ahead.
  const at = Math.max(arrivedAt, before?.heard ?? 0)
  if (calls) kept.called = { said, heard: at }
  const own = drafting.pressed.get(device)
  // Pressed hundreds of times a second it is still one call, with its count.
  if (calls && own?.last.button === button) {
    own.last.times++
    own.last.said = { deviceTime: words.deviceTime, oddity: words.oddity ?? own.last.said.oddity }
    return
  }
  const last: PressRow = { device, button, at, arrivedAt, times: 1, said: words }
  drafting.plan.presses.push(last)
  const count = (own?.count ?? 0) + 1
  drafting.pressed.set(device, { last, count })
  drafting.most = Math.max(drafting.most, count)
}

function addEvents(
  drafting: Drafting,
  told: Told,
  events: readonly AlarmEvent[],
  at: DeviceEvent['at'],
  said = NOTHING_SAID,
): void {
  const { plan, rounds } = drafting
  const { device, house, arrivedAt } = told
  for (const event of events) {
    const key = `${device.orgId} ${device.deviceId} ${event.type}`
    const before = rounds.get(key)
    const last = before?.last
    // Raised again at once: one alarm with its count.
    if (event.do === 'raise' && last?.event.do === 'raise' && last.event.kind === event.kind) {
      last.times++
      last.lastAt = Math.max(last.lastAt, event.at)
      last.event = { ...event, startAt: last.event.startAt, at: last.event.at }
      last.at = at
      last.said = { deviceTime: said.deviceTime, oddity: said.oddity ?? last.said.oddity }
      continue
    }
    const added: DeviceEvent = { device, event, arrivedAt, at, times: 1, lastAt: event.at, said }
    plan.events.push(added)
    const count = (before?.count ?? 0) + 1
    rounds.set(key, { last: added, count })
    drafting.most = Math.max(drafting.most, count)
  }
  if (events.length > 0) plan.ladders.set(device.orgId, house.ladder)
}

function mattressSpeaks(
  drafting: Drafting,
  state: StateRow,
  change: DeviceChange,
  told: Told,
  raw: Reading,
  closed: Record<string, number>,
): void {
  const { plan } = drafting
  const { device, house } = told
  const before = state.kept.bed ?? {}
  const reading = cleaned(before, raw)
  const context = {
    rules: house.rulesFor(device),
    muted: device.away || device.oldmanId === null,
    intervalS: device.intervalS,
    closed,
  }
  const answer = evaluate(context, before, reading)
  if (answer.late) {
    plan.late.push({ device, ...reading })
    // One that is doubled was counted the first time.
    if (reading.at !== before.at) {
      noteUnheard(plan, device, 'LATE', reading.at, Math.round((told.arrivedAt - reading.at) / 1_000))
    }
    return
  }
  plan.readings.push({ device, ...reading })
  const left = before.inBed === 1 && reading.inBed === 0
  const { running, done } = addToMinute(state.kept.minute, reading, left)
  if (done) plan.minutes.push({ device, ...done })
  state.kept.bed = answer.state
  state.kept.minute = running
  state.reading = reading
  if (device.inBed !== reading.inBed) change.inBed = reading.inBed
  addEvents(drafting, told, answer.events, null)
  plan.tiles.set(device, {
    deviceId: device.deviceId,
    online: OnlineStatus.is.online,
    inBed: reading.inBed,
    heart: reading.heart,
    breath: reading.breath,
    move: reading.move,
    wet: reading.wet,
    at: reading.at,
    since: answer.state.since ?? null,
    watching: watchedKinds(answer.state),
  })
}

const FIX_LASTS_MS = 5 * 60_000

/** Where positioning is switched off nothing is evaluated, but a cry for help is heard. */
const PRESSES_ONLY: TagContext = { rules: [], rails: [], muted: false }

export function tagSpeaks(
  drafting: Drafting,
  state: StateRow,
  told: Told,
  message: TagMessage,
  closed: Record<string, number>,
  said = NOTHING_SAID,
): void {
  const { plan } = drafting
  const { device, house } = told
  const before: TagState = state.kept.tag ?? {}
  const merged = { ...before, closed: { ...before.closed, ...closed } }
  const context = house.tagContext(device) ?? (message.kind === 'press' ? PRESSES_ONLY : null)
  const fresh = message.kind === 'position' && (before.at === undefined || message.at > before.at)
  const mapKey = message.mapId ? house.mapKeys.get(message.mapId) : undefined
  if (
    message.kind === 'position' &&
    mapKey !== undefined &&
    typeof message.x === 'number' &&
    typeof message.y === 'number'
  ) {
    plan.positions.push({ device, at: message.at, mapKey, x: message.x, y: message.y })
  }
  if (fresh) {
    const fixed = mapKey !== undefined
    state.tag = {
      mapId: fixed ? (message.mapId ?? null) : null,
      x: fixed ? (message.x ?? null) : null,
      y: fixed ? (message.y ?? null) : null,
      at: message.at,
      work: message.work ?? null,
      strap: message.strap ?? null,
      fault: message.fault ?? null,
    }
    if (fixed) {
      plan.dots.set(device, {
        deviceId: device.deviceId,
        mapId: message.mapId ?? null,
        x: message.x ?? null,
        y: message.y ?? null,
        at: message.at,
        battery: message.battery ?? device.battery,
        online: OnlineStatus.is.online,
      })
    }
  }
  if (context === null) {
    state.kept.tag = { ...merged, ...(fresh && { at: message.at, heardAt: told.arrivedAt }) }
    return
  }
  // Presses are not stored: that one was sent again is kept in its own words.
  const trace: Trace | undefined = message.kind === 'press' ? [] : undefined
  const answer = evaluateTag(context, merged, message, trace)
  if (trace?.some((one) => one.verdict === 'SAME_PRESS')) noteUnheard(plan, device, 'AGAIN', message.at)
  state.kept.tag = answer.state
  const { fix } = answer.state
  // An older one says where the tag was; then its wearer's bed is named instead.
  const place = fix && told.arrivedAt - fix.at <= FIX_LASTS_MS ? { mapId: fix.mapId, x: fix.x, y: fix.y } : null
  addEvents(drafting, told, answer.events, place, said)
}
