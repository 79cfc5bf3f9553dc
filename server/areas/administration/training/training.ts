// Handlers of the trainings.
import {
  type TrainingHoursData,
  type TrainingPersonData,
  type TrainingRowData,
  training,
} from '#contract/administration/training'
import type { Caller, Tx } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { dueHours, saveDue } from './trainingDue.ts'
import { hoursOf, ownTrainings, requireTraining, shown, trainingOf } from './trainingRead.ts'
import { saveScores, screenOf, signByList, signIn } from './trainingSign.ts'
import { hoursPlan, listPlan, peoplePlan } from './trainingSql.ts'
import { cancelTraining, finishTraining, reopenTraining, startTraining } from './trainingTurn.ts'
import { addTraining, invite, removeTraining, saveTraining, uninvite } from './trainingWrite.ts'

/** The act, and the training as it is then. */
const acting =
  <Input>(act: (tx: Tx, who: Caller, input: Input) => Promise<string>) =>
  (input: Input, who: Caller) =>
    who.tx(async (tx) => trainingOf(tx.client, who, await act(tx, who, input)))

export default implement(training, {
  list: async (q, who) => {
    const found = await pageOfRows<Omit<TrainingRowData, 'can'>>(who.app.pool, listPlan(who, q), q)
    return { ...found, list: found.list.map((row) => shown(who, row)) }
  },
  get: ({ trainingId }, who) => trainingOf(who.app.pool, who, trainingId),
  add: acting(addTraining),
  save: acting(saveTraining),
  start: acting(startTraining),
  finish: acting(finishTraining),
  reopen: acting(reopenTraining),
  cancel: acting(cancelTraining),
  people: async (q, who) => {
    await requireTraining(who.app.pool, who, q.trainingId)
    return pageOfRows<TrainingPersonData>(who.app.pool, peoplePlan(who, q), q)
  },
  invite: acting(invite),
  uninvite: acting(uninvite),
  signList: acting(signByList),
  scores: acting(saveScores),
  code: ({ trainingId }, who) => screenOf(who, trainingId),
  sign: (input, who) => signIn(who, input),
  mine: ({ year }, who) => ownTrainings(who, year),
  hours: (q, who) => pageOfRows<TrainingHoursData>(who.app.pool, hoursPlan(who, q), q),
  hoursOf: (input, who) => hoursOf(who, input),
  due: (_, who) => dueHours(who.app.pool, who.orgId),
  saveDue: (input, who) => who.tx((tx) => saveDue(tx, who, input)),
  remove: async ({ trainingId }, who) => {
    await who.tx((tx) => removeTraining(tx, who, trainingId))
    return null
  },
})
