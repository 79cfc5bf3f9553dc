import type { ReactNode } from 'react'
import './parts.css'

interface EmptyProps {
  /** Why it is empty: 今天没有待审核的外出. */
  title: string
  /** The filter in words, or what will appear here. */
  text?: ReactNode
  /** One or two acts that lead on. */
  acts?: ReactNode
}

const Drawing = () => (
  <svg width="76" height="54" viewBox="0 0 76 54" aria-hidden fill="none">
    <rect x="1" y="1" width="74" height="52" rx="5" fill="#F3F5F8" stroke="#C9D1DA" strokeWidth="1.5" />
    <path d="M1 17h74" stroke="#C9D1DA" strokeWidth="1.5" />
    <path d="M12 28h52M12 38h36" stroke="#DFE4EA" strokeWidth="4" strokeLinecap="round" />
  </svg>
)

/** Nothing here, why, and what to do next. */
export function Empty({ title, text, acts }: EmptyProps) {
  return (
    <div className="yy-state yy-stack yy-center-text yy-center yy-middle" role="status">
      <Drawing />
      <h4>{title}</h4>
      {text && <p>{text}</p>}
      {acts && <div className="yy-state-acts yy-flex yy-wrap yy-middle yy-gap-8">{acts}</div>}
    </div>
  )
}
