// Ids of the stock that a plain sample does not reach.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'

const row = (text: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, text, more)
const nothingElse = {
  oldmanName: null,
  deptId: null,
  areaId: null,
  drugName: null,
  warn: null,
  drugId: null,
  oldmanId: null,
}
const stockOnly = { ...nothingElse, batchNo: null, reach: null, expiryState: null }
const movesOnly = { ...nothingElse, batchNo: null, keepType: null, userName: null, startDate: null, endDate: null }
/** Of a drug that many take: what attempts make is used up by them. */
const HOUSE_DRUG = ` and o.status = 1 and (select count(*) from drug_use n
  where n.org_id = s.org_id and n.drug_id = s.drug_id and n.state = 'ON') > 5`
const HELD = `from drug_stock s join oldman o on o.org_id = s.org_id and o.oldman_id = s.oldman_id
  left join bed b on b.org_id = o.org_id and b.bed_id = o.current_bed_id
  left join room r on r.org_id = b.org_id and r.room_id = b.room_id
  where s.org_id = $1 and s.quantity > 0 and o.dept_id is not null and r.area is not null and o.archive_no <> o.oldman_id${HOUSE_DRUG}`
const NEEDED = `from drug_use u join oldman o on o.org_id = u.org_id and o.oldman_id = u.oldman_id
  left join bed b on b.org_id = o.org_id and b.bed_id = o.current_bed_id
  left join room r on r.org_id = b.org_id and r.room_id = b.room_id
  where u.org_id = $1 and u.state = 'ON' and o.dept_id is not null and r.area is not null and u.end_date is null
    and u.frequency in ('QD', 'BID', 'TID', 'QN')`
const longer = { days: 180, deptId: null, areaId: null, oldmanId: null }

export const keepSamples: IdKnowledge['samples'] = {
  'drug.dict.list query.drugId': row('select drug_id as "drugId" from drug where org_id = $1', {
    drugName: null,
    maker: null,
    form: null,
    drugType: null,
    storage: null,
    highAlert: null,
    marked: null,
    enabled: null,
  }),
  'drug.keep.list query.oldmanId': row(`select s.oldman_id as "oldmanId" ${HELD}`, nothingElse),
  'drug.keep.list query.deptId': row(`select o.dept_id as "deptId" ${HELD}`, nothingElse),
  'drug.keep.list query.areaId': row(`select r.area as "areaId" ${HELD}`, nothingElse),
  'drug.keep.stock query.oldmanId': row(`select s.oldman_id as "oldmanId" ${HELD}`, stockOnly),
  'drug.keep.stock query.drugId': row(`select s.drug_id as "drugId" ${HELD}`, stockOnly),
  'drug.keep.stock query.deptId': row(`select o.dept_id as "deptId" ${HELD}`, stockOnly),
  'drug.keep.stock query.areaId': row(`select r.area as "areaId" ${HELD}`, stockOnly),
  'drug.keep.record query.oldmanId': row(`select s.oldman_id as "oldmanId" ${HELD}`, movesOnly),
  'drug.keep.record query.drugId': row(`select s.drug_id as "drugId" ${HELD}`, movesOnly),
  'drug.keep.record query.deptId': row(`select o.dept_id as "deptId" ${HELD}`, movesOnly),
  'drug.keep.record query.areaId': row(`select r.area as "areaId" ${HELD}`, movesOnly),
  'drug.keep.dict query.oldmanId': row(`select s.oldman_id as "oldmanId" ${HELD}`, { drugName: null }),
  'drug.keep.refill query.oldmanId': row(`select u.oldman_id as "oldmanId" ${NEEDED}`, longer),
  'drug.keep.refill query.deptId': row(`select o.dept_id as "deptId" ${NEEDED}`, longer),
  'drug.keep.refill query.areaId': row(`select r.area as "areaId" ${NEEDED}`, longer),
}
