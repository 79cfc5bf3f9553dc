// A menu at a button or at the pointer. One stands in the shell for all of them, and its code comes when one is opened:
// a list of a hundred rows with 更多 in each draws a hundred plain buttons.
import type { MenuProps } from 'antd'
import { type ButtonHTMLAttributes, type ReactNode, useRef, useState } from 'react'
import { create } from 'zustand'
import { later } from '#web/kit/later'

export interface MenuRequest {
  /** What it hangs on: a button, or where the pointer is. */
  at: HTMLElement | { x: number; y: number }
  menu: MenuProps
  className?: string | undefined
}

const useShown = create<{ request: MenuRequest | null }>(() => ({ request: null }))

export const showMenu = (request: MenuRequest) => useShown.setState({ request })

const hide = () => useShown.setState({ request: null })

const OpenMenu = later(async () => (await import('#web/kit/parts/OpenMenu')).OpenMenu)

/** Stands once in the shell, inside the theme. */
export function MenuHost() {
  const request = useShown((state) => state.request)
  const [last, setLast] = useState<MenuRequest | null>(null)
  // The last one stays while it fades.
  if (request && request !== last) setLast(request)
  return last && <OpenMenu request={last} open={request !== null} onClose={hide} />
}

interface MenuButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'onClick'> {
  /** Made when it is opened. */
  menu(): MenuProps
  menuClass?: string
  children: ReactNode
}

export function MenuButton({ menu, menuClass, children, ...rest }: MenuButtonProps) {
  const button = useRef<HTMLButtonElement>(null)
  const open = useShown((state) => state.request !== null && state.request.at === button.current)
  // Pressing the button of an open menu closes it; it is closed before the press is over.
  const wasOpen = useRef(false)
  return (
    <button
      type="button"
      {...rest}
      ref={button}
      aria-haspopup="menu"
      aria-expanded={open}
      onPointerDown={() => {
        wasOpen.current = open
      }}
      onClick={() => {
        if (!wasOpen.current) showMenu({ at: button.current!, menu: menu(), className: menuClass })
        wasOpen.current = false
      }}
    >
      {children}
    </button>
  )
}
