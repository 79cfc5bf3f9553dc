// The drawer while its lists come.
import { SideDrawer } from '#web/kit/parts/SideDrawer'
import { BlockBones, useLate } from '#web/kit/parts/Skeleton'
import { type MoveAt, MoveHead, titleOf } from './moveForm.part.tsx'

/** Lists come quicker as a rule; a drawer that slides in twice is worse than none for a moment. */
export const SLOW = 400

export function Waiting({ at }: { at: MoveAt }) {
  const late = useLate(true, SLOW)
  if (!late) return null
  return (
    <SideDrawer open={at.open} title={titleOf(at)} width={960} onClose={at.onClose}>
      <MoveHead at={at} />
      <BlockBones lines={10} />
    </SideDrawer>
  )
}
