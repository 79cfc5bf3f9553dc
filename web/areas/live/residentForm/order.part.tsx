// The order of one resident's forms, as the archive shows them.
import { useMemo, useState } from 'react'
import { ResidentFormState, residentForm } from '#contract/live/residentForm'
import { SortDrawer } from '#web/kit/parts/SortDrawer'
import { useAct, useCall } from '#web/kit/query'
import { toast } from '#web/kit/toast'

const { calls } = residentForm

interface SortProps {
  of: { oldmanId: string; oldmanName: string } | null
  onClose(): void
}

export function SortForms({ of, onClose }: SortProps) {
  const [shown, setShown] = useState(of)
  if (of && of !== shown) setShown(of)
  const input = useMemo(() => (of ? { oldmanId: of.oldmanId, orderBy: 'sort', page: 1, size: 500 } : null), [of])
  const answer = useCall(calls.list, input)
  const sort = useAct(calls.sort, {
    onDone: () => {
      toast.success('顺序已保存')
      onClose()
    },
  })
  const rows = answer.data?.list
  const items = useMemo(
    () =>
      rows?.map((row) => ({
        id: row.recordId,
        title: row.title,
        note: `${row.recordDate}・${ResidentFormState.label(row.state)}`,
      })),
    [rows],
  )
  return (
    <SortDrawer
      open={of !== null}
      title={`${shown?.oldmanName ?? ''}的文书顺序`}
      items={items}
      saving={sort.running}
      onSave={(recordIds) => of && void sort.run({ oldmanId: of.oldmanId, recordIds })}
      onClose={onClose}
    />
  )
}
