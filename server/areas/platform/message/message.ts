// The calls of a person's own messages.
import { message } from '#contract/platform/message'
import { implement } from '#server/kit/implement'
import { countMessages, countUnread, findMessages, markRead, openMessage } from './messageList.ts'
import { saveSetting, settingOf } from './messageSetting.ts'

export default implement(message, {
  list: (query, who) => findMessages(who, query),
  counts: (query, who) => countMessages(who, query),
  unread: (_, who) => countUnread(who.app.pool, who.orgId, who.userId),
  read: (input, who) => markRead(who, input),
  setting: (_, who) => settingOf(who),
  saveSetting: (sent, who) => saveSetting(who, sent),
  get: ({ messageId }, who) => openMessage(who, messageId),
})
