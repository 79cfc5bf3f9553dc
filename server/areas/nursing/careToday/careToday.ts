// Handlers of what other pages show of the care.
import { careToday } from '#contract/nursing/careToday'
import { implement } from '#server/kit/implement'
import { careOfElder, careOfElders } from './careTodayRead.ts'

export default implement(careToday, {
  elders: (_, who) => careOfElders(who),
  elder: ({ oldmanId }, who) => careOfElder(who, oldmanId),
})
