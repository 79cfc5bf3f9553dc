// The floors of the house one below the other, as far as they are seen.
import { type Ref, type RefObject, useImperativeHandle, useLayoutEffect } from 'react'
import { FloorSection } from './floor.part.tsx'
import { type MapFloor, type MapGrid, MEASURES } from './layout.ts'
import { useSeen } from './seen.ts'
import type { CareByElder } from './useCare.ts'
import type { StatusNames } from './words.ts'

export interface PlanHandle {
  /** Draws a bed, wherever it lies. */
  reach(bedId: string): void
}

interface PlanProps {
  ref: Ref<PlanHandle>
  area: RefObject<HTMLElement | null>
  floors: readonly MapFloor[]
  grid: MapGrid
  names: StatusNames
  now: number
  today: string
  /** Beds that are looked for; null: all. */
  hits: ReadonlySet<string> | null
  care: CareByElder
  /** The bed that must not leave the page. */
  kept(): string | null
  /** Other cells are on the page now. */
  onDrawn(): void
}

export function Plan({ ref, area, floors, grid, names, now, today, hits, care, kept, onDrawn }: PlanProps) {
  const { plan, drawn, reach } = useSeen(area, floors, grid, hits === null ? 0 : MEASURES.filter, kept)
  useImperativeHandle(ref, () => ({ reach }), [reach])
  // biome-ignore lint/correctness/useExhaustiveDependencies: told whenever other cells are there
  useLayoutEffect(onDrawn, [plan, drawn, onDrawn])
  return plan.floors.map((one) => {
    const bands = one.above.length + one.below.length
    const within = (at: number) => Math.min(bands, Math.max(0, at - one.first))
    return (
      <FloorSection
        key={one.floor.key}
        plan={one}
        from={within(drawn.from)}
        to={within(drawn.to)}
        kept={drawn.kept >= one.first && drawn.kept < one.first + bands ? drawn.kept - one.first : -1}
        grid={grid}
        names={names}
        now={now}
        today={today}
        hits={hits}
        care={care}
      />
    )
  })
}
