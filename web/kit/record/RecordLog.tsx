// 操作记录 of one record, for its drawer or beside its list. Whoever may not see the log sees nothing of it.
import { lazy, Suspense, useState } from 'react'
import { log } from '#contract/platform/log'
import type { RowAction } from '#web/kit/list/acts'
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useMay } from '#web/kit/permission'
import type { RecordOf } from './RecordEntries.tsx'

// The words of all nouns come with it.
const RecordEntries = lazy(() => import('./RecordEntries.tsx'))

export const RECORD_LOG_NEEDS = log.calls.record.needs

/** Inside a drawer or card of the record. */
export function RecordLog(record: RecordOf) {
  if (!useMay()(RECORD_LOG_NEEDS)) return null
  return (
    <Suspense fallback={<BlockBones lines={6} />}>
      <RecordEntries {...record} />
    </Suspense>
  )
}

export interface NamedRecord extends RecordOf {
  /** 护理部 */
  title: string
}

interface RecordLogDrawerProps {
  /** null: closed. */
  record: NamedRecord | null
  onClose(): void
}

/** Beside a list, opened by the row action that recordLogAction gives. */
export function RecordLogDrawer({ record, onClose }: RecordLogDrawerProps) {
  // The last record stays while the drawer leaves.
  const [shown, setShown] = useState(record)
  if (record && record !== shown) setShown(record)
  return (
    <SideDrawer open={record !== null} title="操作记录" about={shown?.title} onClose={onClose}>
      {shown && <RecordLog type={shown.type} id={shown.id} />}
    </SideDrawer>
  )
}

export const recordLogAction = <Row,>(
  open: (record: NamedRecord) => void,
  recordOf: (row: Row) => NamedRecord,
): RowAction<Row> => ({ title: '操作记录', needs: RECORD_LOG_NEEDS, onClick: (row) => open(recordOf(row)) })
