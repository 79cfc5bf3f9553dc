import type { ReactNode } from 'react'

interface Props {
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}

export function Checkbox({ checked, onChange, children }: Props) {
  return (
    <label className="yy-check">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      <i>
        <svg
          width="10"
          height="10"
          viewBox="0 0 10 10"
          fill="none"
          stroke="currentColor"
          strokeWidth="1.9"
          aria-hidden="true"
        >
          <path d="M1.6 5.2 4 7.6 8.5 2.7" strokeLinecap="round" strokeLinejoin="round" />
        </svg>
      </i>
      {children}
    </label>
  )
}
