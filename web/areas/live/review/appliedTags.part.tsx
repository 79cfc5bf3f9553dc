// Beside a resident's status: what waits for a second person.
import type { ApplyKindValue } from '#contract/live/residenceApply'
import { StatusTag } from '#web/kit/parts/StatusTag'

/** Short: they stand in a narrow column. */
const WORDS: Readonly<Record<ApplyKindValue, string>> = { bedChange: '调床待审核', checkOut: '退住待审核' }

export const AppliedTags = ({ kinds }: { kinds: readonly ApplyKindValue[] }) =>
  kinds.map((kind) => (
    <StatusTag key={kind} family="amber">
      {WORDS[kind]}
    </StatusTag>
  ))
