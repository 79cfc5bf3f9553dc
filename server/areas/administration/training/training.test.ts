// Trainings: planned, moved, told; signed in to by list and by code; examined, certified, frozen; who sees them.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnTrainingData, TrainingRowData } from '#contract/administration/training'
import type { WaitingData } from '#contract/home/bench'
import { DAY_MS, dayText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import { trainingHouse } from '#server/areas/administration/test/trainingHouse'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'

const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const NO_PERMISSION = refusals.NO_PERMISSION[0]
const STATE = refusals.STATE_NOT_ALLOWED[0]
const CHANGED = refusals.CHANGED_MEANWHILE[0]
const OFTEN = refusals.TOO_MANY_REQUESTS[0]

let w: Awaited<ReturnType<typeof trainingHouse>>
beforeAll(async () => {
  w = await trainingHouse()
})
afterAll(() => w.product.close())

describe('planning', () => {
  test('for departments, posts and people at once: each is on the list once, and told once', async () => {
    const [post] = await w.sql<{ id: string; people: string[] }>(
      `select j.job_id as id, array_agg(j.emp_id) as people from employee_job j join employee e on e.org_id = j.org_id and e.emp_id = j.emp_id
       where j.org_id = $1 and e.status <> 3 group by 1 order by count(*) desc limit 1`,
    )
    const [dept] = await w.sql<{ id: string; people: string[] }>(
      `select d.dept_id as id, array_agg(e.emp_id) as people from dept d join employee e on e.org_id = d.org_id and e.status <> 3
         and (e.dept_id = d.dept_id or e.dept_id in (select s.dept_id from dept s where s.org_id = d.org_id and s.parent_id = d.dept_id))
       where d.org_id = $1 and d.dept_name = '护理部' group by 1`,
    )
    const meant = new Set([...post!.people, ...dept!.people, w.ids.cook])
    const row = await w.plan({ deptIds: [dept!.id], jobIds: [post!.id], userIds: [w.ids.cook, post!.people[0]] })
    expect(row).toMatchObject({ state: 'PLANNED', people: meant.size, signed: 0, creditHours: 2.5 })
    expect((await w.people(row.trainingId)).map((one) => one.empId).sort()).toEqual([...meant].sort())
    const told = await w.sql<{ n: number }>(
      `select count(*)::int as n from user_message where org_id = $1 and route like '%' || $2 group by user_id`,
      [row.trainingId],
    )
    expect(told.map((one) => one.n)).toEqual([...meant].map(() => 1))
  })

  test('refuses what cannot be', async () => {
    const refused = async (change: object) => w.ask('POST', '', { body: w.form(change) })
    expect(await refused({ endAt: `${dayText()} 00:10:00` })).toMatchObject({
      status: INVALID,
      data: { field: 'endAt' },
    })
    expect(await refused({ creditHours: 1.25 })).toMatchObject({ status: INVALID, data: { field: 'creditHours' } })
    expect(await refused({ title: '  ' })).toMatchObject({ status: INVALID, data: { field: 'title' } })
    expect(await refused({ userIds: [] })).toMatchObject({ status: INVALID, data: { field: 'deptIds' } })
    expect(await refused({ userIds: [newId()] })).toMatchObject({ status: NOT_FOUND })
    const [gone] = await w.sql<{ id: string }>(
      'select emp_id as id from employee where org_id = $1 and status = 3 limit 1',
    )
    expect(await refused({ userIds: [gone!.id] })).toMatchObject({ status: NOT_FOUND })
    expect((await w.ask('POST', '', { token: w.nurse, body: w.form() })).status).toBe(NO_PERMISSION)
    // Nobody named is fine where everybody may come.
    expect((await refused({ userIds: [], walkIn: true })).status).toBe(200)
  })

  test('another time is told, the same is not; the second of two who save learns who was first', async () => {
    const { trainingId, version } = await w.plan()
    const { userIds: _, ...fields } = w.form({ trainingId, version })
    const count = async () => (await w.messages(w.ids.nurse)).length
    const before = await count()
    expect((await w.ask('PUT', '', { body: { ...fields, teacher: '院内' } })).status).toBe(200)
    expect(await count()).toBe(before)
    expect(await w.ask('PUT', '', { body: { ...fields, place: '操场' } })).toMatchObject({
      status: CHANGED,
      desc: expect.stringContaining('郑凯'),
    })
    expect((await w.ask('PUT', '', { body: { ...fields, version: version + 1, place: '操场' } })).data.place).toBe(
      '操场',
    )
    expect((await w.messages(w.ids.nurse))[0]).toMatchObject({
      title: expect.stringContaining('时间地点有变'),
      content: expect.stringContaining('操场'),
    })
  })

  test('people are added and taken out; whoever signed in stays', async () => {
    const trainingId = await w.running({ userIds: [w.ids.nurse] })
    const added = await w.ask('POST', '/people', { body: { trainingId, userIds: [w.ids.cook, w.ids.nurse] } })
    expect(added.data.people).toBe(2)
    expect(await w.ask('POST', '/people', { body: { trainingId, userIds: [w.ids.cook] } })).toMatchObject({
      status: INVALID,
    })
    await w.list(trainingId, [w.ids.nurse])
    const out = (empIds: string[]) => w.ask('PUT', '/people/remove', { body: { trainingId, empIds } })
    expect(await out([w.ids.nurse, w.ids.cook])).toMatchObject({ status: INVALID, data: { field: 'empIds' } })
    expect((await out([w.ids.cook])).data.people).toBe(1)
    expect(await out([w.ids.cook])).toMatchObject({ status: NOT_FOUND })
    expect((await w.messages(w.ids.cook))[0]!.title).toContain('不用参加')
  })
})

describe('moves', () => {
  test('from plan to end, opened again with a reason, and nothing else', async () => {
    const { trainingId, can } = await w.plan()
    expect(can).toEqual(expect.arrayContaining(['start', 'cancel', 'edit', 'people']))
    expect(can).not.toContain('finish')
    expect((await w.move('reopen', trainingId, { reason: '试' })).status).toBe(STATE)
    expect((await w.list(trainingId, [w.ids.nurse])).status).toBe(STATE)
    expect((await w.move('start', trainingId)).data.state).toBe('RUNNING')
    expect((await w.move('start', trainingId)).status).toBe(STATE)
    expect(await w.move('finish', trainingId)).toMatchObject({ status: INVALID, desc: expect.stringContaining('签到') })
    await w.list(trainingId, [w.ids.nurse])
    const done = await w.move('finish', trainingId)
    expect(done.data).toMatchObject({ state: 'DONE', signed: 1, passed: 1, can: ['reopen'] })
    for (const [name, more] of [
      ['signList', { empIds: [w.ids.cook], signed: true }],
      ['scores', { rows: [{ empId: w.ids.nurse, passed: false }] }],
      ['cancel', { reason: '试' }],
      ['people/remove', { empIds: [w.ids.cook] }],
    ] as const)
      expect((await w.move(name, trainingId, more)).status).toBe(STATE)
    const { userIds: _, ...fields } = w.form({ trainingId })
    expect((await w.ask('PUT', '', { body: fields })).status).toBe(STATE)
    expect(await w.move('reopen', trainingId, { reason: ' ' })).toMatchObject({ status: INVALID })
    expect((await w.move('reopen', trainingId, { reason: '漏登一人' })).data.state).toBe('RUNNING')
    expect((await w.list(trainingId, [w.ids.cook])).data.signed).toBe(2)
  })

  test('not begun days before', async () => {
    const day = dayText(Date.now() + 3 * DAY_MS)
    const { trainingId } = await w.plan({ startAt: `${day} 14:00:00`, endAt: `${day} 16:00:00` })
    expect(await w.move('start', trainingId)).toMatchObject({ status: INVALID, desc: expect.stringContaining(day) })
  })

  test('cancelled with a reason that everybody is told; a list of people keeps it from being deleted', async () => {
    const { trainingId } = await w.plan({ startAt: `${w.tomorrow} 09:00:00`, endAt: `${w.tomorrow} 10:00:00` })
    expect(await w.ask('DELETE', `/${trainingId}`)).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining('取消培训'),
    })
    expect((await w.move('cancel', trainingId, { reason: '讲师出差' })).data).toMatchObject({
      state: 'CANCELLED',
      cancelReason: '讲师出差',
      can: [],
    })
    for (const id of [w.ids.nurse, w.ids.cook]) {
      expect((await w.messages(id))[0]).toMatchObject({
        title: '培训取消：灭火器使用',
        content: expect.stringContaining('讲师出差'),
      })
    }
    const empty = await w.plan({ userIds: [], walkIn: true })
    expect((await w.ask('DELETE', `/${empty.trainingId}`)).status).toBe(200)
    expect((await w.ask('GET', `/${empty.trainingId}`)).status).toBe(NOT_FOUND)
  })

  test('two who end it at once: one is told that it is over, and certificates are numbered once', async () => {
    const trainingId = await w.running({ certificate: '灭火器合格证' })
    await w.list(trainingId, [w.ids.nurse, w.ids.cook])
    const both = await Promise.all([w.move('finish', trainingId), w.move('finish', trainingId)])
    expect(both.map((one) => one.status).sort((a, b) => a - b)).toEqual([200, STATE])
    const numbers = (await w.people(trainingId)).map((one) => one.certificateNo)
    expect(new Set(numbers).size).toBe(2)
    for (const one of numbers) expect(one).toMatch(/^PX\d{12}$/)
  })
})

describe('signing in by code', () => {
  test('the present code and the last one; an older one, one of another training and one of digits are not', async () => {
    const trainingId = await w.running()
    const other = await w.running()
    expect((await w.signIn({ trainingId, code: await w.code(trainingId, 3) }, w.nurse)).status).toBe(INVALID)
    expect((await w.signIn({ trainingId, code: await w.code(other) }, w.nurse)).status).toBe(INVALID)
    expect((await w.signIn({ code: '12a456' }, w.nurse)).status).toBe(INVALID)
    const last = await w.signIn({ trainingId, code: await w.code(trainingId, 1) }, w.nurse)
    expect(last).toMatchObject({ status: 200, data: { trainingId, again: false } })
    // Without its name the code says which one it is.
    const now = await w.signIn({ code: await w.code(other) }, w.nurse)
    expect(now).toMatchObject({ status: 200, data: { trainingId: other } })
    expect((await w.people(trainingId)).find((one) => one.empId === w.ids.nurse)).toMatchObject({
      signWay: 'CODE',
      signedByName: null,
    })
  })

  test('twice is once, also at the same moment', async () => {
    const trainingId = await w.running()
    const code = await w.code(trainingId)
    const both = await Promise.all([1, 2, 3].map(() => w.signIn({ trainingId, code }, w.cook)))
    expect(both.map((one) => one.status)).toEqual([200, 200, 200])
    expect(both.filter((one) => !one.data.again)).toHaveLength(1)
    expect(new Set(both.map((one) => one.data.signedAt)).size).toBe(1)
    expect((await w.ask('GET', `/${trainingId}`)).data.signed).toBe(1)
  })

  test('who is not invited is refused, and let in where anybody may come; nobody from another house', async () => {
    const closed = await w.running({ userIds: [w.ids.cook] })
    expect(await w.signIn({ trainingId: closed, code: await w.code(closed) }, w.nurse)).toMatchObject({
      status: INVALID,
      desc: expect.stringContaining('不在'),
    })
    const open = await w.running({ userIds: [w.ids.cook], walkIn: true })
    expect((await w.signIn({ trainingId: open, code: await w.code(open) }, w.nurse)).status).toBe(200)
    expect((await w.ask('GET', `/${open}`)).data).toMatchObject({ people: 2, signed: 1 })
    const operator = await w.product.signIn('operator', 'Yiyuan2026')
    const outside = await w.signIn({ trainingId: open, code: await w.code(open) }, operator)
    expect(outside).toMatchObject({ status: INVALID, data: { field: 'code' } })
  })

  test('only while it runs', async () => {
    const trainingId = await w.running()
    const code = await w.code(trainingId)
    await w.move('cancel', trainingId, { reason: '停电' })
    expect((await w.signIn({ trainingId, code }, w.head)).status).toBe(INVALID)
    expect((await w.ask('GET', '/code', { query: { trainingId } })).status).toBe(STATE)
  })

  test('the screen shows the code and who came; only whoever keeps trainings sees it', async () => {
    const trainingId = await w.running()
    await w.list(trainingId, [w.ids.cook])
    const screen = await w.ask<{ code: string; signed: number; seconds: number; latest: { empName: string }[] }>(
      'GET',
      '/code',
      { query: { trainingId } },
    )
    expect(screen.data).toMatchObject({ signed: 1, people: 2, latest: [{ empName: expect.any(String) }] })
    expect([await w.code(trainingId), await w.code(trainingId, 1)]).toContain(screen.data.code)
    expect(screen.data.seconds).toBeLessThanOrEqual(30)
    expect((await w.ask('GET', '/code', { token: w.nurse, query: { trainingId } })).status).toBe(NO_PERMISSION)
  })

  test('guessing ends after a few, for this person alone, and the right code does not help then', async () => {
    const trainingId = await w.running({ userIds: [w.ids.head, w.ids.cook] })
    const right = await w.code(trainingId)
    const wrong = [0, 1, 2, 3, 4, 5, 6, 7, 8]
      .map((n) => String(n).repeat(6))
      .filter((one) => one !== right)
      .slice(0, 7)
    const answers: number[] = []
    for (const code of wrong) answers.push((await w.signIn({ trainingId, code }, w.head)).status)
    expect(answers).toContain(OFTEN)
    expect(answers.filter((one) => one === INVALID).length).toBeLessThanOrEqual(6)
    expect((await w.signIn({ trainingId, code: await w.code(trainingId) }, w.head)).status).toBe(OFTEN)
    expect((await w.signIn({ trainingId, code: await w.code(trainingId) }, w.cook)).status).toBe(200)
  })
})

describe('scores', () => {
  const exam = async () => {
    const trainingId = await w.running({ passScore: 60, certificate: '合格证' })
    await w.list(trainingId, [w.ids.nurse, w.ids.cook])
    return trainingId
  }
  const score = (trainingId: string, rows: object[]) => w.move('scores', trainingId, { rows })
  const of = async (trainingId: string, empId: string) =>
    (await w.people(trainingId)).find((one) => one.empId === empId)!

  test('the mark decides, a hand decides otherwise; undecided people keep it from ending', async () => {
    const trainingId = await exam()
    expect((await score(trainingId, [{ empId: w.ids.nurse, score: 60 }])).status).toBe(200)
    expect(await of(trainingId, w.ids.nurse)).toMatchObject({ score: 60, passed: true, byHand: false })
    expect(await w.move('finish', trainingId)).toMatchObject({ status: INVALID, desc: expect.stringContaining('成绩') })
    await score(trainingId, [{ empId: w.ids.cook, score: 59, passed: true, remark: '补考通过' }])
    expect(await of(trainingId, w.ids.cook)).toMatchObject({ passed: true, byHand: true, remark: '补考通过' })
    expect((await w.move('finish', trainingId)).data).toMatchObject({ passed: 2 })
  })

  test('refused of who did not sign in, without an examination, over a hundred, twice, and over what somebody else wrote', async () => {
    const trainingId = await w.running({ passScore: 60 })
    await w.list(trainingId, [w.ids.nurse])
    expect(await score(trainingId, [{ empId: w.ids.cook, score: 80 }])).toMatchObject({ status: INVALID })
    expect(await score(trainingId, [{ empId: w.ids.head, score: 80 }])).toMatchObject({ status: NOT_FOUND })
    expect(await score(trainingId, [{ empId: w.ids.nurse, score: 101 }])).toMatchObject({ status: INVALID })
    const { version } = await of(trainingId, w.ids.nurse)
    const twice = { empId: w.ids.nurse, score: 70 }
    expect(await score(trainingId, [twice, twice])).toMatchObject({ status: INVALID })
    expect((await score(trainingId, [{ ...twice, version }])).status).toBe(200)
    expect(await score(trainingId, [{ ...twice, score: 20, version }])).toMatchObject({ status: CHANGED })
    expect(await w.list(trainingId, [w.ids.nurse], false)).toMatchObject({ status: INVALID })
    const plain = await w.running()
    await w.list(plain, [w.ids.nurse])
    expect(await score(plain, [{ empId: w.ids.nurse, score: 80 }])).toMatchObject({ status: INVALID })
  })

  test('another mark judges anew what the mark had judged', async () => {
    const trainingId = await exam()
    await score(trainingId, [
      { empId: w.ids.nurse, score: 70 },
      { empId: w.ids.cook, score: 50, passed: true },
    ])
    const { userIds: _, ...fields } = w.form({ trainingId, passScore: 80 })
    expect((await w.ask('PUT', '', { body: fields })).status).toBe(200)
    expect((await of(trainingId, w.ids.nurse)).passed).toBe(false)
    expect((await of(trainingId, w.ids.cook)).passed).toBe(true)
  })

  test('a certificate keeps its number when it is opened again, and is lost with the pass', async () => {
    const trainingId = await exam()
    await score(trainingId, [
      { empId: w.ids.nurse, score: 90 },
      { empId: w.ids.cook, score: 80 },
    ])
    await w.move('finish', trainingId)
    const [nurse, cook] = [await of(trainingId, w.ids.nurse), await of(trainingId, w.ids.cook)]
    await w.move('reopen', trainingId, { reason: '成绩录反' })
    await score(trainingId, [{ empId: w.ids.cook, score: 20 }])
    await w.move('finish', trainingId)
    expect((await of(trainingId, w.ids.nurse)).certificateNo).toBe(nurse.certificateNo)
    expect(cook.certificateNo).not.toBeNull()
    expect((await of(trainingId, w.ids.cook)).certificateNo).toBeNull()
  })
})

describe('who has it', () => {
  test('everybody their own; what waits to be signed is counted and goes by itself', async () => {
    const bench = async () =>
      (await w.product.ask<WaitingData[]>('GET', '/pims/web-org/index/waitHandle', { token: w.nurse })).data.find(
        (one) => one.key === 'trainingSign',
      )!.count
    const mine = async (token: string) =>
      (await w.ask<{ rows: OwnTrainingData[] }>('GET', '/mine', { token })).data.rows
    const before = await bench()
    const trainingId = await w.running({ userIds: [w.ids.nurse] })
    expect(await bench()).toBe(before + 1)
    expect((await mine(w.nurse)).filter((one) => one.toSign)).toHaveLength(before + 1)
    expect((await mine(w.nurse)).find((one) => one.trainingId === trainingId)).toMatchObject({ toSign: true })
    expect((await mine(w.cook)).map((one) => one.trainingId)).not.toContain(trainingId)
    await w.list(trainingId, [w.ids.nurse])
    expect(await bench()).toBe(before)
    const day = dayText()
    const calendar = await w.product.ask<{ entries: { key: string }[] }>('GET', '/pims/web-org/calendar', {
      token: w.nurse,
      query: { from: day, to: day },
    })
    expect(JSON.stringify(calendar.data)).toContain(trainingId)
  })

  test('of a department that is not seen nothing is found nor done', async () => {
    const trainingId = await w.running()
    await w.sql(
      `update training set dept_id = (select dept_id from dept where org_id = $1 and dept_name = '居家服务部')
       where org_id = $1 and training_id = $2`,
      [trainingId],
    )
    const asHead = (path: string, body: object) => w.ask('PUT', path, { token: w.head, body: { trainingId, ...body } })
    expect((await w.ask('GET', `/${trainingId}`, { token: w.head })).status).toBe(NOT_FOUND)
    expect((await asHead('/finish', {})).status).toBe(NOT_FOUND)
    expect((await asHead('/signList', { empIds: [w.ids.nurse], signed: true })).status).toBe(NOT_FOUND)
    const found = await w.ask<PageInfo<TrainingRowData>>('GET', '', { token: w.head, query: { size: '200' } })
    expect(found.data.list.map((one) => one.trainingId)).not.toContain(trainingId)
  })

  test('filters find what they say', async () => {
    const { trainingId } = await w.plan({ title: '独一无二的题目', type: 8 })
    const found = async (query: Record<string, string>) =>
      (await w.ask<PageInfo<TrainingRowData>>('GET', '', { query: { size: '200', ...query } })).data.list.map(
        (one) => one.trainingId,
      )
    expect(await found({ keyword: '独一无二' })).toEqual([trainingId])
    expect(await found({ type: '8' })).toContain(trainingId)
    expect(await found({ state: 'DONE' })).not.toContain(trainingId)
    expect(await found({ empId: w.ids.nurse })).toContain(trainingId)
    expect(await found({ startDate: dayText(), endDate: dayText() })).toContain(trainingId)
    const rows = await w.sql<{ n: number }>(
      'select count(*)::int as n from training where org_id = $1 and training_id <> $2',
      [DEMO_ORG],
    )
    expect(rows[0]!.n).toBeGreaterThan(10)
  })
})
