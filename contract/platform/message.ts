// Messages to one person: what happened that they should know of, by kind, with the way to the record. Every area tells
// them through `notify`. What somebody switched off is written all the same and only not told.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { toldWords } from '#contract/kit/privacy'
import { bool, id, int, list, merge, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'

export const MessageKind = options('MessageKind', '消息类型', [
  ['alarm', ['告警', 'red']],
  ['health', ['健康', 'orange']],
  ['drug', ['用药', 'purple']],
  ['care', ['护理', 'teal']],
  ['outing', ['外出', 'purple']],
  ['residence', ['居住', 'blue']],
  ['fee', ['费用', 'olive']],
  ['contract', ['合同', 'slate']],
  ['approval', ['审批', 'amber']],
  ['activity', ['活动', 'green']],
  ['notice', ['公告', 'blue']],
  ['remind', ['提醒', 'amber']],
  ['task', ['任务', 'teal']],
  ['job', ['导入导出', 'slate']],
  ['system', ['系统', 'grey']],
])
export type MessageKindValue = Static<typeof MessageKind.schema>

/** Somebody may be in danger: nobody can switch these off, and no quiet hours hold them back. */
export const ALWAYS_TOLD: readonly MessageKindValue[] = [MessageKind.is.alarm, MessageKind.is.health]
/** Read aloud where they are heard, unless whoever hears them has switched the voice off. */
export const SPOKEN: readonly MessageKindValue[] = [...ALWAYS_TOLD, MessageKind.is.notice]

export const MessageState = options('MessageState', '状态', [
  ['UNREAD', ['未读', 'red']],
  ['MUTED', ['不提醒', 'slate', 'hollow']],
  ['READ', ['已读', 'grey', 'hollow']],
])
export type MessageStateValue = Static<typeof MessageState.schema>

const Message = obj({
  messageId: str(),
  kind: MessageKind.schema,
  title: str('标题'),
  content: toldWords('内容'),
  route: nul(str()),
  state: MessageState.schema,
  readAt: nul(str('阅读时间')),
  createTime: str('时间'),
})
export type MessageData = Static<typeof Message>

const Detail = merge(
  Message,
  obj({
    /** The next one that waits, for whoever reads one after the other. */
    nextId: nul(str()),
    unread: int(),
  }),
)
export type MessageDetailData = Static<typeof Detail>

/** What the server has decided for this very person and hour. */
const Arrived = merge(
  Message,
  obj({
    /** A card comes up. */
    card: bool(),
    /** The short bell. */
    sound: bool(),
    /** Read aloud. */
    voice: bool(),
  }),
)
export type ArrivedData = Static<typeof Arrived>

const CLOCK = /^([01]\d|2[0-3]):[0-5]\d$/
const clock = (title: string) => text(title, { max: 5, pattern: CLOCK, hint: '应为 00:00 到 23:59' })

const setting = {
  offKinds: list(MessageKind.schema, 40),
  quiet: bool('免打扰'),
  quietFrom: clock('免打扰开始'),
  quietTo: clock('免打扰结束'),
  sound: bool('提示音'),
  voice: bool('语音播报'),
}
const Setting = obj(setting)
export type MessageSettingData = Static<typeof Setting>

/** Until somebody sets it otherwise. The hours are those that are proposed. */
export const USUAL_SETTING: MessageSettingData = {
  offKinds: [],
  quiet: false,
  quietFrom: '21:00',
  quietTo: '07:00',
  sound: true,
  voice: true,
}

const filters = {
  kind: opt(MessageKind.schema),
  state: opt(MessageState.schema),
  /** 1: those that the badge counts; 0: those that were read. */
  unread: opt(int('未读', { min: 0, max: 1 })),
  keyword: opt(str('标题或内容')),
  startDate: opt(str('时间从')),
  endDate: opt(str('时间到')),
}

const Count = obj({ kind: MessageKind.schema, count: int('条数'), unread: int('未读') })
export type MessageCountData = Static<typeof Count>

const BASE = '/pims/web-org/msg/message'
const OLD = '/passport/web-org/messages'

export const message = noun('platform', 'message', {
  title: '系统消息',
  calls: {
    list: call.get(BASE, {
      needs: 'signedIn',
      act: '我的消息',
      aliases: [OLD],
      query: pageQuery(filters),
      data: pageOf(Message),
    }),
    /** How many of each kind the same filters find. */
    counts: call.get(`${BASE}/counts`, {
      needs: 'signedIn',
      act: '各类消息数',
      query: obj(filters),
      data: list(Count),
    }),
    unread: call.get(`${BASE}/unread`, {
      needs: 'signedIn',
      act: '未读消息数',
      aliases: [`${OLD}/unread`],
      data: int(),
    }),
    read: call.put(`${BASE}/read`, {
      needs: 'signedIn',
      act: '消息已读',
      aliases: [`${OLD}/read`],
      body: obj({
        /** None named: all of mine, or all of the kind. */
        messageIds: opt(list(id('消息', { of: 'message' }), 500)),
        kind: opt(MessageKind.schema),
      }),
      data: obj({ read: int('标为已读'), unread: int('未读') }),
      harmless: true,
    }),
    setting: call.get(`${BASE}/setting`, { needs: 'signedIn', act: '消息设置', data: Setting }),
    saveSetting: call.put(`${BASE}/setting`, {
      needs: 'signedIn',
      act: '保存消息设置',
      body: obj(setting),
      data: Setting,
      refuses: ['INVALID_INPUT'],
      harmless: true,
    }),
    /** Whoever opens it has read it. */
    get: call.get(`${BASE}/{messageId}`, {
      names: { messageId: 'message' },
      needs: 'signedIn',
      act: '消息详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
      writes: true,
    }),
  },
  events: {
    arrived: event('platform.message', { needs: 'signedIn', payload: Arrived }),
    /** Read, or set otherwise, at another screen of the same person: counts and lists are asked for again. */
    changed: event('platform.message.changed', {
      needs: 'signedIn',
      payload: obj({
        /** null: more than can be named. */
        messageIds: nul(list(str())),
      }),
    }),
  },
  pages: {
    list: {
      path: '/administration/msg/message',
      alias: '/home/messages',
      title: '系统消息',
      tab: true,
      needs: 'signedIn',
      ahead: 'list',
      menu: { rail: 'bench', group: '我的', order: 10 },
    },
    detail: {
      path: '/administration/msg/messageDetail',
      title: '消息详情',
      tab: false,
      needs: 'signedIn',
    },
  },
})
