// Facts of files from a workbook: every bad row is told with its reasons, nobody is made, and empty cells leave what stands.
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { StaffFileData } from '#contract/administration/staffFileShape'
import { DAY_MS, dayText } from '#contract/kit/clock'
import type { ImportReportData, ImportResult } from '#contract/kit/sheet'
import type { JobProgressData } from '#contract/platform/shell'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { BOUNDARY, multipart } from '#server/areas/platform/test/uploading'
import { writeSheet } from '#server/kit/excel'
import { demoApp } from '#server/kit/test/app'

const IMPORT = '/pims/web-org/staffFile/import'
const HEAD = [
  '姓名*',
  '工号',
  '手机号',
  '身份证号',
  '籍贯',
  '技能',
  '入职日期',
  '试用期至',
  '健康证编号',
  '健康证有效期至',
]

let product: Awaited<ReturnType<typeof demoApp>>
let admin: string
let he: { id: string; key: string; phone: string }

beforeAll(async () => {
  product = await demoApp()
  admin = await product.signIn('zhengkai', 'Yiyuan2026')
  await product.app.pool.query(`update employee set emp_key = 'HL0099' where org_id = $1 and emp_name = '何静'`, [
    DEMO_ORG,
  ])
  he = (
    await product.app.pool.query(
      `select emp_id as id, emp_key as key, phone_num as phone from employee where org_id = $1 and emp_name = '何静'`,
      [DEMO_ORG],
    )
  ).rows[0]
})
afterAll(() => product.close())

type Line = (string | null)[]

async function check(lines: readonly Line[], token = admin): Promise<ImportReportData> {
  const content = await writeSheet<Line>({
    title: '员工档案',
    columns: HEAD.map((title, i) => ({ title, value: (line) => line[i] ?? null })),
    rows: [...lines],
  })
  const answer = await product.server.inject({
    method: 'POST',
    url: `${IMPORT}/check`,
    headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: multipart([{ fileName: '员工.xlsx', content }]),
  })
  return answer.json().data
}

async function commit(token: string): Promise<ImportResult> {
  const { data } = await product.ask<{ runId: string }>('POST', IMPORT, { token: admin, body: { token } })
  const run = await vi.waitFor(
    async () => {
      const now = await product.ask<JobProgressData>('GET', `/passport/web-org/jobs/${data.runId}`, { token: admin })
      expect(['done', 'failed', 'cancelled']).toContain(now.data.state)
      return now.data
    },
    { timeout: 60_000, interval: 100 },
  )
  expect(run.state).toBe('done')
  return run.result as ImportResult
}

const file = async () =>
  (await product.ask<StaffFileData>('GET', `/pims/web-org/staffFile/${he.id}`, { token: admin })).data
const people = async () =>
  Number((await product.app.pool.query('select count(*) as n from account where org_id = $1', [DEMO_ORG])).rows[0].n)

const good = (): Line => [
  '何静',
  he.key,
  null,
  '310110198503070025',
  '江苏南通',
  '心肺复苏、伤口护理',
  '2015-03-01',
  null,
  'JK2026001',
  dayText(Date.now() + 200 * DAY_MS),
]

test('every bad row says all that is wrong with it; nothing is changed and nobody made', async () => {
  const before = [await people(), (await file()).version]
  const report = await check([
    good(),
    ['没有这人', null, '13811112222'],
    ['何静', 'HL9999'],
    ['王某', he.key],
    ['何静', null, null],
    ['何静', null, he.phone, '310110198503070026', null, '洗澡', '2024-05-01', '2024-04-01'],
    ['何静', 'x1', '138'],
  ])
  expect(report).toMatchObject({ total: 7, good: 1, bad: 6 })
  const reasons = report.problems.map((one) => one.reason)
  expect(reasons[0]).toContain('新员工请先在“用户账号”中添加')
  expect(reasons[1]).toContain('没有工号为 HL9999 的员工')
  expect(reasons[2]).toContain('与姓名“王某”不符')
  expect(reasons[3]).toBe('请填写工号，或填写手机号')
  expect(reasons[4]).toContain('技能“洗澡”不存在')
  expect(reasons[4]).toContain('试用期不能在入职之前结束')
  expect(reasons[4]).toContain('身份证')
  expect(reasons[5]).toContain('11 位数字')
  expect(report.reportUrl).not.toBeNull()
  expect([await people(), (await file()).version]).toEqual(before)
})

test('good rows update the file; the same workbook again changes nothing more', async () => {
  const before = await people()
  const first = await commit((await check([good()])).token!)
  expect(first).toMatchObject({ added: 0, updated: 1, failed: 0 })
  const after = await file()
  expect(after).toMatchObject({
    idNo: '310110198503070025',
    birthday: '1985-03-07',
    nativePlace: '江苏南通',
    hireDate: '2015-03-01',
    skills: ['WOUND', 'CPR'],
  })
  const count = after.certificates.length
  expect(after.certificates.some((one) => one.number === 'JK2026001' && !one.replaced)).toBe(true)
  const again = await commit((await check([good()])).token!)
  expect(again).toMatchObject({ updated: 0, skipped: 1 })
  // Found by name and phone as well; what is empty stays.
  await commit((await check([['何静', null, he.phone, null, '江苏如皋']])).token!)
  expect(await file()).toMatchObject({ nativePlace: '江苏如皋', hireDate: '2015-03-01' })
  expect((await file()).certificates).toHaveLength(count)
  expect(await people()).toBe(before)
})

test('whoever may not keep files imports none', async () => {
  const head = await product.signIn('hejing', 'Yiyuan2026')
  const answer = await product.ask('POST', IMPORT, { token: head, body: { token: he.id } })
  expect(answer.status).toBe(401)
})
