// Leaving: what ends with it stands above the form, and the button is red.
import type { ReactNode } from 'react'
import { settleNeeds } from '#contract/expense/settlementWords'
import { OutingPhase } from '#contract/live/outingMoves'
import { type ResidenceDetailData, residence } from '#contract/live/residence'
import { ApplyMove } from '#contract/live/residenceApply'
import type { ResidenceSettingData } from '#contract/live/residenceForms'
import { bedPathText } from '#web/areas/live/marks.part'
import { daysBetween, today } from '#web/areas/live/residence/days'
import { openSettlement, toSettle } from '#web/areas/live/residence/settle'
import { amountText } from '#web/kit/fields/amount'
import { dictionaryOf } from '#web/kit/fields/lookup'
import { yesNo } from '#web/kit/fields/option'
import { confirmAct } from '#web/kit/parts/confirmAct'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { remarkField } from './fields.part.tsx'
import { Effects, type MoveAt, MoveForm } from './moveForm.part.tsx'

const reasons = dictionaryOf('checkoutReason')

type Outing = NonNullable<ResidenceDetailData['openOuting']>

const outingWords = (one: Outing) =>
  one.departed
    ? `老人正在外出（${one.outNo}，预计 ${one.planReturn.slice(0, 16)} 返回），退住时同时结束外出`
    : `还有一张${OutingPhase.label(one.phase)}的外出单（${one.outNo}，计划 ${one.planOut.slice(0, 16)} 外出），退住时同时取消`

/** What comes next is offered at once. */
async function offerSettlement(left: ResidenceDetailData): Promise<void> {
  const no = left.stays[0]?.settleNo
  const said = await confirmAct({
    title: `${left.oldmanName}已退住，现在去结算？`,
    effects: [
      `退住结算${no ? ` ${no} ` : ''}待结算：核对账单、押金和应退金额`,
      ...(left.bookingLoose ? ['结算前先“处理订金”：退还或转入余额'] : []),
      '退住有误时，可在结算确认之前撤销退住',
    ],
    verb: '去结算',
    safe: '稍后再办',
  })
  if (said !== null) openSettlement(left.oldmanId)
}

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
    ...(detail.openOuting
      ? [
          <span key="out" className="yy-effects-warn">
            {outingWords(detail.openOuting)}
          </span>,
        ]
      : []),
    ...detail.applications
      .filter((one) => one.kind !== 'checkOut')
      .map((one) => `${ApplyMove.label(one.move)}申请 ${one.applyNo} 还在等待审核，退住后失效`),
    ...(detail.bookingLoose
      ? [`账户上还有订金 ${amountText(detail.looseFen)} 元，退住后先“处理订金”（退还或转入余额），再办理结算`]
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
  const may = useMay()
  const outing = detail.openOuting
  const settles = may(settleNeeds.list)
  return (
    <MoveForm
      at={at}
      call={residence.calls.checkOut}
      verb="办理退住"
      danger
      review="checkOut"
      done={settles ? `${detail.oldmanName}已退住` : `${detail.oldmanName}已退住，请财务办理退住结算`}
      onMoved={(left) => {
        if (settles && toSettle(left)) void offerSettlement(left)
      }}
      width={720}
      columns={2}
      effects={
        <Effects danger {...(detail.review.checkOut && { title: '审核通过后' })} effects={effectsOf(detail, setting)} />
      }
      initial={{ checkOutDate: now, closeOuting: outing ? true : null }}
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
        ...(outing && {
          closeOuting: {
            title: outing.departed ? '同时结束外出' : '同时取消外出',
            as: yesNo,
            hint: outing.departed ? '外出在退住时结束，不再返回' : `外出单 ${outing.outNo} 还没有离院，随退住取消`,
            check: (value: boolean | null | undefined) =>
              value
                ? null
                : outing.departed
                  ? '老人还在外出，须同时结束外出才能退住'
                  : '外出单没有取消，不能退住；也可以先在外出登记里取消',
          },
        }),
        remark: remarkField,
      }}
    />
  )
}
