import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { options } from '#contract/kit/options'
import { columnName, type SheetColumn, sheetName, writeSheet, writeSheetFile } from './excel.ts'
import { readSheet } from './excelRead.ts'

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
  [0, '未付'],
  [1, '已付'],
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

/** One entry whose table claims `size` bytes. */
function zipOf(name: string, content: Buffer, size: number): Buffer {
  const packed = deflateRawSync(content)
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(size, 22)
  local.writeUInt16LE(name.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt32LE(size, 24)
  central.writeUInt16LE(name.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(46 + name.length, 12)
  end.writeUInt32LE(30 + name.length + packed.length, 16)
  return Buffer.concat([local, Buffer.from(name), packed, central, Buffer.from(name), end])
}

describe('reading a workbook', () => {
  const refused = '无法读取这个文件，请用 Excel 或 WPS 另存为 .xlsx 工作簿后重试'

  test('what is no workbook is refused in words', async () => {
    for (const [name, content] of [
      ['text.xlsx', Buffer.from('not a workbook')],
      ['cut.xlsx', (await writeSheet({ title: '断', columns, rows: [bill] })).subarray(0, 900)],
      ['empty.xlsx', Buffer.alloc(0)],
      ['other.xlsx', zipOf('readme.txt', Buffer.from('hello'), 5)],
      ['hollow.xlsx', zipOf('xl/workbook.xml', Buffer.from('<workbook/>'), 11)],
    ] as const) {
      const path = join(folder, name)
      await writeFile(path, content)
      await expect(readSheet(path), name).rejects.toThrow(refused)
    }
  })

  test('an archive that unpacks to more than it says is refused before it is read', async () => {
    const path = join(folder, 'bomb.xlsx')
    const most = 1024 * 1024
    await writeFile(path, zipOf('xl/workbook.xml', Buffer.alloc(8 * most), 100))
    expect((await stat(path)).size).toBeLessThan(most / 10)
    await expect(readSheet(path, most)).rejects.toThrow(refused)
  })
})
