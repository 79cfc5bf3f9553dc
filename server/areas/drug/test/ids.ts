// Ids of medication that a plain sample does not reach.
import type { IdKnowledge } from '#server/kit/test/idKnowledge'
import { keepSamples } from './idsKeep.ts'
import { useSamples } from './idsUse.ts'

export default {
  samples: { ...keepSamples, ...useSamples },
} satisfies IdKnowledge
