// The first sheet of a workbook as a table: rows of one width, those that are left out in the file are empty. For
// workbooks the product wrote itself.
import { type Cell, readBook, type SheetRow, USUAL_BOUNDS } from '#server/kit/excelRead'

export async function readSheet(path: string): Promise<Cell[][]> {
  const rows: SheetRow[] = []
  await readBook(path, { ...USUAL_BOUNDS, rows: 100_000 }, async (portion) => {
    rows.push(...portion)
  })
  const width = rows.reduce((widest, row) => Math.max(widest, row.cells.length), 0)
  const table = Array.from({ length: rows.at(-1)?.number ?? 0 }, () => new Array<Cell>(width).fill(null))
  for (const { number, cells } of rows) for (const [at, cell] of cells.entries()) table[number - 1]![at] = cell
  return table
}
