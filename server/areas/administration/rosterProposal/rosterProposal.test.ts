// The proposal as its users meet it: asked for, looked at, taken; by whom it may be, and what has changed meanwhile.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ProposalPreviewData } from '#contract/administration/rosterProposal'
import { addDays } from '#contract/administration/rosterRules'
import { DAY_MS, momentOf, monthText } from '#contract/kit/clock'
import type { JobProgressData } from '#contract/platform/shell'
import { type RosterHouse, rosterHouse } from '#server/areas/administration/test/rosterHouse'
import { newId } from '#server/kit/ids'

const PROPOSAL = '/pims/web-org/roster/proposal'
let house: RosterHouse
let month: string
let token: string
beforeAll(async () => {
  house = await rosterHouse()
  token = house.token
  month = monthText(momentOf(`${monthText()}-28`) + 7 * DAY_MS)
})
afterAll(() => house.close())
beforeEach(async () => {
  for (const table of ['roster_need', 'roster_cell', 'attendance_member'])
    await house.sql(`delete from ${table} where org_id = $1`, [house.orgId])
})

const need = (shift: string, people: number) =>
  house.sql('insert into roster_need (org_id, need_id, dept_id, shift_pk_id, people) values ($1, $2, $3, $4, $5)', [
    house.orgId,
    newId(),
    house.care,
    shift,
    people,
  ])
const start = (as = token, group = house.groupId, of = month) =>
  house.ask<{ runId: string }>('POST', PROPOSAL, { token: as, body: { attendanceGroupPkId: group, month: of } })
const ended = (runId: string, as = token) =>
  vi.waitFor(
    async () => {
      const run = await house.ask<JobProgressData>('GET', `/passport/web-org/jobs/${runId}`, { token: as })
      expect(['done', 'failed', 'cancelled']).toContain(run.data.state)
      return run.data
    },
    { timeout: 60_000, interval: 100 },
  )
const preview = (runId: string, as = token) =>
  house.ask<ProposalPreviewData>('GET', `${PROPOSAL}/${runId}`, { token: as })
const take = (runId: string, as = token) =>
  house.ask<{ saved: number; left: { empName: string; day: string; reason: string }[] }>('POST', `${PROPOSAL}/take`, {
    token: as,
    body: { runId },
  })
const drafts = () =>
  house.sql<{ empId: string; day: string; shift: string; version: number }>(
    `select emp_id as "empId", day, draft_shift_pk_id as shift, version from roster_cell
    where org_id = $1 and drafted = 1 order by 2, 1`,
    [house.orgId],
  )
const dayOf = (n: number) => addDays(`${month}-01`, n - 1)

describe('a proposal', () => {
  it('writes nothing until it is taken, then drafts, each shift once', async () => {
    for (let at = 0; at < 4; at++) await house.carer({ sort: at })
    await need(house.day, 1)
    const { data } = await start()
    expect(await ended(data.runId)).toMatchObject({ state: 'done', message: expect.stringContaining('缺口全部补上') })
    const { data: seen } = await preview(data.runId)
    expect(seen).toMatchObject({ groupName: '护理组考勤', month, lacks: 0, gaps: [] })
    expect(seen.cells).toBe(seen.lacked)
    expect(seen.people.reduce((sum, one) => sum + one.cells.length, 0)).toBe(seen.cells)
    expect(await drafts()).toEqual([])
    expect(await take(data.runId)).toMatchObject({ status: 200, data: { saved: seen.cells, left: [] } })
    const written = await drafts()
    expect(written).toHaveLength(seen.cells)
    expect(new Set(written.map((one) => one.day)).size).toBe(seen.cells)
    // Taken twice, the days are planned already.
    const again = await take(data.runId)
    expect(again.data.saved).toBe(0)
    expect(new Set(again.data.left.map((one) => one.reason))).toEqual(new Set(['试算后有人改过这一天']))
  })

  it('leaves out what somebody planned in between, and what would break a rule by now', async () => {
    const [first, second] = [await house.carer({ sort: 1 }), await house.carer({ sort: 2 })]
    await need(house.day, 2)
    const { data } = await start()
    await ended(data.runId)
    const { data: seen } = await preview(data.runId)
    const of = (empId: string) => seen.people.find((one) => one.empId === empId)!.cells.map((one) => one.day)
    const both = of(first.empId).find((day) => of(second.empId).includes(day + 1) || of(first.empId).includes(day + 1))!
    const next = of(first.empId).includes(both + 1) ? both + 1 : of(first.empId).find((day) => day !== both)!
    await house.draft([{ empId: first.empId, day: dayOf(both), shift: house.night }])
    const { data: taken } = await take(data.runId)
    const left = taken.left.filter((one) => one.empName === first.name)
    expect(left.map((one) => one.day)).toContain(dayOf(both))
    if (next === both + 1) expect(left.map((one) => one.day)).toContain(dayOf(next))
    expect(taken.saved + taken.left.length).toBe(seen.cells)
    const kept = (await drafts()).find((one) => one.empId === first.empId && one.day === dayOf(both))
    expect(kept).toMatchObject({ shift: house.night, version: 1 })
  })

  it('is taken once when two press at the same moment', async () => {
    for (let at = 0; at < 3; at++) await house.carer({ sort: at })
    await need(house.day, 1)
    const { data } = await start()
    await ended(data.runId)
    const { data: seen } = await preview(data.runId)
    const both = await Promise.all([take(data.runId), take(data.runId)])
    expect(both.map((one) => one.data.saved).sort((a, b) => a - b)).toEqual([0, seen.cells])
    expect((await drafts()).every((one) => one.version === 1)).toBe(true)
  })

  it('says why a gap stays open', async () => {
    await house.carer()
    await need(house.day, 3)
    const { data } = await start()
    await ended(data.runId)
    const { data: seen } = await preview(data.runId)
    expect(seen.gaps.length).toBeGreaterThan(20)
    expect(seen.gaps.every((one) => one.missing >= 2)).toBe(true)
    expect(seen.lacks).toBe(seen.gaps.reduce((sum, one) => sum + one.missing, 0))
  })

  it('is refused where there is nothing to fill', async () => {
    expect(await start()).toMatchObject({ status: 42200, desc: expect.stringContaining('没有人') })
    await house.carer()
    expect(await start()).toMatchObject({ status: 42200, desc: expect.stringContaining('用人要求') })
    await need(house.day, 1)
    expect(await start(token, house.groupId, '2026-01')).toMatchObject({
      status: 42200,
      desc: expect.stringContaining('已经过去'),
    })
    expect(await start(token, newId())).toMatchObject({ status: 40400 })
  })

  it('is seen and taken by whoever asked for it, and asked for by who may plan that department', async () => {
    await house.carer()
    await need(house.day, 1)
    const { data } = await start()
    await ended(data.runId)
    const mine = newId().slice(-12)
    await house.person({
      userName: mine,
      deptId: house.care,
      codes: ['administration:roster:list', 'administration:roster:edit'],
    })
    const other = (await house.signInAs(mine)).data.token
    expect(await preview(data.runId, other)).toMatchObject({ status: 40400 })
    expect(await take(data.runId, other)).toMatchObject({ status: 40400 })
    expect(await drafts()).toEqual([])
    const away = newId().slice(-12)
    await house.person({
      userName: away,
      deptId: house.finance,
      codes: ['administration:roster:list', 'administration:roster:edit'],
    })
    expect(await start((await house.signInAs(away)).data.token)).toMatchObject({ status: 40400 })
    const reader = newId().slice(-12)
    await house.person({ userName: reader, deptId: house.care, codes: ['administration:roster:list'] })
    expect((await start((await house.signInAs(reader)).data.token)).status).not.toBe(200)
  })

  it('shows nothing of one that a killed server left at work; another can be asked for meanwhile', async () => {
    await house.carer()
    await need(house.day, 1)
    const { data } = await start()
    await ended(data.runId)
    const { data: before } = await preview(data.runId)
    // As a crash leaves it: at work by its row, its job still to be done.
    await house.sql(`update job_run set state = 'running', result = null where org_id = $1 and run_id = $2`, [
      house.orgId,
      data.runId,
    ])
    expect(await preview(data.runId)).toMatchObject({ status: 40901, desc: expect.stringContaining('还在进行') })
    const second = await start()
    await ended(second.data.runId)
    expect((await preview(second.data.runId)).data.cells).toBe(before.cells)
    expect(await drafts()).toEqual([])
  })
})
