// Form templates and their types: lists, one design, its versions, and what changes them.
import type pg from 'pg'
import type { DataOf } from '#contract/kit/call'
import type { FormDesignData } from '#contract/kit/formDesign'
import { notFound } from '#contract/kit/refusal'
import {
  FormEnabled,
  type FormTemplateData,
  type FormVersionData,
  formTemplate,
} from '#contract/systemSetting/formTemplate'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { saveOrder } from '#server/kit/order'
import { contains, pageOfRows } from '#server/kit/page'
import { removeTemplate, saveDesign, saveTemplate } from './formTemplateSave.ts'
import { addType, listTypes, removeType, saveType, sortTypes } from './formTemplateTypes.ts'

/** What a person fills in: headings, explanations and sums are not counted. */
const FIELDS = `(select count(*)::int from jsonb_array_elements(v.design -> 'fields') as f
  where f ->> 'kind' not in ('group', 'note', 'score'))`

const COLUMNS = `t.template_id as "templateId", t.type_id as "typeId", y.type_name as "typeName",
  t.template_name as "templateName", t.template_type as "templateType", t.enabled, t.remark, t.sort,
  t.version as "designVersion", t.revision as version, t.updated_at as "updateTime", t.created_at as "createTime",
  e.emp_name as "updateBy", ${FIELDS} as "fieldCount"`

const joins = (version: string) => `join form_template_type y on y.org_id = t.org_id and y.type_id = t.type_id
  join form_template_version v on v.org_id = t.org_id and v.template_id = t.template_id and v.version = ${version}
  left join employee e on e.org_id = v.org_id and e.emp_id = v.created_by`

type Detail = DataOf<typeof formTemplate.calls.detail>

async function findTemplate(who: Caller, templateId: string, version: number | null): Promise<Detail> {
  const found = await who.app.pool.query<Detail>({
    name: 'form_template_one',
    text: `select ${COLUMNS}, v.design, v.version as "designVersion"
      from form_template t ${joins('coalesce($3, t.version)')}
      where t.org_id = $1 and t.template_id = $2`,
    values: [who.orgId, templateId, version],
  })
  if (!found.rows[0]) throw notFound(version === null ? '表单模板' : '这个版本的表单模板')
  return found.rows[0]
}

async function findVersions(who: Caller, templateId: string): Promise<FormVersionData[]> {
  const found = await who.app.pool.query<FormVersionData>({
    name: 'form_template_versions',
    text: `select v.version as "designVersion", ${FIELDS} as "fieldCount", e.emp_name as "createBy",
        v.created_at as "createTime"
      from form_template_version v left join employee e on e.org_id = v.org_id and e.emp_id = v.created_by
      where v.org_id = $1 and v.template_id = $2 order by v.version desc`,
    values: [who.orgId, templateId],
  })
  if (found.rows.length === 0) throw notFound('表单模板')
  return found.rows
}

export interface FormToFill {
  templateId: string
  templateName: string
  typeId: string
  /** 1 again and again, 2 once */
  templateType: 1 | 2
  enabled: boolean
  designVersion: number
  design: FormDesignData
}

/** For areas that fill forms in: the current design, or the one a filled form was made with. Null when there is none. */
export async function formToFill(
  client: pg.Pool | pg.ClientBase,
  orgId: string,
  templateId: string,
  version: number | null = null,
): Promise<FormToFill | null> {
  const found = await client.query<FormToFill>(
    `select t.template_id as "templateId", t.template_name as "templateName", t.type_id as "typeId",
       t.template_type as "templateType", t.enabled = ${FormEnabled.is.on} as enabled, v.version as "designVersion", v.design
     from form_template t join form_template_version v
       on v.org_id = t.org_id and v.template_id = t.template_id and v.version = coalesce($3, t.version)
     where t.org_id = $1 and t.template_id = $2`,
    [orgId, templateId, version],
  )
  return found.rows[0] ?? null
}

const TEMPLATES = {
  table: 'form_template',
  key: 'template_id',
  name: 'template_name',
  title: '表单模板',
  target: 'formTemplate',
}

export default implement(formTemplate, {
  types: (query, who) => listTypes(who, query),
  addType: (body, who) => addType(who, body),
  saveType: (body, who) => saveType(who, body),
  removeType: (input, who) => removeType(who, input),
  sortTypes: (input, who) => sortTypes(who, input),
  list: (query, who) => {
    const word = contains(query.templateName)
    return pageOfRows<FormTemplateData>(
      who.app.pool,
      {
        from: 'form_template t',
        key: 'template_id',
        select: COLUMNS,
        join: joins('t.version'),
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.type_id = ?', query.typeId],
          ['t.template_type = ?', query.templateType],
          ['t.enabled = ?', query.enabled],
          ['(t.template_name ilike ? or t.initials like lower(?) or t.pinyin like lower(?))', word],
        ],
        sorts: {
          sort: 't.sort',
          templateName: 't.template_name',
          createTime: 't.created_at',
          updateTime: 't.updated_at',
        },
        defaultSort: 't.sort',
      },
      query,
    )
  },
  detail: ({ templateId, designVersion }, who) => findTemplate(who, templateId, designVersion ?? null),
  versions: ({ templateId }, who) => findVersions(who, templateId),
  save: (body, who) => saveTemplate(who, body),
  edit: (body, who) => saveDesign(who, body),
  sort: async ({ sorts }, who) => {
    const places = sorts.map(({ templateId, sort }) => ({ id: templateId, sort }))
    await who.tx((tx) => saveOrder(tx, who, TEMPLATES, places))
    return null
  },
  remove: ({ templateId }, who) => removeTemplate(who, templateId),
})
