// Handlers of the reminders.
import { remind } from '#contract/administration/remind'
import { implement } from '#server/kit/implement'
import { deal } from './remindDeal.ts'
import { freshen } from './remindMake.ts'
import { addOwn, removeOwn, saveOwn } from './remindOwn.ts'
import { countReminders, listReminders, oneReminder, reminderDetail } from './remindRead.ts'
import { resetRule, ruleChoices, saveRule, shownRules } from './remindRules.ts'

export default implement(remind, {
  list: async (q, who) => {
    await freshen(who.app, who.orgId)
    return listReminders(who, q)
  },
  counts: async (_, who) => {
    await freshen(who.app, who.orgId)
    return countReminders(who)
  },
  get: ({ remindId }, who) => reminderDetail(who, remindId),
  add: async (input, who) => oneReminder(who, await who.tx((tx) => addOwn(tx, who, input))),
  save: async (input, who) => {
    await who.tx((tx) => saveOwn(tx, who, input))
    return oneReminder(who, input.remindId)
  },
  remove: async ({ remindId }, who) => {
    await who.tx((tx) => removeOwn(tx, who, remindId))
    return null
  },
  editStatus: async ({ remindId, ...input }, who) => {
    await who.tx((tx) => deal(tx, who, { ...input, remindIds: [remindId] }))
    return oneReminder(who, remindId)
  },
  batch: (input, who) => who.tx(async (tx) => ({ count: await deal(tx, who, input) })),
  rules: (_, who) => shownRules(who.app.pool, who.orgId),
  choices: (_, who) => ruleChoices(who),
  saveRule: (input, who) => who.tx((tx) => saveRule(tx, who, input)),
  resetRule: ({ source }, who) => who.tx((tx) => resetRule(tx, who, source)),
})
