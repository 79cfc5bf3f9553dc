// A template filled for a resident. Other areas make documents with fillDocument and keep the version it answers.

import { resident, viewNeeds } from '#contract/archives/resident'
import { maskedCard } from '#contract/kit/privacy'
import { invalid, Refusal } from '#contract/kit/refusal'
import { samplePlaceholders } from '#contract/live/residentPlaceholders'
import { type PaperData, TemplateEnabled, usualPaper } from '#contract/systemSetting/documentTemplate'
import { placeholderValues } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import type { SessionUser } from '#server/kit/sessionUser'
import { type FilledValues, fillHtml } from './documentTemplateHtml.ts'
import { missingTemplate, type Queryable, versionOf } from './documentTemplateStore.ts'
import { fillWord } from './documentTemplateWord.ts'

export interface DocumentInput {
  templateId: string
  /** The current version unless told. */
  version?: number | null | undefined
  oldmanId: string
  /** Values that the archive cannot know (contract number, amounts, term); they win over it. */
  values?: Readonly<Record<string, string>>
}

export interface FilledDocument {
  templateId: string
  templateName: string
  /** Kept with the document, which then stays as it is whatever becomes of the template. */
  version: number
  paper: PaperData
  /** Placeholders that nobody knew a value for; their places are blank. */
  missing: string[]
  content: { kind: 'html'; html: string } | { kind: 'word'; fileName: string; file: Buffer }
}

type Filler = Pick<SessionUser, 'orgId' | 'deptIds' | 'empName'>

/** Own entries only: a placeholder called constructor names nothing. */
export const valuesOf = (values: Readonly<Record<string, string>>): FilledValues => ({
  value: (name) => (Object.hasOwn(values, name) ? values[name] : undefined),
})

interface Current {
  templateName: string
  version: number
  enabled: number
}

async function currentOf(client: Queryable, orgId: string, templateId: string): Promise<Current> {
  const found = await client.query<Current>({
    name: 'document_template_current',
    text: `select template_name as "templateName", version, enabled from document_template
      where org_id = $1 and template_id = $2`,
    values: [orgId, templateId],
  })
  if (!found.rows[0]) throw missingTemplate()
  return found.rows[0]
}

/** The content of a version with these values in it. */
export async function fillVersion(
  client: Queryable,
  orgId: string,
  input: Pick<DocumentInput, 'templateId' | 'version'>,
  values: FilledValues,
): Promise<FilledDocument> {
  const current = await currentOf(client, orgId, input.templateId)
  const one = await versionOf(client, orgId, input.templateId, input.version ?? current.version)
  const frame = {
    templateId: input.templateId,
    templateName: one.templateName,
    version: one.version,
    paper: { ...usualPaper, ...one.paper },
  }
  if (one.fileId === null) {
    const { html, missing } = fillHtml(one.html ?? '', values)
    return { ...frame, missing, content: { kind: 'html', html } }
  }
  const file = await wordFile(client, orgId, one.fileId)
  const filled = fillWord(file, values)
  const fileName = `${one.templateName}.docx`
  return { ...frame, missing: filled.missing, content: { kind: 'word', fileName, file: filled.content } }
}

export async function wordFile(client: Queryable, orgId: string, fileId: string): Promise<Buffer> {
  const found = await client.query<{ content: Buffer }>({
    name: 'document_template_file_one',
    text: 'select content from document_template_file where org_id = $1 and file_id = $2',
    values: [orgId, fileId],
  })
  if (!found.rows[0]) throw missingTemplate()
  return found.rows[0].content
}

/** For areas that make documents. A template that was disabled makes no new ones. */
export async function fillDocument(client: Queryable, who: Filler, input: DocumentInput): Promise<FilledDocument> {
  const current = await currentOf(client, who.orgId, input.templateId)
  if (current.enabled !== TemplateEnabled.is.on)
    throw invalid(`文书模板“${current.templateName}”已停用，请选择其他模板`, 'templateId')
  const values = await placeholderValues(client as Parameters<typeof placeholderValues>[0], who, input.oldmanId)
  return fillVersion(client, who.orgId, input, valuesOf({ ...values, ...input.values }))
}

const READS_RESIDENTS = Object.values(viewNeeds).join('|')
const isCard = (name: string) => name.endsWith('身份证号')

export interface Preview extends FilledValues {
  /** Whose archive it is; null for the sample person. */
  name: string | null
  /** Called once the template is filled: who was shown a whole identity number stands in the operation log. */
  shown(): Promise<void>
}

/**
 * Values for looking at a template. Whoever may look at archives may see it filled from one; identity numbers are
 * masked unless the caller may see them.
 */
export async function previewOf(who: Caller, oldmanId: string | null | undefined): Promise<Preview> {
  if (!oldmanId) return { ...valuesOf(samplePlaceholders), name: null, shown: async () => undefined }
  if (!who.may(READS_RESIDENTS)) throw new Refusal('NO_PERMISSION')
  const { value } = valuesOf(await placeholderValues(who.app.pool, who, oldmanId))
  const seesCards = who.may(resident.calls.reveal.needs)
  const name = value('老人姓名') ?? ''
  let cards = false
  return {
    name,
    value: (wanted) => {
      if (!isCard(wanted)) return value(wanted)
      cards = true
      return seesCards ? value(wanted) : maskedCard(value(wanted) ?? '')
    },
    shown: async () => {
      if (!cards || !seesCards) return
      await who.tx(async (tx) => {
        tx.log({ remark: `在文书中查看“${name}”的完整证件号码`, targetType: 'oldman', targetId: oldmanId })
      })
    },
  }
}
