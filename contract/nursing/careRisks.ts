// What whoever stands at the bed has to beware of, in words: the same on the board and at the bedside.
import { AttentionNote, isRiskMark, ResidentNote } from '#contract/live/resident'

/** The other notes, who pays among them, stand beside the name and are no risk. */
const { dementia, violence, suicide } = AttentionNote.is
const DANGERS: ReadonlySet<number> = new Set([dementia, violence, suicide])

export const careRisks = (elder: { attention: readonly number[]; allergies: readonly string[] }): string[] => [
  ...elder.attention
    .filter((note) => DANGERS.has(note) || isRiskMark(note))
    .map((note) => ResidentNote.label(note as 1)),
  ...elder.allergies.map((one) => `${one}过敏`),
]
