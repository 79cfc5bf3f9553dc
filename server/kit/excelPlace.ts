// Columns as Excel names them: A … Z, AA … XFD.

/** Excel has no column beyond XFD and no row beyond this. */
export const EXCEL_COLUMNS = 16_384
export const EXCEL_ROWS = 1_048_576

/** 0 → A, 26 → AA */
export function columnName(index: number): string {
  let name = ''
  for (let rest = index + 1; rest > 0; rest = Math.trunc((rest - 1) / 26)) {
    name = String.fromCharCode(65 + ((rest - 1) % 26)) + name
  }
  return name
}

/** A5 → 0, AA5 → 26; null without a letter. */
export function columnOf(reference: string): number | null {
  let sum = 0
  for (let i = 0; i < reference.length && sum <= EXCEL_COLUMNS; i++) {
    const letter = reference.charCodeAt(i) - 64
    if (letter < 1 || letter > 26) break
    sum = sum * 26 + letter
  }
  return sum === 0 ? null : sum - 1
}
