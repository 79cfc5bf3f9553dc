// What can be said of the device itself at a moment, whatever its rules: known, on, heard, with the right time.

import type { DeviceKindValue } from '#contract/monitor/words'
import type { DeviceRow, Version } from './whyHistory.ts'
import { covers, type Span } from './whyReplay.ts'
import type { HeldAlarm, Unheard } from './whyRows.ts'
import { openAt, raisedIn, repeatedIn } from './whyRows.ts'
import { type Line, lasted, line, moment, near, weightOf } from './whyWords.ts'

const SECOND = 1_000

export interface AskedDevice {
  orgId: string
  deviceId: string
  deviceKey: number
  deviceNo: string
  kind: DeviceKindValue
  callerType: string | null
  clockOffsetS: number
  createdMs: number
}

const counted = (rows: readonly Unheard[], ...which: Unheard['why'][]) => {
  const some = rows.filter((one) => which.includes(one.why))
  if (some.length === 0) return null
  const count = some.reduce((sum, one) => sum + one.count, 0)
  return { count, last: Math.max(...some.map((one) => one.lastMs)) }
}

/** Registered later, or switched off. */
function absence(
  device: AskedDevice,
  version: Version<DeviceRow> | undefined,
  unheard: readonly Unheard[],
  at: number,
): Line[] {
  if (device.createdMs > at + SECOND) {
    const some = counted(unheard, 'UNKNOWN')
    const heard = some ? `；前一小时收到它 ${some.count} 条消息，最后 ${near(some.last, at)}，只计数` : ''
    return [line('UNKNOWN', `设备 ${moment(device.createdMs)} 才登记，当时系统不认识它${heard}`)]
  }
  if (version?.row && !version.row.enabled) {
    const some = counted(unheard, 'DISABLED')
    const heard = some ? `；前一小时收到 ${some.count} 条消息，最后 ${near(some.last, at)}，只计数不处理` : ''
    return [line('DISABLED', `设备当时已停用（${moment(version.at)} 起）${heard}`, { sinceMs: version.at })]
  }
  return []
}

/** Messages of the hour that did not count. */
function uncounted(device: AskedDevice, unheard: readonly Unheard[], at: number): Line[] {
  const lines: Line[] = []
  const late = unheard.find((one) => one.why === 'LATE' && at + SECOND > one.firstMs && at <= one.lastMs)
  if (late) {
    const by = late.value === null ? '' : `，晚了约 ${lasted(late.value)}`
    lines.push(
      line(
        'LATE',
        `${near(late.firstMs, at)}–${near(late.lastMs, at)} 有 ${late.count} 条读数是事后补传的${by}；补传的读数只进曲线，不再告警`,
      ),
    )
  }
  const again = unheard.find((one) => one.why === 'AGAIN' && at >= one.slotMs && at < one.slotMs + 60_000)
  if (again) {
    lines.push(
      line('SAME_PRESS', `${near(again.lastMs, at)} 收到的按键与前一次是同一次（设备重发 ${again.count} 次），不另算`, {
        untilMs: again.lastMs,
      }),
    )
  }
  const limited = counted(unheard, 'TOO_MANY', 'BOXED')
  if (limited)
    lines.push(
      line('LIMITED', `这一小时有 ${limited.count} 条消息因过多或连续出错没有读取，最后 ${near(limited.last, at)}`),
    )
  const bad = counted(unheard, 'BAD')
  if (bad) lines.push(line('BAD', `这一小时有 ${bad.count} 条消息无法识别，最后 ${near(bad.last, at)}；请检查设备设置`))
  const clock = unheard.filter((one) => one.why === 'CLOCK' && one.firstMs <= at + SECOND).at(-1)
  const offset = clock ? (clock.value ?? 0) : device.clockOffsetS
  if (Math.abs(offset) > 300) {
    lines.push(
      line('CLOCK', `设备时钟${offset > 0 ? '快' : '慢'} ${lasted(Math.abs(offset))}，它报的时间不用，按到达时间判断`, {
        value: offset,
      }),
    )
  }
  return lines
}

/** What the records say of the moment itself; they are what happened. */
export function recordLines(alarms: readonly HeldAlarm[], at: number): Line[] {
  return alarms.flatMap((one) => {
    const facts = { recordId: one.recordId, type: one.type, kind: one.kind, ruleId: one.ruleId, sinceMs: one.raisedMs }
    const odd = one.oddity ? `（${one.oddity}）` : ''
    if (raisedIn(one, at)) return [line('RAISED', `${one.content}${odd}`, facts)]
    if (repeatedIn(one, at))
      return [line('REPEATED', `${one.content}，告警已在，这是第 ${one.repeats} 次重复${odd}`, facts)]
    if (openAt(one, at)) {
      return [line('OPEN', `「${one.content}」${near(one.raisedMs, at)} 起已在告警中，还没有结束，不再另起一条`, facts)]
    }
    return []
  })
}

export interface DeviceFacts {
  device: AskedDevice
  version: Version<DeviceRow> | undefined
  unheard: readonly Unheard[]
  deaf: readonly Span[]
  at: number
}

export function deviceLines({ device, version, unheard, deaf, at }: DeviceFacts): Line[] {
  const lines = [...absence(device, version, unheard, at), ...uncounted(device, unheard, at)]
  const gap = deaf.find((one) => covers(one, at))
  if (gap) {
    lines.push(
      line(
        'DEAF',
        `${near(gap.from, at)}–${near(gap.to, at)} 系统没有在接收（停机、断网或数据库中断），设备说了什么没有听到`,
        {
          sinceMs: gap.from,
          untilMs: gap.to,
        },
      ),
    )
  }
  if (version && version.at <= at && version.writtenAt > at + SECOND && version.writtenAt - version.at > SECOND) {
    lines.push(line('ASSUMED', `${moment(version.writtenAt)} 以前设备的绑定和启停没有记录，按当时的状态判断`))
  }
  return lines
}

export interface Silence {
  last: number | null
  next: number | null
  silentMs: number
  deaf: readonly Span[]
  at: number
}

/** No reading for so long that nothing could be judged. */
export function silenceLine({ last, next, silentMs, deaf, at }: Silence): Line | null {
  if (last === null) return line('SILENT', '此前 24 小时没有收到这张床垫的读数，无法判断')
  if (at - last <= silentMs) return null
  const until = next === null ? '一直没有恢复' : `${near(next, at)} 才恢复`
  // A silence that began while nobody listened is told as that.
  const own = deaf.some((one) => one.from <= last + silentMs && one.to >= last)
  return line('SILENT', `设备 ${near(last, at)} 之后没有读数，${until}，这一刻无法判断`, {
    sinceMs: last,
    untilMs: next,
    ...(own && { weight: weightOf('DEAF') + 0.1 }),
  })
}
