// Rows through their table: random acts of callers with different reach, compared with a model; two at once.
import { integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Refusal } from '#contract/kit/refusal'
import type { Caller, Tx } from './caller.ts'
import { chance } from './chance.ts'
import { createdAt, idColumn } from './columns.ts'
import { type Database, openDatabase } from './db.ts'
import { rows } from './rows.ts'
import type { Scope } from './tenant.ts'
import { type TestDatabase, testDatabase } from './test/database.ts'
import { runTransaction } from './transaction.ts'

const thing = pgTable(
  'thing',
  {
    orgId: idColumn('org_id').notNull(),
    thingId: idColumn('thing_id').notNull(),
    deptId: idColumn('dept_id'),
    name: text('name').notNull(),
    pinyin: text('pinyin'),
    initials: text('initials'),
    weight: integer('weight').notNull(),
    sort: integer('sort').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.orgId, t.thingId] })],
)

interface Thing {
  id: string
  deptId: string | null
  name: string
  weight: number
  double: number
  sort: number
  version: number
}

const things = rows<Thing, typeof thing>(thing, {
  title: '物品',
  target: 'thing',
  name: 'name',
  row: {
    id: thing.thingId,
    deptId: thing.deptId,
    name: thing.name,
    weight: thing.weight,
    double: 't.weight * 2',
    sort: thing.sort,
    version: thing.version,
  },
  logged: ['name', 'weight'],
})

let database: TestDatabase
let opened: Database

beforeAll(async () => {
  database = await testDatabase()
  opened = openDatabase(database.url, 8)
  await opened.pool.query(`create table thing (org_id varchar(64), thing_id varchar(64), dept_id varchar(64),
    name text not null, pinyin text, initials text, weight int not null, sort int not null,
    version int not null default 1, created_at timestamptz(3) not null default now(), primary key (org_id, thing_id))`)
})
afterAll(async () => {
  await opened.end()
  await database.drop()
})

const effects = {
  emit: () => undefined,
  written: () => undefined,
  failed: (error: unknown) => {
    throw error
  },
}

function callerOf(scope: Scope): Caller {
  const frame = {
    orgId: scope.orgId,
    userId: 'u',
    userName: 'tester',
    empName: '测试',
    deptName: null,
    roleName: null,
    userPhone: null,
    source: 'test',
    ipAddress: '127.0.0.1',
    module: '物品',
    method: '测试',
    requestId: 'r',
  }
  return {
    ...scope,
    app: { pool: opened.pool },
    tx: <T>(work: (tx: Tx) => Promise<T>) => runTransaction({ pool: opened.pool, frame, effects }, work),
  } as unknown as Caller
}

const lastLog = async (orgId: string) => {
  const found = await opened.pool.query<{ remark: string; target_id: string; changes: unknown }>(
    'select remark, target_id, changes from operation_log where org_id = $1 order by created_at desc, log_id desc limit 1',
    [orgId],
  )
  return found.rows[0]!
}

const code = (error: unknown) => (error instanceof Refusal ? error.code : error)

describe('rows', () => {
  const orgs = ['o1', 'o2']
  const scopes: Scope[] = orgs.flatMap((orgId) => [
    { orgId, deptIds: null },
    { orgId, deptIds: ['a'] },
    { orgId, deptIds: ['a', 'b'] },
    { orgId, deptIds: [] },
  ])
  const sees = (scope: Scope, orgId: string, deptId: string | null) =>
    scope.orgId === orgId && (scope.deptIds === null || deptId === null || scope.deptIds.includes(deptId))

  test('whoever asks sees and touches what is in reach, and nothing else', async () => {
    const { pick } = chance(20_261)
    const model = new Map<string, Thing & { orgId: string }>()
    let refused = 0
    for (let step = 0; step < 300; step++) {
      const scope = pick(scopes)
      const who = callerOf(scope)
      const known = [...model.values()]
      const target = known.length > 0 ? pick(known) : undefined
      const act = target === undefined ? 'add' : pick(['add', 'change', 'change', 'remove', 'get', 'page'])
      if (act === 'add') {
        const values = { name: `物品${step}`, weight: step, deptId: pick(['a', 'b', null]) }
        const made = await who.tx((tx) => things.add(tx, values))
        const places = known.filter((one) => one.orgId === scope.orgId).map((one) => one.sort)
        expect(made).toMatchObject({ ...values, double: step * 2, version: 1, sort: Math.max(0, ...places) + 1 })
        expect(await lastLog(scope.orgId)).toMatchObject({
          remark: `新增物品“物品${step}”`,
          target_id: made.id,
          changes: { name: [null, `物品${step}`] },
        })
        model.set(made.id, { ...made, orgId: scope.orgId })
      } else if (act === 'page') {
        const page = await things.page(who, { size: 1000 }, { sorts: ['name'], sort: 'name desc' })
        const wanted = known.filter((one) => sees(scope, one.orgId, one.deptId)).map((one) => one.id)
        expect(page.list.map((row) => row.id).sort()).toEqual(wanted.sort())
        expect(Number(page.total)).toBe(wanted.length)
      } else {
        const { id, orgId, deptId, version } = target!
        const work = () => {
          if (act === 'get') return things.get(who, id)
          if (act === 'remove') return who.tx((tx) => things.remove(tx, who, id))
          return who.tx(async (tx) =>
            things.change(tx, await things.hold(tx, who, id, version), { weight: step, name: undefined }),
          )
        }
        if (!sees(scope, orgId, deptId)) {
          expect(await work().catch(code)).toBe('NOT_FOUND')
          refused++
          continue
        }
        const done = await work()
        if (act === 'remove') model.delete(id)
        if (act === 'change') {
          expect(done).toMatchObject({ name: target!.name, weight: step, double: step * 2, version: version + 1 })
          expect((await lastLog(orgId)).changes).toEqual({ weight: [target!.weight, step] })
          model.set(id, { ...done, orgId })
        }
      }
    }
    expect(refused).toBeGreaterThan(50)
    const left = await opened.pool.query<{ id: string }>('select thing_id as id from thing')
    expect(left.rows.map((row) => row.id).sort()).toEqual([...model.keys()].sort())
  })

  test('of two who edit at once the second is told, and nothing is lost', async () => {
    const who = callerOf({ orgId: 'o3', deptIds: null })
    const made = await who.tx((tx) => things.add(tx, { name: '轮椅', weight: 1 }))
    const save = (weight: number) =>
      who
        .tx(async (tx) => things.change(tx, await things.hold(tx, who, made.id, made.version), { weight }))
        .then(() => 'saved', code)
    const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => save(i + 10)))
    expect(answers.sort()).toEqual([...Array(7).fill('CHANGED_MEANWHILE'), 'saved'])
    expect(await things.get(who, made.id)).toMatchObject({ version: 2 })
  })

  test('what is used stays, and says by whom; a name is found by its pinyin', async () => {
    const who = callerOf({ orgId: 'o4', deptIds: null })
    const made = await who.tx((tx) => things.add(tx, { name: '护理床', weight: 3 }))
    const removed = who.tx((tx) => things.remove(tx, who, made.id, (row) => row.weight > 2 && `还有 ${row.weight} 处`))
    await expect(removed).rejects.toThrow('护理床')
    for (const name of ['hlc', 'HuLi', '理床']) {
      const page = await things.page(who, { name } as { name: string; page?: number }, {
        search: ['name'],
        sort: 'name',
      })
      expect(page.list.map((row) => row.name)).toEqual(['护理床'])
    }
    const none = await things.page(who, { name: '%' } as { name: string; page?: number }, {
      search: ['name'],
      sort: 'name',
    })
    expect(none.list).toEqual([])
  })

  test('an order made by hand is kept whole; what is elsewhere refuses it', async () => {
    const who = callerOf({ orgId: 'o5', deptIds: ['a'] })
    const add = (name: string, deptId: string) => who.tx((tx) => things.add(tx, { name, weight: 1, deptId }))
    const [one, two, hidden] = [await add('甲', 'a'), await add('乙', 'a'), await add('丙', 'b')]
    const sort = (...ids: string[]) =>
      who
        .tx((tx) =>
          things.sort(
            tx,
            who,
            ids.map((id, i) => ({ id, sort: i + 1 })),
          ),
        )
        .then(() => 'sorted', code)
    expect(await sort(two.id, one.id)).toBe('sorted')
    expect(await lastLog('o5')).toMatchObject({
      changes: {
        order: [
          ['甲', '乙'],
          ['乙', '甲'],
        ],
      },
    })
    expect(await sort(one.id, hidden.id)).toBe('NOT_FOUND')
    expect(await sort(one.id, one.id)).toBe('INVALID_INPUT')
    const page = await things.page(who, {}, { sort: 'sort' })
    expect(page.list.map((row) => row.name)).toEqual(['乙', '甲'])
  })

  test('a column that does not exist is a defect, not a statement', async () => {
    const who = callerOf({ orgId: 'o6', deptIds: null })
    const wrong = { name: 'x', weight: 1, 'x = 1; drop table thing': 1 } as unknown as { name: string }
    await expect(who.tx((tx) => things.add(tx, wrong))).rejects.toThrow('has no column')
  })

  test('a table without a key of its own is refused at the start', () => {
    const loose = pgTable('loose', { orgId: idColumn('org_id'), name: text('name') })
    const plan = { title: '', target: '', name: 'name' as const, row: { name: loose.name }, logged: [] }
    expect(() => rows<{ name: string }>(loose as never, plan)).toThrow('primary key')
  })
})
