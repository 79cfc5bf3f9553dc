// Forms filled in for residents. The design of the version they were filled in on checks them, today and later.

import type { DataOf, InputOf } from '#contract/kit/call'
import { type FormFieldData, isFilled } from '#contract/kit/formDesign'
import { type FormValues, isBlank, keptValues, valueProblems } from '#contract/kit/formValues'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import {
  type ResidentFormDetail,
  type ResidentFormRow,
  ResidentFormState,
  residentForm,
} from '#contract/live/residentForm'
import { FormEnabled, FormFilling } from '#contract/systemSetting/formTemplate'
import {
  PAPER_IN_SCOPE,
  placeholderValues,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  requireResident,
  residentScope,
  staffName,
  WITH_RESIDENT,
} from '#server/areas/residents/public'
import { type FormToFill, formToFill, onFormUse } from '#server/areas/systemSetting/public'
import type { Caller, Tx } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'
import { inDepts } from '#server/kit/tenant'

onFormUse({
  what: '份老人文书',
  count: async (client, orgId, templateId) => {
    const found = await client.query<{ count: number }>(
      'select count(*)::int as count from oldman_template where org_id = $1 and template_id = $2',
      [orgId, templateId],
    )
    return found.rows[0]!.count
  },
})

type Calls = typeof residentForm.calls
const TARGET = 'residentForm'
const missingForm = () => notFound('文书')

const FROM = `oldman_template t ${WITH_RESIDENT}`
const ROW = `${RESIDENT_MARKS}, t.record_id as "recordId", t.template_id as "templateId", t.type_id as "typeId",
  y.type_name as "typeName", t.title, f.template_type as "templateType", t.template_version as "templateVersion",
  coalesce(f.version > t.template_version, false) as outdated, t.state, t.record_date as "recordDate", t.sort,
  ${staffName('t.user_id')} as "createUser", t.created_at as "createTime", t.updated_at as "updateTime", t.version`
const JOINS = `${RESIDENT_JOINS}
  left join form_template f on f.org_id = t.org_id and f.template_id = t.template_id
  left join form_template_type y on y.org_id = t.org_id and y.type_id = t.type_id`

const listForms = (who: Caller, query: InputOf<Calls['list']>) =>
  pageOfRows<ResidentFormRow>(
    who.app.pool,
    {
      from: FROM,
      key: 'record_id',
      select: ROW,
      join: JOINS,
      filters: [
        ...residentScope(who),
        ['t.oldman_id = ?', query.oldmanId],
        // The address of the page says `all` where it means every type.
        ['t.type_id = ?', query.typeId === 'all' ? null : query.typeId],
        ['t.template_id = ?', query.templateId],
        ['t.state = ?', query.state],
        ['o.dept_id = ?', query.deptId],
        ['t.record_date >= ?::date', query.startDate],
        ['t.record_date <= ?::date', query.endDate],
        [
          '(o.oldman_name ilike ? or o.initials like lower(?) or o.pinyin like lower(?) or t.title ilike ?)',
          contains(query.keyword),
        ],
      ],
      sorts: {
        createTime: 't.created_at',
        updateTime: 't.updated_at',
        recordDate: 't.record_date',
        title: 't.title',
        oldmanName: 'o.pinyin',
        sort: 't.sort',
      },
      // One resident's forms stand in the order made by hand, new ones in front of it.
      defaultSort: query.oldmanId ? 't.sort' : 't.created_at desc',
    },
    query,
  )

type Client = Tx['client'] | Caller['app']['pool']
type Stored = ResidentFormRow & { values: Record<string, unknown> }

async function formDetail(client: Client, who: Caller, recordId: string): Promise<ResidentFormDetail> {
  const found = await client.query<Stored>({
    name: 'resident_form_one',
    text: `select ${ROW}, t.values from ${FROM} ${JOINS} where ${PAPER_IN_SCOPE} and t.record_id = $3`,
    values: [who.orgId, who.deptIds, recordId],
  })
  const row = found.rows[0]
  if (!row) throw missingForm()
  const form = await formToFill(client, who.orgId, row.templateId, row.templateVersion)
  if (!form) throw missingForm()
  return { ...row, design: form.design }
}

/** Pictures and signatures are addresses of this product, or drawn here. */
const PICTURE = /^(\/files\/[\w-]{1,64}(\/[^\s"'<>\\/]{0,400})?|data:image\/png;base64,[A-Za-z0-9+/]+=*)$/
const isPicture = (one: unknown) => typeof one === 'string' && PICTURE.test(one)
const isCell = (one: unknown) => one === null || typeof one !== 'object'

/** Of a shape that a control of this kind makes; paper prints it as it is. */
function isShaped(kind: FormFieldData['kind'], value: unknown): boolean {
  if (value === null || value === undefined || value === '') return true
  if (kind === 'sign') return isPicture(value)
  if (kind === 'picture') return Array.isArray(value) && value.every(isPicture)
  if (kind === 'checkbox') return Array.isArray(value) && value.every((one) => typeof one === 'string')
  if (kind === 'table') {
    return (
      Array.isArray(value) &&
      value.every((row) => typeof row === 'object' && row !== null && Object.values(row).every(isCell))
    )
  }
  return true
}

/** What is stored: the fields of the design alone. A draft may lack what is required but nothing may be wrong. */
function checkedValues(form: FormToFill, sent: unknown, finished: boolean): FormValues {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) throw invalid('请填写表单', 'values')
  const known = new Set(form.design.fields.filter((field) => isFilled(field.kind)).map((field) => field.id))
  const values = Object.fromEntries(Object.entries(sent).filter(([id]) => known.has(id))) as FormValues
  const odd = form.design.fields.find((field) => !isShaped(field.kind, values[field.id]))
  if (odd) throw new Refusal('INVALID_INPUT', { message: `${odd.title}格式不正确` }, odd.id)
  const problems = valueProblems(form.design, values)
  const wrong = Object.entries(problems).find(([id]) => finished || !isBlank(values[id]))
  if (wrong) throw new Refusal('INVALID_INPUT', { message: wrong[1] }, wrong[0])
  return keptValues(form.design, values)
}

/** Every value that changed, by the title of its field. */
function valueChanges(form: FormToFill, before: FormValues, after: FormValues) {
  const titled = (values: FormValues) =>
    Object.fromEntries(
      form.design.fields
        .filter((field) => isFilled(field.kind))
        .map((field) => [field.title, values[field.id] ?? null]),
    )
  return changesBetween(titled(before), titled(after))
}

const INSERT = `insert into oldman_template (org_id, record_id, oldman_id, type_id, template_id, template_version, title, values,
  state, record_date, sort, user_id)
values ($1::varchar, $2, $3::varchar, $4, $5, $6, $7, $8, $9, coalesce($10::date, current_date),
  (select coalesce(min(sort), 1) - 1 from oldman_template where org_id = $1::varchar and oldman_id = $3::varchar), $11)`

async function createForm(tx: Tx, who: Caller, body: InputOf<Calls['create']>): Promise<string> {
  const resident = await requireResident(tx.client, who, body.oldmanId)
  const form = await formToFill(tx.client, tx.orgId, body.templateId, body.templateVersion ?? null)
  if (!form) throw notFound('表单模板')
  if (!form.enabled) throw invalid(`表单“${form.templateName}”已停用，请选择其他表单`, 'templateId')
  if (form.templateType === FormFilling.is.once) await refuseSecond(tx, form, resident)
  const state = body.state ?? 0
  const values = checkedValues(form, body.values, state === ResidentFormState.is.done)
  const recordId = newId()
  await tx.client.query({
    name: 'resident_form_insert',
    text: INSERT,
    values: [
      tx.orgId,
      recordId,
      resident.oldmanId,
      form.typeId,
      form.templateId,
      form.designVersion,
      form.templateName,
      JSON.stringify(values),
      state,
      body.recordDate ?? null,
      who.userId,
    ],
  })
  tx.log({
    remark: `${state === ResidentFormState.is.done ? '完成' : '起草'}${resident.name}的《${form.templateName}》`,
    targetType: TARGET,
    targetId: recordId,
    changes: { ...valueChanges(form, {}, values), 状态: [null, ResidentFormState.label(state)] },
  })
  return recordId
}

/** A form that is filled in once: two people who begin it at the same moment wait for each other. */
async function refuseSecond(tx: Tx, form: FormToFill, resident: { oldmanId: string; name: string }): Promise<void> {
  await tx.client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `resident form ${tx.orgId} ${resident.oldmanId} ${form.templateId}`,
  ])
  const found = await tx.client.query<{ day: string }>(
    `select record_date as day from oldman_template where org_id = $1 and oldman_id = $2 and template_id = $3 limit 1`,
    [tx.orgId, resident.oldmanId, form.templateId],
  )
  const day = found.rows[0]?.day
  if (day) {
    const what = `${resident.name}的《${form.templateName}》（${day} 填写，此表每位老人只填一次）`
    throw new Refusal('ALREADY_EXISTS', { what }, 'templateId')
  }
}

interface Locked {
  recordId: string
  oldmanId: string
  oldmanName: string
  templateId: string
  templateVersion: number
  title: string
  values: FormValues
  state: 0 | 1
  recordDate: string
  version: number
}

async function lockForm(tx: Tx, who: Caller, recordId: string): Promise<Locked> {
  const found = await tx.client.query<Locked>({
    name: 'resident_form_lock',
    text: `select t.record_id as "recordId", t.oldman_id as "oldmanId", o.oldman_name as "oldmanName",
        t.template_id as "templateId", t.template_version as "templateVersion", t.title, t.values, t.state,
        t.record_date as "recordDate", t.version
      from ${FROM} where ${PAPER_IN_SCOPE} and t.record_id = $3 for update of t`,
    values: [who.orgId, who.deptIds, recordId],
  })
  if (!found.rows[0]) throw missingForm()
  return found.rows[0]
}

async function saveForm(tx: Tx, who: Caller, body: InputOf<Calls['save']>): Promise<void> {
  const row = await lockForm(tx, who, body.recordId)
  await refuseStale(tx, row.recordId, body.version, row.version)
  const form = await formToFill(tx.client, tx.orgId, row.templateId, row.templateVersion)
  if (!form) throw missingForm()
  const state = body.state ?? row.state
  if (row.state === ResidentFormState.is.done && state === ResidentFormState.is.draft) {
    throw new Refusal('STATE_NOT_ALLOWED', {
      state: ResidentFormState.label(ResidentFormState.is.done),
      act: '退回草稿，可以直接修改后保存',
    })
  }
  const values = checkedValues(form, body.values, state === ResidentFormState.is.done)
  const recordDate = body.recordDate ?? row.recordDate
  await tx.client.query({
    name: 'resident_form_update',
    text: `update oldman_template set values = $3, state = $4, record_date = $5, version = version + 1, updated_at = now()
      where org_id = $1 and record_id = $2`,
    values: [tx.orgId, row.recordId, JSON.stringify(values), state, recordDate],
  })
  tx.log({
    remark: `${state !== row.state ? '完成' : '修改'}${row.oldmanName}的《${row.title}》`,
    targetType: TARGET,
    targetId: row.recordId,
    changes: {
      ...valueChanges(form, row.values, values),
      ...changesBetween(
        { 状态: ResidentFormState.label(row.state), 填写日期: row.recordDate },
        { 状态: ResidentFormState.label(state), 填写日期: recordDate },
      ),
      version: [row.version, row.version + 1],
    },
  })
}

async function sortForms(tx: Tx, who: Caller, oldmanId: string, ids: readonly string[]): Promise<void> {
  const resident = await requireResident(tx.client, who, oldmanId)
  if (ids.length === 0) throw invalid('没有要排序的文书', 'recordIds')
  if (new Set(ids).size !== ids.length) throw invalid('排序中有重复的文书，请刷新后重试', 'recordIds')
  // In one order, so that two people who sort at once wait instead of blocking each other.
  const found = await tx.client.query<{ id: string }>(
    `select record_id as id from oldman_template where org_id = $1 and oldman_id = $2 order by sort, record_id for update`,
    [tx.orgId, oldmanId],
  )
  const known = new Set(found.rows.map((row) => row.id))
  if (ids.some((id) => !known.has(id))) throw missingForm()
  const named = new Set(ids)
  const order = [...ids, ...found.rows.map((row) => row.id).filter((id) => !named.has(id))]
  await tx.client.query(
    `update oldman_template t set sort = o.n from unnest($2::text[]) with ordinality as o(id, n)
      where t.org_id = $1 and t.record_id = o.id`,
    [tx.orgId, order],
  )
  tx.log({ remark: `调整${resident.name}的 ${ids.length} 份文书的顺序`, targetType: 'oldman', targetId: oldmanId })
}

async function removeForm(tx: Tx, who: Caller, recordId: string): Promise<void> {
  const row = await lockForm(tx, who, recordId)
  await tx.client.query('delete from oldman_template where org_id = $1 and record_id = $2', [tx.orgId, recordId])
  tx.log({
    remark: `删除${row.oldmanName}的《${row.title}》（${row.recordDate} 填写）`,
    targetType: TARGET,
    targetId: recordId,
    changes: { 文书名称: [row.title, null], 状态: [ResidentFormState.label(row.state), null] },
  })
}

type Start = DataOf<Calls['start']>

async function startForm(who: Caller, input: InputOf<Calls['start']>): Promise<Start> {
  const { pool } = who.app
  const archive = await placeholderValues(pool, who, input.oldmanId)
  const form = await formToFill(pool, who.orgId, input.templateId)
  if (!form) throw notFound('表单模板')
  if (!form.enabled) throw invalid(`表单“${form.templateName}”已停用，请选择其他表单`, 'templateId')
  const marks = await pool.query<Start>({
    name: 'resident_form_start',
    text: `select ${RESIDENT_MARKS}, (select x.record_id from oldman_template x where x.org_id = t.org_id
        and x.oldman_id = t.oldman_id and x.template_id = $4 and $5 limit 1) as existing
      from oldman t ${WITH_RESIDENT} ${RESIDENT_JOINS} where ${PAPER_IN_SCOPE} and t.oldman_id = $3`,
    values: [who.orgId, who.deptIds, input.oldmanId, input.templateId, form.templateType === FormFilling.is.once],
  })
  // Only what the design asks for leaves the archive.
  const asked = new Set(form.design.fields.flatMap((field) => (field.kind === 'resident' ? [field.source ?? ''] : [])))
  return {
    ...marks.rows[0]!,
    templateId: form.templateId,
    typeId: form.typeId,
    title: form.templateName,
    templateType: form.templateType,
    templateVersion: form.designVersion,
    design: form.design,
    archive: Object.fromEntries(Object.entries(archive).filter(([name]) => asked.has(name))),
  }
}

const TYPES = `select y.type_id as "typeId", y.type_name as "typeName",
  (select count(*)::int from form_template f where f.org_id = y.org_id and f.type_id = y.type_id
  and f.enabled = ${FormEnabled.is.on})
    as templates,
  count(o.oldman_id)::int as count, (count(o.oldman_id) filter (where t.state = ${ResidentFormState.is.draft}))::int as drafts
from form_template_type y
  left join oldman_template t on t.org_id = y.org_id and t.type_id = y.type_id
  left join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
    and ${inDepts('o', '$2')}
where y.org_id = $1 group by y.org_id, y.type_id, y.type_name, y.sort order by y.sort, y.type_id`

export default implement(residentForm, {
  list: (query, who) => listForms(who, query),
  create: (body, who) => who.tx(async (tx) => formDetail(tx.client, who, await createForm(tx, who, body))),
  save: (body, who) =>
    who.tx(async (tx) => {
      await saveForm(tx, who, body)
      return formDetail(tx.client, who, body.recordId)
    }),
  sort: async ({ oldmanId, recordIds }, who) => {
    await who.tx((tx) => sortForms(tx, who, oldmanId, recordIds))
    return null
  },
  types: async (_, who) => {
    const found = await who.app.pool.query<DataOf<Calls['types']>[number]>({
      name: 'resident_form_types',
      text: TYPES,
      values: [who.orgId, who.deptIds],
    })
    return found.rows
  },
  start: (query, who) => startForm(who, query),
  detail: ({ templateId }, who) => formDetail(who.app.pool, who, templateId),
  remove: async ({ templateId }, who) => {
    await who.tx((tx) => removeForm(tx, who, templateId))
    return null
  },
})
