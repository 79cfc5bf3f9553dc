// Handlers of the consultations.

import { maskedCard } from '#contract/kit/privacy'
import { notFound } from '#contract/kit/refusal'
import { consultation } from '#contract/live/consultation'
import { CONSULTATION_OPEN, consultationMoves, consultationNeeds } from '#contract/live/consultationFields'
import type { ConsultationDetailData } from '#contract/live/consultationRows'
import { labelOf } from '#server/areas/residents/public'
import { storesDictionary } from '#server/areas/systemSetting/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'
import { draftOf, makeArchive } from './consultationArchive.ts'
import { whoHasCard } from './consultationChecks.ts'
import { funnelOf } from './consultationFunnel.ts'
import {
  CONSULTATION_JOIN,
  CONSULTATION_ROW,
  CONSULTATION_SCOPE,
  consultationPlan,
  type FoundConsultation,
  keywordFilter,
  withCan,
} from './consultationSql.ts'
import {
  baseOf,
  consultantOf,
  extraOf,
  healthOf,
  type Stored,
  statusLabel,
  storedConsultation,
} from './consultationStore.ts'
import {
  addInterview,
  follow,
  interviewsOf,
  lose,
  reactivate,
  removeInterview,
  saveInterview,
} from './consultationTalk.ts'
import {
  addConsultation,
  assign,
  removeConsultation,
  saveBase,
  saveConsultant,
  saveExtra,
  saveHealth,
} from './consultationWrite.ts'

const stored = (dictionaryCode: string, title: string, table: string, column: string) =>
  storesDictionary({ dictionaryCode, what: `咨询登记・${title}`, table, column })
stored('consultationChannel', '咨询渠道', 'consultation', 'channel')
stored('consultationIntention', '入住意向', 'consultation', 'intention')
stored('roomType', '期望房型', 'consultation', 'expect_room_type')
stored('lossReason', '流失原因', 'consultation', 'loss_reason')
stored('relationToElder', '与老人关系', 'consultation', 'consultant_relation')

/** Whoever may change it needs the whole number; others only tell two people apart by it. */
const cardFor = (who: Caller, card: string | null | undefined) =>
  card ? (who.may(consultationNeeds.edit) ? card : maskedCard(card)) : null

const DETAIL = `select ${CONSULTATION_ROW}, t.remark, t.id_card as "idCard", t.birth_date as "birthDate", t.nation,
  ${labelOf('ethnicGroups', 't.nation')} as "nationName", t.phone, t.region,
  (with recursive above as (
     select g.name, g.parent_code, 1 as depth from region g where g.code = t.region
     union all
     select g.name, g.parent_code, above.depth + 1 from above join region g on g.code = above.parent_code
      where above.depth < 4)
   select array_agg(name order by depth desc) from above) as regions,
  t.address, t.consultant_wechat as "consultantWechat", t.consultant_address as "consultantAddress", t.extra, t.health
from consultation t ${CONSULTATION_JOIN} where ${CONSULTATION_SCOPE} and t.consultation_id = $3`

type DetailRow = FoundConsultation &
  Omit<ConsultationDetailData, keyof FoundConsultation | 'can' | 'regionName' | 'interviewList' | 'visits'> & {
    regions: string[] | null
  }

const VISITS = `select visit_id as "visitId", visit_no as "visitNo", visitor, in_time as "inTime", out_time as "outTime"
from visit where org_id = $1 and consultation_id = $2 order by in_time desc`

async function detailOf(who: Caller, consultationId: string): Promise<ConsultationDetailData> {
  const { pool } = who.app
  const found = await pool.query<DetailRow>({
    name: 'consultation_detail',
    text: DETAIL,
    values: [who.orgId, who.deptIds, consultationId],
  })
  const row = found.rows[0]
  if (!row) throw notFound('咨询记录')
  const [interviewList, visits] = await Promise.all([
    interviewsOf(pool, who.orgId, consultationId),
    pool.query<ConsultationDetailData['visits'][number]>({
      name: 'consultation_visits',
      text: VISITS,
      values: [who.orgId, consultationId],
    }),
  ])
  const { regions, ...rest } = row
  const sections = row as unknown as Stored
  return {
    ...withCan(rest, who),
    idCard: cardFor(who, row.idCard),
    // 上海市 is province and city in one, and said once.
    regionName: regions?.filter((name, i, all) => name !== all[i - 1]).join('') ?? null,
    extra: extraOf(sections),
    health: healthOf(sections),
    interviewList,
    visits: visits.rows,
  }
}

const ownOf = (row: Stored) => ({ consultationId: row.consultationId, version: row.version })
const baseAnswer = (row: Stored, who: Caller) => ({
  ...baseOf(row),
  idCard: cardFor(who, row.idCard),
  ...ownOf(row),
  consultationNo: row.consultationNo,
  status: row.status,
})

const CHOICE = `(t.oldman_name like @1 or ' ' || t.initials like @2 or t.consultant_name like @1
  or ' ' || t.consultant_initials like @2 or t.consultant_phone like @1 or t.consultation_no like @1)`

export default implement(consultation, {
  list: async (q, who) => {
    const found = await pageOfRows<FoundConsultation>(who.app.pool, consultationPlan(who, q), q)
    return { ...found, list: found.list.map((row) => withCan(row, who)) }
  },
  funnel: (q, who) => funnelOf(who, q),
  check: ({ oldmanIdCard, consultationId }, who) => whoHasCard(who.app.pool, who, oldmanIdCard, consultationId ?? null),
  choices: (q, who) =>
    pageOfRows(
      who.app.pool,
      {
        from: 'consultation t',
        key: 'consultation_id',
        select: `t.consultation_id as "consultationId", t.consultation_no as "consultationNo",
          t.oldman_name as "oldmanName", t.consultant_name as "consultantName",
          t.consultant_phone as "consultantPhone", t.consult_date as "consultDate"`,
        filters: [
          [`t.org_id = ? and t.status in (${CONSULTATION_OPEN})`, who.orgId],
          deptFilter(who, 't'),
          ...keywordFilter(q.keyword, CHOICE),
        ],
        defaultSort: 't.consult_date desc',
      },
      q,
    ),
  detail: ({ consultationId }, who) => detailOf(who, consultationId),
  add: (input, who) => who.tx((tx) => addConsultation(tx, who, input)),
  base: async ({ consultationId }, who) => baseAnswer(await storedConsultation(who.app.pool, who, consultationId), who),
  saveBase: (input, who) => who.tx(async (tx) => baseAnswer(await saveBase(tx, who, input), who)),
  consultant: async ({ consultationId }, who) => {
    const row = await storedConsultation(who.app.pool, who, consultationId)
    return { ...consultantOf(row), ...ownOf(row) }
  },
  saveConsultant: (input, who) => who.tx((tx) => saveConsultant(tx, who, input)),
  extra: async ({ consultationId }, who) => {
    const row = await storedConsultation(who.app.pool, who, consultationId)
    return { ...extraOf(row), ...ownOf(row) }
  },
  saveExtra: (input, who) => who.tx((tx) => saveExtra(tx, who, input)),
  health: async ({ consultationId }, who) => {
    const row = await storedConsultation(who.app.pool, who, consultationId)
    return { ...healthOf(row), ...ownOf(row) }
  },
  saveHealth: (input, who) => who.tx((tx) => saveHealth(tx, who, input)),
  interviews: async ({ consultationId }, who) => {
    await storedConsultation(who.app.pool, who, consultationId)
    return interviewsOf(who.app.pool, who.orgId, consultationId)
  },
  addInterview: (input, who) => who.tx((tx) => addInterview(tx, who, input)),
  saveInterview: (input, who) => who.tx((tx) => saveInterview(tx, who, input)),
  removeInterview: async ({ id }, who) => {
    await who.tx((tx) => removeInterview(tx, who, id))
    return null
  },
  follow: async (input, who) => {
    await who.tx((tx) => follow(tx, who, input))
    return null
  },
  lose: async (input, who) => {
    await who.tx((tx) => lose(tx, who, input))
    return null
  },
  reactivate: async (input, who) => {
    await who.tx((tx) => reactivate(tx, who, input))
    return null
  },
  assign: ({ consultationIds, saleId }, who) =>
    who.tx(async (tx) => ({ count: await assign(tx, who, consultationIds, saleId) })),
  remove: async ({ consultationId, reason }, who) => {
    await who.tx((tx) => removeConsultation(tx, who, consultationId, reason ?? null))
    return null
  },
  archiveDraft: async ({ consultationId }, who) => {
    const row = await storedConsultation(who.app.pool, who, consultationId)
    consultationMoves.next(row.status, 'archive', statusLabel)
    return { ...draftOf(row), ...ownOf(row), consultationNo: row.consultationNo, status: row.status }
  },
  archive: (input, who) => who.tx((tx) => makeArchive(tx, who, input)),
})
