// Amounts that a reader may not see: every amount of an answer becomes null, however deep it stands.

/** The arrears mark beside a name stays a mark and says no amount. */
const MARK = 'owedFen'

function hide<T>(answer: T, marks: boolean): T {
  if (Array.isArray(answer)) return answer.map((one) => hide(one, marks)) as T
  if (typeof answer !== 'object' || answer === null) return answer
  const shown = Object.entries(answer).map(([name, value]) => {
    if (marks && name === MARK) return [name, Number(value) > 0 ? 1 : 0]
    return [name, name.endsWith('Fen') ? null : hide(value, marks)]
  })
  return Object.fromEntries(shown) as T
}

export const hideMoney = <T>(answer: T): T => hide(answer, true)

/** Where what is owed is no mark but a column. */
export const hideAllMoney = <T>(answer: T): T => hide(answer, false)
