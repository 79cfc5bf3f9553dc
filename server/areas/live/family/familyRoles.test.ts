// Whom the residence names has the role in the family, in documents and after a change of mind.

import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FamilyRoleValue } from '#contract/live/family'
import { type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'
import { placeholderValues } from '#server/areas/residents/public'
import { newId } from '#server/kit/ids'

let house: StayHouse
let paths: string[]

beforeAll(async () => {
  house = await stayHouse()
  paths = [...house.beds.keys()].filter((path) => path.startsWith('松鹤楼'))
})
afterAll(() => house.close())

async function relative(oldmanId: string, name: string, phone: string): Promise<string> {
  const familyId = newId()
  await house.sql(
    `insert into oldman_family (org_id, family_id, oldman_id, name, relation, phone, sort) values ($1, $2, $3, $4, '20', $5, 1)`,
    [house.orgId, familyId, oldmanId, name, phone],
  )
  return familyId
}

/** 王强: 付费人 … as the family tab shows them. */
async function roles(oldmanId: string): Promise<Record<string, FamilyRoleValue[]>> {
  const rows = await house.sql<{ name: string } & Record<FamilyRoleValue, boolean>>(
    'select name, emergency, payer, guarantor, guardian from oldman_family where org_id = $1 and oldman_id = $2',
    [house.orgId, oldmanId],
  )
  const of = ({ name: _, ...flags }: (typeof rows)[number]) =>
    (Object.keys(flags) as FamilyRoleValue[]).filter((role) => flags[role])
  return Object.fromEntries(rows.map((row) => [row.name, of(row)]))
}
const printed = (oldmanId: string) =>
  placeholderValues(house.app.pool, { orgId: house.orgId, deptIds: null, empName: '测试' }, oldmanId)

test('a check-in gives them, a correction moves them, and papers say so', async () => {
  const one = await house.resident('王秀兰')
  const daughter = await relative(one.oldmanId, '王芳', '13800002222')
  const choice = { payerId: daughter, guarantorId: daughter, guardianId: daughter }
  expect((await house.checkIn(one, paths[0]!, choice)).status).toBe(200)
  expect(await roles(one.oldmanId)).toEqual({
    王强: ['emergency', 'payer'],
    王芳: ['payer', 'guarantor', 'guardian'],
  })
  expect(await printed(one.oldmanId)).toMatchObject({
    付费人姓名: '王芳',
    付费人电话: '13800002222',
    担保人姓名: '王芳',
    监护人姓名: '王芳',
    紧急联系人姓名: '王强',
  })
  const edited = await house.ask('PUT', '/pims/web-pi/oldmans/proFile/live', {
    token: house.token,
    body: { oldmanId: one.oldmanId, payerId: one.familyId, guarantorId: null },
  })
  expect(edited, JSON.stringify(edited)).toMatchObject({ status: 200 })
  expect(await roles(one.oldmanId)).toEqual({ 王强: ['emergency', 'payer'], 王芳: ['guardian'] })
  expect(await printed(one.oldmanId)).toMatchObject({ 付费人姓名: '王强', 担保人姓名: '', 监护人姓名: '王芳' })
})

test('a trial gives them, and what it becomes moves them', async () => {
  const one = await house.resident('李玉珍')
  const son = await relative(one.oldmanId, '李刚', '13800003333')
  expect((await house.trial(one, paths[1]!, { payerId: son })).status).toBe(200)
  expect((await roles(one.oldmanId)).李刚).toEqual(['payer'])
  expect((await house.checkIn(one, paths[1]!, { guardianId: son })).status).toBe(200)
  expect(await roles(one.oldmanId)).toEqual({ 王强: ['emergency', 'payer'], 李刚: ['guardian'] })
  expect(await house.faults()).toEqual([])
})
