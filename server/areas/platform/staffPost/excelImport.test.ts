// The kit of imports, on the table of job positions: the check names every bad row, the import takes the good ones,
// and doing it again makes nothing double.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { type ImportResult, importCalls } from '#contract/kit/sheet'
import { notify } from '#server/areas/platform/message/messages'
import { type House, testHouse, WEB } from '#server/areas/platform/test/house'
import type { Caller } from '#server/kit/caller'
import { type SheetColumn, writeSheet } from '#server/kit/excel'
import { type ImportSpec, importHandlers, importSheet } from '#server/kit/excelImport'
import type { Cell } from '#server/kit/excelRead'
import { newId } from '#server/kit/ids'
import { type IncomingFile, implement } from '#server/kit/implement'
import {
  amount,
  dayOf,
  idCardOf,
  momentOf,
  optionOf,
  phoneOf,
  shortText,
  textOf,
  wholeNumber,
} from '#server/kit/importCells'
import { callerOfUser, runOf } from '#server/kit/jobRun'
import { type Jobs, startJobs } from '#server/kit/jobs'
import { readSheet } from '#server/kit/test/sheet'

interface Position {
  name: string
  type: string
  code: string | null
}

const JobType = options('ImportTestJobType', '岗位类型', [
  ['1', '护理'],
  ['2', '行政'],
])

const spec: ImportSpec<Position, Set<string>> = {
  name: 'test.position',
  title: '岗位',
  columns: [
    { key: 'name', title: '岗位名称', required: true, parse: shortText(10), example: '护理员' },
    { key: 'type', title: '岗位类型', required: true, parse: optionOf(JobType), example: '护理' },
    { key: 'code', title: '编号', parse: shortText(20) },
  ],
  keyOf: (row) => row.name,
  load: async () => new Set(['院长']),
  checkRow: (row, known) => (known.has(row.name) ? '该岗位由系统预置，不能导入' : null),
  saveRows: async (tx, rows) => {
    const saved = await tx.client.query<{ fresh: boolean }>(
      `insert into job (org_id, job_id, job_name, job_type_code, job_type_name)
       select $1, i.id, i.name, i.code, i.type from unnest($2::text[], $3::text[], $4::text[], $5::text[]) as i(id, name, code, type)
       on conflict (org_id, job_name) do update set job_type_code = excluded.job_type_code, job_type_name = excluded.job_type_name
         where (job.job_type_code, job.job_type_name) is distinct from (excluded.job_type_code, excluded.job_type_name)
       returning xmax = 0 as fresh`,
      [
        tx.orgId,
        rows.map(() => newId()),
        rows.map((r) => r.name),
        rows.map((r) => r.type),
        rows.map((r) => JobType.label(r.type as '1')),
      ],
    )
    const added = saved.rows.filter((row) => row.fresh).length
    return { added, updated: saved.rows.length - added, skipped: rows.length - saved.rows.length }
  },
}
const positions = importSheet(spec)
const COMMIT = { key: 'platform.shell.exportList' }

let house: House
let who: Caller
let folder: string
let running: Jobs

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-import-'))
  house = await testHouse()
  const userId = await house.person({ userName: 'clerk001', codes: ['czrzdc'] })
  const origin = {
    ip: '1',
    terminal: 't',
    userAgent: 'u',
    requestId: 'r',
    token: null,
    requestNo: null,
    ownConsole: true,
  }
  who = await callerOfUser(house.app, house.orgId, userId, COMMIT.key, { landingEndId: WEB, deptId: null, origin })
  running = await startJobs(house.app, { url: house.url, definitions: [positions.run], tell: notify })
})
afterAll(async () => {
  await running.stop()
  await house.close()
  await rm(folder, { recursive: true, force: true })
})
beforeEach(() => house.sql('delete from job'))
afterEach(() => vi.restoreAllMocks())

type Line = (string | number | null)[]

async function book(lines: Line[], head = ['岗位名称*', '岗位类型*', '编号', '备注']): Promise<IncomingFile> {
  const columns: SheetColumn<Line>[] = head.map((title, i) => ({
    title,
    value: (line) => line[i] ?? null,
    as: lines.some((line) => typeof line[i] === 'number') ? 'number' : 'text',
  }))
  const content = await writeSheet({ title: '岗位', columns, rows: lines })
  const path = join(folder, `${newId()}.xlsx`)
  await writeFile(path, content)
  return { path, name: '岗位.xlsx', size: content.length, mime: '' }
}

async function sheetAt(url: string): Promise<Cell[][]> {
  const token = (await house.signInAs('clerk001')).data.token
  const answer = await house.server.inject({ method: 'GET', url, headers: { authorization: token } })
  const path = join(folder, `${newId()}.xlsx`)
  await writeFile(path, answer.rawPayload)
  return readSheet(path)
}

async function commit(token: string, fixed = false) {
  const { runId } = await positions.commit(who, COMMIT, token, fixed)
  return vi.waitFor(
    async () => {
      const run = await runOf(who, runId)
      expect(['done', 'failed', 'cancelled']).toContain(run?.state)
      return { ...run!, result: run!.result as ImportResult }
    },
    { timeout: 20_000, interval: 50 },
  )
}

const names = async () =>
  (await house.sql<{ job_name: string }>('select job_name from job order by job_name')).map((row) => row.job_name)

const mixed: Line[] = [
  ['护理员', '护理', 'A1', null],
  ['', '护理', null, null],
  ['文员', '后勤', null, null],
  ['这个岗位的名称实在太长了', '后勤', null, null],
  [null, null, null, null],
  ['护理员', '行政', null, null],
  ['院长', '行政', null, null],
  ['=库管', '行政', '013', null],
]

describe('the check', () => {
  it('names every bad row and its reason, and changes nothing', async () => {
    const report = await positions.check(who, await book(mixed))
    expect(report).toMatchObject({ total: 7, good: 2, bad: 5 })
    const fixes: never[] = []
    expect(report.nameTitle).toBe('岗位名称')
    expect(report.problems).toEqual([
      { row: 3, name: null, fixes, reason: '岗位名称不能为空' },
      { row: 4, name: '文员', fixes, reason: '岗位类型应为 护理、行政 之一' },
      {
        row: 5,
        name: '这个岗位的名称实在太长了',
        fixes,
        reason: '岗位名称最多 10 个字；岗位类型应为 护理、行政 之一',
      },
      { row: 7, name: '护理员', fixes, reason: '与第 2 行重复' },
      { row: 8, name: '院长', fixes, reason: '该岗位由系统预置，不能导入' },
    ])
    expect(await names()).toEqual([])
  })

  it('tells all that is wrong with a row, also what only a look at the whole shows', async () => {
    const lines = [
      ['院长', '后勤', 'x'.repeat(30), null],
      ['护理员', '护理', null, null],
      ['护理员', '后勤', null, null],
    ]
    const { problems } = await positions.check(who, await book(lines))
    expect(problems.map((one) => one.reason)).toEqual([
      '岗位类型应为 护理、行政 之一；编号最多 20 个字；该岗位由系统预置，不能导入',
      '与第 3 行重复；岗位类型应为 护理、行政 之一',
    ])
  })

  it('proposes a near value, and takes it when the user agrees', async () => {
    const lines = [
      ['护理员', '护理类', null, null],
      ['院长', '护理类', null, null],
      ['文员', '行政', null, null],
    ]
    const report = await positions.check(who, await book(lines))
    const fix = { column: '岗位类型', from: '护理类', to: '护理' }
    expect(report).toMatchObject({ good: 1, bad: 2, fixable: 1 })
    expect(report.problems[0]).toEqual({
      row: 2,
      name: '护理员',
      reason: '岗位类型应为 护理、行政 之一，是不是“护理”？',
      fixes: [fix],
    })
    expect((await sheetAt(report.reportUrl!))[1]?.[4]).toContain('是不是“护理”？')
    expect((await commit(report.token!)).result).toMatchObject({ added: 1, failed: 2 })
    expect(await names()).toEqual(['文员'])
    expect((await commit(report.token!, true)).result).toMatchObject({
      added: 1,
      failed: 1,
      problems: [{ row: 3, name: '院长' }],
    })
    expect((await names()).sort()).toEqual(['护理员', '文员'].sort())
  })

  it('gives the workbook back with the reasons, ready to be corrected and sent again', async () => {
    const report = await positions.check(who, await book(mixed))
    const [head, first, second, ...rest] = await sheetAt(report.reportUrl!)
    expect(head).toEqual(['岗位名称*', '岗位类型*', '编号', '备注', '错误原因'])
    expect(first?.slice(0, 3)).toEqual(['护理员', '护理', 'A1'])
    expect(first?.[4] ?? null).toBeNull()
    expect(second?.[4]).toBe('岗位名称不能为空')
    expect(rest).toHaveLength(5)
    const again = await book([['文员', '行政', null, null, '岗位类型应为 护理、行政 之一']], [...(head as string[])])
    expect(await positions.check(who, again)).toMatchObject({ total: 1, good: 1, bad: 0, reportUrl: null })
  })

  it('refuses what is no such workbook', async () => {
    const refusals: [IncomingFile, string][] = [
      [await book([['护理', null]], ['岗位类型', '编号']), '文件中缺少“岗位名称”列，请下载模板后按模板填写'],
      [await book([]), '文件中没有数据，请按模板填写后再导入'],
      [
        { ...(await book(mixed)), name: '岗位.xls' },
        '这是旧版的 .xls 文件，不能读取。请用 Excel 或 WPS 打开，另存为 .xlsx 后再导入',
      ],
      [{ ...(await book(mixed)), size: 21 * 1024 * 1024 }, '上传文件大小不能超过 20MB'],
    ]
    for (const [file, message] of refusals) await expect(positions.check(who, file)).rejects.toThrow(message)
    const small = importSheet({ ...spec, name: 'test.small', mostRows: 3 })
    await expect(small.check(who, await book(mixed))).rejects.toThrow('文件有 7 行，一次最多导入 3 行，请分成几个文件')
    const nothing = await positions.check(who, await book([['', '护理', null, null]]))
    expect(nothing).toMatchObject({ token: null, good: 0, bad: 1 })
  })

  it('offers a template whose own example passes', async () => {
    const { content, name } = await positions.template(who)
    expect(name).toBe('岗位导入模板.xlsx')
    const path = join(folder, 'template.xlsx')
    await writeFile(path, content as Buffer)
    expect(await readSheet(path)).toEqual([
      ['岗位名称*', '岗位类型*', '编号'],
      ['护理员', '护理', null],
    ])
    const file = { path, name, size: (content as Buffer).length, mime: '' }
    expect(await positions.check(who, file)).toMatchObject({ good: 1, bad: 0 })
  })
})

describe('the import', () => {
  it('takes the good rows, tells of the others, and makes nothing double', async () => {
    const first = await commit((await positions.check(who, await book(mixed))).token!)
    expect(first).toMatchObject({
      state: 'done',
      message: '新增 2 条，更新 0 条，跳过 0 条，5 条未导入，原因见右上角“打印与导出”中的结果文件',
    })
    expect(first.result).toMatchObject({ added: 2, updated: 0, skipped: 0, failed: 5 })
    expect(await names()).toEqual(['=库管', '护理员'])
    const reasons = await sheetAt(first.result.url!)
    expect(reasons[2]?.[4]).toBe('岗位名称不能为空')

    const again = await commit((await positions.check(who, await book(mixed))).token!)
    expect(again.result).toMatchObject({ added: 0, updated: 0, skipped: 2, failed: 5 })
    const changed = await positions.check(who, await book([['护理员', '行政', null, null]]))
    expect((await commit(changed.token!)).result).toMatchObject({
      added: 0,
      updated: 1,
      skipped: 0,
      failed: 0,
      url: null,
    })
    expect(await names()).toHaveLength(2)
  })

  it('of thousands of rows goes chunk by chunk, and what a failure left is made up for by the next', async () => {
    const lines: Line[] = Array.from({ length: 2345 }, (_, i) => [`岗位${i}`, i % 2 ? '护理' : '行政', null, null])
    await house.sql(`alter table job add constraint job_777 check (job_name not in ('岗位777', '岗位1500'))`)
    try {
      const report = await positions.check(who, await book(lines))
      expect(report).toMatchObject({ good: 2345, bad: 0 })
      // A constraint that nobody has put into words is a defect: it stops the run.
      expect((await commit(report.token!)).state).toBe('failed')
      const before = (await names()).length
      expect(before % 200).toBe(0)
      await house.sql(`alter table job drop constraint job_777`)
      const rest = await commit(report.token!)
      expect(rest.result).toMatchObject({ added: 2345 - before, skipped: before, failed: 0 })
      expect(rest).toMatchObject({ done: 2345, total: 2345 })
    } finally {
      await house.sql(`alter table job drop constraint if exists job_777`)
    }
    expect(await names()).toHaveLength(2345)
  })

  it('saves row by row when a rule refuses a chunk', async () => {
    await house.sql(`create unique index job_no_double on job (org_id, lower(job_name))`)
    try {
      const lines: Line[] = [
        ['甲', '护理', null],
        ['abc', '护理', null],
        ['ABC', '护理', null],
        ['乙', '护理', null],
      ]
      const report = await positions.check(who, await book(lines))
      expect(report.good).toBe(4)
      const run = await commit(report.token!)
      expect(run.result).toMatchObject({ added: 3, failed: 1, problems: [{ row: 4, reason: '相同的记录已存在' }] })
      expect(await names()).toEqual(['abc', '乙', '甲'])
    } finally {
      await house.sql('drop index job_no_double')
    }
  })

  it('asks for a token of the same person, not older than a day', async () => {
    const { token } = await positions.check(who, await book([['丙', '护理', null]]))
    const otherId = await house.person({ userName: 'clerk002', codes: ['czrzdc'] })
    const other = { ...who, userId: otherId }
    await expect(positions.commit(other, COMMIT, token!)).rejects.toThrow('导入文件不存在')
    await expect(positions.commit(who, COMMIT, newId())).rejects.toThrow('导入文件不存在')
    await house.sql(`update stored_file set created_at = now() - interval '25 hours' where file_id = $1`, [token])
    await expect(positions.commit(who, COMMIT, token!)).rejects.toThrow('导入文件不存在')
  })
})

describe('declared and fulfilled', () => {
  it('the three calls fit a noun and its handlers', () => {
    const position = noun('test', 'position', {
      title: '岗位',
      calls: importCalls('/test/positions/import', { needs: 'test:position:import', title: '岗位' }),
    })
    const fulfilled = implement(position, importHandlers(positions, position.calls.importCommit))
    expect(Object.keys(fulfilled.handlers)).toEqual(Object.keys(position.calls))
    expect(position.calls.importCommit.path).toBe('/test/positions/import')
  })
})

describe('cells', () => {
  it('become values, or refuse in words', () => {
    expect([' a ', 12, 1.5, true, null].map(textOf)).toEqual(['a', '12', '1.5', '是', ''])
    expect(() => textOf(Number('310101199001011230'))).toThrow('请把该列设为文本格式')
    expect(['2025/1/5', '2025年1月5日', '2025.01.05', '2025-01-05 10:20'].map(dayOf)).toEqual(
      Array(4).fill('2025-01-05'),
    )
    expect(['2025-01-05 9:05', '2025/1/5', '2025-01-05 09:05:59'].map(momentOf)).toEqual([
      '2025-01-05 09:05:00',
      '2025-01-05 00:00:00',
      '2025-01-05 09:05:59',
    ])
    expect(() => dayOf('2025-02-30')).toThrow('应为 年-月-日')
    expect(amount('¥1,234.5')).toBe(123_450)
    expect(() => amount('1.234')).toThrow('应为金额，最多两位小数')
    expect(wholeNumber(0, 200)('1,00')).toBe(100)
    expect(() => wholeNumber(0, 200)('201')).toThrow('应为 0 到 200 之间的整数')
    expect(optionOf(JobType)('2')).toBe('2')
    expect(phoneOf('13800000001')).toBe('13800000001')
    expect(() => phoneOf('1380000')).toThrow('应为 11 位数字，以 1 开头')
    expect(idCardOf('11010519491231002x')).toBe('11010519491231002X')
    expect(() => idCardOf('110105194912310021')).toThrow('不是有效的 18 位身份证号')
  })
})
