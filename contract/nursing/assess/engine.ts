// The one engine of all kinds: pure, the same in the browser while somebody fills a sheet and at the server that stores it.
import type { Answers, Fields, Input, Inputs, Kind } from '#contract/nursing/assess/kind'
import { indexOf } from '#contract/nursing/assess/kindIndex'
import { type Outcome, outcomeOf, type RuleRun } from '#contract/nursing/assess/outcome'
import { type Fault, read } from '#contract/nursing/assess/read'

export type { Fault }

/** Levels that are still possible: the mildest and the worst. Equal ones are certain. */
export interface Span {
  best: number
  worst: number
  /** The level, once it can be no other. */
  level: number | null
}

export interface AssessedSection {
  key: string
  answered: number
  of: number
  /** The sum of what was answered. */
  score: number
  /** What the sum can still become. */
  min: number
  max: number
  /** Null for kinds whose sections have no levels. */
  level: Span | null
}

/** What a rule did. `open`: it depends on what is not answered. */
export type RuleOutcome = 'changed' | 'noChange' | 'passedOver' | 'notMet' | 'open'

export interface AssessedRule {
  key: string
  /** The section whose level it changes, or null for the whole. */
  section: string | null
  outcome: RuleOutcome
  /** Levels before and after it, when it was met and nothing is open. */
  from: number | null
  to: number | null
}

export interface Assessed {
  sections: readonly AssessedSection[]
  answered: number
  of: number
  /** The sum of what was answered; null for kinds that add nothing up across sections. */
  total: number | null
  /** What the sum can still become: 46..65. */
  range: { min: number; max: number } | null
  preliminary: Span
  rules: readonly AssessedRule[]
  /** What is proposed as the final level. */
  final: Span
  /** Items without an answer that still need one. */
  open: readonly string[]
  /** Inputs that were not stated. */
  openInputs: readonly string[]
  faults: readonly Fault[]
  /** Everything is answered and stated, and nothing is wrong. */
  complete: boolean
}

export interface AssessOptions {
  /** The house's own choice of how raises add up. */
  stacking?: Kind['stacking']
  /** The forms, for inputs that are read from them. */
  fields?: Fields
}

const span = (best: number, worst: number): Span => ({ best, worst, level: best === worst ? best : null })

/** The result of another scale that was never made says nothing; everything else that was not stated may still be so. */
const worstInput = (input: Input): number => (input.fromKind ? 0 : Math.max(...input.options.map((one) => one.value)))

const same = (a: number, b: number): number | null => (a === b ? a : null)
const ended = (run: RuleRun): RuleOutcome =>
  run.passedOver ? 'passedOver' : run.to === run.from ? 'noChange' : 'changed'

function ruleOf(best: RuleRun, worst: RuleRun): AssessedRule {
  const { rule, section } = best
  const none = { key: rule.key, section, from: null, to: null }
  if (best.met !== worst.met) return { ...none, outcome: 'open' }
  if (!best.met) return { ...none, outcome: 'notMet' }
  const outcomes = [ended(best), ended(worst)] as const
  // Met whatever comes, though what it changes depends on what comes: it counts as what changes the level.
  const outcome = outcomes[0] === outcomes[1] ? outcomes[0] : outcomes.includes('changed') ? 'changed' : 'noChange'
  return { key: rule.key, section, outcome, from: same(best.from, worst.from), to: same(best.to, worst.to) }
}

export function assess(kind: Kind, answers: Answers, inputs: Inputs, options: AssessOptions = {}): Assessed {
  const index = indexOf(kind)
  const stacking = options.stacking ?? kind.stacking
  const { chosen, inputs: stated, faults } = read(kind, answers, inputs, options.fields)
  const end = (which: 'best' | 'worst'): Outcome =>
    outcomeOf(
      kind,
      {
        score: (key) => (chosen.get(key) ?? index.items.get(key)![which]).score,
        input: (key) => stated.get(key) ?? (which === 'worst' ? worstInput(index.inputs.get(key)!) : 0),
      },
      stacking,
    )
  const best = end('best')
  const worst = end('worst')
  const rules = best.runs.map((run, i) => ruleOf(run, worst.runs[i]!))
  const sections = kind.sections.map((section): AssessedSection => {
    const answered = section.items.filter((item) => chosen.has(item.key))
    const ends = [best.sums.get(section.key)!, worst.sums.get(section.key)!]
    return {
      key: section.key,
      answered: answered.length,
      of: section.items.length,
      score: answered.reduce((sum, item) => sum + chosen.get(item.key)!.score, 0),
      min: Math.min(...ends),
      max: Math.max(...ends),
      level: section.grading ? span(best.sectionLevels.get(section.key)!, worst.sectionLevels.get(section.key)!) : null,
    }
  })
  const closed = best.runs.some((run, i) => run.rule.closes && run.met && worst.runs[i]!.met)
  const open = closed ? [] : [...index.items.keys()].filter((key) => !chosen.has(key))
  const openInputs = kind.inputs.filter((one) => !one.fromKind && !stated.has(one.key)).map((one) => one.key)
  const adds = kind.preliminary.by === 'total'
  return {
    sections,
    answered: chosen.size,
    of: index.items.size,
    total: adds ? sections.reduce((sum, one) => sum + one.score, 0) : null,
    range: adds ? { min: Math.min(best.total, worst.total), max: Math.max(best.total, worst.total) } : null,
    preliminary: span(best.preliminary, worst.preliminary),
    rules,
    final: span(best.final, worst.final),
    open,
    openInputs,
    faults,
    complete: open.length === 0 && openInputs.length === 0 && faults.length === 0,
  }
}
