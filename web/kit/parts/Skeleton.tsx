// Loading shows bones of the same height, and only after 200 ms: a quick answer never flickers.
import { useEffect, useState } from 'react'
import './parts.css'

export const SKELETON_DELAY = 200

/** True once `waiting` has lasted for the delay. */
export function useLate(waiting: boolean, delay = SKELETON_DELAY): boolean {
  const [late, setLate] = useState(false)
  useEffect(() => {
    if (!waiting) {
      setLate(false)
      return
    }
    const timer = setTimeout(() => setLate(true), delay)
    return () => clearTimeout(timer)
  }, [waiting, delay])
  return waiting && late
}

const WIDTHS = ['62%', '84%', '48%', '73%', '56%', '90%', '67%']

interface RowBonesProps {
  rows: number
  rowHeight: number
  columns: number
}

export function RowBones({ rows, rowHeight, columns }: RowBonesProps) {
  return (
    <div role="status" aria-busy aria-label="加载中" className="yy-row-bones">
      {Array.from({ length: rows }, (_, row) => (
        <div key={row} className="yy-row-bone yy-row yy-under" style={{ height: rowHeight }}>
          {Array.from({ length: columns }, (_, column) => (
            <span key={column}>
              <i
                className="yy-bone yy-block"
                style={{ width: WIDTHS[(row * 3 + column) % WIDTHS.length], height: 14 }}
              />
            </span>
          ))}
        </div>
      ))}
    </div>
  )
}

/** Lines of text to come, in a block of known height. */
export function BlockBones({ lines = 4 }: { lines?: number }) {
  const late = useLate(true)
  return (
    <div role="status" aria-busy aria-label="加载中" style={{ minHeight: lines * 30 }}>
      {late &&
        Array.from({ length: lines }, (_, line) => (
          <i
            key={line}
            className="yy-bone yy-block"
            style={{ width: WIDTHS[line % WIDTHS.length], height: 16, margin: '7px 0 14px' }}
          />
        ))}
    </div>
  )
}
