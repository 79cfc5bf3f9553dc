// The roster: drafted by many cells at once, published, told to those concerned; two planners who lose nothing; what lies in
// the past or outside one's reach.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { RosterNeedData, RosterPatternData } from '#contract/administration/roster'
import { addDays, dayNumber } from '#contract/administration/rosterRules'
import { refusals } from '#contract/kit/refusal'
import { type Cell, type RosterDesk, rosterDesk } from '#server/areas/administration/test/rosterDesk'
import { newId } from '#server/kit/ids'

const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const CONFIRM = refusals.NEEDS_CONFIRM[0]

let d: RosterDesk
let people: string[]
beforeAll(async () => {
  d = await rosterDesk()
  people = [
    await d.worker('韩梅'),
    await d.worker('葛兰'),
    await d.worker('孙丽', { team: 'B 组' }),
    await d.worker('宁静', { team: 'B 组' }),
  ]
})
afterAll(() => d.house.close())
beforeEach(async () => {
  await d.sql('delete from roster_cell where org_id = $1', [d.orgId])
  await d.sql('delete from shift_exchange where org_id = $1', [d.orgId])
  await d.sql('delete from user_message where org_id = $1', [d.orgId])
  await d.sql('delete from attendance_leave where org_id = $1', [d.orgId])
})

describe('drafts', () => {
  test('many cells at once; seen by the other planner, not by those they are about', async () => {
    const saved = await d.save([...d.row(people[0]!, '白白夜休休'), ...d.row(people[1]!, '训假')])
    expect(saved.status).toBe(200)
    expect(saved.data.saved).toHaveLength(7)
    expect(saved.data.conflicts).toEqual([])
    expect(await d.shown(people[0]!, d.day(3), d.b.token)).toEqual({
      published: null,
      draft: '夜',
      version: 1,
      by: '何静',
    })
    const month = await d.read(d.b.token)
    expect(month).toMatchObject({ title: '护理组', drafts: 7 })
    expect(month.people.map((one) => one.empName)).toEqual(['韩梅', '葛兰', '孙丽', '宁静'])
    expect(month.people[0]).toMatchObject({ team: 'A 组', minutes: 1_980, nights: 1 })
    const token = (await d.house.signInAs('worker1')).data.token
    const mine = await d.ask<{ days: unknown[] }>('GET', '/mine', { token, query: { month: d.month } })
    expect(mine.data.days).toEqual([])
  })

  test('a draft that says what is published is none any more', async () => {
    await d.save(d.row(people[0]!, '白'))
    await d.publish()
    await d.save(d.row(people[0]!, '夜', 1, 2))
    expect(await d.shown(people[0]!, d.day(1))).toMatchObject({ published: '白', draft: '夜', version: 3 })
    await d.save(d.row(people[0]!, '白', 1, 3))
    expect(await d.shown(people[0]!, d.day(1))).toMatchObject({ published: '白', draft: undefined, version: 4 })
  })

  test('what somebody else wrote meanwhile stays, is told, and everything else is saved', async () => {
    await d.save([{ empId: people[0]!, day: d.day(1), sign: '夜' }], d.b.token)
    const saved = await d.save(d.row(people[0]!, '白白'))
    expect(saved.data.saved).toEqual([{ empId: people[0], day: d.day(2), version: 1 }])
    expect(saved.data.conflicts).toMatchObject([
      { empId: people[0], empName: '韩梅', day: d.day(1), by: '丁力', kind: 'SHIFT', shiftName: '夜班', version: 1 },
    ])
    expect(await d.shown(people[0]!, d.day(1))).toMatchObject({ draft: '夜', by: '丁力' })
  })

  test('what is wrong with the days is answered at once', async () => {
    const { data } = await d.save(d.row(people[3]!, '夜白', 19))
    const text = `${d.day(19).slice(5)} 夜班到 ${d.day(20).slice(5)} 07:30，接着上白班`
    expect(data.faults).toMatchObject([{ empId: people[3], code: 'REST', day: d.day(20), text, forbids: true }])
    expect((await d.read()).faults).toEqual(data.faults)
  })

  test('days gone by, people of other groups and departments, shifts that do not exist are refused', async () => {
    const past = await d.save([{ empId: people[0]!, day: addDays(d.today, -1), sign: '白' }])
    expect(past).toMatchObject({ status: INVALID, desc: `${addDays(d.today, -1)} 已经过去，韩梅这天的排班不能再改` })
    const clerk = await d.worker('会计', { groupId: d.other, deptId: d.finance })
    expect(await d.save([{ empId: clerk, day: d.day(1), sign: '白' }])).toMatchObject({ status: NOT_FOUND })
    expect(await d.save([{ empId: clerk, day: d.day(1), sign: '白' }], d.a.token, null)).toMatchObject({
      status: NOT_FOUND,
    })
    expect(await d.save([{ empId: people[0]!, day: d.day(1), sign: '白' }], d.a.token, d.other)).toMatchObject({
      status: NOT_FOUND,
    })
    const strange = { empId: people[0], day: d.day(1), kind: 'SHIFT', shiftPkId: newId(), version: 0 }
    expect(await d.ask('POST', '/cells', { body: { attendanceGroupPkId: d.ward, cells: [strange] } })).toMatchObject({
      status: NOT_FOUND,
    })
    expect(await d.ask('POST', '/cells', { body: { cells: [{ ...strange, shiftPkId: null }] } })).toMatchObject({
      status: INVALID,
    })
    // Of a cell that is not there no version can have been seen.
    expect(await d.save([{ empId: people[0]!, day: d.day(1), sign: '白', version: 7 }])).toMatchObject({
      status: INVALID,
    })
    expect(await d.sql('select 1 from roster_cell where org_id = $1', [d.orgId])).toEqual([])
  })

  test('today may still be planned', async () => {
    expect(await d.save([{ empId: people[0]!, day: d.today, sign: '白' }])).toMatchObject({ status: 200 })
  })

  test('one write of a pair leaves nothing when the other half is refused', async () => {
    const both = await d.save([...d.row(people[0]!, '白'), { empId: newId(), day: d.day(1), sign: '白' }])
    expect(both.status).toBe(NOT_FOUND)
    expect(await d.shown(people[0]!, d.day(1))).toMatchObject({ draft: undefined, version: 0 })
  })

  test('drafts are given up, all or some; what is published stays', async () => {
    await d.save(d.row(people[0]!, '白白'))
    await d.publish()
    await d.save(d.row(people[0]!, '夜夜', 1, 2), d.b.token)
    const some = { attendanceGroupPkId: d.ward, month: d.month, cells: [{ empId: people[0], day: d.day(1) }] }
    expect((await d.ask('POST', '/discard', { body: some })).data).toEqual({ discarded: 1 })
    expect(await d.shown(people[0]!, d.day(1))).toMatchObject({ published: '白', draft: undefined })
    expect(await d.shown(people[0]!, d.day(2))).toMatchObject({ published: '白', draft: '夜' })
  })
})

describe('publishing', () => {
  test('is told to those whose days are otherwise, each with their days, and to nobody else', async () => {
    await d.save([...d.row(people[0]!, '白夜'), ...d.row(people[1]!, '白')])
    expect((await d.publish()).data).toEqual({ published: 3, people: 2, ended: 0 })
    await d.save(d.row(people[0]!, '休', 2, 2))
    expect((await d.publish()).data).toEqual({ published: 1, people: 1, ended: 0 })
    const [first, second] = [d.day(1).slice(5), d.day(2).slice(5)]
    expect(await d.messages(people[0]!)).toEqual([
      { title: '您有 1 天排班变动', content: `${second} 休息（原夜班）。` },
      { title: '您有 2 天排班变动', content: `${first} 白班、${second} 夜班。` },
    ])
    expect(await d.messages(people[1]!)).toHaveLength(1)
    expect(await d.messages(people[2]!)).toEqual([])
    const token = (await d.house.signInAs('worker1')).data.token
    const mine = await d.ask<{ days: { day: string; kind: string; colleagues: string[] }[]; minutes: number }>(
      'GET',
      '/mine',
      {
        token,
        query: { month: d.month },
      },
    )
    expect(mine.data).toMatchObject({ groupName: '护理组', minutes: 660, nights: 0 })
    expect(mine.data.days.map(({ day, kind, colleagues }) => [day, kind, colleagues])).toEqual([
      [d.day(1), 'SHIFT', ['葛兰']],
      [d.day(2), 'REST', []],
    ])
    const changes = await d.ask<{ from: string; to: string; userName: string }[]>('GET', '/changes', {
      query: { empId: people[0]!, day: d.day(2) },
    })
    // What earlier tests published stays written below it.
    expect(changes.data.slice(0, 2).map(({ from, to, userName }) => `${from} → ${to} ${userName}`)).toEqual([
      '夜班 → 休息 何静',
      '未排 → 夜班 何静',
    ])
  })

  test('a whole month is told in one sentence', async () => {
    await d.save(d.row(people[0]!, '白白夜休休白白夜休休'))
    await d.publish()
    expect(await d.messages(people[0]!)).toEqual([
      { title: `${Number(d.month.slice(5))} 月排班已发布`, content: '白班 4 天，夜班 2 天，休息 4 天。' },
    ])
  })

  test('some of the drafts alone', async () => {
    await d.save(d.row(people[0]!, '白白'))
    expect((await d.publish({ cells: [{ empId: people[0], day: d.day(2) }] })).data).toMatchObject({ published: 1 })
    expect(await d.shown(people[0]!, d.day(1))).toMatchObject({ published: null, draft: '白' })
    expect(await d.shown(people[0]!, d.day(2))).toMatchObject({ published: '白', draft: undefined })
  })

  test('what the rules forbid is refused, what they warn of is confirmed', async () => {
    await d.save(d.row(people[3]!, '夜白', 19))
    expect(await d.publish()).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining('有 1 处冲突，不能发布：宁静'),
    })
    await d.save(d.row(people[3]!, '休', 20, 1))
    await d.save(d.row(people[2]!, '夜夜夜夜'))
    const warned = await d.publish()
    expect(warned).toMatchObject({ status: CONFIRM, desc: expect.stringContaining('孙丽') })
    expect(await d.shown(people[2]!, d.day(1))).toMatchObject({ published: null })
    expect((await d.publish({ confirmed: '别的话' })).status).toBe(CONFIRM)
    expect((await d.publish({ confirmed: warned.desc })).data).toMatchObject({ published: 6 })
  })

  test('leave that was agreed meanwhile is seen when it is published', async () => {
    await d.save(d.row(people[0]!, '白'))
    await d.sql(
      `insert into attendance_leave (org_id, leave_id, emp_id, kind, from_at, to_at, reason, state, asked_by, decided_by, decided_at)
      values ($1, $2, $3, 'PERSONAL', $4::timestamptz, $4::timestamptz + interval '1 day', '事', 'AGREED', $3, $5, now())`,
      [d.orgId, newId(), people[0], `${d.day(1)} 00:00:00`, d.a.userId],
    )
    expect(await d.publish()).toMatchObject({ status: INVALID, desc: expect.stringContaining('已批准事假') })
  })

  test('an exchange that was asked for such a day ends, and both are told', async () => {
    await d.save([...d.row(people[0]!, '白'), ...d.row(people[1]!, '休')])
    await d.publish()
    const exchangeId = newId()
    await d.sql(
      `insert into shift_exchange (org_id, exchange_id, applicant_id, partner_id, applicant_day, partner_day, asked, reason)
      values ($1, $2, $3, $4, $5, $6, '{}', '家长会')`,
      [d.orgId, exchangeId, people[0], people[1], d.day(1), d.day(5)],
    )
    await d.sql('delete from user_message where org_id = $1', [d.orgId])
    await d.save(d.row(people[1]!, '夜', 5))
    expect((await d.publish()).data).toMatchObject({ ended: 1 })
    const [ended] = await d.sql<{ state: string; note: string }>(
      'select state, note from shift_exchange where org_id = $1',
      [d.orgId],
    )
    expect(ended).toEqual({ state: 'WITHDRAWN', note: '排班已由何静重新发布，需要时请按新班表再申请' })
    expect((await d.messages(people[0]!)).map((one) => one.title)).toEqual([expect.stringContaining('换班申请已结束')])
    expect(await d.messages(people[1]!)).toHaveLength(2)
  })

  test('nothing to publish is said', async () => {
    expect(await d.publish()).toMatchObject({ status: INVALID, desc: expect.stringContaining('没有要发布的改动') })
  })
})

describe('two planners', () => {
  test('painting the same and different cells at once: every cell is somebody’s, and nothing is lost', async () => {
    // A property over random hands: both paint what they see, over and over; whoever is told of a conflict looks again.
    let seed = 20_261_119
    const chance = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * most)
    }
    const seen = { a: new Map<string, number>(), b: new Map<string, number>() }
    const truth = new Map<string, { version: number; sign: string }>()
    for (let round = 0; round < 12; round++) {
      const hand = (who: 'a' | 'b') => {
        const cells = new Map<string, Cell>()
        for (let i = 0; i < 14; i++) {
          const empId = people[chance(people.length)]!
          const day = d.day(1 + chance(5))
          const key = `${empId} ${day}`
          cells.set(key, { empId, day, sign: '白夜休训'[chance(4)]!, version: seen[who].get(key) ?? 0 })
        }
        // In an order of their own: who locks must not depend on it.
        return [...cells.values()].sort(() => chance(3) - 1)
      }
      const hands = { a: hand('a'), b: hand('b') }
      const [a, b] = await Promise.all([d.save(hands.a, d.a.token), d.save(hands.b, d.b.token)])
      for (const [who, answer] of [
        ['a', a],
        ['b', b],
      ] as const) {
        expect(answer.status).toBe(200)
        expect(answer.data.saved.length + answer.data.conflicts.length).toBe(hands[who].length)
        for (const one of answer.data.saved) {
          const key = `${one.empId} ${one.day}`
          const sign = hands[who].find((cell) => cell.empId === one.empId && cell.day === one.day)!.sign!
          // Each version of a cell was written by one of them alone.
          const known = truth.get(key)
          if (!known || known.version < one.version) truth.set(key, { version: one.version, sign })
          else expect(known.version).not.toBe(one.version)
          seen[who].set(key, one.version)
        }
        for (const one of answer.data.conflicts) seen[who].set(`${one.empId} ${one.day}`, one.version)
      }
    }
    const cells = await d.cellsOf()
    for (const [key, { version, sign }] of truth) {
      const [empId, day] = key.split(' ') as [string, string]
      const cell = cells.get(empId)!.get(day)!
      expect([key, d.signOf(cell.draft ?? cell.published), cell.version]).toEqual([key, sign, version])
    }
    const stored = await d.sql<{ n: number }>('select count(*)::int as n from roster_cell where org_id = $1', [d.orgId])
    expect(stored[0]!.n).toBe(truth.size)
  })

  test('both publish: each draft once, each person told once', async () => {
    await d.save([...d.row(people[0]!, '白白'), ...d.row(people[1]!, '白')])
    const both = await Promise.all([d.publish(), d.publish({}, d.b.token)])
    expect(both.map((one) => one.status).sort()).toEqual([200, INVALID])
    expect(await d.messages(people[0]!)).toHaveLength(1)
    const changes = await d.sql(
      'select 1 from roster_change where org_id = $1 and emp_id = $2 and day = any($3::date[]) and from_kind is null and to_kind is not null',
      [d.orgId, people[1], [d.day(1)]],
    )
    expect(changes.length).toBeGreaterThan(0)
  })

  test('one paints while the other publishes: what is published is a draft that was there, and the later paint stays a draft', async () => {
    await d.save(d.row(people[0]!, '白'))
    const [published, painted] = await Promise.all([d.publish(), d.save(d.row(people[0]!, '夜', 1, 1), d.b.token)])
    const cell = await d.shown(people[0]!, d.day(1))
    expect(published.status).toBe(200)
    expect(painted.status).toBe(200)
    if (painted.data.saved.length === 1) expect(cell).toMatchObject({ published: '夜', draft: undefined })
    else {
      expect(painted.data.conflicts).toMatchObject([{ by: '何静', version: 2 }])
      expect(cell).toMatchObject({ published: '白', draft: undefined })
    }
  })
})

describe('made of something', () => {
  const pattern = async (name: string, signs: string) =>
    (
      await d.ask<RosterPatternData>('POST', '/patterns', {
        body: { name, steps: [...signs].map((sign) => (sign === '休' ? null : d.shifts[sign as '白' | '夜'])) },
      })
    ).data
  const signs = async (empId: string, count: number) => {
    const cells = (await d.cellsOf()).get(empId)!
    return Array.from({ length: count }, (_, i) => d.signOf(cells.get(d.day(i + 1))?.draft) ?? '-').join('')
  }

  test('a turn of days goes over teams from where each stands; leave stays', async () => {
    const { patternId } = await pattern('五组轮转', '白白夜休休')
    await d.save([{ empId: people[1]!, day: d.day(2), sign: '假' }])
    const body = {
      attendanceGroupPkId: d.ward,
      patternId,
      from: d.day(1),
      to: d.day(10),
      starts: [
        { team: 'A 组', step: 0 },
        { team: 'B 组', step: 2 },
        { empId: people[3], step: 4 },
      ],
    }
    expect((await d.ask('POST', '/roll', { body })).data).toEqual({ written: 39, kept: 1 })
    expect(await signs(people[0]!, 10)).toBe('白白夜休休白白夜休休')
    expect(await signs(people[1]!, 10)).toBe('白假夜休休白白夜休休')
    expect(await signs(people[2]!, 10)).toBe('夜休休白白夜休休白白')
    expect(await signs(people[3]!, 10)).toBe('休白白夜休休白白夜休')
    // Once more changes nothing.
    expect((await d.ask('POST', '/roll', { body })).data).toEqual({ written: 0, kept: 40 })
    expect(await d.ask('POST', '/roll', { body: { ...body, from: addDays(d.today, -1) } })).toMatchObject({
      status: INVALID,
    })
    expect(await d.ask('POST', '/roll', { body: { ...body, to: addDays(d.day(1), 200) } })).toMatchObject({
      status: INVALID,
    })
    expect(await d.ask('POST', '/roll', { body: { ...body, patternId: newId() } })).toMatchObject({ status: NOT_FOUND })
  })

  test('a week is copied, without its leave', async () => {
    const monday = Array.from({ length: 7 }, (_, i) => d.day(1 + i)).find((day) => (dayNumber(day) + 3) % 7 === 0)!
    const cell = (i: number, sign: string) => ({ empId: people[0]!, day: addDays(monday, i), sign })
    await d.save([cell(0, '白'), cell(1, '夜'), cell(2, '假')])
    const body = { attendanceGroupPkId: d.ward, from: monday, to: addDays(monday, 7) }
    expect((await d.ask('POST', '/copyWeek', { body })).data).toEqual({ written: 2, kept: 0 })
    const cells = (await d.cellsOf()).get(people[0]!)!
    expect([7, 8, 9].map((i) => d.signOf(cells.get(addDays(monday, i))?.draft) ?? '-').join('')).toBe('白夜-')
    expect(await d.ask('POST', '/copyWeek', { body: { ...body, from: addDays(monday, 1) } })).toMatchObject({
      status: INVALID,
    })
  })

  test('a pattern is changed by one at a time', async () => {
    const made = await pattern('两头班', '白休')
    const change = (name: string, token: string) =>
      d.ask('PUT', '/patterns', { token, body: { ...made, name, steps: [d.shifts.夜, null] } })
    const both = await Promise.all([change('两头班一', d.a.token), change('两头班二', d.b.token)])
    expect(both.map((one) => one.status).sort()).toEqual([200, refusals.CHANGED_MEANWHILE[0]].sort())
    expect(await d.ask('POST', '/patterns', { body: { name: '全休', steps: [null, null] } })).toMatchObject({
      status: INVALID,
    })
    expect(await d.ask('DELETE', `/patterns/${made.patternId}`)).toMatchObject({ status: 200 })
  })
})

describe('what is wanted', () => {
  test('gaps by day, shift and department; certificates and posts count', async () => {
    const need = {
      deptId: d.care,
      shiftPkId: d.shifts.白,
      days: 'ALL',
      people: 2,
      certified: 1,
      certificate: 'FIRST_AID',
    }
    const made = await d.ask<RosterNeedData>('POST', '/needs', { body: need })
    expect(made.data).toMatchObject({ shiftName: '白班', people: 2 })
    expect(await d.ask('POST', '/needs', { body: need })).toMatchObject({ status: refusals.ALREADY_EXISTS[0] })
    expect(await d.ask('POST', '/needs', { body: { ...need, deptId: d.finance } })).toMatchObject({ status: NOT_FOUND })
    expect(await d.ask('POST', '/needs', { body: { ...need, days: 'WORK', certified: 3 } })).toMatchObject({
      status: INVALID,
    })
    await d.save([...d.row(people[0]!, '白白'), ...d.row(people[1]!, '白')])
    const on = async (day: string) => (await d.read()).coverage.find((one) => one.day === day)
    expect(await on(d.day(1))).toMatchObject({ wanted: 2, people: 2, certified: 0, missing: 1 })
    await d.sql(
      `insert into staff_certificate (org_id, certificate_id, emp_id, kind, valid_to) values ($1, $2, $3, 'FIRST_AID', $4)`,
      [d.orgId, newId(), people[0], d.day(1)],
    )
    expect(await on(d.day(1))).toMatchObject({ certified: 1, missing: 0 })
    expect(await on(d.day(2))).toMatchObject({ people: 1, certified: 0, missing: 1 })
    expect(await on(d.day(3))).toMatchObject({ people: 0, missing: 2 })
    expect(await d.ask('DELETE', `/needs/${made.data.needId}`)).toMatchObject({ status: 200 })
  })

  test('the rules of the house hold from when they are saved', async () => {
    const { data } = await d.ask<{ version: number; nightsInRow: number }>('GET', '/setting')
    expect(data).toMatchObject({ restHours: 11, nightsInRow: 3, version: 0 })
    const change = await d.ask('PUT', '/setting', { body: { ...data, nightsInRow: 1 } })
    expect(change).toMatchObject({ status: 200, data: { nightsInRow: 1, version: 1 } })
    expect((await d.save(d.row(people[0]!, '夜夜'))).data.faults).toMatchObject([{ code: 'NIGHTS', forbids: false }])
    expect(await d.ask('PUT', '/setting', { body: { ...data, restHours: 7 } })).toMatchObject({ status: INVALID })
    await d.ask('PUT', '/setting', { body: { ...data, version: 1 } })
  })

  test('the workbook is the caller’s own', async () => {
    const file = await d.house.raw({
      path: `/pims/web-org/roster/export?attendanceGroupPkId=${d.ward}&month=${d.month}`,
      headers: { authorization: d.a.token },
    })
    expect(file.headers['content-type']).toContain('spreadsheetml')
    expect(file.rawPayload.subarray(0, 2).toString()).toBe('PK')
    expect(await d.ask('GET', '/export', { query: { attendanceGroupPkId: d.other, month: d.month } })).toMatchObject({
      status: NOT_FOUND,
    })
  })
})

test('others see their own groups only, and write only with the right to', async () => {
  const reader = await d.planner('reader01', '读者', ['administration:roster:list'])
  expect(await d.save(d.row(people[0]!, '白'), reader.token)).toMatchObject({ status: refusals.NO_PERMISSION[0] })
  expect((await d.publish({}, reader.token)).status).toBe(refusals.NO_PERMISSION[0])
  const clerk = await d.planner('reader02', '财务', ['administration:roster:list'], [d.finance])
  const month = await d.read(clerk.token, {})
  expect(month.groups.map((one) => one.name)).toEqual(['财务组'])
  expect(month.people.map((one) => one.empName)).not.toContain('韩梅')
  expect(await d.ask('GET', '', { token: clerk.token, query: { attendanceGroupPkId: d.ward } })).toMatchObject({
    status: NOT_FOUND,
  })
  expect(
    await d.ask('GET', '/changes', { token: clerk.token, query: { empId: people[0]!, day: d.day(1) } }),
  ).toMatchObject({ status: NOT_FOUND })
})
