// A password that is shown once: to hand over, not to keep.
import { Button, Modal } from 'antd'
import { Copy } from 'lucide-react'
import { useState } from 'react'
import { create } from 'zustand'
import { copyText } from '#web/kit/parts/ErrorBlock'
import './user.css'

interface Shown {
  userName: string
  empName: string | null
  password: string
  /** 初始密码, 新密码 */
  kind: string
}

const useShown = create<{ shown: Shown | null }>()(() => ({ shown: null }))

export const showPassword = (shown: Shown) => useShown.setState({ shown })

function Body({ shown }: { shown: Shown }) {
  const [copied, setCopied] = useState<boolean | null>(null)
  const { userName, empName, password, kind } = shown
  const whole = `账号 ${userName}，${kind} ${password}，首次登录须修改`
  return (
    <>
      <p>
        请把{kind}转告{empName ?? userName}。关闭后不再显示，忘记时可以重置。
      </p>
      <dl className="yy-user-secret yy-pad-16 yy-grid yy-baseline yy-tint yy-edge yy-round-card">
        <dt className="yy-second">账号</dt>
        <dd className="yy-no-margin yy-strong">{userName}</dd>
        <dt className="yy-second">{kind}</dt>
        <dd className="yy-user-secret-word yy-no-margin yy-strong">{password}</dd>
      </dl>
      <div className="yy-above-16 yy-flex yy-ends yy-gap-8">
        <Button
          icon={<Copy size={15} aria-hidden />}
          onClick={async () => setCopied(await copyText(whole))}
          aria-live="polite"
        >
          {copied === null ? '复制账号和密码' : copied ? '已复制' : '请手动选中复制'}
        </Button>
        <Button type="primary" onClick={() => useShown.setState({ shown: null })}>
          已转告，关闭
        </Button>
      </div>
    </>
  )
}

/** Stands once on the page. */
export function PasswordHost() {
  const { shown } = useShown()
  return (
    <Modal
      open={shown !== null}
      title={shown?.kind}
      width={440}
      centered
      footer={null}
      mask={{ closable: false }}
      destroyOnHidden
      onCancel={() => useShown.setState({ shown: null })}
    >
      {shown && <Body shown={shown} />}
    </Modal>
  )
}
