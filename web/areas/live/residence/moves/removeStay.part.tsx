// A check-in entered by mistake is taken back. One question says it all, so it needs no drawer.

import { useEffect, useRef } from 'react'
import { residence } from '#contract/live/residence'
import { ResidenceStatus } from '#contract/live/resident'
import { bedPathText } from '#web/areas/live/marks.part'
import { newRequestNo, send } from '#web/kit/call'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { invalidate } from '#web/kit/query'
import { toast } from '#web/kit/toast'
import { type MoveAt, TOUCHED } from './moveForm.part.tsx'

async function ask(at: MoveAt): Promise<void> {
  const { detail } = at
  const requestNo = newRequestNo()
  const said = await confirmAct({
    title: `撤销${detail.oldmanName}的入住登记？`,
    effects: [
      `只用于登记错误：${detail.startDate} 的${detail.status === ResidenceStatus.is.trial ? '试住' : '入住'}登记被删除`,
      `床位 ${bedPathText(detail.bedPath)} 立即可以给别人`,
      '状态转为“待入住”，约定的费用项目一并删除',
      '已有外出、调床或结算的登记不能撤销，应办理退住',
    ],
    verb: '撤销入住登记',
    safe: '不撤销',
    danger: true,
    reason: { label: '撤销原因', placeholder: '如：选错了老人' },
    run: (reason, options) =>
      send(residence.calls.removeStay, { oldmanId: detail.oldmanId, reason }, { ...options, requestNo }),
  })
  if (said === null) return at.onClose()
  toast.success(`${detail.oldmanName}的入住登记已撤销`)
  void invalidate(residence, ...TOUCHED)
  at.onDone()
  at.onClose()
}

export function RemoveStay({ at }: { at: MoveAt }) {
  const asked = useRef(false)
  useEffect(() => {
    if (asked.current) return
    asked.current = true
    void ask(at)
  }, [at])
  return null
}
