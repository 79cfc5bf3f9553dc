// A form that an administrator designs: its fields as data, and the rules that make it one that can be filled in. The
// designer, the server and everything that fills a form in go by what is declared here.
import { options } from './options.ts'
import { bool, int, list, num, obj, opt, type Static, text } from './schema.ts'

export const FieldKind = options('FormFieldKind', '字段类型', [
  ['text', '文本'],
  ['longText', '多行文本'],
  ['number', '数字'],
  ['date', '日期'],
  ['datetime', '日期时间'],
  ['radio', '单选'],
  ['checkbox', '多选'],
  ['select', '下拉'],
  ['resident', '老人字段'],
  ['staff', '员工'],
  ['dept', '部门'],
  ['table', '表格'],
  ['score', '得分合计'],
  ['sign', '签名'],
  ['picture', '图片'],
  ['group', '分组标题'],
  ['note', '说明文字'],
])
export type FieldKindValue = (typeof FieldKind.list)[number]['value']

/** What can be set for a field beyond title and width; each kind has some of them. */
export type FieldProp =
  | 'required'
  | 'hint'
  | 'initial'
  | 'unit'
  | 'min'
  | 'max'
  | 'decimals'
  | 'options'
  | 'dictionary'
  | 'source'
  | 'columns'
  | 'rows'
  | 'grows'
  | 'rowTitles'
  | 'content'
  | 'bands'

const filled = ['required', 'hint'] as const
export const fieldProps: Readonly<Record<FieldKindValue, readonly FieldProp[]>> = {
  text: [...filled, 'initial', 'max'],
  longText: [...filled, 'initial', 'max'],
  number: [...filled, 'initial', 'unit', 'min', 'max', 'decimals'],
  date: [...filled, 'initial'],
  datetime: [...filled, 'initial'],
  radio: [...filled, 'initial', 'options'],
  checkbox: [...filled, 'initial', 'options', 'min', 'max'],
  select: [...filled, 'initial', 'options', 'dictionary'],
  resident: ['hint', 'required', 'source'],
  staff: [...filled, 'initial'],
  dept: [...filled, 'initial'],
  table: [...filled, 'columns', 'rows', 'grows', 'rowTitles'],
  score: ['hint', 'bands'],
  sign: [...filled],
  picture: [...filled, 'max'],
  group: [],
  note: ['content'],
}

/** Kinds that nobody fills in: headings, explanations, what the form works out itself. */
export const isLayout = (kind: FieldKindValue) => kind === 'group' || kind === 'note'
export const isFilled = (kind: FieldKindValue) => !isLayout(kind) && kind !== 'score'
const hasOptions = (kind: FieldKindValue) => kind === 'radio' || kind === 'checkbox' || kind === 'select'

export const MOST_FIELDS = 200
export const MOST_OPTIONS = 60
export const MOST_COLUMNS = 12
export const MOST_ROWS = 60
/** Initial values that are worked out when the form is opened. */
export const TODAY = '今天'
export const SELF = '本人'

/** Values are kept under these keys, and every object has a `constructor`. */
const KEY = /^(?!constructor$)[a-z][a-z0-9]{0,31}$/
const key = (title: string) =>
  text(title, { max: 32, pattern: KEY, hint: '应为小写字母开头的字母和数字', of: { none: 'a name within the form' } })
const titled = <S extends object>(schema: S, title: string): S => ({ ...schema, title })
const loose = (title: string, max: number) => text(title, { min: 0, max })

const FieldOption = obj({ value: key('选项编号'), label: text('选项', { max: 60 }), score: opt(num('分值')) })
export type FieldOptionData = Static<typeof FieldOption>

export const ColumnKind = options('FormColumnKind', '列类型', [
  ['text', '文字'],
  ['number', '数字'],
  ['date', '日期'],
  ['time', '时间'],
  ['select', '选项'],
  ['check', '打勾'],
])
const TableColumn = obj({
  id: key('列编号'),
  title: text('列标题', { max: 30 }),
  kind: ColumnKind.schema,
  options: opt(titled(list(text('选项', { max: 30 }), 30), '列的选项')),
  /** A column of numbers that is added up below. */
  sum: opt(bool('合计')),
})
export type TableColumnData = Static<typeof TableColumn>

export const ConditionTest = options('FormConditionTest', '条件', [
  ['is', '是'],
  ['not', '不是'],
  ['filled', '已填写'],
  ['empty', '未填写'],
  ['least', '不小于'],
  ['most', '不大于'],
])
const Condition = obj({ field: key('条件字段'), test: ConditionTest.schema, value: opt(loose('条件值', 60)) })
export type ConditionData = Static<typeof Condition>

const FormField = obj({
  id: key('字段编号'),
  kind: FieldKind.schema,
  title: text('标题', { max: 60 }),
  /** Thirds of the sheet. */
  width: int('宽度', { min: 1, max: 3 }),
  required: opt(bool('必填')),
  hint: opt(loose('填写提示', 120)),
  initial: opt(loose('默认值', 500)),
  unit: opt(loose('单位', 10)),
  min: opt(num('最小值')),
  max: opt(num('最大值')),
  decimals: opt(int('小数位', { min: 0, max: 4 })),
  options: opt(titled(list(FieldOption, MOST_OPTIONS), '选项')),
  /** Code of a dictionary that gives the choices instead. */
  dictionary: opt(loose('字典', 64)),
  /** Name of the archive's placeholder that fills it. */
  source: opt(loose('档案项目', 64)),
  columns: opt(titled(list(TableColumn, MOST_COLUMNS), '表格列')),
  rows: opt(int('行数', { min: 1, max: MOST_ROWS })),
  grows: opt(bool('可以加行')),
  rowTitles: opt(titled(list(text('行标题', { max: 40 }), MOST_ROWS), '行标题')),
  content: opt(loose('说明文字', 2000)),
  bands: opt(titled(list(obj({ from: num('起始分'), label: text('结论', { max: 40 }) }), 12), '分段结论')),
  when: opt(Condition),
})
export type FormFieldData = Static<typeof FormField>

export const FormPaper = options('FormPaper', '纸张', [
  ['A4', 'A4 纵向'],
  ['A4-landscape', 'A4 横向'],
])

export const FormDesign = obj({
  paper: FormPaper.schema,
  /** Printed above the fields; the template's name unless told. */
  heading: opt(loose('表头标题', 60)),
  sub: opt(loose('副标题', 120)),
  /** The organisation's name above the heading. */
  letterhead: bool('显示机构名称'),
  fields: titled(list(FormField, MOST_FIELDS), '字段'),
})
export type FormDesignData = Static<typeof FormDesign>

export const emptyDesign = (): FormDesignData => ({ paper: 'A4', letterhead: true, fields: [] })

export interface DesignFault {
  message: string
  /** The field to look at, when one is meant. */
  fieldId?: string
}

/** What a condition may ask of a field. */
export function testsFor(field: Pick<FormFieldData, 'kind'>): readonly ConditionData['test'][] {
  if (hasOptions(field.kind)) return ['is', 'not', 'filled', 'empty']
  if (field.kind === 'number') return ['least', 'most', 'filled', 'empty']
  if (field.kind === 'score') return ['least', 'most']
  return isFilled(field.kind) ? ['filled', 'empty'] : []
}

export const needsValue = (test: ConditionData['test']) => test !== 'filled' && test !== 'empty'

/** The text is a number a person would write. */
export const isNumberText = (value: string | null | undefined): value is string =>
  /^-?\d{1,12}(\.\d{1,6})?$/.test(value ?? '')

function repeated(values: readonly string[]): string | undefined {
  const seen = new Set<string>()
  return values.find((value) => seen.has(value) || !seen.add(value))
}

function optionFault({ title, kind, options: given, dictionary, initial }: FormFieldData): string | null {
  if (dictionary) return null
  const choices = given ?? []
  if (choices.length === 0) return `“${title}”还没有选项`
  const twice = repeated(choices.map((one) => one.label)) ?? repeated(choices.map((one) => one.value))
  if (twice !== undefined) return `“${title}”的选项“${twice}”重复`
  const chosen = kind === 'checkbox' ? (initial ?? '').split(',') : [initial ?? '']
  const unknown = chosen.find((value) => value !== '' && !choices.some((one) => one.value === value))
  return unknown === undefined ? null : `“${title}”的默认值不在选项里`
}

function tableFault({ title, columns, rows, rowTitles }: FormFieldData): string | null {
  const given = columns ?? []
  if (given.length === 0) return `表格“${title}”还没有列`
  const twice = repeated(given.map((one) => one.title)) ?? repeated(given.map((one) => one.id))
  if (twice !== undefined) return `表格“${title}”的列“${twice}”重复`
  const bare = given.find((one) => one.kind === 'select' && (one.options ?? []).length === 0)
  if (bare) return `表格“${title}”的列“${bare.title}”还没有选项`
  if ((rowTitles ?? []).length > 0 && (rows ?? 0) > 0 && rowTitles!.length > rows!) {
    return `表格“${title}”的行标题比行数多`
  }
  return null
}

const DATE = /^\d{4}-\d{2}-\d{2}$/

function initialFault({ title, kind, initial, min, max }: FormFieldData): string | null {
  if (!initial) return null
  if (kind === 'number') {
    if (!isNumberText(initial)) return `“${title}”的默认值应为数字`
    const value = Number(initial)
    if ((min ?? value) > value || (max ?? value) < value) return `“${title}”的默认值不在最小值和最大值之间`
  }
  if ((kind === 'date' || kind === 'datetime') && initial !== TODAY && !DATE.test(initial)) {
    return `“${title}”的默认值应为“${TODAY}”或 年-月-日`
  }
  if ((kind === 'staff' || kind === 'dept') && initial !== SELF) return `“${title}”的默认值只能是“${SELF}”`
  return null
}

const COUNTED: readonly FieldKindValue[] = ['text', 'longText', 'checkbox', 'picture']

function fieldFault(field: FormFieldData, sources: ReadonlySet<string> | null): string | null {
  const { title, kind, min, max } = field
  if (typeof min === 'number' && typeof max === 'number' && min > max) return `“${title}”的最小值大于最大值`
  if (COUNTED.includes(kind) && [min, max].some((one) => typeof one === 'number' && (one < 1 || one % 1 !== 0))) {
    return `“${title}”的数目限制应为正整数`
  }
  if (hasOptions(kind)) return optionFault(field)
  if (kind === 'table') return tableFault(field)
  if (kind === 'resident') {
    if (!field.source) return `“${title}”还没有选档案项目`
    if (sources && !sources.has(field.source)) return `“${title}”选的档案项目“${field.source}”不存在`
  }
  if (kind === 'note' && !field.content?.trim()) return `说明文字“${title}”还没有内容`
  if (kind === 'score' && repeated((field.bands ?? []).map((one) => String(one.from))) !== undefined) {
    return `“${title}”有两段结论从同一分数开始`
  }
  return initialFault(field)
}

function conditionFault(field: FormFieldData, byId: ReadonlyMap<string, FormFieldData>): string | null {
  const { when, title } = field
  if (!when) return null
  const other = byId.get(when.field)
  if (!other) return `“${title}”的显示条件所看的字段已不存在`
  if (other === field) return `“${title}”不能以自己为显示条件`
  if (!testsFor(other).includes(when.test)) {
    return `“${title}”的显示条件不能对“${other.title}”用“${ConditionTest.label(when.test)}”`
  }
  const scored = (field.options ?? []).some((one) => typeof one.score === 'number')
  if (scored && other.kind === 'score') return `“${title}”自己有分值，不能以得分合计为显示条件`
  if (!needsValue(when.test)) return null
  if (!when.value) return `“${title}”的显示条件还没有填值`
  if (hasOptions(other.kind)) {
    const known = other.dictionary || (other.options ?? []).some((one) => one.value === when.value)
    return known ? null : `“${title}”的显示条件选的值不在“${other.title}”的选项里`
  }
  return isNumberText(when.value) ? null : `“${title}”的显示条件应填数字`
}

function circle(fields: readonly FormFieldData[], byId: ReadonlyMap<string, FormFieldData>): FormFieldData[] | null {
  const cleared = new Set<string>()
  for (const start of fields) {
    const path: FormFieldData[] = []
    for (let at: FormFieldData | undefined = start; at?.when && !cleared.has(at.id); at = byId.get(at.when.field)) {
      const before = path.indexOf(at)
      if (before >= 0) return path.slice(before)
      path.push(at)
    }
    for (const one of path) cleared.add(one.id)
  }
  return null
}

/** The first thing that keeps a design from being a form; null when it can be saved. `sources`: known archive items. */
export function designFault(design: FormDesignData, sources: ReadonlySet<string> | null = null): DesignFault | null {
  const { fields } = design
  if (fields.length > MOST_FIELDS) return { message: `一张表单最多 ${MOST_FIELDS} 个字段，现有 ${fields.length} 个` }
  const twice = repeated(fields.map((field) => field.id))
  if (twice !== undefined) return { message: `字段编号“${twice}”重复`, fieldId: twice }
  const byId = new Map(fields.map((field) => [field.id, field]))
  for (const field of fields) {
    const message = fieldFault(field, sources) ?? conditionFault(field, byId)
    if (message) return { message, fieldId: field.id }
  }
  const round = circle(fields, byId)
  if (round) {
    const names = [...round, round[0]!].map((field) => `“${field.title}”`).join(' → ')
    return { message: `显示条件绕成了圈：${names}`, fieldId: round[0]!.id }
  }
  const score = fields.find((field) => field.kind === 'score')
  if (score && !fields.some((field) => (field.options ?? []).some((one) => typeof one.score === 'number'))) {
    return { message: `“${score.title}”要合计的选项都还没有分值`, fieldId: score.id }
  }
  return null
}

const tidyText = (value: string | null | undefined) => value?.trim() || null

/** The design without what its kinds do not have and without what says nothing, so that equal designs are equal text. */
export function tidyDesign(design: FormDesignData): FormDesignData {
  const heading = tidyText(design.heading)
  const sub = tidyText(design.sub)
  return {
    paper: design.paper,
    ...(heading && { heading }),
    ...(sub && { sub }),
    letterhead: design.letterhead,
    fields: design.fields.map(tidyField),
  }
}

function tidyField(field: FormFieldData): FormFieldData {
  const tidy: Record<string, unknown> = {
    id: field.id,
    kind: field.kind,
    title: field.title.trim() || field.title,
    width: field.width,
  }
  for (const prop of fieldProps[field.kind]) {
    // The choices are either written here or kept in a dictionary.
    if (prop === 'options' && field.dictionary && fieldProps[field.kind].includes('dictionary')) continue
    const value = field[prop]
    const kept = typeof value === 'string' ? tidyText(value) : value
    if (kept === null || kept === undefined || kept === false) continue
    if (Array.isArray(kept) && kept.length === 0) continue
    tidy[prop] = kept
  }
  if (field.when) {
    const { field: other, test, value } = field.when
    tidy.when = { field: other, test, ...(needsValue(test) && { value: value ?? '' }) }
  }
  return tidy as FormFieldData
}

/** The same for objects whose keys stand in another order: the database keeps its own. */
function canonical(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(canonical)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).filter(([, one]) => one !== undefined && one !== null)
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, one]) => [name, canonical(one)]))
}

/** One field, or one whole design, says the same as another. */
export const sameField = (a: FormFieldData, b: FormFieldData) =>
  JSON.stringify(canonical(tidyField(a))) === JSON.stringify(canonical(tidyField(b)))
export const sameDesign = (a: FormDesignData, b: FormDesignData) =>
  JSON.stringify(canonical(tidyDesign(a))) === JSON.stringify(canonical(tidyDesign(b)))
