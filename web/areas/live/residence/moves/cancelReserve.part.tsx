// A reservation given up: the bed is free again, and it is said what becomes of the booking money.

import { residence } from '#contract/live/residence'
import { bedPathText } from '#web/areas/live/marks.part'
import { moneyText } from '#web/kit/fields/money'
import { bookingFields } from './bookingMoney.part.tsx'
import { reasonField } from './fields.part.tsx'
import { Effects, type MoveAt, MoveForm } from './moveForm.part.tsx'

export function CancelReserveDrawer({ at }: { at: MoveAt }) {
  const { detail } = at
  const booking = detail.reservation?.bookingFen ?? 0
  return (
    <MoveForm
      at={at}
      call={residence.calls.cancelReserve}
      verb="取消预订"
      danger
      done={`${detail.oldmanName}的预订已取消`}
      columns={1}
      effects={
        <Effects
          danger
          effects={[
            <>
              床位 <b>{bedPathText(detail.reservation?.bedPath ?? null)}</b> 立即可以给别人
            </>,
            '状态转为“取消预订”，以后仍可重新预订',
            booking > 0 ? `订金 ${moneyText(booking)} 元按下面的选择处理` : '没有收订金',
          ]}
        />
      }
      fields={{
        ...(booking > 0 && bookingFields(booking)),
        reason: reasonField('如：家属改变主意'),
      }}
    />
  )
}
