// The settings under the hand: what was changed against what is stored, and a house's own words against those of the kind.
import type { Kind } from '#contract/nursing/assess/kind'
import { wordsOf } from '#contract/nursing/assess/words'
import type { WordsData } from '#contract/nursing/assessFields'
import type { AssessSettingData, KindSettingData, LevelMapData } from '#contract/nursing/assessSetting'

export interface Edited {
  kinds: readonly KindSettingData[]
  levels: readonly LevelMapData[]
  raiseTogether: AssessSettingData['raiseTogether']
  workerDayMinutes: number
}

export const editedOf = ({ kinds, levels, raiseTogether, workerDayMinutes }: AssessSettingData): Edited => ({
  kinds,
  levels,
  raiseTogether,
  workerDayMinutes,
})

const kindText = ({ enabled, expected, months }: KindSettingData) => `${enabled} ${expected} ${months}`

/** Only what is other than it was: two people who change different kinds do not undo each other. */
export function changesOf(before: Edited, now: Edited) {
  const kinds = now.kinds
    .filter((one, at) => kindText(one) !== kindText(before.kinds[at]!))
    .map(({ kind, enabled, expected, months }) => ({ kind, enabled, expected, months }))
  const levels = now.levels
    .filter((one, at) => one.nursingLevelId !== before.levels[at]!.nursingLevelId)
    .map(({ kind, level, nursingLevelId }) => ({ kind, level, nursingLevelId }))
  const raise = now.raiseTogether !== before.raiseTogether ? now.raiseTogether : null
  const minutes = now.workerDayMinutes !== before.workerDayMinutes ? now.workerDayMinutes : null
  return {
    count: kinds.length + levels.length + (raise ? 1 : 0) + (minutes ? 1 : 0),
    body: {
      ...(kinds.length > 0 && { kinds }),
      ...(levels.length > 0 && { levels }),
      ...(raise && { raiseTogether: raise }),
      ...(minutes && { workerDayMinutes: minutes }),
    },
  }
}

/** Texts that differ from the kind's own; the rest follows the kind. */
export function ownWords(kind: Kind, typed: Readonly<Record<string, string>>): WordsData[] {
  return wordsOf(kind).flatMap(({ key, text, mayBeEmpty }) => {
    const said = typed[key]?.trim()
    if (said === undefined || said === text || (said === '' && !mayBeEmpty)) return []
    return [{ key, text: said }]
  })
}

export const typedOf = (words: readonly WordsData[]): Record<string, string> =>
  Object.fromEntries(words.map(({ key, text }) => [key, text]))
