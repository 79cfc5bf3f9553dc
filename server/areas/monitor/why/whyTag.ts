// Why a tag raised nothing at a moment, or something. Positions are stored and judged once more; battery, strap, faults and
// presses are not, so of those only what the records say can be told.
import type pg from 'pg'
import { spanText, windowsText } from '#contract/monitor/ruleWords'
import { LocationAlarmType, type LocationAlarmTypeValue, positionRuleOn } from '#contract/monitor/words'
import type { Said, Trace } from '#server/areas/monitor/alarmRule/evaluation'
import { evaluateTag } from '#server/areas/monitor/position/positionEvaluate'
import { contextsOf, type Scoped } from '#server/areas/monitor/position/positionRules'
import type { TagContext, TagMessage, TagRail, TagRule, TagState } from '#server/areas/monitor/position/positionRun'
import { type AskedDevice, recordLines } from './whyDevice.ts'
import { changedAfter, type DeviceRow, type ResidentRow, type Version, versionsAt, versionsOf } from './whyHistory.ts'
import { covers, type Outing, raises, type Span } from './whyReplay.ts'
import { byHand, type HeldAlarm, outingsAround } from './whyRows.ts'
import { clock, type Line, lasted, line, moment, near, weightOf } from './whyWords.ts'

const SECOND = 1_000
const BACK_MS = 6 * 3_600_000
/** As often as the watch over silent tags looks. */
const LOOK_MS = 5 * SECOND
const MOST_POSITIONS = 20_000

type NamedRule = TagRule & Scoped & { ruleName: string; status: number }
type HeldRail = TagRail & Scoped & { enabled: boolean }
type Row = Record<string, never>

const ruleOf = (row: Row): NamedRule => ({
  ruleId: row.rule_id!,
  ruleName: row.rule_name!,
  alarmType: row.alarm_type!,
  scope: row.scope!,
  scopeIds: row.scope_ids!,
  railIds: row.rail_ids!,
  windows: row.windows!,
  threshold: row.threshold!,
  recoverThreshold: row.recover_threshold!,
  delayS: row.delay_s!,
  reports: row.reports!,
  recoverS: row.recover_s!,
  cooldownS: row.cooldown_s!,
  level: row.level!,
  voiceTimes: row.voice_times!,
  status: row.status!,
})

const railOf = (row: Row): HeldRail => ({
  railId: row.rail_id!,
  railName: row.rail_name!,
  mapId: row.map_id!,
  kind: row.kind!,
  polygon: row.polygon!,
  scope: row.scope!,
  scopeIds: row.scope_ids!,
  windows: row.windows!,
  delayS: row.delay_s!,
  stayS: row.stay_s!,
  enabled: row.enabled!,
})

const POSITIONS = `select round(extract(epoch from p.at) * 1000)::float8 as at, m.map_id as "mapId", p.x, p.y from position p
join floor_map m on m.org_id = p.org_id and m.map_key = p.map_key
where p.org_id = $1 and p.device_key = $2 and p.at >= to_timestamp($3::float8 / 1000) and p.at < to_timestamp($4::float8 / 1000)
order by p.at desc limit ${MOST_POSITIONS}`

type Fix = { at: number; mapId: string; x: number; y: number }

const held = <T>(versions: readonly Version<Row>[], at: number, of: (row: Row) => T): T[] =>
  [...versionsAt(versions, at).values()].flatMap((one) => (one.row ? [of(one.row)] : []))

/** Fixes with the looks at a silent tag between them, as they came. */
function* messagesOf(fixes: readonly Fix[], deaf: readonly Span[], at: number): Generator<TagMessage> {
  let before: number | null = null
  const look = function* (until: number): Generator<TagMessage> {
    if (before === null) return
    for (let now = before + LOOK_MS; now < until; now += LOOK_MS) {
      if (deaf.some((one) => covers(one, now))) continue
      const listening = Math.max(0, ...deaf.filter((one) => one.to <= now).map((one) => one.to))
      yield { kind: 'silence', at: now, listening }
    }
  }
  for (const fix of fixes) {
    yield* look(fix.at)
    yield { kind: 'position', ...fix }
    before = fix.at
  }
  yield* look(at + SECOND)
}

interface TagReplay {
  fixes: readonly Fix[]
  context: TagContext
  away: readonly Outing[]
  alarms: readonly HeldAlarm[]
  deaf: readonly Span[]
  at: number
}

/** What the rules said in that second, or to the last message before. */
export function replayTag({ fixes, context, away, alarms, deaf, at }: TagReplay): Said[] {
  const from = fixes[0]?.at ?? at
  const open: Record<string, number> = {}
  for (const one of alarms) {
    if (one.raisedMs < from && (one.handledMs === null || one.handledMs >= from)) open[one.type] = one.raisedMs
  }
  const closes = alarms
    .filter((one) => byHand(one) && one.handledMs !== null)
    .sort((a, b) => a.handledMs! - b.handledMs!)
  let state: TagState = { open }
  let close = 0
  let said: Trace = []
  const came: Trace = []
  for (const message of messagesOf(fixes, deaf, at)) {
    const closed: Record<string, number> = { ...state.closed }
    for (; close < closes.length && closes[close]!.handledMs! <= message.at; close++) {
      closed[closes[close]!.type] = closes[close]!.handledMs!
    }
    const trace: Trace = []
    const muted = away.some((one) => covers(one, message.at))
    state = evaluateTag({ ...context, muted }, { ...state, closed }, message, trace).state
    // Whatever was raised in that second stays the answer.
    if (message.at >= at) came.push(...trace.filter(raises))
    said = [...came, ...trace.filter((one) => !came.includes(one))]
  }
  if (fixes.length === 0) evaluateTag(context, state, { kind: 'silence', at }, said)
  return said
}

function railLine(said: Said, rail: HeldRail | undefined, at: number): Line {
  const name = rail ? `围栏「${rail.railName}」` : '围栏'
  const facts: Partial<Line> = {
    ruleId: said.ruleId,
    type: 'railAlarm',
    windows: (rail?.windows ?? []).map(({ from, to }) => ({ from, to })),
    sinceMs: said.since ?? null,
    untilMs: said.until ?? null,
    needS: said.needS ?? null,
    forS: said.since === undefined ? null : Math.floor((at - said.since) / SECOND),
  }
  switch (said.verdict) {
    case 'OPEN':
      return line('OPEN', `${name}已在告警中，不再另起一条`, facts)
    case 'NOT_YET': {
      const fixes = said.needReports ? `或连续 ${said.needReports} 次定位（已 ${said.reports} 次）` : ''
      return line(
        'NOT_YET',
        `${name}已越界 ${lasted(facts.forS ?? 0)}，要求 ${spanText(said.needS ?? 0)}${fixes}`,
        facts,
      )
    }
    case 'COOLING':
      return line('COOLING', `${name}已越界，但这类告警刚被人处理过，${near(said.until!, at)} 前不再告警`, facts)
    case 'WINDOW':
      return line('WINDOW', `${name}：${clock(at)} 不在时段内（${windowsText(rail?.windows ?? [])}）`, {
        ...facts,
        weight: weightOf('NORMAL') - 0.1,
      })
    case 'NO_RULE':
      return line('NO_RULE', `${name}：没有启用的围栏告警规则`, facts)
    default:
      return line('NORMAL', `${name}：没有越界`, facts)
  }
}

function typeLine(said: Said, rule: NamedRule | undefined, at: number): Line {
  const type = said.type as LocationAlarmTypeValue
  const name = LocationAlarmType.label(type)
  const by = rule ? `（${windowsText(rule.windows)} ${rule.ruleName}）` : ''
  const forS = said.since === undefined ? null : Math.floor((at - said.since) / SECOND)
  const facts: Partial<Line> = {
    ruleId: rule?.ruleId ?? null,
    ruleName: rule?.ruleName ?? null,
    type,
    windows: (rule?.windows ?? []).map((one) => ({ from: one.from, to: one.to })),
    sinceMs: said.since ?? null,
    untilMs: said.until ?? null,
    forS,
    needS: said.needS ?? null,
  }
  switch (said.verdict) {
    case 'OPEN':
      return line(
        'OPEN',
        `${name}${said.since ? ` ${near(said.since, at)} 起` : ''}已在告警中，不再另起一条${by}`,
        facts,
      )
    case 'MUTED':
      return line('MUTED', `${name}：老人登记外出，不告警${by}`, { ...facts, weight: weightOf('NORMAL') })
    case 'COOLING':
      return line('COOLING', `${name}刚被人处理过，${near(said.until!, at)} 前不再告警${by}`, facts)
    case 'NOT_YET':
      return line('NOT_YET', `${name}：${lasted(forS ?? 0)}没有定位信号，规则要求 ${spanText(said.needS ?? 0)}${by}`, {
        ...facts,
        weight: weightOf('NORMAL') - 0.2,
      })
    case 'NO_RULE':
      return line('NO_RULE', `${name}：当时没有启用的规则`, facts)
    default:
      return type === 'sos' || type === 'manualAlarm'
        ? line('NORMAL', `没有收到${name}按键${by}`, facts)
        : line(
            'NOT_KEPT',
            `${name}：没有保存电量、腕带和故障的历史，也分不清没有信号与没有定位，只能以告警记录为准${by}`,
            facts,
          )
  }
}

export interface AskedTag {
  device: AskedDevice
  alarms: readonly HeldAlarm[]
  deaf: readonly Span[]
  at: number
}

export async function whyTag(pool: pg.Pool, { device, alarms, deaf, at }: AskedTag) {
  const { orgId, deviceId, deviceKey } = device
  const versions = <R>(subject: Parameters<typeof versionsOf>[2], ids: string[] | null = null) =>
    versionsOf<R>(pool, orgId, subject, at, ids)
  const [rules, rails, settings, own, fixes] = await Promise.all([
    versions<Row>('positionRule'),
    versions<Row>('rail'),
    versions<{ value: { isEnable?: boolean } }>('setting', ['positioning']),
    versions<DeviceRow>('device', [deviceId]),
    pool.query<Fix>(POSITIONS, [orgId, deviceKey, at - BACK_MS, at + SECOND]),
  ])
  const worn = versionsAt(own, at).get(deviceId)?.row
  const oldmanId = worn?.oldman_id ?? null
  const residents = oldmanId === null ? [] : await versions<ResidentRow>('resident', [oldmanId])
  const resident = oldmanId === null ? undefined : versionsAt(residents, at).get(oldmanId)?.row
  const away = oldmanId === null ? [] : await outingsAround(pool, orgId, [oldmanId], at)
  const allRules = held(rules, at, ruleOf)
  const allRails = held(rails, at, railOf)
  const holder = {
    oldmanId,
    userId: worn?.user_id ?? null,
    deptId: resident?.dept_id ?? null,
    levelId: resident?.level_id ?? null,
    muted: false,
  }
  const on = allRules.filter((one) => positionRuleOn(one.status))
  const context = contextsOf(
    on,
    allRails.filter((one) => one.enabled),
  )(holder)
  const lines: Line[] = recordLines(alarms, at)
  const switchedOff = versionsAt(settings, at).get('positioning')?.row?.value.isEnable === false
  if (switchedOff) {
    lines.push(line('RULE_OFF', '定位功能当时已关闭，只有按键会告警', { weight: weightOf('DISABLED') + 0.1 }))
  }
  const outing = away.find((one) => covers(one, at))
  if (outing)
    lines.push(line('MUTED', `老人 ${near(outing.from, at)} 登记外出，期间围栏和离线不告警`, { sinceMs: outing.from }))
  if (oldmanId === null) {
    const staff = holder.userId === null ? '当时没有人佩戴' : '由员工佩戴'
    lines.push(line('NOBODY', `标签${staff}，围栏和离线不告警，按键照常`, { weight: weightOf('WINDOW') }))
  }
  const shown = fixes.rows.toReversed()
  if (!switchedOff) {
    const said = replayTag({ fixes: shown, context, away, alarms, deaf, at })
    const recorded = new Set(lines.flatMap((one) => (one.recordId ? [one.type] : [])))
    for (const one of said) {
      // What happened stands in the records.
      if (raises(one) || one.verdict === 'RECOVERED' || one.type === null || recorded.has(one.type)) continue
      const rule = allRules.find((other) => other.ruleId === one.ruleId)
      const rail = one.railId ? allRails.find((other) => other.railId === one.railId) : undefined
      lines.push(one.type === 'railAlarm' && one.railId ? railLine(one, rail, at) : typeLine(one, rule, at))
    }
    const named = new Set(said.map((one) => one.railId))
    for (const rail of context.rails.filter((one) => !named.has(one.railId))) {
      lines.push(line('NORMAL', `围栏「${rail.railName}」：没有越界`, { type: 'railAlarm' }))
    }
  }
  for (const rail of allRails.filter((one) => !one.enabled)) {
    lines.push(
      line('RULE_OFF', `围栏「${rail.railName}」当时已停用`, { type: 'railAlarm', weight: weightOf('NO_RULE') + 0.5 }),
    )
  }
  for (const rule of allRules.filter((one) => !positionRuleOn(one.status))) {
    const facts = {
      ruleId: rule.ruleId,
      ruleName: rule.ruleName,
      type: rule.alarmType,
      weight: weightOf('NO_RULE') + 0.5,
    }
    lines.push(line('RULE_OFF', `「${rule.ruleName}」当时已停用`, facts))
  }
  for (const { railId, railName } of context.rails) {
    const changed = changedAfter(rails, railId, at)
    if (changed) lines.push(line('ASSUMED', `围栏「${railName}」${moment(changed)} 改过，这里按改动以前的内容判断`))
  }
  const last = shown.at(-1)
  lines.push(
    line(
      'NORMAL',
      last ? `最近一次定位 ${near(last.at, at)}，没有达到任何规则的条件` : '此前 6 小时没有定位，也没有按键记录',
      {
        weight: weightOf('RECOVERED') + 0.5,
      },
    ),
  )
  return { lines, readings: shown.length, readingsFrom: shown[0]?.at ?? null, away }
}
