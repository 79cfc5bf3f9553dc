// Why a row of a workbook cannot be imported: all of its reasons at once, each with the value that was probably meant.
import { invalid, Refusal } from '#contract/kit/refusal'
import type { ImportFix } from '#contract/kit/sheet'
import { nearest } from './near.ts'

export interface Reason {
  text: string
  /** What would mend it, when a near value is known. */
  fix?: ImportFix
}

/** A word that is not among those offered. */
export class UnknownWord extends Refusal {
  constructor(
    message: string,
    readonly typed: string,
    readonly meant: string,
  ) {
    super('INVALID_INPUT', { message })
  }
}

/** Refuses a word, and asks whether a near one was meant. `message`: what is wrong with it, in words. */
export function unknownWord(message: string, typed: string, offered: Iterable<string>, advice = ''): Refusal {
  const meant = nearest(typed, offered)
  return meant === null ? invalid(message + advice) : new UnknownWord(`${message}，是不是“${meant}”？`, typed, meant)
}

/** Collects the reasons of one row, so that a clerk mends all of them at once. */
export class Reasons {
  readonly list: Reason[] = []

  add(text: string): void {
    this.list.push({ text })
  }

  /** `column`: the title of the cell that is read; it begins the sentence unless `said` does. */
  attempt<T>(column: string, work: () => T, said = column): T | null {
    try {
      return work()
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      const fix = error instanceof UnknownWord ? { column, from: error.typed, to: error.meant } : undefined
      this.list.push({ text: said + error.message, ...(fix && { fix }) })
      return null
    }
  }

  /** Each word of a cell that names several; null when one of them is none. */
  each<T>(column: string, words: readonly string[], work: (word: string) => T, said = column): T[] | null {
    const found = words.map((word) => this.attempt(column, () => work(word), said))
    return found.includes(null) ? null : (found as T[])
  }
}
