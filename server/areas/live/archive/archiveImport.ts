// Resident archives from a workbook, with up to two members of the family each. Everything is named as people know it;
// a card that has an archive already is reported and never imported again.
import { isMasked } from '#contract/kit/privacy'
import { invalid } from '#contract/kit/refusal'
import {
  type ArchiveFieldsData,
  anyPhone,
  type FamilyFieldsData,
  ID_CARD_TYPE,
  SelfCare,
} from '#contract/live/archiveFields'
import { AttentionNote, familyParts, ResidentSex } from '#contract/live/resident'
import { type ImportColumn, type ImportSpec, importSheet } from '#server/kit/excelImport'
import { dayOf, idCardOf, optionOf, shortText } from '#server/kit/importCells'
import { type Reason, Reasons, unknownWord } from '#server/kit/importReasons'
import { identityOf, knownCardText, plainCard } from './archiveChecks.ts'
import { loadSurroundings, type Surroundings, templateChoices } from './archiveImportNames.ts'
import { insertArchives, type ReadyArchive } from './archiveInsert.ts'

/** One row as it stands in the workbook; what is named by a dictionary is still its label. */
interface ArchiveLine {
  oldmanName: string
  idCard: string
  idType: string | null
  sex: 0 | 1 | null
  birthDate: string | null
  nation: string | null
  phone: string | null
  region: string | null
  address: string | null
  category: string | null
  dept: string | null
  education: string | null
  marital: string | null
  politicalStatus: string | null
  religion: string | null
  living: string | null
  householdType: string | null
  formerJob: string | null
  income: string | null
  medicalPay: string | null
  medicalCardNo: string | null
  selfCare: 1 | 2 | 3 | null
  bloodAbo: string | null
  bloodRh: string | null
  diseases: string | null
  allergies: string | null
  diet: string | null
  attention: number[] | null
  medication: string | null
  remark: string | null
  name1: string | null
  relation1: string | null
  phone1: string | null
  card1: string | null
  parts1: Parts | null
  name2: string | null
  relation2: string | null
  phone2: string | null
  card2: string | null
  parts2: Parts | null
}

type Parts = Partial<Record<(typeof familyParts)[number][0], boolean>>

export const partsOf = (text: string) => [
  ...new Set(
    text
      .split(/[、，,;；\n]/)
      .map((one) => one.trim())
      .filter(Boolean),
  ),
]

const PHONE = new RegExp(anyPhone('').pattern!)

function phoneOf(text: string): string {
  const plain = text.replace(/\s/g, '').replace(/^\+?86(?=1\d{10}$)/, '')
  if (!PHONE.test(plain) || isMasked(plain)) throw invalid('应为 11 位手机号，或带区号的座机，如 021-55668800')
  return plain
}

function cardOf(text: string): string {
  const card = plainCard(text)
  if (!/^[0-9A-Z()（）-]{4,30}$/.test(card)) throw invalid('只能是 4 至 30 位字母、数字和短横线')
  return card
}

function notesOf(text: string): number[] {
  return partsOf(text).map((one) => optionOf(AttentionNote)(one))
}

function marksOf(text: string): Parts {
  return Object.fromEntries(
    partsOf(text).map((one) => {
      const part = familyParts.find(([, title]) => title === one)
      if (!part) {
        const titles = familyParts.map(([, title]) => title)
        throw unknownWord(`应为 ${titles.join('、')} 中的一项或几项`, one, titles)
      }
      return [part[0], true]
    }),
  )
}

const many = shortText(400)
const label = shortText(60)

const columns: readonly ImportColumn<ArchiveLine>[] = [
  { key: 'oldmanName', title: '姓名', required: true, parse: shortText(50), example: '王秀兰', width: 12 },
  { key: 'idCard', title: '证件号码', required: true, parse: cardOf, example: '310104194402180027', width: 24 },
  { key: 'idType', title: '证件类型', parse: label, example: '居民身份证', width: 18 },
  { key: 'sex', title: '性别', parse: optionOf(ResidentSex), example: '女', width: 8 },
  { key: 'birthDate', title: '出生日期', parse: dayOf, example: '1944-02-18', width: 14 },
  { key: 'nation', title: '民族', parse: label, example: '汉族', width: 12 },
  { key: 'phone', title: '本人电话', parse: phoneOf, example: '021-55668800', width: 16 },
  { key: 'region', title: '户籍地区', parse: label, example: '上海市徐汇区', width: 20 },
  { key: 'address', title: '现住址', parse: shortText(200), example: '漕宝路 320 弄 15 号 602 室', width: 30 },
  { key: 'category', title: '老人类别', parse: label, example: '社会寄养', width: 18 },
  { key: 'dept', title: '所属部门', parse: label, width: 18 },
  { key: 'education', title: '文化程度', parse: label, width: 14 },
  { key: 'marital', title: '婚姻状况', parse: label, example: '丧偶', width: 12 },
  { key: 'politicalStatus', title: '政治面貌', parse: label, width: 14 },
  { key: 'religion', title: '宗教信仰', parse: label, width: 12 },
  { key: 'living', title: '居住情况', parse: label, width: 16 },
  { key: 'householdType', title: '户籍性质', parse: label, width: 12 },
  { key: 'formerJob', title: '退休前职业', parse: shortText(50), example: '小学教师', width: 14 },
  { key: 'income', title: '经济来源', parse: many, example: '退休金/养老金', width: 20 },
  { key: 'medicalPay', title: '医疗费用支付方式', parse: many, example: '城镇职工基本医疗保险', width: 24 },
  { key: 'medicalCardNo', title: '医保卡号', parse: shortText(40), width: 18 },
  { key: 'selfCare', title: '自理能力', parse: optionOf(SelfCare), example: '半自理', width: 12 },
  { key: 'bloodAbo', title: 'ABO血型', parse: label, example: 'A型', width: 10 },
  { key: 'bloodRh', title: 'Rh血型', parse: label, width: 10 },
  { key: 'diseases', title: '慢性病', parse: many, example: '高血压病、冠心病', width: 24 },
  { key: 'allergies', title: '过敏史', parse: many, example: '无', width: 16 },
  { key: 'diet', title: '饮食', parse: many, example: '低盐、软食', width: 20 },
  { key: 'attention', title: '关注事项', parse: notesOf as never, example: '长护险', width: 18 },
  { key: 'medication', title: '长期用药', parse: shortText(500), width: 24 },
  { key: 'remark', title: '备注', parse: shortText(500), width: 24 },
  { key: 'name1', title: '家属1姓名', parse: shortText(50), example: '李建国', width: 12 },
  { key: 'relation1', title: '家属1关系', parse: label, example: '儿子', width: 12 },
  { key: 'phone1', title: '家属1电话', parse: phoneOf, example: '13800002516', width: 16 },
  { key: 'card1', title: '家属1身份证号', parse: idCardOf, width: 24 },
  { key: 'parts1', title: '家属1身份', parse: marksOf, example: '紧急联系人、付费人', width: 22 },
  { key: 'name2', title: '家属2姓名', parse: shortText(50), width: 12 },
  { key: 'relation2', title: '家属2关系', parse: label, width: 12 },
  { key: 'phone2', title: '家属2电话', parse: phoneOf, width: 16 },
  { key: 'card2', title: '家属2身份证号', parse: idCardOf, width: 24 },
  { key: 'parts2', title: '家属2身份', parse: marksOf, width: 22 },
]

const notes: Partial<Record<keyof ArchiveLine, string>> = {
  idCard: '居民身份证填 18 位号码，会核对校验码；已有档案的号码不会重复导入。',
  idType: '不填按居民身份证处理。',
  sex: '居民身份证可不填，由号码得出；其他证件必填。',
  birthDate: '居民身份证可不填；其他证件必填，如 1944-02-18。',
  phone: '11 位手机号，或带区号的座机。',
  region: '写到区县，如 上海市徐汇区、江苏省苏州市姑苏区。',
  dept: '不填归到导入人所在部门；同名部门写成“上级/下级”。',
  name1: '填了姓名就要填关系和电话。',
  parts1: '在合同里担任的身份。',
  parts2: '在合同里担任的身份。',
}

/** Which columns come from a dictionary, and whether several may be named. */
const coded = {
  idType: ['idType', false],
  nation: ['ethnicGroups', false],
  category: ['elderCategory', false],
  education: ['education', false],
  marital: ['maritalStatus', false],
  politicalStatus: ['politicalStatus', false],
  religion: ['religion', false],
  living: ['livingArrangement', false],
  householdType: ['householdType', false],
  income: ['incomeSource', true],
  medicalPay: ['medicalPayment', true],
  bloodAbo: ['bloodTypeAbo', false],
  bloodRh: ['bloodTypeRh', false],
  diseases: ['chronicDisease', true],
  allergies: ['allergy', true],
  diet: ['dietaryRestriction', true],
} as const satisfies Partial<Record<keyof ArchiveLine, readonly [string, boolean]>>

const titleOf = new Map(columns.map((column) => [column.key as string, column.title]))

type Bad = ReadonlySet<string>
const NONE: Bad = new Set()

function familyOf(line: ArchiveLine, known: Surroundings, reasons: Reasons, bad: Bad): FamilyFieldsData[] {
  const given = [
    { n: 1, name: line.name1, relation: line.relation1, phone: line.phone1, idCard: line.card1, parts: line.parts1 },
    { n: 2, name: line.name2, relation: line.relation2, phone: line.phone2, idCard: line.card2, parts: line.parts2 },
  ]
  return given.flatMap(({ n, name, relation, phone, idCard, parts }) => {
    if (!name && !relation && !phone && !idCard && !parts) return []
    const lacks = (key: string, value: string | null) => !value && !bad.has(`${key}${n}`)
    const lacking = [
      lacks('name', name) && '姓名',
      lacks('relation', relation) && '关系',
      lacks('phone', phone) && '电话',
    ].filter(Boolean)
    if (lacking.length > 0) reasons.add(`家属${n}缺少${lacking.join('、')}`)
    const coded = relation ? reasons.attempt(`家属${n}关系`, () => known.value('relationToElder', relation)) : null
    if (idCard && line.idCard && idCard === plainCard(line.idCard)) reasons.add(`家属${n}的身份证号与老人相同`)
    return coded ? [{ name: name!, relation: coded, phone: phone!, idCard, ...parts }] : []
  })
}

/** Ids and codes in place of words; reasons where there are none. */
function resolve(
  line: ArchiveLine,
  known: Surroundings,
  bad: Bad = NONE,
): { ready: ReadyArchive; reasons: readonly Reason[] } {
  const reasons = new Reasons()
  const values: Partial<Record<keyof typeof coded, string | string[]>> = {}
  for (const key of Object.keys(coded) as (keyof typeof coded)[]) {
    const [dictionary, several] = coded[key]
    const text = line[key]
    if (text === null) continue
    const words = several ? partsOf(text) : [text]
    const found = reasons.each(titleOf.get(key)!, words, (one) => known.value(dictionary, one))
    const value = found && (several ? found : found[0]!)
    if (value !== null) values[key] = value
  }
  const idType = (values.idType as string | undefined) ?? ID_CARD_TYPE
  // The parts of an identity are judged together: what could not be read is told already.
  const judged = !['idType', 'idCard', 'sex', 'birthDate'].some((key) => bad.has(key))
  const identity = judged
    ? reasons.attempt('', () => identityOf({ idType, idCard: line.idCard, sex: line.sex, birthDate: line.birthDate }))
    : null
  const owner = bad.has('idCard') ? undefined : known.cards.get(plainCard(line.idCard))
  if (owner) reasons.add(knownCardText(owner))
  const region = line.region ? reasons.attempt('户籍地区', () => known.region(line.region!)) : null
  const deptId = line.dept ? reasons.attempt('所属部门', () => known.dept(line.dept!)) : known.ownDept
  const family = familyOf(line, known, reasons, bad)
  const fields: Partial<ArchiveFieldsData> = {
    ...(values as Partial<ArchiveFieldsData>),
    phone: line.phone,
    region,
    address: line.address,
    deptId,
    formerJob: line.formerJob,
    medicalCardNo: line.medicalCardNo,
    selfCare: line.selfCare,
    attention: line.attention as ArchiveFieldsData['attention'],
    medication: line.medication,
    remark: line.remark,
  }
  if (fields.allergies && fields.allergies.length > 1 && fields.allergies.includes('0')) {
    reasons.add('过敏史写了“无”，不能同时写其他')
  }
  return {
    ready: {
      fields: { ...fields, ...identity!, oldmanName: line.oldmanName },
      head: null,
      family,
      files: [],
      consultationId: null,
    },
    reasons: reasons.list,
  }
}

const spec: ImportSpec<ArchiveLine, Surroundings> = {
  name: 'live.archives',
  title: '老人档案',
  columns,
  keyOf: (line) => plainCard(line.idCard),
  load: (who, lines) =>
    loadSurroundings(
      who,
      [...new Set(Object.values(coded).map(([code]) => code)), 'relationToElder'],
      lines.map((line) => plainCard(line.idCard)),
    ),
  keyedBy: 'idCard',
  namedBy: 'oldmanName',
  checkRow: (line, known, bad) => resolve(line, known, bad).reasons,
  saveRows: async (tx, lines, _who, known) => {
    await insertArchives(
      tx,
      lines.map((line) => resolve(line, known).ready),
      'Excel 导入档案',
    )
    return { added: lines.length, updated: 0, skipped: 0 }
  },
  template: async (who) => {
    const choices = await templateChoices(who, [...Object.values(coded).map(([code]) => code), 'relationToElder'])
    const own: Record<string, readonly string[]> = {
      sex: ResidentSex.list.map((one) => one.label),
      selfCare: SelfCare.list.map((one) => one.label),
      attention: AttentionNote.list.map((one) => one.label),
      dept: choices.depts,
      relation1: choices.of('relationToElder'),
      relation2: choices.of('relationToElder'),
      parts1: familyParts.map(([, title]) => title),
      parts2: familyParts.map(([, title]) => title),
    }
    return {
      title: '老人档案',
      lines: [
        '一行一位老人，从第 2 行开始填写；第 2 行是示例，填写前请删掉。',
        '带 * 的列必填。先校验再导入：有问题的行不会导入，会连同原因一起返回。',
        '一次最多 20000 行；不要改列名，不要使用公式和合并单元格。',
      ],
      columns: columns.map(({ key, title, required, example, width }) => {
        const dictionary = key in coded ? coded[key as keyof typeof coded] : null
        const several = dictionary?.[1] || key === 'attention' || key.startsWith('parts')
        return {
          title,
          ...(required && { required }),
          ...(example && { example }),
          ...(width && { width }),
          ...(notes[key] && { note: notes[key]! }),
          choices: dictionary ? choices.of(dictionary[0]) : (own[key] ?? []),
          ...(several && { several: true }),
        }
      }),
    }
  },
}

export const archiveImport = importSheet(spec)
/** The queue finds runs among the exports of an area's files. */
export const archiveImportRun = archiveImport.run
