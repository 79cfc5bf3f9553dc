// The resident whom a device, an alarm or a call concerns; there may be none.

import type { ReactNode } from 'react'
import { ResidentSex } from '#contract/live/resident'
import { ResidentCell } from '#web/areas/live/public'

interface PersonCellProps {
  row: {
    oldmanId: string | null
    oldmanName?: string | null
    sex: number | null
    age?: number | null
    head?: string | null
    attention?: readonly number[]
  }
  /** Instead of a resident. */
  none?: ReactNode
  notes?: 'short'
  photo?: boolean
}

export function PersonCell({ row, none = null, notes, photo = true }: PersonCellProps) {
  const { oldmanId, oldmanName, sex, age, head, attention } = row
  if (oldmanId === null) return none
  return (
    <ResidentCell
      row={{
        oldmanId,
        oldmanName: oldmanName ?? '',
        sex: sex ?? ResidentSex.is.male,
        ...(age !== undefined && { age }),
        ...(head !== undefined && { head }),
        ...(attention && { attention }),
      }}
      notes={notes ?? true}
      photo={photo}
      link
    />
  )
}
