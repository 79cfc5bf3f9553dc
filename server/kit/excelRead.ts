// Workbooks in. What a cell holds reaches the caller as a text, a number or a truth value; dates as the wire's text.
import { open } from 'node:fs/promises'
import { readSheet as readCells } from 'read-excel-file/node'
import { invalid } from '#contract/kit/refusal'
import { unpacksWithin, zipEntries } from './zipEntries.ts'

export type Cell = string | number | boolean | null

/** A workbook of 20 MB unpacks to less than this unless it was made to fill a memory. */
const MOST_BYTES = 400 * 1024 * 1024

const unreadable = () => invalid('无法读取这个文件，请用 Excel 或 WPS 另存为 .xlsx 工作簿后重试', 'file')

async function isWorkbook(path: string, mostBytes: number): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const entries = await zipEntries(file, size)
    if (!entries?.some((entry) => entry.name === 'xl/workbook.xml')) return false
    return await unpacksWithin(file, entries, mostBytes)
  } finally {
    await file.close()
  }
}

/** The library gives a date as the moment at which a clock in UTC shows it; fractions of days miss the second a bit. */
function dateText(date: Date): string {
  const text = new Date(Math.round(date.getTime() / 1000) * 1000).toISOString().slice(0, 19).replace('T', ' ')
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text
}

/** Excel writes characters that XML does not take, and its own escapes, as _x0009_. */
const spelledOut = (text: string) =>
  text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

const plain = (value: unknown): Cell => {
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? null : dateText(value)
  if (typeof value === 'string') return spelledOut(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  return null
}

/** The first sheet of a workbook, row by row. */
export async function readSheet(path: string, mostBytes = MOST_BYTES): Promise<Cell[][]> {
  if (!(await isWorkbook(path, mostBytes))) throw unreadable()
  let rows: unknown[][]
  try {
    rows = await readCells(path)
  } catch {
    // Whatever is wrong inside the file, its owner can mend it only by saving it again.
    throw unreadable()
  }
  return rows.map((row) => row.map(plain))
}
