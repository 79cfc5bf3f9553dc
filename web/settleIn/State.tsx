// Where an application stands, and what to do next.

import { CircleCheck, CircleX, Clock3, Copy, FilePen, Snowflake } from 'lucide-react'
import { useEffect, useState } from 'react'
import { refusals } from '#contract/kit/refusal'
import { type ApplicationData, application } from '#contract/platform/application'
import { OrgStatus } from '#contract/platform/session'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { LOGIN_PAGE } from '#web/kit/constants'
import { Button, LinkButton } from '#web/light/Button'
import { failureText } from '#web/light/failure'
import { Notice } from '#web/light/Notice'
import { Spinner } from '#web/light/Spinner'
import { toast } from '#web/light/toast'
import { BY_SESSION, type Receipt } from './receipt.ts'

const UNSENT = {
  icon: FilePen,
  tone: 'wait',
  title: '还没有提交入驻资料',
  text: '填写机构信息、上传证照并提交，审核通过后即可使用。',
} as const

const FACES = {
  [OrgStatus.is.waiting]: {
    icon: Clock3,
    tone: 'wait',
    title: '审核中',
    text: '平台运营方正在审核，可能会拨打联系电话核实；结果会显示在这里。',
  },
  [OrgStatus.is.normal]: {
    icon: CircleCheck,
    tone: 'good',
    title: '审核通过',
    text: '可以用管理员账号登录，开始设置部门、人员和床位。',
  },
  [OrgStatus.is.declined]: {
    icon: CircleX,
    tone: 'bad',
    title: '未通过审核',
    text: '按原因修改后可以再次提交，已填的资料不用重填。',
  },
  [OrgStatus.is.frozen]: { icon: Snowflake, tone: 'still', title: '机构已冻结', text: '如有疑问，请联系平台运营方。' },
} as const

/** Registered, but nothing applied for yet. */
const isUnsent = (sent: ApplicationData) => sent.licenseNo === null

const faceOf = (sent: ApplicationData) =>
  isUnsent(sent) ? UNSENT : (FACES[sent.orgStatus as keyof typeof FACES] ?? FACES[0])

function CopyLine({ title, value }: { title: string; value: string }) {
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => toast('good', `${title}已复制`),
      () => toast('bad', '浏览器不允许复制，请手工抄写'),
    )
  return (
    <div>
      <dt>{title}</dt>
      <dd className="code">{value}</dd>
      <LinkButton onClick={() => void copy()} aria-label={`复制${title}`}>
        <Copy size={14} />
        复制
      </LinkButton>
    </div>
  )
}

function Head({ sent }: { sent: ApplicationData }) {
  const face = faceOf(sent)
  return (
    <div className={`yy-state yy-flex yy-gap-20 ${face.tone}`}>
      <face.icon size={44} strokeWidth={1.5} aria-hidden="true" />
      <div>
        <h1>{face.title}</h1>
        <p>{isUnsent(sent) ? face.text : `${sent.orgName}：${face.text}`}</p>
        {sent.orgStatus === OrgStatus.is.declined && sent.rejectReason && (
          <p className="reason">原因：{sent.rejectReason}</p>
        )}
      </div>
    </div>
  )
}

interface Props {
  receipt: Receipt
  /** Just sent: the two codes have to be written down first. */
  fresh: boolean
  onAgain: (sent: ApplicationData) => void
  onOther: () => void
  /** The codes are not known to the server. */
  onUnknown: (message: string) => void
}

export function State({ receipt, fresh, onAgain, onOther, onUnknown }: Props) {
  const [sent, setSent] = useState<ApplicationData | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  const [turn, setTurn] = useState(0)
  const [busy, setBusy] = useState(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: `turn` asks again; the callback is no reason to
  useEffect(() => {
    let gone = false
    setBusy(true)
    send(application.calls.state, { ...receipt }, { handles: () => true })
      .then(
        (data) => {
          if (gone) return
          setSent(data)
          setFailure(null)
        },
        (error: unknown) => {
          if (gone) return
          if (error instanceof CallError && error.code === refusals.NOT_FOUND[0]) {
            onUnknown('没有找到这份申请，请核对申请编号和查询码')
          } else setFailure(failureText(error))
        },
      )
      .finally(() => {
        if (!gone) setBusy(false)
      })
    return () => {
      gone = true
    }
  }, [receipt, turn])

  const status = sent?.orgStatus ?? 0
  const unsent = sent !== null && isUnsent(sent)
  const open = unsent || status === OrgStatus.is.declined
  return (
    <section className="yy-card yy-block yy-white yy-edge">
      <div className="body">
        {fresh && status === OrgStatus.is.waiting && (
          <Notice kind="good">申请已提交。请抄下申请编号和查询码，换一台电脑查询时需要它们。</Notice>
        )}
        {failure && <Notice kind="bad">{failure}</Notice>}
        {!sent && busy && <Spinner size={28} />}
        {sent && <Head sent={sent} />}
        <dl className="yy-review yy-edge">
          <CopyLine title="申请编号" value={sent?.orgCode ?? receipt.orgId} />
          {receipt.queryCode !== BY_SESSION && <CopyLine title="查询码" value={receipt.queryCode} />}
          {sent && (
            <>
              <Row title="统一社会信用代码" value={sent.licenseNo} />
              <Row title="联系人" value={[sent.contactName, sent.contactPhone].filter(Boolean).join('　')} />
              <Row title="管理员账号" value={sent.userName} />
              <Row title={unsent ? '注册时间' : '提交时间'} value={sent.createTime.slice(0, 16)} />
            </>
          )}
        </dl>
      </div>
      <footer className="yy-row yy-gap-8 yy-white yy-over">
        <span className="yy-flex-1 yy-second yy-text-13" />
        <Button onClick={onOther}>查询另一份申请</Button>
        {status !== OrgStatus.is.normal && (
          <Button kind={open ? 'plain' : 'primary'} busy={busy} onClick={() => setTurn(turn + 1)}>
            刷新状态
          </Button>
        )}
        {sent && open && (
          <Button kind="primary" onClick={() => onAgain(sent)}>
            {unsent ? '填写入驻资料' : '修改后再提交'}
          </Button>
        )}
        {status === OrgStatus.is.normal && (
          <a className="yy-button primary" href={LOGIN_PAGE}>
            去登录
          </a>
        )}
      </footer>
    </section>
  )
}

function Row({ title, value }: { title: string; value: string | null }) {
  if (!value) return null
  return (
    <div>
      <dt>{title}</dt>
      <dd>{value}</dd>
    </div>
  )
}
