// A house may say a sheet in its own words. Words are all it may change: scores, bands, rules and what is asked stay those
// of the kind, so a stored copy is a list of texts and nothing else.
import type { Kind, Level, Rule } from '#contract/nursing/assess/kind'

/** Place of a text → the text: `item:B.1.1`, `option:B.1.1.A`. */
export type Words = Readonly<Record<string, string>>

const LONGEST = 400

interface Place {
  key: string
  text: string
  /** A hint may be taken away, a name may not. */
  mayBeEmpty: boolean
}

const place = (key: string, text: string, mayBeEmpty = false): Place => ({ key, text, mayBeEmpty })

const levelPlaces = (prefix: string, levels: readonly Level[]): Place[] =>
  levels.flatMap((one) => [
    place(`${prefix}:${one.level}`, one.name),
    place(`${prefix}.short:${one.level}`, one.short),
    place(`${prefix}.care:${one.level}`, one.care ?? '', true),
  ])

/** Every text of a kind that a house may change, with what it says now. */
export function wordsOf(kind: Kind): readonly Place[] {
  return [
    place('name', kind.name),
    place('report', kind.report),
    ...kind.sections.flatMap((section) => [
      place(`section:${section.key}`, section.name),
      place(`section.hint:${section.key}`, section.hint ?? '', true),
      ...section.items.flatMap((item) => [
        place(`item:${item.key}`, item.name),
        place(`item.hint:${item.key}`, item.hint ?? '', true),
        ...item.options.map((one) => place(`option:${item.key}.${one.key}`, one.text)),
      ]),
    ]),
    ...levelPlaces('level', kind.levels),
    ...kind.inputs.map((one) => place(`input:${one.key}`, one.name)),
    ...kind.rules.flatMap((one) => [place(`rule:${one.key}`, one.text), place(`rule.short:${one.key}`, one.short)]),
  ]
}

/** What of a list of words cannot be: places the kind does not have, texts that say nothing or too much. */
export function wordFaults(kind: Kind, words: Words): string[] {
  const places = new Map(wordsOf(kind).map((one) => [one.key, one]))
  return Object.entries(words).flatMap(([key, text]) => {
    const known = places.get(key)
    if (!known) return [`只能修改文字，${kind.name}没有“${key.slice(0, 40)}”这处文字`]
    if (typeof text !== 'string') return [`“${known.text}”应改为文字`]
    if (text.trim() === '' && !known.mayBeEmpty) return [`“${known.text}”不能改成空白`]
    return text.length > LONGEST ? [`“${known.text || '说明'}”的文字不超过 ${LONGEST} 个字`] : []
  })
}

/** The same kind in other words. Refuses whatever is more than words; ask `wordFaults` before. */
export function withWords(kind: Kind, words: Words): Kind {
  const faults = wordFaults(kind, words)
  if (faults.length > 0) throw new Error(faults.join('；'))
  const say = (key: string, text: string) => (Object.hasOwn(words, key) ? words[key]!.trim() : text)
  const hinted = (key: string, hint: string | undefined) => say(key, hint ?? '') || undefined
  const rule = (one: Rule): Rule => ({
    ...one,
    text: say(`rule:${one.key}`, one.text),
    short: say(`rule.short:${one.key}`, one.short),
  })
  return {
    ...kind,
    name: say('name', kind.name),
    report: say('report', kind.report),
    sections: kind.sections.map((section) => ({
      ...section,
      name: say(`section:${section.key}`, section.name),
      hint: hinted(`section.hint:${section.key}`, section.hint),
      items: section.items.map((item) => ({
        ...item,
        name: say(`item:${item.key}`, item.name),
        hint: hinted(`item.hint:${item.key}`, item.hint),
        options: item.options.map((one) => ({ ...one, text: say(`option:${item.key}.${one.key}`, one.text) })),
      })),
    })),
    levels: kind.levels.map((one) => ({
      ...one,
      name: say(`level:${one.level}`, one.name),
      short: say(`level.short:${one.level}`, one.short),
      care: hinted(`level.care:${one.level}`, one.care),
    })),
    inputs: kind.inputs.map((one) => ({ ...one, name: say(`input:${one.key}`, one.name) })),
    rules: kind.rules.map(rule),
  }
}
