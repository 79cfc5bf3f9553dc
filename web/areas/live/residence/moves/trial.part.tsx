// A trial: bed and days, care and fees, whom to call; then everything once more.
import { useState } from 'react'
import { residence } from '#contract/live/residence'
import { BookingTo } from '#contract/live/residenceWords'
import { NextBill } from '#web/areas/expense/public'
import { addDays, daysBetween, today } from '#web/areas/live/residence/days'
import { moneyText } from '#web/kit/fields/money'
import { radioOf, yesNo } from '#web/kit/fields/option'
import { useCall } from '#web/kit/query'
import { AddMember, memberField, memberFor, useFamily } from './family.part.tsx'
import { FeeSummary, feesField, useFeeChoices } from './fees.part.tsx'
import { feeProblem, sumFees } from './fees.ts'
import { bedField, levelField, remarkField, saleField } from './fields.part.tsx'
import { Effects, type MoveAt } from './moveForm.part.tsx'
import { BedWords, LevelWords, MemberWords, Review } from './review.part.tsx'
import { feesIn, firstFees, followGround, textIn, useSettling } from './settling.part.tsx'
import { StepsDrawer } from './steps.part.tsx'
import { Waiting } from './waiting.part.tsx'

/** Until the setting is known. */
const USUAL = 30
const LONGEST = 180

export function TrialDrawer({ at }: { at: MoveAt }) {
  const [day] = useState(today)
  const settling = useSettling(at.detail, day)
  const people = useFamily(at.detail.oldmanId)
  const setting = useCall(residence.calls.setting, {})
  const waits = [people, setting].some((one) => one.data === undefined && one.error === null)
  if (!settling.ready || waits) return <Waiting at={at} />
  return <Filling at={at} day={day} settling={settling} trialDays={setting.data?.trialDays ?? USUAL} />
}

interface FillingProps {
  at: MoveAt
  day: string
  settling: ReturnType<typeof useSettling>
  trialDays: number
}

function Filling({ at, day, settling, trialDays }: FillingProps) {
  const { detail, request } = at
  const { oldmanId } = detail
  // Of this reservation, or left of one that lapsed.
  const booking = detail.reservation?.bookingFen ?? detail.looseFen ?? 0
  const people = useFamily(oldmanId).data
  const choices = useFeeChoices()
  const [initial] = useState(() => {
    const ground = {
      bedId: request.bedId ?? detail.reservation?.bedId ?? null!,
      levelId: detail.levelId ?? null!,
      wholeRoom: false,
    }
    return {
      ...ground,
      trialStart: day,
      trialEnd: addDays(day, trialDays - 1),
      fees: firstFees(detail, settling.facts, ground),
      payerId: memberFor(people, 'payer'),
      emergencyId: memberFor(people, 'emergency'),
      custody: false,
      saleId: detail.reservation?.saleId ?? null,
      bookingTo: 'DEPOSIT' as const,
    }
  })
  return (
    <StepsDrawer
      at={at}
      call={residence.calls.trial}
      verb="办理试住"
      anyway="仍然试住"
      done={`${detail.oldmanName}已开始试住`}
      initial={initial}
      follow={(changed, all) => {
        const start = changed.trialStart as string | null | undefined
        return {
          ...followGround(changed, all, settling.facts),
          ...(start && { trialEnd: addDays(start, trialDays - 1) }),
        }
      }}
      steps={[
        {
          title: '床位与日期',
          fields: {
            trialStart: {
              props: { to: day },
              hint: '将来的日期请用预订',
              check: (value) => (value && value > day ? '不能晚于今天，将来试住请用预订' : null),
            },
            trialEnd: {
              hint: `通常 ${trialDays} 天，可以延长`,
              check: (value, values) => {
                const start = textIn(values, 'trialStart')
                if (!value || !start) return null
                if (value <= start) return '应晚于试住开始'
                return value > addDays(start, LONGEST) ? `试住最长 ${LONGEST} 天` : null
              },
            },
            bedId: { as: bedField({ row: detail, day: 'trialStart' }), wide: true },
            wholeRoom: { as: yesNo, hint: '占用整间，房内其他床位不再给别人' },
          },
        },
        {
          title: '护理与费用',
          fields: {
            levelId: { as: levelField },
            fees: { as: feesField, title: '费用项目', wide: true, check: (value) => feeProblem(value as never) },
          },
        },
        {
          title: '责任人',
          fields: {
            payerId: { as: memberField(oldmanId, 'payer') },
            emergencyId: { as: memberField(oldmanId, 'emergency') },
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
          <Effects
            effects={[
              '状态转为“试住”，床位显示“试住”',
              '按实际天数计费，到期前提醒：转正、延长或离院',
              ...(detail.reservation ? ['预订同时用掉'] : []),
            ]}
          />
          <FeeSummary lines={feesIn(values)} />
        </>
      )}
      review={(values) => (
        <Review
          oldmanId={oldmanId}
          sex={detail.sex}
          values={values}
          day={textIn(values, 'trialStart') ?? day}
          below={
            <NextBill
              oldmanId={oldmanId}
              assume={{
                day: textIn(values, 'trialStart'),
                bedId: textIn(values, 'bedId'),
                levelId: textIn(values, 'levelId'),
                fees: feesIn(values),
                checkIn: true,
                trial: true,
              }}
            />
          }
          parts={[
            {
              title: '床位与日期',
              facts: [
                { label: '床位', value: <BedWords values={values} day={day} oldmanId={oldmanId} />, wide: true },
                {
                  label: '试住',
                  value: `${textIn(values, 'trialStart') ?? '—'} 至 ${textIn(values, 'trialEnd') ?? '—'}`,
                },
                { label: '护理等级', value: <LevelWords values={values} /> },
              ],
            },
            {
              title: '责任人',
              facts: [
                { label: '付费人', value: <MemberWords values={values} part="payerId" oldmanId={oldmanId} /> },
                { label: '紧急联系人', value: <MemberWords values={values} part="emergencyId" oldmanId={oldmanId} /> },
              ],
            },
          ]}
        />
      )}
      result={(values) => {
        const start = textIn(values, 'trialStart')
        const end = textIn(values, 'trialEnd')
        const sum = sumFees(feesIn(values), choices)
        return (
          <>
            {start && end && end >= start && `试住 ${daysBetween(start, end) + 1} 天`}
            {sum.monthFen > 0 && `，每月${sum.rough ? '约' : ''} ${moneyText(sum.monthFen)} 元`}
          </>
        )
      }}
    />
  )
}
