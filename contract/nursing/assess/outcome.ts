// A sheet that is answered whole comes to one result. The engine asks for two, the best and the worst that are still
// possible: what is the same in both is certain, because a worse answer never gives a better level.
import type { Band, Case, Condition, Effect, Kind, Operand, Rule, Section } from '#contract/nursing/assess/kind'
import { indexOf } from '#contract/nursing/assess/kindIndex'

export interface RuleRun {
  rule: Rule
  section: string | null
  met: boolean
  /** A rule before it ended the list. */
  passedOver: boolean
  from: number
  to: number
}

export interface Outcome {
  sums: ReadonlyMap<string, number>
  sectionLevels: ReadonlyMap<string, number>
  total: number
  preliminary: number
  runs: readonly RuleRun[]
  final: number
}

/** Scores by item, values by input. */
export interface Whole {
  score: (item: string) => number
  input: (input: string) => number
}

interface Known extends Whole {
  sectionLevels: ReadonlyMap<string, number>
  preliminary: number
}

function looked(operand: Operand, known: Known): number {
  if ('item' in operand) return known.score(operand.item)
  if ('inputs' in operand) return operand.inputs.reduce((sum, one) => sum + known.input(one), 0)
  if ('preliminary' in operand) return known.preliminary
  const level = known.sectionLevels.get(operand.section)
  if (level === undefined) throw new Error(`Section ${operand.section} has no level`)
  return level
}

export function holds(condition: Condition, known: Known): boolean {
  if ('always' in condition) return true
  if ('all' in condition) return condition.all.every((one) => holds(one, known))
  if ('any' in condition) return condition.any.some((one) => holds(one, known))
  const value = looked(condition.of, known)
  return value >= (condition.min ?? -Infinity) && value <= (condition.max ?? Infinity)
}

export function bandOf(bands: readonly Band[], sum: number): Band {
  const found = bands.find((band) => sum >= band.min && sum <= band.max)
  if (!found) throw new Error(`No band holds ${sum}`)
  return found
}

function caseOf(cases: readonly Case[], known: Known): Case {
  const found = cases.find((one) => holds(one.when, known))
  if (!found) throw new Error('No case holds')
  return found
}

function changed(effect: Effect, level: number, top: number, raiseCounts: boolean): number {
  if ('raise' in effect) return raiseCounts ? Math.min(level + effect.raise, top) : level
  if ('set' in effect) return effect.set
  if ('atLeast' in effect) return Math.max(level, effect.atLeast)
  if ('atMost' in effect) return Math.min(level, effect.atMost)
  return level
}

function runRules(
  rules: readonly Rule[],
  about: { section: string | null; start: number; top: number; stacking: Kind['stacking'] },
  known: Known,
): { runs: RuleRun[]; level: number } {
  let level = about.start
  let raised = false
  let stopped = false
  const runs = rules.map((rule): RuleRun => {
    const met = holds(rule.when, known)
    const from = level
    if (met && !stopped) {
      level = changed(rule.effect, level, about.top, !(raised && about.stacking === 'single'))
      raised ||= 'raise' in rule.effect
    }
    const run = { rule, section: about.section, met, passedOver: stopped, from, to: level }
    stopped ||= met && rule.stop === true
    return run
  })
  return { runs, level }
}

const topOf = (section: Section) => Math.max(...section.grading!.names.map((one) => one.level))

export function outcomeOf(kind: Kind, whole: Whole, stacking: Kind['stacking']): Outcome {
  const sums = new Map<string, number>()
  const sectionLevels = new Map<string, number>()
  const runs: RuleRun[] = []
  let total = 0
  for (const section of kind.sections) {
    const sum = section.items.reduce((all, item) => all + whole.score(item.key), 0)
    sums.set(section.key, sum)
    total += sum
    if (!section.grading) continue
    const known = { ...whole, sectionLevels, preliminary: Number.NaN }
    const { grading } = section
    const start = grading.by === 'bands' ? bandOf(grading.bands, sum).level : caseOf(grading.cases, known).level
    const about = { section: section.key, start, top: topOf(section), stacking }
    const graded = runRules(grading.rules ?? [], about, known)
    runs.push(...graded.runs)
    sectionLevels.set(section.key, graded.level)
  }
  const { preliminary: by } = kind
  const known = { ...whole, sectionLevels, preliminary: Number.NaN }
  const preliminary =
    by.by === 'total'
      ? bandOf(by.bands, total).level
      : by.by === 'cases'
        ? caseOf(by.cases, known).level
        : Math.max(...sectionLevels.values())
  const about = { section: null, start: preliminary, top: indexOf(kind).top, stacking }
  const ended = runRules(kind.rules, about, { ...known, preliminary })
  return { sums, sectionLevels, total, preliminary, runs: [...runs, ...ended.runs], final: ended.level }
}
