// Importing a workbook in two steps: a check that changes nothing and tells every bad row with its reason, then, when
// the user agrees, the good rows in chunks. A run that was interrupted goes on after its last saved chunk, and a row
// that is there already is the saving function's to update or skip, so repeating an import makes nothing double.

import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setImmediate } from 'node:timers/promises'
import type { Call } from '#contract/kit/call'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { ImportFix, ImportReportData, ImportResult } from '#contract/kit/sheet'
import type { Caller, Tx } from './caller.ts'
import { refusalOfDatabase } from './constraints.ts'
import { writeSheet, XLSX_MIME } from './excel.ts'
import { type Cell, USUAL_BOUNDS } from './excelRead.ts'
import { type Template, writeTemplate } from './excelTemplate.ts'
import type { FileRow } from './fileAccess.ts'
import type { FileAnswer, IncomingFile } from './implement.ts'
import { textOf } from './importCells.ts'
import { type Reason, Reasons } from './importReasons.ts'
import { defineRun, type Run, type RunDefinition } from './jobDefinition.ts'
import { startRun } from './jobRun.ts'
import { workFolder } from './multipart.ts'
import { readSheet, withHead } from './sheetReader.ts'
import { sparingMemory } from './sparing.ts'
import { refuseUnfit, type StoredUpload, storeBuffer, storeUpload } from './uploads.ts'

const CHUNK = 200
const SHOWN = 200
const REASON = '错误原因'

type ColumnOf<Row, K extends keyof Row & string> = {
  key: K
  title: string
  /** An empty cell is a mistake; without this it gives null. */
  required?: boolean
  /** Refuses with `invalid` in the user's words. */
  parse: (text: string) => Row[K]
  /** Shown in the template's first row. */
  example?: string
  width?: number
}
export type ImportColumn<Row> = { [K in keyof Row & string]: ColumnOf<Row, K> }[keyof Row & string]

export interface Saved {
  added: number
  updated: number
  skipped: number
}

export interface ImportSpec<Row, Known> {
  /** area.what, unique: names the run. */
  name: string
  /** 岗位 */
  title: string
  columns: readonly ImportColumn<Row>[]
  /** What makes two rows the same thing; one workbook names it once. */
  keyOf: (row: Row) => string
  /** The required column that `keyOf` reads. The first one unless told. */
  keyedBy?: keyof Row & string
  /** The column that tells a person which row is meant: 姓名. The first one unless told. */
  namedBy?: keyof Row & string
  /**
   * What the check needs to know, read once: names of departments, which of these rows' numbers are in use. Cells that
   * could not be read are null. The token is there once the user has agreed.
   */
  load: (who: Caller, rows: readonly Row[], token: string | null) => Promise<Known>
  /**
   * Why a row cannot be imported; null or none when it can. Cells that could not be read are null, required ones too, and
   * named by their keys in `bad`: they are told already, and the rest of the row is looked at all the same.
   */
  checkRow?: (row: Row, known: Known, bad: ReadonlySet<string>) => readonly Reason[] | string | null
  /** Writes rows that passed; what exists already is updated or skipped, never doubled. */
  saveRows: (tx: Tx, rows: readonly Row[], who: Caller, known: Known) => Promise<Saved>
  /** The template where the plain one (heads and an example) does not say enough: lists to choose from, notes. */
  template?: (who: Caller) => Promise<Template>
  /** What the user must know before agreeing to the import with this token. */
  notice?: (who: Caller, token: string) => Promise<string | null>
  mostRows?: number
}

export interface SheetImport {
  template(who: Caller): Promise<FileAnswer>
  check(who: Caller, file: IncomingFile | undefined): Promise<ImportReportData>
  /** `call` is the declared call that commits: its permission is asked again when the run begins. */
  commit(who: Caller, call: Pick<Call, 'key'>, token: string, fixed?: boolean): Promise<{ runId: string }>
  run: RunDefinition
}

interface ReadRow<Row> {
  /** As Excel counts. */
  number: number
  cells: Cell[]
  name: string | null
  value: Row | null
  reason: string | null
  fixes: ImportFix[]
  /** What it becomes with the proposed values, when they mend all of it. */
  mended: Row | null
}

interface ReadBook<Row, Known = unknown> {
  titles: string[]
  rows: ReadRow<Row>[]
  known: Known
}

/** No title is longer; what is cut off cannot be one of ours. */
const LONGEST_TITLE = 100

/** Templates mark what must be filled with a star; blanks do not tell titles apart (ABO血型, ABO 血型). */
const bareTitle = (cell: Cell) =>
  String(cell ?? '')
    .trim()
    .slice(0, LONGEST_TITLE)
    .replace(/\s/g, '')
    .replace(/[*＊]+$/, '')

function placesOf<Row>(columns: readonly ImportColumn<Row>[], head: readonly Cell[]): Map<string, number> {
  const titles = head.map(bareTitle)
  const places = new Map<string, number>()
  for (const { key, title, required } of columns) {
    const at = titles.indexOf(bareTitle(title))
    if (at >= 0) places.set(key, at)
    else if (required) throw invalid(`文件中缺少“${title}”列，请下载模板后按模板填写`, 'file')
  }
  return places
}

interface Read<Row> {
  /** Cells that could not be read are null. */
  value: Row
  bad: ReadonlySet<string>
  reasons: readonly Reason[]
}

function readRow<Row>(
  columns: readonly ImportColumn<Row>[],
  places: ReadonlyMap<string, number>,
  cells: readonly Cell[],
): Read<Row> {
  const value: Record<string, unknown> = {}
  const reasons = new Reasons()
  const bad = new Set<string>()
  for (const column of columns) {
    const at = places.get(column.key)
    const told = reasons.list.length
    value[column.key] = reasons.attempt(column.title, () => {
      const text = at === undefined ? '' : textOf(cells[at] ?? null)
      if (text === '' && column.required) throw invalid('不能为空')
      return text === '' ? null : column.parse(text)
    })
    if (reasons.list.length > told) bad.add(column.key)
  }
  return { value: value as Row, bad, reasons: reasons.list }
}

/** The cells with the proposed values; a cell may name several. */
function mend(titles: readonly string[], cells: readonly Cell[], fixes: readonly ImportFix[]): Cell[] {
  const mended = [...cells]
  for (const { column, from, to } of fixes) {
    const at = titles.indexOf(bareTitle(column))
    if (at < 0) continue
    const text = String(mended[at] ?? '').trim()
    mended[at] =
      text === from
        ? to
        : text
            .split(/([、，,;；\n])/)
            .map((part) => (part.trim() === from ? to : part))
            .join('')
  }
  return mended
}

const toReasons = (found: readonly Reason[] | string | null | undefined): readonly Reason[] =>
  typeof found === 'string' ? [{ text: found }] : (found ?? [])

const TURN = 200

/** Maps a long list without holding up everybody else: the event loop gets its turn in between. */
async function inTurns<A, B>(list: readonly A[], work: (one: A) => B): Promise<B[]> {
  const done: B[] = []
  for (let start = 0; start < list.length; start += TURN) {
    for (const one of list.slice(start, start + TURN)) done.push(work(one))
    await setImmediate()
  }
  return done
}

const LONGEST_NAME = 40
const nameIn = (cell: Cell) =>
  String(cell ?? '')
    .trim()
    .slice(0, LONGEST_NAME) || null

async function readBook<Row, Known>(
  spec: ImportSpec<Row, Known>,
  path: string,
  who: Caller,
  token: string | null,
): Promise<ReadBook<Row, Known>> {
  const rows = await readSheet(path, {
    bounds: { rows: spec.mostRows ?? USUAL_BOUNDS.rows },
    patient: token !== null,
  })
  const { head, body: filled } = withHead(rows)
  const places = placesOf(spec.columns, head)
  if (filled.length === 0) throw invalid('文件中没有数据，请按模板填写后再导入', 'file')
  const parsed = await inTurns(filled, (row) => ({ ...row, read: readRow(spec.columns, places, row.cells) }))
  const keyed = spec.keyedBy ?? spec.columns[0]!.key
  const known = await spec.load(
    who,
    parsed.flatMap(({ read }) => (read.bad.has(keyed) ? [] : [read.value])),
    token,
  )
  const titles = head.map(bareTitle)
  const namedAt = places.get(spec.namedBy ?? spec.columns[0]!.key)
  const seen = new Map<string, number>()
  const against = (read: Read<Row>, earlier: number | undefined): Reason[] => [
    ...(earlier === undefined ? [] : [{ text: `与第 ${earlier} 行重复` }]),
    ...read.reasons,
    ...toReasons(spec.checkRow?.(read.value, known, read.bad)),
  ]
  const checked = await inTurns(parsed, ({ number, cells, read }): ReadRow<Row> => {
    const key = read.bad.has(keyed) ? null : spec.keyOf(read.value)
    const earlier = key === null ? undefined : seen.get(key)
    if (key !== null && earlier === undefined) seen.set(key, number)
    const reasons = against(read, earlier)
    const fixes = reasons.flatMap(({ fix }) => (fix ? [fix] : []))
    let mended: Row | null = null
    if (reasons.length > 0 && fixes.length === reasons.length) {
      const again = readRow(spec.columns, places, mend(titles, cells, fixes))
      if (against(again, earlier).length === 0 && (key !== null || !seen.has(spec.keyOf(again.value)))) {
        mended = again.value
      }
    }
    return {
      number,
      cells,
      name: namedAt === undefined ? null : nameIn(cells[namedAt] ?? null),
      value: reasons.length === 0 ? read.value : null,
      reason: reasons.length === 0 ? null : reasons.map((one) => one.text).join('；'),
      fixes,
      mended,
    }
  })
  return { titles: head.map((cell) => String(cell ?? '')), rows: checked, known }
}

/** The user's own rows, with a column that says what is wrong; corrected, it can be imported as it is. */
async function storeReport<Row>(
  who: Caller,
  title: string,
  book: ReadBook<Row>,
  reasons: ReadonlyMap<number, string>,
): Promise<StoredUpload> {
  const shown = book.titles.map((name, i) => ({ name, i })).filter(({ name }) => bareTitle(name) !== REASON)
  const content = await writeSheet<ReadRow<Row>>({
    title,
    columns: [
      ...shown.map(({ name, i }) => ({ title: name, value: (row: ReadRow<Row>) => row.cells[i] ?? null })),
      { title: REASON, value: (row: ReadRow<Row>) => reasons.get(row.number) ?? null, width: 50 },
    ],
    rows: book.rows,
  })
  return storeBuffer(who, content, { name: `${title}导入结果.xlsx`, use: 'import', act: '生成导入结果' })
}

const BOOK = `select * from stored_file where org_id = $1 and file_id = $2 and created_by = $3 and use = 'import'
  and created_at > now() - interval '1 day'`

async function bookOf(who: Caller, token: string): Promise<FileRow> {
  const found = await who.app.pool.query<FileRow>(BOOK, [who.orgId, token, who.userId])
  const file = found.rows[0]
  if (!file) throw notFound('导入文件')
  return file
}

interface Kept extends Saved {
  failed: { row: number; name: string | null; reason: string }[]
}

/** Saves a chunk; when the database or a rule refuses it, row by row, so that one bad row costs no other. */
async function saveChunk<Row, Known>(
  work: { spec: ImportSpec<Row, Known>; known: Known; who: Caller; run: Run; total: number; kept: Kept },
  rows: readonly ReadRow<Row>[],
  end: number,
): Promise<void> {
  const { spec, known, who, run, total, kept } = work
  const good = rows.filter((row) => row.value !== null)
  const bad = rows
    .filter((row) => row.value === null)
    .map((row) => ({ row: row.number, name: row.name, reason: row.reason ?? '' }))
  try {
    const next = await who.tx(async (tx) => {
      const saved =
        good.length > 0
          ? await spec.saveRows(
              tx,
              good.map((row) => row.value as Row),
              who,
              known,
            )
          : { added: 0, updated: 0, skipped: 0 }
      const sum: Kept = {
        added: kept.added + saved.added,
        updated: kept.updated + saved.updated,
        skipped: kept.skipped + saved.skipped,
        failed: [...kept.failed, ...bad],
      }
      await run.advance(tx, end, total, sum)
      tx.log({ remark: `导入${spec.title}：新增 ${saved.added}，更新 ${saved.updated}，跳过 ${saved.skipped}` })
      return sum
    })
    Object.assign(kept, next)
  } catch (error) {
    const refusal = error instanceof Refusal ? error : refusalOfDatabase(error)
    if (!refusal) throw error
    if (rows.length > 1) {
      for (const [i, row] of rows.entries()) await saveChunk(work, [row], end - rows.length + i + 1)
      return
    }
    await saveChunk(work, [{ ...rows[0]!, value: null, reason: refusal.message }], end)
  }
}

async function performImport<Row, Known>(
  spec: ImportSpec<Row, Known>,
  token: string,
  fixed: boolean,
  run: Run,
): Promise<{ result: ImportResult; message: string }> {
  const who = await run.caller()
  const file = await bookOf(who, token)
  const folder = await workFolder(run.app.settings.tempDir)
  try {
    const path = join(folder, 'book.xlsx')
    await pipeline(await run.app.storage.get(file.key), createWriteStream(path, { mode: 0o600 }))
    const book = await readBook(spec, path, who, token)
    const { known } = book
    if (fixed) for (const row of book.rows) row.value ??= row.mended
    const total = book.rows.length
    const kept = (run.kept as Kept | null) ?? { added: 0, updated: 0, skipped: 0, failed: [] }
    const work = { spec, known, who, run, total, kept }
    for (let start = run.done; start < total; start += CHUNK) {
      await run.throwIfCancelled()
      const end = Math.min(start + CHUNK, total)
      await saveChunk(work, book.rows.slice(start, end), end)
    }
    const { failed, ...saved } = kept
    const reasons = new Map(failed.map(({ row, reason }) => [row, reason]))
    const report = failed.length > 0 ? await storeReport(who, spec.title, book, reasons) : null
    const left = failed.length > 0 ? `，${failed.length} 条未导入，原因见右上角“打印与导出”中的结果文件` : ''
    return {
      result: {
        ...saved,
        failed: failed.length,
        problems: failed.slice(0, SHOWN),
        url: report?.urlPath ?? null,
        name: report?.sourceFileName ?? null,
      },
      message: `新增 ${saved.added} 条，更新 ${saved.updated} 条，跳过 ${saved.skipped} 条${left}`,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export function importSheet<Row, Known>(spec: ImportSpec<Row, Known>): SheetImport {
  const kind = `${spec.name}.import`
  return {
    template: async (who) => {
      const name = `${spec.title}导入模板.xlsx`
      if (spec.template) return { name, mime: XLSX_MIME, content: await writeTemplate(await spec.template(who)) }
      const example = Object.fromEntries(spec.columns.map((column) => [column.key, column.example ?? null]))
      const content = await writeSheet<Record<string, unknown>>({
        title: spec.title,
        columns: spec.columns.map((column) => ({
          title: column.required ? `${column.title}*` : column.title,
          value: column.key,
          ...(column.width && { width: column.width }),
        })),
        rows: spec.columns.some((column) => column.example) ? [example] : [],
      })
      return { name, mime: XLSX_MIME, content }
    },

    check: (who, file) =>
      sparingMemory(async () => {
        refuseUnfit(file, 'sheet')
        const book = await readBook(spec, file.path, who, null)
        const problems = book.rows.flatMap(({ number, name, reason, fixes }) =>
          reason === null ? [] : [{ row: number, name, reason, fixes }],
        )
        const good = book.rows.length - problems.length
        const fixable = book.rows.filter((row) => row.mended !== null).length
        const stored =
          good + fixable > 0
            ? await storeUpload(who, file, { use: 'sheet', storedAs: 'import', act: `校验${spec.title}导入文件` })
            : null
        const reasons = new Map(problems.map(({ row, reason }) => [row, reason]))
        return {
          token: stored?.fileId ?? null,
          total: book.rows.length,
          good,
          bad: problems.length,
          problems: problems.slice(0, SHOWN),
          nameTitle: spec.columns.find((one) => one.key === (spec.namedBy ?? spec.columns[0]!.key))!.title,
          fixable,
          reportUrl: problems.length > 0 ? (await storeReport(who, spec.title, book, reasons)).urlPath : null,
          notice: stored ? ((await spec.notice?.(who, stored.fileId)) ?? null) : null,
        }
      }),

    commit: async (who, call, token, fixed = false) => {
      await bookOf(who, token)
      const runId = await who.tx((tx) => {
        tx.log({ remark: `导入${spec.title}` })
        return startRun(tx, who, { kind, title: `导入${spec.title}`, call: call.key, payload: { token, fixed } })
      })
      return { runId }
    },

    run: defineRun<{ token: string; fixed?: boolean }>(kind, ({ token, fixed = false }, run) =>
      sparingMemory(() => performImport(spec, token, fixed, run)),
    ),
  }
}

/** The handlers of `importCalls`: `...importHandlers(residentImport, resident.calls.importCommit)`. */
export const importHandlers = (sheet: SheetImport, commit: Pick<Call, 'key'>) => ({
  importTemplate: (_: unknown, who: Caller) => sheet.template(who),
  importCheck: ({ file }: { file: IncomingFile }, who: Caller) => sheet.check(who, file),
  importCommit: ({ token, fixed }: { token: string; fixed?: boolean | null }, who: Caller) =>
    sheet.commit(who, commit, token, fixed ?? false),
})
