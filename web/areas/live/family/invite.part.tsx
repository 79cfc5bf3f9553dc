// Inviting a member of the family: the code is shown once, with its picture for a phone's camera, and goes out as a
// message. Below, what became of earlier invitations.
import { Button, QRCode } from 'antd'
import { Copy, Send } from 'lucide-react'
import { useState } from 'react'
import { type FamilyMemberData, familyNeeds } from '#contract/live/family'
import {
  type InvitationData,
  InvitationState,
  invitation,
  type SentInvitationData,
  VALID_DAYS,
} from '#contract/live/invitation'
import { residence } from '#contract/live/residence'
import { send } from '#web/kit/call'
import { optionField } from '#web/kit/fields/option'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { Empty } from '#web/kit/parts/Empty'
import { copyText } from '#web/kit/parts/ErrorBlock'
import { Loaded } from '#web/kit/parts/Loaded'
import { PageCard } from '#web/kit/parts/PageCard'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { Allowed, useMay } from '#web/kit/permission'
import { useAct, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import { toast } from '#web/kit/toast'
import { familyChanged } from './removeMember.ts'
import './family.css'

export interface InviteRequest {
  oldmanId: string
  oldmanName: string
  member: Pick<FamilyMemberData, 'familyId' | 'name' | 'relationName' | 'binding'>
}

const state = optionField(InvitationState)
const PAGE = '/family.html'
/** ABCD-EFGH is read aloud more easily. */
const spaced = (code: string) => `${code.slice(0, 4)}-${code.slice(4)}`

/** The server knows its public address where one is set; else the family comes the way this browser did. */
const linkOf = ({ link, code }: SentInvitationData) => `${link ?? `${window.location.origin}${PAGE}`}#${code}`

function Sent({ sent, name }: { sent: SentInvitationData; name: string }) {
  const link = linkOf(sent)
  const copy = async (text: string, what: string) => {
    if (await copyText(text)) toast.success(`${what}已复制`)
    else toast.warning('浏览器不允许复制，请手动选中')
  }
  return (
    <section className="yy-invite-code yy-line-edge yy-pad-16 yy-soft yy-round-card yy-row" aria-live="polite">
      <QRCode value={link} size={132} bordered={false} />
      <div>
        <p className="yy-no-margin">邀请码（只显示这一次）</p>
        <b className="yy-block yy-ink">{spaced(sent.code)}</b>
        <p className="yy-no-margin">
          {sent.smsSent.sent ? `已发短信到 ${sent.phone}` : (sent.smsSent.why ?? '没有发送短信')}，
          {sent.expireTime.slice(0, 16)} 前有效
        </p>
        <p className="yy-none yy-no-margin">请{name}用手机扫码，或打开链接输入邀请码和手机号后四位。</p>
        <div className="yy-flex yy-gap-8 yy-above-8">
          <Button size="small" icon={<Copy size={14} aria-hidden />} onClick={() => void copy(link, '链接')}>
            复制链接
          </Button>
          <Button size="small" icon={<Copy size={14} aria-hidden />} onClick={() => void copy(sent.code, '邀请码')}>
            复制邀请码
          </Button>
        </div>
      </div>
    </section>
  )
}

async function revoke(one: InvitationData): Promise<void> {
  const bound = one.state === 'accepted'
  const done = await confirmAct({
    title: bound ? `解除${one.familyName}的绑定？` : `撤销发给${one.familyName}的邀请？`,
    effects: bound
      ? ['该家属的手机立即看不到老人近况', '以后可以重新邀请']
      : [`尾号 ${one.codeEnd} 的邀请码立即失效`, '以后可以重新邀请'],
    verb: bound ? '解除绑定' : '撤销邀请',
    safe: bound ? '不解除' : '不撤销',
    danger: true,
    run: (_reason, options) => send(invitation.calls.revoke, { invitationId: one.invitationId }, options),
  })
  if (done === null) return
  toast.success(bound ? '已解除绑定' : '邀请已撤销')
  await familyChanged()
}

/** Invitations of all members of one resident, newest first. */
export function Invitations({ oldmanId, familyId }: { oldmanId: string; familyId?: string }) {
  const { data, error, refetch } = useCall(invitation.calls.list, { oldmanId })
  const may = useMay()
  // The family accepts on its own phone.
  useEvent(residence.events.changed, ({ oldmanIds }) => {
    if (oldmanIds.includes(oldmanId)) void refetch()
  })
  if (!data) return <Loaded of={{ data, error, refetch }} what="邀请记录" lines={3} />
  const rows = familyId ? data.filter((one) => one.familyId === familyId) : data
  if (rows.length === 0) return <Empty title="还没有邀请过" text="发送邀请后，这里会写明是否接受、最近什么时候查看。" />
  return (
    <table className="yy-invites yy-plain-table">
      <thead>
        <tr>
          {!familyId && <th>家属</th>}
          <th>状态</th>
          <th>发送</th>
          <th>绑定与查看</th>
          <th />
        </tr>
      </thead>
      <tbody>
        {rows.map((one) => (
          <tr key={one.invitationId}>
            {!familyId && (
              <td>
                {one.familyName} <span className="yy-none">{one.relationName}</span>
              </td>
            )}
            <td>{state.cell(one.state)}</td>
            <td>
              {one.createTime.slice(0, 16)}
              <br />
              <span className="yy-none">
                {one.userName}，尾号 {one.codeEnd}
              </span>
            </td>
            <td>
              {one.acceptTime ? (
                <>
                  {one.acceptTime.slice(0, 16)} 绑定
                  <br />
                  <span className="yy-none">最近查看 {one.lastReadTime?.slice(0, 16) ?? '—'}</span>
                </>
              ) : (
                <span className="yy-none">{one.expireTime.slice(0, 10)} 前有效</span>
              )}
            </td>
            <td>
              {(one.state === 'sent' || one.state === 'accepted') && may(familyNeeds.invite) && (
                <button type="button" className="yy-link" onClick={() => void revoke(one)}>
                  {one.state === 'accepted' ? '解除绑定' : '撤销'}
                </button>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Inner({ request }: { request: InviteRequest }) {
  const { oldmanId, oldmanName, member } = request
  const [sent, setSent] = useState<SentInvitationData | null>(null)
  const invite = useAct(invitation.calls.send, {
    onDone: (answer) => {
      setSent(answer)
      void familyChanged()
    },
  })
  return (
    <>
      <p className="yy-invite-note yy-second">
        家属接受邀请后，在自己的手机上可以看到{oldmanName}
        的状态、房间、在住天数、外出安排、最近来访和当天做过的照护项目。看不到身份证、费用和健康信息。邀请码{' '}
        {VALID_DAYS} 天内有效，只能使用一次。
      </p>
      {sent && <Sent sent={sent} name={member.name} />}
      <Allowed needs={invitation.calls.send.needs}>
        <Button
          type={sent ? 'default' : 'primary'}
          icon={<Send size={15} aria-hidden />}
          loading={invite.running}
          onClick={() => void invite.run({ oldmanId, familyId: member.familyId })}
        >
          {sent ? '重新发送（上一个失效）' : member.binding === 'none' ? '发送邀请' : '再发一次邀请'}
        </Button>
      </Allowed>
      <PageCard title="邀请记录" style={{ marginTop: 16 }}>
        <Invitations oldmanId={oldmanId} familyId={member.familyId} />
      </PageCard>
    </>
  )
}

interface InviteDrawerProps {
  /** null: closed. */
  request: InviteRequest | null
  onClose(): void
}

export function InviteDrawer({ request, onClose }: InviteDrawerProps) {
  const [shown, setShown] = useState<{ request: InviteRequest; round: number } | null>(null)
  if (request && request !== shown?.request) setShown({ request, round: (shown?.round ?? 0) + 1 })
  return (
    <SideDrawer
      open={request !== null}
      title={shown ? `邀请家属・${shown.request.member.name}` : '邀请家属'}
      about={shown && `${shown.request.oldmanName}的${shown.request.member.relationName}`}
      onClose={onClose}
    >
      {shown && <Inner key={shown.round} request={shown.request} />}
    </SideDrawer>
  )
}
