// Writing document templates: each function is one business act in the caller's transaction.

import { invalid, Refusal } from '#contract/kit/refusal'
import type { Static } from '#contract/kit/schema'
import {
  type CreateTemplate,
  type SaveTemplate,
  type Scope,
  TemplateEnabled,
  usualPaper,
} from '#contract/systemSetting/documentTemplate'
import { storesDictionary } from '#server/areas/systemSetting/dictionary/dictionaryUse'
import type { Caller, LogEntry, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { textPinyin } from '#server/kit/pinyin'
import { dropUnusedFiles } from './documentTemplateFiles.ts'
import {
  CONTRACT_TYPE,
  checkType,
  insertVersion,
  type LockedTemplate,
  lockTemplate,
  mayIn,
  missingTemplate,
  type NewContent,
  uploadedContent,
  versionOf,
  writtenContent,
} from './documentTemplateStore.ts'
import { countsOf, unitsOf } from './documentTemplateUse.ts'

storesDictionary({ dictionaryCode: CONTRACT_TYPE, what: '文书模板', table: 'document_template', column: 'doc_type' })
onConstraint('document_template_name', () => new Refusal('ALREADY_EXISTS', { what: '同名的文书模板' }, 'templateName'))

const TARGET = 'documentTemplate'
const MOST_TEMPLATES = 500
const LONGEST_NAME = 50

interface NewTemplate {
  templateName: string
  scope: Scope
  docType: string
  kind: 'html' | 'word'
  enabled: number
  remark: string | null
}

/** One more at the end of its scope's order. The count is taken under a lock, so that two at once see each other. */
async function insertTemplate(tx: Tx, who: Caller, one: NewTemplate, content: NewContent): Promise<string> {
  await tx.client.query('select pg_advisory_xact_lock(hashtext($1))', [`document_template:${tx.orgId}`])
  const counted = await tx.client.query<{ count: number; last: number }>({
    text: `select count(*) as count, coalesce(max(sort), 0) as last from document_template where org_id = $1 and scope = $2`,
    values: [tx.orgId, one.scope],
  })
  const { count, last } = counted.rows[0]!
  if (count >= MOST_TEMPLATES) throw invalid(`文书模板最多 ${MOST_TEMPLATES} 个，请先删除不用的模板`)
  const templateId = newId()
  const { pinyin, initials } = textPinyin(one.templateName)
  await tx.client.query({
    text: `insert into document_template
        (org_id, template_id, template_name, pinyin, initials, scope, doc_type, kind, version, enabled, remark, sort)
      values ($1, $2, $3, $4, $5, $6, $7, $8, 1, $9, $10, $11)`,
    values: [
      tx.orgId,
      templateId,
      one.templateName,
      pinyin,
      initials,
      one.scope,
      one.docType,
      one.kind,
      one.enabled,
      one.remark,
      last + 1,
    ],
  })
  await insertVersion(tx, { templateId, version: 1, templateName: one.templateName, userId: who.userId }, content)
  return templateId
}

const trimmed = (name: string) => {
  const text = name.trim()
  if (text === '') throw invalid('请填写模板名称', 'templateName')
  return text
}

export async function createTemplate(tx: Tx, who: Caller, body: Static<typeof CreateTemplate>): Promise<string> {
  const scope = body.scope as Scope
  if (!mayIn(who, scope, 'add')) throw new Refusal('NO_PERMISSION')
  await checkType(tx, body.docType)
  const paper = body.paper ?? usualPaper
  const kind = body.kind as 'html' | 'word'
  const content =
    kind === 'word' ? await uploadedContent(tx, body as FileInput, paper) : writtenContent(body.html, paper)
  const templateName = trimmed(body.templateName)
  const templateId = await insertTemplate(
    tx,
    who,
    {
      templateName,
      scope,
      docType: body.docType,
      kind,
      enabled: body.enabled ?? TemplateEnabled.is.on,
      remark: body.remark ?? null,
    },
    content,
  )
  tx.log({
    remark: `新增文书模板“${templateName}”`,
    targetType: TARGET,
    targetId: templateId,
    changes: {
      templateName: [null, templateName],
      docType: [null, body.docType],
      kind: [null, kind],
      正文: [null, described(content)],
    },
  })
  return templateId
}

interface FileInput {
  fileId: string | null | undefined
  fileName: string | null | undefined
}

/** The log says which content it was, not the content itself. */
const described = (content: Pick<NewContent, 'html' | 'fileName' | 'placeholders'>) =>
  `${content.html === null ? content.fileName : `${content.html.replace(/<[^>]*>/g, '').length} 字`}，占位符 ${content.placeholders.length} 种`

const changed = (pairs: Record<string, readonly [unknown, unknown]>): NonNullable<LogEntry['changes']> =>
  Object.fromEntries(
    Object.entries(pairs).filter(([, [before, after]]) => JSON.stringify(before) !== JSON.stringify(after)),
  )

/** A save is a version, also when only the name changed: documents made from the older ones keep theirs. */
export async function saveTemplate(tx: Tx, who: Caller, body: Static<typeof SaveTemplate>): Promise<void> {
  const row = await lockTemplate(tx, who, body.templateId, 'edit')
  await refuseStale(tx, row.templateId, body.version, row.version)
  await checkType(tx, body.docType, row.docType)
  const before = await versionOf(tx.client, tx.orgId, row.templateId, row.version)
  const paper = body.paper ?? before.paper ?? usualPaper
  const old: NewContent = { ...before, paper, placeholders: before.found }
  const file: FileInput = { fileId: body.fileId, fileName: body.fileName }
  const content =
    row.kind === 'word'
      ? body.fileId && body.fileId !== before.fileId
        ? await uploadedContent(tx, file, paper)
        : old
      : body.html === null || body.html === undefined
        ? old
        : writtenContent(body.html, paper)
  const templateName = trimmed(body.templateName)
  await writeNext(tx, who, row, { templateName, docType: body.docType, remark: body.remark ?? null }, content)
  tx.log({
    remark: `编辑文书模板“${templateName}”，存为第 ${row.version + 1} 版`,
    targetType: TARGET,
    targetId: row.templateId,
    changes: changed({
      templateName: [row.templateName, templateName],
      docType: [row.docType, body.docType],
      remark: [row.remark, body.remark ?? null],
      paper: [before.paper, paper],
      正文: content === old ? [null, null] : [described({ ...before, placeholders: before.found }), described(content)],
      version: [row.version, row.version + 1],
    }),
  })
}

async function writeNext(
  tx: Tx,
  who: Caller,
  row: LockedTemplate,
  next: { templateName: string; docType: string; remark: string | null },
  content: NewContent,
): Promise<void> {
  const { pinyin, initials } = textPinyin(next.templateName)
  const version = row.version + 1
  await tx.client.query({
    name: 'document_template_update',
    text: `update document_template set template_name = $3, pinyin = $4, initials = $5, doc_type = $6, remark = $7,
        version = $8, updated_at = now() where org_id = $1 and template_id = $2`,
    values: [tx.orgId, row.templateId, next.templateName, pinyin, initials, next.docType, next.remark, version],
  })
  const { templateId } = row
  await insertVersion(tx, { templateId, version, templateName: next.templateName, userId: who.userId }, content)
}

/** 服务合同 → 服务合同 副本, 副本 2 …; a long name gives way to the ending. */
async function freeName(tx: Tx, scope: Scope, name: string): Promise<string> {
  const taken = await tx.client.query<{ name: string }>({
    text: 'select template_name as name from document_template where org_id = $1 and scope = $2',
    values: [tx.orgId, scope],
  })
  const names = new Set(taken.rows.map((row) => row.name))
  for (let n = 1; ; n++) {
    const ending = n === 1 ? ' 副本' : ` 副本 ${n}`
    const candidate = [...name].slice(0, LONGEST_NAME - ending.length).join('') + ending
    if (!names.has(candidate)) return candidate
  }
}

export async function copyTemplate(
  tx: Tx,
  who: Caller,
  { templateId, templateName }: { templateId: string; templateName?: string | null },
): Promise<string> {
  const row = await lockTemplate(tx, who, templateId, 'add')
  const content = await versionOf(tx.client, tx.orgId, templateId, row.version)
  const name = templateName ? trimmed(templateName) : await freeName(tx, row.scope, row.templateName)
  const made = await insertTemplate(
    tx,
    who,
    { ...row, templateName: name, enabled: TemplateEnabled.is.on },
    { ...content, paper: content.paper ?? usualPaper, placeholders: content.found },
  )
  tx.log({ remark: `复制文书模板“${row.templateName}”为“${name}”`, targetType: TARGET, targetId: made })
  return made
}

export async function removeTemplate(tx: Tx, who: Caller, templateId: string): Promise<void> {
  const row = await lockTemplate(tx, who, templateId, 'delete')
  const found = await tx.client.query<{ counts: number[]; files: string[] }>({
    text: `select ${countsOf('t')} as counts,
        array(select distinct v.file_id from document_template_version v
          where v.org_id = t.org_id and v.template_id = t.template_id and v.file_id is not null)::text[] as files
      from document_template t where t.org_id = $1 and t.template_id = $2`,
    values: [tx.orgId, templateId],
  })
  const { counts, files } = found.rows[0]!
  const users = unitsOf().flatMap((unit, i) => ((counts[i] ?? 0) > 0 ? [`已生成 ${counts[i]} ${unit}`] : []))
  if (users.length > 0) {
    const what = `文书模板“${row.templateName}”`
    throw new Refusal('IN_USE', { what, users: `${users.join('、')}；不再使用时请停用` })
  }
  await tx.client.query({
    text: 'delete from document_template where org_id = $1 and template_id = $2',
    values: [tx.orgId, templateId],
  })
  await dropUnusedFiles(tx, files)
  tx.log({
    remark: `删除文书模板“${row.templateName}”及其 ${row.version} 个版本`,
    targetType: TARGET,
    targetId: templateId,
    changes: { templateName: [row.templateName, null], docType: [row.docType, null], version: [row.version, null] },
  })
}

export async function enableTemplate(tx: Tx, who: Caller, templateId: string, enabled: 0 | 1): Promise<void> {
  const row = await lockTemplate(tx, who, templateId, 'edit')
  await tx.client.query({
    text: 'update document_template set enabled = $3 where org_id = $1 and template_id = $2',
    values: [tx.orgId, templateId, enabled],
  })
  tx.log({
    remark: `${TemplateEnabled.label(enabled)}文书模板“${row.templateName}”`,
    targetType: TARGET,
    targetId: templateId,
    changes: changed({ enabled: [row.enabled, enabled] }),
  })
}

export async function restoreVersion(tx: Tx, who: Caller, templateId: string, version: number): Promise<void> {
  const row = await lockTemplate(tx, who, templateId, 'edit')
  const old = await versionOf(tx.client, tx.orgId, templateId, version)
  if (version === row.version) throw invalid(`第 ${version} 版就是现在使用的版本`)
  const content = { ...old, paper: old.paper ?? usualPaper, placeholders: old.found }
  await writeNext(tx, who, row, row, content)
  tx.log({
    remark: `文书模板“${row.templateName}”恢复第 ${version} 版的内容，存为第 ${row.version + 1} 版`,
    targetType: TARGET,
    targetId: templateId,
    changes: { version: [row.version, row.version + 1] },
  })
}

export async function sortTemplates(tx: Tx, who: Caller, scope: Scope, ids: readonly string[]): Promise<void> {
  if (!mayIn(who, scope, 'edit')) throw new Refusal('NO_PERMISSION')
  if (new Set(ids).size !== ids.length) throw invalid('排序中有重复的模板，请刷新后重试', 'templateIds')
  // Locked in one order, so that two people who sort at once wait for each other instead of failing.
  const found = await tx.client.query<{ id: string }>({
    text: `select template_id as id from document_template where org_id = $1 and scope = $2
      order by sort, template_id for update`,
    values: [tx.orgId, scope],
  })
  const known = new Set(found.rows.map((row) => row.id))
  if (ids.some((one) => !known.has(one))) throw missingTemplate()
  const named = new Set(ids)
  const order = [...ids, ...found.rows.map((row) => row.id).filter((one) => !named.has(one))]
  await tx.client.query({
    text: `update document_template t set sort = o.n from unnest($3::text[]) with ordinality as o(id, n)
      where t.org_id = $1 and t.scope = $2 and t.template_id = o.id`,
    values: [tx.orgId, scope, order],
  })
  tx.log({ remark: `调整 ${ids.length} 个文书模板的顺序`, targetType: TARGET })
}
