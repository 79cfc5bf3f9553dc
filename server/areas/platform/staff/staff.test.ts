// Staff, caregivers and sales people as the administration reads and changes them.
import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { NursingWorkerData, StaffData } from '#contract/platform/staff'
import { type House, testHouse } from '#server/areas/platform/test/house'
import { newId } from '#server/kit/ids'
import { readSheet } from '#server/kit/test/sheet'

let house: House
let boss: string
let bossId: string
let head: string
let nurseId: string
let farId: string

const STAFF = '/pims/web-org/staff'
const WORKERS = '/pims/web-org/nursingworkers'

beforeAll(async () => {
  house = await testHouse()
  bossId = await house.person({ userName: 'boss0001', empName: '郑凯', isAdmin: true })
  boss = (await house.signInAs('boss0001')).data.token
  nurseId = await house.person({
    userName: 'nurse001',
    empName: '单文静',
    sex: 2,
    phone: '13811110001',
    deptId: house.care,
  })
  farId = await house.person({ userName: 'nurse002', empName: '周岚', sex: 2, deptId: house.finance })
  const saleId = await house.person({ userName: 'seller01', empName: '吴倩', deptId: house.finance })
  await house.sql(`update employee set emp_type = 'nursing', nursing_level = '三级' where emp_id = any($1)`, [
    [nurseId, farId],
  ])
  await house.sql(`update employee set emp_type = 'sale' where emp_id = $1`, [saleId])
  await house.person({
    userName: 'headnurse',
    deptId: house.care,
    dataDeptIds: [house.care],
    codes: ['administration:nursingWorker:list', 'administration:nursingWorker:update', 'administration:staff:list'],
  })
  head = (await house.signInAs('headnurse')).data.token
})
afterAll(() => house.close())

const list = (body: object, token = boss) => house.ask<PageInfo<StaffData>>('POST', STAFF, { token, body })

it('lists staff by name, pinyin, type and department, within the scope', async () => {
  expect((await list({ page: '1', size: '10', orderBy: '', staffName: 'swj' })).data.list[0]).toMatchObject({
    staffId: nurseId,
    staffName: '单文静',
    deptName: '院办公室',
    empType: 'nursing',
    status: 1,
  })
  expect((await list({ empType: 'sale' })).data.list.map((row) => row.staffName)).toEqual(['吴倩'])
  expect((await list({}, head)).data.list.map((row) => row.staffName)).not.toContain('周岚')
  const info = (staffId: string, token: string) =>
    house.ask<StaffData>('GET', `${STAFF}/info`, { token, query: { staffId } })
  expect((await info(nurseId, head)).data.phoneNum).toBe('13811110001')
  expect((await info(farId, head)).status).toBe(40400)
  expect((await info(newId(), boss)).status).toBe(40400)
})

it('keeps caregivers, whoever is no caregiver is none', async () => {
  const worker = (id: string, token = head) => house.ask<NursingWorkerData>('GET', `${WORKERS}/${id}`, { token })
  expect((await worker(nurseId)).data).toMatchObject({ nursingId: nurseId, realName: '单文静', nursingLevel: '三级' })
  expect((await worker(farId)).status).toBe(40400)
  expect((await worker(bossId, boss)).status).toBe(40400)
  const put = (id: string, body: object) => house.ask('PUT', `${WORKERS}/${id}`, { token: head, body })
  expect((await put(nurseId, { nursingLevel: '二级', intro: '', empTitle: '护师' })).status).toBe(200)
  expect((await worker(nurseId)).data).toMatchObject({ nursingLevel: '二级', empTitle: '护师', intro: null })
  expect((await put(farId, { nursingLevel: '一级' })).status).toBe(40400)
  expect((await put(nurseId, { status: 9 })).status).toBe(42200)
  const list = await house.ask<PageInfo<NursingWorkerData>>('GET', WORKERS, { token: boss, query: { realName: 'zl' } })
  expect(list.data.list.map((row) => row.nursingId)).toEqual([farId])
})

it('exports caregivers as a workbook', async () => {
  const answer = await house.raw({ path: `${WORKERS}/export`, headers: { authorization: head } })
  const path = join(tmpdir(), `${newId()}.xlsx`)
  await writeFile(path, answer.rawPayload)
  const rows = await readSheet(path)
  expect(rows.map((row) => row[0])).toEqual(['姓名', '单文静'])
})

it('offers names to choose from and closes the account of whoever leaves', async () => {
  const choices = async (path: string, token = head) =>
    (await house.ask<object[]>('GET', path, { token, query: { pageHelper: '0' } })).data
  expect(await choices(`${WORKERS}/oldman`)).toEqual([{ nursingId: nurseId, realName: '单文静', deptName: '院办公室' }])
  expect(await choices('/pims/web-pi/personnel/sale')).toMatchObject([{ saleName: '吴倩' }])
  const session = (await house.signInAs('nurse001')).status
  expect(session).toBe(40107)
  const leave = (staffId: string) => house.ask('PUT', `${STAFF}/update`, { token: boss, body: { staffId, status: 3 } })
  expect((await leave(nurseId)).status).toBe(200)
  expect((await house.signInAs('nurse001')).status).toBe(40103)
  expect(await choices(`${WORKERS}/oldman`)).toEqual([])
  expect((await leave(bossId)).desc).toBe('这是机构最后一位可用的管理员，不能离职或停职')
})
