// What a trial and a check-in have in common: bed, level, fees and who answers for the resident.

import type { Fen } from '#contract/kit/money'
import type { ResidenceDetailData } from '#contract/live/residence'
import { ResidenceStatus } from '#contract/live/resident'
import { useBedChoice } from '#web/areas/live/residence/bedPicker.part'
import type { Values } from '#web/kit/form/SchemaForm'
import { useFeeChoices } from './fees.part.tsx'
import { type FeeFacts, type FeeGround, type FeeLine, followFees, linesOf, suggestedFees } from './fees.ts'
import { useLevels } from './settings.ts'

export interface Settling {
  facts: FeeFacts
  /** Lists that the form is filled from are there. */
  ready: boolean
}

export function useSettling(detail: ResidenceDetailData, day: string): Settling {
  const choices = useFeeChoices()
  const levels = useLevels()
  const beds = useBedChoice(day, detail.oldmanId)
  return {
    facts: { choices, levels, beds: beds.data ?? [] },
    ready: choices.length > 0 && levels.length > 0 && (beds.data !== undefined || beds.error !== null),
  }
}

export const groundOf = (values: Values): FeeGround => ({
  bedId: values.bedId as string | null | undefined,
  levelId: values.levelId as string | null | undefined,
  wholeRoom: values.wholeRoom as boolean | null | undefined,
})

/** Fees of the running trial, or what the price list suggests. */
export function firstFees(detail: ResidenceDetailData, facts: FeeFacts, ground: FeeGround): FeeLine[] {
  const running = detail.status === ResidenceStatus.is.trial ? linesOf(detail.stays[0]?.fees ?? []) : []
  return running.length > 0 ? running : suggestedFees(facts, ground)
}

const GROUND = ['bedId', 'levelId', 'wholeRoom']

/** The fees follow bed, level and whole room. */
export function followGround(changed: Values, all: Values, facts: FeeFacts): Values | undefined {
  if (!GROUND.some((name) => name in changed)) return undefined
  return { fees: followFees((all.fees as FeeLine[] | null) ?? [], facts, groundOf(all)) }
}

export const feesIn = (values: Values): FeeLine[] => (values.fees as FeeLine[] | null | undefined) ?? []
export const fenIn = (values: Values, name: string): Fen | null => (values[name] as Fen | null | undefined) ?? null
export const textIn = (values: Values, name: string): string | null =>
  (values[name] as string | null | undefined) || null
