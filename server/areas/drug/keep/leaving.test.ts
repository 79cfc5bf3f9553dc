// Who leaves takes their drugs along, or the family says that they stay, which writes them off; until then the settlement waits.
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { FamilyViewData } from '#contract/live/invitation'
import { type KeepHouse, keepHouse } from '#server/areas/drug/test/keepHouse'
import { PLAIN_FORM, settling } from '#server/areas/expense/test/settling'
import { familyView } from '#server/areas/live/family/invitationView'
import type { Resident } from '#server/areas/live/test/stayHouse'
import { newId } from '#server/kit/ids'

let house: KeepHouse
let desk: ReturnType<typeof settling>
beforeAll(async () => {
  house = await keepHouse()
  desk = settling(house.ask, house.token)
})
afterAll(() => house.close())

const drugCheck = async ({ oldmanId }: Resident) =>
  (await desk.detail(oldmanId)).data.sheet.checks.find((one) => one.key === 'drugs')!

it('the settlement waits for what is kept, and writes off what the family leaves', async () => {
  const elder = await house.elder('王秀兰', '松鹤楼>1层>101>01')
  const stockId = await house.bring(elder.oldmanId, await house.newDrug(), 12)
  expect((await house.checkOut(elder)).status).toBe(200)
  expect((await desk.save(elder.oldmanId, { ...PLAIN_FORM, drugs: 'RETURNED' })).status).toBe(200)
  expect(await drugCheck(elder)).toMatchObject({
    ok: false,
    blocks: true,
    note: expect.stringContaining('还存有 阿司匹林肠溶片 100mg×30片 12 片'),
  })
  const waits = await desk.submit(elder.oldmanId)
  expect(waits.desc).toContain('代管药品')
  expect((await desk.save(elder.oldmanId, { ...PLAIN_FORM, drugs: 'WAIVED' })).status).toBe(200)
  expect((await drugCheck(elder)).note).toContain('请注明原因')
  const done = await desk.settle(elder.oldmanId, { ...PLAIN_FORM, drugs: 'WAIVED', drugsNote: '家属不要了' })
  expect(done.status, done.desc).toBe(200)
  expect(await house.left(stockId)).toBe(0)
  const [slip] = await house.sql<{ type: number; reason: string }>(
    'select keep_type as type, reason from drug_slip where oldman_id = $1 and keep_type = 3',
    [elder.oldmanId],
  )
  expect(slip).toEqual({ type: 3, reason: '退住时家属放弃：家属不要了' })
  expect(await house.verified()).toBe(2)
})

it('handed back first, the settlement goes on; a resident who left can still be given their drugs', async () => {
  const elder = await house.elder('赵国强', '松鹤楼>1层>101>02')
  await house.bring(elder.oldmanId, await house.newDrug({ drugName: '碳酸钙片' }), 5)
  expect((await house.checkOut(elder)).status).toBe(200)
  const [list] = (await house.keep<{ list: { oldmanName: string }[] }>('GET', '?warn=left')).data.list
  expect(list).toMatchObject({ oldmanName: '赵国强' })
  expect((await house.keep('DELETE', `/${elder.oldmanId}`, { person: '王强' })).status).toBe(200)
  const done = await desk.settle(elder.oldmanId, { ...PLAIN_FORM, drugs: 'RETURNED' })
  expect(done.status, done.desc).toBe(200)
})

it('the family reads what to bring, and nothing of dose or stock', async () => {
  const elder = await house.elder('孙阿婆', '松鹤楼>1层>102>01')
  const seen = async () =>
    ((await familyView(house.app, house.app.pool, house.orgId, elder.familyId)) as FamilyViewData).drugs
  expect(await seen()).toEqual([])
  const drugId = await house.newDrug({ drugName: '氨氯地平片' })
  await house.sql(
    `insert into drug_use (org_id, use_id, oldman_id, drug_id, dose, route, frequency, clocks, start_date, order_source)
     values ($1, $2, $3, $4, 1, 1, 'QD', '{08:00}', current_date, 'hospital')`,
    [house.orgId, newId(), elder.oldmanId, drugId],
  )
  expect(await seen()).toEqual([{ drugName: '氨氯地平片', days: null }])
  await house.bring(elder.oldmanId, drugId, 3)
  expect(await seen()).toEqual([{ drugName: '氨氯地平片', days: 3 }])
  await house.bring(elder.oldmanId, drugId, 30)
  expect(await seen()).toEqual([])
})
