// Ids of settings and takes that a plain sample does not reach.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'

const row = (text: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, text, more)

/** Of a drug that many take: what attempts make is used up by them. */
const HOUSE_DRUG = ` and o.status = 1 and (select count(*) from drug_use n
  where n.org_id = t.org_id and n.drug_id = t.drug_id and n.state = 'ON') > 5`
/** Of the last days, so that just after midnight there is one, too. */
const TAKEN = `from drug_take t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
  where t.org_id = $1 and t.plan_time >= current_date - 1 and t.plan_time < current_date + 1 and o.dept_id is not null and o.archive_no <> o.oldman_id${HOUSE_DRUG}`
const DAYS = `to_char(current_date - 1, 'YYYY-MM-DD') as "dayFrom", to_char(current_date, 'YYYY-MM-DD') as "dayTo"`
const only = {
  keyword: null,
  oldmanId: null,
  drugId: null,
  deptId: null,
  state: null,
  late: null,
  needed: null,
  told: null,
  effectDue: null,
}
const SET = `from drug_use t join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
  where t.org_id = $1 and t.state = 'ON' and o.dept_id is not null and o.archive_no <> o.oldman_id${HOUSE_DRUG}`
const set = {
  keyword: null,
  oldmanId: null,
  drugId: null,
  deptId: null,
  state: null,
  all: null,
  needed: null,
  highAlert: null,
}
const round = { slot: '*', place: '*', deptId: null, oldmanId: null }
const DAY = `to_char(t.plan_time, 'YYYY-MM-DD') as day`

export const useSamples: IdKnowledge['samples'] = {
  'drug.take.list query.oldmanId': row(`select t.oldman_id as "oldmanId", ${DAYS} ${TAKEN}`, only),
  'drug.take.list query.drugId': row(`select t.drug_id as "drugId", ${DAYS} ${TAKEN}`, only),
  'drug.take.list query.deptId': row(`select o.dept_id as "deptId", ${DAYS} ${TAKEN}`, only),
  'drug.take.dict query.oldmanId': row(`select t.oldman_id as "oldmanId" ${SET}`),
  'drug.take.round query.oldmanId': row(`select t.oldman_id as "oldmanId", ${DAY} ${TAKEN}`, round),
  'drug.take.round query.deptId': row(`select o.dept_id as "deptId", ${DAY} ${TAKEN}`, round),
  'drug.use.list query.oldmanId': row(`select t.oldman_id as "oldmanId" ${SET}`, set),
  'drug.use.list query.drugId': row(`select t.drug_id as "drugId" ${SET}`, set),
  'drug.use.list query.deptId': row(`select o.dept_id as "deptId" ${SET}`, set),
}
