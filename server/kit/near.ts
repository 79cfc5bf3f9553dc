// The name that was probably meant: one that holds the typed one or is held by it, or one few letters away.

const bare = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{P}\p{S}]/gu, '')
    .toLowerCase()

/** Letters to change, add or leave out; more than `most` is not counted further. */
function distance(a: readonly string[], b: readonly string[], most: number): number {
  if (Math.abs(a.length - b.length) > most) return most + 1
  let before = b.map((_, i) => i + 1)
  for (const [i, letter] of a.entries()) {
    const row: number[] = []
    for (const [k, other] of b.entries()) {
      const left = k === 0 ? i + 1 : row[k - 1]!
      const corner = k === 0 ? i : before[k - 1]!
      row.push(Math.min(left + 1, before[k]! + 1, corner + (letter === other ? 0 : 1)))
    }
    before = row
  }
  return before.at(-1) ?? a.length
}

const LONGEST = 40

/** How far a name is from what was typed; null: too far to be meant. */
function farness(typed: string, name: string): number | null {
  if (typed === '' || name === '') return null
  if (typed === name) return 0
  const [a, b] = [[...typed], [...name]]
  // One letter stands in too many names, unless it begins one: 汉, 汉族.
  const held = a.length === 1 ? name.startsWith(typed) : name.includes(typed) || (b.length > 1 && typed.includes(name))
  if (held) return Math.abs(a.length - b.length) / 2
  const most = Math.max(1, Math.floor(Math.max(a.length, b.length) / 3))
  if (Math.min(a.length, b.length) < 2 || !a.some((letter) => b.includes(letter))) return null
  const found = distance(a, b, most)
  return found <= most ? found : null
}

/** Null when nothing is near, or two are equally near: a guess between them would be as often wrong. */
export function nearest(text: string, names: Iterable<string>): string | null {
  const typed = bare(text)
  if ([...typed].length > LONGEST) return null
  let best: { name: string; far: number; start: boolean } | null = null
  let tied = false
  for (const name of names) {
    const plain = bare(name)
    const far = farness(typed, plain)
    if (far === null || (best && far > best.far)) continue
    const start = plain.startsWith(typed)
    if (best && far === best.far && start === best.start) {
      tied ||= name !== best.name
      continue
    }
    if (best && far === best.far && best.start) continue
    best = { name, far, start }
    tied = false
  }
  return tied ? null : (best?.name ?? null)
}
