// Handlers of the vital signs.

import { type VitalAlertData, type VitalSignData, vital } from '#contract/nursing/vital'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { takeByCall } from './vitalDevice.ts'
import { limitsFor, setLimit } from './vitalLimits.ts'
import { elderVitals, wardVitals } from './vitalRead.ts'
import { alertPlan, signPlan } from './vitalSql.ts'
import { addSign, answerAlert, oneSign, removeSign, saveSign, withWords } from './vitalWrite.ts'

export default implement(vital, {
  list: async (q, who) => {
    const found = await pageOfRows<VitalSignData>(who.app.pool, signPlan(who, q), q)
    return { ...found, list: found.list.map(withWords) }
  },
  alerts: (q, who) => pageOfRows<VitalAlertData>(who.app.pool, alertPlan(who, q), q),
  ward: (q, who) => wardVitals(who, q),
  elder: (q, who) => elderVitals(who, q),
  limits: (_, who) => limitsFor(who.app.pool, who.orgId, null),
  get: ({ signId }, who) => oneSign(who.app.pool, who, signId),
  add: (input, who) => who.tx((tx) => addSign(tx, who, input)),
  fromDevice: (input, who) => who.tx((tx) => takeByCall(tx, who, input)),
  save: (input, who) => who.tx((tx) => saveSign(tx, who, input)),
  remove: async ({ signId, reason }, who) => {
    await who.tx((tx) => removeSign(tx, who, signId, reason ?? null))
    return null
  },
  answer: (input, who) => who.tx((tx) => answerAlert(tx, who, input)),
  setLimit: (input, who) => who.tx((tx) => setLimit(tx, who, input)),
})
