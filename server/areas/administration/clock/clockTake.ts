// What devices tell: a message of many punches is stored by one statement, each number once, whatever comes at the same time.
// What nobody knows is kept aside with the reason; a clock that is wrong gives way to the moment of arrival.
import { CLOCK_AHEAD_MINUTES, clock } from '#contract/administration/clock'
import type { DataOf, InputOf } from '#contract/kit/call'
import { DAY_MS, dayText, HOUR_MS, momentOf, timeText } from '#contract/kit/clock'
import { formats } from '#contract/kit/formats'
import { invalid } from '#contract/kit/refusal'
import { STAFF_GONE } from '#contract/platform/staff'
import { type PersonDay, reckonDays } from '#server/areas/administration/attendanceRecord/reckon'
import type { Tx, Visitor } from '#server/kit/caller'
import { newId } from '#server/kit/ids'
import { deviceOf, type KnownDevice } from './clockDevice.ts'

type Calls = (typeof clock)['calls']
type Input = InputOf<Calls['fromDevice']>

const MINUTE_MS = 60_000
const AHEAD_MS = CLOCK_AHEAD_MINUTES * MINUTE_MS
/** What a device kept longer than this is no clocking any more. */
const OLDEST_MS = 62 * DAY_MS
/** A live punch that is off by whole hours, within this, is the clock of another zone. */
const ZONE_SLACK_MS = 3 * MINUTE_MS
const ZONE_HOURS = 14

const ZONED = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i

/** Null: no time at all. A text without a zone is China's clock. */
export function saidMoment(text: string | null | undefined): number | null {
  const said = text?.trim()
  if (!said) return null
  if (ZONED.test(said)) {
    const at = Date.parse(said.replace(' ', 'T'))
    return Number.isNaN(at) ? null : at
  }
  const local = said.replace('T', ' ').slice(0, 19)
  return formats['yiyuan-datetime']!.test(local) ? momentOf(local) : null
}

const isZone = (offset: number) => {
  const hours = Math.round(Math.abs(offset) / HOUR_MS)
  return hours >= 1 && hours <= ZONE_HOURS && Math.abs(Math.abs(offset) - hours * HOUR_MS) <= ZONE_SLACK_MS
}

/** How far the clock is off, in minutes; null: it may be believed. A single punch that is told at once says it as well. */
export function driftOf(input: Input, now: number): number | null {
  const own = saidMoment(input.clock)
  if (own !== null) return Math.abs(own - now) > AHEAD_MS ? Math.round((own - now) / MINUTE_MS) : null
  const [only, ...more] = input.punches
  const at = only && more.length === 0 ? saidMoment(only.at) : null
  return at !== null && isZone(at - now) ? Math.round((at - now) / MINUTE_MS) : null
}

interface Judged {
  at: number
  saidAt: string | null
}

/** When a punch counts, and what was said where that is not believed. */
export function judgeTime(at: string | null | undefined, now: number, drift: number | null): Judged {
  const said = saidMoment(at)
  if (said === null) return { at: now, saidAt: at?.trim() || null }
  const believed = drift === null && said - now <= AHEAD_MS && now - said <= OLDEST_MS
  return believed ? { at: said, saidAt: null } : { at: now, saidAt: at!.trim() }
}

/** Numbers are those of the device: two devices may count alike. */
const numberOf = (device: KnownDevice, number: string) => `D:${device.deviceId}:${number}`

const TAKE = `with given as (select * from jsonb_to_recordset($2::jsonb) as g(id text, number text, "empKey" text, card text, at timestamptz, "saidAt" text)),
people as (select e.emp_id, e.emp_key, e.cord_num, e.status from employee e
  where e.org_id = $1 and (e.emp_key in (select "empKey" from given) or e.cord_num in (select card from given where "empKey" is null))),
found as (select g.id, g.number, g."empKey", g.card, g.at, g."saidAt", count(p.emp_id) filter (where p.status <> all($5::int[])) as fits,
    count(p.emp_id) as known, min(p.emp_id) filter (where p.status <> all($5::int[])) as emp_id
  from given g left join people p on (g."empKey" is not null and p.emp_key = g."empKey") or (g."empKey" is null and p.cord_num = g.card)
  where not exists (select from clock_aside a where a.org_id = $1 and a.number = g.number)
  group by g.id, g.number, g."empKey", g.card, g.at, g."saidAt"),
put as (insert into clock_punch (org_id, punch_id, emp_id, at, said_at, source, number, place_name, device_no)
  select $1, f.id, f.emp_id, f.at, f."saidAt", 'DEVICE', f.number, (select d.name from clock_device d where d.org_id = $1 and d.device_id = $3), $4
  from found f where f.fits = 1 order by f.number on conflict (org_id, number) do nothing returning number, emp_id, at),
aside as (insert into clock_aside (org_id, aside_id, device_id, device_no, number, emp_key, card, at, said_at, reason)
  select $1, f.id, $3, $4, f.number, f."empKey", f.card, f.at, f."saidAt",
    case when f."empKey" is null and f.card is null then '没有工号也没有卡号' when f.fits > 1 then '有 ' || f.fits || ' 名员工用这个' || case when f."empKey" is null then '卡号' else '工号' end
      when f.known > 0 then '该员工已离职或停职' when f."empKey" is null then '没有员工用这个卡号' else '没有员工用这个工号' end
  from found f where f.fits <> 1 order by f.number on conflict (org_id, number) do nothing returning number, reason)
select 'put' as kind, number, emp_id as "empId", at, null as reason from put
union all select 'aside', number, null, null, reason from aside`

const HEARD = `update clock_device d set heard_at = now(), drift = $3 where d.org_id = $1 and d.device_id = $2
  and (d.drift is distinct from $3 or d.heard_at is null or d.heard_at < now() - interval '10 seconds')`

interface Taken {
  kind: 'put' | 'aside'
  number: string
  empId: string | null
  at: string | null
  reason: string | null
}

/** The days a punch may count for: a night that began yesterday, this one, a shift soon after midnight. */
export function daysOf(empId: string, at: string): PersonDay[] {
  const moment = momentOf(at)
  const day = (by: number) => ({ empId, day: dayText(moment + by * DAY_MS) })
  return Number(at.slice(11, 13)) >= 12 ? [day(-1), day(0), day(1)] : [day(-1), day(0)]
}

async function takeBatch(tx: Tx, device: KnownDevice, input: Input, now: number): Promise<DataOf<Calls['fromDevice']>> {
  const drift = driftOf(input, now)
  const first = new Map<string, Input['punches'][number]>()
  for (const one of input.punches) if (!first.has(one.number)) first.set(one.number, one)
  const rows = [...first.values()].map((one) => {
    const { at, saidAt } = judgeTime(one.at, now, drift)
    return {
      id: newId(),
      number: numberOf(device, one.number),
      empKey: one.empKey?.trim() || null,
      card: one.card?.trim() || null,
      at: `${timeText(at)}+08`,
      saidAt,
    }
  })
  const taken = await tx.client.query<Taken>({
    name: 'clock_take',
    text: TAKE,
    values: [tx.orgId, JSON.stringify(rows), device.deviceId, device.deviceNo, STAFF_GONE],
  })
  const put = taken.rows.filter((one) => one.kind === 'put')
  const aside = taken.rows.filter((one) => one.kind === 'aside')
  await tx.client.query({ name: 'clock_heard', text: HEARD, values: [tx.orgId, device.deviceId, drift] })
  await reckonDays(
    tx,
    tx.orgId,
    put.flatMap((one) => daysOf(one.empId!, one.at!)),
    now,
  )
  if (put.length > 0) tx.emit(clock.events.punched, { day: dayText(now) })
  const prefix = numberOf(device, '').length
  tx.log({
    remark: `考勤机 ${device.deviceNo} 上传 ${rows.length} 条打卡：记录 ${put.length}，重复 ${rows.length - put.length - aside.length}，未识别 ${aside.length}`,
    targetType: 'clockDevice',
    targetId: device.deviceId,
  })
  return {
    stored: put.length,
    again: input.punches.length - put.length - aside.length,
    aside: aside.map(({ number, reason }) => ({ number: number.slice(prefix), reason: reason! })),
    wrongClock: drift !== null || rows.some((one) => one.saidAt !== null),
    now: timeText(now),
  }
}

export async function takeFromDevice(who: Visitor, input: Input): Promise<DataOf<Calls['fromDevice']>> {
  const device = await deviceOf(who)
  if (input.punches.length === 0) throw invalid('没有打卡数据', 'punches')
  return who.tx(device.orgId, (tx) => takeBatch(tx, device, input, Date.now()))
}
