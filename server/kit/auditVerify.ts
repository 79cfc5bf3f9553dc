// Recomputes an organisation's chain and names what does not fit: rows changed, missing, inserted, moved, a cut tail.
import type pg from 'pg'
import { type Anchor, anchorsOf, CHAIN_COLUMNS, GENESIS, linkOf, type SealedRow } from './auditChain.ts'
import { explain, type Place, type Suspect } from './auditExplain.ts'

export type ProblemKind = 'changed' | 'missing' | 'inserted' | 'moved' | 'cut' | 'anchor'

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

const PAGE = 2000
const SHOWN = 100
/** A row that was written this much before rows sealed earlier was not written by the product. */
const LATE = 3_600_000

const ZONE_OFFSET = 8 * 3_600_000
const localTime = (at: string) => new Date(Date.parse(at) + ZONE_OFFSET).toISOString().slice(0, 19).replace('T', ' ')

const nameOf = (row: SealedRow) =>
  `第 ${row.seq} 条（${localTime(row.at)} ${row.emp_name ?? row.user_name ?? '未登录'}，${row.module}·${row.method}，编号 ${row.log_id}）`

const rangeOf = (from: number, to: number) => (from === to ? `第 ${from} 条` : `第 ${from} 至 ${to} 条`)

/** Walks the rows in the order of their places; `finish` answers what was found. */
function walker(anchors: readonly Anchor[]) {
  // Without any anchor the chain is still held against itself.
  const head = anchors.at(-1)?.seq ?? Number.POSITIVE_INFINITY
  const anchorAt = new Map(anchors.map((anchor) => [anchor.seq, anchor]))
  const problems: ChainProblem[] = []
  const suspects: Suspect[] = []
  const strangers: SealedRow[] = []
  const gaps: Place[] = []
  let last: { row: SealedRow; before: string } | null = null
  let before = GENESIS
  let expected = 1
  /** Rows after an inserted one may have been renumbered; so far by this much. */
  let shift = 0
  /** A row that seems inserted; the row after the next one decides, because two swapped rows begin the same way. */
  let doubted: { inserted: SealedRow; suspects: Suspect[] } | null = null
  let newest = 0

  const report = (kind: ProblemKind, seq: number, text: string, logId: string | null = null) =>
    void problems.push({ kind, seq, logId, text })

  const missing = (from: number, to: number) => {
    if (from === to) gaps.push({ seq: from, before, hash: null })
    report('missing', from, `${rangeOf(from, to)}缺失`)
  }

  /** What the row says of itself fits some way of reading the chain; otherwise it is looked at again at the end. */
  const examine = (row: SealedRow, afterGap: boolean) => {
    const fits = linkOf(before, row, row.seq - shift) === row.hash
    if (doubted) settle(fits)
    if (fits) return
    const place = row.seq - shift
    if (afterGap) {
      // The digest before it went with the missing rows, unless an anchor kept it.
      const anchor = anchorAt.get(place - 1)
      if (anchor && linkOf(anchor.hash, row, place) !== row.hash) {
        suspects.push({ row, before: anchor.hash, over: null })
      }
    } else if (last && linkOf(last.before, row, place) === row.hash) {
      suspects.push({ row, before, over: last.row })
    } else if (last && linkOf(last.before, row, place - 1) === row.hash) {
      doubted = { inserted: last.row, suspects: [...forget(last.row), { row, before, over: null }] }
      shift += 1
    } else if (last && linkOf(before, row, place + 1) === row.hash) {
      shift -= 1
      forget(last.row)
      report('missing', last.row.seq, `${nameOf(last.row)}之前有记录被删除，其后的记录被重新编号`, last.row.log_id)
    } else {
      suspects.push({ row, before, over: null })
    }
  }
  const settle = (renumbered: boolean) => {
    const { inserted, suspects: held } = doubted!
    doubted = null
    if (renumbered) {
      report('inserted', inserted.seq, `${nameOf(inserted)}是插入的，其后的记录被重新编号`, inserted.log_id)
    } else {
      shift -= 1
      suspects.push(...held)
    }
  }
  const forget = (row: SealedRow): Suspect[] => (suspects.at(-1)?.row === row ? suspects.splice(-1) : [])

  return {
    step: (row: SealedRow) => {
      if (row.seq < 1 || row.seq - shift > head) {
        strangers.push(row)
        return
      }
      const afterGap = row.seq > expected
      if (afterGap) missing(expected, row.seq - 1)
      examine(row, afterGap)
      const anchor = anchorAt.get(row.seq - shift)
      if (anchor && anchor.hash !== row.hash) {
        report('anchor', row.seq, `${nameOf(row)}与 ${anchor.day} 的锚点不符：该日之前的日志被整体改写`, row.log_id)
      }
      const written = Date.parse(row.at)
      if (written < newest - LATE) {
        report('inserted', row.seq, `${nameOf(row)}的时间早于先前封存的记录，疑为事后补写`, row.log_id)
      }
      newest = Math.max(newest, written)
      last = { row, before }
      before = row.hash
      expected = row.seq + 1
    },
    finish: (): ChainProblem[] => {
      if (doubted) settle(expected - 1 - shift >= head || head === Number.POSITIVE_INFINITY)
      if (head === Number.POSITIVE_INFINITY) {
        if (last) report('anchor', expected - 1, '锚点缺失：无法判断末尾是否被截断')
      } else if (expected - 1 - shift < head) {
        report('cut', expected, `末尾${rangeOf(expected, head + shift)}缺失`)
      }
      const found = explain(suspects, strangers, gaps)
      for (const { row, to } of found.moved) {
        report('moved', row.seq, `${nameOf(row)}被移动，原为第 ${to} 条`, row.log_id)
      }
      for (const row of found.inserted) report('inserted', row.seq, `${nameOf(row)}不是系统写入的`, row.log_id)
      for (const row of found.changed) {
        report('changed', row.seq, `${nameOf(row)}内容与校验值不符：该记录或它的前一条被改动`, row.log_id)
      }
      const filled = new Set(found.moved.map((one) => one.to))
      return problems
        .filter((one) => !(one.kind === 'missing' && one.logId === null && filled.has(one.seq)))
        .sort((a, b) => a.seq - b.seq)
    },
  }
}

export async function verifyChain(pool: pg.Pool, orgId: string): Promise<ChainReport> {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    // One snapshot: rows and anchors of the same moment, while sealing goes on.
    await client.query('begin isolation level repeatable read read only')
    const anchors = await anchorsOf(client, orgId)
    const walk = walker(anchors)
    let rows = 0
    let after: number | null = null
    for (;;) {
      const page: pg.QueryResult<SealedRow> = await client.query<SealedRow>(
        `select seq, hash, ${CHAIN_COLUMNS} from operation_log
          where org_id = $1 and seq is not null and ($2::bigint is null or seq > $2) order by seq limit ${PAGE}`,
        [orgId, after],
      )
      for (const row of page.rows) walk.step(row)
      rows += page.rows.length
      after = page.rows.at(-1)?.seq ?? after
      if (page.rows.length < PAGE) break
    }
    const open = await client.query<{ unsealed: number }>(
      'select count(*) as unsealed from operation_log where org_id = $1 and seq is null',
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
