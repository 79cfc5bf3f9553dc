// What is done with a notice to families; each act says what follows and asks first.
import { type FamilyNoticeData, type FamilyNoticeRowData, familyNotice } from '#contract/live/familyNotice'
import { send } from '#web/kit/call'
import { confirmCall } from '#web/kit/parts/confirmCall'

const { publish, recall, remove, get } = familyNotice.calls

export async function publishFamilyNotice(messageId: string): Promise<boolean> {
  const row: FamilyNoticeData = await send(get, { messageId })
  const { families = 0, bound = 0, without = [] } = row.preview ?? {}
  return confirmCall(publish, {
    input: { messageId, version: row.version },
    title: `发布“${row.title}”？`,
    effects: [
      `${row.elders} 位老人的 ${families} 位家属，其中 ${bound} 位已绑定家属端，马上可以看到`,
      ...(families > bound ? [`${families - bound} 位还没有绑定，绑定后才能看到`] : []),
      ...(without.length > 0
        ? [`没有登记家属：${without.slice(0, 8).join('、')}${without.length > 8 ? ' 等' : ''}`]
        : []),
      row.sms ? '同时发短信提示有新通知（不含内容）' : '不发短信',
      '发布后不能修改，可以撤回重发',
    ],
    verb: '发布',
    safe: '再看看',
    done: '已发布，可在详情里查看哪些家属读了',
  })
}

export const recallFamilyNotice = (row: FamilyNoticeRowData) =>
  confirmCall(recall, {
    input: (reason) => ({ messageId: row.messageId, reason }),
    title: `撤回“${row.title}”？`,
    effects: [
      `${row.receivers} 位家属收到，其中 ${row.readCount} 位已读；撤回后从家属页面消失`,
      '这里仍保留内容和谁读过；已发出的短信收不回来',
    ],
    verb: '撤回',
    safe: '不撤回',
    danger: true,
    reason: { label: '撤回原因', placeholder: '如：日期写错' },
    done: '已撤回',
  })

export const removeFamilyNotice = (row: FamilyNoticeRowData) =>
  confirmCall(remove, {
    input: { messageId: row.messageId },
    title: `删除草稿“${row.title}”？`,
    effects: ['还没有发布过，没有家属看到；删除后不能恢复'],
    verb: '删除草稿',
    safe: '不删除',
    danger: true,
    done: '已删除草稿',
  })
