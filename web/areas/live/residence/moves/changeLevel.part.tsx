// Another nursing level from a day on: old → new with what it costs.
import type { ResidenceDetailData } from '#contract/live/residence'
import { residence } from '#contract/live/residence'
import { NextBill } from '#web/areas/expense/public'
import { today } from '#web/areas/live/residence/days'
import { moneyText } from '#web/kit/fields/money'
import type { Values } from '#web/kit/form/SchemaForm'
import { Change } from '#web/kit/parts/Timeline'
import { levelField, reasonField } from './fields.part.tsx'
import { Effects, type MoveAt, MoveForm } from './moveForm.part.tsx'
import { useLatestMove, useLevels } from './settings.ts'
import { textIn } from './settling.part.tsx'

const signed = (fen: number) => (fen > 0 ? `+${moneyText(fen)}` : moneyText(fen))

/** 半护理 → 全护理，护理费每月 1,800.00 → 2,600.00（+800.00） */
export function LevelChange({ detail, values }: { detail: ResidenceDetailData; values: Values }) {
  const levels = useLevels()
  const from = levels.find((one) => one.levelId === detail.levelId)
  const to = levels.find((one) => one.levelId === values.levelId)
  if (!to || to.levelId === detail.levelId) return null
  // The price agreed for this stay may differ from the list.
  const before = from?.priceFen ?? 0
  return (
    <span>
      <Change from={detail.levelName ?? '无'} to={to.levelName} />
      {`，护理费每月 ${moneyText(before)} → ${moneyText(to.priceFen)} 元（${signed(to.priceFen - before)}）`}
    </span>
  )
}

export function ChangeLevelDrawer({ at }: { at: MoveAt }) {
  const { detail } = at
  const now = today()
  const latest = useLatestMove(now)
  const planned = detail.plannedLevel
  return (
    <MoveForm
      at={at}
      call={residence.calls.changeLevel}
      verb="变更护理等级"
      done={`${detail.oldmanName}的护理等级已变更`}
      width={720}
      columns={2}
      initial={{ effectiveDate: now }}
      {...(planned && {
        effects: (
          <Effects
            title="已有约定"
            effects={[
              <>
                <b>{planned.fromDate}</b> 起改为 <b>{planned.levelName}</b>，届时自动生效；再次变更会取代这个约定
              </>,
            ]}
          />
        ),
      })}
      result={(values) => <LevelChange detail={detail} values={values} />}
      below={(values) => (
        <NextBill
          oldmanId={detail.oldmanId}
          assume={{ day: textIn(values, 'effectiveDate'), levelId: textIn(values, 'levelId') }}
        />
      )}
      fields={{
        levelId: {
          title: '新护理等级',
          as: levelField,
          hint: `现在：${detail.levelName ?? '无'}`,
          check: (value) => (value && value === detail.levelId && !planned ? '与现在的等级相同' : null),
        },
        effectiveDate: {
          props: { ...(detail.startDate && { from: detail.startDate }), to: latest },
          hint: '从这一天起按新等级护理和计费',
          check: (value) => {
            if (!value) return null
            if (detail.startDate && value < detail.startDate) return `不能早于入住日期 ${detail.startDate}`
            return value > latest ? `最多提前到 ${latest}` : null
          },
        },
        reason: reasonField('如：评估为重度失能'),
      }}
    />
  )
}
