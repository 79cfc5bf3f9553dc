// The table a run prints, and whether a budget is broken.
export interface Line {
  what: string
  measured: string
  budget: string
  holds: boolean
}

export const atLeast = (what: string, value: number, limit: number, detail: string): Line => ({
  what,
  measured: `${value.toFixed(2)}  (${detail})`,
  budget: `≥ ${limit}`,
  holds: value >= limit,
})

export const atMost = (what: string, value: number, limit: number, unit: string, digits = 0): Line => ({
  what,
  measured: `${value.toFixed(digits)} ${unit}`,
  budget: `≤ ${limit} ${unit}`,
  holds: value <= limit,
})

export const noted = (what: string, measured: string): Line => ({ what, measured, budget: '—', holds: true })

export function print(lines: readonly Line[]): boolean {
  const wide = Math.max(...lines.map((line) => line.what.length))
  const middle = Math.max(...lines.map((line) => line.measured.length))
  for (const line of lines) {
    process.stdout.write(
      `${line.holds ? 'ok  ' : 'OVER'}  ${line.what.padEnd(wide)}  ${line.measured.padEnd(middle)}  ${line.budget}\n`,
    )
  }
  const over = lines.filter((line) => !line.holds).length
  process.stdout.write(over === 0 ? 'all budgets hold\n' : `${over} budget(s) broken\n`)
  return over === 0
}
