import { useEffect } from 'react'
import { organisation } from '#contract/platform/organisation'
import { usePageParams, useTab } from '#web/kit/open'
import { Empty } from '#web/kit/parts/Empty'
import { useLoaded } from '#web/kit/parts/Loaded'
import { ArchiveView } from './archive.part.tsx'

export default function InstitutionDetail() {
  const { orgId } = usePageParams<'orgId'>()
  const { setTitle } = useTab()
  const { data, state } = useLoaded(organisation.calls.detail, orgId ? { orgId } : null, {
    what: '机构档案',
    lines: 16,
  })
  const name = data?.orgName
  useEffect(() => {
    if (name) setTitle(name)
  }, [name, setTitle])
  if (!orgId) return <Empty title="没有指明是哪一家机构" text="请从养老机构列表中打开。" />
  if (!data) return state
  return <ArchiveView org={data} />
}
