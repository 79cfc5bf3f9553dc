// What is done with reminders, from the list and from one of them.
import { type RemindRowData, RemindState, remind } from '#contract/administration/remind'
import { send } from '#web/kit/call'
import { confirmCall } from '#web/kit/parts/confirmCall'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'

const { calls } = remind
type Named = Pick<RemindRowData, 'remindId' | 'title' | 'act'>

const called = (rows: readonly Named[]) => (rows.length === 1 ? `“${rows[0]!.title}”` : `${rows.length} 条提醒`)
const input = (rows: readonly Named[], status: 1 | 2, reason: string) => ({
  remindIds: rows.map((row) => row.remindId),
  status,
  reason: reason || null,
})

export const markDone = (rows: readonly Named[]) =>
  confirmCall(calls.batch, {
    title: `${called(rows)}已经处理好了？`,
    effects: [
      rows.some((row) => row.act) ? '办理业务后提醒会自动关闭；这里用于不经系统就处理好的' : '从待处理中移除',
      '当天内可以恢复',
    ],
    verb: '标为已处理',
    safe: '还没有',
    reason: { label: '处理说明', optional: true, placeholder: '如：已电话联系家属' },
    input: (reason: string) => input(rows, RemindState.is.done, reason),
    done: '已标为已处理',
  })

export const markIgnored = (rows: readonly Named[]) =>
  confirmCall(calls.batch, {
    title: `忽略${called(rows)}？`,
    effects: ['不再通知，也不再列为待处理', '当天内可以恢复，原因会保留'],
    verb: '忽略',
    safe: '不忽略',
    reason: { label: '忽略的原因', placeholder: '如：家属已说明不续签' },
    input: (reason: string) => input(rows, RemindState.is.ignored, reason),
    done: '已忽略',
  })

export async function undo(row: Pick<RemindRowData, 'remindId' | 'version'>): Promise<void> {
  const back = await send(
    calls.editStatus,
    { remindId: row.remindId, status: RemindState.is.waiting, version: row.version },
    { loading: true },
  ).catch(() => null)
  void invalidate(remind)
  if (back) toast.success('已恢复为待处理')
}
