// The panel of a Pop: antd's popover on an anchor as large as the button beside it.
import { Popover, type PopoverProps } from 'antd'
import { useEffect } from 'react'

interface OpenPopProps extends Pick<PopoverProps, 'title' | 'content' | 'placement'> {
  open: boolean
  /** By the escape key, or by a press beside it. */
  onClose(byKey: boolean): void
}

export function OpenPop({ open, onClose, ...panel }: OpenPopProps) {
  useEffect(() => {
    if (!open) return
    const onKey = (event: KeyboardEvent) => {
      if (event.key === 'Escape') onClose(true)
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [open, onClose])
  return (
    <Popover
      {...panel}
      trigger="click"
      arrow={false}
      open={open}
      destroyOnHidden
      onOpenChange={(next) => {
        if (!next) onClose(false)
      }}
    >
      <span style={{ position: 'absolute', inset: 0, pointerEvents: 'none' }} aria-hidden />
    </Popover>
  )
}
