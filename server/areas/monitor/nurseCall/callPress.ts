// Presses of a call point: open a call with its alarm, raise the count of the open one, answer it, or clear it at the bed.
// Which press is new was decided before (pressAgain.ts): whatever comes here counts.
// Runs in the transaction that takes the message in; the device's row is locked, so presses of one device queue.

import type pg from 'pg'
import { VoiceSwitch } from '#contract/monitor/callVoice'
import type { Button } from '#contract/monitor/payload'
import { AlarmStatus, CallerType, type CallerTypeValue } from '#contract/monitor/words'
import { addSteps } from '#server/areas/monitor/alarm/alarmClose'
import { type Changed, raiseAlarms } from '#server/areas/monitor/alarm/alarmRaise'
import { beginAgain, waitForResult } from '#server/areas/monitor/ladder/ladder'
import { callVoiceOf } from './callSettings.ts'

export interface PressedDevice {
  orgId: string
  deviceId: string
  deviceNo: string
  callFamily: string | null
  callerType: string | null
  bedId: string | null
  roomId: string | null
  oldmanId: string | null
  deptId: string | null
}

/** How many presses of the button it stands for, and what is to be said of them. */
export interface PressMore {
  times?: number
  deviceTime?: string | null
  oddity?: string | null
}

const HIGH = 3
const MIDDLE = 2
/** A call grows into one that stands above it and never shrinks. */
const RANK: Readonly<Record<CallerTypeValue, number>> = { REINFORCE: 4, TOILET: 3, BED: 2, DOOR: 1 }
export const callLevel = (type: CallerTypeValue) => (RANK[type] >= RANK.TOILET ? HIGH : MIDDLE)
export const callContent = (type: CallerTypeValue) => `${CallerType.label(type)}呼叫`

/** The button says what is asked; a plain call is of the place where the device hangs. */
function typeOf(device: PressedDevice, button: Button): CallerTypeValue | null {
  if (button === 'reinforce') return 'REINFORCE'
  if (button === 'toilet') return 'TOILET'
  if (button === 'door') return 'DOOR'
  return button === 'bed' ? ((device.callerType as CallerTypeValue | null) ?? 'BED') : null
}

interface OpenCall {
  callId: string
  callerType: CallerTypeValue
  /** Milliseconds since 1970: of the first press and of the last. */
  callAt: number
  lastAt: number
  answered: boolean
}

/** Presses of one device wait for each other here, also those taken in by another process. */
async function lockedCall(client: pg.ClientBase, device: PressedDevice): Promise<OpenCall | null> {
  await client.query({
    name: 'call-lock-device',
    text: 'select 1 from device where org_id = $1 and device_id = $2 for no key update',
    values: [device.orgId, device.deviceId],
  })
  const { rows } = await client.query<OpenCall>({
    name: 'call-open-of',
    text: `select c.call_id as "callId", c.caller_type as "callerType", c.answer_at is not null as answered,
        (extract(epoch from c.call_at) * 1000)::float8 as "callAt",
        (extract(epoch from greatest(c.call_at, a.repeated_at)) * 1000)::float8 as "lastAt"
      from call_record c join alarm_record a on a.org_id = c.org_id and a.record_id = c.call_id
      where c.org_id = $1 and c.device_id = $2 and c.clear_at is null for update of a`,
    values: [device.orgId, device.deviceId],
  })
  return rows[0] ?? null
}

async function openCall(
  client: pg.ClientBase,
  device: PressedDevice,
  type: CallerTypeValue,
  at: number,
  { times = 1, deviceTime = null, oddity = null }: PressMore,
): Promise<Changed[]> {
  const voice = await callVoiceOf(client, device.orgId)
  const [raised] = await raiseAlarms(client, [
    {
      orgId: device.orgId,
      source: 'CALL',
      deviceId: device.deviceId,
      deviceNo: device.deviceNo,
      bedId: device.bedId,
      roomId: device.roomId,
      oldmanId: device.oldmanId,
      userId: null,
      deptId: device.deptId,
      type,
      kind: null,
      ruleId: null,
      level: callLevel(type),
      content: callContent(type),
      value: null,
      threshold: null,
      unit: null,
      voiceTimes: voice.enabled === VoiceSwitch.is.on ? voice.times : 0,
      mapId: null,
      x: null,
      y: null,
      startAt: at,
      raisedAt: at,
      times,
      lastAt: at,
      deviceTime,
      oddity,
    },
  ])
  await client.query({
    name: 'call-insert',
    text: `insert into call_record (org_id, call_id, family, device_id, device_no, bed_id, room_id, oldman_id, dept_id,
        caller_type, call_at, presses)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, to_timestamp($11::float8 / 1000), $12)
      on conflict (org_id, call_id) do nothing`,
    values: [
      device.orgId,
      raised!.recordId,
      device.callFamily ?? 'R10',
      device.deviceId,
      device.deviceNo,
      device.bedId,
      device.roomId,
      device.oldmanId,
      device.deptId,
      type,
      at,
      times,
    ],
  })
  return [{ orgId: device.orgId, recordId: raised!.recordId, change: raised!.fresh ? 'raised' : 'repeated' }]
}

/** Pressed again. A call that grows is one that nobody has taken up yet: it rings and climbs from the beginning. */
async function repeatCall(
  client: pg.ClientBase,
  orgId: string,
  open: OpenCall,
  type: CallerTypeValue,
  at: number,
  { times = 1, deviceTime = null, oddity = null }: PressMore,
): Promise<Changed[]> {
  const grows = RANK[type] > RANK[open.callerType]
  await client.query({
    name: 'call-repeat-alarm',
    text: `update alarm_record set repeats = repeats + $7, version = version + 1, device_time = $8,
        oddity = coalesce($9, oddity),
        repeated_at = greatest(repeated_at, to_timestamp($3::float8 / 1000)),
        type = coalesce($4, type), content = coalesce($5, content), level = greatest(level, $6),
        taken_at = case when $4::text is null then taken_at end, taker_id = case when $4::text is null then taker_id end
      where org_id = $1 and record_id = $2`,
    values: [
      orgId,
      open.callId,
      at,
      grows ? type : null,
      grows ? callContent(type) : null,
      callLevel(type),
      times,
      deviceTime,
      oddity,
    ],
  })
  await client.query({
    name: 'call-repeat',
    text: `update call_record set presses = presses + $4, caller_type = coalesce($3, caller_type), version = version + 1
      where org_id = $1 and call_id = $2`,
    values: [orgId, open.callId, grows ? type : null, times],
  })
  if (grows) await beginAgain(client, { orgId, recordId: open.callId })
  const counted = times > 1 ? `连按 ${times} 次` : null
  const note = grows ? `${callContent(open.callerType)}升为${callContent(type)}` : counted
  await addSteps(client, orgId, [{ recordId: open.callId, kind: 'REPEATED', note }])
  return [{ orgId, recordId: open.callId, change: grows ? 'raised' : 'repeated' }]
}

/** Picked up at the host: whoever it was, somebody speaks with the caller, so the ladder waits for the result. */
async function answerCall(client: pg.ClientBase, orgId: string, open: OpenCall, at: number): Promise<Changed[]> {
  if (open.answered) return []
  await client.query({
    name: 'call-answer-alarm',
    text: `update alarm_record set taken_at = coalesce(taken_at, greatest(raised_at, to_timestamp($3::float8 / 1000))),
        version = version + 1 where org_id = $1 and record_id = $2`,
    values: [orgId, open.callId, at],
  })
  await waitForResult(client, { orgId, recordId: open.callId })
  await client.query({
    name: 'call-answer',
    text: `update call_record set answer_at = greatest(call_at, to_timestamp($3::float8 / 1000)), version = version + 1
      where org_id = $1 and call_id = $2`,
    values: [orgId, open.callId, at],
  })
  await addSteps(client, orgId, [{ recordId: open.callId, kind: 'TAKEN', note: '主机接听' }])
  return [{ orgId, recordId: open.callId, change: 'taken' }]
}

async function resetCall(client: pg.ClientBase, orgId: string, open: OpenCall, at: number): Promise<Changed[]> {
  // A reset that was sent before the last press means an earlier call.
  if (at < open.lastAt) return []
  await client.query({
    name: 'call-reset-alarm',
    text: `update alarm_record set status = ${AlarmStatus.is.handled}, handled_at = greatest(raised_at, taken_at,
      to_timestamp($3::float8 / 1000)),
        result = '床旁复位', next_step_at = null, next_name = null, version = version + 1
      where org_id = $1 and record_id = $2`,
    values: [orgId, open.callId, at],
  })
  await client.query({
    name: 'call-reset',
    text: `update call_record set clear_at = greatest(call_at, answer_at, to_timestamp($3::float8 / 1000)),
        clear_from = 'BEDSIDE', version = version + 1 where org_id = $1 and call_id = $2`,
    values: [orgId, open.callId, at],
  })
  await client.query({
    name: 'call-reset-phone',
    text: `update vms_outbox set state = 'DROPPED' where org_id = $1 and record_id = $2 and state = 'WAITING'`,
    values: [orgId, open.callId],
  })
  await addSteps(client, orgId, [{ recordId: open.callId, kind: 'HANDLED', note: '床旁复位' }])
  return [{ orgId, recordId: open.callId, change: 'closed' }]
}

/** `at`: milliseconds since 1970, when it arrived. Announce the answer after the commit. */
export async function pressed(
  client: pg.ClientBase,
  device: PressedDevice,
  button: Button,
  at: number,
  more: PressMore = {},
): Promise<Changed[]> {
  const type = typeOf(device, button)
  if (type === null && button !== 'answer' && button !== 'reset') return []
  const open = await lockedCall(client, device)
  if (type !== null) {
    return open ? repeatCall(client, device.orgId, open, type, at, more) : openCall(client, device, type, at, more)
  }
  if (!open) return []
  return button === 'answer' ? answerCall(client, device.orgId, open, at) : resetCall(client, device.orgId, open, at)
}
