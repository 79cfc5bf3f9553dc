// The form of a notice to families, and that of a text kept for reuse.
import {
  FAMILY_PLACES,
  type FamilyNoticeData,
  type FamilyNoticeTemplateData,
  familyNotice,
} from '#contract/live/familyNotice'
import { send } from '#web/kit/call'
import { filesOf } from '#web/kit/fields/file'
import { longText } from '#web/kit/fields/text'
import { editOf, type FormRequest, formOf } from '#web/kit/form/formOf'
import type { FieldSpecs } from '#web/kit/form/SchemaForm'
import { eldersByTree } from './elders.tsx'

const { add, save, get, addTemplate, saveTemplate, templates } = familyNotice.calls

const PLACES = `可写 ${FAMILY_PLACES.map((name) => `{{${name}}}`).join('、')}，发布时按每位老人自动填写`

const fields: FieldSpecs<typeof save.body> = {
  oldmanIds: { as: eldersByTree, title: '老人', wide: true, hint: '通知发给这些老人登记的全部家属' },
  title: { wide: true, placeholder: '如：{{老人姓名}}家属开放日邀请' },
  content: { as: longText, wide: true, hint: PLACES, props: { rows: 8 } },
  attachments: { as: filesOf({ max: 10 }), wide: true },
  sms: { hint: '短信只提示有新通知，不含标题和内容' },
}

type Saved = (row: FamilyNoticeData) => void

export const newFamilyNotice = (
  from: Pick<FamilyNoticeTemplateData, 'title' | 'content'> | null,
  onDone: Saved,
): FormRequest =>
  formOf(add, {
    title: '起草家属通知',
    verb: '保存草稿',
    width: 720,
    fields,
    ...(from && { initial: { title: from.title, content: from.content }, draft: false }),
    done: '草稿已保存，核对后点“发布”',
    onDone,
  })

const valuesOf = (row: FamilyNoticeData) => ({
  oldmanIds: row.chosen.map((one) => one.value),
  title: row.title,
  content: row.content,
  attachments: row.attachments.length > 0 ? row.attachments : null,
  sms: row.sms,
})

export async function editFamilyNotice(messageId: string, onDone: Saved): Promise<FormRequest> {
  const row = await send(get, { messageId })
  return editOf(save, row, {
    title: '修改家属通知',
    verb: '保存草稿',
    about: row.title,
    width: 720,
    fields,
    values: valuesOf,
    also: ({ messageId: id, version }: FamilyNoticeData) => ({ messageId: id, version }),
    again: () => send(get, { messageId }),
    done: '草稿已保存，核对后点“发布”',
    onDone,
  })
}

const templateFields: FieldSpecs<typeof addTemplate.body> = {
  name: { wide: true, placeholder: '如：开放日邀请' },
  title: { wide: true },
  content: { as: longText, wide: true, hint: PLACES, props: { rows: 8 } },
}

export const newTemplate = (from: Pick<FamilyNoticeData, 'title' | 'content'> | null = null): FormRequest =>
  formOf(addTemplate, {
    title: '新增通知模板',
    fields: templateFields,
    ...(from && { initial: { title: from.title, content: from.content }, draft: false }),
    done: '模板已保存，起草时可以选用',
  })

export const editTemplate = (row: FamilyNoticeTemplateData): FormRequest =>
  editOf(saveTemplate, row, {
    title: '修改通知模板',
    about: row.name,
    fields: templateFields,
    values: ({ name, title, content }: FamilyNoticeTemplateData) => ({ name, title, content }),
    also: ({ templateId, version }: FamilyNoticeTemplateData) => ({ templateId, version }),
    again: async () => {
      const { list } = await send(templates, { name: null, page: 1, size: 500, orderBy: null })
      return list.find((one) => one.templateId === row.templateId) ?? row
    },
    done: '模板已保存',
  })
