// Users from a workbook: ten thousand rows checked, agreed to and imported, nothing double; and the two calls of older
// clients that do it at once.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { ImportReportData, ImportResult } from '#contract/kit/sheet'
import type { JobProgressData } from '#contract/platform/shell'
import type { PushReportData } from '#contract/platform/user'
import { forgetLimits, type House, testHouse } from '#server/areas/platform/test/house'
import { BOUNDARY, multipart } from '#server/areas/platform/test/uploading'
import { writeSheet } from '#server/kit/excel'
import type { Cell } from '#server/kit/excelRead'
import { newId } from '#server/kit/ids'
import type { Envelope } from '#server/kit/test/app'
import { readSheet } from '#server/kit/test/sheet'

let house: House
let boss: string
let folder: string

const IMPORT = '/passport/web-rbac/users/import'
const HEAD = ['账号*', '姓名*', '性别*', '手机号*', '部门*', '角色*', '数据范围', '岗位', '工号']

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-users-'))
  house = await testHouse()
  await house.person({ userName: 'boss0001', empName: '郑凯', phone: '13900000001', isAdmin: true })
  boss = (await house.signInAs('boss0001')).data.token
  for (const name of ['护士', '护理员']) {
    const roleId = newId()
    await house.sql('insert into role (org_id, role_id, name) values ($1, $2, $3)', [house.orgId, roleId, name])
    await house.sql(
      `insert into role_authority (org_id, role_id, landing_end_id, authority_id)
       select $1, $2, l.landing_end_id, a.authority_id from authority a, landing_end l
        where a.authority_code = 'platform:user:list' and l.landing_end_code = 'WEB'`,
      [house.orgId, roleId],
    )
  }
  await house.sql(
    `insert into job (org_id, job_id, job_name, job_type_code, job_type_name) values ($1, $2, '责任护士', 'NURSE', '护士')`,
    [house.orgId, newId()],
  )
})
afterAll(async () => {
  await house.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => forgetLimits(house))

type Line = (string | null)[]

const workbook = (lines: readonly Line[], head: readonly string[] = HEAD) =>
  writeSheet<Line>({
    title: '用户',
    columns: head.map((title, i) => ({ title, value: (line) => line[i] ?? null })),
    rows: lines,
  })

async function send<T>(path: string, content: Buffer, token = boss, fileName = '用户.xlsx'): Promise<Envelope<T>> {
  const answer = await house.server.inject({
    method: 'POST',
    url: path,
    headers: { authorization: token, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: multipart([{ fileName, content }]),
  })
  return answer.json()
}
const check = async (lines: readonly Line[], token = boss) =>
  (await send<ImportReportData>(`${IMPORT}/check`, await workbook(lines), token)).data

async function commit(token: string) {
  const { data } = await house.ask<{ runId: string }>('POST', IMPORT, { token: boss, body: { token } })
  const run = await vi.waitFor(
    async () => {
      const now = await house.ask<JobProgressData>('GET', `/passport/web-org/jobs/${data.runId}`, { token: boss })
      expect(['done', 'failed', 'cancelled']).toContain(now.data.state)
      return now.data
    },
    { timeout: 60_000, interval: 100 },
  )
  return { ...run, result: run.result as ImportResult }
}

async function sheetAt(url: string): Promise<Cell[][]> {
  const answer = await house.server.inject({ method: 'GET', url, headers: { authorization: boss } })
  const path = join(folder, `${newId()}.xlsx`)
  await writeFile(path, answer.rawPayload)
  return readSheet(path)
}

const passwordIn = (notice: string | null) => /[a-z]{5}\d{3}/.exec(notice ?? '')![0]

describe('the import', () => {
  const good: Line = ['wangxm01', '王小美', '女', '13811110001', '财务部', '护士、护理员', null, '责任护士', 'A01']
  const mixed: Line[] = [
    good,
    ['boss0001', '李四', '男', '13811110002', '财务部', '护士', null, null, null],
    ['lisi0001', '李四', '男', '13900000001', '财务部', '护士', null, null, null],
    ['ab', '', '中', '1381111', '财务部', '护士', null, null, null],
    ['lisi0002', '李四', '男', '13811110003', '没有的部门', '没有的角色', '也没有', '无此岗位', null],
    ['WANGXM01', '重复', '女', '13811110005', '财务部', '护士', null, null, null],
    ['lisi0003', '同号', '女', '13811110001', '财务部', '护士', null, null, null],
    ['13811110009', '手机样', '女', '13811110009', '财务部', '护士', null, null, null],
  ]

  it('names every bad row by number and reason and changes nothing', async () => {
    const report = await check(mixed)
    expect(report).toMatchObject({ total: 8, good: 1, bad: 7 })
    expect(report.problems.map(({ row, reason }) => ({ row, reason }))).toEqual([
      { row: 3, reason: '账号 boss0001 已存在（郑凯），不重复导入' },
      { row: 4, reason: '手机号 13900000001 已存在（郑凯），不重复导入' },
      {
        row: 5,
        reason: '账号应为 6 至 20 位字母或数字；姓名不能为空；性别应为 男、女 之一；手机号应为 11 位数字，以 1 开头',
      },
      { row: 6, reason: '部门“没有的部门”不存在；部门“也没有”不存在；岗位“无此岗位”不存在；角色“没有的角色”不存在' },
      { row: 7, reason: '与第 2 行重复' },
      { row: 8, reason: '手机号 13811110001 在文件中出现多次' },
      { row: 9, reason: '账号不能是手机号的样子' },
    ])
    expect(report.notice).toMatch(/统一初始密码是 [a-z]{5}\d{3}，/)
    const sheet = await sheetAt(report.reportUrl!)
    expect(sheet[0]!.at(-1)).toBe('错误原因')
    expect(sheet[2]!.at(-1)).toBe('账号 boss0001 已存在（郑凯），不重复导入')
    expect(await house.sql(`select 1 from account where user_name = 'wangxm01'`)).toEqual([])
  })

  it('takes the good rows after agreement; they sign in with the password of the batch and must change it', async () => {
    const report = await check(mixed)
    const run = await commit(report.token!)
    expect(run.result).toMatchObject({ added: 1, failed: 7 })
    const entered = await house.signInAs('wangxm01', passwordIn(report.notice))
    expect(entered.data).toMatchObject({ resetPassword: true, deptInfo: { deptName: '财务部' } })
    expect(entered.data.dataDeptInfoList.map((dept) => dept.deptId)).toEqual([house.finance])
    expect(entered.data.jobInfo.jobName).toBe('责任护士')
    const [row] = await house.sql<{ found: string }>(`select initials as found from employee where emp_name = '王小美'`)
    expect(row!.found).toBe('wxm')
    const stored = await house.sql<{ n: number }>(
      `select count(*) as n from job_run where result::text like '%' || $1 || '%' or message like '%' || $1 || '%'`,
      [passwordIn(report.notice)],
    )
    expect(stored[0]!.n).toBe(0)
  })

  it('repeated, makes nothing double and says so', async () => {
    const report = await check([good])
    expect(report).toMatchObject({ token: null, good: 0, bad: 1, notice: null })
    expect(report.problems[0]!.reason).toBe(
      '账号 wangxm01 已存在（王小美），不重复导入；手机号 13811110001 已存在（王小美），不重复导入',
    )
  })

  it('agreed to twice at the same moment imports once', async () => {
    const lines: Line[] = Array.from({ length: 450 }, (_, i) => [
      `twice${String(i).padStart(4, '0')}`,
      '李双',
      '女',
      `1352000${String(i).padStart(4, '0')}`,
      '财务部',
      '护士',
    ])
    const { token } = await check(lines)
    const runs = await Promise.all([commit(token!), commit(token!)])
    expect(runs.map((run) => run.state)).toEqual(['done', 'done'])
    expect(runs.reduce((sum, run) => sum + run.result.added, 0)).toBe(450)
    expect(runs.reduce((sum, run) => sum + run.result.failed, 0)).toBe(450)
  }, 60_000)

  it('refuses a row that hands out more than the importing user has', async () => {
    await house.person({ userName: 'clerk001', deptId: house.care, dataDeptIds: [house.care], codes: ['user-import'] })
    const clerk = (await house.signInAs('clerk001')).data.token
    const report = await check(
      [
        ['limit001', '甲', '男', '13822220001', '财务部', '护士'],
        ['limit002', '乙', '男', '13822220002', '院办公室', '护士'],
      ],
      clerk,
    )
    expect(report.problems.map((problem) => problem.reason)).toEqual([
      '部门“财务部”不在您的数据范围内；角色“护士”的权限超出您本人的权限',
      '角色“护士”的权限超出您本人的权限',
    ])
  })

  it('of ten thousand rows takes seconds and little memory', async () => {
    const surnames = [...'赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨']
    const given = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平']
    const lines: Line[] = Array.from({ length: 10_000 }, (_, i) => [
      i % 100 === 7 ? 'bad' : `mass${String(i).padStart(6, '0')}`,
      `${surnames[i % 16]}${given[i % 20]}${given[(i * 7) % 20]}`,
      i % 2 ? '男' : '女',
      `134${String(i).padStart(8, '0')}`,
      i % 3 ? '财务部' : '院办公室',
      '护理员',
      null,
      '责任护士',
      `M${i}`,
    ])
    const content = await workbook(lines)
    const base = process.memoryUsage().rss
    const report = (await send<ImportReportData>(`${IMPORT}/check`, content)).data
    expect(report).toMatchObject({ total: 10_000, good: 9_900, bad: 100 })
    expect(report.problems[0]).toMatchObject({ row: 9, reason: '账号应为 6 至 20 位字母或数字' })
    const run = await commit(report.token!)
    expect(run).toMatchObject({ state: 'done', done: 10_000, total: 10_000 })
    expect(run.result).toMatchObject({ added: 9_900, failed: 100 })
    const grown = Math.round((process.memoryUsage().rss - base) / 1024 / 1024)
    expect(grown).toBeLessThan(400)
    const list = await house.ask<{ total: number }>('GET', '/passport/web-rbac/users', {
      token: boss,
      query: { empName: 'zw', size: '10' },
    })
    expect(list.data.total).toBeGreaterThan(100)
    const again = (await send<ImportReportData>(`${IMPORT}/check`, content)).data
    expect(again).toMatchObject({ good: 0, bad: 10_000, token: null })
  }, 120_000)
})

describe('older clients', () => {
  const PUSH = '/passport/web-bm/push'
  const OLD_HEAD = ['姓名', '卡号', '性别', '手机号', '部门', '有效期']
  const push = async (act: string, lines: readonly Line[], head = OLD_HEAD) =>
    send<PushReportData>(`${PUSH}/${act}`, await workbook(lines, head))

  it('import people at once, with made-up accounts and the refused rows in the answer', async () => {
    const lines: Line[] = [
      ['张三丰', '88 01', '男', '13833330001', '财务部', '2027-01-01'],
      ['张三丰', null, null, '13844440001', '财务部', null],
      ['无部门', '8803', '女', '13833330003', '没有', null],
      [null, '8804', '女', '1383333', '财务部', '2027-01-01'],
    ]
    const answer = await push('importUser', lines)
    expect(answer.status).toBe(200)
    expect(answer.data).toEqual({
      total: 4,
      errorTotal: 2,
      errorData: [
        {
          empName: '无部门',
          cardNo: '8803',
          sex: '女',
          phoneNum: '13833330003',
          deptName: '没有',
          validTime: null,
          errorMsg: ['部门“没有”不存在'],
        },
        {
          empName: null,
          cardNo: '8804',
          sex: '女',
          phoneNum: '1383333',
          deptName: '财务部',
          validTime: '2027-01-01',
          errorMsg: ['姓名不能为空', '手机号应为 11 位数字，以 1 开头'],
        },
      ],
    })
    const made = await house.sql<{ user_name: string; cord_num: string | null }>(
      `select a.user_name, e.cord_num from account a join employee e on e.emp_id = a.user_id
        where e.emp_name = '张三丰' order by a.user_name`,
    )
    expect(made).toEqual([
      { user_name: 'zhangsanfeng0001', cord_num: '8801' },
      { user_name: 'zhangsanfeng0002', cord_num: null },
    ])
    const again = await push('importUser', lines.slice(0, 2))
    expect(again.data).toMatchObject({ total: 2, errorTotal: 2 })
    expect(again.data.errorData[0]!.errorMsg).toEqual(['手机号 13833330001 已存在（张三丰），不重复导入'])
    const unreadable = await send<PushReportData>(`${PUSH}/importUser`, Buffer.from('no workbook'))
    expect(unreadable.status).toBe(42200)
    expect(unreadable.data).toMatchObject({ total: 1, errorTotal: 1 })
    expect(unreadable.data.errorData[0]!.errorMsg[0]).toContain('无法读取这个文件')
  })

  it('are told to save a workbook of the old format anew, as a failure; so is every import', async () => {
    const old = Buffer.from('d0cf11e0a1b11ae1', 'hex')
    for (const act of ['importUser', 'deleteUser']) {
      const answer = await send<PushReportData>(`${PUSH}/${act}`, old, boss, '人员.xls')
      expect([act, answer.status]).toEqual([act, 42200])
      expect(answer.desc).toContain('另存为 .xlsx')
      expect(answer.data).toMatchObject({ total: 1, errorTotal: 1, errorData: [{ errorMsg: [answer.desc] }] })
    }
    expect((await send(`${IMPORT}/check`, old, boss, '用户.XLS')).desc).toContain('另存为 .xlsx')
  })

  it('name a person without a card by the number of the employee', async () => {
    const head = ['姓名', '工号', '性别', '手机号', '部门', '有效期']
    const answer = await push('importUser', [['无部门', 'G-17', '女', '13833330009', '没有', null]], head)
    expect(answer.data.errorData[0]).toMatchObject({ empName: '无部门', cardNo: 'G-17' })
    await push('importUser', [['有工号', 'G-18', '女', '13833330010', '财务部', null]], head)
    const kept = await house.sql<{ emp_key: string }>(`select emp_key from employee where phone_num = '13833330010'`)
    expect(kept).toEqual([{ emp_key: 'G-18' }])
  })

  it('delete people by a file', async () => {
    const answer = await push('deleteUser', [
      ['张三丰', null, null, '13833330001', null, null],
      ['郑凯', null, null, '13900000001', null, null],
      ['无此人', null, null, '13899999999', null, null],
    ])
    expect(answer.data).toMatchObject({ total: 3, errorTotal: 2 })
    expect(answer.data.errorData.map((row) => row.errorMsg)).toEqual([
      ['不能删除自己的账号'],
      ['没有找到该人员，请填写账号、手机号或卡号'],
    ])
    expect(await house.sql(`select 1 from login_name where name = '13833330001'`)).toEqual([])
  })
})
