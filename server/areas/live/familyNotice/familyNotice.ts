// Handlers of the notices to families and of the texts kept for them.
import { Refusal } from '#contract/kit/refusal'
import {
  type FamilyNoticeReceiverData,
  type FamilyNoticeRowData,
  type FamilyNoticeTemplateData,
  familyNotice,
  familyNoticeMoves,
} from '#contract/live/familyNotice'
import { familyNoticeTemplate } from '#server/areas/live/familyNoticeTables'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { rows } from '#server/kit/rows'
import { listPlan, noticeOf, receiversPlan, requireManaged } from './familyNoticeRead.ts'
import { fileForFamily, readByFamily, shownNotices } from './familyNoticeReader.ts'
import { addNotice, publishNotice, recallNotice, removeNotice, saveNotice, tidyPlaces } from './familyNoticeWrite.ts'

onConstraint('family_notice_template_name', () => new Refusal('ALREADY_EXISTS', { what: '同名的模板' }, 'name'))

const templates = rows<FamilyNoticeTemplateData, typeof familyNoticeTemplate>(familyNoticeTemplate, {
  title: '家属通知模板',
  target: 'familyNoticeTemplate',
  name: 'name',
  row: {
    templateId: familyNoticeTemplate.templateId,
    name: familyNoticeTemplate.name,
    title: familyNoticeTemplate.title,
    content: familyNoticeTemplate.content,
    createTime: familyNoticeTemplate.createdAt,
    version: familyNoticeTemplate.version,
  },
  logged: ['name', 'title', 'content'],
})
const textsOf = ({ name, title, content }: { name: string; title: string; content: string }) => ({
  name: name.trim(),
  title: tidyPlaces(title, 'title'),
  content: tidyPlaces(content, 'content'),
})

/** The act, and the notice as it is then. */
const acting =
  <Input>(act: (tx: Tx, who: Caller, input: Input) => Promise<string>) =>
  (input: Input, who: Caller) =>
    who.tx(async (tx) => noticeOf(tx.client, who, await act(tx, who, input)))

export default implement(familyNotice, {
  list: async (q, who) => {
    const found = await pageOfRows<Omit<FamilyNoticeRowData, 'can'>>(who.app.pool, listPlan(who, q), q)
    const may = (needs: string) => who.may(needs)
    return { ...found, list: found.list.map((row) => ({ ...row, can: familyNoticeMoves.can(row.state, may) })) }
  },
  add: acting(addNotice),
  save: acting(saveNotice),
  publish: acting(publishNotice),
  recall: acting(recallNotice),
  receivers: async (q, who) => {
    await requireManaged(who, q.messageId)
    return pageOfRows<FamilyNoticeReceiverData>(who.app.pool, receiversPlan(who, q), q)
  },
  templates: (q, who) =>
    templates.page(who, q, { search: ['name'], sorts: ['name', 'createTime'], sort: 'createTime desc' }),
  addTemplate: (input, who) => who.tx((tx) => templates.add(tx, textsOf(input))),
  saveTemplate: ({ templateId, version, ...texts }, who) =>
    who.tx(async (tx) => templates.change(tx, await templates.hold(tx, who, templateId, version), textsOf(texts))),
  removeTemplate: async ({ templateId }, who) => {
    await who.tx((tx) => templates.remove(tx, who, templateId))
    return null
  },
  get: ({ messageId }, who) => noticeOf(who.app.pool, who, messageId),
  remove: async ({ messageId }, who) => {
    await who.tx((tx) => removeNotice(tx, who, messageId))
    return null
  },
  shown: (_, who) => shownNotices(who),
  read: async ({ messageId }, who) => {
    await readByFamily(who, messageId)
    return null
  },
  file: ({ messageId, fileId }, who) => fileForFamily(who, messageId, fileId),
})
