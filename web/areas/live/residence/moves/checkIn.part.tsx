// Check-in: bed and day, care and fees, who answers for it and the contract, then everything once more. Beside it what
// should be there before, and what it costs by the month.
import { useState } from 'react'
import { feeChild } from '#contract/expense/feeChild'
import type { Fen } from '#contract/kit/money'
import type { Static } from '#contract/kit/schema'
import { residence } from '#contract/live/residence'
import { BookingTo } from '#contract/live/residenceWords'
import { AttentionNote, ResidenceStatus } from '#contract/live/resident'
import { NextBill } from '#web/areas/expense/public'
import { today, yearLater } from '#web/areas/live/residence/days'
import { moneyText } from '#web/kit/fields/money'
import { manyOf, radioOf, yesNo } from '#web/kit/fields/option'
import { useSettled } from '#web/kit/fields/settled'
import { useCall } from '#web/kit/query'
import { AddMember, memberField, memberFor, useFamily } from './family.part.tsx'
import { FeeSummary, feesField, useFeeChoices } from './fees.part.tsx'
import { DEPOSIT, feeProblem, sumFees } from './fees.ts'
import { bedField, levelField, remarkField, saleField } from './fields.part.tsx'
import type { MoveAt } from './moveForm.part.tsx'
import { Requirements, requirementProblem, useRequirements } from './requirements.part.tsx'
import { BedWords, LevelWords, MemberWords, Review } from './review.part.tsx'
import { feesIn, fenIn, firstFees, followGround, textIn, useSettling } from './settling.part.tsx'
import { StepsDrawer } from './steps.part.tsx'
import { Waiting } from './waiting.part.tsx'

type BookingToValue = Static<typeof BookingTo.schema>

const notes = manyOf(AttentionNote)

export function CheckInDrawer({ at }: { at: MoveAt }) {
  const { detail } = at
  const [day] = useState(today)
  const settling = useSettling(detail, day)
  const people = useFamily(detail.oldmanId)
  const deposit = useCall(
    feeChild.calls.choice,
    {},
    { select: (all) => all.find((one) => one.category === DEPOSIT)?.priceFen ?? (0 as Fen) },
  ).data
  if (!settling.ready || deposit === undefined || (people.data === undefined && people.error === null)) {
    return <Waiting at={at} />
  }
  return <Filling at={at} day={day} settling={settling} depositFen={deposit} />
}

interface FillingProps {
  at: MoveAt
  day: string
  settling: ReturnType<typeof useSettling>
  depositFen: Fen
}

function Filling({ at, day, settling, depositFen }: FillingProps) {
  const { detail, request } = at
  const { oldmanId } = detail
  // Of this reservation, or left of one that lapsed.
  const booking = detail.reservation?.bookingFen ?? detail.looseFen ?? 0
  const people = useFamily(oldmanId).data
  const choices = useFeeChoices()
  const [agreed, setAgreed] = useState({ depositFen, bookingTo: 'DEPOSIT' as BookingToValue })
  const settled = useSettled(agreed, 300)
  const required = useRequirements(oldmanId, settled)
  const [accepted, setAccepted] = useState<ReadonlySet<string>>(new Set())
  const stay = detail.status === ResidenceStatus.is.trial ? detail.stays[0] : undefined
  const trial = detail.status === ResidenceStatus.is.trial
  const earliest = stay?.startDate ?? undefined
  const [initial] = useState(() => {
    // The marks of risk are no choice: sheets set them.
    const byHand = AttentionNote.list.flatMap(({ value }) => (detail.attention.includes(value) ? [value] : []))
    const ground = {
      bedId: request.bedId ?? detail.bedId ?? detail.reservation?.bedId ?? null!,
      levelId: detail.levelId ?? null!,
      wholeRoom: detail.wholeRoom,
    }
    return {
      ...ground,
      checkInDate: day,
      fees: firstFees(detail, settling.facts, ground),
      contractStart: day,
      contractEnd: yearLater(day),
      depositFen,
      payDay: stay?.payDay ?? 1,
      payerId: stay?.payerId ?? memberFor(people, 'payer')!,
      guarantorId: stay?.guarantorId ?? memberFor(people, 'guarantor'),
      emergencyId: stay?.emergencyId ?? memberFor(people, 'emergency')!,
      guardianId: stay?.guardianId ?? memberFor(people, 'guardian'),
      custody: stay?.custody ?? false,
      attention: byHand.length > 0 ? byHand : null,
      saleId: stay?.saleId ?? detail.reservation?.saleId ?? null,
      bookingTo: 'DEPOSIT' as const,
    }
  })
  const dayOf = (values: object, name: string) => textIn(values as Record<string, unknown>, name)
  return (
    <StepsDrawer
      at={at}
      call={residence.calls.checkIn}
      verb="办理入住"
      anyway="仍然入住"
      done={`${detail.oldmanName}已办理入住`}
      initial={initial}
      more={{ accepted: [...accepted] }}
      problem={requirementProblem(required.data, accepted)}
      follow={(changed, all) => {
        if ('depositFen' in changed || 'bookingTo' in changed) {
          setAgreed({ depositFen: fenIn(all, 'depositFen') ?? (0 as Fen), bookingTo: all.bookingTo as BookingToValue })
        }
        const start = changed.checkInDate as string | null | undefined
        return {
          ...followGround(changed, all, settling.facts),
          ...(start && { contractStart: start, contractEnd: yearLater(start) }),
        }
      }}
      steps={[
        {
          title: '床位与日期',
          fields: {
            checkInDate: {
              props: { to: day, ...(earliest && { from: earliest }) },
              hint: trial ? `试住自 ${stay?.startDate} 起` : '将来的日期请用预订',
              check: (value) => {
                if (!value) return null
                if (value > day) return '不能晚于今天，将来入住请用预订'
                return earliest && value < earliest ? `不能早于试住开始的 ${earliest}` : null
              },
            },
            wholeRoom: { as: yesNo, hint: '占用整间，房内其他床位不再给别人' },
            bedId: { as: bedField({ row: detail, day: 'checkInDate', present: detail.bedId }), wide: true },
          },
        },
        {
          title: '护理与费用',
          fields: {
            levelId: { as: levelField },
            attention: { as: notes, title: '关注事项', hint: '跟在姓名后面，到处可见' },
            fees: { as: feesField, title: '费用项目', wide: true, check: (value) => feeProblem(value as never) },
            depositFen: { hint: '实收在费用管理登记' },
            payDay: { hint: '每月几号，1 至 28' },
          },
        },
        {
          title: '责任人与合同',
          fields: {
            payerId: { as: memberField(oldmanId, 'payer') },
            emergencyId: { as: memberField(oldmanId, 'emergency') },
            guarantorId: { as: memberField(oldmanId, 'guarantor') },
            guardianId: { as: memberField(oldmanId, 'guardian') },
            contractStart: {},
            contractEnd: {
              check: (value, values) => {
                const start = dayOf(values, 'contractStart')
                return value && start && value <= start ? '应晚于合同开始' : null
              },
            },
            contractNo: { placeholder: '没有可不填' },
            saleId: { as: saleField },
            ...((booking > 0 || detail.bookingLoose) && {
              bookingTo: {
                title: booking > 0 ? `订金 ${moneyText(booking)} 元转入` : '订金转入',
                as: radioOf(BookingTo),
              },
            }),
            custody: { as: yesNo, title: '代管药品' },
            remark: remarkField,
          },
          below: <AddMember oldmanId={oldmanId} parts={['payerId', 'emergencyId']} />,
        },
      ]}
      aside={(values) => (
        <>
          <Requirements
            answer={required}
            accepted={accepted}
            onAccept={(key, yes) => {
              const next = new Set(accepted)
              if (yes) next.add(key)
              else next.delete(key)
              setAccepted(next)
            }}
          />
          <FeeSummary lines={feesIn(values)} />
        </>
      )}
      review={(values) => (
        <Review
          oldmanId={oldmanId}
          sex={detail.sex}
          values={values}
          day={textIn(values, 'checkInDate') ?? day}
          below={
            <NextBill
              oldmanId={oldmanId}
              assume={{
                day: textIn(values, 'checkInDate'),
                bedId: textIn(values, 'bedId'),
                levelId: textIn(values, 'levelId'),
                fees: feesIn(values),
                checkIn: true,
              }}
            />
          }
          parts={[
            {
              title: '床位与日期',
              facts: [
                { label: '床位', value: <BedWords values={values} day={day} oldmanId={oldmanId} />, wide: true },
                { label: '入住日期', value: textIn(values, 'checkInDate') },
                { label: '护理等级', value: <LevelWords values={values} /> },
              ],
            },
            {
              title: '责任人与合同',
              facts: [
                { label: '付费人', value: <MemberWords values={values} part="payerId" oldmanId={oldmanId} /> },
                { label: '紧急联系人', value: <MemberWords values={values} part="emergencyId" oldmanId={oldmanId} /> },
                { label: '担保人', value: <MemberWords values={values} part="guarantorId" oldmanId={oldmanId} /> },
                { label: '监护人', value: <MemberWords values={values} part="guardianId" oldmanId={oldmanId} /> },
                {
                  label: '合同期限',
                  value: `${textIn(values, 'contractStart') ?? '—'} 至 ${textIn(values, 'contractEnd') ?? '—'}`,
                },
                { label: '合同编号', value: textIn(values, 'contractNo') },
                { label: '应收押金', value: `${moneyText(fenIn(values, 'depositFen') ?? 0)} 元` },
                { label: '缴费日', value: `每月 ${String(values.payDay ?? 1)} 日` },
              ],
            },
          ]}
        />
      )}
      result={(values) => {
        const sum = sumFees(feesIn(values), choices)
        return sum.monthFen > 0 ? (
          <>
            每月{sum.rough && '约'} <b>{moneyText(sum.monthFen)}</b> 元，押金{' '}
            {moneyText(fenIn(values, 'depositFen') ?? 0)} 元
          </>
        ) : null
      }}
    />
  )
}
