// Notices to families: written once for chosen elders, with the elder's name and bed filled in for each, shown on the family's
// page and, where asked for, announced by SMS. Who has read it is known per member of the family.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { fileAddress } from '#contract/kit/fileAddress'
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { phoneNo } from '#contract/kit/privacy'
import { bool, id, int, list, merge, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { FamilyBinding } from './family.ts'

export const FAMILY_NOTICE_NEEDS = {
  list: 'live:familyNotice:list',
  edit: 'live:familyNotice:edit',
  publish: 'live:familyNotice:publish',
} as const
/** Whoever writes or sends may read. */
export const READ_FAMILY_NOTICES = Object.values(FAMILY_NOTICE_NEEDS).join('|')

export const FamilyNoticeState = options('FamilyNoticeState', '状态', [
  ['DRAFT', ['草稿', 'slate', 'hollow']],
  ['PUBLISHED', ['已发布', 'green']],
  ['RECALLED', ['已撤回', 'grey', 'hollow']],
])
export type FamilyNoticeStateValue = Static<typeof FamilyNoticeState.schema>
const { DRAFT, PUBLISHED, RECALLED } = FamilyNoticeState.is

export const familyNoticeMoves = machine<FamilyNoticeStateValue>()({
  edit: { from: [DRAFT], to: DRAFT, title: '修改（发布后要改请撤回重发）', needs: FAMILY_NOTICE_NEEDS.edit },
  publish: { from: [DRAFT], to: PUBLISHED, title: '发布', needs: FAMILY_NOTICE_NEEDS.publish },
  recall: { from: [PUBLISHED], to: RECALLED, title: '撤回', needs: FAMILY_NOTICE_NEEDS.publish },
  remove: { from: [DRAFT], to: DRAFT, title: '删除（发布过的通知只能撤回）', needs: FAMILY_NOTICE_NEEDS.edit },
})
export type FamilyNoticeMove = keyof typeof familyNoticeMoves.moves

/** What is filled in for each elder, as it is written between {{ and }}. */
export const FAMILY_PLACES = ['老人姓名', '床位'] as const

export const FamilySms = options('FamilySms', '短信', [
  ['SENT', ['已提交', 'green']],
  ['OUTBOX', ['未接入短信', 'amber']],
  ['LANDLINE', ['座机，未发', 'grey']],
])

export const FamilyReceipt = options('FamilyReceipt', '阅读情况', [
  ['unread', ['未读', 'amber']],
  ['read', ['已读', 'green']],
])

const said = (title: string, max: number) => text(title, { max, pattern: /\S/, hint: '不能为空' })
const MOST_ELDERS = 1_000

const words = { title: said('标题', 60), content: said('内容', 2_000) }

export const FamilyNoticeForm = obj({
  oldmanIds: list(id('老人', { of: 'resident' }), MOST_ELDERS),
  ...words,
  attachments: opt(list(fileAddress('附件'), 10)),
  /** An SMS says that there is a notice, never what it says. */
  sms: opt(bool('同时发短信提醒')),
})
export type FamilyNoticeFormData = Static<typeof FamilyNoticeForm>

const Row = obj({
  messageId: str(),
  title: str('标题'),
  state: FamilyNoticeState.schema,
  /** 王秀兰 等 5 位老人 */
  elderText: str('老人'),
  elders: int('老人'),
  sms: bool('短信'),
  attachmentCount: int('附件'),
  receivers: int('家属'),
  readCount: int('已读'),
  publishedAt: nul(str('发布时间')),
  publishedName: nul(str('发布人')),
  recalledAt: nul(str('撤回时间')),
  createdName: nul(str('起草人')),
  createTime: str('创建时间'),
  version: int(),
  can: list(str()),
})
export type FamilyNoticeRowData = Static<typeof Row>

const Detail = merge(
  Row,
  obj({
    content: str('内容'),
    attachments: list(str()),
    chosen: list(obj({ value: str(), label: str() })),
    recallReason: nul(str('撤回原因')),
    /** How it would go out now; of drafts. */
    preview: nul(
      obj({
        families: int('家属'),
        bound: int('已绑定家属端'),
        /** Elders without a family that could be told. */
        without: list(str()),
        sample: nul(obj({ oldmanName: str(), title: str(), content: str() })),
      }),
    ),
  }),
)
export type FamilyNoticeData = Static<typeof Detail>

const Receiver = obj({
  familyId: str(),
  familyName: str('家属'),
  relationName: str('关系'),
  oldmanName: str('老人'),
  bedName: nul(str('床位')),
  phone: nul(phoneNo('电话')),
  binding: FamilyBinding.schema,
  sms: nul(FamilySms.schema),
  receipt: FamilyReceipt.schema,
  readAt: nul(str('阅读时间')),
})
export type FamilyNoticeReceiverData = Static<typeof Receiver>

const templateFields = { name: said('模板名称', 30), ...words }
const Template = obj({
  templateId: str(),
  name: str('模板名称'),
  title: str('标题'),
  content: str('内容'),
  createTime: str('创建时间'),
  version: int(),
})
export type FamilyNoticeTemplateData = Static<typeof Template>

/** As one member of the family sees it: its own words, for its own elder. */
const Shown = obj({
  messageId: str(),
  title: str('标题'),
  content: str('内容'),
  publishTime: str('时间'),
  read: bool('已读'),
  attachments: list(obj({ fileId: str(), name: str(), size: int() })),
})
export type FamilyShownNoticeData = Static<typeof Shown>

const BASE = '/pims/web-pi/family/inform'
const OPEN_BASE = '/pims/di-pi/family/notices'
const names = { messageId: 'familyNotice' } as const
const messageId = id('家属通知', { of: 'familyNotice' })
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const

export const familyNotice = noun('live', 'familyNotice', {
  title: '家属通知',
  calls: {
    list: call.get(BASE, {
      needs: READ_FAMILY_NOTICES,
      act: '家属通知列表',
      codeNames: {
        [FAMILY_NOTICE_NEEDS.list]: '查看家属通知和阅读情况',
        [FAMILY_NOTICE_NEEDS.edit]: '起草家属通知和模板',
        [FAMILY_NOTICE_NEEDS.publish]: '发布和撤回家属通知',
      },
      query: pageQuery({
        keyword: opt(str('标题或内容')),
        state: opt(FamilyNoticeState.schema),
        startDate: opt(str('发布时间从')),
        endDate: opt(str('发布时间到')),
      }),
      data: pageOf(Row),
    }),
    add: call.post(BASE, {
      needs: FAMILY_NOTICE_NEEDS.edit,
      act: '起草家属通知',
      body: FamilyNoticeForm,
      data: Detail,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
      repeatable: true,
    }),
    save: call.put(BASE, {
      needs: FAMILY_NOTICE_NEEDS.edit,
      act: '修改家属通知',
      body: merge(FamilyNoticeForm, obj({ messageId, version: opt(int()) })),
      data: Detail,
      refuses,
    }),
    publish: call.put(`${BASE}/publish`, {
      needs: FAMILY_NOTICE_NEEDS.publish,
      act: '发布家属通知',
      body: obj({ messageId, version: opt(int()) }),
      data: Detail,
      refuses,
      repeatable: true,
    }),
    recall: call.put(`${BASE}/recall`, {
      needs: FAMILY_NOTICE_NEEDS.publish,
      act: '撤回家属通知',
      body: obj({ messageId, reason: said('撤回原因', 200) }),
      data: Detail,
      refuses,
      repeatable: true,
    }),
    receivers: call.get(`${BASE}/receivers`, {
      needs: READ_FAMILY_NOTICES,
      act: '家属阅读情况',
      query: pageQuery({
        messageId,
        keyword: opt(str('家属或老人')),
        receipt: opt(FamilyReceipt.schema),
      }),
      data: pageOf(Receiver),
      refuses: ['NOT_FOUND'],
    }),
    templates: call.get(`${BASE}/template`, {
      needs: READ_FAMILY_NOTICES,
      act: '家属通知模板',
      query: pageQuery({ name: opt(str('模板名称')) }),
      data: pageOf(Template),
    }),
    addTemplate: call.post(`${BASE}/template`, {
      needs: FAMILY_NOTICE_NEEDS.edit,
      act: '新增家属通知模板',
      body: obj(templateFields),
      data: Template,
      refuses: ['ALREADY_EXISTS', 'INVALID_INPUT'],
    }),
    saveTemplate: call.put(`${BASE}/template`, {
      needs: FAMILY_NOTICE_NEEDS.edit,
      act: '修改家属通知模板',
      body: obj({ templateId: id('模板', { of: 'familyNoticeTemplate' }), ...templateFields, version: opt(int()) }),
      data: Template,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
    removeTemplate: call.delete(`${BASE}/template/{templateId}`, {
      names: { templateId: 'familyNoticeTemplate' },
      needs: FAMILY_NOTICE_NEEDS.edit,
      act: '删除家属通知模板',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    get: call.get(`${BASE}/{messageId}`, {
      names,
      needs: READ_FAMILY_NOTICES,
      act: '家属通知详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${BASE}/{messageId}`, {
      names,
      needs: FAMILY_NOTICE_NEEDS.edit,
      act: '删除家属通知草稿',
      data: nothing(),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
    /** The phone of a member of the family, by its secret: the notices that came to this very member. */
    shown: call.get(OPEN_BASE, {
      needs: 'open',
      act: '家属查看通知',
      data: list(Shown),
      refuses: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
    }),
    read: call.put(`${OPEN_BASE}/read`, {
      needs: 'open',
      act: '家属阅读通知',
      body: obj({ messageId }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
    }),
    file: call.get(`${OPEN_BASE}/{messageId}/file/{fileId}`, {
      names: { messageId: 'familyNotice', fileId: { none: '附件只随本人收到的通知给出' } },
      needs: 'open',
      act: '家属打开通知附件',
      transfer: 'download',
      refuses: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
    }),
  },
  events: {
    /** Sent, read or taken back. Carries no names. */
    changed: event('live.familyNotice.changed', { needs: READ_FAMILY_NOTICES, payload: obj({ messageId: str() }) }),
  },
  pages: {
    list: {
      path: '/administration/notice/famliy',
      title: '家属通知',
      tab: true,
      needs: READ_FAMILY_NOTICES,
      ahead: 'list',
      menu: { rail: 'administration', group: '消息', order: 11 },
    },
  },
})
