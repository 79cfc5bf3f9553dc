// A second person for changes of bed and check-outs: applied for, decided by another, carried out at that moment.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import type { ApplyDetailData, ApplyRowData } from '#contract/live/residenceApply'
import { ReviewResult, type ReviewResultValue, reviewMoves } from '#contract/live/review'
import { pathWords as words } from '#contract/platform/placeNames'
import { type Answer, dayOf, LIVE, type Resident, type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'

let house: StayHouse
/** Makes moves and applies for them; named by no rule. */
let clerk: string
let clerkId: string
/** Makes moves too. */
let colleague: string
/** Decides, and makes no moves. */
let head: string
let headId: string
const AUDIT = `${LIVE}/audit`
const ROOM1 = ['松鹤楼>1层>101>01', '松鹤楼>1层>101>02'] as const
const ROOM2 = ['松鹤楼>1层>102>01', '松鹤楼>1层>102>02'] as const
const INVALID = refusals.INVALID_INPUT[0]
const STATE = refusals.STATE_NOT_ALLOWED[0]

beforeAll(async () => {
  house = await stayHouse()
  const own = { deptId: house.care, dataDeptIds: [house.care] }
  const desk = ['live:residence:list', 'live:residence:bed', 'live:residence:checkOut', 'live:residence:undo']
  const deciding = ['live:residence:list', 'live:residenceAudit:list', 'live:residenceAudit:decide']
  clerkId = await house.person({ userName: 'clerk0001', empName: '刘敏', codes: desk, ...own })
  await house.person({ userName: 'clerk0002', empName: '周燕', codes: desk, ...own })
  headId = await house.person({ userName: 'head00001', empName: '何静', codes: deciding, ...own })
  const tokenOf = async (name: string) => (await house.signInAs(name)).data.token
  ;[clerk, colleague, head] = [await tokenOf('clerk0001'), await tokenOf('clerk0002'), await tokenOf('head00001')]
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.clear()
  await rule('bedChange', true, [headId])
  await rule('checkOut', true, [headId])
})

const rule = (act: string, needed: boolean, userIds: readonly string[] = []) =>
  house.sql(
    `insert into review_rule (org_id, act, needed, role_ids, user_ids) values ($1, $2, $3, '[]', $4)
     on conflict (org_id, act) do update set needed = excluded.needed, user_ids = excluded.user_ids`,
    [house.orgId, act, needed, JSON.stringify(userIds)],
  )
async function inHouse(name: string, path: string): Promise<Resident> {
  const one = await house.resident(name)
  expect((await house.checkIn(one, path, { checkInDate: dayOf(-10) })).status).toBe(200)
  return one
}
const adjust = (one: Resident, path: string, more: object = {}, token = clerk) =>
  house.move(
    'adjustBed',
    { oldmanId: one.oldmanId, bedId: house.bed(path), effectiveDate: dayOf(0), reason: '靠近护士站', ...more },
    token,
  )
const leave = (one: Resident, more: object = {}, token = clerk) =>
  house.move('checkOut', { oldmanId: one.oldmanId, checkOutDate: dayOf(0), checkoutReason: '3', ...more }, token)
const decide = (act: 'pass' | 'decline' | 'withdraw', body: object, token: string) =>
  house.ask<{ field?: string } | null>('PUT', `${AUDIT}/${act}`, { token, body })
const inbox = async (token: string, tab = 'mine') =>
  (await house.ask<{ list: ApplyRowData[]; total: number }>('GET', AUDIT, { token, query: { tab } })).data
const detailOf = async (applyId: string, token: string) =>
  (await house.ask<ApplyDetailData>('GET', `${AUDIT}/${applyId}`, { token })).data
const idOf = (answer: Answer) => answer.data.applications[0]!.applyId
const bedOf = async (one: Resident) => (await house.detail(one.oldmanId)).bedPath
const stateOf = async (applyId: string) =>
  (await house.sql<{ state: number }>('select state from residence_apply where apply_id = $1', [applyId]))[0]!.state
const outing = async (one: Resident, state: number, departed: boolean) => {
  const { stayId } = await house.detail(one.oldmanId)
  const outId = `out${Math.random().toString(36).slice(2)}`
  await house.sql(
    `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, out_type, reason, plan_out, plan_return, companion,
       companion_phone, companion_relation, actual_out, applicant_id, state)
     values ($1, $2::varchar, $2::varchar, $3, $4, '1', '回家', now() + interval '1 hour', now() + interval '9 hours', '王强',
       '13800001111', '20', case when $6 then now() - interval '1 hour' end, $7, $5)`,
    [house.orgId, outId, one.oldmanId, stayId, state, departed, headId],
  )
  return outId
}

describe('the states', () => {
  const states = ReviewResult.list.map(({ value }) => value) as ReviewResultValue[]
  it.each(states)('%i: only what waits can be decided, and nothing leads back', (state) => {
    const names = Object.keys(reviewMoves.moves) as (keyof typeof reviewMoves.moves)[]
    expect(reviewMoves.can(state, () => true)).toEqual(state === 0 ? names : [])
    const next = (name: (typeof names)[number]) => () => reviewMoves.next(state, name, ReviewResult.label)
    if (state === 0) expect(names.map((name) => next(name)())).toEqual([1, 2, 3, 4])
    else for (const name of names) expect(next(name)).toThrow(ReviewResult.label(state))
  })
})

describe('a change of bed', () => {
  it('is applied for, waits, and holds once another person has agreed', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    const before = await house.detail(one.oldmanId, clerk)
    expect(before).toMatchObject({ review: { bedChange: true, checkOut: true }, applications: [] })
    expect(before.can).toEqual(expect.arrayContaining(['adjustBed', 'exchangeBed', 'checkOut']))
    const asked = await adjust(one, ROOM2[0], { levelId: house.level('失智专护') })
    expect(asked).toMatchObject({ status: 200, data: { bedPath: ROOM1[0], applied: ['bedChange'] } })
    expect(asked.data.applications).toMatchObject([
      { move: 'adjustBed', own: true, askedBy: '刘敏', reviewers: ['何静'], reason: '靠近护士站' },
    ])
    expect(asked.data.applications[0]!.content).toBe(`调床 ${words(ROOM1[0])} → ${words(ROOM2[0])}`)
    // The trial left nothing behind: the bed is free, the fees are as they were.
    expect(asked.data.stays[0]!.beds).toHaveLength(1)
    expect(await house.faults()).toEqual([])
    const applyId = idOf(asked)
    expect((await inbox(head)).list).toMatchObject([{ applyId, mine: true, own: false, result: 0 }])
    expect((await inbox(clerk)).total).toBe(0)
    expect((await inbox(clerk, 'own')).list).toMatchObject([{ applyId, mine: false, own: true }])
    expect(await detailOf(applyId, head)).toMatchObject({
      whyNot: null,
      assume: [{ bedId: house.bed(ROOM2[0]), day: dayOf(0), levelId: house.level('失智专护') }],
      changes: expect.arrayContaining([{ title: '床位', from: words(ROOM1[0]), to: words(ROOM2[0]) }]),
    })
    const { version, residentVersion } = await detailOf(applyId, head)
    const passed = await decide('pass', { applyId, version, residentVersion, auditRemark: '同意' }, head)
    expect(passed).toMatchObject({ status: 200 })
    const after = await house.detail(one.oldmanId)
    expect(after).toMatchObject({ bedPath: ROOM2[0], levelName: '失智专护', applications: [], applied: [] })
    expect(await house.faults()).toEqual([])
    const told = await house.sql<{ title: string }>(
      'select title from user_message where org_id = $1 and user_id = $2 order by created_at desc limit 1',
      [house.orgId, clerkId],
    )
    expect(told).toEqual([{ title: '王秀兰的调床申请已通过' }])
    expect((await inbox(head, 'done')).list).toMatchObject([{ applyId, result: 1, decidedBy: '何静' }])
    const kinds = (
      await house.ask<{ kind: string }[]>('GET', `${LIVE}/record/${one.oldmanId}`, { token: house.token })
    ).data.map((event) => event.kind)
    expect(kinds.slice(0, 3)).toEqual(['adjustBed', 'apply', 'apply'])
  })

  it('is never decided by whoever asked, not by the administrator either; the database holds it too', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    await rule('bedChange', true)
    const applyId = idOf(await adjust(one, ROOM2[0]))
    const own = await decide('pass', { applyId }, clerk)
    expect(own.status).toBe(INVALID)
    expect(own.desc).toMatch(/^不能审核自己提交的申请，可由.*何静.*审核$/)
    expect((await decide('decline', { applyId, auditRemark: '不行' }, clerk)).desc).toContain('不能审核自己提交的申请')
    await expect(
      house.sql(
        'update residence_apply set state = 1, auditor_id = applicant_id, decided_at = now() where apply_id = $1',
        [applyId],
      ),
    ).rejects.toThrow('residence_apply_own')
    expect(await bedOf(one)).toBe(ROOM1[0])
    // Whoever makes such moves may agree to a colleague's.
    expect((await decide('pass', { applyId }, colleague)).status).toBe(200)
    expect(await bedOf(one)).toBe(ROOM2[0])
    const admins = idOf(await adjust(one, ROOM1[1], {}, house.token))
    await rule('bedChange', true, [headId])
    await house.sql('update account set user_status = 2 where org_id = $1 and user_id = $2', [house.orgId, headId])
    const alone = await decide('pass', { applyId: admins }, house.token)
    await house.sql('update account set user_status = 1 where org_id = $1 and user_id = $2', [house.orgId, headId])
    expect(alone.status).toBe(INVALID)
    expect(alone.desc).toContain('不能审核自己提交的申请，也没有其他人可以审核：可以撤回或取消申请')
  })

  it('is decided under the rule of the house', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    const applyId = idOf(await adjust(one, ROOM2[0]))
    const answer = await decide('pass', { applyId }, colleague)
    expect(answer.desc).toBe('您不是“调床与换床”的审核人，可由何静审核')
    expect((await inbox(colleague)).total).toBe(0)
    expect((await inbox(colleague, 'waiting')).list).toMatchObject([{ mine: false }])
    // What the bench counts is what the inbox lists.
    const todos = (
      await house.ask<{ key: string; count: number }[]>('GET', '/pims/web-org/index/waitHandle', { token: head })
    ).data
    expect(todos.find((todo) => todo.key === 'residenceAudit')).toMatchObject({ count: 1 })
  })

  it('a second one of the same resident is refused, also by the database', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    const two = await inHouse('李玉珍', ROOM2[0])
    const both = await Promise.all([adjust(one, ROOM1[1]), adjust(one, ROOM2[1], {}, colleague)])
    expect(both.map((answer) => answer.status).sort()).toEqual([200, INVALID])
    expect(both.find((answer) => answer.status !== 200)!.desc).toMatch(/^王秀兰的调床申请（SQ\d+，.*提交）正在等待审核/)
    await expect(
      house.sql(
        `insert into residence_apply (org_id, apply_id, apply_no, oldman_id, stay_id, kind, move, body, content, changes, day, reason,
           applicant_id) select org_id, 'x', 'x', oldman_id, stay_id, kind, move, body, content, changes, day, reason, applicant_id
         from residence_apply where org_id = $1 and state = 0`,
        [house.orgId],
      ),
    ).rejects.toThrow('residence_apply_waiting')
    const swap = { oldmanId: two.oldmanId, otherOldmanId: one.oldmanId, effectiveDate: dayOf(0), reason: '想同住' }
    expect((await house.move('exchangeBed', swap, clerk)).desc).toContain('王秀兰的调床申请')
    // Another kind may wait beside it.
    expect((await leave(one)).status).toBe(200)
  })

  it('an exchange concerns both: both show it, and both lie elsewhere afterwards', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    const two = await inHouse('李玉珍', ROOM2[0])
    const swap = { oldmanId: one.oldmanId, otherOldmanId: two.oldmanId, effectiveDate: dayOf(0), reason: '想同住' }
    const applyId = idOf(await house.move('exchangeBed', swap, clerk))
    expect((await house.detail(two.oldmanId)).applications).toMatchObject([{ applyId, move: 'exchangeBed' }])
    expect((await detailOf(applyId, head)).assume).toMatchObject([
      { oldmanName: '王秀兰', bedId: house.bed(ROOM2[0]) },
      { oldmanName: '李玉珍', bedId: house.bed(ROOM1[0]) },
    ])
    expect((await decide('pass', { applyId }, head)).status).toBe(200)
    expect([await bedOf(one), await bedOf(two)]).toEqual([ROOM2[0], ROOM1[0]])
    expect(await house.faults()).toEqual([])
  })

  it('what could not be done today is not applied for', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    await inHouse('李玉珍', ROOM2[0])
    const picture = await house.picture()
    expect((await adjust(one, ROOM2[0])).desc).toBe(`${words(ROOM2[0])} 已由李玉珍（入住中）使用`)
    expect((await adjust(one, ROOM2[1], { effectiveDate: dayOf(31) })).data.field).toBe('effectiveDate')
    expect(await house.picture()).toBe(picture)
  })

  it('what no longer fits is refused when it is to be passed, with what to do', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    const applyId = idOf(await adjust(one, ROOM2[0]))
    const two = await inHouse('李玉珍', ROOM2[0])
    const picture = await house.picture()
    const taken = await decide('pass', { applyId }, head)
    expect(taken.status).toBe(INVALID)
    expect(taken.desc).toMatch(
      new RegExp(
        `^${words(ROOM2[0])} 已由李玉珍（入住中）使用。申请 SQ\\d+ 现在不能通过，可以填写原因后拒绝，请刘敏按现在的情况重新申请$`,
      ),
    )
    expect(await house.picture()).toBe(picture)
    expect(await stateOf(applyId)).toBe(0)
    // Moved meanwhile, by an exchange that needed no second person.
    await rule('bedChange', false)
    const three = await inHouse('史彩凤', ROOM1[1])
    await house.sql('update residence_apply set state = 3, decided_at = now() where apply_id = $1', [applyId])
    await rule('bedChange', true, [headId])
    const again = idOf(await adjust(three, ROOM2[1]))
    await house.sql(`update residence_apply set bed_id = $2 where apply_id = $1`, [again, house.bed(ROOM1[0])])
    expect((await decide('pass', { applyId: again }, head)).desc).toContain(
      `史彩凤申请时住 ${words(ROOM1[0])}，现在已住 ${words(ROOM1[1])}`,
    )
    const mute = await decide('decline', { applyId: again, auditRemark: ' ' }, head)
    expect(mute).toMatchObject({ status: INVALID, data: { field: 'auditRemark' } })
    expect((await decide('decline', { applyId: again, auditRemark: '床位已变' }, head)).status).toBe(200)
    expect(await stateOf(again)).toBe(2)
    expect(await bedOf(two)).toBe(ROOM2[0])
  })

  it('the reviewer agrees to what was seen: a change of the resident meanwhile is said first', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    const applyId = idOf(await adjust(one, ROOM2[0]))
    const { residentVersion } = await detailOf(applyId, head)
    await house.sql('update oldman set version = version + 1 where org_id = $1 and oldman_id = $2', [
      house.orgId,
      one.oldmanId,
    ])
    const stale = await decide('pass', { applyId, residentVersion }, head)
    expect(stale.status).toBe(refusals.CHANGED_MEANWHILE[0])
    expect((await decide('pass', { applyId, residentVersion: residentVersion + 1 }, head)).status).toBe(200)
  })

  it('two reviewers at the same moment: one wins, and the resident has one bed', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    await rule('bedChange', true)
    const applyId = idOf(await adjust(one, ROOM2[0]))
    const answers = await Promise.all([decide('pass', { applyId }, head), decide('pass', { applyId }, colleague)])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, STATE])
    expect(answers.find((answer) => answer.status === STATE)!.desc).toBe('当前状态为“通过”，不能通过')
    const moves = await house.sql(`select 1 from stay_event where oldman_id = $1 and kind = 'adjustBed'`, [
      one.oldmanId,
    ])
    expect(moves).toHaveLength(1)
    expect(await house.faults()).toEqual([])
  })

  it('two applications for one bed, passed at the same moment: one gets it', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    const two = await inHouse('李玉珍', ROOM1[1])
    const ids = [idOf(await adjust(one, ROOM2[0])), idOf(await adjust(two, ROOM2[0]))]
    const answers = await Promise.all(ids.map((applyId) => decide('pass', { applyId }, head)))
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(1)
    expect(await house.faults()).toEqual([])
  })

  it('is taken back by whoever asked, and by nobody else', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    const applyId = idOf(await adjust(one, ROOM2[0]))
    expect((await decide('withdraw', { applyId }, head)).desc).toMatch(
      /由刘敏提交，只有申请人可以撤回；审核人可以拒绝$/,
    )
    expect((await decide('withdraw', { applyId, reason: '家属改变主意' }, clerk)).status).toBe(200)
    expect((await decide('pass', { applyId }, head)).desc).toBe('当前状态为“已撤回”，不能通过')
    expect((await adjust(one, ROOM2[0])).status).toBe(200)
  })

  it('a day that passed while it waited becomes today; one that lay in the past already stays', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    const two = await inHouse('李玉珍', ROOM1[1])
    const fresh = idOf(await adjust(one, ROOM2[0]))
    const late = idOf(await adjust(two, ROOM2[1], { effectiveDate: dayOf(-2) }))
    await house.sql(
      `update residence_apply set day = day - 3, created_at = created_at - interval '3 days',
         body = jsonb_set(body, '{effectiveDate}', to_jsonb((day - 3)::text)) where org_id = $1`,
      [house.orgId],
    )
    expect((await detailOf(fresh, head)).holdsFrom).toBe(dayOf(0))
    expect((await detailOf(late, head)).holdsFrom).toBe(dayOf(-5))
    await decide('pass', { applyId: fresh }, head)
    await decide('pass', { applyId: late }, head)
    const since = async (resident: Resident) => (await house.detail(resident.oldmanId)).stays[0]!.beds[0]!.fromDate
    expect([await since(one), await since(two)]).toEqual([dayOf(0), dayOf(-5)])
    expect(await house.faults()).toEqual([])
  })
})

describe('the setting', () => {
  it('off: the move is made at once', async () => {
    await rule('bedChange', false)
    await rule('checkOut', false)
    const one = await inHouse('王秀兰', ROOM1[0])
    expect((await adjust(one, ROOM2[0])).data).toMatchObject({ bedPath: ROOM2[0], applications: [] })
    expect((await leave(one)).data).toMatchObject({ status: 2, settleState: 'OPEN' })
    expect((await inbox(head, 'done')).total).toBe(0)
  })

  it('nobody has decided: as until now, at once', async () => {
    await house.sql('delete from review_rule where org_id = $1', [house.orgId])
    const one = await inHouse('王秀兰', ROOM1[0])
    expect((await adjust(one, ROOM2[0])).data.bedPath).toBe(ROOM2[0])
    expect((await leave(one)).data.status).toBe(2)
  })

  it('switched off while something waits: it is still passed or taken back, and done at once only then', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    const two = await inHouse('李玉珍', ROOM1[1])
    const first = idOf(await adjust(one, ROOM2[0]))
    const second = idOf(await adjust(two, ROOM2[1]))
    await rule('bedChange', false, [headId])
    expect((await adjust(one, ROOM2[1], {}, colleague)).desc).toContain('正在等待审核，请先审核或由申请人撤回')
    expect((await decide('pass', { applyId: first }, head)).status).toBe(200)
    expect((await decide('withdraw', { applyId: second }, clerk)).status).toBe(200)
    expect((await adjust(two, ROOM2[1])).data.bedPath).toBe(ROOM2[1])
  })
})

describe('a check-out', () => {
  it('is applied for, also by the path of the status, and opens the settlement when it is passed', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    const body = { oldmanId: one.oldmanId, checkOutDate: dayOf(-1), checkoutReason: '3', remark: '接回家' }
    const asked = (await house.ask('PUT', `${LIVE}/status/2`, { token: clerk, body })) as Answer
    expect(asked.data).toMatchObject({ status: 1, settleState: null, applied: ['checkOut'] })
    expect(asked.data.applications[0]!.reason).toBe('家庭照顾；接回家')
    expect((await decide('pass', { applyId: idOf(asked) }, head)).status).toBe(200)
    expect(await house.detail(one.oldmanId, clerk)).toMatchObject({
      status: 2,
      endDate: dayOf(-1),
      settleState: 'OPEN',
      can: ['undoCheckOut'],
    })
    expect(await house.faults()).toEqual([])
  })

  it('ends what else waits about the resident, and tells who asked', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    const bed = idOf(await adjust(one, ROOM2[0]))
    const gone = await leave(one, {}, colleague)
    const applyId = gone.data.applications.find((each) => each.kind === 'checkOut')!.applyId
    expect((await decide('pass', { applyId }, head)).status).toBe(200)
    expect(await stateOf(bed)).toBe(4)
    expect((await decide('pass', { applyId: bed }, head)).desc).toBe('当前状态为“已失效”，不能通过')
    const told = await house.sql<{ title: string }>(
      `select title from user_message where org_id = $1 and user_id = $2 and title like '%失效' `,
      [house.orgId, clerkId],
    )
    expect(told).toHaveLength(1)
    expect(await house.faults()).toEqual([])
  })

  it('made at once meanwhile, because the setting was switched off: the application has no ground any more', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    const applyId = idOf(await adjust(one, ROOM2[0]))
    await rule('checkOut', false)
    expect((await leave(one)).data.status).toBe(2)
    expect(await stateOf(applyId)).toBe(4)
    expect(await house.faults()).toEqual([])
  })

  it.each([
    ['waits for its audit', 0, false, 5, '还有一张没有离院的外出单'],
    ['has not begun', 1, false, 5, '还有一张没有离院的外出单'],
    ['is under way', 1, true, 3, '正在外出，预计'],
  ] as const)(
    'an outing that %s is ended in the same step, and only when that was chosen',
    async (_, state, departed, ends, words) => {
      await rule('checkOut', false)
      const one = await inHouse('王秀兰', ROOM1[0])
      const outId = await outing(one, state, departed)
      expect((await house.detail(one.oldmanId)).openOuting).toMatchObject({ outId, departed })
      const refused = await leave(one)
      expect(refused).toMatchObject({ status: INVALID, data: { field: 'closeOuting' } })
      expect(refused.desc).toContain(words)
      const left = await leave(one, { closeOuting: true })
      expect(left.data).toMatchObject({ status: 2, openOuting: null, settleState: 'OPEN' })
      expect(await house.sql('select state from outing where out_id = $1', [outId])).toEqual([{ state: ends }])
      const told = await house.sql<{ title: string }>(
        'select title from user_message where org_id = $1 and user_id = $2 and title like $3',
        [house.orgId, headId, `外出单 ${outId} %`],
      )
      expect(told).toEqual([{ title: `外出单 ${outId} ${ends === 5 ? '已取消' : '已结束'}` }])
    },
  )

  it('asked for with an outing that is to be called off: it stands until the check-out is passed', async () => {
    const one = await inHouse('王秀兰', ROOM1[0])
    const outId = await outing(one, 0, false)
    const applyId = idOf(await leave(one, { closeOuting: true }))
    expect(await house.sql('select state from outing where out_id = $1', [outId])).toEqual([{ state: 0 }])
    expect((await detailOf(applyId, head)).closesOuting).toBe(true)
    await decide('pass', { applyId }, head)
    expect(await house.sql('select state from outing where out_id = $1', [outId])).toEqual([{ state: 5 }])
  })
})

it('a postponement that waits goes back when the resident leaves for good', async () => {
  await rule('checkOut', false)
  const one = await inHouse('王秀兰', ROOM1[0])
  const outId = await outing(one, 1, true)
  const asked = {
    newReturn: `${dayOf(2)} 18:00:00`,
    reason: '多住两天',
    byId: clerkId,
    byName: '刘敏',
    at: `${dayOf(0)} 08:00:00`,
  }
  await house.sql('update outing set asked = $2 where out_id = $1', [outId, JSON.stringify(asked)])
  await leave(one, { closeOuting: true })
  const [row] = await house.sql<{ asked: unknown; postpones: { result: string; reason: string }[] }>(
    'select asked, postpones from outing where out_id = $1',
    [outId],
  )
  expect(row).toMatchObject({ asked: null, postpones: [{ result: 'WITHDRAWN', reason: '多住两天' }] })
})
