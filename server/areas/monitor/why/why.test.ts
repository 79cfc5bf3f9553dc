// Why there was no alarm: for every reason what was stored through the ingest, and the answer of the call.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { WhyData } from '#contract/monitor/why'
import { listeningSince } from '#server/areas/monitor/ingest/listening'
import type { Sender } from '#server/areas/monitor/test/mattressBench'
import { MINUTE, night, type OwnRule, SECOND, type WhyBench, whyBench, wire } from '#server/areas/monitor/test/whyBench'
import { newId } from '#server/kit/ids'

let bench: WhyBench
let to: Sender
beforeAll(async () => {
  bench = await whyBench()
})
afterAll(() => bench.close())

const reasons = (answer: WhyData) => answer.lines.map((one) => one.reason)
const ofBed = (at: number) => bench.ask(`device/${bench.bed.deviceId}`, at)

/** In bed for ten minutes before two, then as told, every five seconds; answers the last moment. */
async function live(minutes: number, what: Parameters<Sender['reading']>[2], from = night()): Promise<number> {
  const sent: Promise<void>[] = []
  for (let at = from - 10 * MINUTE; at < from; at += 5 * SECOND) sent.push(to.reading(bench.bed, at))
  const end = from + minutes * MINUTE
  for (let at = from; at <= end; at += 5 * SECOND) sent.push(to.reading(bench.bed, at, what))
  await Promise.all(sent)
  return end
}
const OUT = { inBed: 0, heart: null, breath: null } as const
const begin = async (...rules: OwnRule[]) => {
  to = await bench.begin(...rules)
}

describe('the rules of a mattress', () => {
  test('too short', async () => {
    await begin({})
    const at = await live(12, OUT)
    const answer = await ofBed(at)
    expect(answer.answer).toBe('没有告警：离床 12 分钟，规则要求 30 分钟（22:00–06:00 离床告警）')
    expect(answer.lines[0]).toMatchObject({ reason: 'NOT_YET', forS: 720, needS: 1800, kind: 'EXIT' })
    expect(answer.alarmed).toBe(false)
    expect(answer.points.length).toBeGreaterThan(10)
    // Back in bed it is told what came nearest.
    await to.reading(bench.bed, at + 10 * SECOND)
    await to.reading(bench.bed, at + 15 * SECOND)
    expect((await ofBed(at + 15 * SECOND)).answer).toContain('离床 12 分钟，规则要求 30 分钟')
  })

  test('raised, and then open', async () => {
    await begin({ durationS: 600 })
    const at = await live(12, OUT)
    const [record] = await bench.query<{ id: string; at: string }>(
      'select record_id as id, raised_at as at from alarm_record',
    )
    const came = await bench.ask(`alarmRecord/${record!.id}`, null)
    expect(came).toMatchObject({ at: record!.at, alarmed: true })
    expect(came.answer).toBe('已告警：离床 10 分钟，达到规则 10 分钟的要求（22:00–06:00 离床告警）')
    expect(came.lines[0]!.recordId).toBe(record!.id)
    const later = await ofBed(at)
    expect(later.answer).toMatch(/^没有新的告警：离床告警 02:10 起已在告警中/)
    expect(later.alarms.map((one) => one.recordId)).toEqual([record!.id])
    // Every moment before it says that it was not yet, and never that it came.
    const before = await ofBed(Date.parse(`${record!.at.replace(' ', 'T')}+08:00`) - SECOND)
    expect(reasons(before)[0]).toBe('NOT_YET')
    expect(reasons(before)).not.toContain('RAISED')
  })

  test('repeated', async () => {
    await begin({ durationS: 60, repeatS: 120 })
    await live(4, OUT)
    const [record] = await bench.query<{ at: number }>(
      'select round(extract(epoch from repeated_at) * 1000)::float8 as at from alarm_record',
    )
    const answer = await ofBed(record!.at)
    expect(reasons(answer)[0]).toBe('REPEATED')
    expect(answer.answer).toMatch(/^已告警：离床仍未结束，按规则再次提醒/)
  })

  test('outside its window', async () => {
    await begin({ windows: [{ from: '13:00', to: '14:00' }], durationS: 60 })
    const answer = await ofBed(await live(5, OUT))
    expect(answer.answer).toBe('没有告警：离床 5 分钟，但 02:05 不在规则的时段内（13:00–14:00 离床告警）')
  })

  test('cooling down after somebody closed it', async () => {
    await begin({ durationS: 60, cooldownS: 3_600 })
    const at = await live(3, OUT)
    await bench.query(
      `update alarm_record set status = 3, handled_at = to_timestamp($1::float8 / 1000), next_step_at = null`,
      [at + SECOND],
    )
    await bench.query(`update device_state set closed = $2, version = version + 1 where device_id = $1`, [
      bench.bed.deviceId,
      { 1: at + SECOND },
    ])
    for (let more = 5; more <= 120; more += 5) await to.reading(bench.bed, at + more * SECOND, OUT)
    expect(await bench.query('select 1 from alarm_record')).toHaveLength(1)
    const answer = await ofBed(at + 120 * SECOND)
    expect(answer.answer).toMatch(/^没有告警：离床 5 分钟，但这类告警刚被人处理过，03:03 前不再告警/)
  })

  test('out of the house', async () => {
    await begin({ durationS: 60 })
    const { oldmanId, orgId } = bench.bed
    const outId = newId()
    await bench.query(
      `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, out_type, reason, plan_out, plan_return, companion,
        companion_phone, companion_relation, applicant_id, state, actual_out)
      select $1::text, $2::text, $2::text, $3::text, stay_id, '1', '回家', to_timestamp($4::float8 / 1000), now() + interval '1 day', '王强',
        '13800001111', '20', 'nobody', 1, to_timestamp($4::float8 / 1000)
      from stay where org_id = $1 and oldman_id = $3 and end_date is null`,
      [orgId, outId, oldmanId, night() - 60 * MINUTE],
    )
    try {
      const answer = await ofBed(await live(5, OUT))
      expect(answer.answer).toBe('没有告警：老人 01:00 登记外出，还没有登记返回，期间床垫不告警')
      expect(answer.away).toHaveLength(1)
    } finally {
      await bench.query('delete from outing where out_id = $1', [outId])
    }
  })

  test('switched off, for others, off for this resident, made later: each with what it would have said', async () => {
    const cases: [OwnRule, string, string][] = [
      [{ status: 1 }, 'RULE_OFF', '「离床告警」当时已停用'],
      [{ scope: 'DEPT', scopeIds: ['elsewhere'] }, 'NOT_FOR', '「离床告警」按部门，不包括这位老人'],
      [{ scope: 'LEVEL', scopeIds: ['elsewhere'] }, 'NOT_FOR', '「离床告警」按护理等级，不包括这位老人'],
      [{ scope: 'ELDER', scopeIds: [] }, 'NOT_FOR', '「离床告警」指定老人，不包括这位老人'],
    ]
    for (const [rule, reason, text] of cases) {
      await begin({ durationS: 60, ...rule })
      const answer = await ofBed(await live(3, OUT))
      expect(reasons(answer)[0]).toBe(reason)
      expect(answer.answer).toContain(text)
      expect(answer.answer).toContain('若适用，这一刻会在告警中')
    }
    await begin({ durationS: 60 })
    await bench.query(
      `insert into alarm_override (org_id, oldman_id, kind, off, reason) values ($1, $2, 'EXIT', true, '医嘱')`,
      [bench.bed.orgId, bench.bed.oldmanId],
    )
    await bench.settle()
    expect((await ofBed(await live(3, OUT))).answer).toMatch(/^没有告警：「离床告警」对这位老人设了“不告警”/)

    await begin()
    const at = await live(3, OUT)
    await bench.rule({ durationS: 60 })
    const answer = await ofBed(at)
    expect(reasons(answer)[0]).toBe('NOT_MADE')
    expect(answer.answer).toContain('才建立')
  })

  test('rules as they were: a change afterwards alters nothing, and is told', async () => {
    await begin({})
    const at = await live(12, OUT)
    await bench.query('update alarm_rule set duration_s = 60, version = version + 1 where org_id = $1', [
      bench.bed.orgId,
    ])
    const answer = await ofBed(at)
    expect(answer.answer).toContain('离床 12 分钟，规则要求 30 分钟')
    expect(answer.lines.some((one) => one.reason === 'ASSUMED' && one.text.includes('改过'))).toBe(true)
    // Nothing is known of before: that is said.
    await bench.query(
      `update monitor_version set written_at = now() where subject = 'rule' and at < now() - interval '1 day'`,
    )
    expect((await ofBed(at)).lines.some((one) => one.text.includes('以前的改动没有记录'))).toBe(true)
  })

  test('nothing wrong, and nothing measured', async () => {
    await begin({ kind: 'HEART', name: '心率告警', windows: [], upper: 120, durationS: 60 })
    const at = await live(2, {})
    const calm = await ofBed(at)
    expect(calm.answer).toBe('没有告警：读数没有达到任何规则的条件（在床，心率 66 次/分，呼吸 16 次/分）')
    expect(calm.lines.find((one) => one.kind === 'HEART')?.text).toBe(
      '心率 66 次/分，高于 120 次/分才告警（全天 心率告警）',
    )
    await to.reading(bench.bed, at + 5 * SECOND, { move: 2 })
    expect((await ofBed(at + 5 * SECOND)).lines.find((one) => one.kind === 'HEART')?.reason).toBe('NO_VALUE')
    expect(calm.lines.filter((one) => one.reason === 'NO_RULE')).toHaveLength(5)
  })

  test('nobody in the bed', async () => {
    await begin({ durationS: 60 })
    const { deviceId, bedId } = bench.bed
    await bench.query('update device set bed_id = null where device_id = $1', [deviceId])
    await bench.settle()
    try {
      expect((await ofBed(await live(3, OUT))).answer).toBe(
        '没有告警：设备当时没有绑定床位，不告警；请在设备管理里绑定',
      )
    } finally {
      await bench.query('update device set bed_id = $2 where device_id = $1', [deviceId, bedId])
      await bench.settle()
    }
  })

  test('what the records do not hold although it was due is told as a difference', async () => {
    await begin({ durationS: 60 })
    await live(1, OUT)
    const [record] = await bench.query<{ at: number }>(
      'delete from alarm_record returning round(extract(epoch from raised_at) * 1000)::float8 as at',
    )
    const answer = await ofBed(record!.at)
    expect(reasons(answer)[0]).toBe('DIFFERS')
    expect(answer.answer).toContain('但没有告警记录')
  })
})

describe('what was heard', () => {
  test('no reading for a while; and then the count begins anew', async () => {
    await begin({ kind: 'HEART', name: '心率告警', windows: [], upper: 120, durationS: 1_800 })
    const at = await live(12, { heart: 130 })
    await to.reading(bench.bed, at + 20 * MINUTE, { heart: 130 })
    const silent = await ofBed(at + 10 * MINUTE)
    expect(silent.answer).toBe('没有告警：设备 02:12 之后没有读数，02:32 才恢复，这一刻无法判断')
    expect(silent.gaps).toHaveLength(1)
    const after = await ofBed(at + 20 * MINUTE)
    expect(after.answer).toContain('此前读数中断，计时从恢复后重新开始')
    expect((await ofBed(night() - 5 * 60 * MINUTE)).answer).toContain('此前 24 小时没有收到这张床垫的读数')
  })

  test('while nobody listened', async () => {
    await begin({})
    const end = Date.now() - 30 * MINUTE
    await to.reading(bench.bed, end)
    await bench.query('delete from device_listening')
    await bench.query(
      `insert into device_listening (since, seen) values (to_timestamp($1::float8 / 1000), to_timestamp($1::float8 / 1000))`,
      [end + SECOND],
    )
    await listeningSince(bench.product.app.pool, true)
    const answer = await ofBed(end + 10 * MINUTE)
    expect(reasons(answer).slice(0, 2)).toEqual(['DEAF', 'SILENT'])
    expect(answer.answer).toContain('系统没有在接收')
    // A machine that held its breath leaves gaps of its own.
    const gaps = 'select from listening_gap where from_at = to_timestamp($1::float8 / 1000)'
    expect(await bench.query(gaps, [end + SECOND])).toHaveLength(1)
  })

  test('readings that came late', async () => {
    await begin({ durationS: 60 })
    const at = night()
    await to.reading(bench.bed, at + 30 * MINUTE)
    for (let more = 0; more <= 300; more += 5) {
      await to.say(
        bench.bed,
        'reading',
        { at: at + more * SECOND, inBed: 0, move: 0, turn: 0, wet: 0 },
        at + 31 * MINUTE + more,
      )
    }
    const answer = await ofBed(at + 4 * MINUTE)
    expect(reasons(answer)[0]).toBe('LATE')
    expect(answer.answer).toContain('只进曲线，不再告警')
    expect(reasons(answer)).not.toContain('RAISED')
  })

  test('a clock that is replaced by the arrival, and messages that cannot be read', async () => {
    await begin({})
    const at = await live(1, {})
    const said = { at: at + 3_605 * SECOND, inBed: 1, heart: 66, breath: 16, move: 0, turn: 0, wet: 0 }
    await to.say(bench.bed, 'reading', said, at + 5 * SECOND)
    await to.say(bench.bed, 'reading', Buffer.from('nonsense'), at + 6 * SECOND)
    const answer = await ofBed(at + 6 * SECOND)
    expect(answer.lines.find((one) => one.reason === 'CLOCK')?.text).toContain('快 1 小时')
    expect(answer.lines.find((one) => one.reason === 'BAD')?.text).toContain('有 1 条消息无法识别')
    await bench.query('update device set clock_offset_s = 0 where device_id = $1', [bench.bed.deviceId])
  })

  test('a device that only errs is boxed, and that is told', async () => {
    await begin({})
    const at = await live(1, {})
    const sent: Promise<void>[] = []
    for (let n = 0; n < 90; n++) sent.push(to.say(bench.bed, 'reading', Buffer.from('x'), at + 6 * SECOND))
    await bench.idle()
    for (let n = 0; n < 5; n++) sent.push(to.say(bench.bed, 'reading', Buffer.from('x'), at + 6 * SECOND))
    await bench.idle()
    await Promise.all(sent)
    expect(reasons(await ofBed(at + 7 * SECOND))).toContain('LIMITED')
  })

  test('switched off', async () => {
    await begin({ durationS: 60 })
    const { deviceId } = bench.bed
    const from = await live(1, {})
    await bench.query('update device set enabled = false where device_id = $1', [deviceId])
    await bench.query(
      `update monitor_version set at = to_timestamp($2::float8 / 1000), written_at = at where subject = 'device'
        and subject_id = $1 and at > now() - interval '1 hour'`,
      [deviceId, from + SECOND],
    )
    bench.product.app.bus.publish('monitor/forget', { orgId: bench.bed.orgId })
    try {
      for (let n = 1; n <= 3; n++) await to.reading(bench.bed, from + n * MINUTE, OUT)
      const answer = await ofBed(from + 5 * MINUTE)
      expect(answer.answer).toMatch(
        /^没有告警：设备当时已停用（.* 起）；前一小时收到 3 条消息，最后 02:04，只计数不处理$/,
      )
      // Before it was switched off it counted.
      expect(reasons(await ofBed(from))).not.toContain('DISABLED')
    } finally {
      await bench.query('update device set enabled = true where device_id = $1', [deviceId])
      await bench.settle()
    }
  })

  test('a device nobody knew; a flood of names stays small', async () => {
    await begin()
    const { orgId } = bench.bed
    const at = night()
    const stranger = { orgId, deviceId: 'NEW-7' }
    for (let n = 0; n < 4; n++) await to.say(stranger, 'reading', { at, inBed: 0 }, at + n * SECOND)
    await Promise.all(
      Array.from({ length: 1_500 }, (_, n) => to.say({ orgId, deviceId: `flood-${n}` }, 'reading', {}, at + n)),
    )
    const [rows] = await bench.query<{ n: number; all: number }>(
      `select count(*)::int as n, sum(count)::int as all from device_unheard where why = 'UNKNOWN'`,
    )
    expect(rows!.n).toBeLessThan(1_001)
    expect(rows!.all).toBe(1_504)
    const deviceId = newId()
    await bench.query(
      `with made as (insert into device (org_id, device_id, device_no, kind) values ($1, $2, 'NEW-7', 'MATTRESS') returning *)
      insert into device_state (org_id, device_id) select org_id, device_id from made`,
      [orgId, deviceId],
    )
    const answer = await bench.ask(`device/${deviceId}`, at + 10 * SECOND)
    expect(answer.answer).toMatch(/^没有告警：设备 .* 才登记，当时系统不认识它；前一小时收到它 4 条消息/)
  })
})

describe('buttons and tags', () => {
  const device = async (kind: string) =>
    (
      await bench.query<{ orgId: string; deviceId: string; deviceNo: string; oldmanId: string | null }>(
        `select d.org_id as "orgId", d.device_id as "deviceId", d.device_no as "deviceNo", d.oldman_id as "oldmanId" from device d
        where d.org_id = $1 and d.kind = $2 and d.enabled and (d.kind = 'CALL' and d.caller_type = 'BED' or d.oldman_id is not null
          and not exists (select from outing u where u.org_id = d.org_id and u.oldman_id = d.oldman_id))
        order by d.device_no limit 1`,
        [bench.bed.orgId, kind],
      )
    )[0]!

  test('a press that was sent again, of a tag and of a call point', async () => {
    await begin()
    const at = Date.now() - 20 * MINUTE
    for (const [kind, button] of [
      ['TAG', 'sos'],
      ['CALL', 'bed'],
    ] as const) {
      const one = await device(kind)
      await to.say(one, 'press', { at, button }, at)
      await to.say(one, 'press', { at, button }, at + 70 * SECOND)
      const first = await bench.ask(`device/${one.deviceId}`, at)
      expect(first.answer).toMatch(/^已告警/)
      const again = await bench.ask(`device/${one.deviceId}`, at + 70 * SECOND)
      expect(reasons(again)).toContain('SAME_PRESS')
      expect(reasons(again)).not.toContain('RAISED')
      expect(again.lines.find((line) => line.reason === 'SAME_PRESS')?.text).toContain('同一次')
    }
  })

  test('a call point that nobody pressed', async () => {
    await begin()
    const one = await device('CALL')
    expect((await bench.ask(`device/${one.deviceId}`, night())).answer).toMatch(/^没有告警：没有收到这个呼叫器的按键/)
  })

  test('a fence that was broken too short, and positioning that is switched off', async () => {
    await begin()
    const one = await device('TAG')
    const [map] = await bench.query<{ id: string; building: string }>(
      'select map_id as id, building_id as building from floor_map where org_id = $1 order by map_id limit 1',
      [one.orgId],
    )
    await bench.query('update rail set enabled = false where org_id = $1', [one.orgId])
    await bench.query(
      `insert into rail (org_id, rail_id, rail_name, building_id, map_id, kind, polygon, delay_s)
      values ($1, $2, '前厅', $3, $4, 'LEAVE', '[[0,0],[5,0],[5,5],[0,5]]', 120)`,
      [one.orgId, newId(), map!.building, map!.id],
    )
    await bench.settle()
    bench.product.app.bus.publish('monitor/forget', { orgId: one.orgId })
    const at = Math.floor(Date.now() / SECOND) * SECOND - 20 * MINUTE
    for (let n = 0; n <= 4; n++) {
      await to.say(one, 'position', { at: at + n * 10 * SECOND, map: map!.id, x: 9, y: 9 }, at + n * 10 * SECOND)
    }
    const answer = await bench.ask(`device/${one.deviceId}`, at + 40 * SECOND)
    expect(answer.answer).toBe('没有告警：围栏「前厅」已越界 40 秒，要求 2 分钟')
    await bench.query(
      `insert into monitor_setting (org_id, name, value) values ($1, 'positioning', '{"isEnable":false}')
      on conflict (org_id, name) do update set value = excluded.value`,
      [one.orgId],
    )
    await bench.settle()
    expect((await bench.ask(`device/${one.deviceId}`, at + 40 * SECOND)).answer).toBe(
      '没有告警：定位功能当时已关闭，只有按键会告警',
    )
  })
})

describe('who may ask, and about what', () => {
  test('a nurse about her residents; nobody about what is to come', async () => {
    await begin({})
    const at = await live(12, OUT)
    const nurse = await bench.product.signIn('hejing', 'Yiyuan2026')
    const answer = await bench.ask(`healthRecord/${bench.bed.oldmanId}`, at, nurse)
    expect(answer.deviceNo).toBe(bench.bed.deviceNo)
    expect(answer.answer).toContain('离床 12 分钟')
    const future = await bench.product.ask('GET', `/pims/web-org/device/${bench.bed.deviceId}/why`, {
      token: nurse,
      query: { at: wire(Date.now() + 5 * MINUTE) },
    })
    expect(future.status).not.toBe(200)
    expect(future.desc).toContain('只能问已经过去的时刻')
  })
})
