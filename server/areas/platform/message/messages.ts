// Telling people: a message is stored for each receiver and pushed once the transaction has committed. One statement
// writes for all of them, whoever has left is left out, and who switched its kind off or has quiet hours is not disturbed.
import { ALWAYS_TOLD, type ArrivedData, type MessageKindValue, message, SPOKEN } from '#contract/platform/message'
import { UserStatus } from '#contract/platform/user'
import type { Tx } from '#server/kit/caller'
import { newId, sha256 } from '#server/kit/ids'

export interface NewMessage {
  /** What it is about: it decides icon, colour, and whether somebody may have switched it off. */
  kind: MessageKindValue
  title: string
  content?: string
  /** The page that it opens. */
  route?: string | null
  /** The event itself (onceOf): nobody is told of the same one twice, however often a job runs. */
  once?: string | null
}

/** 'contract.end' and whatever makes the event this one: ids, days, stages. */
export const onceOf = (what: string, ...parts: readonly unknown[]) => `${what}:${sha256(parts.join('|')).slice(0, 40)}`

const CLOCK = `to_char(now(), 'HH24:MI')`
const IN_QUIET_HOURS = `s.quiet is true and case when s.quiet_from < s.quiet_to
  then ${CLOCK} >= s.quiet_from and ${CLOCK} < s.quiet_to else ${CLOCK} >= s.quiet_from or ${CLOCK} < s.quiet_to end`

// Whoever is being deleted is waited for: no message is left behind without its person. All take the people in one order.
const TELL = `with person as (
  select m.id, a.user_id, ($4 = any(s.off_kinds)) is true as muted, not $9::boolean and ${IN_QUIET_HOURS} as hushed,
    s.sound is not false as sound, s.voice is not false as voice
  from unnest($2::text[], $3::text[]) as m(id, user_id)
  join account a on a.org_id = $1 and a.user_id = m.user_id and a.user_status = ${UserStatus.is.enabled}
  left join message_setting s on s.org_id = a.org_id and s.user_id = a.user_id
  order by a.user_id for key share of a
), made as (
  insert into user_message (org_id, message_id, user_id, kind, title, content, route, once_key, muted)
  select $1, id, user_id, $4, $5, $6, $7, $8, muted from person
  on conflict (org_id, user_id, once_key) where once_key is not null do nothing
  returning message_id, created_at
)
select made.message_id as "messageId", made.created_at as "createTime", p.user_id as "userId", p.hushed, p.sound, p.voice
from made join person p on p.id = made.message_id where not p.muted`

interface Told {
  messageId: string
  createTime: string
  userId: string
  hushed: boolean
  sound: boolean
  voice: boolean
}

/** Tells users of one organisation something; the transaction's own unless another is named. */
export async function notify(
  tx: Tx,
  userIds: readonly string[],
  told: NewMessage,
  orgId: string = tx.orgId,
): Promise<void> {
  const receivers = [...new Set(userIds)]
  if (receivers.length === 0) return
  const { kind, title, content = '', route = null, once = null } = told
  const always = ALWAYS_TOLD.includes(kind)
  const spoken = SPOKEN.includes(kind)
  const { rows } = await tx.client.query<Told>({
    name: 'notify',
    text: TELL,
    values: [orgId, receivers.map(() => newId()), receivers, kind, title, content, route, once, always],
  })
  const parts = rows.map(({ messageId, createTime, userId, hushed, sound, voice }) => {
    const payload: ArrivedData = {
      messageId,
      kind,
      title,
      content,
      route,
      state: 'UNREAD',
      readAt: null,
      createTime,
      card: !hushed,
      sound: !hushed && (sound || always),
      voice: !hushed && spoken && voice,
    }
    return { userId, payload }
  })
  if (parts.length > 0) tx.emitEach(message.events.arrived, parts, orgId)
}
