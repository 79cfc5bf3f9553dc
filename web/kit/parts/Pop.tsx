// A panel that hangs on a button. Its code and what is in it come when it is first opened; until then the button is a
// plain button.
import type { PopoverProps } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { later } from '#web/kit/later'

export interface PopProps extends Pick<PopoverProps, 'title' | 'content' | 'placement'> {
  open: boolean
  onOpenChange(open: boolean): void
  /** The button. */
  children: ReactNode
}

const OpenPop = later(async () => (await import('#web/kit/parts/OpenPop')).OpenPop)

export function Pop({ open, onOpenChange, children, ...panel }: PopProps) {
  const [opened, setOpened] = useState(open)
  if (open && !opened) setOpened(true)
  const button = useRef<HTMLSpanElement>(null)
  // Pressing the button of an open panel closes it; it is closed before the press is over.
  const wasOpen = useRef<boolean | null>(null)
  return (
    <span className="yy-pop yy-relative yy-inline-flex">
      <span
        ref={button}
        className="yy-inline-flex yy-narrow"
        onPointerDownCapture={() => {
          wasOpen.current = open
        }}
        onClick={() => {
          onOpenChange(!(wasOpen.current ?? open))
          wasOpen.current = null
        }}
      >
        {children}
      </span>
      {opened && (
        <OpenPop
          {...panel}
          open={open}
          onClose={(byKey) => {
            onOpenChange(false)
            if (byKey) button.current?.querySelector('button')?.focus()
          }}
        />
      )}
    </span>
  )
}
