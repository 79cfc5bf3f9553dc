// Handlers of the takes.
import { drugTake } from '#contract/drug/take'
import { implement } from '#server/kit/implement'
import { roundSetting } from './roundSetting.ts'
import { handle, putBack, recordLate, retry, undo } from './takeAfter.ts'
import { monthOf } from './takeMonth.ts'
import { monthBook } from './takeMonthExcel.ts'
import { check, record, setOut } from './takeMove.ts'
import { giveNeeded, recordEffect } from './takeNeeded.ts'
import { bringBack, outingDrugs, takeAlong } from './takeOuting.ts'
import { listTakes, oneTake, takenDrugs } from './takeRead.ts'
import { roundOf } from './takeRound.ts'
import { saveRoundSetting } from './takeSetting.ts'

export default implement(drugTake, {
  round: (query, who) => roundOf(who, query),
  list: (query, who) => listTakes(who, query),
  dict: ({ oldmanId }, who) => takenDrugs(who, oldmanId),
  month: (query, who) => monthOf(who, query),
  monthExcel: (query, who) => monthBook(who, query),
  setting: (_query, who) => roundSetting(who.app.pool, who.orgId),
  saveSetting: (body, who) => who.tx((tx) => saveRoundSetting(tx, who, body)),
  outing: ({ oldmanId }, who) => outingDrugs(who, oldmanId),
  get: ({ takeId }, who) => oneTake(who, takeId),
  add: (body, who) => who.tx((tx) => record(tx, who, body)),
  setOut: (body, who) => who.tx((tx) => setOut(tx, who, body)),
  check: (body, who) => who.tx((tx) => check(tx, who, body)),
  putBack: (body, who) => who.tx((tx) => putBack(tx, who, body)),
  retry: (body, who) => who.tx((tx) => retry(tx, who, body)),
  undo: (body, who) => who.tx((tx) => undo(tx, who, body)),
  late: (body, who) => who.tx((tx) => recordLate(tx, who, body)),
  needed: (body, who) => who.tx((tx) => giveNeeded(tx, who, body)),
  effect: (body, who) => who.tx((tx) => recordEffect(tx, who, body)),
  along: (body, who) => who.tx((tx) => takeAlong(tx, who, body)),
  alongBack: (body, who) => who.tx((tx) => bringBack(tx, who, body)),
  handle: (body, who) => who.tx((tx) => handle(tx, who, body)),
})
