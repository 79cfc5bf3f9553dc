// Handlers and run of the workbook of assessments: what the list shows under its filters, kind by kind, on one unchanging view.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { InputOf } from '#contract/kit/call'
import { invalid } from '#contract/kit/refusal'
import type { Kind } from '#contract/nursing/assess/kind'
import { allKinds } from '#contract/nursing/assess/kinds'
import { assessExport } from '#contract/nursing/assessExport'
import { assessForm } from '#contract/nursing/assessForm'
import { PERSON_SCOPE, SCOPE_JOINS } from '#server/areas/nursing/assessForm/assessPerson'
import { listAssessments, typesIn } from '#server/areas/nursing/assessForm/assessRead'
import type { Caller } from '#server/kit/caller'
import type { SheetStream } from '#server/kit/excel'
import { writeSheetFile } from '#server/kit/excel'
import { fileName, onSnapshot } from '#server/kit/exportList'
import { implement } from '#server/kit/implement'
import { defineRun, type Run } from '#server/kit/jobDefinition'
import { startRun } from '#server/kit/jobRun'
import { workFolder } from '#server/kit/multipart'
import { storeFile } from '#server/kit/uploads'
import { checker } from '#server/kit/validate'
import { columnsOf, type FilledRow } from './assessSheet.ts'

const KIND = 'nursing.assessExport'
const TITLE = '评估各项得分'
const PAGE = 500
const MOST_ROWS = 100_000

type ListQuery = InputOf<typeof assessForm.calls.list>
const checked = checker(assessForm.calls.list.query)

/** The filters of the list; what it would refuse is refused before anything runs. */
function queryOf(wish: unknown): ListQuery {
  const query: Record<string, unknown> = typeof wish === 'object' && wish !== null ? { ...wish } : {}
  checked(query)
  return query as ListQuery
}

async function startExport(who: Caller, wish: unknown): Promise<string> {
  const query = queryOf(wish)
  const { total } = await listAssessments(who, { ...query, page: 1, size: 1 }, typesIn(query.type))
  if (total === 0) throw invalid('没有可导出的评估，请先放宽查询条件', 'query')
  if (total > MOST_ROWS) throw invalid(`共 ${total} 份，一次最多导出 ${MOST_ROWS} 份，请缩小查询范围`, 'query')
  return who.tx(async (tx) => {
    tx.log({ remark: `导出“${TITLE}”${total} 份`, targetType: 'export', targetId: assessExport.calls.start.key })
    const what = { kind: KIND, title: `导出“${TITLE}”`, call: assessExport.calls.start.key, payload: { query } }
    return startRun(tx, who, what)
  })
}

// The rows were found by the list, and only their own answers are added.
const ANSWERS = `select t.assessment_id as "assessmentId", t.section_scores as scores,
  (select coalesce(jsonb_object_agg(a.key, a.value->'value'->'option'), '{}') from jsonb_each(t.answers) a) as options,
  (select coalesce(jsonb_object_agg(i.key, i.value->'value'), '{}') from jsonb_each(t.inputs) i) as inputs
from assessment t ${SCOPE_JOINS} where ${PERSON_SCOPE} and t.assessment_id = any($3)`

type Answered = Pick<FilledRow, 'assessmentId' | 'options' | 'inputs' | 'scores'>

async function pageOfKind(who: Caller, query: ListQuery, kind: Kind, page: number) {
  const of = { ...query, kind: kind.key, page, size: PAGE }
  const found = await listAssessments(who, of, typesIn(query.type))
  const ids = found.list.map((row) => row.assessmentId)
  const { rows } = await who.app.pool.query<Answered>(ANSWERS, [who.orgId, who.deptIds, ids])
  const answers = new Map(rows.map((row) => [row.assessmentId, row]))
  const list = found.list.flatMap((row): FilledRow[] => {
    const own = answers.get(row.assessmentId)
    return own ? [{ ...row, ...own }] : []
  })
  return { total: found.total, list }
}

async function writeBook(who: Caller, query: ListQuery, run: Run, path: string): Promise<number> {
  const asked = allKinds.filter((one) => !query.kind || one.key === query.kind)
  const counted: { kind: Kind; total: number }[] = []
  for (const kind of asked) {
    const { total } = await listAssessments(who, { ...query, kind: kind.key, page: 1, size: 1 }, typesIn(query.type))
    if (total > 0) counted.push({ kind, total })
  }
  const all = counted.reduce((sum, one) => sum + one.total, 0)
  if (all === 0) throw invalid('没有可导出的评估，请先放宽查询条件', 'query')
  let done = 0
  async function* pages(kind: Kind, total: number): AsyncGenerator<FilledRow[]> {
    for (let page = 1; (page - 1) * PAGE < total; page++) {
      await run.throwIfCancelled()
      const { list } = await pageOfKind(who, query, kind, page)
      yield list
      done += list.length
      await run.progress(done, all)
    }
  }
  const sheets = counted.map(
    ({ kind, total }): SheetStream<FilledRow> => ({
      title: kind.name,
      columns: columnsOf(kind),
      rows: pages(kind, total),
    }),
  )
  return writeSheetFile(path, ...sheets)
}

export const assessExportRun = defineRun<{ query: unknown }>(KIND, async (wish, run) => {
  const who = await run.caller()
  const query = queryOf(wish.query)
  const folder = await workFolder(run.app.settings.tempDir)
  try {
    const path = join(folder, 'export.xlsx')
    const rows = await onSnapshot(who, (reader) => writeBook(reader, query, run, path))
    const stored = await storeFile(who, path, { name: fileName(TITLE), use: 'export', act: `导出 ${rows} 份评估` })
    return {
      result: { url: stored.urlPath, name: stored.sourceFileName, rows },
      message: `共 ${rows} 份，可在右上角“打印与导出”中下载，文件保留 30 天`,
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

export default implement(assessExport, {
  start: async ({ query }, who) => ({ runId: await startExport(who, query) }),
})
