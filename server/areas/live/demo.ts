// Two hundred residents of the demo organisation in its beds, with their families.

import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { namePinyin } from '#server/kit/pinyin'
import {
  addressOf,
  allergies,
  type Chance,
  chance,
  childName,
  DEMENTIA,
  diets,
  diseases,
  districts,
  elderName,
  familyNameOf,
  idCardOf,
  phoneOf,
  surname,
} from './demoNames.ts'

const SEED = 20_260_110
const IN_HOUSE = 174

interface Bed {
  bedId: string
  roomId: string
  deptId: string | null
}

const BEDS = `select b.bed_id as "bedId", b.room_id as "roomId", r.dept_id as "deptId"
from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
left join location l on l.org_id = r.org_id and l.location_id = r.area
where b.org_id = $1 and b.display = 0
order by l.place nulls last, r.sort, r.room_name, r.room_id, b.sort, b.bed_name, b.bed_id`

/** Who is here, and in what state: the rest of the two hundred have left, wait or changed their minds. */
const others: readonly (readonly [status: number, count: number])[] = [
  [5, 5],
  [3, 7],
  [2, 11],
  [6, 3],
]

interface Place {
  status: number
  bedId: string | null
  deptId: string
  male: boolean
}

/** About a quarter of the beds stay free, spread over the house; a room is for one sex. */
function placesOf(beds: readonly Bed[], demo: DemoContext): Place[] {
  const wards = ['松鹤楼护理组', '长青楼护理组', '康宁楼护理组'].map((name) => demo.dept(name))
  const rooms = [...new Set(beds.map((bed) => bed.roomId))]
  const male = (roomId: string) => rooms.indexOf(roomId) % 5 > 2
  const step = Math.max(1, beds.length / IN_HOUSE)
  const taken = new Set(Array.from({ length: Math.min(IN_HOUSE, beds.length) }, (_, i) => Math.floor(i * step)))
  const inside = beds
    .filter((_, i) => taken.has(i))
    .map(
      (bed, i): Place => ({
        status: i % 29 === 11 ? 4 : 1,
        bedId: bed.bedId,
        deptId: bed.deptId ?? wards[i % wards.length]!,
        male: male(bed.roomId),
      }),
    )
  // A house whose beds are not set up yet still has its people.
  const waiting = Array.from(
    { length: IN_HOUSE - inside.length },
    (_, i): Place => ({
      status: 1,
      bedId: null,
      deptId: wards[i % wards.length]!,
      male: i % 5 > 2,
    }),
  )
  const outside = others.flatMap(([status, count]) =>
    Array.from(
      { length: count },
      (_, i): Place => ({
        status,
        bedId: null,
        deptId: status === 2 ? wards[i % wards.length]! : demo.dept('前台'),
        male: i % 5 > 2,
      }),
    ),
  )
  return [...inside, ...waiting, ...outside]
}

const two = (value: number) => String(value).padStart(2, '0')

/** Somebody of that age today. */
function birthOf(luck: Chance, demo: DemoContext, age: number): string {
  const day = demo.day(-luck.between(1, 360))
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return `${year - age}-${two(month)}-${two(Math.min(date, 28))}`
}

/** Most are in their eighties; the youngest is 62, the oldest 101. */
function ageOf(luck: Chance, i: number): number {
  if (i === 3) return 101
  if (i === 8) return 62
  const [low, high] = luck.pick([
    [62, 74],
    [75, 79],
    [80, 84],
    [80, 84],
    [85, 89],
    [85, 89],
    [90, 94],
    [95, 99],
  ] as const)
  return luck.between(low, high)
}

function notesOf(luck: Chance): number[] {
  const notes: number[] = []
  if (luck.often(0.18)) notes.push(1)
  if (luck.often(0.03)) notes.push(2)
  if (luck.often(0.02)) notes.push(3)
  if (luck.often(0.38)) notes.push(4)
  if (luck.often(0.04)) notes.push(5)
  return notes
}

/** Twelve of the people in the house are 特困人员, half from the city and half from the country. */
function categoryOf(luck: Chance, i: number): string {
  if (i < IN_HOUSE && i % 14 === 5) return i % 28 === 5 ? '2' : '3'
  return luck.pick(['1', '1', '1', '1', '1', '1', '4', '5', '6', '7', '8', '9'])
}

interface Person {
  row: Record<string, unknown>
  family: Record<string, unknown>[]
}

function personOf(luck: Chance, demo: DemoContext, place: Place, i: number): Person {
  const { male, status, bedId, deptId } = place
  const oldmanId = demo.id(`oldman:${i + 1}`)
  const name = elderName(luck, male)
  const birthDate = birthOf(luck, demo, ageOf(luck, i))
  const district = luck.pick(districts)
  const category = categoryOf(luck, i)
  const poor = category === '2' || category === '3'
  const attention = notesOf(luck)
  const stayed = status === 4 ? luck.between(2, 26) : luck.between(20, 1_900)
  const lives = status === 1 || status === 4
  const checkIn = lives ? demo.day(-stayed) : status === 2 ? demo.day(-luck.between(300, 1_200)) : null
  const filed = lives ? -stayed - luck.between(2, 20) : -luck.between(5, 240) - (status === 2 ? 1_300 : 0)
  const ill = [...new Set(Array.from({ length: luck.between(1, 3) }, () => luck.pick(diseases)))]
  const address = addressOf(luck)
  const widowed = luck.often(male ? 0.35 : 0.65)
  const row = {
    oldman_id: oldmanId,
    archive_no: `YL${demo.day(filed).replaceAll('-', '')}${String(i + 1).padStart(3, '0')}`,
    oldman_name: name,
    ...namePinyin(name),
    sex: male ? 0 : 1,
    id_card: idCardOf(district, birthDate, male, i + 11),
    birth_date: birthDate,
    nation: luck.pick(['01', '01', '01', '01', '01', '01', '01', '01', '03', '11']),
    phone: luck.often(0.7) ? phoneOf('1350021', i + 1) : null,
    address,
    region: district,
    education: luck.pick(['90', '80', '80', '80', '70', '70', '60', '40', '30', '20']),
    marital: poor ? luck.pick(['10', '30']) : widowed ? '30' : luck.pick(['20', '20', '20', '40']),
    political_status: luck.pick(['13', '13', '13', '13', '01']),
    religion: luck.pick(['0', '0', '0', '0', '1', '5']),
    living: lives ? '8' : luck.pick(['1', '2', '3']),
    income: poor ? ['4'] : luck.often(0.8) ? ['1'] : ['1', '2'],
    medical_pay: poor ? ['2', '7'] : luck.pick([['1'], ['1'], ['1'], ['2'], ['1', '8'], ['6']]),
    blood_abo: luck.pick(['1', '2', '3', '4', '5']),
    blood_rh: luck.pick(['2', '2', '2', '3']),
    diseases: attention.includes(1) ? [DEMENTIA, ...ill] : ill,
    allergies: luck.often(0.12) ? [luck.pick(allergies)] : ['0'],
    diet: luck.pick(diets),
    attention,
    category,
    status,
    current_bed_id: bedId,
    dept_id: deptId,
    check_in_date: checkIn,
    remark: poor ? '由街道民政窗口送养，费用由财政供养资金支付。' : null,
    created_at: demo.at(filed, `${two(luck.between(8, 16))}:${two(luck.between(0, 59))}`),
  }
  return { row, family: familyOf(luck, demo, { oldmanId, name, male, poor, address }, i) }
}

interface Elder {
  oldmanId: string
  name: string
  male: boolean
  poor: boolean
  address: string
}

/** 特困人员 have a guardian from the street office; everyone else one to three children. */
function familyOf(luck: Chance, demo: DemoContext, elder: Elder, i: number): Record<string, unknown>[] {
  const { oldmanId } = elder
  const member = (
    n: number,
    name: string,
    relation: string,
    marks: Record<string, boolean>,
    address: string | null,
  ) => ({
    family_id: demo.id(`family:${i + 1}:${n}`),
    oldman_id: oldmanId,
    name,
    relation,
    phone: phoneOf(`137002${n}`, i * 4 + n),
    address,
    emergency: false,
    payer: false,
    guarantor: false,
    guardian: false,
    ...marks,
    sort: n,
  })
  if (elder.poor) {
    const clerk = childName(luck, surname(luck), luck.often(0.4))
    const all = { emergency: true, guardian: true, payer: true, guarantor: true }
    return [member(1, clerk, '82', all, '上海市杨浦区民政服务窗口')]
  }
  // Children carry their father's name.
  const family = elder.male ? familyNameOf(elder.name) : surname(luck)
  return Array.from({ length: luck.between(1, 3) }, (_, n) => {
    const son = luck.often(0.5)
    const marks: Record<string, boolean> =
      n === 0 ? { emergency: true, guardian: true, guarantor: true, payer: true } : n === 1 ? { emergency: true } : {}
    return member(n + 1, childName(luck, family, son), son ? '20' : '21', marks, n === 0 ? elder.address : null)
  })
}

const INSERT = `insert into oldman (org_id, oldman_id, archive_no, oldman_name, pinyin, initials, sex, id_card, birth_date,
  nation, phone, address, region, education, marital, political_status, religion, living, income, medical_pay, blood_abo,
  blood_rh, diseases, allergies, diet, attention, category, status, current_bed_id, dept_id, check_in_date, remark,
  created_at, updated_at)
select $1, x.oldman_id, x.archive_no, x.oldman_name, x.pinyin, x.initials, x.sex, x.id_card, x.birth_date, x.nation, x.phone,
  x.address, x.region, x.education, x.marital, x.political_status, x.religion, x.living, x.income, x.medical_pay,
  x.blood_abo, x.blood_rh, x.diseases, x.allergies, x.diet, x.attention, x.category, x.status, x.current_bed_id,
  x.dept_id, x.check_in_date, x.remark, x.created_at, x.created_at
from jsonb_to_recordset($2::jsonb) as x(oldman_id text, archive_no text, oldman_name text, pinyin text, initials text,
  sex int, id_card text, birth_date date, nation text, phone text, address text, region text, education text,
  marital text, political_status text, religion text, living text, income jsonb, medical_pay jsonb, blood_abo text,
  blood_rh text, diseases jsonb, allergies jsonb, diet jsonb, attention jsonb, category text, status int,
  current_bed_id text, dept_id text, check_in_date date, remark text, created_at timestamptz)`

const FAMILY = `insert into oldman_family (org_id, family_id, oldman_id, name, relation, phone, address, emergency, payer,
  guarantor, guardian, sort)
select $1, x.family_id, x.oldman_id, x.name, x.relation, x.phone, x.address, x.emergency, x.payer, x.guarantor, x.guardian,
  x.sort
from jsonb_to_recordset($2::jsonb) as x(family_id text, oldman_id text, name text, relation text, phone text,
  address text, emergency boolean, payer boolean, guarantor boolean, guardian boolean, sort int)`

async function addResidents(tx: Tx, demo: DemoContext): Promise<void> {
  const found = await tx.client.query<Bed>(BEDS, [demo.orgId])
  const luck = chance(SEED)
  const people = placesOf(found.rows, demo).map((place, i) => personOf(luck, demo, place, i))
  await tx.client.query(INSERT, [demo.orgId, JSON.stringify(people.map((one) => one.row))])
  await tx.client.query(FAMILY, [demo.orgId, JSON.stringify(people.flatMap((one) => one.family))])
  // All beds at once; a stay that begins in daily work goes through the platform's own function.
  await tx.client.query(
    `update bed b set is_used = 1 from oldman t
      where t.org_id = $1 and b.org_id = t.org_id and b.bed_id = t.current_bed_id`,
    [demo.orgId],
  )
  tx.log({ remark: `建立老人档案 ${people.length} 份`, targetType: 'oldman' })
}

export default demoPart(30, addResidents)
