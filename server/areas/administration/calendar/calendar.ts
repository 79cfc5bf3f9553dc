// The calendar of a person, on the page and on the telephone.
import { calendar } from '#contract/administration/calendar'
import { dayText } from '#contract/kit/clock'
import { implement } from '#server/kit/implement'
import { feedOf, makeFeed, readFeed, revokeFeed } from './calendarFeed.ts'
import { checkPeriod, seenBy, shownEntries } from './calendarRead.ts'

export default implement(calendar, {
  list: async (period, who) => {
    checkPeriod(period)
    return { today: dayText(), ...shownEntries(await seenBy(who, period)) }
  },
  feed: (_, who) => feedOf(who),
  makeFeed: ({ titles }, who) => makeFeed(who, titles === true),
  revokeFeed: async (_, who) => {
    await revokeFeed(who)
    return null
  },
  read: ({ secret }, who) => readFeed(who, secret),
})
