// Templates that an addendum about a change of level can be made from: those whose text has a place for the new level.
import type pg from 'pg'
import { invalid } from '#contract/kit/refusal'
import type { RegradePlace } from '#contract/live/regradeWords'
import { TemplateEnabled } from '#contract/systemSetting/documentTemplate'

type Client = pg.Pool | pg.ClientBase

export interface AddendumTemplate {
  templateId: string
  templateName: string
  version: number
}

const PLACE: RegradePlace = '新护理等级'
const TEMPLATES = `select t.template_id as "templateId", t.template_name as "templateName", t.version from document_template t
join document_template_version v on v.org_id = t.org_id and v.template_id = t.template_id and v.version = t.version
where t.org_id = $1 and t.scope = 'org' and t.enabled = ${TemplateEnabled.is.on}
  and exists (select from jsonb_array_elements(v.placeholders) p where p ->> 0 = $2) order by t.sort, t.template_id`

export async function addendumTemplates(client: Client, orgId: string): Promise<AddendumTemplate[]> {
  const found = await client.query<AddendumTemplate>({
    name: 'regrade_templates',
    text: TEMPLATES,
    values: [orgId, PLACE],
  })
  return found.rows
}

/** The one of the house; null where it has none. */
export const addendumTemplate = async (client: Client, orgId: string) =>
  (await addendumTemplates(client, orgId))[0]?.templateId ?? null

export async function requireTemplate(client: Client, orgId: string, templateId: string): Promise<void> {
  const found = await addendumTemplates(client, orgId)
  if (found.some((one) => one.templateId === templateId)) return
  throw invalid(`补充协议模板不存在、已停用，或正文里没有“{${PLACE}}”，请重新选择`, 'templateId')
}
