// Amounts that a reader may not see: every amount of an answer becomes null, however deep it stands.

/** The arrears mark beside a name stays a mark and says no amount. */
const MARK = 'owedFen'

export function hideMoney<T>(answer: T): T {
  if (Array.isArray(answer)) return answer.map(hideMoney) as T
  if (typeof answer !== 'object' || answer === null) return answer
  const shown = Object.entries(answer).map(([name, value]) => {
    if (name === MARK) return [name, Number(value) > 0 ? 1 : 0]
    return [name, name.endsWith('Fen') ? null : hideMoney(value)]
  })
  return Object.fromEntries(shown) as T
}
