// Resident archives from a workbook, with up to two members of the family each. Everything is named as people know it;
// a card that has an archive already is reported and never imported again.
import { isMasked } from '#contract/kit/privacy'
import { invalid } from '#contract/kit/refusal'
import { type ArchiveFieldsData, type FamilyFieldsData, ID_CARD_TYPE } from '#contract/live/archiveFields'
import { anyPhone } from '#contract/live/numbers'
import { familyParts } from '#contract/live/resident'
import {
  arranged,
  type FieldsOfKind,
  type FieldsWith,
  fieldList,
  type ResidentField,
  type ResidentFieldName,
} from '#contract/live/residentFields'
import { type ImportColumn, type ImportSpec, importSheet } from '#server/kit/excelImport'
import { dayOf, idCardOf, optionOf, shortText, wholeNumber } from '#server/kit/importCells'
import { type Reason, Reasons, unknownWord } from '#server/kit/importReasons'
import { identityOf, knownCardText, plainCard } from './archiveChecks.ts'
import { loadSurroundings, type Surroundings, templateChoices } from './archiveImportNames.ts'
import { insertArchives, type ReadyArchive } from './archiveInsert.ts'

/** One row as it stands in the workbook; what is named by a dictionary or another table is still its name. */
type ResidentLine = {
  [K in Exclude<ImportedField, NamedField>]: Exclude<ArchiveFieldsData[K], undefined>
} & Record<NamedField, string | null>
type ImportedField = FieldsWith<{ import: object }>
type NamedField = Extract<ImportedField, FieldsOfKind<'choice' | 'choices'> | 'region' | 'deptId'>

interface ArchiveLine extends ResidentLine {
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

function flagOf(text: string): boolean {
  if (text !== '是' && text !== '否') throw invalid('应为 是 或 否')
  return text === '是'
}

/** Of fields with rules of their own. */
const ownCells: Partial<Record<ResidentFieldName, (text: string) => unknown>> = { idCard: cardOf, phone: phoneOf }

function readerOf({ name, kind, schema, set }: ResidentField): (text: string) => unknown {
  const known = ownCells[name]
  if (known) return known
  if (kind === 'choices') return many
  if (kind === 'day') return dayOf
  if (kind === 'yesNo') return flagOf
  if (kind === 'number') return wholeNumber(schema.minimum, schema.maximum)
  if (kind === 'option') return optionOf(set!)
  if (kind === 'options') return (text) => partsOf(text).map(optionOf(set!))
  return kind === 'text' || name === 'oldmanName' ? shortText(schema.maxLength) : label
}

/** The resident's columns of the workbook. */
const residentCells = arranged(
  fieldList.filter((field) => field.import),
  [
    ['idCard', 'idType'],
    ['nation', 'phone'],
    ['category', 'deptId'],
    ['remark', null],
    ['diseases', 'allergies'],
    ['attention', 'medication'],
  ],
)

const columns: readonly ImportColumn<ArchiveLine>[] = [
  ...residentCells.map(
    (field) =>
      ({
        key: field.name,
        title: field.title,
        parse: readerOf(field),
        width: field.import!.width,
        ...(field.import!.required && { required: true }),
        ...(field.import!.example && { example: field.import!.example }),
      }) as ImportColumn<ArchiveLine>,
  ),
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

const notes: ReadonlyMap<string, string> = new Map([
  ...residentCells.flatMap((field): [string, string][] =>
    field.import!.note ? [[field.name, field.import!.note]] : [],
  ),
  ['name1', '填了姓名就要填关系和电话。'],
  ['parts1', '在合同里担任的身份。'],
  ['parts2', '在合同里担任的身份。'],
])

const severalIn: ReadonlySet<string> = new Set([
  ...residentCells.filter(({ kind }) => kind === 'choices' || kind === 'options').map(({ name }) => name),
  'parts1',
  'parts2',
])

const coded = residentCells.filter((field) => field.dictionary)
const plain = residentCells.filter((field) => !field.dictionary)
const DICTIONARIES = [...new Set(coded.map((field) => field.dictionary!)), 'relationToElder']

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
  const cells = line as unknown as Readonly<Record<string, unknown>>
  const values: Record<string, unknown> = Object.fromEntries(plain.map(({ name }) => [name, cells[name]]))
  for (const { name, title, kind, dictionary } of coded) {
    const text = cells[name] as string | null
    if (text === null) continue
    const several = kind === 'choices'
    const found = reasons.each(title, several ? partsOf(text) : [text], (one) => known.value(dictionary!, one))
    const value = found && (several ? found : found[0]!)
    if (value !== null) values[name] = value
  }
  const idType = (values.idType as string | null | undefined) ?? ID_CARD_TYPE
  // The parts of an identity are judged together: what could not be read is told already.
  const judged = !['idType', 'idCard', 'sex', 'birthDate'].some((key) => bad.has(key))
  const identity = judged
    ? reasons.attempt('', () => identityOf({ idType, idCard: line.idCard, sex: line.sex, birthDate: line.birthDate }))
    : null
  const owner = bad.has('idCard') ? undefined : known.cards.get(plainCard(line.idCard))
  if (owner) reasons.add(knownCardText(owner))
  const region = line.region ? reasons.attempt('户籍地区', () => known.region(line.region!)) : null
  const deptId = line.deptId ? reasons.attempt('所属部门', () => known.dept(line.deptId!)) : known.ownDept
  const family = familyOf(line, known, reasons, bad)
  const fields: Partial<ArchiveFieldsData> = { ...values, region, deptId }
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
      DICTIONARIES,
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
    const choices = await templateChoices(who, DICTIONARIES)
    const offered = ({ dictionary, set, kind }: ResidentField) =>
      dictionary ? choices.of(dictionary) : kind === 'yesNo' ? ['是', '否'] : (set?.list.map((one) => one.label) ?? [])
    const own: Record<string, readonly string[]> = {
      ...Object.fromEntries(residentCells.map((field) => [field.name, offered(field)])),
      deptId: choices.depts,
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
        const note = notes.get(key)
        return {
          title,
          ...(required && { required }),
          ...(example && { example }),
          ...(width && { width }),
          ...(note && { note }),
          choices: own[key] ?? [],
          ...(severalIn.has(key) && { several: true }),
        }
      }),
    }
  },
}

export const archiveImport = importSheet(spec)
/** The queue finds runs among the exports of an area's files. */
export const archiveImportRun = archiveImport.run
