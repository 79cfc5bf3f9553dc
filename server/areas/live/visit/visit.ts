// Handlers of the visits.

import { maskedCard } from '#contract/kit/privacy'
import { notFound } from '#contract/kit/refusal'
import { OUTING_GRANTED } from '#contract/live/outingMoves'
import type { ResidentMarksData } from '#contract/live/resident'
import { IN_HOUSE } from '#contract/live/resident'
import {
  type VisitCountsData,
  type VisitResidentData,
  type VisitRowData,
  visit,
  visitNeeds,
} from '#contract/live/visit'
import { AGE, IN_SCOPE, labelOf, PLACE } from '#server/areas/residents/public'
import { storesDictionary } from '#server/areas/systemSetting/public'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { pageOfRows } from '#server/kit/page'
import { INSIDE, staySql, VISIT_SCOPE, visitPlan } from './visitSql.ts'
import { addVisit, oneVisit, removeVisit, saveVisit, signOut } from './visitWrite.ts'

const stored = (dictionaryCode: string, title: string, column: string) =>
  storesDictionary({ dictionaryCode, what: `来访登记・${title}`, table: 'visit', column })
stored('visitType', '来访类型', 'type')
stored('visitManner', '探视方式', 'manner')
stored('relationToElder', '与老人关系', 'relation')

/** A visitor's whole number is for those who may correct it. */
const masked = (row: VisitRowData): VisitRowData => ({ ...row, idCard: row.idCard && maskedCard(row.idCard) })
const shownTo = (who: Caller, row: VisitRowData) => (who.may(visitNeeds.edit) ? row : masked(row))

const COUNTS = `select count(*) filter (where ${INSIDE}) as inside,
  coalesce(sum(t.people) filter (where ${INSIDE}), 0) as people, count(*) filter (where ${staySql.long}) as long,
  count(*) filter (where ${staySql.overnight}) as overnight,
  count(*) filter (where t.in_time >= current_date) as today,
  coalesce(sum(t.people) filter (where t.in_time >= current_date), 0) as "todayPeople"
from visit t where ${VISIT_SCOPE} and (t.out_time is null or t.in_time >= current_date)`

const RESIDENT = `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex, ${AGE} as age, t.head, t.status,
  t.notes as attention, at.path as "bedPath", d.dept_name as "deptName", l.level_name as "levelName",
  t.status in (${IN_HOUSE}) as "inHouse",
  (select jsonb_build_object('planOut', to_char(o.plan_out, 'YYYY-MM-DD HH24:MI:SS'),
      'planReturn', to_char(o.plan_return, 'YYYY-MM-DD HH24:MI:SS'),
      'actualOut', to_char(o.actual_out, 'YYYY-MM-DD HH24:MI:SS'), 'companion', o.companion,
      'late', o.plan_return < now())
    from outing o where o.org_id = t.org_id and o.oldman_id = t.oldman_id and o.actual_out is not null
      and o.actual_return is null and o.state in (${OUTING_GRANTED}) limit 1) as outing,
  (select count(*) from visit v where v.org_id = t.org_id and v.oldman_id = t.oldman_id) as total
from oldman t ${PLACE} left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
left join nursing_level l on l.org_id = t.org_id and l.level_id = t.level_id
where ${IN_SCOPE} and t.oldman_id = $3`

const FAMILY = `select t.family_id as "familyId", t.name, t.relation, ${labelOf('relationToElder', 't.relation')} as "relationName",
  t.phone, t.emergency from oldman_family t where t.org_id = $1 and t.oldman_id = $2 order by t.sort, t.family_id`

const WITH_RESIDENT = `select t.visit_id as "visitId", t.visitor, t.people, t.in_time as "inTime"
from visit t where t.org_id = $1 and t.oldman_id = $2 and ${INSIDE} order by t.in_time`

const LAST = `select t.visit_id as "visitId", t.visitor, ${labelOf('relationToElder', 't.relation')} as "relationName",
  t.in_time as "inTime", ${labelOf('visitType', 't.type')} as "typeName", t.people
from visit t where t.org_id = $1 and t.oldman_id = $2 order by t.in_time desc, t.visit_id desc limit 5`

type ResidentRow = ResidentMarksData & Omit<VisitResidentData, 'family' | 'inside' | 'last'>

async function residentOf(who: Caller, oldmanId: string): Promise<VisitResidentData> {
  const { pool } = who.app
  const found = await pool.query<ResidentRow>({
    name: 'visit_elder',
    text: RESIDENT,
    values: [who.orgId, who.deptIds, oldmanId],
  })
  const resident = found.rows[0]
  if (!resident) throw notFound('老人档案')
  const values = [who.orgId, oldmanId]
  const [family, inside, last] = await Promise.all([
    pool.query<VisitResidentData['family'][number]>({ name: 'visit_family', text: FAMILY, values }),
    pool.query<VisitResidentData['inside'][number]>({ name: 'visit_with', text: WITH_RESIDENT, values }),
    pool.query<VisitResidentData['last'][number]>({ name: 'visit_last', text: LAST, values }),
  ])
  return { ...resident, family: family.rows, inside: inside.rows, last: last.rows }
}

export default implement(visit, {
  list: async (q, who) => {
    const found = await pageOfRows<VisitRowData>(who.app.pool, visitPlan(who, q), q)
    return { ...found, list: found.list.map(masked) }
  },
  counts: async (_, who) => {
    const found = await who.app.pool.query<VisitCountsData>({
      name: 'visit_counts',
      text: COUNTS,
      values: [who.orgId, who.deptIds],
    })
    return found.rows[0]!
  },
  resident: ({ oldmanId }, who) => residentOf(who, oldmanId),
  get: async ({ visitId }, who) => shownTo(who, await oneVisit(who.app.pool, who, visitId)),
  add: (input, who) => who.tx(async (tx) => shownTo(who, await addVisit(tx, who, input))),
  save: (input, who) => who.tx((tx) => saveVisit(tx, who, input)),
  signOut: ({ visitId, outTime }, who) =>
    who.tx(async (tx) => shownTo(who, await signOut(tx, who, visitId, outTime ?? null))),
  remove: async ({ visitId, reason }, who) => {
    await who.tx((tx) => removeVisit(tx, who, visitId, reason ?? null))
    return null
  },
})
