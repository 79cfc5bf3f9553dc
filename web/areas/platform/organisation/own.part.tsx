import { organisation } from '#contract/platform/organisation'
import { useReopened } from '#web/kit/open'
import { useLoaded } from '#web/kit/parts/Loaded'
import { ArchiveView } from './archive.part.tsx'

/** The institution the user belongs to. */
export function OwnArchive() {
  const { data, refetch, state } = useLoaded(organisation.calls.own, {}, { what: '机构档案', lines: 16 })
  useReopened(() => void refetch())
  if (!data) return state
  return <ArchiveView org={data} />
}
