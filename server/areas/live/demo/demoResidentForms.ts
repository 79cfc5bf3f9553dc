// Forms filled in for residents of the demo organisation: admissions, assessments, consents.

import type { FormDesignData, FormFieldData } from '#contract/kit/formDesign'
import { type FormValue, type FormValues, keptValues, type TableRow, valueProblems } from '#contract/kit/formValues'
import { type Chance, chance } from '#server/kit/chance'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { demoSignatures } from '#server/kit/demoSignatures'
import { type PaperPerson, paperPeople } from './demoPapers.ts'

const SEED = 20_260_520
const COUNT = 44

interface Template {
  templateId: string
  typeId: string
  name: string
  once: boolean
  version: number
  design: FormDesignData
}

const TEMPLATES = `select t.template_id as "templateId", t.type_id as "typeId", t.template_name as name,
  t.template_type = 2 as once, v.version, v.design
from form_template t join form_template_version v on v.org_id = t.org_id and v.template_id = t.template_id
where t.org_id = $1 and t.enabled = 1 order by t.sort, v.version`

/** Forms about one person; registers of a ward or an activity are not filled in for a resident. */
const OF_RESIDENTS = ['入院评估表', '跌倒风险', '压疮风险', '日常生活能力', '同意书', '告知书', '物品交接', '翻身记录']

const WORDS = ['情况平稳，无特殊', '已向家属说明并取得理解', '注意防跌倒，夜间加强巡视', '按护理计划执行', '无']

/** What is measured, as it is in old age. */
const MEASURED: readonly (readonly [RegExp, number, number])[] = [
  [/体温/, 36, 37],
  [/脉搏|心率/, 66, 84],
  [/呼吸/, 16, 20],
  [/收缩压/, 118, 148],
  [/舒张压/, 66, 88],
  [/体重/, 45, 72],
  [/身高/, 150, 175],
]

/** What a nurse writes into the columns of a table. */
const CELLS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/物品|名称/, ['换洗衣物', '老花镜', '助听器', '保温杯', '收音机', '助行器']],
  [/卧位|体位|姿势/, ['左侧卧', '右侧卧', '平卧']],
  [/备注|说明/, ['无', '本人保管', '家属知晓']],
]

interface Filling {
  luck: Chance
  demo: DemoContext
  person: PaperPerson
  day: string
  hands: readonly string[]
}

function cellOf(luck: Chance, column: NonNullable<FormFieldData['columns']>[number], day: string): TableRow[string] {
  switch (column.kind) {
    case 'number':
      return luck.between(1, 3)
    case 'date':
      return day
    case 'time':
      return `${String(luck.between(8, 20)).padStart(2, '0')}:00`
    case 'select':
      return luck.pick(column.options ?? [''])
    case 'check':
      return luck.often(0.7)
    default:
      return luck.pick(CELLS.find(([words]) => words.test(column.title))?.[1] ?? ['完好', '正常'])
  }
}

function answerOf(field: FormFieldData, { luck, demo, person, day, hands }: Filling): FormValue {
  switch (field.kind) {
    case 'resident':
      return person.values[field.source ?? ''] || null
    case 'radio':
      return luck.pick(field.options ?? []).value
    case 'select':
      return field.dictionary ? null : luck.pick(field.options ?? []).value
    case 'checkbox': {
      const chosen = (field.options ?? []).filter(() => luck.often(0.3)).map((one) => one.value)
      return chosen.length > 0 ? chosen : [luck.pick(field.options ?? []).value]
    }
    case 'number': {
      const [, low, high] = MEASURED.find(([words]) => words.test(field.title)) ?? []
      const from = Math.ceil(field.min ?? 1)
      return luck.between(low ?? from, high ?? Math.floor(Math.min(field.max ?? 20, from + 8)))
    }
    case 'text':
      return /者|人$/.test(field.title) ? (person.guardian ?? person.name) : luck.pick(WORDS)
    case 'date':
      return day
    case 'datetime':
      return `${day} 09:30:00`
    case 'staff':
      return { id: demo.staff('李晓梅'), name: '李晓梅' }
    case 'dept':
      return { id: demo.dept('松鹤楼护理组'), name: '松鹤楼护理组' }
    case 'sign':
      return luck.pick(hands)
    case 'table':
      return Array.from(
        { length: Math.min(3, field.rowTitles?.length || field.rows || 1) },
        (): TableRow =>
          Object.fromEntries((field.columns ?? []).map((column) => [column.id, cellOf(luck, column, day)])),
      )
    case 'picture':
      return null
    default:
      return luck.pick(WORDS)
  }
}

function fill(design: FormDesignData, filling: Filling, drafts: boolean): FormValues {
  const fields = design.fields.filter((_, i) => !drafts || i < design.fields.length / 2)
  return keptValues(design, Object.fromEntries(fields.map((field) => [field.id, answerOf(field, filling)])))
}

const INSERT = `insert into oldman_template (org_id, record_id, oldman_id, type_id, template_id, template_version, title, values,
  state, record_date, sort, user_id, created_at, updated_at)
select $1, x.record_id, x.oldman_id, x.type_id, x.template_id, x.template_version, x.title, x.values, x.state, x.record_date,
  x.sort, x.user_id, x.created_at, x.created_at
from jsonb_to_recordset($2::jsonb) as x(record_id text, oldman_id text, type_id text, template_id text,
  template_version int, title text, values jsonb, state int, record_date date, sort int, user_id text,
  created_at timestamptz)`

export default demoPart(93, async (tx, demo) => {
  const luck = chance(SEED)
  const versions = (await tx.client.query<Template>(TEMPLATES, [demo.orgId])).rows
  const wanted = versions.filter((one) => OF_RESIDENTS.some((word) => one.name.includes(word)))
  const names = [...new Set(wanted.map((one) => one.name))]
  const people = (await paperPeople(tx, demo)).filter(({ status }) => status === 1 || status === 4)
  const hands = await demoSignatures()
  const rows: Record<string, unknown>[] = []
  const done = new Set<string>()
  for (let i = 0; rows.length < COUNT; i++) {
    const own = wanted.filter((one) => one.name === names[i % names.length])
    const person = people[(i * 7) % people.length]!
    const made = -1 - ((i * 13) % 150)
    // Older ones were filled in on the design of their time.
    const template = own[made < -64 && own.length > 1 ? 0 : own.length - 1]!
    const key = `${template.name}:${person.oldmanId}`
    if (template.once && done.has(key)) continue
    done.add(key)
    const filling: Filling = { luck, demo, person, day: demo.day(made), hands }
    const draft = i % 9 === 4
    const values = fill(template.design, filling, draft)
    const finished = !draft && Object.keys(valueProblems(template.design, values)).length === 0
    rows.push({
      record_id: demo.id(`residentForm:${i + 1}`),
      oldman_id: person.oldmanId,
      type_id: template.typeId,
      template_id: template.templateId,
      template_version: template.version,
      title: template.name,
      values,
      state: finished ? 1 : 0,
      record_date: demo.day(made),
      sort: i + 1,
      user_id: demo.staff(i % 2 === 0 ? '李晓梅' : '何静'),
      created_at: demo.at(made, '11:15'),
    })
  }
  await tx.client.query(INSERT, [demo.orgId, JSON.stringify(rows)])
  tx.log({ remark: `填写老人文书 ${rows.length} 份`, targetType: 'residentForm' })
})
