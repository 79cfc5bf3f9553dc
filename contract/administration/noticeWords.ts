// What notices of the organisation are told by: their states, whom they are for, how far a receiver has come.
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import type { Static } from '#contract/kit/schema'

export const NOTICE_NEEDS = {
  list: 'administration:notice:list',
  edit: 'administration:notice:edit',
  publish: 'administration:notice:publish',
} as const
/** Whoever writes or publishes may read. */
export const READ_NOTICES = Object.values(NOTICE_NEEDS).join('|')

export const NoticeState = options('NoticeState', '状态', [
  ['DRAFT', ['草稿', 'slate', 'hollow']],
  ['WAITING', ['定时发布', 'amber']],
  ['PUBLISHED', ['已发布', 'green']],
  ['RECALLED', ['已撤回', 'grey', 'hollow']],
])
export type NoticeStateValue = Static<typeof NoticeState.schema>

const { DRAFT, WAITING, PUBLISHED, RECALLED } = NoticeState.is

export const noticeMoves = machine<NoticeStateValue>()({
  edit: { from: [DRAFT, WAITING], to: DRAFT, title: '修改', needs: NOTICE_NEEDS.edit },
  /** What is out already is changed by whoever may publish, and everybody is told. */
  change: { from: [PUBLISHED], to: PUBLISHED, title: '修改已发布的内容', needs: NOTICE_NEEDS.publish },
  publish: { from: [DRAFT, WAITING], to: [PUBLISHED, WAITING], title: '发布', needs: NOTICE_NEEDS.publish },
  unschedule: { from: [WAITING], to: DRAFT, title: '取消定时发布', needs: NOTICE_NEEDS.publish },
  remind: { from: [PUBLISHED], to: PUBLISHED, title: '提醒', needs: NOTICE_NEEDS.publish },
  recall: { from: [PUBLISHED], to: RECALLED, title: '撤回', needs: NOTICE_NEEDS.publish },
  remove: { from: [DRAFT], to: DRAFT, title: '删除（发布过的公告只能撤回）', needs: NOTICE_NEEDS.edit },
})
export type NoticeMove = keyof typeof noticeMoves.moves

export const NoticeScope = options('NoticeScope', '接收范围', [
  ['all', '全体员工'],
  ['depts', '按部门'],
  ['jobs', '按岗位'],
  ['persons', '指定人员'],
])
export type NoticeScopeValue = Static<typeof NoticeScope.schema>

/** How far one receiver has come with the words as they are now. */
export const NoticeReceipt = options('NoticeReceipt', '阅读情况', [
  ['unread', ['未读', 'red']],
  ['unconfirmed', ['已读未确认', 'amber']],
  ['read', ['已读', 'blue']],
  ['confirmed', ['已确认', 'green']],
])
export type NoticeReceiptValue = Static<typeof NoticeReceipt.schema>

/** The parts of somebody's own list. */
export const PersonalNoticeState = options('PersonalNoticeState', '我的通知', [
  ['unread', ['未读', 'red']],
  ['confirm', ['待确认', 'amber']],
  ['done', ['已读', 'blue']],
  ['ended', ['已过期', 'grey', 'hollow']],
])

/** Nobody is reminded of the same notice more often. */
export const REMIND_HOURS = 1
export const MOST_ATTACHMENTS = 10
export const LONGEST_NOTICE = 100_000
