// Handlers of the handover.
import { type HandoverRowData, handover } from '#contract/nursing/handover'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { elderHandovers, listPlan, sheetOf, shiftPage } from './handoverRead.ts'
import { addToSheet, giveSheet, sendBackSheet, takeSheet } from './handoverSign.ts'
import { openSheet, removeSheet, saveSheet, writeNote } from './handoverWrite.ts'

/** The act, and the sheet as it is then. */
const acting =
  <Input>(act: (tx: Tx, who: Caller, input: Input) => Promise<string>) =>
  (input: Input, who: Caller) =>
    who.tx(async (tx) => sheetOf(tx.client, who, await act(tx, who, input)))

export default implement(handover, {
  list: (q, who) => pageOfRows<HandoverRowData>(who.app.pool, listPlan(who, q), q),
  shifts: (q, who) => shiftPage(who, q),
  ofElder: ({ oldmanId, size }, who) => elderHandovers(who.app.pool, who, oldmanId, size ?? 30),
  get: ({ sheetId }, who) => sheetOf(who.app.pool, who, sheetId),
  open: acting(openSheet),
  save: acting(saveSheet),
  note: (input, who) => who.tx((tx) => writeNote(tx, who, input)),
  give: acting(giveSheet),
  sendBack: acting(sendBackSheet),
  take: acting(takeSheet),
  add: acting(addToSheet),
  remove: async ({ sheetId }, who) => {
    await who.tx((tx) => removeSheet(tx, who, sheetId))
    return null
  },
})
