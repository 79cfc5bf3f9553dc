// Leaving: what ends with it stands above the form, and the button is red.
import type { ReactNode } from 'react'
import { type ResidenceDetailData, residence } from '#contract/live/residence'
import type { ResidenceSettingData } from '#contract/live/residenceForms'
import { bedPathText } from '#web/areas/live/marks.part'
import { daysBetween, today } from '#web/areas/live/residence/days'
import { amountText } from '#web/kit/fields/amount'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { yesNo } from '#web/kit/fields/option'
import { useCall } from '#web/kit/query'
import { remarkField } from './fields.part.tsx'
import { Effects, type MoveAt, MoveForm } from './moveForm.part.tsx'

const reasons = dictionaryOf('checkoutReason')

function effectsOf(detail: ResidenceDetailData, setting: ResidenceSettingData | undefined): ReactNode[] {
  const stay = detail.stays[0]
  const running = stay?.fees.filter((fee) => fee.toDate === null).length ?? 0
  return [
    <>
      床位 <b>{bedPathText(detail.bedPath)}</b> 腾出
      {setting && (setting.cleanAfterCheckout ? '，转为待清洁' : '，立即可用')}
      {detail.wholeRoom && '；包房占用的其他床位一并释放'}
    </>,
    running > 0 ? `${running} 项费用从退住日起停止` : '没有在计费的项目',
    <>
      生成退住结算，状态为“待结算”
      {detail.owedFen > 0 && (
        <b className="yy-effects-red">，现欠费 {amountText(detail.masked ? null : detail.owedFen)} 元</b>
      )}
    </>,
    ...(detail.plannedMove ? [`约定 ${detail.plannedMove.fromDate} 的调床取消`] : []),
    ...(detail.outNow > 0
      ? [
          <span key="out" className="yy-effects-warn">
            老人正在外出{detail.planReturn && `（预计 ${detail.planReturn.slice(0, 16)} 返回）`}，须同时结束外出
          </span>,
        ]
      : []),
    ...(setting?.settleBeforeCheckout ? ['本机构先结算后退住：结算确认之前不能退住'] : []),
    '结算确认之前可以撤销退住',
  ]
}

export function CheckOutDrawer({ at }: { at: MoveAt }) {
  const { detail } = at
  const now = today()
  const setting = useCall(residence.calls.setting, {}).data
  const start = detail.startDate ?? now
  const out = detail.outNow > 0
  return (
    <MoveForm
      at={at}
      call={residence.calls.checkOut}
      verb="办理退住"
      danger
      done={`${detail.oldmanName}已退住，请到退住结算继续`}
      width={720}
      columns={2}
      effects={<Effects danger effects={effectsOf(detail, setting)} />}
      initial={{ checkOutDate: now, closeOuting: out ? true : null }}
      result={(values) => {
        const day = values.checkOutDate as string | null
        if (!day || day < start) return null
        const days = daysBetween(start, day) + (setting?.countCheckoutDay ? 1 : 0)
        return `${start} 入住，共住 ${days} 天${setting?.countCheckoutDay ? '' : '（退住当天不计）'}`
      }}
      fields={{
        checkOutDate: {
          props: { from: start, to: now },
          check: (value) => {
            if (!value) return null
            if (value < start) return `不能早于入住日期 ${start}`
            return value > now ? '不能晚于今天' : null
          },
        },
        checkoutReason: { as: reasons },
        checkoutTo: { placeholder: '如：回家、某某医院' },
        ...(out && {
          closeOuting: {
            as: yesNo,
            hint: '外出在退住日结束',
            check: (value: boolean | null | undefined) => (value ? null : '老人还在外出，须同时结束外出才能退住'),
          },
        }),
        remark: remarkField,
      }}
    />
  )
}
