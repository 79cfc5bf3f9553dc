// Handlers of the notices.
import {
  type NoticeReceiverData,
  type NoticeRowData,
  notice,
  type PersonalNoticeData,
} from '#contract/administration/notice'
import { noticeMoves } from '#contract/administration/noticeWords'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { confirmNotice, readNotices } from './noticePersonal.ts'
import { publishNotice, recallNotice, remindReaders, unscheduleNotice } from './noticePublish.ts'
import { editionsOf, noticeOf, requireManaged } from './noticeRead.ts'
import { listPlan, personalPlan, receiversPlan } from './noticeSql.ts'
import { addNotice, removeNotice, saveNotice } from './noticeWrite.ts'

/** The act, and the notice as it is then. */
const acting =
  <Input>(act: (tx: Tx, who: Caller, input: Input) => Promise<string>) =>
  (input: Input, who: Caller) =>
    who.tx(async (tx) => noticeOf(tx.client, who, await act(tx, who, input)))

export default implement(notice, {
  list: async (q, who) => {
    const found = await pageOfRows<Omit<NoticeRowData, 'can'>>(who.app.pool, listPlan(who, q), q)
    const may = (needs: string) => who.may(needs)
    return { ...found, list: found.list.map((row) => ({ ...row, can: noticeMoves.can(row.state, may) })) }
  },
  add: acting(addNotice),
  save: acting(saveNotice),
  publish: acting(publishNotice),
  unschedule: acting(unscheduleNotice),
  recall: acting(recallNotice),
  remind: ({ noticeId }, who) => who.tx(async (tx) => ({ reminded: await remindReaders(tx, who, noticeId) })),
  receivers: async (q, who) => {
    await requireManaged(who.app.pool, who, q.noticeId)
    return pageOfRows<NoticeReceiverData>(who.app.pool, receiversPlan(who, q), q)
  },
  editions: ({ noticeId }, who) => editionsOf(who, noticeId),
  get: ({ noticeId }, who) => noticeOf(who.app.pool, who, noticeId),
  remove: async ({ noticeId }, who) => {
    await who.tx((tx) => removeNotice(tx, who, noticeId))
    return null
  },
  personal: (q, who) => pageOfRows<PersonalNoticeData>(who.app.pool, personalPlan(who, q), q),
  read: async (input, who) => {
    await who.tx((tx) => readNotices(tx, who, input))
    return null
  },
  confirm: acting(confirmNotice),
})
