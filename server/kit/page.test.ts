import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestDatabase, testDatabase } from '#server/kit/test/database'
import { contains, type ListPlan, pageOfRows, several, sortOf } from './page.ts'

let database: TestDatabase
let pool: pg.Pool

beforeAll(async () => {
  database = await testDatabase()
  pool = new pg.Pool({ connectionString: database.url, max: 2 })
  await pool.query(
    `create table thing (org_id text, thing_id text, name text, weight int, primary key (org_id, thing_id));
     create table thing_note (org_id text, thing_id text, note text);
     insert into thing select 'o' || n % 2, lpad(n::text, 4, '0'), 'name' || n, n % 7 from generate_series(1, 100) n;
     insert into thing values ('o1', 'odd', '50%_off\\', 3);
     insert into thing_note select org_id, thing_id, 'note ' || thing_id from thing`,
  )
})
afterAll(async () => {
  await pool.end()
  await database.drop()
})

const plan = (filters: ListPlan['filters'], more: Partial<ListPlan> = {}): ListPlan => ({
  from: 'thing t',
  key: 'thing_id',
  select: 't.thing_id as id, t.name, t.weight',
  filters: [['t.org_id = ?', 'o0'], ...filters],
  sorts: { name: 't.name', weight: 't.weight' },
  defaultSort: 't.thing_id asc',
  ...more,
})
interface Row {
  id: string
  weight: number
  note?: string
}
const ids = (rows: Row[]) => rows.map((row) => row.id)

describe('a page of rows', () => {
  test('pages cover the list without gap or repeat, whatever the sort', async () => {
    for (const orderBy of ['', 'weight desc', 'weight asc', 'name desc']) {
      const seen: string[] = []
      for (let page = 1; page <= 5; page++) {
        const part = await pageOfRows<Row>(pool, plan([]), { page, size: 10, orderBy })
        expect(Number(part.total)).toBe(50)
        seen.push(...ids(part.list))
      }
      expect(new Set(seen).size).toBe(50)
    }
  })
  test('joins see the page in the same order', async () => {
    const joined = plan([], {
      select: 't.thing_id as id, t.weight, n.note',
      join: 'left join thing_note n on n.org_id = t.org_id and n.thing_id = t.thing_id',
    })
    const plain = await pageOfRows<Row>(pool, plan([]), { page: 2, size: 20, orderBy: 'weight desc' })
    const withNotes = await pageOfRows<Row>(pool, joined, { page: 2, size: 20, orderBy: 'weight desc' })
    expect(ids(withNotes.list)).toEqual(ids(plain.list))
    expect(withNotes.list[0]!.note).toBe(`note ${withNotes.list[0]!.id}`)
  })
  test('a page past the end still tells the total', async () => {
    const part = await pageOfRows<Row>(pool, plan([]), { page: 99, size: 10 })
    expect([part.list.length, Number(part.total), part.pages]).toEqual([0, 50, 5])
  })
  test('nothing found where a condition names a given value is a page of none', async () => {
    const given = (weight: number) =>
      plan([[`t.thing_id in (select x.thing_id from thing x where x.org_id = @{2} and x.weight = ?)`, weight]], {
        given: ['unused', 'o0'],
        select: 't.thing_id as id, t.weight, @{1}::text as word',
      })
    expect((await pageOfRows<Row>(pool, given(3), { size: 10 })).list[0]).toMatchObject({ weight: 3 })
    const none = await pageOfRows<Row>(pool, given(70), { size: 1 })
    expect([none.list.length, Number(none.total)]).toEqual([0, 0])
  })
  test('unusual sizes work and absent filters leave the text', async () => {
    const part = await pageOfRows<Row>(
      pool,
      plan([
        ['t.weight = ?', null],
        ['t.name like ?', ''],
      ]),
      { size: 999_999 },
    )
    expect(part.list.length).toBe(50)
  })
  test('what a person types is text, not a pattern', async () => {
    const filters = [
      ['t.org_id = ?', 'o1'],
      ['t.name like ?', contains('50%_off\\')],
    ] as const
    const part = await pageOfRows<Row>(pool, { ...plan([]), filters }, {})
    expect(ids(part.list)).toEqual(['odd'])
    const none = await pageOfRows<Row>(
      pool,
      {
        ...plan([]),
        filters: [
          ['t.name like ?', contains('%')],
          ['t.org_id = ?', 'o0'],
        ],
      },
      {},
    )
    expect(none.list).toEqual([])
  })
  test('a search by text pages, sorts and counts like any other', async () => {
    const found: string[] = []
    const byText = plan([['t.name like ?', contains('name1')]])
    for (const page of [1, 2, 3]) {
      const part = await pageOfRows<Row>(pool, byText, { page, size: 2, orderBy: 'weight desc' })
      expect(Number(part.total)).toBe(6)
      found.push(...ids(part.list))
    }
    const whole = await pageOfRows<Row>(pool, byText, { size: 10, orderBy: 'weight desc' })
    expect(found).toEqual(ids(whole.list))
    const past = await pageOfRows<Row>(pool, byText, { page: 9, size: 10 })
    expect([past.list.length, Number(past.total)]).toEqual([0, 6])
  })
  test('one filter may take several values, also such that it does not name', async () => {
    const between = ['t.weight between ?1 and ?3', several(2, 'unused', 3)] as const
    const part = await pageOfRows<Row>(pool, plan([between, ['t.name <> ?', 'name2']]), { size: 100 })
    expect(part.list.length).toBeGreaterThan(0)
    expect(part.list.every((row) => row.weight >= 2 && row.weight <= 3 && row.id !== '0002')).toBe(true)
  })
  test('orderBy is matched against a list, anything else is ignored', () => {
    const sorts = { createTime: 't.created_at' }
    expect(sortOf('createTime desc', sorts)).toBe('t.created_at desc')
    expect(sortOf(' emp.createTime ', sorts)).toBe('t.created_at asc')
    for (const hostile of [
      '',
      'constructor',
      'createTime; drop table thing',
      'createTime desc, 1',
      'createTime desc--',
      '(select 1)',
    ]) {
      expect(sortOf(hostile, sorts)).toBeNull()
    }
  })
})
