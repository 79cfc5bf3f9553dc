import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { options } from '#contract/kit/options'
import { type SheetColumn, sheetName, writeSheet, writeSheetFile } from './excel.ts'
import { columnName, columnOf } from './excelPlace.ts'
import { readBook, USUAL_BOUNDS } from './excelRead.ts'
import { rawZip } from './test/hostileBooks.ts'
import { readSheet } from './test/sheet.ts'
import { zipOf } from './test/zip.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-excel-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

interface Bill {
  name: string | null
  phone: string
  fee: number | null
  day: string | null
  at: string
  count: number
  state: number
}

const State = options('ExcelTestState', '状态', [
  [0, 'due', '未付'],
  [1, 'paid', '已付'],
])

const columns: SheetColumn<Bill>[] = [
  { title: '姓名', value: 'name' },
  { title: '电话', value: 'phone' },
  { title: '金额', value: 'fee', as: 'money' },
  { title: '日期', value: 'day', as: 'date' },
  { title: '时间', value: 'at', as: 'datetime' },
  { title: '次数', value: 'count', as: 'int' },
  { title: '状态', value: 'state', as: State },
  { title: '备注', value: (row) => `${row.name}/${row.count}` },
]

const bill: Bill = {
  name: '何静',
  phone: '013800000001',
  fee: 871_140,
  day: '2025-11-15',
  at: '2025-11-15 08:30:15',
  count: 3,
  state: 1,
}

async function written<Row>(rows: Row[], cols: readonly SheetColumn<Row>[]): Promise<unknown[][]> {
  const path = join(folder, `${Math.random()}.xlsx`)
  await writeFile(path, await writeSheet({ title: '账单', columns: cols, rows }))
  return readSheet(path)
}

describe('writing a workbook', () => {
  test('each kind of value comes back as what it is', async () => {
    const [head, row] = await written([bill], columns)
    expect(head).toEqual(['姓名', '电话', '金额', '日期', '时间', '次数', '状态', '备注'])
    expect(row).toEqual(['何静', '013800000001', 8711.4, '2025-11-15', '2025-11-15 08:30:15', 3, '已付', '何静/3'])
  })

  test('empty values leave empty cells, dates that are none stay texts', async () => {
    const [, row] = await written([{ ...bill, name: null, fee: null, day: '长期' }], columns)
    expect(row?.slice(0, 4)).toEqual([null, '013800000001', null, '长期'])
  })

  test('what looks like a formula stays a text', async () => {
    const names = ['=1+1', '+86', '-5', '@SUM(A1)', '=HYPERLINK("http://x","y")']
    const rows = await written(
      names.map((name) => ({ name })),
      [{ title: '姓名', value: 'name' }],
    )
    expect(rows.slice(1).flat()).toEqual(names)
  })

  test('markup, control characters, half characters and escapes of Excel survive or vanish', async () => {
    const names = ['<b>&"甲"</b>', 'a\u0000b\u0008c', '_x0041_', '\ud800x', '👵', 'x'.repeat(40_000)]
    const rows = await written(
      names.map((name) => ({ name })),
      [{ title: '姓名', value: 'name' }],
    )
    expect(rows.slice(1, 6).flat()).toEqual(['<b>&"甲"</b>', 'abc', '_x0041_', 'x', '👵'])
    expect(String(rows[6]![0])).toHaveLength(32_767)
  })

  test('names of columns and sheets', () => {
    expect([0, 25, 26, 51, 52, 701, 702].map(columnName)).toEqual(['A', 'Z', 'AA', 'AZ', 'BA', 'ZZ', 'AAA'])
    expect(['A1', 'Z9', 'AA1', 'XFD1048576', '12', 'a1'].map(columnOf)).toEqual([0, 25, 26, 16_383, null, null])
    expect(sheetName("'2025/11: [账单]*?'")).toBe('2025 11   账单')
    expect(sheetName('///')).toBe('数据')
    expect(sheetName('长'.repeat(40))).toHaveLength(31)
  })

  test('100,000 rows pass through without being held', async () => {
    const path = join(folder, 'long.xlsx')
    let most = 0
    async function* pages() {
      for (let page = 0; page < 100; page++) {
        yield Array.from({ length: 1000 }, (_, i) => ({ ...bill, count: page * 1000 + i, name: `老人${i % 7}` }))
        most = Math.max(most, process.memoryUsage().heapUsed)
      }
    }
    const before = process.memoryUsage().heapUsed
    expect(await writeSheetFile(path, { title: '长', columns, rows: pages() })).toBe(100_000)
    // Held as text these rows are over 100 MB.
    expect(most - before).toBeLessThan(80 * 1024 * 1024)
    expect((await stat(path)).size).toBeGreaterThan(1_000_000)
  })

  test('a failure leaves no file', async () => {
    const path = join(folder, 'broken.xlsx')
    async function* pages(): AsyncGenerator<Bill[]> {
      yield [bill]
      throw new Error('the list broke off')
    }
    await expect(writeSheetFile(path, { title: '断', columns, rows: pages() })).rejects.toThrow('the list broke off')
    expect(await readdir(folder)).not.toContain('broken.xlsx')
  })
})

describe('reading a workbook', () => {
  const refused = '无法读取这个文件，请用 Excel 或 WPS 另存为 .xlsx 工作簿后重试'

  test('what is no workbook is refused in words', async () => {
    for (const [name, content] of [
      ['text.xlsx', Buffer.from('not a workbook')],
      ['cut.xlsx', (await writeSheet({ title: '断', columns, rows: [bill] })).subarray(0, 900)],
      ['empty.xlsx', Buffer.alloc(0)],
      ['other.xlsx', rawZip([{ name: 'readme.txt', content: 'hello' }])],
      ['hollow.xlsx', rawZip([{ name: 'xl/workbook.xml', content: '<workbook/>' }])],
    ] as const) {
      const path = join(folder, name)
      await writeFile(path, content)
      await expect(readSheet(path), name).rejects.toThrow(refused)
    }
  })

  test('a workbook as Excel writes it: shared and formatted texts, dates by style, gaps, prefixes', async () => {
    const path = join(folder, 'excel.xlsx')
    await writeFile(
      path,
      await zipOf({
        'xl/workbook.xml': `<x:workbook xmlns:r="r"><x:workbookPr/><x:sheets><x:sheet name="b" sheetId="9" r:id="rId7"/>
          <x:sheet name="a" sheetId="1" r:id="rId1"/></x:sheets></x:workbook>`,
        'xl/_rels/workbook.xml.rels': `<Relationships><Relationship Target="worksheets/other.xml" Id="rId1"/>
          <Relationship Id="rId7" Target="/xl/worksheets/first.xml"/></Relationships>`,
        'xl/sharedStrings.xml': `<sst><si><t>姓名</t></si><si><r><t>王</t></r><r><rPr><b/></rPr><t xml:space="preserve">秀 </t></r><rPh sb="0"><t>おう</t></rPh></si>
          <si><t>A&amp;B &lt;x&gt; &#x4E00;_x000D_</t></si></sst>`,
        'xl/styles.xml': `<styleSheet><numFmts><numFmt numFmtId="170" formatCode="yyyy&quot;年&quot;m&quot;月&quot;"/><numFmt numFmtId="171" formatCode="0.0&quot;days&quot;"/></numFmts>
          <cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>
          <cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14" applyNumberFormat="1"/><xf numFmtId="170"/><xf numFmtId="171"/></cellXfs></styleSheet>`,
        'xl/worksheets/first.xml': `<x:worksheet><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="C1" t="s"><x:v>1</x:v></x:c></x:row>
          <x:row r="3"><x:c r="A3" s="1"><x:v>45976</x:v></x:c><x:c r="B3" s="2"><x:v>45976.5</x:v></x:c><x:c r="C3" s="3"><x:v>12.5</x:v></x:c><x:c r="D3" t="b"><x:v>1</x:v></x:c><x:c r="E3" t="s"><x:v>2</x:v></x:c><x:c r="F3"/></x:row></x:sheetData></x:worksheet>`,
      }),
    )
    expect(await readSheet(path)).toEqual([
      ['姓名', null, '王秀 ', null, null],
      [null, null, null, null, null],
      ['2025-11-15', '2025-11-15 12:00:00', 12.5, true, 'A&B <x> 一\r'],
    ])
  })

  test('formulas are refused, and rows beyond the limit are counted', async () => {
    const sheet = (rows: string) => ({
      'xl/workbook.xml': '<workbook xmlns:r="r"><sheets><sheet name="a" sheetId="1" r:id="rId1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels':
        '<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/></Relationships>',
      'xl/worksheets/sheet1.xml': `<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    })
    const path = join(folder, 'formula.xlsx')
    await writeFile(path, await zipOf(sheet('<row r="7"><c r="A7"><f>1+1</f><v>2</v></c></row>')))
    await expect(readSheet(path)).rejects.toThrow('第 7 行含有公式，不能导入')
    const long = Array.from({ length: 50 }, (_, i) => `<row r="${i + 1}"><c r="A${i + 1}"><v>${i}</v></c></row>`)
    await writeFile(path, await zipOf(sheet(long.join(''))))
    const upTo = (rows: number) => readBook(path, { ...USUAL_BOUNDS, rows }, async () => undefined)
    await upTo(49)
    await expect(upTo(20)).rejects.toThrow('文件有 49 行，一次最多导入 20 行')
  })
})
