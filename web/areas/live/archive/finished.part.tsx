// After an archive was made: its number, and what a clerk does next.
import { Button, Result } from 'antd'
import type { ReactNode } from 'react'
import { residence } from '#contract/live/residence'
import { useResidentMoves } from '#web/areas/live/residence/moves.part'
import { archivePath } from '#web/areas/live/residentCell.part'
import { openPage } from '#web/kit/open'
import { useMay } from '#web/kit/permission'
import type { MadeArchive } from './form.part.tsx'

const NEXT = [
  ['reserve', '预订床位'],
  ['trial', '办理试住'],
  ['checkIn', '办理入住'],
] as const

interface FinishedProps {
  made: MadeArchive
  /** What else happened, after the number. */
  also?: string
  /** Ways on from here, after the moves. */
  children: ReactNode
}

export function Finished({ made, also, children }: FinishedProps) {
  const may = useMay()
  const moves = useResidentMoves({ onDone: () => openPage(archivePath(made.oldmanId)) })
  return (
    <section className="yy-card">
      <Result
        status="success"
        title={`已为“${made.oldmanName}”建档`}
        subTitle={`档案编号 ${made.archiveNo}，状态为待入住${also ? `；${also}` : ''}`}
        extra={
          <>
            <Button type="primary" onClick={() => openPage(archivePath(made.oldmanId))}>
              打开档案
            </Button>
            {NEXT.filter(([move]) => may(residence.calls[move].needs)).map(([move, title]) => (
              <Button key={move} onClick={() => moves.open(move, { oldmanId: made.oldmanId })}>
                {title}
              </Button>
            ))}
            {children}
          </>
        }
      />
      {moves.element}
    </section>
  )
}
