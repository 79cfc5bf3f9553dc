// Rows that do not fit their place are held against the other places that do not fit: a row that belongs elsewhere was
// moved, one that its successor knows nothing of was inserted, the rest were changed.
import { linkOf, type SealedRow } from './auditChain.ts'

export interface Suspect {
  row: SealedRow
  /** The digest that stands before it now. */
  before: string
  /** The row fits when this predecessor is left out. */
  over: SealedRow | null
}

/** A place of the chain, with the digest before it and the digest of the row that stands there now. */
export interface Place {
  seq: number
  before: string
  hash: string | null
}

export interface Explained {
  changed: SealedRow[]
  inserted: SealedRow[]
  moved: { row: SealedRow; to: number }[]
}

/** Every suspect is tried at every place; beyond this many the answer is only that they do not fit. */
const TRIED = 40

export function explain(
  suspects: readonly Suspect[],
  strangers: readonly SealedRow[],
  gaps: readonly Place[],
): Explained {
  const found: Explained = { changed: [], inserted: [], moved: [] }
  const looked = suspects.slice(0, TRIED)
  const places: Place[] = [
    ...looked.map(({ row, before }) => ({ seq: row.seq, before, hash: row.hash })),
    ...gaps.slice(0, TRIED),
  ]
  const digests = new Set([...places.map((place) => place.before), ...looked.map(({ row }) => row.hash)])
  const moved = new Set<SealedRow>()

  const placeOf = (row: SealedRow) =>
    places.find(
      (place) =>
        place.seq !== row.seq &&
        [...digests].some((digest) => {
          const hash = linkOf(digest, row, place.seq)
          return hash === row.hash || hash === place.hash
        }),
    )
  for (const row of [...looked.map((suspect) => suspect.row), ...strangers.slice(0, TRIED)]) {
    const place = placeOf(row)
    if (!place) continue
    moved.add(row)
    found.moved.push({ row, to: place.seq })
  }

  for (const row of strangers) if (!moved.has(row)) found.inserted.push(row)
  const inserted = new Set<SealedRow>()
  for (const { over } of looked) if (over && !moved.has(over)) inserted.add(over)
  found.inserted.push(...inserted)

  for (const { row, before, over } of looked) {
    if (moved.has(row) || inserted.has(row) || over) continue
    // Untouched itself; only what stands before it is wrong, and that is reported.
    const intact = [...digests].some((digest) => digest !== before && linkOf(digest, row, row.seq) === row.hash)
    if (!intact) found.changed.push(row)
  }
  for (const { row } of suspects.slice(TRIED)) found.changed.push(row)
  if (suspects.length > 0 && found.changed.length + found.inserted.length + found.moved.length === 0) {
    found.changed.push(suspects[0]!.row)
  }
  return found
}
