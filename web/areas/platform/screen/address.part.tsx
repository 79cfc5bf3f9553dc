// The address of a screen, shown once: to copy, to open here, or to scan with the screen's own camera or a phone.
import { Button, Input, QRCode } from 'antd'
import { Copy, ExternalLink } from 'lucide-react'
import { useState } from 'react'
import type { MadeScreenData } from '#contract/platform/screen'
import { copyText } from '#web/kit/parts/ErrorBlock'
import { DrawerFoot, SideDrawer } from '#web/kit/parts/SideDrawer'
import { useSession } from '#web/kit/session'
import { toast } from '#web/kit/toast'
import './screen.css'

const PAGES = { HOUSE: '/fullchart.html', ALARM: '/alarmWall.html' } as const

/** The key stands behind the #: a browser sends that part to no server, so it is in no log. */
const addressOf = ({ link, screenKey, kind }: MadeScreenData, orgId: string) =>
  `${link ?? `${window.location.origin}${PAGES[kind]}`}?orgId=${encodeURIComponent(orgId)}#${screenKey}`

function Address({ address, kind, on }: { address: string; kind: MadeScreenData['kind']; on: boolean }) {
  const copy = async () => {
    if (await copyText(address)) toast.success('大屏地址已复制')
    else toast.warning('浏览器不允许复制，请选中地址后按 Ctrl+C')
  }
  return (
    <div className="yy-screen-address yy-stack yy-gap-16">
      <p className="yy-no-margin">
        <b>这个地址只显示这一次，</b>系统不保存。请现在就到大屏上打开并收藏；以后找不到了，只能重新生成。
      </p>
      <Input.TextArea
        value={address}
        readOnly
        autoSize
        aria-label="大屏地址"
        onFocus={(event) => event.currentTarget.select()}
      />
      <div className="yy-flex yy-gap-8">
        <Button type="primary" icon={<Copy size={15} aria-hidden />} onClick={() => void copy()}>
          复制地址
        </Button>
        <Button icon={<ExternalLink size={15} aria-hidden />} href={address} target="_blank" rel="noreferrer">
          在本机打开
        </Button>
      </div>
      <QRCode value={address} size={180} type="svg" bordered={false} />
      <ul className="yy-no-margin yy-second">
        <li>谁有这个地址，谁就能看到大屏画面，请不要转发到群里。</li>
        {kind === 'HOUSE' ? (
          <li>画面只有统计数字，没有老人和员工的姓名。</li>
        ) : (
          <li>画面上有老人的姓名和床位，请挂在护理站内，不要让访客看到。</li>
        )}
        {kind === 'ALARM' && <li>不再使用时，请管理员在“设置 › 大屏免登录”中停用。</li>}
        {kind === 'HOUSE' && !on && <li>大屏免登录还没有开启，开启后这个地址才能打开。</li>}
      </ul>
    </div>
  )
}

interface AddressDrawerProps {
  /** null: closed. */
  made: MadeScreenData | null
  /** Screens are switched on. */
  on: boolean
  onClose(): void
}

export function AddressDrawer({ made, on, onClose }: AddressDrawerProps) {
  const orgId = useSession((state) => state.user?.orgInfo.orgId)
  // Stays until the drawer has left the screen, then it is forgotten.
  const [shown, setShown] = useState<MadeScreenData | null>(null)
  if (made && made !== shown) setShown(made)
  return (
    <SideDrawer
      open={made !== null}
      title="大屏地址"
      about={shown?.name}
      onClose={onClose}
      onClosed={() => setShown(null)}
      foot={
        <DrawerFoot>
          <Button onClick={onClose}>我已保存，关闭</Button>
        </DrawerFoot>
      }
    >
      {shown && orgId && <Address address={addressOf(shown, orgId)} kind={shown.kind} on={on} />}
    </SideDrawer>
  )
}
