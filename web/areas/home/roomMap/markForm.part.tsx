// Taking a bed out of use for a while: what is wrong, and until when.

import { useMemo } from 'react'
import { type MapCardData, roomMap } from '#contract/home/roomMap'
import { BedStatus } from '#contract/live/bedStatus'
import { bedPathText } from '#web/areas/live/public'
import { FormDrawer } from '#web/kit/form/FormDrawer'

export interface MarkRequest {
  mark: 6 | 7
  card: MapCardData
}

interface MarkFormProps {
  request: MarkRequest | null
  name: string
  onClose(): void
}

export function MarkForm({ request, name, onClose }: MarkFormProps) {
  const repair = request?.mark === BedStatus.is.repair
  const own = request?.card.mark?.mark === request?.mark ? request?.card.mark : null
  const also = useMemo(() => (request ? { type: String(request.mark), bedId: request.card.bedId } : {}), [request])
  return (
    <FormDrawer
      open={request !== null}
      call={roomMap.calls.mark}
      title={`标记${name}`}
      about={request ? bedPathText(request.card.bedPath) : undefined}
      verb={`标记${name}`}
      done={`已标记${name}`}
      also={also}
      draft={false}
      initial={{ reason: own?.reason ?? null, until: own?.until ?? null }}
      fields={{
        reason: {
          title: repair ? '维修原因（必填）' : '说明',
          wide: true,
          placeholder: repair ? '例如：空调检修、床架损坏' : '可以不填，例如：退住后消毒',
          check: (value) => (repair && !value ? '请填写维修原因' : null),
        },
        until: {
          title: repair ? '预计恢复日期' : '须在此日前完成',
          hint: repair
            ? '到期不会自动恢复，修好后在卡片上点“恢复可用”；期间不能安排入住或预订'
            : '清洁前也可以安排入住，入住时标记会自动取消',
        },
      }}
      onClose={onClose}
    />
  )
}
