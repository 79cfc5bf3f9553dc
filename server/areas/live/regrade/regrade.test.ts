// Proposing another level and seeing the whole of it before anybody agrees.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import { RegradeState, type RegradeStateValue, regradeMoves } from '#contract/live/regradeWords'
import { FULL, HALF, REGRADES, type RegradeHouse, regradeHouse, SELF } from '#server/areas/live/test/regradeHouse'
import { BED, looking, nextMonth } from '#server/areas/live/test/regradeLook'
import { dayOf, type Resident } from '#server/areas/live/test/stayHouse'
import { daily } from '#server/areas/nursing/test/careHouse'
import { newId } from '#server/kit/ids'

let house: RegradeHouse
let one: Resident
let look: ReturnType<typeof looking>
const INVALID = refusals.INVALID_INPUT[0]
const STATE = refusals.STATE_NOT_ALLOWED[0]

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

describe('the states', () => {
  const states = RegradeState.list.map(({ value }) => value) as RegradeStateValue[]
  it.each(states)('%i: the database lets go exactly the ways of the table', async (state) => {
    const names = Object.keys(regradeMoves.moves) as (keyof typeof regradeMoves.moves)[]
    const to = new Set(
      names.flatMap((name) => {
        const move = regradeMoves.moves[name]
        return move.from.includes(state) ? [move.to].flat() : []
      }),
    )
    if ([RegradeState.is.draft, RegradeState.is.returned].includes(state as 0))
      for (const s of [0, 1, 3]) if (s !== state && s !== 1) to.delete(s as 0)
    const made = (await house.propose(one.oldmanId)).data
    const put = (value: number) =>
      house.sql(
        `update regrade set state = $3, submitted_at = coalesce(submitted_at, now()), second = false, opinion = '意见', decided_by = 'x', decided_at = coalesce(decided_at, now()),
          images = case when $3 in (2, 5) then '{}'::jsonb end, back_by = case when $3 = 5 then 'x' end,
          back_at = case when $3 = 5 then now() end, back_reason = case when $3 = 5 then '误批' end
         where org_id = $1 and regrade_id = $2`,
        [house.orgId, made.regradeId, value],
      )
    const way: Readonly<Record<number, readonly number[]>> = {
      0: [],
      1: [1],
      2: [1, 2],
      3: [1, 3],
      4: [4],
      5: [1, 2, 5],
      6: [6],
    }
    for (const step of way[state]!) await put(step)
    for (const next of states.filter((value) => value !== state)) {
      const allowed = await put(next).then(
        () => true,
        () => false,
      )
      expect([state, next, allowed]).toEqual([state, next, to.has(next)])
      if (!allowed) continue
      // Back to where it stood, past the rules.
      await house.sql('alter table regrade disable trigger regrade_moves')
      await put(state)
      await house.sql('alter table regrade enable trigger regrade_moves')
    }
  })
})

describe('a proposal', () => {
  it('takes the level that the finished assessment says by the mapping of the house', async () => {
    const assessmentId = await house.assessed(one.oldmanId, FULL)
    const made = await house.propose(one.oldmanId, { levelId: null, assessmentId })
    expect(made).toMatchObject({
      status: 200,
      data: { newLevelName: FULL, oldLevelName: HALF, can: ['edit', 'submit', 'discard'] },
    })
    expect(made.data.current).toMatchObject({ assessmentId, levelName: '重度失能', mappedLevelName: FULL })
  })

  it('needs a reason for another level, and a level where the mapping says none', async () => {
    const assessmentId = await house.assessed(one.oldmanId, FULL)
    const other = { levelId: house.level(SELF), assessmentId }
    expect(await house.propose(one.oldmanId, other)).toMatchObject({ status: INVALID, data: { field: 'levelReason' } })
    expect(await house.propose(one.oldmanId, { ...other, levelReason: '家属要求' })).toMatchObject({ status: 200 })
    const two = await house.living('王秀兰', '松鹤楼>1层>102>01')
    const unmapped = await house.assessed(two.oldmanId, null)
    expect(await house.propose(two.oldmanId, { levelId: null, assessmentId: unmapped })).toMatchObject({
      status: INVALID,
      data: { field: 'levelId' },
    })
    // Of somebody else.
    expect(await house.propose(two.oldmanId, { assessmentId })).toMatchObject({
      status: INVALID,
      data: { field: 'assessmentId' },
    })
  })

  it('is one at a time, from tomorrow on, to another level', async () => {
    expect(await house.propose(one.oldmanId, { effectiveDate: dayOf(0) })).toMatchObject({
      status: INVALID,
      data: { field: 'effectiveDate' },
    })
    expect(await house.propose(one.oldmanId, { levelId: house.level(HALF) })).toMatchObject({
      status: INVALID,
      data: { field: 'levelId' },
    })
    const two = await Promise.all([house.propose(one.oldmanId), house.propose(one.oldmanId)])
    expect(two.map((answer) => answer.status).sort()).toEqual([200, INVALID])
    expect(two.find((answer) => answer.status !== 200)!.desc).toContain('已有一份没有办完的等级变更')
  })

  it('is changed by whoever proposes, withdrawn and discarded by whom it is, and read by its steps', async () => {
    const made = await house.waiting(one.oldmanId)
    expect(await house.act('withdraw', { regradeId: made.regradeId }, house.head)).toMatchObject({ status: INVALID })
    const back = await house.act('withdraw', { regradeId: made.regradeId, reason: '再看看' })
    expect(back).toMatchObject({ status: 200, data: { state: RegradeState.is.draft } })
    const body = {
      regradeId: made.regradeId,
      reason: '改到月初',
      effectiveDate: nextMonth(),
      version: back.data.version,
    }
    expect(await house.ask('PUT', REGRADES, { token: house.nurse, body })).toMatchObject({ status: 200 })
    expect(await house.ask('PUT', REGRADES, { token: house.nurse, body })).toMatchObject({ status: 40902 })
    const gone = await house.act('discard', { regradeId: made.regradeId })
    expect(gone.data.steps.map((step) => step.what)).toEqual(['提出', '提交', '撤回修改', '修改', '作废'])
    expect(await house.act('submit', { regradeId: made.regradeId })).toMatchObject({ status: STATE })
  })
})

describe('the rehearsal', () => {
  it('shows plan, tasks and bill as they will be, and changes nothing', async () => {
    const made = (await house.propose(one.oldmanId)).data
    const before = [await look.picture(one.oldmanId), await house.picture()]
    const seen = await house.look(made.regradeId)
    expect(seen.status).toBe(200)
    expect([await look.picture(one.oldmanId), await house.picture()]).toEqual(before)
    const { plan, tasks, level } = seen.data
    expect(level).toMatchObject({
      before: { levelName: HALF, priceFen: 180_000 },
      after: { levelName: FULL, priceFen: 260_000 },
    })
    expect(plan.items.map((row) => [row.change, row.projectName, row.timesBefore, row.timesAfter])).toEqual([
      ['changed', '喂食喂水', 3, 5],
      ['added', '更换尿垫', 0, 4],
      ['gone', '陪同散步', 1, 0],
      ['same', '巡视', 2, 2],
    ])
    expect(plan.before).toMatchObject({ endDate: dayOf(0) })
    expect(plan.after).toMatchObject({ startDate: dayOf(1) })
    expect([plan.minutesBefore, plan.minutesAfter]).toEqual([79, 119])
    expect([tasks.before, tasks.after, tasks.day]).toEqual([6, 11, dayOf(1)])
    expect(tasks.hours.reduce((sum, hour) => sum + hour.after, 0)).toBe(11)
    expect(tasks.shifts.reduce((sum, shift) => sum + shift.before, 0)).toBe(6)
  })

  it('takes what was decided for this elder, with its ground', async () => {
    const turning = await house.project('更换尿垫')
    const walk = await house.project('陪同散步')
    const choices = [
      { projectId: turning, leave: true, ground: '可自行如厕' },
      { projectId: walk, frequency: daily('10:00'), ground: '家属要求保留' },
    ]
    const made = (await house.propose(one.oldmanId, { choices })).data
    const { plan } = (await house.look(made.regradeId)).data
    expect(plan.items.map((row) => [row.change, row.projectName, row.ground])).toEqual([
      ['changed', '喂食喂水', '等级套餐'],
      ['changed', '陪同散步', '家属要求保留'],
      ['left', '更换尿垫', '可自行如厕'],
      ['same', '巡视', '等级套餐'],
    ])
    expect(
      await house.approve((await house.act('submit', { regradeId: made.regradeId })).data.regradeId),
    ).toMatchObject({ status: 200 })
    expect((await look.tasksOn(one.oldmanId, dayOf(1))).map((row) => row.at)).toEqual([
      '07:30',
      '09:00',
      '10:00',
      '10:00',
      '11:30',
      '15:00',
      '15:00',
      '17:30',
    ])
  })

  it('of who reads no fees says no amount anywhere', async () => {
    const made = (await house.propose(one.oldmanId)).data
    await house.person({
      userName: `blind${newId().slice(0, 4)}`,
      empName: '小王',
      codes: ['nursing:regrade:list'],
      deptId: house.care,
      dataDeptIds: [house.care],
    })
    const [row] = await house.sql<{ name: string }>(
      `select user_name as name from account where org_id = $1 and user_name like 'blind%'`,
      [house.orgId],
    )
    const { token } = (await house.signInAs(row!.name)).data
    const { status, data } = await house.look(made.regradeId, {}, token)
    expect(status).toBe(200)
    // Numbers of records are digits, too.
    const text = JSON.stringify(data).replace(/[0-9a-f]{32}/g, '')
    for (const amount of ['180000', '260000', '1,800.00', '2,600.00', '800.00']) expect(text).not.toContain(amount)
  })
})
