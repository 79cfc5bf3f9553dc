// Importing a workbook, the same for every list: a template, a check that changes nothing and names every bad row,
// then the import of the good rows once the user agrees.
import { call } from './call.ts'
import { bool, id, int, list, nul, obj, opt, type Static, str } from './schema.ts'

const MIB = 1024 * 1024

/** A value that is probably meant in place of the one in a cell. */
const Fix = obj({ column: str(), from: str(), to: str() })
export type ImportFix = Static<typeof Fix>

const Problem = obj({
  row: int(),
  /** What the row is about, as it stands there: 王秀兰. */
  name: nul(str()),
  reason: str(),
  fixes: list(Fix),
})
export type ImportProblem = Static<typeof Problem>

export const ImportReport = obj({
  /** What the import asks for; null when no row is good. */
  token: nul(str()),
  total: int(),
  good: int(),
  bad: int(),
  /** The first bad rows, by their number in the workbook. */
  problems: list(Problem),
  /** 姓名: the column that names a row. */
  nameTitle: str(),
  /** Bad rows that the proposed values would mend wholly. */
  fixable: int(),
  /** The same workbook with a column of reasons. */
  reportUrl: nul(str()),
  /** What the user must know before agreeing; null when nothing. */
  notice: nul(str()),
})
export type ImportReportData = Static<typeof ImportReport>

/** The result of a finished import, kept with its run. */
export interface ImportResult {
  added: number
  updated: number
  skipped: number
  failed: number
  problems: Omit<ImportProblem, 'fixes'>[]
  /** The workbook with the reasons, when rows were left out. */
  url: string | null
  name: string | null
}

/** The three calls of an import; spread them into a noun's calls. */
export const importCalls = <const P extends string, const N extends string>(
  path: P,
  declared: { needs: N; title: string },
) => ({
  importTemplate: call.get(`${path}/template`, {
    needs: declared.needs,
    act: `下载${declared.title}导入模板`,
    transfer: 'download',
  }),
  importCheck: call.post(`${path}/check`, {
    needs: declared.needs,
    act: `校验${declared.title}导入文件`,
    transfer: 'multipart',
    bodyLimit: 20 * MIB,
    data: ImportReport,
    refuses: ['UPLOAD_TYPE', 'UPLOAD_SIZE', 'UPLOAD_CONTENT', 'INVALID_INPUT'],
  }),
  importCommit: call.post(path, {
    needs: declared.needs,
    act: `导入${declared.title}`,
    body: obj({
      token: id('导入凭据', { of: { none: 'a ticket that only its maker may use' } }),
      /** Takes the proposed values, and with them the rows that they mend. */
      fixed: opt(bool('采用建议的值')),
    }),
    data: obj({ runId: str() }),
    refuses: ['NOT_FOUND'],
    repeatable: true,
  }),
})
