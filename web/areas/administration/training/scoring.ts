// What was typed into the table of scores, and what it comes to.
import type { TrainingPersonData } from '#contract/administration/training'

/** By the score, or by hand one way or the other. */
export type Judged = 'score' | 'yes' | 'no'

export interface Typed {
  score: string
  judged: Judged
  remark: string
}

export const typedOf = (one: TrainingPersonData): Typed => ({
  score: one.score === null ? '' : String(one.score),
  judged: one.byHand ? (one.passed ? 'yes' : 'no') : 'score',
  remark: one.remark ?? '',
})

/** Full-width digits of a Chinese keyboard are digits as well. */
const plain = (text: string) =>
  text.trim().replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))

export interface Judgement {
  score: number | null
  passed: boolean | null
  fault: string | null
}

export function judge(typed: Typed, passScore: number | null): Judgement {
  const text = plain(typed.score)
  const score = passScore === null || text === '' ? null : Number(text)
  const fault = score !== null && !(/^\d+$/.test(text) && score <= 100) ? '应为 0 至 100 的整数' : null
  const byScore = passScore === null ? true : score === null || fault ? null : score >= passScore
  return { score: fault ? null : score, passed: typed.judged === 'score' ? byScore : typed.judged === 'yes', fault }
}

export interface ScoreRow {
  empId: string
  score: number | null
  passed: boolean | null
  remark: string | null
  version: number
}

const same = (a: Typed, b: Typed) =>
  plain(a.score) === plain(b.score) && a.judged === b.judged && a.remark.trim() === b.remark.trim()

/** Only what was changed is sent, with the version it was changed from. */
export function changedRows(
  people: readonly TrainingPersonData[],
  typed: Readonly<Record<string, Typed>>,
  passScore: number | null,
): { rows: ScoreRow[]; faults: Record<string, string> } {
  const rows: ScoreRow[] = []
  const faults: Record<string, string> = {}
  for (const one of people) {
    const now = typed[one.empId]
    if (!now || same(now, typedOf(one))) continue
    const { score, fault } = judge(now, passScore)
    if (fault) faults[one.empId] = fault
    else {
      rows.push({
        empId: one.empId,
        score,
        passed: now.judged === 'score' ? null : now.judged === 'yes',
        remark: now.remark.trim() || null,
        version: one.version,
      })
    }
  }
  return { rows, faults }
}
