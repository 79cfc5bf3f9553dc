// Leave and corrections of what was clocked.
import { attendanceAsk } from '#contract/administration/attendanceAsk'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { annualOf } from './askFacts.ts'
import { askPeople } from './askPeople.ts'
import { askPlan, countAsks, minePlan, type StoredAsk, shownAsk } from './askSql.ts'
import { askDetail } from './askWrite.ts'
import { addCorrection, decideCorrection, withdrawCorrection } from './correctionWrite.ts'
import { addLeave, decideLeave, withdrawLeave } from './leaveWrite.ts'

export default implement(attendanceAsk, {
  list: async (q, who) => {
    const found = await pageOfRows<StoredAsk>(who.app.pool, askPlan(who, q), q)
    return { ...found, list: found.list.map((row) => shownAsk(row, who)) }
  },
  counts: (q, who) => countAsks(who, q),
  mine: async (q, who) => {
    const found = await pageOfRows<StoredAsk>(who.app.pool, minePlan(who, q.kind), q)
    return { ...found, list: found.list.map((row) => shownAsk(row, who)) }
  },
  annual: (_, who) => annualOf(who.app.pool, who.orgId, who.userId),
  people: ({ keyword }, who) => askPeople(who, keyword),
  leave: ({ leaveId }, who) => askDetail(who.app.pool, who, 'LEAVE', leaveId),
  askLeave: (input, who) => who.tx((tx) => addLeave(tx, who, who.userId, input)),
  enterLeave: ({ empId, ...input }, who) => who.tx((tx) => addLeave(tx, who, empId, input)),
  decideLeave: (input, who) => who.tx((tx) => decideLeave(tx, who, input)),
  withdrawLeave: (input, who) => who.tx((tx) => withdrawLeave(tx, who, input)),
  correction: ({ correctionId }, who) => askDetail(who.app.pool, who, 'CORRECTION', correctionId),
  askCorrection: (input, who) => who.tx((tx) => addCorrection(tx, who, who.userId, input)),
  enterCorrection: ({ empId, ...input }, who) => who.tx((tx) => addCorrection(tx, who, empId, input)),
  decideCorrection: (input, who) => who.tx((tx) => decideCorrection(tx, who, input)),
  withdrawCorrection: (input, who) => who.tx((tx) => withdrawCorrection(tx, who, input)),
})
