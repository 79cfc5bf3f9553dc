// What opens each declared page. Pages of the menu that share a permission with another page have no code of their own but
// page:<path>; who holds such a code follows from what the page needs.
import type { Noun } from '#contract/kit/call'

const known = new WeakMap<readonly Noun[], ReadonlyMap<string, string>>()

/** Path of the page → its permission expression. */
export function pageNeeds(nouns: readonly Noun[]): ReadonlyMap<string, string> {
  const before = known.get(nouns)
  if (before) return before
  const found = new Map(nouns.flatMap((noun) => Object.values(noun.pages)).map((page) => [page.path, page.needs]))
  known.set(nouns, found)
  return found
}

const PREFIX = 'page:'

/** The page a code stands for; null for codes of their own. */
export const pageOfCode = (code: string) => (code.startsWith(PREFIX) ? code.slice(PREFIX.length) : null)
