// Exchange of shifts: asked, answered, approved; what is refused; two at once; and rosters that are published meanwhile.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays } from '#contract/administration/rosterRules'
import type { ExchangePartnerData, ShiftExchangeRow } from '#contract/administration/shiftExchange'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import { type RosterDesk, rosterDesk } from '#server/areas/administration/test/rosterDesk'
import { newId } from '#server/kit/ids'

const PATH = '/pims/web-org/shiftExchange'
const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const STATE = refusals.STATE_NOT_ALLOWED[0]
const NO_PERMISSION = refusals.NO_PERMISSION[0]
const CODES = ['administration:shiftExchange:list', 'administration:shiftExchange:decide']

let d: RosterDesk
let han: string
let ge: string
let hanToken: string
let geToken: string
let heads: string[]

beforeAll(async () => {
  d = await rosterDesk()
  han = await d.worker('韩梅')
  ge = await d.worker('葛兰')
  hanToken = (await d.house.signInAs('worker1')).data.token
  geToken = (await d.house.signInAs('worker2')).data.token
  heads = [(await d.planner('approver1', '孙护士', CODES)).token, (await d.planner('approver2', '李护士', CODES)).token]
})
afterAll(() => d.house.close())

const publish = async (empId: string, signs: string, from = 10) => {
  await d.sql(
    `insert into roster_cell (org_id, emp_id, day, kind, shift_pk_id, published_at, published_name)
     select $1, $2, g.day, g.kind, g.shift, now(), '何静' from jsonb_to_recordset($3::jsonb) as g(day date, kind text, shift text)
     on conflict (org_id, emp_id, day) do update set kind = excluded.kind, shift_pk_id = excluded.shift_pk_id, version = roster_cell.version + 1`,
    [
      d.orgId,
      empId,
      JSON.stringify(
        [...signs].map((sign, i) => ({
          day: d.day(from + i),
          kind: sign === '休' ? 'REST' : sign === '训' ? 'TRAIN' : 'SHIFT',
          shift: sign === '白' ? d.shifts.白 : sign === '夜' ? d.shifts.夜 : null,
        })),
      ),
    ],
  )
}
const days = async (empId: string) =>
  (
    await d.sql<{ day: string; kind: string; shift: string | null }>(
      'select day, kind, shift_pk_id as shift from roster_cell where org_id = $1 and emp_id = $2 order by day',
      [d.orgId, empId],
    )
  )
    .map((one) => (one.kind === 'REST' ? '休' : one.shift === d.shifts.白 ? '白' : '夜'))
    .join('')
const ask = <T = ShiftExchangeRow>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  token: string,
  more: { body?: object; query?: Record<string, string> } = {},
) => d.house.ask<T>(method, `${PATH}${path}`, { token, ...more })
const add = (more: object = {}) =>
  ask('POST', '', hanToken, {
    body: { applicantDay: d.day(10), partnerId: ge, partnerDay: d.day(12), reason: '女儿家长会', ...more },
  })
const move = (exchangeId: string, act: string, token: string, note?: string) =>
  ask('PUT', '', token, { body: { exchangeId, act, note } })
const titles = async (userId: string) => (await d.messages(userId)).map((one) => one.title)

beforeEach(async () => {
  await d.sql('delete from shift_exchange where org_id = $1', [d.orgId])
  await d.sql('delete from roster_cell where org_id = $1', [d.orgId])
  await d.sql('delete from attendance_leave where org_id = $1', [d.orgId])
  await d.sql('delete from user_message where org_id = $1', [d.orgId])
  await publish(han, '白休休')
  await publish(ge, '休休白')
})

describe('an exchange', () => {
  test('asked, accepted, approved: both rosters swap on both days, and everybody is told', async () => {
    const made = await add()
    expect(made).toMatchObject({
      status: 200,
      data: {
        state: 'WAIT_PARTNER',
        applicantName: '韩梅',
        partnerName: '葛兰',
        gives: { shortName: '白', times: '07:30–19:30' },
        takes: { shortName: '白' },
        check: { ok: true, text: '两人工时不变，无冲突，每日人数不变', faults: [] },
        can: ['withdraw', 'remind'],
      },
    })
    expect(made.data.swaps).toHaveLength(4)
    expect(made.data.swaps[0]).toMatchObject({
      empName: '韩梅',
      day: d.day(10),
      before: { shortName: '白' },
      after: { kind: 'REST' },
    })
    const { exchangeId } = made.data
    expect(await titles(ge)).toEqual([`韩梅想用 ${d.day(10).slice(5)} 白班换您 ${d.day(12).slice(5)} 白班`])
    const theirs = await ask<PageInfo<ShiftExchangeRow>>('GET', '/mine', geToken, { query: { side: 'forMe' } })
    expect(theirs.data.list[0]).toMatchObject({ exchangeId, can: ['accept', 'decline'] })
    expect((await move(exchangeId, 'accept', geToken)).data).toMatchObject({ state: 'WAIT_AUDIT', can: [] })
    expect(await days(han)).toBe('白休休')
    const listed = await ask<PageInfo<ShiftExchangeRow>>('GET', '', heads[0]!, { query: { state: 'WAIT_AUDIT' } })
    expect(listed.data.list.map((one) => one.can)).toEqual([['agree', 'refuse']])
    const done = await move(exchangeId, 'agree', heads[0]!)
    expect(done.data).toMatchObject({ state: 'AGREED', decidedName: '孙护士', check: null, can: [] })
    expect([await days(han), await days(ge)]).toEqual(['休休白', '白休休'])
    const changes = await d.sql(
      `select 1 from roster_change where org_id = $1 and cause = 'EXCHANGE' and emp_id = any($2)`,
      [d.orgId, [han, ge]],
    )
    expect(changes).toHaveLength(4)
    for (const person of [han, ge])
      expect((await titles(person))[0]).toBe(
        `韩梅 ${d.day(10).slice(5)} 与葛兰 ${d.day(12).slice(5)} 换班已批准，班表已改`,
      )
  })

  test('two who approve at once: once', async () => {
    const { exchangeId } = (await add()).data
    await move(exchangeId, 'accept', geToken)
    const both = await Promise.all(heads.map((token) => move(exchangeId, 'agree', token)))
    expect(both.map((one) => one.status).sort()).toEqual([200, STATE].sort())
    expect([await days(han), await days(ge)]).toEqual(['休休白', '白休休'])
  })

  test('declined with a reason, refused with a reason, withdrawn', async () => {
    const first = (await add()).data.exchangeId
    expect(await move(first, 'decline', geToken)).toMatchObject({ status: INVALID, data: { field: 'note' } })
    expect((await move(first, 'decline', geToken, '那天家里有事')).data).toMatchObject({
      state: 'REFUSED',
      note: '那天家里有事',
    })
    const second = (await add()).data.exchangeId
    await move(second, 'accept', geToken)
    expect((await move(second, 'refuse', heads[0]!, '人手不够')).data.state).toBe('REFUSED')
    const third = (await add()).data.exchangeId
    expect((await ask('DELETE', `/${third}`, geToken)).status).toBe(NO_PERMISSION)
    expect((await ask('DELETE', `/${third}`, hanToken)).status).toBe(200)
    expect((await ask('DELETE', `/${third}`, hanToken)).status).toBe(STATE)
    expect(await move(third, 'accept', geToken)).toMatchObject({ status: STATE })
    expect([await days(han), await days(ge)]).toEqual(['白休休', '休休白'])
  })

  test('a partner is reminded once a day', async () => {
    const { exchangeId } = (await add()).data
    for (let i = 0; i < 2; i++)
      expect((await ask('PUT', '/remind', hanToken, { body: { exchangeId } })).status).toBe(200)
    expect((await titles(ge)).filter((one) => one.startsWith('请处理'))).toHaveLength(1)
  })
})

describe('refused in words', () => {
  test('what cannot be exchanged', async () => {
    expect((await add({ partnerId: han })).desc).toBe('不能和自己换班')
    expect(await add({ partnerId: newId() })).toMatchObject({ status: NOT_FOUND })
    const past = addDays(d.today, -1)
    expect((await add({ applicantDay: past })).desc).toBe(`${past} 已经过去，不能换班`)
    expect((await add({ applicantDay: d.day(11) })).desc).toContain('没有已发布的班次')
    expect((await add({ partnerDay: d.day(10) })).desc).toContain('葛兰')
    const other = await d.worker('会计', { groupId: d.other, deptId: d.finance })
    expect((await add({ partnerId: other })).desc).toContain('同一个考勤组')
    await publish(ge, '训', 10)
    expect((await add()).desc).toContain('是“训”，不能换班')
    await publish(ge, '白', 10)
    await publish(han, '白', 12)
    expect((await add()).desc).toBe(`${d.day(10).slice(5)} 两个人都是“白班”，换了没有变化`)
  })

  test('one day in one open exchange', async () => {
    await add()
    expect((await add()).desc).toContain('没有办完的换班申请')
    const both = await Promise.all([1, 2].map(() => add({ applicantDay: d.day(10) })))
    expect(both.every((one) => one.status === INVALID)).toBe(true)
  })

  test('a rule, when it is asked and again when it is approved', async () => {
    // A night on the eleventh before the day of the twelfth.
    await publish(han, '夜', 11)
    const refused = await add()
    expect(refused.status).toBe(INVALID)
    expect(refused.desc).toContain(`韩梅 ${d.day(11).slice(5)} 夜班到 ${d.day(12).slice(5)} 07:30，接着上白班`)
    await publish(han, '休', 11)
    const { exchangeId } = (await add()).data
    await move(exchangeId, 'accept', geToken)
    await d.sql(
      `insert into attendance_leave (org_id, leave_id, emp_id, kind, from_at, to_at, reason, state, asked_by, decided_by, decided_at)
       values ($1, $2, $3, 'SICK', $4, $5, '病', 'AGREED', $3, $6, now())`,
      [d.orgId, newId(), han, `${d.day(12)} 00:00:00`, `${d.day(13)} 00:00:00`, d.a.userId],
    )
    const late = await move(exchangeId, 'agree', heads[0]!)
    expect(late).toMatchObject({ status: INVALID })
    expect(late.desc).toContain(`${d.day(12).slice(5)} 已批准病假，不能排白班`)
    expect([await days(han), await days(ge)]).toEqual(['白休休', '休休白'])
  })

  test('who may not', async () => {
    const { exchangeId } = (await add()).data
    expect((await move(exchangeId, 'accept', hanToken)).status).toBe(NO_PERMISSION)
    expect((await move(exchangeId, 'agree', heads[0]!)).status).toBe(STATE)
    await move(exchangeId, 'accept', geToken)
    expect((await move(exchangeId, 'agree', geToken)).desc).toContain('不能自己审批')
    const stranger = await d.worker('外人', { groupId: d.other, deptId: d.finance })
    expect(stranger).not.toBe(han)
    const afar = (await d.planner('approver9', '远处', CODES, [d.finance])).token
    expect((await move(exchangeId, 'agree', afar)).status).toBe(NOT_FOUND)
    expect((await ask('GET', `/${exchangeId}`, afar)).status).toBe(NOT_FOUND)
    expect((await ask<PageInfo<ShiftExchangeRow>>('GET', '', afar)).data.total).toBe(0)
  })
})

describe('a roster that changes meanwhile', () => {
  test('ends it with its reason, and both are told', async () => {
    const { exchangeId } = (await add()).data
    await move(exchangeId, 'accept', geToken)
    await publish(ge, '夜', 12)
    const ended = await move(exchangeId, 'agree', heads[0]!)
    expect(ended).toMatchObject({ status: INVALID })
    expect(ended.desc).toBe(`葛兰 ${d.day(12).slice(5)} 的排班已由“白班”改为“夜班”，换班自动结束`)
    expect((await ask('GET', `/${exchangeId}`, hanToken)).data).toMatchObject({ state: 'WITHDRAWN', note: ended.desc })
    for (const person of [han, ge]) expect((await titles(person))[0]).toContain('已自动结束')
    expect(await days(han)).toBe('白休休')
  })

  test('publishing and approving at once: swapped before, or not at all', async () => {
    const { exchangeId } = (await add()).data
    await move(exchangeId, 'accept', geToken)
    await d.save([{ empId: ge, day: d.day(12), sign: '夜', version: 1 }])
    const [approved] = await Promise.all([move(exchangeId, 'agree', heads[0]!), d.publish()])
    const [mine, theirs] = [await days(han), await days(ge)]
    if (approved!.status === 200) expect(mine).toBe('休休白')
    else expect([mine, theirs[2]]).toEqual(['白休休', '夜'])
  })
})

test('colleagues are offered with what the rules say', async () => {
  const { data } = await ask<{ partners: ExchangePartnerData[] }>('GET', '/partners', hanToken, {
    query: { day: d.day(10) },
  })
  expect(data.partners.map((one) => one.empName)).toEqual(['葛兰'])
  expect(data.partners[0]!.offers).toMatchObject([{ day: d.day(12), check: { ok: true } }])
  expect((await ask('GET', '/partners', hanToken, { query: { day: d.day(11) } })).desc).toContain('没有已发布的班次')
})
