// Columns that many reports have: the resident, the bed, the papers. Spread into the declaration of a report's columns.
import type { ReactNode } from 'react'
import { ResidentCell, type ResidentFace } from '#web/areas/live/public'
import { bedPath } from '#web/kit/fields/place'
import { openAccount, openBill, openReceipt } from './links.ts'

/** The name opens the account; notes stand in the archive, a report has too many columns for them. */
export const resident = (_: unknown, row: ResidentFace): ReactNode => (
  <ResidentCell row={row} photo={false} notes={false} onOpen={() => openAccount(row.oldmanId)} />
)

/** With the mark of arrears beside a long name. */
export const OWING = 156

export const residentColumns = {
  oldmanName: { title: '老人', width: 130, cell: resident },
  bedPath: { title: '床位', as: bedPath, width: 190 },
  status: { title: '状态', width: 100 },
}

export const receiptCell = (no: string | null): ReactNode =>
  no ? (
    <button type="button" className="yy-link" onClick={() => openReceipt(no)}>
      {no}
    </button>
  ) : (
    <span className="yy-none">—</span>
  )

export const billCell = (no: string | null, billId: string | null): ReactNode =>
  no && billId ? (
    <button type="button" className="yy-link" onClick={() => openBill(billId)}>
      {no}
    </button>
  ) : (
    (no ?? <span className="yy-none">—</span>)
  )
