import type pg from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSealer, sealAll, sealOrganisation } from './auditSeal.ts'
import { verifyChain } from './auditVerify.ts'
import type { AppContext } from './context.ts'
import { type Database, openDatabase } from './db.ts'
import { newId } from './ids.ts'
import { systemTransaction } from './system.ts'
import { type TestDatabase, testDatabase } from './test/database.ts'

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
const appLike = (written: (org: string) => void = () => undefined) =>
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
    const rows = await run('select remark, seq from operation_log where org_id = $1 order by seq')
    expect(rows.rows.map((row) => row.remark)).toEqual(Array.from({ length: 25 }, (_, i) => `第 ${i + 1} 次`))
    await write(3, 26)
    await sealOrganisation(pool, orgId)
    expect(await verifyChain(pool, orgId)).toMatchObject({ ok: true, rows: 28 })
    expect((await run('select count(*) from audit_anchor where org_id = $1')).rows[0].count).toBe(1)
  })

  it('takes more rows than one batch holds', async () => {
    await run(
      `insert into operation_log (org_id, log_id, source, ip_address, module, method, remark, request_id)
       select $1, lpad(n::text, 32, '0'), 's', 'i', 'm', 'a', 'r', 'q' from generate_series(1, 2500) n`,
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
      await holder.query(
        'update operation_log set seq = 1 where org_id = $1 and log_id = (select min(log_id) from operation_log where org_id = $1)',
        [orgId],
      )
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

describe('verifying', () => {
  it('finds a changed row, whichever field it is', async () => {
    await chain(12)
    const columns = {
      remark: "'别的内容'",
      emp_name: "'别人'",
      changes: `'{"amount": [7, 70]}'`,
      created_at: "created_at + interval '1 millisecond'",
      target_id: 'null',
      ip_address: "'10.0.0.9'",
    }
    for (const [column, value] of Object.entries(columns)) {
      const before = await run(`select ${column}::text as old from operation_log where org_id = $1 and seq = 7`)
      await run(`update operation_log set ${column} = ${value} where org_id = $1 and seq = 7`)
      expect(await problems(), column).toEqual(['changed 7'])
      const type = column === 'changes' ? 'jsonb' : column === 'created_at' ? 'timestamptz' : 'text'
      if (column === 'created_at') {
        await run(
          `update operation_log set created_at = created_at - interval '1 millisecond' where org_id = $1 and seq = 7`,
        )
      } else {
        await run(`update operation_log set ${column} = $2::${type} where org_id = $1 and seq = 7`, before.rows[0].old)
      }
      expect(await problems(), `${column} restored`).toEqual([])
    }
  })

  it('says which row it was, who did what and when', async () => {
    await chain(3)
    await run(`update operation_log set remark = 'x' where org_id = $1 and seq = 2`)
    const [problem] = (await verifyChain(pool, orgId)).problems
    expect(problem!.text).toMatch(/^第 2 条（\d{4}-\d\d-\d\d \d\d:\d\d:\d\d 系统，测试·操作 2，编号 [0-9a-f]{32}）/)
  })

  it('finds a changed first and last row', async () => {
    await chain(5)
    await run(`update operation_log set remark = 'x' where org_id = $1 and seq in (1, 5)`)
    expect(await problems()).toEqual(['changed 1', 'changed 5'])
  })

  it('finds a removed row, several, and a cut tail', async () => {
    await chain(12)
    await run('delete from operation_log where org_id = $1 and seq = 4')
    expect(await problems()).toEqual(['missing 4'])
    await run('delete from operation_log where org_id = $1 and seq in (8, 9)')
    expect(await problems()).toEqual(['missing 4', 'missing 8'])
    await run('delete from operation_log where org_id = $1 and seq > 10')
    const report = await verifyChain(pool, orgId)
    expect(report.problems.map((one) => one.kind)).toEqual(['missing', 'missing', 'cut'])
    expect(report.problems[2]!.text).toBe('末尾第 11 至 12 条缺失')
  })

  it('still finds a cut tail after new rows were written over it', async () => {
    await chain(6)
    await run('delete from operation_log where org_id = $1 and seq > 4')
    await write(3, 7)
    await sealOrganisation(pool, orgId)
    expect(await problems()).toEqual(['missing 5'])
    expect((await verifyChain(pool, orgId)).rows).toBe(7)
  })

  it('finds a row that was taken out of the chain and sealed again', async () => {
    await chain(6)
    await run(`update operation_log set seq = null, hash = null, remark = 'x' where org_id = $1 and seq = 3`)
    await sealOrganisation(pool, orgId)
    expect(await problems()).toEqual(['missing 3'])
  })

  const forged = `insert into operation_log (org_id, log_id, source, ip_address, module, method, remark, request_id, created_at, seq, hash)
    values ($1, $2, '管理后台', '10.0.0.1', '测试', '伪造', '伪造', 'q', $3, $4, repeat('a', 64))`

  it('finds a row inserted behind the end, before and after sealing goes on', async () => {
    await chain(4)
    await run(forged, newId(), new Date(), 5)
    expect(await problems()).toEqual(['inserted 5'])
    await write(2, 5)
    await sealOrganisation(pool, orgId)
    expect(await problems()).toEqual(['inserted 5'])
  })

  it('finds a row inserted in the middle by renumbering the rest', async () => {
    await chain(8)
    await run('update operation_log set seq = -seq - 1 where org_id = $1 and seq >= 5')
    await run('update operation_log set seq = -seq where org_id = $1 and seq < 0')
    await run(forged, newId(), new Date(), 5)
    expect(await problems()).toEqual(['inserted 5'])
  })

  it('finds a row removed by renumbering the rest', async () => {
    await chain(8)
    await run('delete from operation_log where org_id = $1 and seq = 3')
    await run('update operation_log set seq = -seq + 1 where org_id = $1 and seq > 3')
    await run('update operation_log set seq = -seq where org_id = $1 and seq < 0')
    expect(await problems()).toEqual(['missing 3'])
  })

  it('finds a row that was written afterwards under an old date', async () => {
    await chain(4)
    await run(forged, '0'.repeat(32), '2026-01-05 08:00:00', null)
    await run(`update operation_log set hash = null where org_id = $1 and method = '伪造'`)
    await sealOrganisation(pool, orgId)
    expect(await problems()).toEqual(['inserted 5'])
  })

  it.each([
    [3, 9],
    [4, 5],
    [1, 2],
    [9, 10],
  ])('finds rows %i and %i swapped, with and without their digests', async (a, b) => {
    await chain(10)
    const swap = async (columns: string) => {
      await run(`update operation_log set seq = -1 where org_id = $1 and seq = $2`, a)
      await run(`update operation_log set seq = $2 where org_id = $1 and seq = $3`, a, b)
      await run(`update operation_log set seq = $2 where org_id = $1 and seq = -1`, b)
      if (columns === 'seq and hash') {
        await run(
          `update operation_log o set hash = p.hash from operation_log p
            where o.org_id = $1 and p.org_id = $1 and ((o.seq = $2 and p.seq = $3) or (o.seq = $3 and p.seq = $2))`,
          a,
          b,
        )
      }
    }
    await swap('seq')
    const found = (await verifyChain(pool, orgId)).problems
    expect(found.filter((one) => one.kind === 'moved').map((one) => one.seq)).toEqual([a, b])
    expect(found.filter((one) => one.kind !== 'moved' && one.kind !== 'anchor')).toEqual([])
    await swap('seq')
    expect(await problems()).toEqual([])
    await swap('seq and hash')
    expect(await problems()).toEqual([`moved ${a}`, `moved ${b}`])
  })

  it('finds a row moved behind the end', async () => {
    await chain(6)
    await run('update operation_log set seq = 50 where org_id = $1 and seq = 3')
    expect(await problems()).toEqual(['moved 50'])
  })

  it('finds a history rewritten with new digests, by the anchor', async () => {
    await chain(5)
    await run(`update operation_log set remark = 'x', seq = null, hash = null where org_id = $1`)
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
