// What was measured last and the limits of each elder, kept on the tablet with the day: shown under the steppers and used to
// judge while somebody types, with or without network.
import { useCallback, useEffect, useState } from 'react'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { vital } from '#contract/nursing/vital'
import type { VitalJudged } from '#contract/nursing/vitalJudge'
import { type VitalField, type VitalValues, vitalText } from '#contract/nursing/vitalKinds'
import { type Background, judgeTyped } from '#web/areas/nursing/vital/judging'
import { send } from '#web/kit/call'
import { CallError } from '#web/kit/callError'
import { keepAnswer, keptAnswer } from '#web/offline/offlineDb'

type Ward = Awaited<ReturnType<typeof ask>>
const ask = () => send(vital.calls.ward, {}, { silent: true, handles: () => true })

export interface ElderVitals {
  judge(values: VitalValues): VitalJudged[]
  /** 上次 128 · 昨天 15:02; null: never measured of late. */
  last(field: VitalField): string | null
}

/** 今天 07:05, 昨天 15:02, 11-12 07:05 */
export function whenWords(at: string, now: string): string {
  const clock = at.slice(11, 16)
  const day = at.slice(0, 10)
  if (day === now.slice(0, 10)) return `今天 ${clock}`
  return day === dayText(momentOf(now) - DAY_MS) ? `昨天 ${clock}` : `${at.slice(5, 10)} ${clock}`
}

const KEY = 'vitals'
const ASK_MS = 10 * 60_000

/** `wanted`: somebody on this tablet has something to measure today. */
export function useVitals(user: string, wanted: boolean, now: string): (oldmanId: string) => ElderVitals | null {
  const [ward, setWard] = useState<Ward | null>(null)
  useEffect(() => {
    if (!wanted) return
    let gone = false
    const refresh = async () => {
      try {
        const answer = await ask()
        if (gone) return
        setWard(answer)
        await keepAnswer(user, KEY, answer)
      } catch (error) {
        // Without network, or without the right to read signs: the steppers work as they are.
        if (!(error instanceof CallError)) throw error
      }
    }
    void keptAnswer<Ward>(user, KEY).then((kept) => {
      if (kept && !gone) setWard((before) => before ?? kept.data)
    })
    void refresh()
    const timer = window.setInterval(() => void refresh(), ASK_MS)
    return () => {
      gone = true
      window.clearInterval(timer)
    }
  }, [user, wanted])
  return useCallback(
    (oldmanId) => {
      const elder: Background | undefined = ward?.rows.find((row) => row.oldmanId === oldmanId)
      if (!ward || !elder) return null
      return {
        judge: (values) => judgeTyped(values, elder, ward.houseLimits),
        last: (field) => {
          const one = elder.last.find((value) => value.field === field)
          return one ? `上次 ${vitalText(field, one.value)} · ${whenWords(one.at, now)}` : null
        },
      }
    },
    [ward, now],
  )
}
