// Whether a kind is whole: every sum has one level, every reference names something, every key is its own. A kind that
// is not must not be offered, so this is asked in a test for those of the product and at run time for copies of a house.
import type { Band, Condition, Kind, Operand, Section } from '#contract/nursing/assess/kind'

function* operands(condition: Condition): Generator<Operand> {
  if ('all' in condition) for (const one of condition.all) yield* operands(one)
  else if ('any' in condition) for (const one of condition.any) yield* operands(one)
  else if ('of' in condition) yield condition.of
}

const twice = (keys: readonly (string | number)[]) => keys.filter((key, i) => keys.indexOf(key) !== i)

/** Every sum that answers can add up to. */
function reachable(sections: readonly Section[]): number[] {
  let sums = new Set([0])
  for (const item of sections.flatMap((one) => one.items)) {
    const next = new Set<number>()
    for (const sum of sums) for (const { score } of item.options) next.add(sum + score)
    sums = next
  }
  return [...sums].sort((a, b) => a - b)
}

function bandFaults(where: string, bands: readonly Band[], sums: readonly number[], levels: ReadonlySet<number>) {
  const faults = bands
    .filter((band) => !levels.has(band.level))
    .map((band) => `${where}: band of no level ${band.level}`)
  for (const sum of sums) {
    const held = bands.filter((band) => sum >= band.min && sum <= band.max).length
    if (held !== 1) faults.push(`${where}: ${sum} lies in ${held} bands`)
  }
  return faults
}

function itemFaults(section: Section): string[] {
  const faults: string[] = []
  if (section.items.length === 0) faults.push(`${section.key}: no items`)
  for (const { key, options } of section.items) {
    if (options.length < 2) faults.push(`${key}: fewer than two options`)
    for (const option of twice(options.map((one) => one.key))) faults.push(`${key}: option ${option} twice`)
    if (options.some((one) => !Number.isInteger(one.score))) faults.push(`${key}: a score that is no whole number`)
  }
  return faults
}

export function kindFaults(kind: Kind): string[] {
  const items = new Set(kind.sections.flatMap((one) => one.items.map((item) => item.key)))
  const inputs = new Set(kind.inputs.map((one) => one.key))
  const fields = kind.forms.flatMap((one) => one.fields)
  const graded = new Set<string>()
  const faults: string[] = []

  const known = (operand: Operand) =>
    'item' in operand
      ? items.has(operand.item)
      : 'section' in operand
        ? graded.has(operand.section)
        : 'inputs' in operand
          ? operand.inputs.every((one) => inputs.has(one))
          : true
  const refers = (where: string, condition: Condition) => {
    for (const one of operands(condition)) if (!known(one)) faults.push(`${where}: refers to ${JSON.stringify(one)}`)
  }

  for (const [what, keys] of [
    ['section', kind.sections.map((one) => one.key)],
    ['item', kind.sections.flatMap((one) => one.items.map((item) => item.key))],
    ['input', kind.inputs.map((one) => one.key)],
    ['field', fields.map((one) => one.key)],
    ['level', kind.levels.map((one) => one.level)],
    ['rule', [...kind.rules, ...kind.sections.flatMap((one) => one.grading?.rules ?? [])].map((one) => one.key)],
  ] as const)
    for (const key of twice(keys)) faults.push(`${what} ${key} twice`)

  for (const section of kind.sections) {
    faults.push(...itemFaults(section))
    const { grading } = section
    if (!grading) continue
    const levels = new Set(grading.names.map((one) => one.level))
    if (grading.by === 'bands') faults.push(...bandFaults(section.key, grading.bands, reachable([section]), levels))
    else {
      for (const one of grading.cases) refers(section.key, one.when)
      if (!('always' in grading.cases.at(-1)!.when)) faults.push(`${section.key}: the last case does not always hold`)
    }
    for (const rule of grading.rules ?? []) refers(`${section.key} ${rule.key}`, rule.when)
    graded.add(section.key)
  }

  const levels = new Set(kind.levels.map((one) => one.level))
  const { preliminary } = kind
  if (preliminary.by === 'total')
    faults.push(...bandFaults('total', preliminary.bands, reachable(kind.sections), levels))
  else if (graded.size !== kind.sections.length) faults.push('a section without levels of its own')
  if (preliminary.by === 'cases') for (const one of preliminary.cases) refers('cases', one.when)
  for (const rule of kind.rules) refers(rule.key, rule.when)
  for (const { key, fromField, options } of kind.inputs) {
    if (options.length < 2) faults.push(`input ${key}: fewer than two values`)
    if (fromField && !fields.some((one) => one.key === fromField.field))
      faults.push(`input ${key}: no field ${fromField.field}`)
  }
  for (const { key, type, options } of fields)
    if ((type === 'one' || type === 'many') && !options?.length) faults.push(`field ${key}: nothing to choose`)
  return faults
}
