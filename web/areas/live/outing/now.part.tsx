// 谁在外面: how many are away, late, due and back today. Each figure opens its rows.

import { useEffect } from 'react'
import { outing } from '#contract/live/outing'
import { residence } from '#contract/live/residence'
import { type KeyFigure, KeyFigures } from '#web/kit/parts/PageCard'
import { callKey, queryClient, useCall } from '#web/kit/query'
import { onEvent } from '#web/kit/realtime'
import { lengthText } from './times.ts'
import './outing.css'

const counted = outing.calls.counts
const away = outing.calls.now

export function OutingFigures({ onShow }: { onShow(filter: Readonly<Record<string, string>>): void }) {
  const counts = useCall(counted, {}, { keepPrevious: true, silent: true }).data
  const now = useCall(away, {}, { keepPrevious: true, silent: true }).data
  useEffect(
    () =>
      onEvent(residence.events.changed, () => {
        for (const call of [counted, away]) void queryClient.invalidateQueries({ queryKey: callKey(call) })
      }),
    [],
  )
  const late = now?.filter((row) => row.phase === 'late') ?? []
  const next = now?.find((row) => row.phase === 'out')
  const value = (count: number | undefined) => count ?? '—'
  const figures: KeyFigure[] = [
    {
      label: '现在在外',
      value: value(counts?.outNow),
      unit: '人',
      note: next ? `${next.oldmanName} ${next.planReturn.slice(5, 16)} 返回` : '没有人在外面',
      onOpen: () => onShow({ due: 'outNow' }),
    },
    {
      label: '逾期未归',
      value: value(counts?.late),
      unit: '人',
      ...((counts?.late ?? 0) > 0 && { tone: 'red' as const }),
      note: late[0] ? `${late[0].oldmanName} 已逾期 ${lengthText(late[0].lateMinutes)}` : '都在计划时间内',
      onOpen: () => onShow({ phase: 'late' }),
    },
    {
      label: '今日应返回',
      value: value(counts?.dueToday),
      unit: '人',
      note: '今天该回、还在外面',
      onOpen: () => onShow({ due: 'dueToday' }),
    },
    {
      label: '今日已返回',
      value: value(counts?.backToday),
      unit: '人',
      note: '今天登记的返回',
      onOpen: () => onShow({ due: 'backToday' }),
    },
    {
      label: '过期未离院',
      value: value(counts?.notLeft),
      unit: '人',
      ...((counts?.notLeft ?? 0) > 0 && { tone: 'amber' as const }),
      note: '请改期或取消',
      onOpen: () => onShow({ due: 'notLeft' }),
    },
  ]
  return (
    <div className="yy-outing-figures yy-fixed yy-below-12">
      <KeyFigures figures={figures} />
    </div>
  )
}
