// Archives from a workbook: good and bad rows, the returned workbook, nothing double, files that are none.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { ImportReportData, ImportResult } from '#contract/kit/sheet'
import type { JobProgressData } from '#contract/platform/shell'
import { cardOf } from '#server/areas/live/test/cards'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { BOUNDARY, multipart } from '#server/areas/platform/test/uploading'
import { writeSheet } from '#server/kit/excel'
import type { Cell } from '#server/kit/excelRead'
import { newId } from '#server/kit/ids'
import { demoApp, type Envelope, type TestApp } from '#server/kit/test/app'
import { readSheet } from '#server/kit/test/sheet'
import { ZipWriter } from '#server/kit/zipWriter'

let app: TestApp
let clerk: string
let folder: string

const IMPORT = '/pims/web-pi/oldmans/proFile/import'
const HEAD = [
  '姓名*',
  '证件号码*',
  '性别',
  '民族',
  '本人电话',
  '户籍地区',
  '慢性病',
  '关注事项',
  '家属1姓名',
  '家属1关系',
  '家属1电话',
  '家属1身份',
]
type Line = readonly (string | null)[]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-archives-'))
  app = await demoApp()
  clerk = await app.signIn('liumin', 'Yiyuan2026')
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const workbook = (lines: readonly Line[], head: readonly string[] = HEAD) =>
  writeSheet<Line>({
    title: '老人档案',
    columns: head.map((title, i) => ({ title, value: (line) => line[i] ?? null })),
    rows: lines,
  })

async function send(content: Buffer, fileName = '老人.xlsx'): Promise<Envelope<ImportReportData>> {
  const answer = await app.server.inject({
    method: 'POST',
    url: `${IMPORT}/check`,
    headers: { authorization: clerk, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: multipart([{ fileName, content }]),
  })
  return answer.json()
}

async function commit(token: string, fixed = false) {
  const { data } = await app.ask<{ runId: string }>('POST', IMPORT, { token: clerk, body: { token, fixed } })
  const run = await vi.waitFor(
    async () => {
      const now = await app.ask<JobProgressData>('GET', `/passport/web-org/jobs/${data.runId}`, { token: clerk })
      expect(['done', 'failed', 'cancelled']).toContain(now.data.state)
      return now.data
    },
    { timeout: 60_000, interval: 100 },
  )
  return { ...run, result: run.result as ImportResult }
}

async function sheetAt(url: string): Promise<Cell[][]> {
  const answer = await app.server.inject({ method: 'GET', url, headers: { authorization: clerk } })
  const path = join(folder, `${newId()}.xlsx`)
  await writeFile(path, answer.rawPayload)
  return readSheet(path)
}

const people = async () =>
  (await app.app.pool.query<{ n: number }>('select count(*) as n from oldman where org_id = $1', [DEMO_ORG])).rows[0]!.n

const good = (n: number, name = `导入${n}`): Line => [
  name,
  cardOf(n, { born: '19410101' }),
  '女',
  '汉族',
  '13500001111',
  '上海市徐汇区',
  '高血压病、冠心病',
  '失智、长护险',
  '李建国',
  '儿子',
  '13800002516',
  '紧急联系人、付费人',
]

describe('the check', () => {
  it('names every bad row with all its reasons, and changes nothing', async () => {
    const known = (
      await app.app.pool.query<{ card: string; name: string }>(
        'select id_card as card, oldman_name as name from oldman where org_id = $1 and status = 1 limit 1',
        [DEMO_ORG],
      )
    ).rows[0]!
    const before = await people()
    const { data } = await send(
      await workbook([
        good(1),
        ['', cardOf(2), null],
        ['校验码', '310104194101010009'],
        ['已在住', known.card],
        good(1, '重复的人'),
        ['字典', cardOf(3), '女', '火星族', '12', '徐汇区', '高血压病、没有这种病', '失忆'],
        ['性别', cardOf(4), '男'],
        ['家属', cardOf(5), null, null, null, null, null, null, '李建国', null, null, '老板'],
        ['护照', 'E1234567', null],
      ]),
    )
    expect(data).toMatchObject({ total: 9, good: 1, bad: 8 })
    const reasons = Object.fromEntries(data.problems.map(({ row, reason }) => [row, reason]))
    expect(reasons[3]).toBe('姓名不能为空')
    expect(reasons[4]).toBe('身份证号不正确，请核对 18 位号码和最后一位校验码')
    expect(reasons[5]).toBe(`已有档案：${known.name}，入住中`)
    expect(reasons[6]).toBe('与第 2 行重复')
    expect(reasons[7]).toContain('本人电话应为 11 位手机号')
    expect(reasons[7]).toContain('关注事项应为')
    expect(reasons[8]).toBe('性别与身份证号不符，身份证上是“女”')
    // What is lacking is told beside what cannot be read.
    expect(reasons[7]).toContain('民族“火星族”不在可选范围内')
    expect(reasons[7]).toContain('慢性病“没有这种病”不在可选范围内')
    expect(reasons[9]).toContain('家属1身份应为')
    expect(reasons[9]).toContain('家属1缺少关系、电话')
    expect(data.problems.find((one) => one.row === 5)?.name).toBe('已在住')
    expect(data.nameTitle).toBe('姓名')
    expect(reasons[10]).toBe('身份证号不正确，请核对 18 位号码和最后一位校验码')
    expect(await people()).toBe(before)
  })

  it('tells words that no dictionary knows', async () => {
    const { data } = await send(
      await workbook([
        ['字典', cardOf(3), '女', '火星族', null, '火星区', '高血压病、没有这种病', null, '李', null, null, null],
      ]),
    )
    expect(data.problems[0]?.reason).toBe(
      '民族“火星族”不在可选范围内，请看模板的“填写说明”；慢性病“没有这种病”不在可选范围内，请看模板的“填写说明”；' +
        '户籍地区“火星区”找不到，请写全省、市、区；家属1缺少关系、电话',
    )
  })

  it('proposes what was probably meant, and imports it when the clerk agrees', async () => {
    const line = [
      '高血压者',
      cardOf(71),
      '女',
      '汉',
      null,
      null,
      '高血压、冠心病',
      null,
      '李',
      '大儿子',
      '13800002516',
      null,
    ]
    const { data } = await send(await workbook([line]))
    expect(data).toMatchObject({ good: 0, bad: 1, fixable: 1 })
    expect(data.problems[0]).toMatchObject({
      name: '高血压者',
      fixes: [
        { column: '民族', from: '汉', to: '汉族' },
        { column: '慢性病', from: '高血压', to: '高血压病' },
        { column: '家属1关系', from: '大儿子', to: '儿子' },
      ],
    })
    expect(data.problems[0]!.reason).toContain('慢性病“高血压”不在可选范围内，是不是“高血压病”？')
    const done = await commit(data.token!, true)
    expect(done.result).toMatchObject({ added: 1, failed: 0 })
  })

  it('gives a template whose example passes, with lists and explanations', async () => {
    const answer = await app.server.inject({
      method: 'GET',
      url: `${IMPORT}/template`,
      headers: { authorization: clerk },
    })
    const content = answer.rawPayload
    const path = join(folder, 'template.xlsx')
    await writeFile(path, content)
    const [head, example] = await readSheet(path)
    expect(head?.slice(0, 3)).toEqual(['姓名*', '证件号码*', '证件类型'])
    expect(example?.[0]).toBe('王秀兰')
    const { data } = await send(content)
    expect(data).toMatchObject({ total: 1, good: 1, bad: 0 })
  })
})

describe('the import', () => {
  it('takes the good rows whole, returns the bad ones as a workbook, and doubles nobody', async () => {
    const lines = [good(11), ['坏行', '1'], good(12), good(13)] as Line[]
    const { data: report } = await send(await workbook(lines))
    expect(report).toMatchObject({ good: 3, bad: 1 })
    const returned = await sheetAt(report.reportUrl!)
    expect(returned[0]).toEqual([...HEAD, '错误原因'])
    expect(returned[2]?.[HEAD.length]).toContain('证件号码')
    expect(returned[1]?.[HEAD.length] ?? null).toBeNull()
    const before = await people()
    const done = await commit(report.token!)
    expect(done.result).toMatchObject({ added: 3, updated: 0, failed: 1 })
    expect(await people()).toBe(before + 3)
    const row = (
      await app.app.pool.query(
        `select oldman_name, sex, birth_date, nation, region, diseases, attention, initials, completeness, status,
           (select count(*) from elder_account a where a.org_id = t.org_id and a.oldman_id = t.oldman_id) as accounts,
           (select jsonb_agg(jsonb_build_array(name, relation, emergency, payer)) from oldman_family f
             where f.org_id = t.org_id and f.oldman_id = t.oldman_id) as family,
           (select string_agg(kind, ',') from stay_event e where e.org_id = t.org_id and e.oldman_id = t.oldman_id) as events
         from oldman t where org_id = $1 and id_card = $2`,
        [DEMO_ORG, lines[0]![1]],
      )
    ).rows[0]
    expect(row).toMatchObject({
      oldman_name: '导入11',
      sex: 1,
      birth_date: '1941-01-01',
      nation: '01',
      region: '310104',
      diseases: ['1', '2'],
      attention: [1, 4],
      status: 3,
      accounts: 1,
      family: [['李建国', '20', true, true]],
      events: 'archive',
    })
    expect(row.completeness).toBeGreaterThan(20)
    // The corrected workbook goes in as it is; the others are told, not doubled.
    const again = (await send(await workbook(lines))).data
    expect(again).toMatchObject({ token: null, good: 0, bad: 4 })
    expect(await people()).toBe(before + 3)
  })

  it('doubles nobody when two imports of the same people run at once', async () => {
    const lines = Array.from({ length: 60 }, (_, i) => good(100 + i))
    const before = await people()
    const reports = await Promise.all([send(await workbook(lines)), send(await workbook(lines))])
    const runs = await Promise.all(reports.map(({ data }) => commit(data.token!)))
    expect(await people()).toBe(before + 60)
    expect(runs.reduce((sum, run) => sum + run.result.added, 0)).toBe(60)
  })
})

describe('ten thousand archives', () => {
  it('come in with little memory, and once', async () => {
    const MOST = 10_000
    const surnames = [...'赵钱孙李周吴郑王冯陈褚卫蒋沈韩杨']
    const given = [...'伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀霞平']
    const lines = Array.from({ length: MOST }, (_, i): Line => {
      const day = new Date(Date.UTC(1935, 0, 1) + Math.floor(i / 400) * 86_400_000).toISOString().slice(0, 10)
      const [name, , ...rest] = good(0, `${surnames[i % 16]}${given[i % 20]}${given[(i * 7) % 20]}`)
      const card = cardOf(i % 400, { born: day.replaceAll('-', ''), place: '330106' })
      return [name!, i % 100 === 7 ? '1' : card, ...rest]
    })
    const content = await workbook(lines)
    const before = await people()
    const base = process.memoryUsage().rss
    const { data: report } = await send(content)
    expect(report).toMatchObject({ total: MOST, good: MOST - 100, bad: 100 })
    const run = await commit(report.token!)
    const grown = Math.round((process.memoryUsage().rss - base) / 1024 / 1024)
    expect(run.result).toMatchObject({ added: MOST - 100, failed: 100 })
    expect(await people()).toBe(before + MOST - 100)
    expect(grown).toBeLessThan(300)
    const { data: again } = await send(content)
    expect(again).toMatchObject({ good: 0, bad: MOST, token: null })
  }, 180_000)
})

describe('files that cannot be imported', () => {
  async function withFormula(): Promise<Buffer> {
    const plain = join(folder, `${newId()}.xlsx`)
    await writeFile(plain, await workbook([good(20)]))
    const chunks: Buffer[] = []
    const { Writable } = await import('node:stream')
    const out = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
    })
    const zip = new ZipWriter(out)
    await zip.add('[Content_Types].xml', '<Types/>')
    await zip.add(
      'xl/workbook.xml',
      '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
    )
    await zip.add(
      'xl/_rels/workbook.xml.rels',
      '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
    )
    await zip.add(
      'xl/worksheets/sheet1.xml',
      `<worksheet><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>姓名*</t></is></c><c r="B1" t="inlineStr"><is><t>证件号码*</t></is></c></row>
       <row r="2"><c r="A2" t="str"><f>CONCAT("王","五")</f><v>王五</v></c><c r="B2" t="inlineStr"><is><t>${cardOf(21)}</t></is></c></row></sheetData></worksheet>`,
    )
    await zip.end()
    return Buffer.concat(chunks)
  }

  it('are refused in words, and nothing is imported', async () => {
    const before = await people()
    const cases: [Buffer, string, string][] = [
      [Buffer.from('no workbook at all'), '老人.xlsx', '无法读取这个文件，请用 Excel 或 WPS 另存为 .xlsx 工作簿后重试'],
      [
        await workbook([good(1)]),
        '老人.xls',
        '这是旧版的 .xls 文件，不能读取。请用 Excel 或 WPS 打开，另存为 .xlsx 后再导入',
      ],
      [await workbook([['甲', '1']], ['名字', '号码']), '老人.xlsx', '文件中缺少“姓名”列，请下载模板后按模板填写'],
      [await workbook([]), '老人.xlsx', '文件中没有数据，请按模板填写后再导入'],
      [
        await withFormula(),
        '老人.xlsx',
        '第 2 行含有公式，不能导入。请全选后复制，用“选择性粘贴→数值”去掉公式，保存后再试',
      ],
      [
        await workbook(Array.from({ length: 100_000 }, () => ['甲', '1'])),
        '老人.xlsx',
        '文件有 100000 行，一次最多导入 20000 行，请分成几个文件',
      ],
    ]
    for (const [content, name, desc] of cases) expect(await send(content, name), desc).toMatchObject({ desc })
    expect(await people()).toBe(before)
  })

  it('of another user cannot be committed', async () => {
    const { data } = await send(await workbook([good(30)]))
    const admin = await app.signIn('zhengkai', 'Yiyuan2026')
    const answer = await app.ask('POST', IMPORT, { token: admin, body: { token: data.token } })
    expect(answer.status).toBe(40400)
  })
})
