// What was done to the archive, for those who may read the operation log.
import { useEffect, useRef } from 'react'
import { log } from '#contract/platform/log'
import { Empty } from '#web/kit/parts/Empty'
import { PageCard } from '#web/kit/parts/PageCard'
import { BlockBones } from '#web/kit/parts/Skeleton'
import { Timeline, type TimelineEntry } from '#web/kit/parts/Timeline'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'

const SHOWN = 12

/** `version` changes with every write, and the record is asked for again. */
export function ChangeRecord({ orgId, version }: { orgId: string; version: number }) {
  const may = useMay()(log.calls.list.needs)
  const { data, refetch } = useCall(log.calls.list, may ? { targetId: orgId, page: 1, size: SHOWN } : null, {
    silent: true,
  })
  const seen = useRef(version)
  useEffect(() => {
    if (seen.current === version) return
    seen.current = version
    void refetch()
  }, [version, refetch])
  if (!may) return null
  const entries = (data?.list ?? []).map(
    (row): TimelineEntry => ({
      key: row.id,
      family: row.method.includes('冻结') ? 'red' : row.method.includes('提醒') ? 'amber' : 'blue',
      kind: row.method,
      time: row.createTime.slice(5, 16),
      who: row.empName,
      text: row.remark,
    }),
  )
  return (
    <PageCard
      title="变更记录"
      sub={data && data.total > SHOWN ? `最近 ${SHOWN} 条` : undefined}
      className="yy-org-history"
    >
      {!data ? (
        <BlockBones lines={6} />
      ) : entries.length > 0 ? (
        <Timeline entries={entries} />
      ) : (
        <Empty title="还没有变更" text="修改机构资料后，谁在什么时候改了什么会记在这里。" />
      )}
    </PageCard>
  )
}
