// The migration that made rows of levels out of the timeline, and kept the payees of refunds, on data from before it.
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { dayOf } from '#server/areas/live/test/stayHouse'
import { migrate, ownMigrations } from '#server/kit/migrate'
import { type TestDatabase, testDatabase } from '#server/kit/test/database'
import { DEMO_TEMPLATE } from '#server/kit/test/templates'

const THIS = ownMigrations.find((one) => one.tag.endsWith('stay_levels'))!
const ORG = 'org'
const LEVELS = ['自理', '半护理', '半护理（三级护理）', '半护理（二级护理）', '全护理（一级护理）']
const [SELF, HALF, HALF3, HALF2, FULL] = LEVELS as [string, string, string, string, string]
const BED = '松鹤楼 › 1层 › 101 › 01'
const OTHER = '松鹤楼 › 1层 › 102 › 01'

/** Days are counted from today. */
interface Told {
  kind: string
  day: number
  /** When it was entered, if not on the day. */
  entered?: number
  content: string
}

interface Case {
  about: string
  start: number
  end?: number
  level: string | null
  next?: readonly [level: string, day: number]
  told: readonly Told[]
  /** Days on which the price of the care began. */
  care?: readonly number[]
  rows: readonly (readonly [day: number, level: string | null])[]
}

const checkIn = (day: number, level: string): Told => ({
  kind: 'checkIn',
  day,
  content: `入住 ${BED}（包房），${level}，合同至 2027-01-01；已确认尚缺：评估`,
})
const trial = (day: number, level: string): Told => ({
  kind: 'trial',
  day,
  content: `试住 ${BED}，至 ${dayOf(day + 30)}，${level}；已确认：与异性同室`,
})
const convert = (day: number, level: string): Told => ({
  kind: 'convert',
  day,
  content: `试住转为正式入住，${BED}，${level}，合同至 2027-01-01`,
})
const changed = (day: number, before: string, after: string, entered = day): Told => ({
  kind: 'level',
  day,
  entered,
  content: `护理等级 ${before} → ${after}${day > entered ? `（${dayOf(day)} 生效）` : ''}，护理费随之调整`,
})
const moved = (day: number, levels: readonly [string, string] | null, entered = day): Told => ({
  kind: 'adjustBed',
  day,
  entered,
  content: `调床 ${BED} → ${OTHER}${day > entered ? `（${dayOf(day)} 生效）` : ''}${levels ? `，护理等级 ${levels[0]} → ${levels[1]}` : ''}；已确认：待清洁`,
})
const stayed = (entered: number, planned: number): Told => ({
  kind: 'adjustBed',
  day: entered,
  content: `取消原定 ${dayOf(planned)} 调到 ${OTHER}，留在 ${BED}`,
})
const left = (day: number, entered = day): Told => ({ kind: 'checkOut', day, entered, content: `退住，离开 ${BED}` })

const cases: readonly Case[] = [
  ...LEVELS.map((level) => ({
    about: `${level} from the check-in on`,
    start: -50,
    level,
    told: [checkIn(-50, level)],
    rows: [[-50, level]] as const,
  })),
  {
    about: 'a change, and one between two others',
    start: -50,
    level: FULL,
    told: [checkIn(-50, HALF), changed(-40, HALF, HALF3), changed(-30, HALF3, HALF2), changed(-20, HALF2, FULL)],
    rows: [
      [-50, HALF],
      [-40, HALF3],
      [-30, HALF2],
      [-20, FULL],
    ],
  },
  {
    about: 'a trial, its conversion and a move of bed with a level',
    start: -50,
    level: HALF3,
    told: [trial(-50, HALF3), convert(-40, FULL), moved(-30, [FULL, HALF3])],
    rows: [
      [-50, HALF3],
      [-40, FULL],
      [-30, HALF3],
    ],
  },
  {
    about: 'a change entered afterwards ends those of later days',
    start: -50,
    level: FULL,
    told: [checkIn(-50, SELF), changed(-20, SELF, HALF3), changed(-30, HALF3, FULL, -10)],
    rows: [
      [-50, SELF],
      [-30, FULL],
    ],
  },
  {
    about: 'a plan that came true, one that was replaced, and one that still stands',
    start: -50,
    level: HALF2,
    next: [FULL, 4],
    told: [
      checkIn(-50, SELF),
      changed(-30, SELF, HALF3, -35),
      changed(-10, HALF3, FULL, -22),
      changed(-18, HALF3, HALF2, -20),
      changed(4, HALF2, FULL, -1),
    ],
    rows: [
      [-50, SELF],
      [-30, HALF3],
      [-18, HALF2],
      [4, FULL],
    ],
  },
  {
    about: 'a plan that is due and not carried out yet',
    start: -50,
    level: SELF,
    next: [HALF3, 0],
    told: [checkIn(-50, SELF), changed(0, SELF, HALF3, -5)],
    rows: [
      [-50, SELF],
      [0, HALF3],
    ],
  },
  {
    about: 'a move with a level that was called off, and one that was replaced',
    start: -50,
    level: SELF,
    told: [
      checkIn(-50, SELF),
      moved(-30, [SELF, FULL], -40),
      stayed(-35, -30),
      moved(-10, [SELF, HALF3], -20),
      moved(-15, null, -15),
    ],
    rows: [[-50, SELF]],
  },
  {
    about: 'a check-out calls off what was planned; the stay keeps what it had',
    start: -50,
    end: -20,
    level: HALF3,
    told: [checkIn(-50, HALF3), changed(-5, HALF3, FULL, -15), left(-20, -14)],
    rows: [[-50, HALF3]],
  },
  {
    about: 'a level that was not known at first',
    start: -50,
    level: HALF2,
    told: [changed(-30, '未定', HALF2)],
    rows: [
      [-50, null],
      [-30, HALF2],
    ],
  },
  {
    about: 'the beginning is told by the first change',
    start: -50,
    level: FULL,
    told: [changed(-30, HALF3, FULL)],
    rows: [
      [-50, HALF3],
      [-30, FULL],
    ],
  },
  { about: 'no timeline', start: -50, level: FULL, told: [], rows: [[-50, FULL]] },
  { about: 'nothing known', start: -50, level: null, told: [], rows: [[-50, null]] },
  {
    about: 'a level that has another name by now',
    start: -50,
    level: FULL,
    told: [checkIn(-50, SELF), changed(-30, SELF, '半护理甲'), changed(-20, '半护理甲', '全护理')],
    rows: [
      [-50, SELF],
      [-30, null],
      [-20, FULL],
    ],
  },
  {
    about: 'what the stay has and the timeline does not tell began with the price of the care',
    start: -50,
    level: FULL,
    told: [checkIn(-50, SELF)],
    care: [-50, -12],
    rows: [
      [-50, SELF],
      [-12, FULL],
    ],
  },
]

let database: TestDatabase
let client: pg.Client

const ask = (text: string, values: unknown[] = []) => client.query(text, values)
const stayOf = (i: number) => `stay${i}`
const levelId = (name: string | null) => (name === null ? null : `level${LEVELS.indexOf(name)}`)

async function fill(one: Case, i: number): Promise<void> {
  const id = stayOf(i)
  await ask(
    `insert into oldman (org_id, oldman_id, archive_no, oldman_name, sex, id_card, birth_date)
     values ($1, $2::varchar, $2::varchar, '王秀兰', 0, $2::varchar, '1940-01-01')`,
    [ORG, id],
  )
  await ask(
    `insert into stay (org_id, stay_id, oldman_id, kind, start_date, end_date, level_id, next_level_id, next_level_date)
     values ($1, $2::varchar, $2::varchar, 'FORMAL', $3, $4, $5, $6, $7)`,
    [
      ORG,
      id,
      dayOf(one.start),
      one.end === undefined ? null : dayOf(one.end),
      levelId(one.level),
      levelId(one.next?.[0] ?? null),
      one.next ? dayOf(one.next[1]) : null,
    ],
  )
  for (const [n, told] of one.told.entries()) {
    const at = `${dayOf(told.entered ?? told.day)}T10:${String(n).padStart(2, '0')}:00+08:00`
    await ask(
      `insert into stay_event (org_id, event_id, oldman_id, stay_id, kind, day, content, user_name, created_at)
       values ($1, $2, $3, $3, $4, $5, $6, '刘敏', $7)`,
      [ORG, `${id}:${n}`, id, told.kind, dayOf(told.day), told.content, at],
    )
  }
  for (const day of one.care ?? []) {
    await ask(
      `insert into fee_set (org_id, fee_set_id, stay_id, project_child_id, price_fen, from_date) values ($1, $2, $3, 'care', 1, $4)`,
      [ORG, `${id}:${day}`, id, dayOf(day)],
    )
  }
}

const PAID = [
  ['note1', 'REFUND_BALANCE', '退余额，收款人 李建国 6222 0209', null],
  ['note2', 'REFUND_DEPOSIT', '退押金，收款人 王，收款人 强', null],
  ['note3', 'REFUND_DEPOSIT', '退押金', null],
  ['note4', 'REFUND_CHECKOUT', '退住退款 JS1，转账', '李建国'],
] as const

/** Refunds from before they had a paper: an earlier migration gave them one without the payee. */
async function fillRefunds(): Promise<void> {
  await ask('insert into elder_account (org_id, oldman_id) values ($1, $2)', [ORG, stayOf(0)])
  await ask('alter table ledger disable trigger user')
  for (const [seq, [id, type, content, payee]] of PAID.entries()) {
    await ask(
      `insert into ledger (org_id, entry_id, oldman_id, seq, day, trade_class, trade_type, way, amount_fen, cash_fen, balance_fen,
         balance_after, gift_after, deposit_after, booking_after, owed_after, group_id, user_name, content)
       values ($1, $2::varchar, $3, $4, current_date, 4, $5, 2, 100, -100, -100, 0, 0, 0, 0, 0, $2::varchar, '刘敏', $6)`,
      [ORG, id, stayOf(0), seq + 1, type, content],
    )
    await ask(
      `insert into refund_note (org_id, refund_id, refund_no, oldman_id, group_id, day, oldman_name, lines, ways, amount_fen,
         payee, reason, user_name)
       values ($1, $2::varchar, $2::varchar, $3, $2::varchar, current_date, '王秀兰', '[]', '[]', 100, $4, '退', '刘敏')`,
      [ORG, id, stayOf(0), payee],
    )
  }
  await ask('alter table ledger enable trigger user')
}

beforeAll(async () => {
  database = await testDatabase({ empty: true })
  client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const log = () => undefined
  await migrate({ url: database.url, migrations: ownMigrations.filter((one) => one.tag < THIS.tag), log })
  await ask(
    `insert into organization (org_id, org_name, org_code, org_level, org_status) values ($1, '颐园', 'YY', 1, 1)`,
    [ORG],
  )
  for (const [i, name] of LEVELS.entries()) {
    await ask('insert into nursing_level (org_id, level_id, level_name, sort) values ($1, $2, $3, $4)', [
      ORG,
      levelId(name),
      name,
      i,
    ])
  }
  await ask(`insert into fee_project (org_id, project_id, name, category) values ($1, 'care', '护理费', '2')`, [ORG])
  await ask(
    `insert into fee_child (org_id, project_child_id, project_id, name, price_fen, cycle) values ($1, 'care', 'care', '护理费', 1, 'MONTH')`,
    [ORG],
  )
  for (const [i, one] of cases.entries()) await fill(one, i)
  await fillRefunds()
  await migrate({ url: database.url, migrations: ownMigrations, log })
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

describe('levels of stays from before', () => {
  it.each(cases.map((one, i) => [one.about, one, i] as const))('%s', async (_, one, i) => {
    const { rows } = await ask(
      `select x.from_date::text as day, v.level_name as level from stay_level x
        left join nursing_level v on v.org_id = x.org_id and v.level_id = x.level_id
        where x.org_id = $1 and x.stay_id = $2 order by x.from_date`,
      [ORG, stayOf(i)],
    )
    expect(rows).toEqual(one.rows.map(([day, level]) => ({ day: dayOf(day), level })))
  })
})

/** As it was before: the level of the stay beside the timeline that tells the others. */
const BEFORE = `create table told as select org_id, stay_id, from_date, level_id from stay_level;
alter table stay add column level_id varchar(64), add column next_level_id varchar(64), add column next_level_date date,
  add constraint stay_next_level check ((next_level_id is null) = (next_level_date is null)), drop constraint stay_first_level;
drop trigger stay_level_within on stay;
update stay s set level_id = (select x.level_id from stay_level x where x.org_id = s.org_id and x.stay_id = s.stay_id
  order by x.from_date desc limit 1);
drop table stay_level;
drop function stay_level_within`

test('the timeline of the demonstration tells the same levels as were agreed', async () => {
  const demo = await testDatabase({ template: DEMO_TEMPLATE })
  const own = new pg.Client({ connectionString: demo.url })
  await own.connect()
  try {
    await own.query(BEFORE)
    await own.query('begin')
    for (const statement of THIS.sql.split('--> statement-breakpoint')) await own.query(statement)
    await own.query('commit')
    const differ = await own.query(
      `select * from told full join stay_level x using (org_id, stay_id, from_date) where told.level_id is distinct from x.level_id`,
    )
    expect(differ.rows).toEqual([])
    const all = await own.query('select count(*)::int as rows, count(distinct stay_id)::int as stays from stay_level')
    expect(all.rows[0].stays).toBeGreaterThan(200)
    expect(all.rows[0].rows).toBeGreaterThan(all.rows[0].stays)
  } finally {
    await own.end()
    await demo.drop()
  }
})

test('who got the money of a refund stands on its paper', async () => {
  const { rows } = await ask('select refund_id as id, payee from refund_note where org_id = $1 order by 1', [ORG])
  expect(rows).toEqual([
    { id: 'note1', payee: '李建国 6222 0209' },
    { id: 'note2', payee: '王，收款人 强' },
    { id: 'note3', payee: null },
    { id: 'note4', payee: '李建国' },
  ])
})
