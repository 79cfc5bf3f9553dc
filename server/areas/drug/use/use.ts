// Handlers of the use settings.
import { drugUse } from '#contract/drug/use'
import { implement } from '#server/kit/implement'
import { keptDrugs, listUses, oneUse } from './useRead.ts'
import { actOnMany, addUse, changeUse, removeUse } from './useWrite.ts'

export default implement(drugUse, {
  list: (query, who) => listUses(who, query),
  keep: (query, who) => keptDrugs(who, query),
  get: ({ useId }, who) => oneUse(who.app.pool, who, useId),
  add: (body, who) => who.tx(async (tx) => oneUse(tx.client, who, await addUse(tx, who, body))),
  save: (body, who) => who.tx(async (tx) => oneUse(tx.client, who, await changeUse(tx, who, body))),
  remove: async ({ useId }, who) => {
    await who.tx((tx) => removeUse(tx, who, useId))
    return null
  },
  many: async (body, who) => ({ count: await who.tx((tx) => actOnMany(tx, who, body)) }),
})
