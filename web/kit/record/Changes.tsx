import { lazy, Suspense } from 'react'
import { BlockBones } from '#web/kit/parts/Skeleton'
import type { ChangesProps } from './ChangeTable.tsx'

// The words of all nouns come with it.
const ChangeTable = lazy(() => import('./ChangeTable.tsx'))

export function Changes({ changes, type }: ChangesProps) {
  const count = typeof changes === 'object' && changes !== null ? Object.keys(changes).length : 0
  if (count === 0) return <>这次操作没有逐项的改动</>
  return (
    <Suspense fallback={<BlockBones lines={count} />}>
      <ChangeTable changes={changes} type={type} />
    </Suspense>
  )
}
