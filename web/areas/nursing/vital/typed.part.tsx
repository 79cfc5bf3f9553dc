// Values while they are typed: amber or red as the server will judge them, and the last one below.
import { useMemo } from 'react'
import { dayText } from '#contract/kit/clock'
import { READ_VITALS, vital } from '#contract/nursing/vital'
import type { VitalJudged } from '#contract/nursing/vitalJudge'
import type { VitalField, VitalValues } from '#contract/nursing/vitalKinds'
import { useMay } from '#web/kit/permission'
import { useCall } from '#web/kit/query'
import { judgeTyped, lastWords, whyWords } from './judging.ts'

const STALE_MS = 60_000

export interface TypedSign {
  judged: VitalJudged | undefined
  /** 上次 36.5（11-17 07:05） */
  last: string | null
}

/** `oldmanId` null: nothing is measured here, and nothing is asked for. */
export function useTypedSigns(oldmanId: string | null, values: VitalValues): (field: VitalField) => TypedSign {
  const enabled = useMay()(READ_VITALS)
  const today = dayText()
  const input = useMemo(() => oldmanId && { oldmanId, startDate: today, endDate: today }, [oldmanId, today])
  const { data } = useCall(vital.calls.elder, input || null, { enabled, silent: true, staleTime: STALE_MS })
  const judged = data ? judgeTyped(values, data, data.houseLimits) : []
  return (field) => ({
    judged: judged.find((one) => one.field === field),
    last: data ? lastWords(field, data.last) : null,
  })
}

const STATUS = { normal: undefined, yellow: 'warning', red: 'error' } as const
const TONE = { normal: 'yy-second', yellow: 'yy-amber', red: 'yy-red' } as const

/** For the field itself. */
export const statusOf = ({ judged }: TypedSign) => {
  const status = STATUS[judged?.grade ?? 'normal']
  return status ? { status } : {}
}

/** Below the field: what is wrong with it, else what it was the last time. */
export function SignHint({ sign: { judged, last } }: { sign: TypedSign }) {
  const grade = judged?.grade ?? 'normal'
  if (grade === 'normal') return last ? <span className="yy-small yy-second">{last}</span> : null
  return (
    <span className={`yy-small ${TONE[grade]}`} role="status">
      {whyWords(judged!)}
      {last && <span className="yy-second yy-block">{last}</span>}
    </span>
  )
}
