// Another bed from a day on. A day to come is agreed now and applied by itself when it comes; the present bed calls off
// what was agreed.
import { residence } from '#contract/live/residence'
import { NextBill } from '#web/areas/expense/public'
import { bedPathText } from '#web/areas/live/marks.part'
import { today } from '#web/areas/live/residence/days'
import { moneyText } from '#web/kit/fields/money'
import { yesNo } from '#web/kit/fields/option'
import type { Values } from '#web/kit/form/SchemaForm'
import { bedFeeFrom } from './bedFee.part.tsx'
import type { FeeLine } from './fees.ts'
import { bedField, levelField, reasonField } from './fields.part.tsx'
import { Effects, type MoveAt, MoveForm } from './moveForm.part.tsx'
import { useLatestMove, useLevels } from './settings.ts'
import { textIn } from './settling.part.tsx'

export const presentSince = ({ stays, startDate }: MoveAt['detail'], now: string): string =>
  stays[0]?.beds.find((bed) => bed.kind === 'STAY' && bed.fromDate <= now && (bed.toDate === null || bed.toDate > now))
    ?.fromDate ??
  startDate ??
  now

export function AdjustBedDrawer({ at }: { at: MoveAt }) {
  const { detail, request } = at
  const now = today()
  const levels = useLevels()
  const latest = useLatestMove(now)
  const earliest = presentSince(detail, now)
  const planned = detail.plannedMove
  const same = (values: Values) => values.bedId === detail.bedId && Boolean(values.wholeRoom) === detail.wholeRoom
  return (
    <MoveForm
      at={at}
      call={residence.calls.adjustBed}
      verb="调床"
      review="bedChange"
      anyway="仍然更换"
      done={`${detail.oldmanName}的床位已调整`}
      width={720}
      columns={2}
      initial={{ bedId: request.bedId ?? null!, effectiveDate: now, wholeRoom: detail.wholeRoom }}
      {...(planned && {
        effects: (
          <Effects
            title="已有约定"
            effects={[
              <>
                <b>{planned.fromDate}</b> 起调到 <b>{bedPathText(planned.bedPath)}</b>，届时自动生效
              </>,
              '选另一张床位会取代这个约定；选现在的床位就是取消约定',
            ]}
          />
        ),
      })}
      result={(values) => {
        const day = values.effectiveDate as string | null
        const next = levels.find((one) => one.levelId === values.levelId)
        if (!values.bedId) return null
        if (same(values)) return planned ? '取消约定，留在现在的床位' : null
        return (
          <>
            {day && day > now
              ? `${day} 自动生效，之前仍住现在的床位`
              : `${detail.review.bedChange ? '审核通过后' : '提交后立即'}生效，原床位腾出`}
            {next && `；护理费每月 ${moneyText(next.priceFen)} 元`}
          </>
        )
      }}
      below={(values) => (
        <NextBill
          oldmanId={detail.oldmanId}
          assume={{
            day: textIn(values, 'effectiveDate'),
            bedId: textIn(values, 'bedId'),
            levelId: textIn(values, 'levelId'),
            bedFee: (values.bedFee as FeeLine | null | undefined) ?? null,
          }}
        />
      )}
      fields={{
        bedId: {
          as: bedField({ row: detail, day: 'effectiveDate', present: detail.bedId }),
          wide: true,
          check: (value, values) =>
            value && same({ ...values, bedId: value }) && !planned ? '已在这张床位，请选择另一张' : null,
        },
        effectiveDate: {
          props: { from: earliest, to: latest },
          check: (value) => {
            if (!value) return null
            if (value < earliest) return `不能早于住进现在床位的 ${earliest}`
            return value > latest ? `最多提前到 ${latest}` : null
          },
        },
        bedFee: {
          title: '新床位费',
          as: bedFeeFrom('bedId', detail.stays[0]?.fees ?? []),
          hint: '从生效日起计，不选则按原来的价格',
        },
        levelId: { as: levelField, placeholder: '不变', hint: `现在：${detail.levelName ?? '无'}` },
        wholeRoom: { as: yesNo, hint: '占用整间，房内其他床位不再给别人' },
        reason: reasonField('如：需要离护理站更近'),
      }}
    />
  )
}
