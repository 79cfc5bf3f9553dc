// Outings of residents.
import { outing } from '#contract/live/outing'
import { storesDictionary } from '#server/areas/systemSetting/public'
import { implement } from '#server/kit/implement'
import { decline, listAudits, pass } from './outingAudit.ts'
import { backfill } from './outingBackfill.ts'
import { affirm, cancel, depart, postpone } from './outingMove.ts'
import { edit, register } from './outingPlan.ts'
import { countOutings, listOutings, outingDetail, outingResident, outNow } from './outingRead.ts'

storesDictionary({ dictionaryCode: 'outingType', what: '外出登记・外出类型', table: 'outing', column: 'out_type' })
storesDictionary({
  dictionaryCode: 'relationToElder',
  what: '外出登记・陪同人关系',
  table: 'outing',
  column: 'companion_relation',
})

export default implement(outing, {
  list: (q, who) => listOutings(who, q),
  register: (body, who) => register(who, body),
  backfill: (body, who) => backfill(who, body),
  edit: (body, who) => edit(who, body),
  detail: ({ outId }, who) => outingDetail(who, outId),
  depart: (body, who) => depart(who, body),
  affirm: (body, who) => affirm(who, body),
  postpone: (body, who) => postpone(who, body),
  cancellation: (body, who) => cancel(who, body),
  counts: (_, who) => countOutings(who),
  now: (_, who) => outNow(who),
  resident: ({ oldmanId }, who) => outingResident(who, oldmanId),
  audits: (q, who) => listAudits(who, q),
  audit: ({ outId }, who) => outingDetail(who, outId),
  pass: (body, who) => pass(who, body),
  decline: (body, who) => decline(who, body),
})
