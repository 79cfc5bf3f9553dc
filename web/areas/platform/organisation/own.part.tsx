import { organisation } from '#contract/platform/organisation'
import { useReopened } from '#web/kit/open'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useCall } from '#web/kit/query'
import { ArchiveView } from './archive.part.tsx'

/** The institution the user belongs to. */
export function OwnArchive() {
  const { data, error, refetch } = useCall(organisation.calls.own, {})
  useReopened(() => void refetch())
  if (error && !data) return <ErrorBlock what="机构档案" error={error} onRetry={() => void refetch()} />
  if (!data) return <BlockBones lines={16} />
  return <ArchiveView org={data} />
}
