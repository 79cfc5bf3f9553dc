// The kind of a sheet in the words of the house, where it was made with a copy of its own.
import type { Kind } from '#contract/nursing/assess/kind'
import { kindOf } from '#contract/nursing/assess/kinds'
import { withWords } from '#contract/nursing/assess/words'
import type { WordsData } from '#contract/nursing/assessFields'

export function houseKind({ kind, words }: { kind: string; words: readonly WordsData[] }): Kind | null {
  const found = kindOf(kind)
  if (!found) return null
  return words.length === 0 ? found : withWords(found, Object.fromEntries(words.map(({ key, text }) => [key, text])))
}
