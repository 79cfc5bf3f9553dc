import { useEffect } from 'react'
import { organisation } from '#contract/platform/organisation'
import { usePageParams, useTab } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { ErrorBlock } from '#web/kit/parts/ErrorBlock'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { useCall } from '#web/kit/query'
import { ArchiveView } from './archive.part.tsx'

export default function InstitutionDetail() {
  const { orgId } = usePageParams<'orgId'>()
  const { setTitle } = useTab()
  const { data, error, refetch } = useCall(organisation.calls.detail, orgId ? { orgId } : null)
  const name = data?.orgName
  useEffect(() => {
    if (name) setTitle(name)
  }, [name, setTitle])
  if (!orgId) return <Empty title="没有指明是哪一家机构" text="请从养老机构列表中打开。" />
  if (error && !data) return <ErrorBlock what="机构档案" error={error} onRetry={() => void refetch()} />
  if (!data) return <BlockBones lines={16} />
  return <ArchiveView org={data} />
}
