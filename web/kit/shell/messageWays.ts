// Where a message leads: to the record it tells of, else to its own words.
import { type MessageData, message } from '#contract/platform/message'
import type { PageQuery } from '#web/kit/open'

export const LIST_PATH = message.pages.list.path

export const detailOf = ({ messageId }: Pick<MessageData, 'messageId'>): [path: string, query: PageQuery] => [
  message.pages.detail.path,
  { messageId },
]

export const recordOf = (one: Pick<MessageData, 'messageId' | 'route'>): [path: string, query?: PageQuery] =>
  one.route ? [one.route] : detailOf(one)
