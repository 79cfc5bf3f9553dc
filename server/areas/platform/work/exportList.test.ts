// Any list as a workbook: what the user may see, each row once, with the kinds the contract declares.
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { JobProgressData } from '#contract/platform/shell'
import { type House, testHouse } from '#server/areas/platform/test/house'
import type { Cell } from '#server/kit/excelRead'
import { readSheet } from '#server/kit/test/sheet'

const EXPORT = '/passport/web-org/common/exportList'
const ROWS = 25_000

let house: House
let token: string
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-export-'))
  house = await testHouse()
  await house.person({ userName: 'auditor1', codes: ['czrzdc'] })
  await house.person({ userName: 'nobody01', codes: ['addZip'] })
  token = (await house.signInAs('auditor1')).data.token
  // Two organisations with the same rows; only the own ones may come out.
  for (const org of [house.orgId, 'f'.repeat(32)]) {
    await house.sql(
      `insert into operation_log (org_id, log_id, created_at, user_name, source, ip_address, module, method, remark, request_id)
       select $1, 'log-' || to_char(n, 'FM00000'), timestamptz '2025-01-01 00:00:00+08' + n * interval '1 minute', 'user' || n % 7,
         '管理后台', '10.0.0.1', '导出测试', '测试', case when n % 1000 = 0 then '=cmd|' || n else '第 ' || n || ' 条' end, 'R' || n
         from generate_series(1, ${ROWS}) n`,
      [org],
    )
  }
})
afterAll(async () => {
  await house.close()
  await rm(folder, { recursive: true, force: true })
})

const columns = [
  { key: 'id', title: '编号' },
  { key: 'createTime', title: '操作时间', as: 'datetime' },
  { key: 'userName', title: '账号' },
  { key: 'remark', title: '操作记录' },
]
const input = { call: 'platform.log.list', title: '操作日志', query: { module: '导出测试' }, columns }

const start = (body: object, as = token) => house.ask<{ runId: string }>('POST', EXPORT, { token: as, body })

const ended = (runId: string) =>
  vi.waitFor(
    async () => {
      const { data } = await house.ask<JobProgressData>('GET', `/passport/web-org/jobs/${runId}`, { token })
      expect(['done', 'failed', 'cancelled']).toContain(data.state)
      return data as JobProgressData & { result: { url: string; name: string; rows: number } }
    },
    { timeout: 25_000, interval: 100 },
  )

async function sheetAt(url: string): Promise<Cell[][]> {
  const answer = await house.server.inject({ method: 'GET', url, headers: { authorization: token } })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-disposition']).toMatch(/^attachment/)
  const path = join(folder, `${Math.random()}.xlsx`)
  await writeFile(path, answer.rawPayload)
  return readSheet(path)
}

describe('a list', () => {
  it('of 25,000 rows comes out whole, each row once, although rows are written meanwhile', async () => {
    let writing = true
    let written = 0
    const writer = (async () => {
      while (writing) {
        await house.sql(
          `insert into operation_log (org_id, log_id, source, ip_address, module, method, remark, request_id)
           values ($1, $2, 's', 'i', '导出测试', 'm', 'meanwhile', 'r')`,
          [house.orgId, `new-${written++}`],
        )
      }
    })()
    const { data } = await start(input)
    const run = await ended(data.runId)
    writing = false
    await writer
    expect(run).toMatchObject({ state: 'done', done: run.total, title: '导出“操作日志”' })
    expect(run.message).toBe(
      `共 ${run.result.rows.toLocaleString('en-US')} 条，可在右上角“打印与导出”中下载，文件保留 30 天`,
    )
    expect(run.result.name).toMatch(/^操作日志-\d{8}-\d{4}\.xlsx$/)

    const [head, ...rows] = await sheetAt(run.result.url)
    expect(head).toEqual(['编号', '操作时间', '账号', '操作记录'])
    expect(rows).toHaveLength(run.result.rows)
    const ids = new Set(rows.map((row) => row[0]))
    expect(ids.size).toBe(rows.length)
    const old = rows.filter((row) => String(row[0]).startsWith('log-'))
    expect(old).toHaveLength(ROWS)
    // Newest first, as the list shows them; a text that looks like a formula is a text.
    expect(old[0]).toEqual(['log-25000', '2025-01-18 08:40:00', 'user3', '=cmd|25000'])
    expect(old.at(-1)).toEqual(['log-00001', '2025-01-01 00:01:00', 'user1', '第 1 条'])
    expect(await readdir(house.app.settings.tempDir)).toEqual([])

    const [log] = await house.sql(`select method, remark from operation_log where target_type = 'export'`)
    expect(log).toEqual({ method: '导出列表', remark: '导出“操作日志”' })
  })

  it('comes out filtered and sorted as the list is', async () => {
    const { data } = await start({
      ...input,
      query: { module: '导出测试', userName: 'user3', size: '10', page: '7', x: 1 },
    })
    const run = await ended(data.runId)
    const [, ...rows] = await sheetAt(run.result.url)
    expect(rows).toHaveLength(Math.ceil(ROWS / 7))
    expect(new Set(rows.map((row) => row[2]))).toEqual(new Set(['user3']))
  })

  it('that is too long is refused with its length', async () => {
    await house.sql(
      `insert into login_log (org_id, id, user_name, ip_addr, login_terminal, login_status)
       select $1, 'many-' || n, '很多', 'i', 't', 's' from generate_series(1, 200001) n`,
      [house.orgId],
    )
    const { data } = await start({
      call: 'platform.log.loginList',
      title: '登录日志',
      query: { userName: '很多' },
      columns: [{ key: 'userName', title: '账号' }],
    })
    expect(await ended(data.runId)).toMatchObject({
      state: 'failed',
      message: '共 200,001 条，一次最多导出 200,000 条，请缩小查询范围',
    })
    expect(await readdir(house.app.settings.tempDir)).toEqual([])
  })
})

describe('refused', () => {
  it('lists the user may not see, calls that are no lists, columns the list does not show', async () => {
    const nobody = (await house.signInAs('nobody01')).data.token
    expect((await start(input, nobody)).status).toBe(401)
    for (const call of [
      'platform.log.detail',
      'platform.log.export',
      'platform.session.login',
      'nonsense',
      '__proto__',
    ]) {
      expect((await start({ ...input, call })).desc, call).toBe('要导出的列表不存在，或不在您的数据范围内')
    }
    for (const key of ['changes', 'hash', '__proto__', 'constructor', 'id.length']) {
      const answer = await start({ ...input, columns: [{ key, title: '秘密' }] })
      expect(answer, key).toMatchObject({ status: 42200, desc: '列表中没有“秘密”这一列' })
    }
    expect((await start({ ...input, columns: [] })).desc).toBe('请至少选择一列')
    expect((await start({ ...input, query: { page: 'first' } })).status).toBe(42200)
    const runs = await house.ask<unknown[]>('GET', '/passport/web-org/jobs', { token: nobody })
    expect(runs.data).toEqual([])
  })
})
