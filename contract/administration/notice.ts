// Notices of the organisation: written with pictures and files, published at once or at a time to all, to departments, staff
// posts or persons, read and, where asked for, confirmed by each of them. What is changed afterwards is a further edition.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { fileAddress } from '#contract/kit/fileAddress'
import { pageOf, pageQuery } from '#contract/kit/paging'
import {
  bool,
  dateTime,
  id,
  int,
  list,
  merge,
  nothing,
  nul,
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import {
  LONGEST_NOTICE,
  MOST_ATTACHMENTS,
  NOTICE_NEEDS,
  NoticeReceipt,
  NoticeScope,
  NoticeState,
  PersonalNoticeState,
  READ_NOTICES,
} from './noticeWords.ts'

const said = (title: string, max: number) => text(title, { max, pattern: /\S/, hint: '不能为空' })

export const NoticeForm = obj({
  title: said('标题', 100),
  scope: NoticeScope.schema,
  /** Of these the one that the scope asks for is read. */
  deptIds: opt(list(id('部门', { of: 'dept' }), 500)),
  jobIds: opt(list(id('岗位', { of: 'staffPost' }), 500)),
  userIds: opt(list(id('人员', { of: 'account' }), 2_000)),
  html: said('正文', LONGEST_NOTICE),
  attachments: opt(list(fileAddress('附件'), MOST_ATTACHMENTS)),
  top: opt(bool('置顶')),
  confirm: opt(bool('需要确认')),
  /** Empty: when it is published. */
  publishAt: opt(dateTime('定时发布')),
  /** Empty: it stays. */
  endAt: opt(dateTime('截止时间')),
})
export type NoticeFormData = Static<typeof NoticeForm>

const counts = {
  receivers: int('应读'),
  readCount: int('已读'),
  confirmedCount: int('已确认'),
}

const Row = obj({
  noticeId: str(),
  title: str('标题'),
  state: NoticeState.schema,
  scope: NoticeScope.schema,
  /** 全体员工, 松鹤楼护理组等 3 个部门 */
  scopeText: str('接收范围'),
  top: bool('置顶'),
  confirm: bool('需要确认'),
  attachmentCount: int('附件'),
  publishAt: nul(str('定时发布')),
  endAt: nul(str('截止时间')),
  publishedAt: nul(str('发布时间')),
  publishedName: nul(str('发布人')),
  recalledAt: nul(str('撤回时间')),
  remindedAt: nul(str('上次提醒')),
  /** 1: as first published; each change after that is one more. */
  edition: int('版次'),
  ...counts,
  /** Its time is over. */
  ended: bool('已过期'),
  createdName: nul(str('起草人')),
  createTime: str('创建时间'),
  version: int(),
  can: list(str()),
})
export type NoticeRowData = Static<typeof Row>

const Named = obj({ value: str(), label: str() })

const Detail = merge(
  Row,
  obj({
    html: str('正文'),
    attachments: list(str()),
    /** Nobody but those who manage notices is told whom it went to. */
    targets: list(Named),
    /** How many it would reach if it were published now; of drafts. */
    reach: nul(int('将收到的人数')),
    recallReason: nul(str('撤回原因')),
    changeNote: nul(str('修改说明')),
    /** What went wrong with a publication at a time. */
    failure: nul(str('未能发布')),
    /** The caller is one of the receivers. */
    own: nul(obj({ readAt: nul(str('阅读时间')), confirmedAt: nul(str('确认时间')) })),
  }),
)
export type NoticeData = Static<typeof Detail>

const Personal = obj({
  noticeId: str(),
  title: str('标题'),
  /** The beginning of its words. */
  digest: str('摘要'),
  top: bool('置顶'),
  confirm: bool('需要确认'),
  attachmentCount: int('附件'),
  publishedName: nul(str('发布人')),
  publishedAt: str('发布时间'),
  endAt: nul(str('截止时间')),
  edition: int('版次'),
  changedAt: nul(str('修改时间')),
  receipt: NoticeReceipt.schema,
  readAt: nul(str('阅读时间')),
  confirmedAt: nul(str('确认时间')),
  ended: bool('已过期'),
})
export type PersonalNoticeData = Static<typeof Personal>

const Receiver = obj({
  userId: str(),
  userName: str('姓名'),
  deptName: nul(str('部门')),
  receivedAt: str('收到时间'),
  receipt: NoticeReceipt.schema,
  readAt: nul(str('阅读时间')),
  confirmedAt: nul(str('确认时间')),
  /** Editions before this one that were read and confirmed. */
  earlier: nul(str('此前版次')),
})
export type NoticeReceiverData = Static<typeof Receiver>

const Edition = obj({
  edition: int('版次'),
  title: str('标题'),
  html: str('正文'),
  attachments: list(str()),
  note: nul(str('修改说明')),
  userName: nul(str('修改人')),
  at: str('时间'),
  readCount: int('已读'),
  confirmedCount: int('已确认'),
})
export type NoticeEditionData = Static<typeof Edition>

const BASE = '/pims/web-org/notices'
const names = { noticeId: 'notice' } as const
const noticeId = id('公告', { of: 'notice' })
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const
const move = obj({ noticeId, version: opt(int()) })

export const notice = noun('administration', 'notice', {
  title: '公告',
  calls: {
    list: call.get(BASE, {
      needs: READ_NOTICES,
      act: '公告列表',
      codeNames: {
        [NOTICE_NEEDS.list]: '查看公告和阅读情况',
        [NOTICE_NEEDS.edit]: '起草公告',
        [NOTICE_NEEDS.publish]: '发布、修改、提醒和撤回公告',
      },
      query: pageQuery({
        /** Title and words. */
        keyword: opt(str('标题或正文')),
        state: opt(NoticeState.schema),
        scope: opt(NoticeScope.schema),
        startDate: opt(str('发布时间从')),
        endDate: opt(str('发布时间到')),
      }),
      data: pageOf(Row),
    }),
    add: call.post(BASE, {
      needs: NOTICE_NEEDS.edit,
      act: '起草公告',
      body: NoticeForm,
      data: Detail,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
      repeatable: true,
    }),
    /** A draft is changed; of what is out a further edition is made, and everybody is told. */
    save: call.put(`${BASE}/noticeEdit`, {
      needs: `${NOTICE_NEEDS.edit}|${NOTICE_NEEDS.publish}`,
      act: '修改公告',
      body: merge(NoticeForm, obj({ noticeId, note: opt(text('修改说明', { max: 200 })), version: opt(int()) })),
      data: Detail,
      refuses,
      repeatable: true,
    }),
    publish: call.put(`${BASE}/publish`, {
      needs: NOTICE_NEEDS.publish,
      act: '发布公告',
      body: move,
      data: Detail,
      refuses,
      repeatable: true,
    }),
    unschedule: call.put(`${BASE}/unschedule`, {
      needs: NOTICE_NEEDS.publish,
      act: '取消定时发布',
      body: move,
      data: Detail,
      refuses,
      repeatable: true,
    }),
    recall: call.put(`${BASE}/recall`, {
      needs: NOTICE_NEEDS.publish,
      act: '撤回公告',
      body: obj({ noticeId, reason: said('撤回原因', 200) }),
      data: Detail,
      refuses,
      repeatable: true,
    }),
    /** Whoever has not read it, or not confirmed it; at most once an hour. */
    remind: call.put(`${BASE}/remind`, {
      needs: NOTICE_NEEDS.publish,
      act: '提醒未读人员',
      body: obj({ noticeId }),
      data: obj({ reminded: int('提醒人数') }),
      refuses,
      repeatable: true,
    }),
    receivers: call.get(`${BASE}/receivers`, {
      needs: READ_NOTICES,
      act: '公告阅读情况',
      query: pageQuery({
        noticeId,
        keyword: opt(str('姓名')),
        receipt: opt(NoticeReceipt.schema),
      }),
      data: pageOf(Receiver),
      refuses: ['NOT_FOUND'],
    }),
    editions: call.get(`${BASE}/editions`, {
      needs: READ_NOTICES,
      act: '公告历次内容',
      query: obj({ noticeId }),
      data: list(Edition),
      refuses: ['NOT_FOUND'],
    }),
    /** For those who manage notices, and for whoever received it. */
    get: call.get(`${BASE}/{noticeId}`, {
      names,
      needs: 'signedIn',
      act: '公告详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${BASE}/{noticeId}`, {
      names,
      needs: NOTICE_NEEDS.edit,
      act: '删除公告草稿',
      data: nothing(),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
    personal: call.get(`${BASE}/personal/list`, {
      needs: 'signedIn',
      act: '我的通知',
      query: pageQuery({
        keyword: opt(str('标题或正文')),
        state: opt(PersonalNoticeState.schema),
      }),
      data: pageOf(Personal),
    }),
    read: call.put(`${BASE}/personal/read`, {
      needs: 'signedIn',
      act: '阅读通知',
      body: obj({
        noticeId: opt(noticeId),
        noticeIds: opt(list(noticeId, 200)),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    confirm: call.put(`${BASE}/personal/confirm`, {
      needs: 'signedIn',
      act: '确认通知',
      body: obj({
        noticeId,
        /** The one that was read: what has changed since is read again first. */
        edition: int('版次', { min: 1, max: 1_000_000 }),
      }),
      data: Detail,
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT'],
      repeatable: true,
    }),
  },
  events: {
    /** A notice came, changed or went. Carries no words. */
    changed: event('administration.notice.changed', { needs: 'signedIn', payload: obj({ noticeId: str() }) }),
    /** Somebody read or confirmed. */
    receipt: event('administration.notice.receipt', { needs: READ_NOTICES, payload: obj({ noticeId: str() }) }),
  },
  pages: {
    manage: {
      path: '/administration/notice',
      title: '公告管理',
      tab: true,
      needs: READ_NOTICES,
      ahead: 'list',
      menu: { rail: 'administration', group: '消息', order: 10 },
    },
    personal: {
      path: '/administration/msg/notice',
      title: '个人通知',
      tab: true,
      needs: 'signedIn',
      ahead: 'personal',
      menu: { rail: 'bench', group: '我的', order: 11 },
    },
    detail: { path: '/administration/msg/noticeDetail', title: '通知详情', tab: false, needs: 'signedIn' },
  },
})
