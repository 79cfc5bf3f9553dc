// What a kind holds, found by key. Only what it declares is found: an answer named `constructor` names nothing.
import type { Choice, Input, Item, Kind, Level, Section } from '#contract/nursing/assess/kind'

export interface IndexedItem {
  item: Item
  section: Section
  /** Its place among all items, from 1. */
  no: number
  options: ReadonlyMap<string, Choice>
  best: Choice
  worst: Choice
}

export interface KindIndex {
  items: ReadonlyMap<string, IndexedItem>
  sections: ReadonlyMap<string, Section>
  inputs: ReadonlyMap<string, Input>
  levels: ReadonlyMap<number, Level>
  top: number
}

const kept = new WeakMap<Kind, KindIndex>()

function index(kind: Kind): KindIndex {
  const items = new Map<string, IndexedItem>()
  for (const section of kind.sections) {
    for (const item of section.items) {
      const sorted = [...item.options].sort((a, b) => a.score - b.score)
      if (section.direction === 'higherIsBetter') sorted.reverse()
      const options = new Map(item.options.map((one) => [one.key, one]))
      items.set(item.key, { item, section, no: items.size + 1, options, best: sorted[0]!, worst: sorted.at(-1)! })
    }
  }
  return {
    items,
    sections: new Map(kind.sections.map((one) => [one.key, one])),
    inputs: new Map(kind.inputs.map((one) => [one.key, one])),
    levels: new Map(kind.levels.map((one) => [one.level, one])),
    top: Math.max(...kind.levels.map((one) => one.level)),
  }
}

export function indexOf(kind: Kind): KindIndex {
  let found = kept.get(kind)
  if (!found) {
    found = index(kind)
    kept.set(kind, found)
  }
  return found
}

/** A level in its own words; a number no level has is a defect of whoever asks. */
export function levelOf(kind: Kind, level: number): Level {
  const found = indexOf(kind).levels.get(level)
  if (!found) throw new Error(`${kind.key} has no level ${level}`)
  return found
}

/** Minus: the second is worse than the first. Plus: better. */
export const gain = (section: Section, before: number, after: number): number =>
  section.direction === 'higherIsBetter' ? after - before : before - after
