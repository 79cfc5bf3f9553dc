// What a cell of the monthly matrix says, and what rows and days come to: the same on the screen, on paper and in a workbook.
import { weekdayOf } from './frequency.ts'
import type { CareMatrixData, MatrixCellData } from './record.ts'
import { type DayKey, dayKey, type RecordSheetRow } from './recordSheet.ts'

/** From the worst to the best; `open` is still to be done, `extra` was done without a plan. */
export type CellTone = 'missed' | 'refused' | 'open' | 'done' | 'extra' | 'away'

export interface CellFace {
  tone: CellTone
  /** 2/2, +1, 不在 */
  main: string
  /** 漏1, 拒1, 补1, +1, 离1 */
  marks: string[]
}

export type CellSum = Omit<MatrixCellData, 'day'>

const NOTHING: CellSum = { planned: 0, done: 0, refused: 0, missed: 0, away: 0, late: 0, extra: 0 }

export function sumOf(cells: readonly CellSum[]): CellSum {
  const sum = { ...NOTHING }
  for (const cell of cells) for (const key of Object.keys(sum) as (keyof CellSum)[]) sum[key] += cell[key]
  return sum
}

export const isBlank = (cell: CellSum) => cell.planned === 0 && cell.away === 0 && cell.extra === 0

function toneOf(cell: CellSum): CellTone {
  if (cell.missed > 0) return 'missed'
  if (cell.refused > 0) return 'refused'
  if (cell.planned > cell.done) return 'open'
  if (cell.planned > 0) return 'done'
  return cell.extra > 0 ? 'extra' : 'away'
}

/** Null where nothing was planned and nothing done. */
export function faceOf(cell: CellSum): CellFace | null {
  if (isBlank(cell)) return null
  const tone = toneOf(cell)
  const mark = (word: string, count: number) => (count > 0 ? [`${word}${count}`] : [])
  if (tone === 'away') return { tone, main: '不在', marks: [] }
  if (tone === 'extra') return { tone, main: `+${cell.extra}`, marks: mark('离', cell.away) }
  return {
    tone,
    main: `${cell.done}/${cell.planned}`,
    marks: [
      ...mark('漏', cell.missed),
      ...mark('拒', cell.refused),
      ...mark('补', cell.late),
      ...mark('+', cell.extra),
      ...mark('离', cell.away),
    ],
  }
}

/** 应做 3 次，已做 2 次，漏做 1 次，补录 1 次 */
export function cellWords(cell: CellSum): string {
  const part = (word: string, count: number) => (count > 0 ? [`${word} ${count} 次`] : [])
  return [
    ...(cell.planned > 0 ? [`应做 ${cell.planned} 次`, `已做 ${cell.done} 次`] : []),
    ...part('漏做', cell.missed),
    ...part('拒绝', cell.refused),
    ...part('其中补录', cell.late),
    ...part('按需另做', cell.extra),
    ...part('外出或住院免做', cell.away),
  ].join('，')
}

/** In one line, for paper and workbooks: ✓2/2, 1/2 漏1. */
export function cellLine(cell: CellSum): string | null {
  const face = faceOf(cell)
  if (!face) return null
  return [face.tone === 'done' ? `✓${face.main}` : face.main, ...face.marks].join(' ')
}

/** Whole percent of what is decided; what can still be done does not lower it. Null where nothing is. */
export function rateOf({ done, refused, missed }: CellSum): number | null {
  const decided = done + refused + missed
  return decided === 0 ? null : Math.floor((done / decided) * 100)
}

export const WEEKDAYS = ['一', '二', '三', '四', '五', '六', '日']

export interface MatrixDay {
  /** 1 … 31 */
  day: number
  /** yyyy-MM-dd */
  date: string
  weekday: string
  weekend: boolean
}

export const monthDays = ({ month, days }: Pick<CareMatrixData, 'month' | 'days'>): MatrixDay[] =>
  Array.from({ length: days }, (_, at) => {
    const date = `${month}-${String(at + 1).padStart(2, '0')}`
    const weekday = weekdayOf(date)
    return { day: at + 1, date, weekday: WEEKDAYS[weekday - 1]!, weekend: weekday > 5 }
  })

export interface MatrixRow {
  projectId: string
  projectName: string
  categoryName: string
  byDay: ReadonlyMap<number, MatrixCellData>
  sum: CellSum
}

export interface MatrixLayout {
  days: MatrixDay[]
  /** Projects by category, in the order they came. */
  groups: { categoryName: string; rows: MatrixRow[] }[]
  daySums: ReadonlyMap<number, CellSum>
  sum: CellSum
}

export function layoutOf(matrix: CareMatrixData): MatrixLayout {
  const groups = new Map<string, MatrixRow[]>()
  const byDay = new Map<number, MatrixCellData[]>()
  for (const { cells, ...project } of matrix.projects) {
    const row = { ...project, byDay: new Map(cells.map((cell) => [cell.day, cell])), sum: sumOf(cells) }
    const group = groups.get(project.categoryName)
    if (group) group.push(row)
    else groups.set(project.categoryName, [row])
    for (const cell of cells) {
      const day = byDay.get(cell.day)
      if (day) day.push(cell)
      else byDay.set(cell.day, [cell])
    }
  }
  return {
    days: monthDays(matrix),
    groups: [...groups].map(([categoryName, rows]) => ({ categoryName, rows })),
    daySums: new Map([...byDay].map(([day, cells]) => [day, sumOf(cells)])),
    sum: sumOf(matrix.projects.flatMap((project) => project.cells)),
  }
}

const inDays = (days: readonly MatrixDay[], cellOf: (day: number) => CellSum | undefined) => {
  const texts = {} as Record<DayKey, string | null>
  for (let day = 1; day <= 31; day++) {
    const cell = day <= days.length ? cellOf(day) : undefined
    texts[dayKey(day)] = cell ? cellLine(cell) : null
  }
  return texts
}

/** Rows of the workbook; the last is the sum of every day. */
export function sheetRowsOf(matrix: CareMatrixData): RecordSheetRow[] {
  const { days, groups, daySums, sum } = layoutOf(matrix)
  const rows = groups.flatMap(({ rows: own }) =>
    own.map(({ projectId, projectName, categoryName, byDay, sum: all }) => ({
      projectId,
      projectName,
      categoryName,
      ...inDays(days, (day) => byDay.get(day)),
      ...all,
    })),
  )
  if (rows.length === 0) return []
  const last = {
    projectId: '',
    projectName: '合计',
    categoryName: '',
    ...inDays(days, (day) => daySums.get(day)),
    ...sum,
  }
  return [...rows, last]
}
