// What is done with a notice by whoever manages it; each act says what follows and asks first.
import { type NoticeData, type NoticeRowData, notice } from '#contract/administration/notice'
import { NoticeState } from '#contract/administration/noticeWords'
import { send } from '#web/kit/call'
import { confirmCall } from '#web/kit/parts/confirmCall'

const { publish, unschedule, recall, remind, remove, get } = notice.calls

export async function publishNotice(noticeId: string): Promise<boolean> {
  const row: NoticeData = await send(get, { noticeId })
  const later = row.publishAt !== null && row.state === NoticeState.is.DRAFT && row.publishAt > nowText()
  return confirmCall(publish, {
    input: { noticeId, version: row.version },
    title: later ? `定时发布“${row.title}”？` : `发布“${row.title}”？`,
    effects: [
      `接收范围：${row.scopeText}，现在共 ${row.reach ?? 0} 人`,
      later
        ? `将于 ${row.publishAt!.slice(0, 16)} 自动发布，之前可以取消`
        : '发布后立即出现在每个人的通知里，并在右上角提醒',
      row.confirm ? '每个人看完要点“我已知悉”' : '不要求确认',
      '有效期内新进入接收范围的人会自动收到；离开部门的人仍能看到',
    ],
    verb: later ? '定时发布' : '发布',
    safe: '再看看',
    done: later ? `已安排在 ${row.publishAt!.slice(0, 16)} 发布` : '已发布，可在详情里查看谁读了',
  })
}

const two = (value: number) => String(value).padStart(2, '0')
const nowText = () => {
  const at = new Date(Date.now() + 8 * 3_600_000)
  return `${at.getUTCFullYear()}-${two(at.getUTCMonth() + 1)}-${two(at.getUTCDate())} ${two(at.getUTCHours())}:${two(at.getUTCMinutes())}:${two(at.getUTCSeconds())}`
}

export const takeBack = (row: NoticeRowData) =>
  confirmCall(unschedule, {
    input: { noticeId: row.noticeId, version: row.version },
    title: `取消“${row.title}”的定时发布？`,
    effects: ['回到草稿，可以修改后再发布'],
    verb: '取消定时',
    safe: '不取消',
    done: '已回到草稿',
  })

export const recallNotice = (row: NoticeRowData) =>
  confirmCall(recall, {
    input: (reason) => ({ noticeId: row.noticeId, reason }),
    title: `撤回“${row.title}”？`,
    effects: [
      `${row.receivers} 人收到，其中 ${row.readCount} 人已读；撤回后从每个人的通知里消失`,
      '这里仍保留内容和谁读过；撤回后不能恢复，要再发请重新起草',
    ],
    verb: '撤回',
    safe: '不撤回',
    danger: true,
    reason: { label: '撤回原因', placeholder: '如：时间写错' },
    done: '已撤回',
  })

export const remindReaders = (row: NoticeRowData) => {
  const waits = row.receivers - (row.confirm ? row.confirmedCount : row.readCount)
  const what = row.confirm ? '确认' : '阅读'
  return confirmCall(remind, {
    input: { noticeId: row.noticeId },
    title: `提醒还没有${what}的 ${waits} 人？`,
    effects: ['他们的右上角会收到一条提醒', '同一条公告每小时最多提醒一次'],
    verb: '提醒',
    safe: '不提醒',
    done: '已提醒',
  })
}

export const removeNotice = (row: NoticeRowData) =>
  confirmCall(remove, {
    input: { noticeId: row.noticeId },
    title: `删除草稿“${row.title}”？`,
    effects: ['还没有发布过，没有人看到；删除后不能恢复'],
    verb: '删除草稿',
    safe: '不删除',
    danger: true,
    done: '已删除草稿',
  })
