// Ninety consultations of the last twelve months: those that became residents of the house, those that are being
// followed up, some of them late, and those that went elsewhere.

import type { Tx } from '#server/kit/caller'
import { type Chance, chance } from '#server/kit/chance'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { keepNumbers } from '#server/kit/numbers'
import { namePinyin } from '#server/kit/pinyin'
import {
  addressOf,
  childName,
  diets,
  diseases,
  districts,
  familyNameOf,
  idCardOf,
  phoneOf,
  residentName,
  surname,
} from './demoNames.ts'
import { budgets, losses, mannerOf, roomInputs, talks } from './demoTalks.ts'

const SEED = 20_260_420
const ALL = 90
const ARCHIVED = 34
const LOST = 18
/** Of those still open, so many have not been talked to yet. */
const UNTOUCHED = 11
const SALES = ['刘敏', '吴倩'] as const

interface Resident {
  oldmanId: string
  oldmanName: string
  sex: 0 | 1
  idCard: string
  birthDate: string
  nation: string | null
  phone: string | null
  region: string | null
  address: string | null
  attention: number[]
  /** Days before today that the archive was made. */
  ago: number
  familyName: string
  familyRelation: string
  familyPhone: string
  familyAddress: string | null
}

const RESIDENTS = `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, t.id_card as "idCard",
  t.birth_date as "birthDate", t.nation, t.phone, t.region, t.address, t.attention,
  (current_date - t.created_at::date) as ago, f.name as "familyName", f.relation as "familyRelation",
  f.phone as "familyPhone", f.address as "familyAddress"
from oldman t join lateral (select * from oldman_family f where f.org_id = t.org_id and f.oldman_id = t.oldman_id
  order by f.emergency desc, f.sort, f.family_id limit 1) f on true
where t.org_id = $1 and t.created_at::date between current_date - 345 and current_date - 1
order by t.created_at desc, t.oldman_id limit ${ARCHIVED}`

interface Made {
  row: Record<string, unknown>
  interviews: Record<string, unknown>[]
  day: string
}

const two = (value: number) => String(value).padStart(2, '0')
const timeOf = (luck: Chance) => `${two(luck.between(9, 16))}:${two(luck.between(0, 11) * 5)}`

interface Person {
  key: string
  daysAgo: number
  status: 1 | 2 | 3 | 4
  resident: Record<string, unknown> & { oldman_name: string }
  consultant: { name: string; relation: string; phone: string; address: string | null }
  /** For those who have an archive. */
  oldmanId: string | null
  archivedAgo: number | null
}

/** So many days from today to the next agreed call: late, today and to come are all there. */
const NEXT: readonly (number | null)[] = [-9, -4, -2, -1, 0, 1, 2, 3, 5, 7, 10, 14, 21, null]

function talksOf(luck: Chance, demo: DemoContext, one: Person, sale: string, next: string | null, newest: number) {
  const count = one.status === 1 ? 0 : one.status === 3 ? luck.between(2, 3) : luck.between(1, 3)
  const end = one.archivedAgo ?? (one.status === 4 ? Math.max(1, one.daysAgo - luck.between(10, 40)) : newest)
  const span = Math.max(0, one.daysAgo - end)
  return Array.from({ length: count }, (_, n) => {
    const ago = Math.max(end, one.daysAgo - Math.floor((span * n) / Math.max(1, count - 1 || 1)))
    const manner = mannerOf(luck, n, one.status)
    const last = n === count - 1
    return {
      interview_id: demo.id(`interview:${one.key}:${n}`),
      consultation_id: demo.id(`consultation:${one.key}`),
      visit_at: demo.at(-ago, `${two(9 + n * 2)}:${two(luck.between(0, 11) * 5)}`),
      staff_id: sale,
      manner,
      content: luck.pick(talks[manner]),
      next_follow_at: last ? next : demo.at(-Math.max(end, ago - 7), '10:00'),
      result: last && one.status === 3 ? '同意办理入住，约定来院建档' : null,
    }
  })
}

function consultationOf(luck: Chance, demo: DemoContext, one: Person, turn: number): Made {
  const sale = demo.staff(SALES[turn % SALES.length]!)
  const open = one.status === 1 || one.status === 2
  const wished = NEXT[turn % NEXT.length]!
  // A call that is late was agreed before it.
  const offset = wished !== null && wished < 0 && one.daysAgo + wished < 2 ? 2 : wished
  const next = open && offset !== null ? demo.at(offset, offset === 0 ? '17:30' : timeOf(luck)) : null
  const interviews = talksOf(luck, demo, one, sale, next, offset !== null && offset < 0 ? 1 - offset : 1)
  const seen = interviews.filter((talk) => talk.manner === 'COME').map((talk) => String(talk.visit_at))
  const day = demo.day(-one.daysAgo)
  const lost = one.status === 4
  const loss = luck.pick(losses)
  const lostAt = lost ? demo.at(-Math.max(1, one.daysAgo - luck.between(12, 45)), '16:20') : null
  // Before the first talk of that day.
  const at = demo.at(-one.daysAgo, `08:${two(luck.between(0, 11) * 5)}`)
  return {
    day,
    interviews,
    row: {
      consultation_id: demo.id(`consultation:${one.key}`),
      consult_date: day,
      channel: luck.pick(['1', '1', '1', '2', '2', '2', '4', '5', '5', '6', '6', '8', '9', '10', '13']),
      intention: one.status === 3 ? '1' : lost ? luck.pick(['3', '4']) : luck.pick(['1', '2', '2', '3']),
      status: one.status,
      expect_date: luck.often(0.6) ? demo.day(-one.daysAgo + luck.between(10, 60)) : null,
      expect_room_type: luck.pick(roomInputs),
      budget_fen: luck.pick(budgets) * 100_00,
      sale_id: sale,
      dept_id: demo.dept('前台'),
      remark: luck.often(0.3) ? '希望靠近护理站，子女周末探望。' : null,
      consultant_name: one.consultant.name,
      consultant_pinyin: namePinyin(one.consultant.name).pinyin,
      consultant_initials: namePinyin(one.consultant.name).initials,
      consultant_phone: one.consultant.phone,
      consultant_relation: one.consultant.relation,
      consultant_wechat: luck.often(0.4) ? `wx_${one.consultant.phone.slice(-6)}` : null,
      consultant_address: one.consultant.address,
      ...one.resident,
      ...namePinyin(one.resident.oldman_name),
      next_follow_at: next,
      loss_reason: lost ? loss[0] : null,
      loss_remark: lost ? loss[1] : null,
      lost_at: lostAt,
      visited_at: seen.sort()[0] ?? null,
      oldman_id: one.oldmanId,
      archived_at: one.archivedAgo === null ? null : demo.at(-one.archivedAgo, '10:30'),
      created_at: at,
      updated_at: lostAt ?? at,
    },
  }
}

/** Somebody who asks and is no resident (yet). */
function strangerOf(luck: Chance, demo: DemoContext, turn: number): Pick<Person, 'resident' | 'consultant'> {
  const male = luck.often(0.42)
  const name = residentName(luck, male)
  const born = `${Number(demo.today.slice(0, 4)) - luck.between(68, 94)}-${two(luck.between(1, 12))}-${two(luck.between(1, 28))}`
  const district = luck.pick(districts)
  const card = luck.often(0.55)
  const son = luck.often(0.5)
  const ill = [...new Set([luck.pick(diseases), luck.pick(diseases)])]
  return {
    resident: {
      oldman_name: name,
      sex: male ? 0 : 1,
      id_card: card ? idCardOf(district, born, male, turn + 611) : null,
      birth_date: card ? born : null,
      age: card ? null : Number(demo.today.slice(0, 4)) - Number(born.slice(0, 4)),
      nation: '01',
      phone: null,
      address: addressOf(luck),
      region: district,
      attention: luck.often(0.2) ? [1] : luck.often(0.25) ? [4] : [],
      extra: { marital: luck.pick(['20', '30']), living: luck.pick(['1', '2', '3']), income: ['1'], medicalPay: ['1'] },
      health: { selfCare: luck.between(1, 3), diseases: ill, allergies: ['0'], diet: luck.pick(diets) },
    },
    consultant: {
      name: childName(luck, male ? familyNameOf(name) : surname(luck), son),
      relation: son ? '20' : '21',
      phone: phoneOf('1590021', turn + 1),
      address: null,
    },
  }
}

/** The later they asked, the more of them are still open. */
function peopleOf(luck: Chance, demo: DemoContext, residents: readonly Resident[]): Person[] {
  const known = residents.map(
    (one, i): Person => ({
      key: `resident:${i + 1}`,
      daysAgo: Math.min(364, one.ago + luck.between(3, 24)),
      status: 3,
      oldmanId: one.oldmanId,
      archivedAgo: one.ago,
      resident: {
        oldman_name: one.oldmanName,
        sex: one.sex,
        id_card: one.idCard,
        birth_date: one.birthDate,
        age: null,
        nation: one.nation,
        phone: one.phone,
        address: one.address,
        region: one.region,
        attention: one.attention,
        extra: {},
        health: { allergies: [] },
      },
      consultant: {
        name: one.familyName,
        relation: one.familyRelation,
        phone: one.familyPhone,
        address: one.familyAddress,
      },
    }),
  )
  const others = Array.from({ length: ALL - known.length }, (_, i): Person => {
    const status = i < LOST ? 4 : i < LOST + UNTOUCHED ? 1 : 2
    const daysAgo = status === 4 ? 15 + i * 19 : status === 1 ? 1 + (i - LOST) : 3 + (i - LOST - UNTOUCHED) * 3
    return {
      key: `other:${i + 1}`,
      daysAgo: Math.min(360, daysAgo),
      status,
      ...strangerOf(luck, demo, i),
      oldmanId: null,
      archivedAgo: null,
    }
  })
  return [...known, ...others]
}

const INSERT = `insert into consultation (org_id, consultation_id, consultation_no, consult_date, channel, intention, status,
  expect_date, expect_room_type, budget_fen, sale_id, dept_id, remark, consultant_name, consultant_pinyin,
  consultant_initials, consultant_phone, consultant_relation, consultant_wechat, consultant_address, oldman_name, pinyin,
  initials, sex, id_card, birth_date, age, nation, phone, address, region, extra, health, attention, next_follow_at,
  loss_reason, loss_remark, lost_at, visited_at, oldman_id, archived_at, created_at, updated_at)
select $1, x.consultation_id, x.consultation_no, x.consult_date, x.channel, x.intention, x.status, x.expect_date,
  x.expect_room_type, x.budget_fen, x.sale_id, x.dept_id, x.remark, x.consultant_name, x.consultant_pinyin,
  x.consultant_initials, x.consultant_phone, x.consultant_relation, x.consultant_wechat, x.consultant_address,
  x.oldman_name, x.pinyin, x.initials, x.sex, x.id_card, x.birth_date, x.age, x.nation, x.phone, x.address, x.region,
  x.extra, x.health, x.attention, x.next_follow_at, x.loss_reason, x.loss_remark, x.lost_at, x.visited_at, x.oldman_id,
  x.archived_at, x.created_at, x.updated_at
from jsonb_to_recordset($2::jsonb) as x(consultation_id text, consultation_no text, consult_date date, channel text,
  intention text, status int, expect_date date, expect_room_type text, budget_fen bigint, sale_id text, dept_id text,
  remark text, consultant_name text, consultant_pinyin text, consultant_initials text, consultant_phone text,
  consultant_relation text, consultant_wechat text, consultant_address text, oldman_name text, pinyin text,
  initials text, sex int, id_card text, birth_date date, age int, nation text, phone text, address text, region text,
  extra jsonb, health jsonb, attention jsonb, next_follow_at timestamptz, loss_reason text, loss_remark text,
  lost_at timestamptz, visited_at timestamptz, oldman_id text, archived_at timestamptz, created_at timestamptz,
  updated_at timestamptz)`

const TALKS = `insert into consultation_interview (org_id, interview_id, consultation_id, visit_at, staff_id, manner, content,
  next_follow_at, result, created_at)
select $1, x.interview_id, x.consultation_id, x.visit_at, x.staff_id, x.manner, x.content, x.next_follow_at, x.result,
  x.visit_at
from jsonb_to_recordset($2::jsonb) as x(interview_id text, consultation_id text, visit_at timestamptz, staff_id text,
  manner text, content text, next_follow_at timestamptz, result text)`

/** Days and how many of a number series they hold, so that the next number follows. */
export async function addNumbers(tx: Tx, orgId: string, prefix: string, days: readonly string[]): Promise<string[]> {
  const last = new Map<string, number>()
  const numbers = days.map((day) => {
    const next = (last.get(day) ?? 0) + 1
    last.set(day, next)
    return `${prefix}${day.replaceAll('-', '')}${String(next).padStart(4, '0')}`
  })
  const used = [...last].map(([day, count]) => ({ day, last: count }))
  await keepNumbers(tx, orgId, prefix, used)
  return numbers
}

async function addConsultations(tx: Tx, demo: DemoContext): Promise<void> {
  const luck = chance(SEED)
  const found = await tx.client.query<Resident>(RESIDENTS, [demo.orgId])
  const made = peopleOf(luck, demo, found.rows)
    .map((one, turn) => consultationOf(luck, demo, one, turn))
    .sort((a, b) => a.day.localeCompare(b.day))
  const numbers = await addNumbers(
    tx,
    demo.orgId,
    'ZX',
    made.map((one) => one.day),
  )
  const rows = made.map((one, i) => ({ ...one.row, consultation_no: numbers[i] }))
  await tx.client.query(INSERT, [demo.orgId, JSON.stringify(rows)])
  await tx.client.query(TALKS, [demo.orgId, JSON.stringify(made.flatMap((one) => one.interviews))])
  await tx.client.query(
    `update oldman o set consultation_id = c.consultation_id, sale_id = coalesce(o.sale_id, c.sale_id) from consultation c
      where c.org_id = $1 and o.org_id = c.org_id and o.oldman_id = c.oldman_id`,
    [demo.orgId],
  )
  tx.log({ remark: `登记咨询 ${made.length} 条`, targetType: 'consultation' })
}

export default demoPart(50, addConsultations)
