// Everything that will be sent, in words, before it is.
import type { ReactNode } from 'react'
import { BedPath } from '#web/areas/live/marks.part'
import { sexWarning } from '#web/areas/live/residence/bedChoice'
import { useBedChoice } from '#web/areas/live/residence/bedPicker.part'
import type { Values } from '#web/kit/form/SchemaForm'
import { type Fact, Facts } from '#web/kit/parts/PageCard'
import { memberWords, useFamily } from './family.part.tsx'
import { useLevels } from './settings.ts'
import { textIn } from './settling.part.tsx'

interface ReviewProps {
  oldmanId: string
  sex: number
  values: Values
  day: string
  parts: readonly { title: string; facts: readonly Fact[] }[]
  /** Under everything: what it will cost. */
  below?: ReactNode
}

export function Review({ oldmanId, sex, values, day, parts, below }: ReviewProps) {
  const beds = useBedChoice(day, oldmanId).data ?? []
  const bed = beds.find((one) => one.bedId === values.bedId)
  const warning = bed && sexWarning(bed, sex)
  return (
    <>
      {parts.map((part, index) => (
        <section key={part.title}>
          <h5>
            <b>{index + 1}</b>
            {part.title}
          </h5>
          <Facts facts={part.facts} />
        </section>
      ))}
      {below && <section>{below}</section>}
      {(bed?.note || warning) && <p className="yy-near-amber">{[bed?.note, warning].filter(Boolean).join('；')}</p>}
    </>
  )
}

export function BedWords({ values, day, oldmanId }: { values: Values; day: string; oldmanId: string }): ReactNode {
  const bed = useBedChoice(day, oldmanId).data?.find((one) => one.bedId === values.bedId)
  return (
    <>
      <BedPath path={bed?.bedPath ?? null} />
      {values.wholeRoom ? '（包房）' : ''}
    </>
  )
}

export function LevelWords({ values }: { values: Values }): ReactNode {
  return useLevels().find((one) => one.levelId === values.levelId)?.levelName ?? '—'
}

export function MemberWords({ values, part, oldmanId }: { values: Values; part: string; oldmanId: string }): ReactNode {
  const id = textIn(values, part)
  const member = useFamily(oldmanId).data?.find((one) => one.familyId === id)
  return member ? memberWords(member) : '—'
}
