// The menu itself: an anchor where it was asked for, and antd's menu hanging on it.
import { Dropdown } from 'antd'
import { useEffect, useMemo } from 'react'
import { createPortal } from 'react-dom'
import type { MenuRequest } from '#web/kit/parts/menu'

interface OpenMenuProps {
  request: MenuRequest
  open: boolean
  onClose(): void
}

export function OpenMenu({ request, open, onClose }: OpenMenuProps) {
  const { at, menu, className } = request
  const box = useMemo(() => {
    // An anchor without a size counts as hidden.
    if (!(at instanceof HTMLElement)) return { left: at.x, top: at.y, width: 1, height: 1 }
    const { left, top, width, height } = at.getBoundingClientRect()
    return { left, top, width, height }
  }, [at])
  const close = () => {
    onClose()
    // Who came by keyboard goes on where they were; who pressed elsewhere has the focus there already.
    if (at instanceof HTMLElement && document.activeElement?.closest('.ant-dropdown')) at.focus()
  }
  useEffect(() => {
    if (!open) return
    // Whoever scrolls moves away under it what it hangs on. A live list that shifts by itself must not shut a menu before
    // it is read, so it is the hand that counts and not that something scrolled.
    const onHand = ({ target }: Event) => {
      if (!(target instanceof Element && target.closest('.ant-dropdown'))) onClose()
    }
    const hands = ['wheel', 'touchmove'] as const
    for (const hand of hands) window.addEventListener(hand, onHand, { capture: true, passive: true })
    return () => {
      for (const hand of hands) window.removeEventListener(hand, onHand, { capture: true })
    }
  }, [open, onClose])
  return createPortal(
    <Dropdown
      open={open}
      autoFocus
      trigger={['click']}
      placement={at instanceof HTMLElement && box.left > window.innerWidth / 2 ? 'bottomRight' : 'bottomLeft'}
      classNames={{ root: className ?? '' }}
      menu={{
        ...menu,
        onClick: (info) => {
          menu.onClick?.(info)
          close()
        },
      }}
      onOpenChange={(next) => {
        if (!next) close()
      }}
    >
      <span className="yy-menu-anchor" style={{ ...box, position: 'fixed', pointerEvents: 'none' }} aria-hidden />
    </Dropdown>,
    document.body,
  )
}
