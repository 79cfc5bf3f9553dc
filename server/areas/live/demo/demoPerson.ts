// One invented resident of the demo house: what the archive says, and the family.

import { completenessOf } from '#contract/live/completeness'
import type { Chance } from '#server/kit/chance'
import type { DemoContext } from '#server/kit/demo'
import { namePinyin } from '#server/kit/pinyin'
import {
  addressOf,
  allergies,
  childName,
  DEMENTIA,
  diets,
  diseases,
  districts,
  familyNameOf,
  idCardOf,
  phoneOf,
  residentName,
  surname,
} from './demoNames.ts'
import type { LevelCode, PlannedPerson } from './demoStays.ts'

const two = (value: number) => String(value).padStart(2, '0')

/** Two of them have their birthday today. */
const BORN_TODAY = [11, 57]

/** Somebody of that age today, born on any day of the year. */
function birthOf(luck: Chance, demo: DemoContext, age: number, i: number): string {
  const before = luck.between(0, 364)
  const day = demo.day(BORN_TODAY.includes(i) ? 0 : -before)
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  return `${year - age}-${two(month)}-${two(month === 2 ? Math.min(date, 28) : date)}`
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

/** Some of the people in the house are 特困人员, half from the city and half from the country. */
function categoryOf(luck: Chance, inHouse: boolean, i: number): string {
  if (inHouse && i % 17 === 5) return i % 34 === 5 ? '2' : '3'
  return luck.pick(['1', '1', '1', '1', '1', '1', '4', '5', '6', '7', '8', '9'])
}

/** The level goes with age and illness. */
function levelOf(luck: Chance, age: number, attention: readonly number[]): LevelCode {
  if (attention.includes(1)) return 'DEMENTIA'
  if (attention.includes(5)) return 'SPECIAL'
  if (age < 75) return luck.pick(['SELF', 'SELF', 'HALF3'])
  if (age < 85) return luck.pick(['SELF', 'HALF3', 'HALF3', 'HALF2', 'HALF2', 'FULL'])
  return luck.pick(['HALF3', 'HALF2', 'HALF2', 'FULL', 'FULL', 'SPECIAL'])
}
const selfCareOf = (level: LevelCode) => ({ SELF: 1, HALF3: 2, HALF2: 2, FULL: 3, SPECIAL: 3, DEMENTIA: 3 })[level]

const JOBS = [
  '中学教师',
  '纺织厂工人',
  '机械厂工程师',
  '公交公司司机',
  '百货商店营业员',
  '街道干部',
  '医院护士',
  '会计',
  '铁路职工',
  '小学教师',
  '农民',
  '船厂技工',
]
const UNITS = [
  '上海第十七棉纺厂',
  '杨浦区教育局',
  '沪东造船厂',
  '市公交三公司',
  '上海机床厂',
  '控江医院',
  '上海铁路局',
  '五角场百货公司',
]
const PLACES = ['上海', '江苏南通', '浙江宁波', '江苏盐城', '浙江绍兴', '安徽芜湖', '江苏苏州', '山东青岛']
const HOBBIES = [
  '听沪剧、散步',
  '书法、读报',
  '打太极拳',
  '下象棋',
  '唱歌、跳广场舞',
  '编织、养花',
  '看电视剧',
  '打牌、聊天',
]
const CHARACTERS = ['开朗健谈', '安静内向', '要强，喜欢自己动手', '温和，好相处', '急躁，需耐心沟通', '乐观']
const DRUGS = [
  '苯磺酸氨氯地平 5mg 每日一次',
  '二甲双胍 0.5g 每日两次',
  '阿司匹林肠溶片 100mg 每晚一次',
  '阿托伐他汀 20mg 每晚一次',
  '碳酸钙 D3 每日一次',
  '多奈哌齐 5mg 每晚一次',
]
const STAYS = [
  '2023 年因肺部感染住院两周',
  '2024 年白内障手术',
  '2022 年髋部骨折手术，恢复良好',
  '2024 年脑梗死，遗留左侧肢体乏力',
]
const AIDS = ['助行器', '轮椅', '拐杖', '助听器', '老花镜', '假牙']

interface Resident {
  oldmanId: string
  name: string
  male: boolean
  poor: boolean
  address: string
}

export interface DemoFamily extends Record<string, unknown> {
  family_id: string
  name: string
  emergency: boolean
  payer: boolean
  guarantor: boolean
  guardian: boolean
  id_card: string | null
}

/** 特困人员 have a guardian from the street office; everyone else one to three children. */
function familyOf(luck: Chance, demo: DemoContext, resident: Resident, i: number): DemoFamily[] {
  const { oldmanId } = resident
  const member = (
    n: number,
    name: string,
    relation: string,
    marks: Partial<DemoFamily>,
    address: string | null,
  ): DemoFamily => ({
    family_id: demo.id(`family:${i + 1}:${n}`),
    oldman_id: oldmanId,
    name,
    ...namePinyin(name),
    relation,
    phone: phoneOf(`137002${n}`, i * 4 + n),
    id_card: null,
    address,
    emergency: false,
    payer: false,
    guarantor: false,
    guardian: false,
    ...marks,
    sort: n,
  })
  if (resident.poor) {
    const clerk = childName(luck, surname(luck), luck.often(0.4))
    const all = { emergency: true, guardian: true, payer: true, guarantor: true }
    return [member(1, clerk, '82', all, '上海市杨浦区民政服务窗口')]
  }
  // Children carry their father's name.
  const family = resident.male ? familyNameOf(resident.name) : surname(luck)
  const names: string[] = []
  return Array.from({ length: luck.between(1, 3) }, (_, n) => {
    const son = luck.often(0.5)
    const born = `19${luck.between(56, 78)}-${two(luck.between(1, 12))}-${two(luck.between(1, 28))}`
    const card = idCardOf(luck.pick(districts), born, son, i * 3 + n + 101)
    const marks: Partial<DemoFamily> =
      n === 0
        ? { emergency: true, guardian: true, guarantor: true, payer: true, id_card: luck.often(0.7) ? card : null }
        : n === 1
          ? { emergency: true }
          : {}
    names.push(childName(luck, family, son, names))
    return member(n + 1, names[n]!, son ? '20' : '21', marks, n === 0 ? resident.address : null)
  })
}

export interface DemoResident {
  oldmanId: string
  name: string
  level: LevelCode
  poor: boolean
  saleId: string
  row: Record<string, unknown>
  family: DemoFamily[]
}

/** What is filled in often, and what seldom: archives are never complete. */
const some = <T>(luck: Chance, share: number, value: T): T | null => (luck.often(share) ? value : null)

export function demoResident(luck: Chance, demo: DemoContext, plan: PlannedPerson, i: number): DemoResident {
  const { male, status, filed } = plan
  const inHouse = status === 1 || status === 4
  const oldmanId = demo.id(`oldman:${i + 1}`)
  const name = residentName(luck, male)
  const age = ageOf(luck, i)
  const birthDate = birthOf(luck, demo, age, i)
  const district = luck.pick(districts)
  const category = categoryOf(luck, inHouse, i)
  const poor = category === '2' || category === '3'
  const attention = notesOf(luck)
  const level = levelOf(luck, age, attention)
  const ill = [...new Set(Array.from({ length: luck.between(1, 3) }, () => luck.pick(diseases)))]
  const address = addressOf(luck)
  const widowed = luck.often(male ? 0.35 : 0.65)
  // Archives of those who live here are kept better than those of people who only asked.
  const care = inHouse ? luck.pick([0.95, 0.9, 0.85, 0.75, 0.5]) : status === 2 ? 0.75 : luck.pick([0.3, 0.45])
  const checked = inHouse ? -luck.between(5, 420) : filed
  const saleId = demo.staff(luck.often(0.6) ? '刘敏' : '吴倩')
  const row = {
    oldman_id: oldmanId,
    archive_no: `YL${demo.day(filed).replaceAll('-', '')}${String(i + 1).padStart(3, '0')}`,
    oldman_name: name,
    ...namePinyin(name),
    sex: male ? 0 : 1,
    id_card: idCardOf(district, birthDate, male, i + 11),
    birth_date: birthDate,
    nation: luck.pick(['01', '01', '01', '01', '01', '01', '01', '01', '03', '11']),
    phone: some(luck, 0.7, phoneOf('1350021', i + 1)),
    address,
    region: district,
    education: some(luck, care, luck.pick(['90', '80', '80', '80', '70', '70', '60', '40', '30', '20'])),
    marital: poor ? luck.pick(['10', '30']) : widowed ? '30' : luck.pick(['20', '20', '20', '40']),
    political_status: some(luck, care, luck.pick(['13', '13', '13', '13', '01'])),
    religion: some(luck, care, luck.pick(['0', '0', '0', '0', '1', '5'])),
    living: inHouse ? '8' : luck.pick(['1', '2', '3']),
    income: poor ? ['4'] : luck.often(0.8) ? ['1'] : ['1', '2'],
    medical_pay: poor ? ['2', '7'] : luck.pick([['1'], ['1'], ['1'], ['2'], ['1', '8'], ['6']]),
    blood_abo: some(luck, care, luck.pick(['1', '2', '3', '4', '5'])),
    blood_rh: some(luck, care, luck.pick(['2', '2', '2', '3'])),
    diseases: attention.includes(1) ? [DEMENTIA, ...ill] : ill,
    allergies: luck.often(0.12) ? [luck.pick(allergies)] : luck.often(care) ? ['0'] : [],
    diet: luck.often(care) ? luck.pick(diets) : [],
    attention,
    category,
    household_type: some(luck, care, category === '3' ? '2' : '1'),
    former_job: some(luck, care, luck.pick(JOBS)),
    work_unit: some(luck, care * 0.7, luck.pick(UNITS)),
    native_place: some(luck, care, luck.pick(PLACES)),
    hobbies: some(luck, care, luck.pick(HOBBIES)),
    character: some(luck, care, luck.pick(CHARACTERS)),
    medical_card_no: some(luck, care, `SH${String(100_000_000 + ((i * 7_654_321) % 899_999_999))}`),
    self_care: some(luck, inHouse ? 1 : care, selfCareOf(level)),
    sleep: some(luck, care, luck.pick(['1', '1', '2', '3', '4', '5', '7'])),
    aids: some(luck, care * 0.6, luck.pick(AIDS)),
    hospital_history: some(luck, 0.4, luck.pick(STAYS)),
    medication: some(
      luck,
      care,
      [luck.pick(DRUGS), luck.pick(DRUGS)].filter((drug, n, all) => all.indexOf(drug) === n).join('；'),
    ),
    health_report_date: some(luck, care, demo.day(checked)),
    status,
    dept_id: plan.deptId ?? demo.dept('前台'),
    sale_id: saleId,
    remark: poor ? '由街道民政窗口送养，费用由财政供养资金支付。' : null,
    created_at: demo.at(filed, `${two(luck.between(8, 16))}:${two(luck.between(0, 59))}`),
  }
  const health_report_expire = row.health_report_date === null ? null : demo.day(checked + 365)
  const family = familyOf(luck, demo, { oldmanId, name, male, poor, address }, i)
  return {
    oldmanId,
    name,
    level,
    poor,
    saleId,
    row: { ...row, health_report_expire, completeness: scoreOf(row, health_report_expire, family, demo.today) },
    family,
  }
}

/** The same score that the archive pages work out. */
function scoreOf(
  row: Readonly<Record<string, unknown>>,
  expire: string | null,
  family: readonly DemoFamily[],
  today: string,
) {
  const camel = (key: string) => key.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  const facts = Object.fromEntries(Object.entries(row).map(([key, value]) => [camel(key), value]))
  const members = family.map(({ id_card: idCard, ...one }) => ({ ...one, idCard }))
  return completenessOf({ ...facts, healthReportExpire: expire, family: members }, today).score
}
