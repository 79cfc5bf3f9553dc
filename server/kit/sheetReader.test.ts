// Workbooks that were made to take all memory or all time: the thread that reads them ends, the process does not.
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '#contract/kit/refusal'
import { writeSheet } from './excel.ts'
import { fewAtOnce } from './fewAtOnce.ts'
import { readSheet, withHead } from './sheetReader.ts'
import { bookOf, farCell } from './test/hostileBooks.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-reader-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function put(content: Buffer): Promise<string> {
  const path = join(folder, `${Math.random()}.xlsx`)
  await writeFile(path, content)
  return path
}

const lines = (count: number) =>
  writeSheet({
    title: '岗位',
    columns: [
      { title: '名称', value: 'name' },
      { title: '编号', value: 'no', as: 'int' },
    ],
    rows: Array.from({ length: count }, (_, i) => ({ name: `岗位${i}`, no: i })),
  })

describe('the thread that reads a workbook', () => {
  test('hands over every row with its number', async () => {
    const { head, body } = withHead(await readSheet(await put(await lines(1_234))))
    expect(head).toEqual(['名称', '编号'])
    expect(body).toHaveLength(1_234)
    expect(body[1_233]).toEqual({ number: 1_235, cells: ['岗位1233', 1_233] })
  })

  test('keeps what is filled and nothing between', async () => {
    const rows = await readSheet(
      await put(bookOf('<row r="3"><c r="B3"><v>1</v></c></row><row r="9999"><c r="GR9999"><v>2</v></c></row>')),
    )
    expect(rows.map(({ number, cells }) => [number, cells.length])).toEqual([
      [3, 2],
      [9_999, 200],
    ])
    expect(withHead(rows)).toEqual({ head: [], body: rows })
  })

  test('says what it refuses', async () => {
    const refused = await readSheet(await put(farCell())).catch((error: unknown) => error)
    expect(refused).toBeInstanceOf(Refusal)
    expect(refused).toMatchObject({ field: 'file', code: 'INVALID_INPUT' })
  })

  test('ends when it takes too much memory or too long, with a sentence', async () => {
    const path = await put(await lines(20_000))
    await expect(readSheet(path, { limits: { milliseconds: 1 } })).rejects.toThrow('文件读取时间过长，已停止')
    // The texts alone are more than that.
    const shared = {
      name: 'xl/sharedStrings.xml',
      content: `<sst>${`<si><t>${'长'.repeat(30_000)}</t></si>`.repeat(500)}</sst>`,
    }
    const wide = await put(bookOf('<row/>', shared))
    expect(await readSheet(wide)).toEqual([])
    await expect(readSheet(wide, { limits: { megabytes: 8 } })).rejects.toThrow('超出一次能读取的范围')
    expect(await readSheet(path)).toHaveLength(20_001)
  }, 120_000)

  test('is one of few: others wait, and those behind a long line are asked to come back', async () => {
    const path = await put(await lines(10))
    const asked = Array.from({ length: 40 }, () => readSheet(path).then((rows) => rows.length, String))
    const answers = await Promise.all(asked)
    expect(answers.filter((one) => one === 11)).toHaveLength(14)
    expect(answers.filter((one) => String(one).includes('正在读取的文件较多，请过一两分钟再试'))).toHaveLength(26)
    expect(await readSheet(path, { patient: true })).toHaveLength(11)
  }, 120_000)
})

test('only a few at once, each in its turn, also after a failure', async () => {
  const inTurn = fewAtOnce(2)
  let running = 0
  let most = 0
  const work = (fail: boolean) => async () => {
    most = Math.max(most, ++running)
    await new Promise((resolve) => setImmediate(resolve))
    running--
    if (fail) throw new Error('broken')
    return true
  }
  const done = await Promise.allSettled(Array.from({ length: 9 }, (_, i) => inTurn(work(i % 3 === 0))))
  expect(done.filter((one) => one.status === 'fulfilled')).toHaveLength(6)
  expect(most).toBe(2)
})
