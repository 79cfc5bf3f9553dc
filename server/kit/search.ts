// Global search asks every area. An area takes part by exporting `search` from its public.ts.
import type { SearchHitData } from '#contract/platform/shell'
import type { Caller } from './caller.ts'

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
