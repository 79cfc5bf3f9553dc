import type { ButtonHTMLAttributes, ReactNode } from 'react'
import { Spinner } from './Spinner.tsx'

interface Props extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  kind?: 'primary' | 'plain'
  submit?: boolean
  wide?: boolean
  /** The act runs: the button stays where it is, keeps its words and takes no second press. */
  busy?: boolean
  children: ReactNode
}

export function Button({ kind = 'plain', submit, wide, busy, children, onClick, className, ...rest }: Props) {
  const names = ['yy-button', kind, wide && 'wide', busy && 'busy', className]
  return (
    <button
      {...rest}
      type={submit ? 'submit' : 'button'}
      className={names.filter(Boolean).join(' ')}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) event.preventDefault()
        else onClick?.(event)
      }}
    >
      {busy && <Spinner size={16} />}
      {children}
    </button>
  )
}

export function LinkButton({ children, ...rest }: Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className'>) {
  return (
    <button {...rest} type="button" className="yy-link">
      {children}
    </button>
  )
}
