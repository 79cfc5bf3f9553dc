// Handlers of the document templates.

import { Refusal } from '#contract/kit/refusal'
import { residentPlaceholders } from '#contract/live/residentPlaceholders'
import {
  documentTemplate,
  type Scope,
  type TemplateRow,
  type TemplateVersion,
} from '#contract/systemSetting/documentTemplate'
import type { Caller } from '#server/kit/caller'
import { fileKinds } from '#server/kit/fileKind'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'
import { textPinyin } from '#server/kit/pinyin'
import { tidyName } from '#server/kit/uploads'
import { keepWordFile } from './documentTemplateFiles.ts'
import { fillVersion, previewOf, wordFile } from './documentTemplateFill.ts'
import { foundOf } from './documentTemplateFound.ts'
import { fillHtml } from './documentTemplateHtml.ts'
import {
  contentOf,
  JOIN,
  mayIn,
  missingTemplate,
  ROW,
  templateDetail,
  VERSION,
  versionNumber,
  versionOf,
} from './documentTemplateStore.ts'
import { usesOf } from './documentTemplateUse.ts'
import { wordPlaceholders } from './documentTemplateWord.ts'
import { checkedWord } from './documentTemplateWordSafety.ts'
import {
  copyTemplate,
  createTemplate,
  enableTemplate,
  removeTemplate,
  restoreVersion,
  saveTemplate,
  sortTemplates,
} from './documentTemplateWrite.ts'

const SCOPES: readonly Scope[] = ['org', 'home']

/** Without a scope in the question: every scope the caller may look at. */
const scopesOf = (who: Caller, asked: Scope | null | undefined) =>
  SCOPES.filter((scope) => (asked ?? scope) === scope && mayIn(who, scope, 'list'))

/** The template's row, if the caller may look at it. */
async function seen(who: Caller, templateId: string): Promise<{ scope: Scope; version: number }> {
  const found = await who.app.pool.query<{ scope: Scope; version: number }>({
    name: 'document_template_seen',
    text: 'select scope, version from document_template where org_id = $1 and template_id = $2',
    values: [who.orgId, templateId],
  })
  const row = found.rows[0]
  if (!row || !mayIn(who, row.scope, 'list')) throw missingTemplate()
  return row
}

const known = residentPlaceholders.map(({ group, name, title, sample }) => ({
  group,
  name,
  title,
  sample,
  ...textPinyin(name),
}))

const DOCX = fileKinds.docx!.mime

export default implement(documentTemplate, {
  list: (query, who) => {
    const scopes = scopesOf(who, query.scope as Scope | null | undefined)
    if (scopes.length === 0) throw new Refusal('NO_PERMISSION')
    return pageOfRows<TemplateRow>(
      who.app.pool,
      {
        from: 'document_template t',
        key: 'template_id',
        select: `${ROW}, ${usesOf('t')} as "usedCount"`,
        join: JOIN,
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.scope = any(?)', scopes],
          [
            '(t.template_name ilike ? or t.pinyin like lower(?) or t.initials like lower(?))',
            contains(query.templateName),
          ],
          ['t.doc_type = ?', query.docType],
          ['t.kind = ?', query.kind],
          ['t.enabled = ?', query.enabled],
        ],
        sorts: {
          templateName: 't.pinyin',
          updateTime: 't.updated_at',
          createTime: 't.created_at',
          docType: 't.doc_type',
        },
        defaultSort: 't.scope desc, t.sort',
      },
      query,
    )
  },
  create: (body, who) => who.tx(async (tx) => templateDetail(tx.client, who, await createTemplate(tx, who, body))),
  save: (body, who) =>
    who.tx(async (tx) => {
      await saveTemplate(tx, who, body)
      return templateDetail(tx.client, who, body.templateId)
    }),
  copy: (body, who) => who.tx(async (tx) => templateDetail(tx.client, who, await copyTemplate(tx, who, body))),
  sort: async ({ scope, templateIds }, who) => {
    await who.tx((tx) => sortTemplates(tx, who, scope as Scope, templateIds))
    return null
  },
  upload: async ({ file }, who) => {
    const content = await checkedWord(file)
    const placeholders = wordPlaceholders(content)
    const fileName = tidyName(file.name)
    const fileId = await who.tx(async (tx) => {
      const kept = await keepWordFile(tx, content)
      tx.log({
        remark: `上传 Word 模板“${fileName}”，占位符 ${placeholders.size} 种`,
        targetType: 'documentTemplateFile',
      })
      return kept
    })
    return { fileId, fileName, fileSizeB: content.length, placeholders: foundOf(placeholders) }
  },
  placeholders: () => known,
  preview: async ({ html, oldmanId }, who) => {
    const values = await previewOf(who, oldmanId)
    const filled = fillHtml(html, values)
    await values.shown()
    return filled
  },
  detail: ({ templateId }, who) => templateDetail(who.app.pool, who, templateId),
  remove: async ({ templateId }, who) => {
    await who.tx((tx) => removeTemplate(tx, who, templateId))
    return null
  },
  enable: async ({ templateId, enabled }, who) => {
    await who.tx((tx) => enableTemplate(tx, who, templateId, enabled))
    return null
  },
  versions: async ({ templateId }, who) => {
    const { version } = await seen(who, templateId)
    const found = await who.app.pool.query<TemplateVersion>({
      name: 'document_template_versions',
      text: `select ${VERSION}, v.file_name as "fileName", v.version = $3 as current from document_template_version v
          left join employee e on e.org_id = v.org_id and e.emp_id = v.created_by
        where v.org_id = $1 and v.template_id = $2 order by v.version desc`,
      values: [who.orgId, templateId, version],
    })
    return found.rows
  },
  version: async ({ templateId, version }, who) => {
    const current = await seen(who, templateId)
    const one = await versionOf(who.app.pool, who.orgId, templateId, versionNumber(version))
    return { ...one, ...contentOf(one), current: one.version === current.version }
  },
  restore: ({ templateId, version }, who) =>
    who.tx(async (tx) => {
      await restoreVersion(tx, who, templateId, versionNumber(version))
      return templateDetail(tx.client, who, templateId)
    }),
  word: async ({ templateId, version }, who) => {
    await seen(who, templateId)
    const one = await versionOf(who.app.pool, who.orgId, templateId, versionNumber(version))
    if (one.fileId === null) throw missingTemplate()
    return {
      name: one.fileName ?? `${one.templateName}.docx`,
      mime: DOCX,
      content: await wordFile(who.app.pool, who.orgId, one.fileId),
    }
  },
  fill: async ({ templateId, oldmanId, version }, who) => {
    await seen(who, templateId)
    const values = await previewOf(who, oldmanId)
    const filled = await fillVersion(who.app.pool, who.orgId, { templateId, version }, values)
    await values.shown()
    const { templateName, paper, missing, content } = filled
    return {
      templateName,
      version: filled.version,
      kind: content.kind,
      html: content.kind === 'html' ? content.html : null,
      paper,
      missing,
    }
  },
  fillWord: async ({ templateId, oldmanId, version }, who) => {
    await seen(who, templateId)
    const values = await previewOf(who, oldmanId)
    const { templateName, content } = await fillVersion(who.app.pool, who.orgId, { templateId, version }, values)
    if (content.kind !== 'word') {
      throw new Refusal('STATE_NOT_ALLOWED', { state: '在线编写的模板', act: '下载 Word 文书' })
    }
    await values.shown()
    return { name: `${templateName}-${values.name ?? '示例'}.docx`, mime: DOCX, content: content.file }
  },
})
