// How document templates and their versions are read and written.
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import {
  type FoundData,
  type PaperData,
  type Scope,
  type TemplateDetail,
  type TemplateRow,
  templateCode,
  usualPaper,
} from '#contract/systemSetting/documentTemplate'
import type { Caller, Tx } from '#server/kit/caller'
import { sha256Of } from './documentTemplateFiles.ts'
import { foundOf } from './documentTemplateFound.ts'
import { cleanDocument } from './documentTemplateHtml.ts'
import { usesOf } from './documentTemplateUse.ts'
import { wordPlaceholders } from './documentTemplateWord.ts'

export type Queryable = Pick<Tx['client'], 'query'>
type Act = Parameters<typeof templateCode>[1]

export const CONTRACT_TYPE = 'contractType'

/** The value's label in the dictionary of document types. */
export const TYPE_NAME = `(select v.label from dictionary d join dictionary_value v
    on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id and v.value = t.doc_type
  where d.org_id = t.org_id and d.dictionary_code = '${CONTRACT_TYPE}')`

export const ROW = `t.template_id as "templateId", t.template_name as "templateName", t.scope, t.doc_type as "docType",
  ${TYPE_NAME} as "docTypeName", t.kind, t.version, t.enabled, t.remark,
  jsonb_array_length(v.placeholders) as "fieldCount", e.emp_name as "updateUser", t.updated_at as "updateTime",
  t.created_at as "createTime"`

/** The current version and who saved it. */
export const JOIN = `join document_template_version v
    on v.org_id = t.org_id and v.template_id = t.template_id and v.version = t.version
  left join employee e on e.org_id = v.org_id and e.emp_id = v.created_by`

const CONTENT = `v.html, v.file_id as "fileId", v.file_name as "fileName", f.size_b as "fileSizeB", v.paper,
  v.placeholders as found`
const WITH_FILE = 'left join document_template_file f on f.org_id = v.org_id and f.file_id = v.file_id'

/** Placeholders are stored as [name, count] in the order they occur. */
export type StoredPlaceholders = readonly (readonly [string, number])[]

interface StoredContent {
  html: string | null
  fileId: string | null
  fileName: string | null
  fileSizeB: number | null
  paper: PaperData | null
  found: StoredPlaceholders
}

export type Content = Omit<StoredContent, 'found'> & { paper: PaperData; placeholders: FoundData[] }

export const contentOf = ({ found, paper, ...rest }: StoredContent): Content => ({
  ...rest,
  paper: { ...usualPaper, ...paper },
  placeholders: foundOf(new Map(found)),
})

/** What lies outside the caller's codes is as absent as what lies outside the organisation. */
export function mayIn(who: Pick<Caller, 'may'>, scope: Scope, act: Act): boolean {
  return who.may(templateCode(scope, act))
}

export const missingTemplate = () => notFound('文书模板')

export async function templateDetail(
  client: Queryable,
  who: Pick<Caller, 'orgId' | 'may'>,
  templateId: string,
): Promise<TemplateDetail> {
  const found = await client.query<TemplateRow & StoredContent>({
    text: `select ${ROW}, ${usesOf('t')} as "usedCount", ${CONTENT} from document_template t ${JOIN} ${WITH_FILE}
      where t.org_id = $1 and t.template_id = $2`,
    values: [who.orgId, templateId],
  })
  const row = found.rows[0]
  if (!row || !mayIn(who, row.scope as Scope, 'list')) throw missingTemplate()
  return { ...row, ...contentOf(row) }
}

export interface LockedTemplate {
  templateId: string
  templateName: string
  scope: Scope
  docType: string
  kind: 'html' | 'word'
  version: number
  enabled: number
  remark: string | null
}

/** The row, locked until the transaction ends; refuses what the caller may not do with it. */
export async function lockTemplate(
  tx: Tx,
  who: Pick<Caller, 'orgId' | 'may'>,
  templateId: string,
  act: Act,
): Promise<LockedTemplate> {
  const found = await tx.client.query<LockedTemplate>({
    name: 'document_template_lock',
    text: `select template_id as "templateId", template_name as "templateName", scope, doc_type as "docType", kind,
        version, enabled, remark from document_template where org_id = $1 and template_id = $2 for update`,
    values: [tx.orgId, templateId],
  })
  const row = found.rows[0]
  if (!row || !mayIn(who, row.scope, 'list')) throw missingTemplate()
  if (!mayIn(who, row.scope, act)) throw new Refusal('NO_PERMISSION')
  return row
}

export type VersionRow = StoredContent & {
  version: number
  templateName: string
  createUser: string | null
  createTime: string
  fieldCount: number
}

export const VERSION = `v.version, v.template_name as "templateName", e.emp_name as "createUser",
  v.created_at as "createTime", jsonb_array_length(v.placeholders) as "fieldCount"`

export async function versionOf(
  client: Queryable,
  orgId: string,
  templateId: string,
  version: number,
): Promise<VersionRow> {
  const found = await client.query<VersionRow>({
    name: 'document_template_version_one',
    text: `select ${VERSION}, ${CONTENT} from document_template_version v
        left join employee e on e.org_id = v.org_id and e.emp_id = v.created_by ${WITH_FILE}
      where v.org_id = $1 and v.template_id = $2 and v.version = $3`,
    values: [orgId, templateId, version],
  })
  if (!found.rows[0]) throw notFound('模板的这个版本')
  return found.rows[0]
}

/** Path parts are texts; what is no number names no version. */
export function versionNumber(text: string): number {
  if (!/^\d{1,9}$/.test(text)) throw notFound('模板的这个版本')
  return Number(text)
}

/** A document type is an enabled value of its dictionary; one that was disabled later stays where it is used. */
export async function checkType(tx: Tx, docType: string, before?: string): Promise<void> {
  if (docType === before) return
  const found = await tx.client.query<{ enabled: boolean }>({
    name: 'document_template_type',
    text: `select v.enabled from dictionary d join dictionary_value v
        on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id
      where d.org_id = $1 and d.dictionary_code = $2 and v.value = $3`,
    values: [tx.orgId, CONTRACT_TYPE, docType],
  })
  if (found.rows[0]?.enabled !== true) {
    throw invalid('文书类型不在数据字典“合同文书类型”中，或已停用，请重新选择', 'docType')
  }
}

export interface NewContent {
  html: string | null
  fileId: string | null
  fileName: string | null
  paper: PaperData
  placeholders: StoredPlaceholders
}

/** A text as it will be stored; refuses an empty one. */
export function writtenContent(html: string | null | undefined, paper: PaperData): NewContent {
  const clean = cleanDocument(html ?? '')
  if (!clean.hasContent) throw invalid('请填写正文', 'html')
  return { html: clean.html, fileId: null, fileName: null, paper, placeholders: [...clean.placeholders] }
}

/** An uploaded file of this organisation, looked through again: the id alone is what the client says. */
export async function uploadedContent(
  tx: Tx,
  file: { fileId: string | null | undefined; fileName: string | null | undefined },
  paper: PaperData,
): Promise<NewContent> {
  if (!file.fileId) throw invalid('请上传 Word 文件', 'fileId')
  const found = await tx.client.query<{ content: Buffer }>({
    name: 'document_template_file_share',
    text: 'select content from document_template_file where org_id = $1 and file_id = $2 for share',
    values: [tx.orgId, file.fileId],
  })
  const content = found.rows[0]?.content
  if (!content || sha256Of(content) !== file.fileId) throw invalid('Word 文件已失效，请重新上传', 'fileId')
  return {
    html: null,
    fileId: file.fileId,
    fileName: file.fileName ?? '模板.docx',
    paper,
    placeholders: [...wordPlaceholders(content)],
  }
}

export async function insertVersion(
  tx: Tx,
  template: { templateId: string; version: number; templateName: string; userId: string | null },
  content: NewContent,
): Promise<void> {
  await tx.client.query({
    name: 'document_template_version_insert',
    text: `insert into document_template_version
        (org_id, template_id, version, template_name, html, file_id, file_name, placeholders, paper, created_by)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    values: [
      tx.orgId,
      template.templateId,
      template.version,
      template.templateName,
      content.html,
      content.fileId,
      content.fileName,
      JSON.stringify(content.placeholders),
      JSON.stringify(content.paper),
      template.userId,
    ],
  })
}
