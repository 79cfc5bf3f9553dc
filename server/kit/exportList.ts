// Any list of the product as a workbook. The list's own handler runs as the user who asked, page by page on one
// snapshot of the database, so the file holds what that user may see, each row once, however long it takes.

import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type pg from 'pg'
import type { Call } from '#contract/kit/call'
import { localDate, timeText } from '#contract/kit/clock'
import { optionSet } from '#contract/kit/options'
import type { PageInfo } from '#contract/kit/paging'
import { OPEN } from '#contract/kit/permission'
import { type Masking, maskings, PLAIN_NUMBERS } from '#contract/kit/privacy'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { TSchema } from '#contract/kit/schema'
import { pathWords } from '#contract/platform/placeNames'
import type { Caller } from './caller.ts'
import type { AppContext, Fulfilled } from './context.ts'
import { type CellAs, type SheetColumn, writeSheetFile } from './excel.ts'
import { defineRun, type Run } from './jobDefinition.ts'
import { startRun } from './jobRun.ts'
import { workFolder } from './multipart.ts'
import { admit } from './serve.ts'
import { storeFile, tidyName } from './uploads.ts'
import { checker } from './validate.ts'

const PAGE = 1000
/** Longer lists are cut into periods by their filters; nobody reads such a file to its end. */
const MOST_ROWS = 200_000

type Row = Record<string, unknown>

export interface ExportColumn {
  key: string
  title: string
  as?: string | null
}

export interface ExportInput {
  call: string
  title: string
  query: unknown
  columns: readonly ExportColumn[]
}

type RowSchema = TSchema & {
  properties?: Record<string, RowSchema>
  money?: boolean
  options?: string
  mask?: Masking
}

/** The declared shape of a list's rows; null for calls that answer no list. */
function rowSchema(call: Call): RowSchema | null {
  const data = call.data as { rowOf?: boolean; properties?: { list?: { items?: RowSchema } } }
  return data.rowOf ? (data.properties?.list?.items ?? null) : null
}

/** Fields that hold the path of a place, whose parts the wire joins by '>'. */
const PLACES = new Set(['bedPath', 'reservedPath', 'areaName', 'place', 'path', 'floorName'])

const KINDS = ['text', 'int', 'number', 'money', 'date', 'datetime'] as const

function cellAs(as: string | null | undefined, schema: RowSchema): CellAs {
  const named = as ? (KINDS.find((kind) => kind === as) ?? optionSet(as)) : undefined
  if (named) return named
  if (schema.money) return 'money'
  const declared = schema.options ? optionSet(schema.options) : undefined
  if (declared) return declared
  return schema.type === 'integer' ? 'int' : schema.type === 'number' ? 'number' : 'text'
}

/** Only fields the call declares: what its answer would not show, a file does not show either. */
function sheetColumn(row: RowSchema, column: ExportColumn, plain: boolean): SheetColumn<Row> {
  const path = column.key.split('.')
  const schema = path.reduce<RowSchema | undefined>(
    (at, key) => (at?.properties && Object.hasOwn(at.properties, key) ? at.properties[key] : undefined),
    row,
  )
  if (!schema) throw invalid(`列表中没有“${column.title}”这一列`, 'columns')
  const stored = (one: Row) => path.reduce<unknown>((at, key) => (at as Row | null | undefined)?.[key], one)
  const hide = !plain && schema.mask ? maskings[schema.mask] : null
  const words = hide ?? (PLACES.has(path.at(-1)!) ? pathWords : null)
  const told = (one: Row) => {
    const found = stored(one)
    return words && typeof found === 'string' ? words(found) : found
  }
  return { title: column.title, value: told, as: cellAs(column.as, schema) }
}

interface Plan {
  list: Fulfilled
  input: Row
  columns: SheetColumn<Row>[]
  /** A report ends with its sums. */
  report: boolean
}

/** 序号 of a report's row; the totals carry their name instead. */
const NUMBER = Symbol('number')
type Numbered = Row & { [NUMBER]?: number | string }

const isReport = (call: Call) => 'sums' in ((call.data as { properties?: object }).properties ?? {})

/** A report has its numbers first. */
const numbers: SheetColumn<Row> = { title: '序号', value: (row) => (row as Numbered)[NUMBER], as: 'int' }

/** Checks a wish against the call it names; what it refuses now it would refuse in the run as well. */
function planOf(app: AppContext, wish: ExportInput, plain: boolean): Plan {
  const list = app.handlers.get(wish.call)
  const row = list && rowSchema(list.call)
  if (!list || !row || list.call.method !== 'GET' || list.call.needs === OPEN) throw notFound('要导出的列表')
  if (wish.columns.length === 0) throw invalid('请至少选择一列', 'columns')
  const asked = typeof wish.query === 'object' && wish.query !== null ? (wish.query as Row) : {}
  const query = { ...asked }
  checker(list.call.query)(query)
  const inPath = [...list.call.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name!, String(asked[name!] ?? '')])
  const report = isReport(list.call)
  const columns = wish.columns.map((column) => sheetColumn(row, column, plain))
  return {
    list,
    input: { ...query, ...Object.fromEntries(inPath) },
    columns: report ? [numbers, ...columns] : columns,
    report,
  }
}

/** A file goes further than a screen: whole numbers only where a list offers them and they were asked for. */
const asksPlain = ({ query }: ExportInput) => Number((query as Row | null)?.plain) === 1

/** Starts the export and answers its run. */
export async function startExport(who: Caller, wish: ExportInput): Promise<string> {
  const { list } = planOf(who.app, wish, false)
  admit(list.call, who)
  const { exportNeeds } = list.call
  if (exportNeeds !== undefined && !who.may(exportNeeds)) throw new Refusal('NO_PERMISSION')
  return who.tx(async (tx) => {
    tx.log({ remark: `导出“${wish.title}”`, targetType: 'export', targetId: list.call.key })
    const payload = { call: wish.call, title: wish.title, query: wish.query, columns: wish.columns }
    return startRun(tx, who, { kind: exportList.name, title: `导出“${wish.title}”`, call: list.call.key, payload })
  })
}

/** Runs the work on one unchanging view of the database: rows written meanwhile neither shift pages nor appear. */
export async function onSnapshot<T>(who: Caller, work: (who: Caller) => Promise<T>): Promise<T> {
  const client = await who.app.pool.connect()
  let broken: Error | undefined
  try {
    await client.query('begin isolation level repeatable read read only')
    const pool = { query: client.query.bind(client) } as unknown as pg.Pool
    const answer = await work({
      ...who,
      app: { ...who.app, pool },
      // Methods of the caller do not come with its fields; what a handler writes goes outside the snapshot.
      may: (expression) => who.may(expression),
      tx: (inside) => who.tx(inside),
      once: (statement, entry) => who.once(statement, entry),
    })
    await client.query('commit')
    return answer
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

interface Reported extends PageInfo<Row> {
  sums: Row | null
  /** Of the groups that begin on the page, by what their rows have in common. */
  subtotals?: { key: string; sums: Row }[] | null
}

/** Rows with the sums of their group below the last one of it. */
class Groups {
  private readonly sums = new Map<string, Row>()
  private open: { key: string; field: string } | null = null

  with(rows: readonly Row[], subtotals: Reported['subtotals']): Row[] {
    for (const one of subtotals ?? []) this.sums.set(one.key, one.sums)
    return rows.flatMap((row) => {
      const ended = this.open && row[this.open.field] !== this.open.key ? this.end() : []
      if (!this.open) {
        const field = Object.keys(row).find((name) => typeof row[name] === 'string' && this.sums.has(row[name]))
        if (field) this.open = { field, key: row[field] as string }
      }
      return [...ended, row]
    })
  }

  end(): Row[] {
    if (!this.open) return []
    const { key, field } = this.open
    this.open = null
    return [{ ...this.sums.get(key), [field]: key, [NUMBER]: '小计' } as Numbered]
  }
}

/** Sums are added up once, with the first page, and stand below the last row; those of groups below each of them. */
async function* reportPages(who: Caller, plan: Plan, run: Run): AsyncGenerator<Row[]> {
  let total = 0
  let sums: Row | null = null
  const groups = new Groups()
  for (let page = 1, done = 0; ; page++) {
    await run.throwIfCancelled()
    const input = { ...plan.input, page, size: PAGE, part: page === 1 ? 'page' : 'rows' }
    const answer = (await plan.list.handler(input, who)) as Reported
    if (page === 1) {
      total = answer.total
      sums = answer.sums
      if (total > MOST_ROWS) throw tooMany(total)
    }
    const rows = answer.list.map((row, i): Numbered => ({ ...row, [NUMBER]: done + i + 1 }))
    yield groups.with(rows, answer.subtotals)
    done += answer.list.length
    await run.progress(done, total)
    if (answer.list.length < PAGE || done >= total) break
  }
  yield [...groups.end(), { ...sums, [NUMBER]: '合计' } as Numbered]
}

/** What a report is, of which days, of which house, made by whom and when. */
async function headOf(who: Caller, plan: Plan, title: string): Promise<string[]> {
  if (!plan.report) return []
  const { from, to } = (await plan.list.handler({ ...plan.input, page: 1, size: 1, part: 'rows' }, who)) as {
    from?: string | null
    to?: string | null
  }
  const period = from && to ? `${from} 至 ${to}` : to ? `截至 ${to}` : '全部'
  const now = timeText().slice(0, 16)
  return [title, `期间：${period}　　机构：${who.orgName}`, `制表人：${who.empName}　　制表时间：${now}`]
}

const tooMany = (total: number) =>
  invalid(`共 ${thousands(total)} 条，一次最多导出 ${thousands(MOST_ROWS)} 条，请缩小查询范围`)

async function* pagesOf(who: Caller, plan: Plan, run: Run): AsyncGenerator<Row[]> {
  for (let page = 1, done = 0; ; page++) {
    await run.throwIfCancelled()
    const answer = (await plan.list.handler({ ...plan.input, page, size: PAGE }, who)) as PageInfo<Row>
    if (answer.total > MOST_ROWS) throw tooMany(answer.total)
    yield answer.list
    done += answer.list.length
    await run.progress(done, answer.total)
    if (answer.list.length < PAGE || done >= answer.total) return
  }
}

const thousands = (rows: number) => rows.toLocaleString('en-US')

/** 操作日志-20251115-0942 */
export function fileName(title: string, now = new Date()): string {
  const local = localDate(now.getTime()).toISOString()
  return tidyName(`${title}-${local.slice(0, 10).replaceAll('-', '')}-${local.slice(11, 16).replace(':', '')}.xlsx`)
}

export const exportList = defineRun<ExportInput & Row>('platform.exportList', async (wish, run) => {
  const who = await run.caller()
  const plan = planOf(run.app, wish, asksPlain(wish) && who.may(PLAIN_NUMBERS))
  const folder = await workFolder(run.app.settings.tempDir)
  try {
    const path = join(folder, 'export.xlsx')
    const { columns } = plan
    const pages = plan.report ? reportPages : pagesOf
    const counted = { done: 0 }
    const count = async function* (source: AsyncGenerator<Row[]>) {
      for await (const some of source) {
        counted.done += some.filter((row) => typeof ((row as Numbered)[NUMBER] ?? 0) === 'number').length
        yield some
      }
    }
    await onSnapshot(who, async (reader) =>
      writeSheetFile(path, {
        title: wish.title,
        columns,
        above: await headOf(reader, plan, wish.title),
        rows: count(pages(reader, plan, run)),
      }),
    )
    const rows = counted.done
    const name = fileName(wish.title)
    const stored = await storeFile(who, path, { name, use: 'export', act: `导出 ${thousands(rows)} 条` })
    return {
      result: { url: stored.urlPath, name: stored.sourceFileName, rows },
      message: `共 ${thousands(rows)} 条，可在右上角“打印与导出”中下载，文件保留 30 天`,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
