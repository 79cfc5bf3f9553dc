// A handled alarm that was a fall makes the sheets about falls due at once; what was none, or is told twice, does not.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { AssessDueRow } from '#contract/nursing/assessForm'
import { newAlarm } from '#server/areas/monitor/test/newAlarm'
import { type PositionApp, positionApp } from '#server/areas/monitor/test/positionApp'
import { DEMO_ORG } from '#server/areas/platform/public'
import { type NewAlarm, raiseAlarms } from './alarmRaise.ts'

const RECORDS = '/pims/web-org/alarmRecord'
const DUE = '/pims/web-pi/assessment/due'

let product: PositionApp['product']
let admin: PositionApp['admin']
let elders: { oldmanId: string; deptId: string; name: string }[]
beforeAll(async () => {
  ;({ product, admin } = await positionApp())
  const { rows } = await product.app.pool.query(
    `select oldman_id as "oldmanId", dept_id as "deptId", oldman_name as name from oldman o where org_id = $1 and status = 1
      and not exists (select from assess_change g where g.org_id = o.org_id and g.oldman_id = o.oldman_id) order by archive_no limit 5`,
    [DEMO_ORG],
  )
  elders = rows
})
afterAll(() => product.close())

async function raise(elder: { oldmanId: string; deptId: string }, more: Partial<NewAlarm> = {}): Promise<string> {
  const client = await product.app.pool.connect()
  try {
    const { oldmanId, deptId } = elder
    const exit = { type: '1', kind: 'EXIT', content: '离床 12 分钟', value: 12, threshold: 10, unit: '分钟' }
    return (await raiseAlarms(client, [newAlarm({ oldmanId, deptId, ...exit, ...more })]))[0]!.recordId
  } finally {
    client.release()
  }
}
const handle = async (recordId: string, body: object, path = 'handle') => {
  const said = await product.ask('POST', `${RECORDS}/${recordId}/${path}`, { token: admin, body })
  expect(said, said.desc).toMatchObject({ status: 200 })
}
const changed = async ({ oldmanId, name }: { oldmanId: string; name: string }) => {
  const { data } = await product.ask<PageInfo<AssessDueRow>>('GET', DUE, {
    token: admin,
    query: { due: 'CHANGED', size: '200', keyword: name },
  })
  return data.list.filter((one) => one.oldmanId === oldmanId)
}
const families = async (elder: { oldmanId: string; name: string }) =>
  (await changed(elder)).map((one) => one.family).sort()
const today = async () =>
  (await product.app.pool.query<{ day: string }>(`select to_char(now(), 'MM-DD') as day`)).rows[0]!.day

it('a fall makes the sheets about falls due, with the day and the words as the reason', async () => {
  const elder = elders[0]!
  await handle(await raise(elder), { result: '跌倒，已扶起，无受伤' })
  const rows = await changed(elder)
  expect(rows.map((one) => one.family).sort()).toEqual(['morse', 'nineHarms'])
  for (const row of rows) {
    expect(row.changeContent).toBe(`跌倒后复评 ${await today()}：离床 12 分钟，跌倒，已扶起，无受伤`)
  }
  const { rows: logged } = await product.app.pool.query<{ remark: string }>(
    `select remark from operation_log where org_id = $1 and target_type = 'assessChange' and target_id = $2`,
    [DEMO_ORG, elder.oldmanId],
  )
  expect(logged.map((one) => one.remark).join()).toContain(`“${elder.name}”跌倒后复评`)
})

it('what is ticked counts, whatever the words say, and stands at the alarm', async () => {
  const elder = elders[2]!
  const stands = async (recordId: string) =>
    (await product.ask<{ card: { incidents: string[] } }>('GET', `${RECORDS}/${recordId}`, { token: admin })).data.card
      .incidents
  const none = await raise(elder)
  await handle(none, { result: '跌倒，已扶起', incidents: [] })
  expect(await stands(none)).toEqual([])
  expect(await families(elder)).toEqual([])
  const choked = await raise(elder)
  await handle(choked, { result: '已到场处理', incidents: ['choking'] })
  expect(await stands(choked)).toEqual(['choking'])
  expect(await families(elder)).toEqual(['chokingChecklist', 'nineHarms', 'waterSwallow'])
  await product.app.pool.query('delete from assess_change where org_id = $1 and oldman_id = $2', [
    DEMO_ORG,
    elder.oldmanId,
  ])
  const strange = await product.ask('POST', `${RECORDS}/${await raise(elder)}/handle`, {
    token: admin,
    body: { result: '已处理', incidents: ['constructor'] },
  })
  expect(strange.status).not.toBe(200)
})

it('two alarms of one fall are one incident, whether handled together or after another', async () => {
  const elder = elders[1]!
  const [first, second] = [await raise(elder), await raise(elder, { type: 'sos', source: 'TAG', content: 'SOS 求救' })]
  await handle(first, { result: '在卫生间跌倒', also: [second] })
  await handle(await raise(elder), { result: '已协助回床', remark: '刚才摔倒，已通知医生' })
  expect(await families(elder)).toEqual(['morse', 'nineHarms'])
})

it('what did not happen, was ignored or a false alarm makes nothing due', async () => {
  const elder = elders[2]!
  await handle(await raise(elder), { result: '未跌倒，已扶回床' })
  await handle(await raise(elder), { result: '误报，老人安好', remark: '以为跌倒' })
  await handle(await raise(elder), { remark: '跌倒' }, 'ignore')
  await handle(await raise(elder, { oldmanId: null, deptId: null }), { result: '员工跌倒' })
  expect(await families(elder)).toEqual([])
})

it('whoever was brought back from a fence is looked at for getting lost', async () => {
  const rail = { source: 'TAG', type: 'railAlarm', kind: null, content: '离开围栏“院区”' } as const
  await handle(await raise(elders[3]!, rail), { result: '家属陪同外出' })
  expect(await families(elders[3]!)).toEqual([])
  await handle(await raise(elders[3]!, rail), { result: '已陪同返回' })
  expect(await families(elders[3]!)).toEqual(['nineHarms', 'wandering'])
})

it('is not listed again when a sheet signed since has answered it, and not for who has left', async () => {
  const elder = elders[4]!
  const { pool } = product.app
  const late = await raise(elder, { raisedAt: Date.now() - 3_600_000, startAt: null })
  await pool.query(
    `insert into assessment (org_id, assessment_id, type, kind, oldman_id, assess_date, assessor1, state, final_level, proposed_level, signature1, signed_at)
     select org_id, 'answered', 4, 'morse', $2, current_date, user_id, 'DONE', 1, 1, 'x', now() from account where org_id = $1 and user_name = 'hejing'`,
    [DEMO_ORG, elder.oldmanId],
  )
  await handle(late, { result: '跌倒，已扶起' })
  expect(await families(elder)).toEqual(['nineHarms'])
  const { rows: gone } = await pool.query<{ oldmanId: string; deptId: string }>(
    `select oldman_id as "oldmanId", dept_id as "deptId" from oldman where org_id = $1 and status = 5 limit 1`,
    [DEMO_ORG],
  )
  const left = gone[0]!
  await handle(await raise(left), { result: '跌倒，已扶起' })
  const { rows } = await pool.query('select 1 from assess_change where org_id = $1 and oldman_id = $2', [
    DEMO_ORG,
    left.oldmanId,
  ])
  expect(rows).toEqual([])
})
