// Global search asks every area. An area takes part by exporting `search` from its public.ts.
import type { SearchHitData } from '#contract/platform/shell'
import type { Caller } from './caller.ts'
import { textPinyin } from './pinyin.ts'

/** At most this many hits of one kind are shown. */
export const HITS_PER_KIND = 8

/**
 * Finds what the caller may see. Runs on every pause in typing, so it is one prepared statement on an index;
 * it answers at most HITS_PER_KIND hits, best first, and nothing for what the caller has no permission for.
 */
export type SearchProvider = (who: Caller, keyword: SearchWords) => Promise<SearchHitData[]>

export interface SearchWords {
  /** What was typed, trimmed. */
  text: string
  /** Its words; every one of them must match. */
  words: readonly string[]
}

const WORDS = 4

export function searchWords(typed: string): SearchWords {
  const text = typed.trim().slice(0, 60)
  return { text, words: text.split(/\s+/).filter(Boolean).slice(0, WORDS) }
}

/** How well one word fits a title: 0 the whole, then its beginning, initials, any part, pinyin; null not at all. */
export function titleRank(word: string, title: string): number | null {
  const low = word.toLowerCase()
  const text = title.toLowerCase()
  if (text === low) return 0
  if (text.startsWith(low)) return 1
  const { pinyin, initials } = textPinyin(title)
  if (initials === low) return 2
  if (initials.startsWith(low)) return 3
  if (text.includes(low)) return 4
  if (pinyin.startsWith(low)) return 5
  if (initials.includes(low)) return 6
  return low.length > 1 && pinyin.includes(low) ? 7 : null
}
