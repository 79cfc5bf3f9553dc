// Which modules of the console share a file. Cut only by who uses what, the pages together come in hundreds of files of
// one kilobyte, and every file costs a browser as much time as some kilobytes would. So pieces are joined as long as that
// spares the pages together more requests than it brings them bytes they do not need.

/** A file as it comes when nothing is joined. */
export interface DraftFile {
  name: string
  modules: readonly string[]
  size: number
  /** Files it cannot run without. */
  imports: readonly string[]
  /** Loaded by itself: a page, or what is loaded when it is needed. */
  entry: boolean
  /** There before any page: not for us to cut. */
  initial: boolean
}

interface Piece {
  modules: string[]
  size: number
  users: Uint32Array
  files: string[]
}

/** What a request costs, in bytes of source as a bundler counts them before it makes them small. */
export const REQUEST_COST = 50_000

/** The modules of each joined file, those first that others are built on. */
export function planFiles(files: readonly DraftFile[], requestCost = REQUEST_COST): string[][] {
  const byName = new Map(files.map((file) => [file.name, file]))
  const entries = files.filter((file) => file.entry && !file.initial)
  const words = Math.ceil(entries.length / 32)
  const users = new Map<string, Uint32Array>()
  for (const [at, entry] of entries.entries()) {
    for (const name of everythingBelow(entry.name, byName)) {
      const set = users.get(name) ?? new Uint32Array(words)
      users.set(name, set)
      set[at >> 5]! |= 1 << (at & 31)
    }
  }
  const pieces: Piece[] = files
    .filter((file) => !file.entry && !file.initial && users.has(file.name))
    .map((file) => ({
      modules: [...file.modules],
      size: file.size,
      users: users.get(file.name)!,
      files: [file.name],
    }))
  join(pieces, byName, requestCost)
  return inOrder(pieces, byName).map((piece) => piece.modules)
}

function everythingBelow(name: string, files: ReadonlyMap<string, DraftFile>): Set<string> {
  const found = new Set<string>()
  const visit = (one: string) => {
    const file = files.get(one)
    if (!file || found.has(one)) return
    found.add(one)
    for (const next of file.imports) visit(next)
  }
  visit(name)
  return found
}

/** The pair that spares most is joined first, until no pair spares anything. */
function join(pieces: Piece[], files: ReadonlyMap<string, DraftFile>, requestCost: number): void {
  const refused = new Map<Piece, Set<Piece>>()
  for (;;) {
    let best: { spared: number; a: Piece; b: Piece } | undefined
    for (let i = 0; i < pieces.length; i++) {
      const a = pieces[i]!
      for (let j = i + 1; j < pieces.length; j++) {
        const b = pieces[j]!
        const spared = sparedBy(a, b, requestCost)
        if (spared > (best?.spared ?? 0) && !refused.get(a)?.has(b)) best = { spared, a, b }
      }
    }
    if (!best) return
    const { a, b } = best
    // Files that need each other would run before what they need is there.
    if (leadsAround(a, b, pieces, files) || leadsAround(b, a, pieces, files)) {
      refused.set(a, (refused.get(a) ?? new Set()).add(b))
      continue
    }
    pieces.splice(pieces.indexOf(b), 1)
    pieces[pieces.indexOf(a)] = {
      modules: [...a.modules, ...b.modules],
      size: a.size + b.size,
      users: a.users.map((word, at) => word | b.users[at]!),
      files: [...a.files, ...b.files],
    }
  }
}

function sparedBy(a: Piece, b: Piece, requestCost: number): number {
  let [ofA, ofB, ofBoth] = [0, 0, 0]
  for (let at = 0; at < a.users.length; at++) {
    ofA += bits(a.users[at]!)
    ofB += bits(b.users[at]!)
    ofBoth += bits(a.users[at]! | b.users[at]!)
  }
  return ofA * (requestCost + a.size) + ofB * (requestCost + b.size) - ofBoth * (requestCost + a.size + b.size)
}

function bits(word: number): number {
  let rest = word - ((word >>> 1) & 0x55555555)
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333)
  return Math.imul((rest + (rest >>> 4)) & 0x0f0f0f0f, 0x01010101) >>> 24
}

/** What a piece needs of the others, directly. */
function needsOf(piece: Piece, owner: ReadonlyMap<string, Piece>, files: ReadonlyMap<string, DraftFile>): Set<Piece> {
  const needed = new Set(piece.files.flatMap((name) => files.get(name)!.imports.map((one) => owner.get(one))))
  needed.delete(undefined)
  needed.delete(piece)
  return needed as Set<Piece>
}

const ownersOf = (pieces: readonly Piece[]) =>
  new Map(pieces.flatMap((piece) => piece.files.map((name) => [name, piece] as const)))

/** Whether one piece needs another by way of a third. */
function leadsAround(from: Piece, to: Piece, pieces: readonly Piece[], files: ReadonlyMap<string, DraftFile>): boolean {
  const owner = ownersOf(pieces)
  const seen = new Set<Piece>([from])
  const open = [...needsOf(from, owner, files)].filter((piece) => piece !== to)
  for (let piece = open.pop(); piece; piece = open.pop()) {
    if (piece === to) return true
    if (seen.has(piece)) continue
    seen.add(piece)
    open.push(...needsOf(piece, owner, files))
  }
  return false
}

function inOrder(pieces: readonly Piece[], files: ReadonlyMap<string, DraftFile>): Piece[] {
  const owner = ownersOf(pieces)
  const ordered = new Set<Piece>()
  const visit = (piece: Piece) => {
    if (ordered.has(piece)) return
    for (const needed of needsOf(piece, owner, files)) visit(needed)
    ordered.add(piece)
  }
  for (const piece of pieces) visit(piece)
  return [...ordered]
}
