// What a line of a bill is about: the path of a bed is read with › as everywhere, other words stand as they are.
import { pathWords } from '#contract/platform/placeNames'

export const specText = (spec: string | null) => (spec === null ? null : pathWords(spec))
