// Bedside devices that speak: one row each, no log, told to those who see the caregiver, and gone when somebody signs out.
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { momentOf } from '#contract/kit/clock'
import { isSilent } from '#contract/nursing/tabletSilence'
import { type CareBoardData, careTask } from '#contract/nursing/task'
import type { Resident } from '#server/areas/live/test/stayHouse'
import { type CareHouse, careHouse, daily, TASKS } from '#server/areas/nursing/test/careHouse'

let house: CareHouse
let elder: Resident
let zhou: string
let head: string

const HEARD = `${TASKS}/heard`
const LOGIN_OUT = '/passport/web-rbac/logins/loginOut'
const signIn = async (name: string) => (await house.signInAs(name)).data.token
const speak = (token: string, waiting: unknown = 0) => house.ask('PUT', HEARD, { token, body: { waiting } })
const rows = () =>
  house.sql<{ user_id: string; waiting: number; age: number }>(
    'select user_id, waiting, extract(epoch from now() - seen_at)::float8 as age from care_tablet where org_id = $1',
    [house.orgId],
  )
const board = async (token: string) => (await house.ask<CareBoardData>('GET', TASKS, { token })).data
const heardOf = async (token: string) => (await board(token)).workers.find((one) => one.workerId === zhou)?.heard
const silentFor = (seconds: number) =>
  house.sql(`update care_tablet set seen_at = now() - $2 * interval '1 second' where org_id = $1`, [
    house.orgId,
    seconds,
  ])

beforeAll(async () => {
  house = await careHouse()
  const wash = await house.project('晨间护理')
  const codes = ['nursing:task:list', 'nursing:execution:add']
  const care = { deptId: house.care, dataDeptIds: [house.care], codes }
  zhou = await house.person({ userName: 'zhoulan02', empName: '周岚', ...care })
  await house.person({ userName: 'hejing02', empName: '何静', ...care })
  await house.person({ userName: 'cook02', empName: '王厨', ...care, codes: ['live:residence:list'] })
  head = await signIn('hejing02')
  elder = await house.elder('王秀兰', [...house.beds.keys()].find((path) => path.startsWith('松鹤楼'))!)
  await house.plan(elder.oldmanId, [[wash, daily('00:01', '23:58')]])
  await house.sql('update care_task set worker_id = $2 where org_id = $1', [house.orgId, zhou])
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.sql('delete from care_tablet where org_id = $1', [house.orgId])
})

describe('a bedside device', () => {
  it('that never spoke is not silent', async () => {
    expect(await heardOf(head)).toBeNull()
  })

  it('is one row, whatever it says and however often, and leaves no log', async () => {
    const token = await signIn('zhoulan02')
    const logs = () => house.sql('select log_id from operation_log where org_id = $1', [house.orgId])
    const before = (await logs()).length
    for (const waiting of [0, 3, 2]) expect(await speak(token, waiting)).toMatchObject({ status: 200, data: null })
    await Promise.all([4, 5, 6].map((waiting) => speak(token, waiting)))
    expect(await rows()).toMatchObject([{ user_id: zhou }])
    expect((await logs()).length).toBe(before)
    await speak(token, 7)
    expect(await heardOf(head)).toMatchObject({ waiting: 7 })
    for (const wrong of [-1, 'x', 1_000_000]) expect((await speak(token, wrong)).status).not.toBe(200)
    expect((await rows())[0]!.waiting).toBe(7)
  })

  it('is silent by the clock of the server: two minutes to twelve hours', async () => {
    await speak(await signIn('zhoulan02'), 3)
    const silent = async (seconds: number) => {
      await silentFor(seconds)
      const { now, workers } = await board(head)
      return isSilent(workers.find((one) => one.workerId === zhou)!.heard, now)
    }
    expect([await silent(100), await silent(130), await silent(11.9 * 3600), await silent(12.1 * 3600)]).toEqual([
      false,
      true,
      true,
      false,
    ])
    expect(await heardOf(head)).toBeNull()
  })

  it('is told to those who look and see its caregiver', async () => {
    const token = await signIn('zhoulan02')
    const told = vi.spyOn(house.app.realtime, 'emit')
    await speak(token, 1)
    const [call] = told.mock.calls.filter(([, event]) => event === careTask.events.heard)
    told.mockRestore()
    expect(call).toMatchObject([
      house.orgId,
      { watched: true },
      { workerId: zhou, heard: { at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/), waiting: 1 } },
      { deptIds: [house.care] },
    ])
    const { at } = (call![2] as { heard: { at: string } }).heard
    expect(Math.abs(momentOf(at) - momentOf((await board(head)).now))).toBeLessThan(5_000)
  })

  it('is forgotten when its caregiver signs out there, not elsewhere', async () => {
    const lost = await signIn('zhoulan02')
    await speak(lost, 2)
    // Signed in at a desk: the tablet is put out, and what waits on it still does.
    const desk = await signIn('zhoulan02')
    expect((await speak(lost, 0)).status).not.toBe(200)
    await house.ask('GET', LOGIN_OUT, { token: desk })
    expect(await heardOf(head)).toMatchObject({ waiting: 2 })
    const tablet = await signIn('zhoulan02')
    await speak(tablet, 1)
    const told = vi.spyOn(house.app.realtime, 'emit')
    await house.ask('GET', LOGIN_OUT, { token: tablet })
    expect(told.mock.calls.map(([, event, payload]) => [event.name, payload])).toContainEqual([
      careTask.events.heard.name,
      { workerId: zhou, heard: null },
    ])
    told.mockRestore()
    expect([await rows(), await heardOf(head)]).toEqual([[], null])
    expect((await speak(tablet)).status).not.toBe(200)
    expect(await rows()).toEqual([])
  })

  it('of who has nothing to do with the care is not heard', async () => {
    expect((await speak(await signIn('cook02'))).status).not.toBe(200)
    expect(await rows()).toEqual([])
  })
})
