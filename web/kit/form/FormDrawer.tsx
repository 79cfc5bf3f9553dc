// A writing call as a form in a drawer. What it is made of comes when the first one is opened.
import { type ComponentType, type ReactNode, useState } from 'react'
import { later } from '#web/kit/later'
import type { FormDrawerProps } from './formDrawerProps.ts'
import type { FormCall } from './useFormAct.tsx'

export type { FormDrawerProps } from './formDrawerProps.ts'
export type { FormCall } from './useFormAct.tsx'

const Opened = later<object>(() =>
  import('./OpenFormDrawer.tsx').then((file) => file.OpenFormDrawer as unknown as ComponentType<object>),
) as unknown as <C extends FormCall>(props: FormDrawerProps<C> & { onClosed(): void }) => ReactNode

export function FormDrawer<C extends FormCall>(props: FormDrawerProps<C>) {
  // Each opening starts afresh; the last one stays until it has left the screen.
  const [shown, setShown] = useState({ open: false, round: 0, alive: false })
  if (props.open !== shown.open) {
    setShown({ open: props.open, round: shown.round + (props.open ? 1 : 0), alive: shown.alive || props.open })
  }
  const gone = () => setShown((now) => (now.open ? now : { ...now, alive: false }))
  return shown.alive || props.open ? <Opened key={shown.round} {...props} onClosed={gone} /> : null
}
