// Which answer of one standard goes with which of another. Where the wordings do not decide, several do: 2013 asks
// whether somebody dresses with some help, 2023 how much help for above and below.
import type { Kind } from '#contract/nursing/assess/kind'

/** `item:B.1.1` or `input:coma`. */
export type Node = `item:${string}` | `input:${string}`

export interface Link {
  a: Node
  b: Node
  /** Value at a → values at b that it can be. */
  pairs: Readonly<Record<string, readonly string[]>>
}

const pairs = (text: string): Link['pairs'] =>
  Object.fromEntries(
    text.split(' ').map((one) => {
      const [a, b] = one.split(':') as [string, string]
      return [a, b.split('')]
    }),
  )

const links = (rows: readonly (readonly [a: string, b: string, text: string])[]): Link[] =>
  rows.map(([a, b, text]) => {
    const node = (key: string): Node => (/^[A-Z\d]/.test(key) ? `item:${key}` : `input:${key}`)
    return { a: node(a), b: node(b), pairs: pairs(text) }
  })

const HELP = 'A:A B:BC C:DE'

/** The ten daily activities of 2013 and what 2023 asks about them. */
const daily = [
  ['B.1.1', 'B.1.1', 'A:AB B:BC C:DE'],
  ['B.1.2', 'B.1.3', 'A:A B:BCDE'],
  ['B.1.3', 'B.1.2', 'A:A B:BCDE'],
  ['B.1.4', 'B.1.4', HELP],
  ['B.1.4', 'B.1.5', HELP],
  ['B.1.5', 'B.1.7', HELP],
  ['B.1.6', 'B.1.6', 'A:AB B:BC C:DE'],
  ['B.1.7', 'B.1.8', HELP],
  ['B.1.8', 'B.2.2', 'A:A B:BC C:D D:E'],
  ['B.1.9', 'B.2.3', 'A:A B:BC C:DE D:E'],
  ['B.1.10', 'B.2.4', 'A:A B:BC C:D'],
] as const

const of2013To2023 = links([
  ...daily,
  ['B.2.1', 'dementia', 'A:01 B:01 C:1'],
  ['B.2.2', 'B.3.7', 'A:A B:B C:B'],
  ['B.2.3', 'B.3.8', 'A:A B:B C:B'],
  ['B.3.1', 'B.3.9', 'A:A B:B C:C D:C'],
  ['B.3.1', 'coma', 'A:0 B:0 C:0 D:1'],
  ['B.3.2', 'B.4.1', 'A:A B:B C:B D:C E:C'],
  ['B.3.3', 'B.4.2', 'A:A B:B C:B D:C E:C'],
  ['B.3.4', 'B.3.5', 'A:A B:AB C:ABC D:ABCDE'],
  ['B.3.4', 'B.3.6', 'A:A B:AB C:ABC D:ABCDE'],
  ['B.4.3', 'B.3.1', 'A:A B:AB C:C D:D E:E'],
  ['B.4.3', 'B.3.2', 'A:A B:A C:AB D:BCD E:BCDE'],
  ['B.4.4', 'B.3.3', 'A:A B:AB C:BC D:CD E:DE'],
  ['B.4.5', 'B.4.5', 'A:A B:B C:C D:D E:E'],
  ['dementia', 'dementia', '0:0 1:1 2:1 3:1'],
  ['mentalIllness', 'otherMentalDisorder', '0:0 1:1 2:1 3:1 4:1 5:1 6:1'],
  ['fall', 'fall', '0:0 1:1 2:2 3:3'],
  ['lost', 'lost', '0:0 1:1 2:2 3:3'],
  ['choking', 'choking', '0:0 1:1 2:2 3:3'],
  ['suicide', 'suicideSelfHarm', '0:0 1:1 2:2 3:3'],
])

const SAME: Readonly<Record<string, string>> = { 2: 'A:A B:B', 3: 'A:A B:B C:C', 4: 'A:A B:B C:C D:D' }

/** The simple sheet asks the same ten in the same order. */
const OPTIONS_OF_TEN = [3, 2, 2, 3, 3, 3, 3, 4, 4, 3]
const easyTo2013 = links(OPTIONS_OF_TEN.map((n, i) => [`${i + 1}`, `B.1.${i + 1}`, SAME[n]!]))
const easyTo2023 = links(daily.map(([a, b, text]) => [a.slice('B.1.'.length), b, text]))

const walks: readonly (readonly [a: string, b: string, links: readonly Link[]])[] = [
  ['of2013', 'of2023', of2013To2023],
  ['easy', 'of2013', easyTo2013],
  ['easy', 'of2023', easyTo2023],
]

const turned = ({ a, b, pairs: forth }: Link): Link => {
  const back = new Map<string, string[]>()
  for (const [from, all] of Object.entries(forth)) for (const to of all) back.set(to, [...(back.get(to) ?? []), from])
  return { a: b, b: a, pairs: Object.fromEntries(back) }
}

/** Sheets with the same scored items are one for this purpose: the enhanced one is the 2023 standard. */
const base = (kind: Kind) => (kind.key === 'of2023Plus' ? 'of2023' : kind.key)

/** How answers of one kind are read as another; null where the two have nothing to do with each other. */
export function linksBetween(from: Kind, to: Kind): readonly Link[] | null {
  for (const [a, b, all] of walks) {
    if (a === base(from) && b === base(to)) return all
    if (b === base(from) && a === base(to)) return all.map(turned)
  }
  return null
}
