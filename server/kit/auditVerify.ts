// Recomputes an organisation's chain and names what does not fit: rows changed, missing or added, batches rewritten,
// a cut tail.

import type pg from 'pg'
import { timeText } from '#contract/kit/clock'
import { type Anchor, anchorsOf, batchHash, GENESIS, ROW_DIGEST } from './auditChain.ts'

export type ProblemKind = 'changed' | 'missing' | 'inserted' | 'cut' | 'anchor'

export interface ChainProblem {
  kind: ProblemKind
  /** The place in the chain it is about. */
  seq: number
  logId: string | null
  text: string
}

export interface ChainReport {
  ok: boolean
  rows: number
  /** Written a moment ago and not yet part of the chain. */
  unsealed: number
  problems: ChainProblem[]
}

/** Rows looked at in one go. */
const PAGE = 5000
const SHOWN = 100
/** A row that was written this much before rows sealed earlier was not written by the product. */
const LATE = 3_600_000

const localTime = (at: string) => timeText(Date.parse(at))

interface RowFacts {
  log_id: string
  at: string | null
  who: string | null
  module: string | null
  method: string | null
}

interface SealedRow extends RowFacts {
  seq: number
  digest: string | null
  /** What the row's digest is now; null when the row is gone. */
  actual: string | null
}

interface Batch {
  seq: number
  rows: number
  hash: string
}

const factsOf = (row: RowFacts) =>
  row.at === null
    ? `编号 ${row.log_id}`
    : `${localTime(row.at)} ${row.who ?? '未登录'}，${row.module}·${row.method}，编号 ${row.log_id}`
const nameOf = (place: number, row: RowFacts) => `第 ${place} 条（${factsOf(row)}）`
const rangeOf = (from: number, to: number) => (from === to ? `第 ${from} 条` : `第 ${from} 至 ${to} 条`)

/** Walks the batches in the order of their places; `finish` answers what was found. */
function walker(anchors: readonly Anchor[]) {
  // Without any anchor the chain is still held against itself.
  const head = anchors.at(-1)?.seq ?? Number.POSITIVE_INFINITY
  const anchorAt = new Map(anchors.map((anchor) => [anchor.seq, anchor]))
  const problems: ChainProblem[] = []
  let before: string | null = GENESIS
  let expected = 1
  let newest = 0

  const report = (kind: ProblemKind, seq: number, text: string, logId: string | null = null) =>
    void problems.push({ kind, seq, logId, text })

  const lookAt = (row: SealedRow, place: number) => {
    if (row.actual === null) report('missing', place, `${nameOf(place, row)}缺失`, row.log_id)
    else if (row.actual !== row.digest) report('changed', place, `${nameOf(place, row)}内容与校验值不符`, row.log_id)
    if (row.at === null) return
    const written = Date.parse(row.at)
    if (written < newest - LATE) {
      report('inserted', place, `${nameOf(place, row)}的时间早于先前封存的记录，疑为事后补写`, row.log_id)
    }
    newest = Math.max(newest, written)
  }

  return {
    step: (batch: Batch, rows: readonly SealedRow[]) => {
      const end = batch.seq + batch.rows - 1
      if (batch.seq < expected || end > head) {
        report('inserted', batch.seq, `${rangeOf(batch.seq, end)}不是系统封存的`)
        return
      }
      if (batch.seq > expected) {
        report('missing', expected, `${rangeOf(expected, batch.seq - 1)}缺失`)
        // The digest before it went with what is missing, unless an anchor kept it.
        before = anchorAt.get(batch.seq - 1)?.hash ?? null
      }
      const lines = rows.map((row) => ({ logId: row.log_id, digest: row.digest }))
      if (rows.length !== batch.rows || (before !== null && batchHash(before, batch.seq, lines) !== batch.hash)) {
        report('changed', batch.seq, `${rangeOf(batch.seq, end)}的封存信息被改动`)
      }
      rows.forEach((row, i) => {
        lookAt(row, batch.seq + i)
      })
      const anchor = anchorAt.get(end)
      if (anchor && anchor.hash !== batch.hash) {
        report('anchor', end, `第 ${end} 条与 ${anchor.day} 的锚点不符：该日之前的日志被整体改写`)
      }
      before = batch.hash
      expected = end + 1
    },
    stray: (row: RowFacts) => report('inserted', expected, `日志（${factsOf(row)}）不是系统写入的`, row.log_id),
    finish: (): ChainProblem[] => {
      if (head === Number.POSITIVE_INFINITY) {
        if (expected > 1) report('anchor', expected - 1, '锚点缺失：无法判断末尾是否被截断')
      } else if (expected - 1 < head) {
        report('cut', expected, `末尾${rangeOf(expected, head)}缺失`)
      }
      return problems.sort((a, b) => a.seq - b.seq)
    },
  }
}

const FACTS = `to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at,
  coalesce(o.emp_name, o.user_name) as who, o.module, o.method`

/** The next batches behind a place, so many that their rows fit a page; at least one. */
async function nextBatches(client: pg.ClientBase, orgId: string, after: number): Promise<Batch[]> {
  const found = await client.query<Batch>(
    'select seq, rows, hash from audit_batch where org_id = $1 and seq > $2 order by seq limit 1000',
    [orgId, after],
  )
  let rows = 0
  return found.rows.filter((batch, i) => {
    rows += batch.rows
    return i === 0 || rows <= PAGE
  })
}

async function walkBatches(client: pg.ClientBase, orgId: string, walk: ReturnType<typeof walker>): Promise<number> {
  let sealed = 0
  // Batches that somebody added may stand before the first place.
  let after = Number.MIN_SAFE_INTEGER
  for (;;) {
    const batches = await nextBatches(client, orgId, after)
    if (batches.length === 0) return sealed
    after = batches.at(-1)!.seq
    const rows = await client.query<SealedRow>(
      `select b.seq, u.log_id, u.digest, ${ROW_DIGEST} as actual, ${FACTS}
        from audit_batch b, unnest(b.log_ids, b.digests) with ordinality as u(log_id, digest, n)
        left join operation_log o on o.org_id = $1 and o.log_id = u.log_id
        where b.org_id = $1 and b.seq between $2 and $3 order by b.seq, u.n`,
      [orgId, batches[0]!.seq, after],
    )
    const bySeq = groupBySeq(rows.rows)
    for (const batch of batches) walk.step(batch, bySeq.get(batch.seq) ?? [])
    sealed += rows.rows.filter((row) => row.actual !== null).length
  }
}

function groupBySeq(rows: readonly SealedRow[]): Map<number, SealedRow[]> {
  const groups = new Map<number, SealedRow[]>()
  for (const row of rows) {
    const group = groups.get(row.seq)
    if (group) group.push(row)
    else groups.set(row.seq, [row])
  }
  return groups
}

export async function verifyChain(pool: pg.Pool, orgId: string): Promise<ChainReport> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // One snapshot: rows, batches and anchors of the same moment, while sealing goes on.
    await client.query('begin isolation level repeatable read read only')
    const walk = walker(await anchorsOf(client, orgId))
    const rows = await walkBatches(client, orgId, walk)
    const strays = await client.query<RowFacts>(
      `with sealed as materialized (select unnest(log_ids) as log_id from audit_batch where org_id = $1)
        select o.log_id, ${FACTS} from operation_log o left join sealed s on s.log_id = o.log_id
        where o.org_id = $1 and s.log_id is null
          and not exists (select from audit_pending p where p.org_id = $1 and p.log_id = o.log_id)
        order by o.log_id limit ${SHOWN + 1}`,
      [orgId],
    )
    for (const row of strays.rows) walk.stray(row)
    const open = await client.query<{ unsealed: number }>(
      'select count(*) as unsealed from audit_pending where org_id = $1',
      [orgId],
    )
    await client.query('commit')
    const problems = walk.finish()
    return { ok: problems.length === 0, rows, unsealed: open.rows[0]!.unsealed, problems: shortened(problems) }
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}

function shortened(problems: ChainProblem[]): ChainProblem[] {
  if (problems.length <= SHOWN) return problems
  const rest = problems.length - SHOWN
  const next = problems[SHOWN]!
  return [
    ...problems.slice(0, SHOWN),
    { ...next, logId: null, text: `自第 ${next.seq} 条起另有 ${rest} 处问题未逐一列出` },
  ]
}
