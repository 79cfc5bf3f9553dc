import { lazy, Suspense } from 'react'
import { BlockBones } from '#web/kit/parts/Skeleton'

const ChangeTable = lazy(() => import('./changeTable.part.tsx'))

/** Field → [before, after], as the log keeps it. */
export function Changes({ changes }: { changes: unknown }) {
  const entries =
    typeof changes === 'object' && changes !== null ? Object.entries(changes as Record<string, unknown>) : []
  if (entries.length === 0) return <>这次操作没有逐项的改动</>
  return (
    <Suspense fallback={<BlockBones lines={entries.length} />}>
      <ChangeTable entries={entries} />
    </Suspense>
  )
}
