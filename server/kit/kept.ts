// Figures that are kept instead of counted on every visit. Triggers (`figures_move`) note in figure_moved which transaction
// wrote which table of an organisation, and commit with it. A figure is kept with the oldest transaction that was under way
// before it was counted: everything older was in it, so it stands while no table it reads was moved by that one or a later
// one, whichever process wrote, and until the day ends or the moment comes at which it changes by itself.
import type pg from 'pg'

export interface Counted<T> {
  value: T
  /** The moment (yyyy-MM-dd HH:mm:ss) from which time alone may change it; null: not before the day ends. */
  until: string | null
}

export interface Figure<T> {
  /** What is counted for whom: all that the count depends on besides the organisation and the tables. */
  key: string
  /** The tables it is counted from; each has the triggers. */
  reads: readonly string[]
  count(): Promise<Counted<T>>
}

interface Entry extends Counted<unknown> {
  /** Transactions before this one were decided when it was counted. */
  oldest: number
  day: string
  /** Milliseconds on this process's clock. */
  at: number
}

/** Notes are forgotten after a day; nothing is kept nearly as long. */
const LONGEST = 600_000
const MOST = 5000
const stores = new WeakMap<pg.Pool, Map<string, Entry>>()

const LOOK = `select pg_snapshot_xmin(pg_current_snapshot())::text::bigint as oldest, now() as now,
  (select coalesce(json_agg(json_build_array(w.what, w.last)), '[]') from (
    select what, max(xid) as last from figure_moved where org_id in ($1, '*') and xid >= $2 group by what) w) as moved`

interface Look {
  oldest: number
  now: string
  moved: [what: string, last: number][]
}

function storeOf(pool: pg.Pool): Map<string, Entry> {
  const known = stores.get(pool)
  if (known) return known
  const store = new Map<string, Entry>()
  stores.set(pool, store)
  // A database that was killed may give the numbers of its last transactions again: what was kept by them is let go.
  pool.on('remove', () => store.clear())
  return store
}

function keep(store: Map<string, Entry>, key: string, entry: Entry): void {
  // Last in the order of the map, which begins with what was counted longest ago.
  store.delete(key)
  store.set(key, entry)
  if (store.size > MOST) store.delete(store.keys().next().value!)
}

export async function keptFigures<T>(pool: pg.Pool, orgId: string, figures: readonly Figure<T>[]): Promise<T[]> {
  const store = storeOf(pool)
  const at = performance.now()
  const known = figures.map(({ key }) => {
    const entry = store.get(`${orgId} ${key}`)
    return entry && at - entry.at < LONGEST ? entry : null
  })
  const from = known.reduce((least, entry) => Math.min(least, entry?.oldest ?? least), Number.MAX_SAFE_INTEGER)
  // Before anything is counted: what commits later is counted, or moves what is kept.
  const found = await pool.query<Look>({ name: 'figures_look', text: LOOK, values: [orgId, from] })
  const { oldest, now, moved } = found.rows[0]!
  const last = new Map(moved)
  const day = now.slice(0, 10)
  const stands = (entry: Entry, reads: readonly string[]) =>
    entry.day === day &&
    (entry.until === null || now < entry.until) &&
    reads.every((table) => (last.get(table) ?? -1) < entry.oldest)
  return Promise.all(
    figures.map(async ({ key, reads, count }, i) => {
      const entry = known[i]
      if (entry && stands(entry, reads)) return entry.value as T
      const counted = await count()
      keep(store, `${orgId} ${key}`, { ...counted, oldest, day, at })
      return counted.value
    }),
  )
}
