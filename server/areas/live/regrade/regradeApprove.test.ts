// One approval changes level, plan, tasks and fees from a day on: what is shown before is what happens, and nothing happens
// twice.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import { RegradeState } from '#contract/live/regradeWords'
import { FULL, HALF, REGRADES, type RegradeHouse, regradeHouse, SELF } from '#server/areas/live/test/regradeHouse'
import { BED, looking, monthOf, nextMonth } from '#server/areas/live/test/regradeLook'
import { dayOf, type Resident } from '#server/areas/live/test/stayHouse'
import { daily } from '#server/areas/nursing/test/careHouse'

let house: RegradeHouse
let one: Resident
let look: ReturnType<typeof looking>
const INVALID = refusals.INVALID_INPUT[0]
const STATE = refusals.STATE_NOT_ALLOWED[0]
const CHANGED = refusals.GROUND_CHANGED[0]

beforeAll(async () => {
  house = await regradeHouse()
  look = looking(house)
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.clear()
  await house.rule(true, [house.headId])
  one = await house.living('秦月娥', BED)
})

describe('an approval', () => {
  it('changes level, plan, tasks and fees from the day on, tells nurse and cashier, and nothing before it', async () => {
    await house.sql('delete from user_message where org_id = $1', [house.orgId])
    const made = await house.waiting(one.oldmanId)
    const done = await house.approve(made.regradeId, { opinion: '请复看饮水' })
    expect(done).toMatchObject({
      status: 200,
      data: { state: RegradeState.is.approved, opinion: '请复看饮水', whyNotBack: null },
    })
    expect((await look.tasksOn(one.oldmanId, dayOf(1))).length).toBe(11)
    const days = await house.sql<{ day: string; level: string }>(
      `select x.from_date as day, l.level_name as level from stay_level x join nursing_level l using (org_id, level_id)
        join stay s on s.org_id = x.org_id and s.stay_id = x.stay_id where s.oldman_id = $1 order by 1`,
      [one.oldmanId],
    )
    expect(days).toEqual([
      { day: dayOf(-40), level: HALF },
      { day: dayOf(1), level: FULL },
    ])
    expect(await house.faults()).toEqual([])
    expect((await look.told(house.cashierId)).map((row) => row.title)).toEqual([
      `秦月娥的护理等级变更：${HALF} → ${FULL}，${dayOf(1)} 起`,
    ])
    expect((await look.told(house.nurseId)).map((row) => row.title)).toContain('秦月娥的等级变更已批准')
    const log = await house.sql<{ remark: string }>(
      `select remark from operation_log where org_id = $1 and target_id = $2 order by created_at, log_id`,
      [house.orgId, made.regradeId],
    )
    expect(log.at(-1)!.remark).toContain('批准“秦月娥”的等级变更')
  })

  it('costs to the fen what was shown: tomorrow, in a month that is billed already', async () => {
    const month = monthOf(dayOf(1))
    await house.bill(monthOf(dayOf(0)))
    const made = await house.waiting(one.oldmanId)
    const shown = (await house.look(made.regradeId)).data.bills
    expect(await house.approve(made.regradeId)).toMatchObject({ status: 200 })
    for (const bill of shown) {
      await house.bill(bill.month)
      const then = bill.rows.flatMap((row) =>
        row.kind === 'LINE' && row.assumedFen !== null ? [[row.name, row.assumedFen]] : [],
      )
      expect((await look.lines(bill.month, one.oldmanId)).map((row) => [row.name, Number(row.amount)])).toEqual(then)
    }
    expect(shown[0]!.month >= month).toBe(true)
    expect(shown.reduce((sum, bill) => sum + bill.differenceFen!, 0)).toBeGreaterThan(0)
  })

  it('costs to the fen what was shown: from the first of next month', async () => {
    const made = await house.waiting(one.oldmanId, { effectiveDate: nextMonth() })
    const [bill, ...more] = (await house.look(made.regradeId)).data.bills
    expect([more, bill!.month]).toEqual([[], monthOf(nextMonth())])
    expect(bill!.differenceFen).toBe(80_000)
    await house.approve(made.regradeId)
    await house.bill(bill!.month)
    const sum = (await look.lines(bill!.month, one.oldmanId)).reduce((all, row) => all + Number(row.amount), 0)
    expect(sum).toBe(bill!.assumedFen)
  })

  it.each([
    [
      'the plan',
      '护理计划',
      async () => {
        const [plan] = await house.sql<{ id: string; start: string; version: number }>(
          `select plan_id as id, start_date as start, version from care_plan where org_id = $1 and oldman_id = $2 and state = 'ON'`,
          [house.orgId, one.oldmanId],
        )
        const projectId = await house.project('喂食喂水')
        const body = {
          nursingPlanId: plan!.id,
          startDate: plan!.start,
          items: [{ projectId, frequency: daily('08:00') }],
        }
        expect(await house.ask('PUT', '/pims/web-org/nursingPlan', { token: house.token, body })).toMatchObject({
          status: 200,
        })
      },
    ],
    [
      'the price of the level',
      '新等级每月价格',
      () =>
        house.sql('update nursing_level set price_fen = 270000 where org_id = $1 and level_id = $2', [
          house.orgId,
          house.level(FULL),
        ]),
    ],
    [
      'the level of the stay',
      '现护理等级',
      async () => {
        expect(
          await house.move('changeLevel', {
            oldmanId: one.oldmanId,
            levelId: house.level(SELF),
            effectiveDate: dayOf(0),
            reason: '复评',
          }),
        ).toMatchObject({ status: 200 })
      },
    ],
    [
      'the bed',
      '入住',
      async () => {
        expect(
          await house.move('adjustBed', {
            oldmanId: one.oldmanId,
            bedId: house.bed('松鹤楼>1层>103>01'),
            effectiveDate: dayOf(0),
            reason: '靠近护士站',
          }),
        ).toMatchObject({ status: 200 })
      },
    ],
  ])('is refused where %s changed since it was shown, and says so', async (_, word, change) => {
    const made = await house.waiting(one.oldmanId)
    const seen = (await house.look(made.regradeId)).data
    await change()
    const before = await look.picture(one.oldmanId)
    const refused = await house.approve(made.regradeId, { seen: seen.basis })
    expect(refused).toMatchObject({ status: CHANGED })
    expect(refused.desc).toContain(word)
    expect(await look.picture(one.oldmanId)).toEqual(before)
    await house.sql('update nursing_level set price_fen = 260000 where org_id = $1 and level_id = $2', [
      house.orgId,
      house.level(FULL),
    ])
    // Seen anew, it passes.
    expect(await house.approve(made.regradeId)).toMatchObject({ status: 200 })
  })

  it('asked for twice at once is done once', async () => {
    const made = await house.waiting(one.oldmanId)
    const seen = (await house.look(made.regradeId)).data
    const body = { regradeId: made.regradeId, effectiveDate: seen.effectiveDate, seen: seen.basis }
    const both = await Promise.all(
      [1, 2].map(() => house.ask('PUT', `${REGRADES}/approve`, { token: house.head, body })),
    )
    expect(both.map((answer) => answer.status).sort()).toEqual([200, STATE])
    const plans = await house.sql(`select 1 from care_plan where org_id = $1 and oldman_id = $2 and start_date = $3`, [
      house.orgId,
      one.oldmanId,
      dayOf(1),
    ])
    expect(plans).toHaveLength(1)
  })

  it('is the business of whom the settings name, never of who proposed it', async () => {
    const made = await house.waiting(one.oldmanId)
    const [nurse] = [await house.look(made.regradeId, {}, house.nurse)]
    expect(nurse.status).toBe(200)
    const body = { regradeId: made.regradeId, effectiveDate: nurse.data.effectiveDate, seen: nurse.data.basis }
    expect(await house.ask('PUT', `${REGRADES}/approve`, { token: house.nurse, body })).toMatchObject({ status: 401 })
    const own = (await house.propose((await house.living('周玉珍', '松鹤楼>1层>102>01')).oldmanId, {}, house.head)).data
    await house.act('submit', { regradeId: own.regradeId }, house.head)
    const refused = await house.approve(own.regradeId)
    expect(refused).toMatchObject({ status: INVALID })
    expect(refused.desc).toContain('不能审核自己提交的申请')
    await house.rule(false)
    expect(await house.approve(own.regradeId)).toMatchObject({ status: 200 })
  })

  it('can be refused with an opinion, and submitted again', async () => {
    const made = await house.waiting(one.oldmanId)
    expect(await house.act('sendBack', { regradeId: made.regradeId, opinion: ' ' }, house.head)).toMatchObject({
      status: INVALID,
    })
    const back = await house.act('sendBack', { regradeId: made.regradeId, opinion: '请补家属知情' }, house.head)
    expect(back).toMatchObject({ status: 200, data: { state: RegradeState.is.returned, opinion: '请补家属知情' } })
    expect((await look.told(house.nurseId)).map((row) => row.title)).toContain('秦月娥的等级变更被退回')
    expect(await house.act('submit', { regradeId: made.regradeId })).toMatchObject({ status: 200 })
    expect((await look.detailOf(made.regradeId)).steps.map((step) => step.what)).toEqual([
      '提出',
      '提交',
      '退回修改',
      '提交',
    ])
  })

  it('lapses when the stay ends before it', async () => {
    const made = await house.waiting(one.oldmanId)
    await house.setting({ settleBeforeCheckout: false })
    expect(await house.checkOut(one)).toMatchObject({ status: 200 })
    expect(await look.detailOf(made.regradeId)).toMatchObject({ state: RegradeState.is.lapsed })
    expect(await house.approve(made.regradeId, { effectiveDate: dayOf(1), seen: [] })).toMatchObject({ status: STATE })
  })
})
