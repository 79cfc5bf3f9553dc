// Booking money whose reservation is over: the bed went back long ago, the money waits for a decision.
import { residence } from '#contract/live/residence'
import { bedPathText } from '#web/areas/live/marks.part'
import { amountText } from '#web/kit/fields/amount'
import { bookingFields } from './bookingMoney.part.tsx'
import { reasonField } from './fields.part.tsx'
import { Effects, type MoveAt, MoveForm } from './moveForm.part.tsx'

export function SettleBookingDrawer({ at }: { at: MoveAt }) {
  const { detail } = at
  const { lapsed, looseFen } = detail
  return (
    <MoveForm
      at={at}
      call={residence.calls.settleBooking}
      verb="处理订金"
      done={`${detail.oldmanName}的订金已处理`}
      columns={1}
      effects={
        <Effects
          title="待处理的订金"
          effects={[
            <>
              账户上还有订金 <b>{amountText(looseFen)}</b> 元
            </>,
            lapsed
              ? `来自 ${lapsed.reserveDate} 预订的 ${bedPathText(lapsed.bedPath)}，保留至 ${lapsed.expireDate}，已失效`
              : '原来的预订已经结束',
            '不处理也不会丢失：下次预订或办理入住时自动使用',
          ]}
        />
      }
      fields={{ ...bookingFields(looseFen), reason: reasonField('如：家属放弃入住，按约定退还') }}
    />
  )
}
