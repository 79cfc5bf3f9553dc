// Files as a person would choose them: real pictures, such that only pretend to be one, workbooks.
import sharp from 'sharp'
import { writeSheet, XLSX_MIME } from '#server/kit/excel'

export interface ChosenFile {
  name: string
  mimeType: string
  buffer: Buffer
}

/** A picture with something on it. */
export async function pngFile(name: string, width = 640, height = 400): Promise<ChosenFile> {
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="100%" height="100%" fill="#eaf3fd"/>
    <rect x="8%" y="10%" width="84%" height="80%" fill="#fff" stroke="#166bc1" stroke-width="6"/>
    <circle cx="78%" cy="68%" r="12%" fill="none" stroke="#d0221a" stroke-width="8"/>
  </svg>`
  const buffer = await sharp(Buffer.from(drawing)).png().toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

export const textFile = (name: string, text: string, mimeType = 'text/plain'): ChosenFile => ({
  name,
  mimeType,
  buffer: Buffer.from(text),
})

/** A workbook with these columns, one line per row. */
export async function sheetFile(
  name: string,
  titles: readonly string[],
  lines: readonly (readonly string[])[],
): Promise<ChosenFile> {
  const columns = titles.map((title, i) => ({ title, value: (line: readonly string[]) => line[i] ?? '' }))
  return {
    name,
    mimeType: XLSX_MIME,
    buffer: await writeSheet({ title: name.replace(/\.xlsx$/, ''), columns, rows: lines }),
  }
}
