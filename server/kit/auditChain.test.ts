import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/kit/test/database'
import { ROW_DIGEST, sealOf } from './auditChain.ts'
import { createSealer, sealAll, sealOrganisation } from './auditSeal.ts'
import { verifyChain } from './auditVerify.ts'
import type { AppContext } from './context.ts'
import { type Database, openDatabase } from './db.ts'
import { newId } from './ids.ts'
import { systemTransaction } from './system.ts'

let testing: TestDatabase
let database: Database
let pool: pg.Pool
let orgId: string

beforeAll(async () => {
  testing = await testDatabase()
  database = openDatabase(testing.url, 10)
  pool = database.pool
})
afterAll(async () => {
  await database.end()
  await testing.drop()
})
beforeEach(() => {
  orgId = newId()
})

const errors: unknown[] = []
const appLike = (written: (org: string, logIds: readonly string[]) => void = () => undefined) =>
  ({
    pool,
    log: { error: (fault: unknown) => errors.push(fault) },
    realtime: { emit: () => undefined, closeSession: () => undefined },
    audit: { written, close: async () => undefined },
  }) as unknown as AppContext

/** Rows the way the product writes them: one transaction each. */
async function write(count: number, from = 1): Promise<void> {
  for (let i = from; i < from + count; i++) {
    await systemTransaction(appLike(), orgId, '测试', `操作 ${i}`, async (tx) => {
      tx.log({ remark: `第 ${i} 次`, targetType: 'thing', targetId: `t${i}`, changes: { amount: [i, i + 0.5] } })
    })
  }
}

async function chain(count: number): Promise<void> {
  await write(count)
  await sealOrganisation(pool, orgId)
}

const run = (text: string, ...values: unknown[]) => pool.query(text, [orgId, ...values])
const problems = async () => (await verifyChain(pool, orgId)).problems.map(({ kind, seq }) => `${kind} ${seq}`)

describe('sealing', () => {
  it('numbers rows in the order they were written and leaves nothing to complain about', async () => {
    await write(25)
    expect(await verifyChain(pool, orgId)).toEqual({ ok: true, rows: 0, unsealed: 25, problems: [] })
    expect(await sealOrganisation(pool, orgId)).toEqual({ rows: 25, busy: false })
    expect(await verifyChain(pool, orgId)).toEqual({ ok: true, rows: 25, unsealed: 0, problems: [] })
    const rows = await run(`select o.remark, o.log_id from audit_batch b, unnest(b.log_ids) with ordinality u(id, n)
      join operation_log o on o.org_id = $1 and o.log_id = u.id where b.org_id = $1 order by b.seq + u.n`)
    expect(rows.rows.map((row) => row.remark)).toEqual(Array.from({ length: 25 }, (_, i) => `第 ${i + 1} 次`))
    const seals = await Promise.all(rows.rows.map((row) => sealOf(pool, orgId, row.log_id)))
    expect(seals.map((seal) => seal?.seq)).toEqual(Array.from({ length: 25 }, (_, i) => i + 1))
    expect(new Set(seals.map((seal) => seal?.hash)).size).toBe(25)
    await write(3, 26)
    await sealOrganisation(pool, orgId)
    expect(await verifyChain(pool, orgId)).toMatchObject({ ok: true, rows: 28 })
    expect((await run('select count(*) from audit_anchor where org_id = $1')).rows[0].count).toBe(1)
  })

  it('takes more rows than one batch holds', async () => {
    await run(
      `with logged as (insert into operation_log (org_id, log_id, source, ip_address, module, method, remark, request_id)
         select $1, lpad(n::text, 32, '0'), 's', 'i', 'm', 'a', 'r', 'q' from generate_series(1, 2500) n returning log_id)
       insert into audit_pending (org_id, log_id) select $1, log_id from logged`,
    )
    expect(await sealOrganisation(pool, orgId)).toEqual({ rows: 2500, busy: false })
    expect(await verifyChain(pool, orgId)).toMatchObject({ ok: true, rows: 2500 })
  })

  it('lets only one process seal an organisation and never gives a place twice', async () => {
    await write(40)
    const all = await Promise.all(Array.from({ length: 6 }, () => sealOrganisation(pool, orgId)))
    expect(all.reduce((sum, one) => sum + one.rows, 0)).toBe(40)
    expect(await verifyChain(pool, orgId)).toMatchObject({ ok: true, rows: 40, unsealed: 0 })
  })

  it('goes on while writers write', async () => {
    const writing = write(60)
    for (let i = 0; i < 20; i++) await sealOrganisation(pool, orgId)
    await writing
    await sealOrganisation(pool, orgId)
    expect(await verifyChain(pool, orgId)).toMatchObject({ ok: true, rows: 60, unsealed: 0 })
  })

  it('does not hold up a writer while it seals', async () => {
    await write(5)
    const holder = await pool.connect()
    try {
      // A sealing transaction that never ends; the writer must not wait for it.
      await holder.query('begin')
      await holder.query('select pg_advisory_xact_lock(1905661, hashtext($1))', [orgId])
      await holder.query('delete from audit_pending where org_id = $1', [orgId])
      await write(1, 6)
      expect(await sealOrganisation(pool, orgId)).toEqual({ rows: 0, busy: true })
    } finally {
      await holder.query('rollback')
      holder.release()
    }
    expect(await sealOrganisation(pool, orgId)).toEqual({ rows: 6, busy: false })
  })

  it('seals every organisation that waits', async () => {
    const first = orgId
    await write(2)
    orgId = newId()
    await write(3)
    await sealAll(pool)
    expect(await verifyChain(pool, first)).toMatchObject({ ok: true, rows: 2, unsealed: 0 })
    expect(await verifyChain(pool, orgId)).toMatchObject({ ok: true, rows: 3, unsealed: 0 })
  })

  it('follows the writes of this process by itself', async () => {
    const sealer = createSealer(appLike(), 10)
    await systemTransaction(appLike(sealer.written), orgId, '测试', '写入', async () => undefined)
    await vi.waitFor(async () => expect(await verifyChain(pool, orgId)).toMatchObject({ rows: 1, unsealed: 0 }))
    await systemTransaction(appLike(sealer.written), orgId, '测试', '再写入', async () => undefined)
    await vi.waitFor(async () => expect(await verifyChain(pool, orgId)).toMatchObject({ rows: 2, unsealed: 0 }))
    await sealer.close()
    expect(errors).toEqual([])
  })
})

/** The row at a place of the log. */
const at = (place: number) =>
  `log_id = (select b.log_ids[${place} - b.seq + 1] from audit_batch b
    where b.org_id = $1 and ${place} between b.seq and b.seq + b.rows - 1)`
const change = (place: number, set: string) => run(`update operation_log set ${set} where org_id = $1 and ${at(place)}`)
const remove = (place: number) => run(`delete from operation_log where org_id = $1 and ${at(place)}`)
/** Batches of one size, as a quiet day leaves them. */
async function chainInBatches(batches: number, size: number): Promise<void> {
  for (let i = 0; i < batches; i++) {
    await write(size, i * size + 1)
    await sealOrganisation(pool, orgId)
  }
}

describe('verifying', () => {
  it.each([
    ['remark', "'别的内容'"],
    ['emp_name', "'别人'"],
    ['changes', `'{"amount": [7, 70]}'`],
    ['created_at', "created_at + interval '1 millisecond'"],
    ['target_id', 'null'],
    ['ip_address', "'10.0.0.9'"],
  ])('finds a changed %s', async (column, value) => {
    await chain(12)
    const before = await run(`select ${column}::text as old from operation_log where org_id = $1 and ${at(7)}`)
    await change(7, `${column} = ${value}`)
    expect(await problems()).toEqual(['changed 7'])
    const type = column === 'changes' ? 'jsonb' : column === 'created_at' ? 'timestamptz' : 'text'
    await run(
      `update operation_log set ${column} = ${column === 'created_at' ? "created_at - interval '1 millisecond'" : `$2::${type}`} where org_id = $1 and ${at(7)}`,
      ...(column === 'created_at' ? [] : [before.rows[0].old]),
    )
    expect(await problems()).toEqual([])
  })

  it('says which row it was, who did what and when', async () => {
    await chain(3)
    await change(2, `remark = 'x'`)
    const [problem] = (await verifyChain(pool, orgId)).problems
    expect(problem!.text).toMatch(/^第 2 条（\d{4}-\d\d-\d\d \d\d:\d\d:\d\d 系统，测试·操作 2，编号 [0-9a-f]{32}）/)
  })

  it('finds a changed first and last row, in one batch and in several', async () => {
    await chainInBatches(3, 4)
    await change(1, `remark = 'x'`)
    await change(12, `remark = 'x'`)
    expect(await problems()).toEqual(['changed 1', 'changed 12'])
  })

  it('finds removed rows, removed batches and a cut tail', async () => {
    await chainInBatches(4, 3)
    await remove(4)
    expect(await problems()).toEqual(['missing 4'])
    await remove(8)
    await remove(9)
    expect(await problems()).toEqual(['missing 4', 'missing 8', 'missing 9'])
    await run('delete from audit_batch where org_id = $1 and seq = 10')
    const report = await verifyChain(pool, orgId)
    expect(report.problems.map((one) => one.kind)).toEqual([
      'missing',
      'missing',
      'missing',
      'inserted',
      'inserted',
      'inserted',
      'cut',
    ])
    expect(report.problems.at(-1)!.text).toBe('末尾第 10 至 12 条缺失')
    await run('delete from audit_batch where org_id = $1 and seq = 1')
    expect((await verifyChain(pool, orgId)).problems[0]!.text).toBe('第 1 至 3 条缺失')
  })

  it('still finds a cut tail after new rows were written over it', async () => {
    await chainInBatches(3, 2)
    await run(
      'delete from operation_log o using audit_batch b where o.org_id = $1 and b.org_id = $1 and b.seq = 5 and o.log_id = any(b.log_ids)',
    )
    await run('delete from audit_batch where org_id = $1 and seq = 5')
    expect(await problems()).toEqual(['cut 5'])
    await write(3, 7)
    await sealOrganisation(pool, orgId)
    expect(await problems()).toEqual(['missing 5'])
    expect((await verifyChain(pool, orgId)).rows).toBe(7)
  })

  it('finds a row that was changed and sealed again', async () => {
    await chain(6)
    await change(3, `remark = 'x'`)
    await run(
      `insert into audit_pending (org_id, log_id) select org_id, log_id from operation_log where org_id = $1 and ${at(3)}`,
    )
    await sealOrganisation(pool, orgId)
    expect(await problems()).toEqual(['changed 3'])
  })

  it('finds a row that vanished before it was sealed', async () => {
    await write(3)
    await run(`delete from operation_log where org_id = $1 and remark = '第 2 次'`)
    await sealOrganisation(pool, orgId)
    expect(await problems()).toEqual(['missing 2'])
  })

  const forged = `insert into operation_log (org_id, log_id, source, ip_address, module, method, remark, request_id, created_at)
    values ($1, $2, '管理后台', '10.0.0.1', '测试', '伪造', '伪造', 'q', $3)`

  it('finds a row that was added beside the chain', async () => {
    await chain(4)
    await run(forged, newId(), new Date())
    expect(await problems()).toEqual(['inserted 5'])
    expect((await verifyChain(pool, orgId)).problems[0]!.text).toMatch(/伪造.*不是系统写入的/)
  })

  it('finds a row that was written afterwards under an old date', async () => {
    await chain(4)
    await run(forged, '0'.repeat(32), '2026-01-05 08:00:00')
    await run(`insert into audit_pending (org_id, log_id) values ($1, $2)`, '0'.repeat(32))
    await sealOrganisation(pool, orgId)
    expect(await problems()).toEqual(['inserted 5'])
  })

  it('finds a batch that was added behind the end, and steps over it', async () => {
    await chain(4)
    const id = newId()
    await run(forged, id, new Date())
    await run(
      `insert into audit_batch (org_id, seq, rows, log_ids, digests, last_id, hash)
        values ($1, 5, 1, array[$2], array[repeat('a', 64)], $2, repeat('b', 64))`,
      id,
    )
    expect(await problems()).toEqual(['inserted 5'])
    await write(2, 5)
    await sealOrganisation(pool, orgId)
    expect((await problems()).some((one) => one.startsWith('changed 5'))).toBe(true)
  })

  it('finds digests that were rewritten with their row', async () => {
    await chainInBatches(3, 3)
    await change(5, `remark = 'x'`)
    await run(`update audit_batch b set digests[2] = (select ${ROW_DIGEST} from operation_log o where o.org_id = $1 and o.log_id = b.log_ids[2])
      where b.org_id = $1 and b.seq = 4`)
    expect(await problems()).toEqual(['changed 4'])
  })

  it('finds rows that changed places inside their batch', async () => {
    await chain(6)
    await run(
      `update audit_batch set log_ids = log_ids[2:2] || log_ids[1:1] || log_ids[3:], digests = digests[2:2] || digests[1:1] || digests[3:] where org_id = $1`,
    )
    expect(await problems()).toEqual(['changed 1'])
  })

  it('finds a history rewritten with new digests, by the anchor', async () => {
    await chain(5)
    await run(`update operation_log set remark = 'x' where org_id = $1`)
    await run('insert into audit_pending (org_id, log_id) select org_id, log_id from operation_log where org_id = $1')
    await run('delete from audit_batch where org_id = $1')
    const anchor = await run('delete from audit_anchor where org_id = $1 returning day, seq, hash')
    await sealOrganisation(pool, orgId)
    expect(await problems()).toEqual([])
    const kept = anchor.rows[0]
    await run('update audit_anchor set hash = $2 where org_id = $1', kept.hash)
    expect(await problems()).toEqual(['anchor 5'])
    await run('delete from audit_anchor where org_id = $1')
    expect(await problems()).toEqual(['anchor 5'])
  })

  it('keeps the list short when everything was changed', async () => {
    await chain(150)
    await run(`update operation_log set module = 'x' where org_id = $1`)
    const report = await verifyChain(pool, orgId)
    expect(report.ok).toBe(false)
    expect(report.problems).toHaveLength(101)
    expect(report.problems[100]!.text).toBe('自第 101 条起另有 50 处问题未逐一列出')
  })
})
