// What was done to the archive, for those who may read the operation log.
import { PageCard } from '#web/kit/parts/PageCard'
import { useMay } from '#web/kit/permission'
import { RECORD_LOG_NEEDS, RecordLog } from '#web/kit/record/RecordLog'

/** `version` changes with every write, and the record is asked for again. */
export function ChangeRecord({ orgId, version }: { orgId: string; version: number }) {
  if (!useMay()(RECORD_LOG_NEEDS)) return null
  return (
    <PageCard title="变更记录" className="yy-org-history">
      <RecordLog key={version} type="organization" id={orgId} />
    </PageCard>
  )
}
