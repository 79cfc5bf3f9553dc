// A nurse of one department reads every list of the monitoring: no answer names a resident of another department. Whoever
// adds a call to this area is tested with it.
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RailData } from '#contract/monitor/rail'
import { nouns } from '#server/app'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'

let product: TestApp
let nurse: string
/** Names that only residents of other departments bear. */
let foreign: string[]
let own: string[]
/** Their ids. */
let foreignIds: string[]

const NAMES = `select o.oldman_name as name, bool_or(o.dept_id is null or o.dept_id = any($2)) as own from oldman o
  where o.org_id = $1 group by 1 having not bool_or(o.oldman_name in (select emp_name from employee where org_id = $1))`

beforeAll(async () => {
  product = await demoApp()
  const { pool } = product.app
  nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
  const depts = await pool.query<{ id: string }>(
    `select e.dept_id as id from account a join employee e on e.org_id = a.org_id and e.emp_id = a.user_id
    where a.org_id = $1 and a.user_name = 'lixiaomei'`,
    [DEMO_ORG],
  )
  const { rows } = await pool.query<{ name: string; own: boolean }>(NAMES, [DEMO_ORG, depts.rows.map((row) => row.id)])
  foreign = rows.filter((row) => !row.own).map((row) => row.name)
  own = rows.filter((row) => row.own).map((row) => row.name)
  const ids = await pool.query<{ id: string }>(
    'select oldman_id as id from oldman where org_id = $1 and dept_id is not null and not dept_id = any($2)',
    [DEMO_ORG, depts.rows.map((row) => row.id)],
  )
  foreignIds = ids.rows.map((row) => row.id)
  await strangersEverywhere()
})
afterAll(() => product.close())

/** Residents of another department with whatever the monitoring can know of somebody: rules, fences, tags, alarms, calls. */
async function strangersEverywhere(): Promise<void> {
  const { pool } = product.app
  const { rows } = await pool.query<{ id: string; dept: string; bed: string }>(
    `select oldman_id as id, dept_id as dept, current_bed_id as bed from oldman
    where org_id = $1 and oldman_name = any($2) and current_bed_id is not null and dept_id is not null order by 1 limit 3`,
    [DEMO_ORG, foreign],
  )
  const ids = JSON.stringify(rows.map((row) => row.id))
  const set = (text: string) => pool.query(text, [DEMO_ORG, ids])
  await set(`update rail set scope = 'ELDER', scope_ids = $2 where org_id = $1`)
  await set(`update alarm_rule set scope = 'ELDER', scope_ids = $2 where org_id = $1 and kind = 'HEART'`)
  await set(`update position_rule set scope = 'ELDER', scope_ids = $2 where org_id = $1 and alarm_type = 'railAlarm'`)
  for (const { id, dept, bed } of rows) {
    const deviceNo = `T${newId().slice(-12)}`
    const deviceId = newId()
    await pool.query(`update device set oldman_id = null where org_id = $1 and oldman_id = $2`, [DEMO_ORG, id])
    await pool.query(
      `with made as (insert into device (org_id, device_id, device_no, kind, oldman_id, online)
        values ($1, $2, $3, 'TAG', $4, 1) returning *)
      insert into device_state (org_id, device_id, map_id, x, y, fix_at, heard_at)
      select m.org_id, m.device_id, (select map_id from floor_map where org_id = $1 order by 1 limit 1), 1, 1, now(), now() from made m`,
      [DEMO_ORG, deviceId, deviceNo, id],
    )
    await pool.query(
      `insert into alarm_record (org_id, record_id, source, device_no, device_id, bed_id, oldman_id, dept_id, type, content, raised_at)
      values ($1, $2, 'TAG', $3, $4, $5, $6, $7, 'sos', 'SOS 求救', now())`,
      [DEMO_ORG, newId(), deviceNo, deviceId, bed, id, dept],
    )
  }
  product.app.bus.publish('monitor/forget', { orgId: DEMO_ORG })
}

/** What a call cannot be asked without. */
const QUERIES: Readonly<Record<string, Record<string, string>>> = {}

const lists = nouns
  .filter((noun) => noun.area === 'monitor')
  .flatMap((noun) => Object.values(noun.calls))
  .filter((call) => call.method === 'GET' && !call.path.includes('{'))

test('there are residents of her own and of other departments, and lists to read', () => {
  expect(own.length).toBeGreaterThan(10)
  expect(foreign.length).toBeGreaterThan(10)
  expect(lists.length).toBeGreaterThan(20)
})

test('no list names a resident of another department', async () => {
  const named: string[] = []
  let answered = 0
  const seen = new Set<string>()
  for (const call of lists) {
    const query = { pageNum: '1', pageSize: '500', ...QUERIES[call.key] }
    const answer = await product.ask('GET', call.path, { token: nurse, query })
    if (answer.status === 200) answered++
    const text = JSON.stringify(answer)
    for (const name of [...foreign, ...foreignIds]) if (text.includes(name)) named.push(`${call.key}: ${name}`)
    for (const name of own) if (text.includes(name)) seen.add(name)
  }
  expect(named).toEqual([])
  // Lists that answer nothing would name nobody.
  expect(answered).toBeGreaterThan(lists.length / 2)
  expect(seen.size).toBeGreaterThan(5)
})

test('who saves a fence keeps the residents that she cannot see', async () => {
  const administrator = await product.signIn('zhengkai', 'Yiyuan2026')
  const rails = async (token: string) => {
    const answer = await product.ask<{ list: RailData[] }>('GET', '/loms/web-lo/pnt/rail/list', { token })
    return answer.data.list.find((one) => one.buildingName === '松鹤楼')!
  }
  const whole = await rails(administrator)
  const seen = await rails(nurse)
  expect(whole.scopeIds.length).toBe(3)
  expect([seen.railId, seen.scopeIds, seen.elsewhere]).toEqual([whole.railId, [], 3])
  await product.app.pool.query(
    `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
     select g.org_id, g.role_id, l.landing_end_id, a.authority_id
       from account_role g join account u using (org_id, user_id), authority a, landing_end l
      where u.org_id = $1 and u.user_name = 'lixiaomei' and a.authority_code = 'monitor:rail:edit'
        and l.landing_end_code = 'WEB' on conflict do nothing`,
    [DEMO_ORG],
  )
  product.app.sessions.forget(DEMO_ORG)
  const { railId, railName, mapId, kind, polygon, scope } = seen
  const body = { railId, railName, mapId, kind, polygon, scope, scopeIds: [], remark: '夜间加强' }
  const saved = await product.ask<RailData>('PUT', '/loms/web-lo/pnt/rail', { token: nurse, body })
  expect([saved.desc, saved.data.scopeIds, saved.data.elsewhere]).toEqual(['操作成功', [], 3])
  const after = await rails(administrator)
  expect([after.remark, after.scopeIds.toSorted()]).toEqual(['夜间加强', whole.scopeIds.toSorted()])
})
