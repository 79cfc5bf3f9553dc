// What a hostile request about consultations and visits needs to get past the first checks.
import { DAY_MS, timeText } from '#contract/kit/clock'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { nothingIn } from './judgedFields.ts'

const one = async (product: TestApp, text: string, values: unknown[] = [DEMO_ORG]) =>
  (await product.app.pool.query<{ id: string }>(text, values)).rows[0]!.id

const sale = (product: TestApp) =>
  one(product, `select user_id as id from account where org_id = $1 and user_name = 'liumin'`)

/** A consultation of its own for each request that may change, lose or delete it. */
async function ownConsultation(product: TestApp, status = 2) {
  const consultationId = newId()
  await product.app.pool.query(
    `insert into consultation (org_id, consultation_id, consultation_no, consult_date, channel, status, sale_id,
       consultant_name, consultant_phone, consultant_relation, oldman_name, sex, loss_reason)
     values ($1, $2::text, $2::text, current_date - 3, '2', $3, $4, '试', '13900000000', '20', '试', 1,
       case when $3 = 4 then '1' end)`,
    [DEMO_ORG, consultationId, status, await sale(product)],
  )
  return { consultationId }
}

async function ownTalk(product: TestApp) {
  const { consultationId } = await ownConsultation(product)
  const interviewId = newId()
  await product.app.pool.query(
    `insert into consultation_interview (org_id, interview_id, consultation_id, visit_at, staff_id, manner, content)
     values ($1, $2, $3, now(), $4, 'PHONE', '试')`,
    [DEMO_ORG, interviewId, consultationId, await sale(product)],
  )
  return { interviewId, id: interviewId }
}

async function ownVisit(product: TestApp) {
  const visitId = newId()
  await product.app.pool.query(
    `insert into visit (org_id, visit_id, visit_no, visitor, type, in_time)
     values ($1, $2::text, $2::text, '试', '8', now() - interval '1 hour')`,
    [DEMO_ORG, visitId],
  )
  return { visitId }
}

const someConsultation = async (product: TestApp) => ({
  consultationId: await one(
    product,
    'select consultation_id as id from consultation where org_id = $1 and status = 2 order by consultation_no limit 1',
  ),
})

/** Values that stand in the dictionaries and days that can be true. */
const base = async (product: TestApp) => ({
  consultDate: '2025-01-05',
  channel: '2',
  intention: null,
  saleId: await sale(product),
  expectDate: null,
  expectRoomType: null,
  oldmanName: '试',
  sex: 1,
  idCard: null,
  birthDate: null,
  nation: null,
  region: null,
  head: null,
  duplicateSeen: true,
})
const consultant = { consultantRelation: '20', consultantPhone: '13900000000' }
const talk = { visitAt: timeText(Date.now() - DAY_MS), staffId: null, manner: 'PHONE', nextFollowAt: null }
const later = '2099-01-01 10:00:00'
const comes = {
  oldmanId: null,
  type: '8',
  manner: null,
  relation: null,
  phone: null,
  inTime: null,
  outTime: null,
  consultationId: null,
}

export const recipes: Knowledge['recipes'] = {
  'live.consultation.add': async (product) => ({
    ...(await base(product)),
    ...consultant,
    ...nothingIn('extra', 'health'),
    manner: null,
    content: null,
    nextFollowAt: null,
  }),
  'live.consultation.saveBase': async (product) => ({
    ...(await base(product)),
    ...(await ownConsultation(product)),
    version: null,
  }),
  'live.consultation.saveConsultant': async (product) => ({
    ...consultant,
    ...(await ownConsultation(product)),
    version: null,
  }),
  'live.consultation.saveExtra': async (product) => ({
    ...nothingIn('extra'),
    ...(await ownConsultation(product)),
    version: null,
  }),
  'live.consultation.saveHealth': async (product) => ({
    ...nothingIn('health'),
    ...(await ownConsultation(product)),
    version: null,
  }),
  'live.consultation.addInterview': async (product) => ({ ...talk, ...(await ownConsultation(product)) }),
  'live.consultation.saveInterview': async (product) => ({ ...talk, ...(await ownTalk(product)), version: null }),
  'live.consultation.follow': async (product) => ({
    ...(await ownConsultation(product)),
    nextFollowAt: later,
    version: null,
  }),
  'live.consultation.lose': async (product) => ({
    ...(await ownConsultation(product)),
    lossReason: '1',
    version: null,
  }),
  'live.consultation.reactivate': async (product) => ({
    ...(await ownConsultation(product, 4)),
    nextFollowAt: later,
    version: null,
  }),
  'live.consultation.assign': async (product) => ({
    consultationIds: [(await ownConsultation(product)).consultationId],
    saleId: await sale(product),
  }),
  'live.consultation.archive': () => ({
    ...nothingIn('extra', 'health'),
    oldmanName: '试',
    idType: '3',
    idCard: newId().slice(0, 20),
    sex: 1,
    birthDate: '1940-01-01',
    nation: null,
    category: null,
    region: null,
    deptId: null,
    saleId: null,
    head: null,
    family: null,
    files: null,
    version: null,
  }),
  'live.visit.add': () => comes,
  'live.visit.save': async (product) => ({ ...comes, ...(await ownVisit(product)), version: null }),
  'live.visit.signOut': async (product) => ({ ...(await ownVisit(product)), outTime: null }),
}

export const places: Knowledge['places'] = {
  'live.consultation.detail': someConsultation,
  'live.consultation.base': someConsultation,
  'live.consultation.consultant': someConsultation,
  'live.consultation.extra': someConsultation,
  'live.consultation.health': someConsultation,
  'live.consultation.interviews': someConsultation,
  'live.consultation.removeInterview': async (product) => ({ id: (await ownTalk(product)).id }),
  'live.consultation.remove': (product) => ownConsultation(product),
  'live.consultation.archiveDraft': someConsultation,
  'live.consultation.archive': (product) => ownConsultation(product),
  'live.visit.resident': async (product) => ({
    oldmanId: await one(product, 'select oldman_id as id from oldman where org_id = $1 and status = 1 limit 1'),
  }),
  'live.visit.get': ownVisit,
  'live.visit.remove': ownVisit,
}
