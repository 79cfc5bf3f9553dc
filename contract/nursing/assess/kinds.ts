// All kinds. A further one is a file in kinds/ and a line here.
import type { Kind } from '#contract/nursing/assess/kind'
import { braden } from '#contract/nursing/assess/kinds/braden'
import { chokingChecklist } from '#contract/nursing/assess/kinds/chokingChecklist'
import { easy } from '#contract/nursing/assess/kinds/easy'
import { morse } from '#contract/nursing/assess/kinds/morse'
import { nineHarms } from '#contract/nursing/assess/kinds/nineHarms'
import { of2013 } from '#contract/nursing/assess/kinds/of2013'
import { of2023 } from '#contract/nursing/assess/kinds/of2023'
import { of2023Plus } from '#contract/nursing/assess/kinds/of2023Plus'
import { wandering } from '#contract/nursing/assess/kinds/wandering'
import { waterSwallow } from '#contract/nursing/assess/kinds/waterSwallow'

export const abilityKinds: readonly Kind[] = [easy, of2013, of2023, of2023Plus]

/** The sheet over all nine harms first, then the scales about one of them. */
export const riskKinds: readonly Kind[] = [nineHarms, braden, morse, waterSwallow, chokingChecklist, wandering]

export const allKinds: readonly Kind[] = [...abilityKinds, ...riskKinds]

const byKey = new Map(allKinds.map((kind) => [kind.key, kind]))
const byType = new Map(abilityKinds.map((kind) => [kind.type, kind]))

export const kindOf = (key: string): Kind | undefined => byKey.get(key)

/** Whether two kinds ask the very same items: the plus of a standard and the standard itself. */
export const sameItems = (one: string, other: string): boolean =>
  kindOf(one) !== undefined && kindOf(one)?.sections === kindOf(other)?.sections

/** The kind of a number on the wire (AssessmentType). */
export function kindOfType(type: number): Kind {
  const found = byType.get(type)
  if (!found) throw new Error(`No kind of assessment has the number ${type}`)
  return found
}
