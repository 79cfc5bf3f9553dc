// The workbook of assessments: a sheet for each kind, every elder of the list once, every item with its score.
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import { indexOf } from '#contract/nursing/assess/kindIndex'
import { kindOf } from '#contract/nursing/assess/kinds'
import type { AssessRow } from '#contract/nursing/assessForm'
import type { JobProgressData } from '#contract/platform/shell'
import { ASSESS, assessHouse } from '#server/areas/nursing/test/assessHouse'
import type { Cell } from '#server/kit/excelRead'
import { readSheet } from '#server/kit/test/sheet'
import { zipEntries } from '#server/kit/zipEntries'

const INVALID = refusals.INVALID_INPUT[0]

let h: Awaited<ReturnType<typeof assessHouse>>
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-assess-'))
  h = await assessHouse()
})
afterAll(async () => {
  await h.product.close()
  await rm(folder, { recursive: true, force: true })
})

const start = (query: object, token = h.head) => h.ask<{ runId: string }>('POST', '/export', { token, body: { query } })

/** The first sheet, and how many there are. */
async function bookOf(query: object, token = h.head): Promise<{ cells: Cell[][]; sheets: number; rows: number }> {
  const begun = await start(query, token)
  expect(begun, begun.desc).toMatchObject({ status: 200 })
  const run = await vi.waitFor(
    async () => {
      const { data } = await h.product.ask<JobProgressData>('GET', `/passport/web-org/jobs/${begun.data.runId}`, {
        token,
      })
      expect(data).toMatchObject({ state: 'done' })
      return data as JobProgressData & { result: { url: string; rows: number } }
    },
    { timeout: 25_000, interval: 100 },
  )
  const answer = await h.product.server.inject({
    method: 'GET',
    url: run.result.url,
    headers: { authorization: token },
  })
  expect(answer.statusCode).toBe(200)
  const path = join(folder, `${begun.data.runId}.xlsx`)
  await writeFile(path, answer.rawPayload)
  const file = await open(path)
  const entries = await zipEntries(file, (await file.stat()).size)
  await file.close()
  const sheets = (entries ?? []).filter((one) => /worksheets\/sheet\d+\.xml$/.test(one.name)).length
  return { cells: await readSheet(path), sheets, rows: run.result.rows }
}
const listed = async (query: Record<string, string>, token = h.head) =>
  (await h.product.ask<PageInfo<AssessRow>>('GET', ASSESS, { token, query: { size: '1000', ...query } })).data

test('one kind: every elder of the list, every item with its score, sums as the list says', async () => {
  const list = await listed({ kind: 'of2023', state: 'DONE' })
  const { cells, sheets, rows } = await bookOf({ kind: 'of2023', state: 'DONE' })
  expect([sheets, rows, cells.length]).toEqual([1, list.total, list.total + 1])
  const [head, ...body] = cells
  const kind = kindOf('of2023')!
  const at = (title: string) => head!.indexOf(title)
  expect(at('B.1.1 进食')).toBeGreaterThan(0)
  const items = [...indexOf(kind).items.values()].map(({ item }) => at(`${item.key} ${item.name}`))
  const byNo = new Map(list.list.map((row) => [row.assessNo, row]))
  for (const row of body) {
    const known = byNo.get(String(row[at('评估编号')]))!
    expect(row[at('老人')]).toBe(known.oldmanName)
    expect(row[at('总分')]).toBe(known.total)
    expect(row[at('评估等级')]).toBe(known.levelName)
    expect(items.reduce((sum, one) => sum + Number(row[one]), 0)).toBe(known.total)
  }
})

test('all: a sheet for each kind that is there, and nothing beyond the departments of who asks', async () => {
  const list = await listed({})
  const all = await bookOf({})
  expect([all.sheets, all.rows]).toEqual([new Set(list.list.map((row) => row.kind)).size, list.total])
  const ward = await listed({}, h.nurse)
  expect(ward.total).toBeLessThan(list.total)
  expect((await bookOf({}, h.nurse)).rows).toBe(ward.total)
})

test('what finds nothing, or is no filter, is refused at once', async () => {
  expect(await start({ keyword: '没有这个人' })).toMatchObject({ status: INVALID })
  expect(await start({ startDate: '昨天' })).toMatchObject({ status: INVALID })
  expect(await start({ bound: 7 })).toMatchObject({ status: INVALID })
})
