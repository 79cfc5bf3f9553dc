// Answers of invented assessments: drawn until the sheet comes to the level it should, so that every score of the
// demonstration is one the engine gives.
import { assess } from '#contract/nursing/assess/engine'
import type { Answers, Inputs, Kind } from '#contract/nursing/assess/kind'
import type { Chance } from '#server/kit/chance'

const TRIES = 60

/** One option of each item, the worse the higher `loss` (0 to 1) is. */
function draw(kind: Kind, luck: Chance, loss: number): Answers {
  return Object.fromEntries(
    kind.sections.flatMap((section) =>
      section.items.map((item): [string, string] => {
        const sorted = item.options.toSorted((a, b) =>
          section.direction === 'higherIsBetter' ? b.score - a.score : a.score - b.score,
        )
        const at = loss * (sorted.length - 1) + (luck.below(100) - 50) / 70
        return [item.key, sorted[Math.max(0, Math.min(sorted.length - 1, Math.round(at)))]!.key]
      }),
    ),
  )
}

const bestOf = (kind: Kind): Answers =>
  Object.fromEntries(
    kind.sections.flatMap((section) =>
      section.items.map((item): [string, string] => {
        const sorted = item.options.toSorted((a, b) => a.score - b.score)
        return [item.key, (section.direction === 'higherIsBetter' ? sorted.at(-1) : sorted[0])!.key]
      }),
    ),
  )

/** Stated, and none of them there; `dementia` where it was diagnosed. */
export const inputsOf = (kind: Kind, dementia: boolean): Inputs =>
  Object.fromEntries(
    kind.inputs
      .filter((one) => !one.fromKind && !one.fromField)
      .map((one) => [one.key, dementia && one.key === 'dementia' ? 1 : 0]),
  )

/** Answers that come to the level; null where no draw did. */
export function answersFor(kind: Kind, luck: Chance, level: number, inputs: Inputs): Answers | null {
  const comesTo = (answers: Answers) => assess(kind, answers, inputs).final.level
  let low = 0
  let high = 1
  if (level === 0 && comesTo(bestOf(kind)) === 0) return bestOf(kind)
  for (let i = 0; i < TRIES; i++) {
    const loss = (low + high) / 2
    const answers = draw(kind, luck, loss)
    const found = comesTo(answers)
    if (found === level) return answers
    if (found === null) continue
    if (found > level) high = Math.max(loss, low + 0.02)
    else low = Math.min(loss, high - 0.02)
    // Chance may have led astray.
    if (i % 12 === 11) [low, high] = [0, 1]
  }
  return null
}
