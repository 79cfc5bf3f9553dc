// A drawer beside the list: head 56, foot 72, 560, 720, 960 or 1360 wide. Esc closes it, asks first when something was
// typed, and the focus returns to the row.
import { Drawer } from 'antd'
import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  startTransition,
  useEffect,
  useInsertionEffect,
  useRef,
  useState,
} from 'react'
import { focusFirst, useFirstField, useMainKey, useTyped } from './drawerDesk.ts'
import { LeavingFoot } from './LeavingFoot.tsx'
import './sideDrawer.css'

export type DrawerWidth = 560 | 720 | 960 | 1360

export interface SideDrawerProps {
  open: boolean
  title: ReactNode
  /** Tags and place beside the title. */
  about?: ReactNode
  /** Links left of the close button. */
  extra?: ReactNode
  width?: DrawerWidth
  foot?: ReactNode
  /** False: it asks by itself before something is lost, or holds nothing that could be. */
  asks?: boolean
  children: ReactNode
  onClose(): void
  /** After it has left the screen. */
  onClosed?: () => void
  onKeyDown?: (event: KeyboardEvent<HTMLElement>) => void
}

let layer: HTMLElement | undefined
/**
 * Drawers that stand in the body itself keep it from scrolling, by a style sheet of their own for which the browser looks
 * through all others. The console's body does not scroll.
 */
const drawerLayer = () => {
  layer ??= document.body.appendChild(document.createElement('div'))
  return layer
}

export function SideDrawer(props: SideDrawerProps) {
  const { open, title, about, extra, width = 560, foot, asks = true, children, onClose, onClosed, onKeyDown } = props
  // As state: the drawer puts its contents into the document later than it is drawn itself.
  const [inside, setInside] = useState<HTMLDivElement | null>(null)
  const [leaving, setLeaving] = useState(false)
  const [filled, setFilled] = useState(false)
  const typed = useTyped(inside, open)
  useFirstField(inside, open)
  useMainKey(inside, open)
  if (!open && leaving) setLeaving(false)
  const close = () => {
    if (asks && typed()) setLeaving(true)
    else onClose()
  }
  // The empty drawer first, which answers the press; what is in it follows without holding anything up.
  useEffect(() => {
    if (open) startTransition(() => setFilled(true))
  }, [open])
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
      getContainer={drawerLayer}
      closable={false}
      destroyOnHidden
      focusable={{ focusTriggerAfterClose: false }}
      onClose={close}
      afterOpenChange={(now) => {
        if (!now) {
          setFilled(false)
          onClosed?.()
        }
        // The drawer itself takes the focus while it comes in.
        else if (inside && document.activeElement?.contains(inside)) focusFirst(inside)
      }}
      {...(onKeyDown && { onKeyDown })}
      title={
        <span className="yy-drawer-title yy-row yy-gap-12 yy-narrow yy-strong">
          {title}
          {about && <span className="yy-drawer-about yy-inline yy-gap-8 yy-narrow yy-second yy-light">{about}</span>}
        </span>
      }
      extra={
        <span className="yy-row yy-gap-16">
          {extra}
          <button
            type="button"
            className="yy-drawer-close yy-inline yy-gap-8 yy-bare yy-soft-ink yy-round"
            onClick={close}
            aria-label="关闭"
          >
            <span aria-hidden>Esc 关闭</span>
            <X size={18} aria-hidden />
          </button>
        </span>
      }
      footer={leaving ? <LeavingFoot onStay={() => setLeaving(false)} onDrop={onClose} /> : foot}
    >
      <div className="yy-drawer-inside" ref={setInside}>
        {filled && children}
      </div>
    </Drawer>
  )
}

/** What will follow or what it comes to on the left, the acts on the right. */
export function DrawerFoot({ note, children }: { note?: ReactNode; children?: ReactNode }) {
  return (
    <div className="yy-drawer-foot">
      {note !== undefined && <div>{note}</div>}
      {children && <span className="yy-drawer-foot-acts">{children}</span>}
    </div>
  )
}
