// A drawer beside the list: head 56, foot 72, 560, 720, 960 or 1360 wide. Esc closes it and the focus returns to the row.
import { Drawer } from 'antd'
import { X } from 'lucide-react'
import { type KeyboardEvent, type ReactNode, useEffect, useInsertionEffect, useRef } from 'react'
import './sideDrawer.css'

export type DrawerWidth = 560 | 720 | 960 | 1360

interface SideDrawerProps {
  open: boolean
  title: ReactNode
  /** Tags and place beside the title. */
  about?: ReactNode
  /** Links left of the close button. */
  extra?: ReactNode
  width?: DrawerWidth
  foot?: ReactNode
  children: ReactNode
  onClose(): void
  /** After it has left the screen. */
  onClosed?: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

export function SideDrawer(props: SideDrawerProps) {
  const { open, title, about, extra, width = 560, foot, children, onClose, onClosed, onKeyDown } = props
  const opener = useRef<Element | null>(null)
  // Before the layout effects of the drawer itself, which take the focus away.
  useInsertionEffect(() => {
    if (open) opener.current = document.activeElement
  }, [open])
  useEffect(() => {
    const back = opener.current
    if (open || !back) return
    opener.current = null
    const now = document.activeElement
    // Whoever took the focus meanwhile keeps it; the drawer that is about to go away does not count.
    const free = now === null || now === document.body || now.closest('.yy-drawer') !== null
    if (free && back instanceof HTMLElement) back.focus({ preventScroll: true })
  }, [open])
  return (
    <Drawer
      open={open}
      size={width}
      rootClassName="yy-drawer"
      closable={false}
      destroyOnHidden
      focusable={{ focusTriggerAfterClose: false }}
      onClose={onClose}
      afterOpenChange={(now) => {
        if (!now) onClosed?.()
      }}
      {...(onKeyDown && { onKeyDown })}
      title={
        <span className="yy-drawer-title">
          {title}
          {about && <span className="yy-drawer-about">{about}</span>}
        </span>
      }
      extra={
        <span className="yy-drawer-extra">
          {extra}
          <button type="button" className="yy-drawer-close" onClick={onClose} aria-label="关闭">
            <span aria-hidden>Esc 关闭</span>
            <X size={18} aria-hidden />
          </button>
        </span>
      }
      footer={foot}
    >
      {children}
    </Drawer>
  )
}
