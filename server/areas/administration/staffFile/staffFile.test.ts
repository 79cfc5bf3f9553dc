// Files of the staff: who sees what of them, papers that do not overlap, whom somebody looks after, and leaving as one act.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { RemindState } from '#contract/administration/remind'
import type {
  StaffChargeChoice,
  StaffFileData,
  StaffFileRow,
  StaffOpenData,
  StaffSaleRow,
} from '#contract/administration/staffFileShape'
import { DAY_MS, dayText } from '#contract/kit/clock'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp } from '#server/kit/test/app'

const BASE = '/pims/web-org/staffFile'
const PASSWORD = 'Yiyuan2026'
const INVALID = refusals.INVALID_INPUT[0]
const NOT_FOUND = refusals.NOT_FOUND[0]
const CHANGED = refusals.CHANGED_MEANWHILE[0]
const STATE = refusals.STATE_NOT_ALLOWED[0]
const CONFIRM = refusals.NEEDS_CONFIRM[0]
const DISABLED = refusals.ACCOUNT_DISABLED[0]

let product: Awaited<ReturnType<typeof demoApp>>
let admin: string
let head: string
let clerk: string
let leader: string
const ids: Record<string, string> = {}
const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await product.app.pool.query(text, values)).rows as T[]
const day = (ahead: number) => dayText(Date.now() + ahead * DAY_MS)

beforeAll(async () => {
  product = await demoApp()
  ;[admin, head, clerk] = (await Promise.all(
    ['zhengkai', 'hejing', 'liumin'].map((name) => product.signIn(name, PASSWORD)),
  )) as [string, string, string]
  leader = await product.signIn((await person({ role: '护理组长' })).userName, PASSWORD)
  // The demonstration's own charges would leave no elder free.
  await sql('delete from staff_charge where org_id = $1', [DEMO_ORG])
  for (const row of await sql<{ name: string; id: string }>(
    'select e.emp_name as name, e.emp_id as id from employee e where e.org_id = $1',
    [DEMO_ORG],
  )) {
    ids[row.name] = row.id
  }
})
afterAll(() => product.close())

const ask = <T = StaffFileData>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  { token = admin, ...rest }: { token?: string; body?: object; query?: Record<string, string> } = {},
) => product.ask<T>(method, `${BASE}${path}`, { token, ...rest })
const file = async (empId: string, token = admin) => (await ask('GET', `/${empId}`, { token })).data

/** A colleague of their own for each test: with an account, a department, and the roles of a carer. */
let made = 0
async function person({ dept = '松鹤楼护理组', role = '护理员', admin: isAdmin = false, type = 'nursing' } = {}) {
  made += 1
  const empId = newId()
  const name = `试员${String.fromCharCode(0x4e00 + made)}`
  await sql(
    `with made as (insert into account (org_id, user_id, user_name, password_hash, is_admin, reset_password)
        select $1::varchar, $2::varchar, right($2::varchar, 16), a.password_hash, $6, false from account a where a.org_id = $1::varchar and a.user_name = 'zhengkai'),
      named as (insert into login_name (name, kind, org_id, user_id) values (right($2::text, 16), 'name', $1::varchar, $2::varchar)),
      role as (insert into account_role (org_id, user_id, role_id) select $1::varchar, $2::varchar, r.role_id from role r where r.org_id = $1::varchar and r.name = $5),
      sees as (insert into employee_data_dept (org_id, emp_id, dept_id) select $1::varchar, $2::varchar, d.dept_id from dept d where d.org_id = $1::varchar and d.dept_name = $4)
     insert into employee (org_id, emp_id, emp_name, dept_id, emp_type, phone_num)
     select $1::varchar, $2::varchar, $3, d.dept_id, $7, '13900001111' from dept d where d.org_id = $1::varchar and d.dept_name = $4`,
    [DEMO_ORG, empId, name, dept, role, isAdmin, type],
  )
  return { empId, name, userName: empId.slice(-16) }
}
const elders = async (count: number, dept = '松鹤楼护理组') => {
  const rows = await sql<{ id: string }>(
    `select o.oldman_id as id from oldman o join dept d on d.org_id = o.org_id and d.dept_id = o.dept_id
     where o.org_id = $1 and o.status in (1, 4) and d.dept_name = $3 and not exists (select from staff_charge h
       where h.org_id = o.org_id and h.oldman_id = o.oldman_id and (h.to_day is null or h.to_day > current_date)) order by o.oldman_id limit $2`,
    [DEMO_ORG, count, dept],
  )
  expect(rows).toHaveLength(count)
  return rows.map((row) => row.id)
}
const giveTodos = (empId: string, count: number) =>
  sql(
    `insert into todo (org_id, todo_id, title, creator_id, creator_name, assignee_id, assignee_name, state)
     select $1, md5(random()::text), '交接 ' || n, $2, '试', $2, '试', case n % 2 when 0 then 'OPEN' else 'DOING' end from generate_series(1, $3) n`,
    [DEMO_ORG, empId, count],
  )
const charge = (empId: string, body: object, token = admin) =>
  ask('POST', '/charge', { token, body: { empId, fromDay: day(0), ...body } })
const leave = (empId: string, body: object = {}, token = admin) =>
  ask('PUT', '/leave', { token, body: { empId, lastDay: day(0), reason: 'RESIGNED', ...body } })

describe('reading', () => {
  test('the list finds, filters, sorts and hides the middle of phones', async () => {
    const list = async (query: Record<string, string>, token = admin, path = '') =>
      (await ask<PageInfo<StaffFileRow>>('GET', path, { token, query: { size: '200', ...query } })).data
    const all = await list({})
    expect(all.total).toBe(all.list.length)
    expect((await list({ keyword: 'hj' })).list.map((row) => row.empName)).toContain('何静')
    const expired = await list({ certificate: 'EXPIRED' })
    expect(expired.total).toBeGreaterThan(0)
    expect(expired.list.every((row) => row.expired > 0 && row.status !== 3)).toBe(true)
    const ending = await list({ contract: 'ENDING' })
    expect(ending.list.every((row) => row.contractTo! >= day(0) && row.contractTo! <= day(60))).toBe(true)
    const health = (await list({ orderBy: 'healthTo' })).list.flatMap((row) => row.healthTo ?? [])
    expect(health).toEqual(health.toSorted())
    // Whoever leads a group sees their own people, and no whole number.
    const seen = await list({}, leader)
    expect(new Set(seen.list.map((row) => row.deptName))).toEqual(new Set(['松鹤楼护理组']))
    expect(seen.list.every((row) => row.phoneNum === null || row.phoneNum.includes('*'))).toBe(true)
    const carers = await list({}, leader, '/carer')
    expect(carers.list.length).toBeGreaterThan(0)
    expect(carers.list.every((row) => row.empType === 'nursing')).toBe(true)
    expect((await ask('GET', '', { token: clerk })).status).toBe(refusals.NO_PERMISSION[0])
  })

  test('a file is seen within the departments and by its owner; whole numbers by who keeps it', async () => {
    const one = await person()
    await ask('PUT', '', { body: { empId: one.empId, idNo: '310110198503070025', contactPhone: '13700002222' } })
    const whole = await file(one.empId)
    expect(whole).toMatchObject({ idNo: '310110198503070025', birthday: '1985-03-07', contactPhone: '13700002222' })
    const masked = await file(one.empId, leader)
    expect(masked).toMatchObject({ idNo: '310110********0025', phoneNum: '139****1111', contactPhone: '137****2222' })
    expect(masked.can).toEqual([])
    const own = await product.signIn(one.userName, PASSWORD)
    expect(await file(one.empId, own)).toMatchObject({ idNo: '310110198503070025', phoneNum: '13900001111', can: [] })
    expect((await ask('GET', `/${ids.何静}`, { token: own })).status).toBe(NOT_FOUND)
    const far = await person({ dept: '财务部', type: 'office' })
    expect((await ask('GET', `/${far.empId}`, { token: leader })).status).toBe(NOT_FOUND)
    expect((await ask('GET', `/${newId()}`)).status).toBe(NOT_FOUND)
    // Nothing of it stands whole in the log.
    const logs = await sql<{ text: string }>(
      `select coalesce(l.changes::text, '') || l.remark as text from operation_log l where l.org_id = $1 and l.target_id = $2`,
      [DEMO_ORG, one.empId],
    )
    expect(logs.length).toBeGreaterThan(0)
    expect(logs.some((row) => /310110198503070025|13700002222/.test(row.text))).toBe(false)
  })

  test('sales people with what they have in hand', async () => {
    const found = (await ask<PageInfo<StaffSaleRow>>('GET', '/sale', { query: { size: '50' } })).data
    const row = found.list.find((one) => one.empId === ids.刘敏)!
    const [counted] = await sql<{ month: number; residents: number }>(
      `select (select count(*)::int from consultation where org_id = $1 and sale_id = $2 and consult_date >= date_trunc('month', current_date)) as month,
        (select count(*)::int from oldman where org_id = $1 and sale_id = $2 and status in (1, 4)) as residents`,
      [DEMO_ORG, ids.刘敏],
    )
    expect(row).toMatchObject({ consultMonth: counted!.month, residents: counted!.residents })
  })
})

describe('saving', () => {
  test('two people: the second is told; what does not fit is refused at its field', async () => {
    const { empId } = await person()
    const { version } = await file(empId)
    const save = (body: object) => ask('PUT', '', { body: { empId, ...body } })
    const both = await Promise.all([save({ version, hireDate: '2024-05-01' }), save({ version, empTitle: '护师' })])
    expect(both.map((one) => one.status).sort()).toEqual([200, CHANGED])
    // The account's own page is the same ground.
    const now = (await file(empId)).version
    await product.ask('PUT', '/pims/web-org/staff/update', { token: admin, body: { staffId: empId, empTitle: '主管' } })
    expect((await save({ version: now, remark: '旧表单' })).status).toBe(CHANGED)
    const refused = async (body: object, field: string) =>
      expect(await save(body)).toMatchObject({ status: INVALID, data: { field } })
    await refused({ status: 3 }, 'status')
    await refused({ hireDate: '2024-05-01', probationEnd: '2024-04-01' }, 'probationEnd')
    await refused({ noNightFrom: day(0), noNightTo: null }, 'noNightTo')
    await refused({ noNightFrom: day(3), noNightTo: day(1), noNightReason: '孕期' }, 'noNightTo')
    await refused({ idNo: '310110198503070025', birthday: '1985-03-08' }, 'birthday')
    await refused({ idNo: '310110198503070026' }, 'idNo')
    expect((await save({ skills: ['CPR', 'BATH', 'CPR'] })).data.skills).toEqual(['BATH', 'CPR'])
  })

  test('contracts follow one another, also when two are written at once', async () => {
    const { empId } = await person()
    const add = (body: object) => ask('POST', '/contract', { body: { empId, kind: 'FIXED', ...body } })
    expect((await add({ startDate: '2024-01-01', endDate: '2025-12-31' })).status).toBe(200)
    expect(await add({ startDate: '2025-12-31', endDate: '2026-12-31' })).toMatchObject({
      status: INVALID,
      data: { field: 'startDate' },
    })
    expect((await add({ startDate: '2026-01-01' })).desc).toBe('请填写合同结束日期')
    expect((await add({ kind: 'OPEN', startDate: '2026-01-01', endDate: '2027-01-01' })).status).toBe(INVALID)
    const two = await Promise.all([1, 2].map(() => add({ startDate: '2026-01-01', endDate: '2026-12-31' })))
    expect(two.map((one) => one.status).sort()).toEqual([200, INVALID])
    const stands = (await file(empId)).contracts
    expect(stands.map((one) => one.startDate)).toEqual(['2026-01-01', '2024-01-01'])
    const change = (body: object) =>
      ask('PUT', '/contract', {
        body: { staffContractId: stands[1]!.staffContractId, kind: 'FIXED', startDate: '2024-01-01', ...body },
      })
    expect((await change({ endDate: '2026-01-01' })).status).toBe(INVALID)
    expect((await change({ endDate: '2025-11-30', version: stands[1]!.version })).status).toBe(200)
    expect((await change({ endDate: '2025-10-30', version: stands[1]!.version })).status).toBe(CHANGED)
    expect((await ask('DELETE', `/contract/${stands[0]!.staffContractId}`)).status).toBe(200)
    expect((await file(empId)).contracts).toHaveLength(1)
  })

  test('a newer certificate replaces the older; reminders stand and go with it', async () => {
    const { empId, name } = await person()
    const add = (body: object) => ask('POST', '/certificate', { body: { empId, kind: 'HEALTH', ...body } })
    const reminded = async () =>
      (
        await product.ask<PageInfo<{ title: string; route: string }>>('GET', '/pims/web-org/reminds', {
          token: admin,
          query: { size: '500', status: String(RemindState.is.waiting) },
        })
      ).data.list.filter((row) => row.title.startsWith(name))
    const first = (await add({ issuedOn: day(-360), validTo: day(5) })).data.certificates[0]!
    expect(await reminded()).toMatchObject([{ title: `${name}的健康证` }])
    const after = (await add({ issuedOn: day(0), validTo: day(364) })).data.certificates
    expect(after.map((one) => [one.validTo, one.replaced])).toEqual([
      [day(364), false],
      [day(5), true],
    ])
    expect(await reminded()).toEqual([])
    expect((await add({ issuedOn: day(0), validTo: day(-1) })).status).toBe(INVALID)
    expect((await ask('DELETE', `/certificate/${first.certificateId}`)).status).toBe(200)
    // Of somebody else's departments it is none.
    const far = await person({ dept: '财务部', type: 'office' })
    const theirs = (await ask('POST', '/certificate', { body: { empId: far.empId, kind: 'HEALTH', validTo: day(9) } }))
      .data
    expect(
      (await ask('DELETE', `/certificate/${theirs.certificates[0]!.certificateId}`, { token: leader })).status,
    ).toBe(refusals.NO_PERMISSION[0])
  })
})

describe('whom they look after', () => {
  test('one carer at a time; taking over is confirmed; two at once give one', async () => {
    const [a, b] = [await person(), await person()]
    const [one, two] = (await elders(2)) as [string, string]
    expect((await charge(a.empId, { oldmanIds: [one, two] })).data.chargeRows).toHaveLength(2)
    const choices = (
      await ask<StaffChargeChoice[]>('GET', '/charge/choices', { query: { kind: 'ELDER' } })
    ).data.filter((row) => row.carerId === a.empId)
    expect(choices.map((row) => row.key).sort()).toEqual([one, two].sort())
    const asked = await charge(b.empId, { oldmanIds: [one] })
    expect(asked.status).toBe(CONFIRM)
    expect(asked.desc).toContain(`现由${a.name}负责`)
    expect((await charge(b.empId, { oldmanIds: [one], confirmed: asked.desc })).status).toBe(200)
    expect((await file(a.empId)).chargeRows.map((row) => row.oldmanId)).toEqual([two])
    const [free] = (await elders(1)) as [string]
    const both = await Promise.all([a, b].map((who) => charge(who.empId, { oldmanIds: [free] })))
    expect(both.map((answer) => answer.status).sort()).toEqual([200, CONFIRM])
    // Beds go the same way.
    const [bed] = await sql<{ id: string }>('select bed_id as id from bed where org_id = $1 order by bed_id limit 1', [
      DEMO_ORG,
    ])
    await sql('delete from staff_charge where org_id = $1 and bed_id = $2', [DEMO_ORG, bed!.id])
    expect((await charge(a.empId, { bedIds: [bed!.id] })).status).toBe(200)
    const row = (await file(a.empId)).chargeRows.find((charged) => charged.kind === 'BED')!
    const ended = await ask('PUT', '/charge/end', { body: { staffChargeIds: [row.staffChargeId], lastDay: day(0) } })
    expect(ended.data.chargeRows.find((charged) => charged.kind === 'BED')!.lastDay).toBe(day(0))
  })
})

describe('leaving', () => {
  test('hands everything on in one act; the account is closed; coming back brings none of it', async () => {
    const [from, to] = [await person(), await person()]
    await giveTodos(from.empId, 3)
    const [elder] = await elders(1)
    await charge(from.empId, { oldmanIds: [elder] })
    const [shift] = await sql<{ id: string }>(
      'select shift_pk_id as id from attendance_shift where org_id = $1 limit 1',
      [DEMO_ORG],
    )
    await sql(
      `insert into roster_cell (org_id, emp_id, day, kind, shift_pk_id, published_at, published_name)
       select $1, $2, current_date + n, 'SHIFT', $3, now(), '试' from generate_series(-1, 4) n`,
      [DEMO_ORG, from.empId, shift!.id],
    )
    const [group] = await sql<{ id: string }>(
      'select attendance_group_pk_id as id from attendance_group where org_id = $1 limit 1',
      [DEMO_ORG],
    )
    await sql(
      `insert into attendance_member (org_id, emp_id, from_day, attendance_group_pk_id) values ($1, $2, current_date - 30, $3)`,
      [DEMO_ORG, from.empId, group!.id],
    )
    await sql(
      `insert into attendance_leave (org_id, leave_id, emp_id, kind, from_at, to_at, reason, asked_by)
       values ($1, $2, $3, 'ANNUAL', now() + interval '2 days', now() + interval '3 days', '试', $3)`,
      [DEMO_ORG, newId(), from.empId],
    )
    const token = await product.signIn(from.userName, PASSWORD)
    expect((await ask('GET', `/${from.empId}`, { token })).status).toBe(200)
    const open = (await ask<StaffOpenData[]>('GET', `/${from.empId}/open`)).data
    expect(Object.fromEntries(open.map((one) => [one.key, one.count]))).toMatchObject({
      todo: 3,
      charge: 1,
      shift: 4,
      leave: 1,
      group: 1,
    })
    expect(await leave(from.empId)).toMatchObject({ status: INVALID, data: { field: 'successorId' } })
    const left = await leave(from.empId, { successorId: to.empId, note: '回老家' })
    expect(left.data).toMatchObject({ status: 3, leftOn: day(0), handedToName: to.name, can: ['save', 'rehire'] })
    expect(await sql('select 1 from todo where org_id = $1 and assignee_id = $2', [DEMO_ORG, from.empId])).toEqual([])
    expect(
      await sql(`select 1 from todo_entry where org_id = $1 and kind = 'HANDED' and from_id = $2 and to_id = $3`, [
        DEMO_ORG,
        from.empId,
        to.empId,
      ]),
    ).toHaveLength(3)
    expect((await file(to.empId)).chargeRows).toMatchObject([{ oldmanId: elder, fromDay: day(1), lastDay: null }])
    const cells = await sql<{ day: string }>(
      'select day from roster_cell where org_id = $1 and emp_id = $2 order by day',
      [DEMO_ORG, from.empId],
    )
    expect(cells.map((row) => row.day)).toEqual([day(-1), day(0)])
    expect(
      await sql(`select 1 from roster_change where org_id = $1 and emp_id = $2 and cause = 'LEFT'`, [
        DEMO_ORG,
        from.empId,
      ]),
    ).toHaveLength(4)
    expect(
      await sql(`select to_day as "to" from attendance_member where org_id = $1 and emp_id = $2`, [
        DEMO_ORG,
        from.empId,
      ]),
    ).toEqual([{ to: day(1) }])
    expect(
      await sql(`select state from attendance_leave where org_id = $1 and emp_id = $2`, [DEMO_ORG, from.empId]),
    ).toEqual([{ state: 'WITHDRAWN' }])
    // Neither the session that stood nor a new one.
    expect((await ask('GET', `/${from.empId}`, { token })).status).not.toBe(200)
    const again = await product.ask('POST', '/passport/web-rbac/logins/login', {
      body: { loginName: from.userName, loginPassword: PASSWORD },
    })
    expect(again.status).toBe(DISABLED)
    expect((await leave(from.empId, { successorId: to.empId })).status).toBe(STATE)
    const back = (body: object) =>
      ask('PUT', '/rehire', { body: { empId: from.empId, status: 1, access: true, note: '回来了', ...body } })
    expect((await back({ status: 3 })).status).toBe(INVALID)
    expect((await back({})).data).toMatchObject({ status: 1, leftOn: null, chargeRows: [{ lastDay: day(0) }] })
    expect((await back({})).status).toBe(STATE)
    expect(await product.signIn(from.userName, PASSWORD)).toBeTruthy()
    expect(await sql('select 1 from todo where org_id = $1 and assignee_id = $2', [DEMO_ORG, from.empId])).toEqual([])
  })

  test('refuses who cannot take over, and who may not leave so', async () => {
    const [from, gone] = [await person(), await person()]
    await giveTodos(from.empId, 1)
    expect((await leave(gone.empId)).status).toBe(200)
    const refused = async (successorId: string, words: string) =>
      expect(await leave(from.empId, { successorId })).toMatchObject({
        status: INVALID,
        data: { field: 'successorId' },
        desc: expect.stringContaining(words),
      })
    await refused(gone.empId, '已离职')
    await refused(from.empId, '不能交接给离职的本人')
    expect((await leave(from.empId, { successorId: newId() })).status).toBe(NOT_FOUND)
    expect((await leave(from.empId, { lastDay: day(1) })).desc).toContain('不能晚于今天')
    expect((await leave(ids.郑凯!)).desc).toContain('不能给自己')
    expect((await leave(from.empId, {}, head)).status).toBe(refusals.NO_PERMISSION[0])
    expect((await file(from.empId)).status).toBe(1)
    // Nothing of a refused act stays.
    expect(await sql('select 1 from todo where org_id = $1 and assignee_id = $2', [DEMO_ORG, from.empId])).toHaveLength(
      1,
    )
  })

  test('the last administrator stays', async () => {
    const keeper = await person({ isAdmin: false, role: '行政专员', dept: '院办公室', type: 'office' } as never)
    const depts = await sql(
      `insert into employee_data_dept (org_id, emp_id, dept_id) select $1::varchar, $2::varchar, d.dept_id from dept d where d.org_id = $1::varchar on conflict do nothing returning 1`,
      [DEMO_ORG, keeper.empId],
    )
    expect(depts.length).toBeGreaterThan(0)
    const token = await product.signIn(keeper.userName, PASSWORD)
    const answer = await leave(ids.郑凯!, { successorId: keeper.empId }, token)
    expect(answer.status).not.toBe(200)
    expect((await file(ids.郑凯!)).status).toBe(1)
  })

  test('two successors at once: one act holds, the other is told; a successor who leaves at the same moment hands on again or refuses', async () => {
    const [from, a, b] = [await person(), await person(), await person()]
    await giveTodos(from.empId, 4)
    const both = await Promise.all([a, b].map((to) => leave(from.empId, { successorId: to.empId })))
    expect(both.map((one) => one.status).sort()).toEqual([200, STATE])
    const winner = both[0]!.status === 200 ? a : b
    const held = await sql<{ id: string }>(
      `select distinct assignee_id as id from todo where org_id = $1 and creator_id = $2`,
      [DEMO_ORG, from.empId],
    )
    expect(held).toEqual([{ id: winner.empId }])
    const other = winner === a ? b : a
    const chain = await Promise.all([
      leave(winner.empId, { successorId: other.empId }),
      leave(other.empId, { successorId: winner.empId }),
    ])
    expect(chain.map((one) => one.status).sort()).toEqual([200, INVALID])
  })

  test('whatever somebody had, afterwards they have nothing and nothing is in two hands', async () => {
    let seed = 20_261
    const random = (most: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31
      return seed % most
    }
    const crew = [await person(), await person(), await person(), await person()]
    for (let turn = 0; turn < 4; turn++) {
      const from = crew.shift()!
      await giveTodos(from.empId, random(4))
      const count = random(3)
      if (count > 0) {
        const answer = await charge(from.empId, { oldmanIds: await elders(count), fromDay: day(-random(20)) })
        expect(answer.status).toBe(200)
      }
      const to = crew[random(Math.max(1, crew.length))] ?? (await person())
      const before = await sql<{ oldman: string }>(
        `select oldman_id as oldman from staff_charge where org_id = $1 and emp_id = any($2) and (to_day is null or to_day > current_date)`,
        [DEMO_ORG, [from.empId, to.empId]],
      )
      const answer = await leave(from.empId, { successorId: to.empId, lastDay: day(-random(3)) })
      expect(answer.status).toBe(200)
      const open = (await ask<StaffOpenData[]>('GET', `/${from.empId}/open`)).data
      expect(open.filter((one) => one.needsPerson || one.key === 'shift')).toEqual([])
      const after = await sql<{ oldman: string }>(
        `select oldman_id as oldman from staff_charge where org_id = $1 and emp_id = $2 and (to_day is null or to_day > current_date)`,
        [DEMO_ORG, to.empId],
      )
      expect(after.map((row) => row.oldman).sort()).toEqual(before.map((row) => row.oldman).sort())
    }
  })
})
