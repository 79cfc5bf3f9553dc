// All cards of the house read one answer, asked for every minute and at once when something has changed.
import { wall } from '#contract/home/wall'
import { residence } from '#contract/live/residence'
import { invalidate, useCall } from '#web/kit/query'
import { useEvent } from '#web/kit/realtime'
import './house.css'

const MINUTE = 60_000

export function useWall() {
  useEvent(residence.events.changed, () => void invalidate(wall))
  return useCall(wall.calls.figures, {}, { silent: true, refetchInterval: MINUTE })
}
