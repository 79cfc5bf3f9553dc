// Two levels, project by project.
import { frequencyWords } from '#contract/nursing/frequency'
import type { LevelProjectData } from '#contract/nursing/level'

export interface Compared {
  projectId: string
  projectName: string
  categoryName: string
  words: readonly [string | null, string | null]
}

/** Every project of either, in the order of the catalogue. */
export function comparedOf(
  catalogue: readonly { projectId: string }[],
  a: readonly LevelProjectData[],
  b: readonly LevelProjectData[],
): Compared[] {
  const [inA, inB] = [new Map(a.map((one) => [one.projectId, one])), new Map(b.map((one) => [one.projectId, one]))]
  const wordsOf = (one: LevelProjectData | undefined) => (one ? frequencyWords(one) : null)
  return catalogue.flatMap(({ projectId }) => {
    const [left, right] = [inA.get(projectId), inB.get(projectId)]
    const known = left ?? right
    if (!known) return []
    const { projectName, categoryName } = known
    return [{ projectId, projectName, categoryName, words: [wordsOf(left), wordsOf(right)] as const }]
  })
}

/** Also where only the times of day are others. */
export const differs = ({ words: [a, b] }: Compared) => a !== b
