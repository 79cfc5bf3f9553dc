// Exchange of shifts.
import { shiftExchange } from '#contract/administration/shiftExchange'
import { invalid } from '#contract/kit/refusal'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { partnersFor } from './exchangePartners.ts'
import {
  countExchanges,
  exchangeDetail,
  exchangePlan,
  minePlan,
  type StoredExchange,
  shownRows,
} from './exchangeSql.ts'
import { addExchange, moveExchange, remindExchange, withdrawExchange } from './exchangeWrite.ts'

export default implement(shiftExchange, {
  list: async (q, who) => {
    const found = await pageOfRows<StoredExchange>(who.app.pool, exchangePlan(who, q), q)
    return { ...found, list: await shownRows(who.app.pool, who, found.list) }
  },
  counts: (q, who) => countExchanges(who, q),
  mine: async (q, who) => {
    const found = await pageOfRows<StoredExchange>(who.app.pool, minePlan(who, q.side), q)
    return { ...found, list: await shownRows(who.app.pool, who, found.list) }
  },
  partners: ({ day }, who) => partnersFor(who, day),
  get: ({ exchangeId }, who) => exchangeDetail(who.app.pool, who, exchangeId),
  add: (input, who) => who.tx((tx) => addExchange(tx, who, input)),
  move: async (input, who) => {
    const { row, ended } = await who.tx((tx) => moveExchange(tx, who, input))
    // Its end is stored by now; whoever pressed is told why nothing was exchanged.
    if (ended !== null) throw invalid(ended)
    return row!
  },
  remind: ({ exchangeId }, who) => who.tx((tx) => remindExchange(tx, who, exchangeId)),
  withdraw: async ({ exchangeId }, who) => {
    await who.tx((tx) => withdrawExchange(tx, who, exchangeId))
    return null
  },
})
