// A trial that lasts longer: old end, new end, why.
import { residence } from '#contract/live/residence'
import { addDays, daysBetween } from '#web/areas/live/residence/days'
import { reasonField } from './fields.part.tsx'
import { Effects, type MoveAt, MoveForm } from './moveForm.part.tsx'

const LONGER = 14
/** Longer trials are rare enough to say so. */
const USUAL = 30
const LONGEST = 180

export function ExtendTrialDrawer({ at }: { at: MoveAt }) {
  const { detail } = at
  const stay = detail.stays[0]
  const end = detail.trialEnd ?? detail.startDate ?? ''
  const start = stay?.trialStart ?? detail.startDate
  return (
    <MoveForm
      at={at}
      call={residence.calls.extendTrial}
      verb="延长试住"
      done={`${detail.oldmanName}的试住已延长`}
      columns={1}
      effects={
        <Effects
          title="现在"
          effects={[
            <>
              试住 <b>{start}</b> 至 <b>{end}</b>
            </>,
            '床位、护理等级和费用不变，试住按天计费',
          ]}
        />
      }
      initial={{ trialEnd: addDays(end, LONGER) }}
      result={(values) => {
        const next = values.trialEnd as string | null
        if (!next || !start || next <= end) return null
        const whole = daysBetween(start, next) + 1
        return (
          <span className={whole > USUAL ? 'yy-near-amber' : undefined}>
            再住 {daysBetween(end, next)} 天，试住共 {whole} 天{whole > USUAL && '，超过通常的 30 天'}
          </span>
        )
      }}
      fields={{
        trialEnd: {
          props: { from: addDays(end, 1) },
          check: (value) => {
            if (!value) return null
            if (value <= end) return `应晚于原来的 ${end}`
            return start && value > addDays(start, LONGEST) ? `试住最长 ${LONGEST} 天` : null
          },
        },
        reason: reasonField('如：家属希望再观察两周'),
      }}
    />
  )
}
