// A card of the change of level with the number of its step.
import type { ReactNode } from 'react'
import { PageCard } from '#web/kit/parts/PageCard'

interface NumberedProps {
  number: number
  title: string
  sub?: ReactNode
  extra?: ReactNode
  className?: string
  children: ReactNode
}

export function NumberedCard({ number, title, ...rest }: NumberedProps) {
  return (
    <PageCard
      title={
        <span className="yy-inline yy-gap-8">
          <i className="yy-regrade-number" aria-hidden>
            {number}
          </i>
          {title}
        </span>
      }
      {...rest}
    />
  )
}
