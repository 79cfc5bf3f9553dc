// How a person wants to be told. What is set here counts at every screen of theirs, from the next message on; what waits
// unread is counted by it at once.
import { invalid } from '#contract/kit/refusal'
import { ALWAYS_TOLD, MessageKind, type MessageSettingData, message, USUAL_SETTING } from '#contract/platform/message'
import type { Caller } from '#server/kit/caller'

export async function settingOf(who: Caller): Promise<MessageSettingData> {
  const found = await who.app.pool.query<MessageSettingData>({
    name: 'message_setting',
    text: `select off_kinds as "offKinds", quiet, quiet_from as "quietFrom", quiet_to as "quietTo", sound, voice
      from message_setting where org_id = $1 and user_id = $2`,
    values: [who.orgId, who.userId],
  })
  return found.rows[0] ?? USUAL_SETTING
}

const SAVE = `insert into message_setting (org_id, user_id, off_kinds, quiet, quiet_from, quiet_to, sound, voice)
values ($1, $2, $3, $4, $5, $6, $7, $8)
on conflict (org_id, user_id) do update set off_kinds = excluded.off_kinds, quiet = excluded.quiet,
  quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to, sound = excluded.sound, voice = excluded.voice,
  updated_at = now()`

const RECOUNT = `update user_message set muted = (kind = any($3::text[]))
where org_id = $1 and user_id = $2 and read_at is null and muted <> (kind = any($3::text[]))`

const wordsOf = ({ offKinds, quiet, quietFrom, quietTo, sound, voice }: MessageSettingData) =>
  [
    offKinds.length > 0 ? `不提醒${offKinds.map((kind) => `“${MessageKind.label(kind)}”`).join('')}` : '各类消息都提醒',
    quiet ? `${quietFrom}–${quietTo} 免打扰` : '不设免打扰',
    `提示音${sound ? '开' : '关'}`,
    `语音播报${voice ? '开' : '关'}`,
  ].join('，')

export async function saveSetting(who: Caller, sent: MessageSettingData): Promise<MessageSettingData> {
  const fixed = sent.offKinds.find((kind) => ALWAYS_TOLD.includes(kind))
  if (fixed) throw invalid(`“${MessageKind.label(fixed)}”消息关系到老人安全，不能关闭`, 'offKinds')
  if (sent.quietFrom === sent.quietTo) throw invalid('免打扰的开始和结束不能是同一时间', 'quietTo')
  const offKinds = MessageKind.list.map((one) => one.value).filter((kind) => sent.offKinds.includes(kind))
  const { quiet, quietFrom, quietTo, sound, voice } = sent
  const saved = { offKinds, quiet, quietFrom, quietTo, sound, voice }
  await who.tx(async (tx) => {
    await tx.client.query(SAVE, [who.orgId, who.userId, offKinds, quiet, quietFrom, quietTo, sound, voice])
    await tx.client.query(RECOUNT, [who.orgId, who.userId, offKinds])
    tx.log({ remark: `修改消息设置：${wordsOf(saved)}` })
    tx.emit(message.events.changed, { messageIds: null }, { userIds: [who.userId] })
  })
  return saved
}
