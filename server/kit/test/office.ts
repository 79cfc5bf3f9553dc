// A workbook as an office suite reads it; where none is installed, as the product's own reader does.
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { readSheet } from '#server/kit/test/sheet'

const OFFICE = [
  '/usr/bin/soffice',
  '/usr/bin/libreoffice',
  '/Applications/LibreOffice.app/Contents/MacOS/soffice',
].find((path) => existsSync(path))

/** Tab between cells, the text as it is formatted on screen. */
const CSV = 'csv:Text - txt - csv (StarCalc):9,34,76,1,,0,false,true,false'

/** Rows of cells; the folder takes what the suite writes. */
export async function cellsByOffice(path: string, folder: string): Promise<string[][]> {
  if (!OFFICE) return (await readSheet(path)).map((row) => row.map((cell) => String(cell ?? '')))
  await promisify(execFile)(OFFICE, [
    '--headless',
    `-env:UserInstallation=file://${join(folder, 'office')}`,
    '--convert-to',
    CSV,
    '--outdir',
    folder,
    path,
  ])
  const text = await readFile(join(folder, basename(path).replace(/xlsx$/, 'csv')), 'utf8')
  return text
    .trimEnd()
    .split('\n')
    .map((line) => line.split('\t').map((cell) => cell.replace(/^"|"$/g, '')))
}

/** A cell of money in fen. */
export const fenOfCell = (cell: string | undefined) => Math.round(Number((cell ?? '').replaceAll(',', '') || 0) * 100)
