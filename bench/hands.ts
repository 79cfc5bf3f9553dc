// Hands on the console, and a long day of it: the lines of the report.
import type { Account } from './console.ts'
import { handLines, interact } from './interaction.ts'
import type { Line } from './report.ts'
import { soakLines, soakTabs } from './tabsSoak.ts'

/** Within `withBarePage`. */
export async function timeHands(url: string, account: Account): Promise<Line[]> {
  return [...handLines(await interact(url, account)), ...soakLines(await soakTabs(url, account))]
}
