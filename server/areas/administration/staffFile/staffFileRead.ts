// One file as its reader may see it.
import type pg from 'pg'
import { staffNeeds } from '#contract/administration/staffFile'
import type {
  StaffCertificateData,
  StaffChargeData,
  StaffContractData,
  StaffFileData,
  StaffPersonData,
} from '#contract/administration/staffFileShape'
import { maskedCard, maskedPhone } from '#contract/kit/privacy'
import { notFound } from '#contract/kit/refusal'
import { StaffStatus } from '#contract/platform/staff'
import { UserStatus } from '#contract/platform/user'
import { namedLike } from '#server/areas/platform/public'
import { labelOf } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'
import { placeOf } from './placeOf.ts'
import { JOIN, REACHED, READS, REPLACED, ROW, reachOf, WORKING } from './staffFileSql.ts'

type Client = pg.Pool | pg.ClientBase

/** The version counts both rows of a person: the account's own page and the file change each other's ground. */
export const VERSION = 't.version + coalesce(f.version, 0)'

const ONE = `select ${ROW}, a.user_name as "userName", f.id_no as "idNo", f.birthday, f.education,
  ${labelOf('education', 'f.education')} as "educationName",
  f.native_place as "nativePlace", f.address, f.contact_name as "contactName", f.contact_phone as "contactPhone",
  f.contact_relation as "contactRelation", f.probation_end as "probationEnd", coalesce(f.skills, '{}') as skills,
  f.no_night_from as "noNightFrom", f.no_night_to as "noNightTo", f.no_night_reason as "noNightReason",
  f.left_reason as "leftReason", f.left_note as "leftNote",
  (select h.emp_name from employee h where h.org_id = f.org_id and h.emp_id = f.handed_to) as "handedToName",
  t.intro, f.remark, ${VERSION} as version, ${inDepts('t', '$3')} as "inScope"
from employee t join account a on a.org_id = t.org_id and a.user_id = t.emp_id ${JOIN} where ${REACHED}`

const CONTRACTS = `select c.contract_id as "staffContractId", c.kind, c.number, c.start_date as "startDate", c.end_date as "endDate",
  c.files, c.remark, c.version from staff_contract c where c.org_id = $1 and c.emp_id = $2 order by c.start_date desc`
const CERTIFICATES = `select c.certificate_id as "certificateId", c.kind, c.number, c.level, c.issuer, c.issued_on as "issuedOn",
  c.valid_to as "validTo", c.files, c.remark, c.version, ${REPLACED} as replaced
from staff_certificate c where c.org_id = $1 and c.emp_id = $2
order by ${REPLACED}, c.valid_to is null, c.valid_to, c.created_at, c.certificate_id`
/** $3 departments of the reader; $4 whether elders are named whatever their department: to the person themselves. */
const CHARGE_ROWS = `select h.charge_id as "staffChargeId", case when h.bed_id is null then 'ELDER' else 'BED' end as kind,
  case when x.seen then o.oldman_id end as "oldmanId",
  case when h.bed_id is not null then ${placeOf('r', 'b')}
    when x.seen then o.oldman_name else '范围外的老人' end as name,
  case when h.bed_id is null and x.seen then (select ${placeOf('ro', 'be')} from occupancy q
    join bed be on be.org_id = q.org_id and be.bed_id = q.bed_id join room ro on ro.org_id = be.org_id and ro.room_id = be.room_id
    left join location l on l.org_id = ro.org_id and l.location_id = ro.area
    where q.org_id = h.org_id and q.oldman_id = h.oldman_id and q.kind = 'STAY' and q.days @> current_date limit 1) end as place,
  h.from_day as "fromDay", h.to_day - 1 as "lastDay"
from staff_charge h left join oldman o on o.org_id = h.org_id and o.oldman_id = h.oldman_id
  left join bed b on b.org_id = h.org_id and b.bed_id = h.bed_id
  left join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location l on l.org_id = r.org_id and l.location_id = r.area
  cross join lateral (select o.oldman_id is not null and ($4::boolean or ${inDepts('o', '$3')}) as seen) x
where h.org_id = $1 and h.emp_id = $2
order by h.to_day is not null and h.to_day <= current_date, kind, r.room_name, b.bed_name, o.pinyin, h.from_day desc, h.charge_id`
const TRAININGS = `select g.training_id as "trainingId", g.title, g.type, g.start_at as "startAt", g.credit_tenths / 10.0::float8 as hours,
  p.signed_at is not null as signed, p.score, p.passed,
  (p.signed_at is not null and g.state <> 'CANCELLED' and (g.pass_score is null or p.passed is true)) as credited
from training_person p join training g on g.org_id = p.org_id and g.training_id = p.training_id
where p.org_id = $1 and p.emp_id = $2 and g.state <> 'CANCELLED' and g.start_at >= date_trunc('year', current_date)
  and g.start_at < date_trunc('year', current_date) + interval '1 year'
order by g.start_at desc, g.training_id limit 100`

type Stored = Omit<StaffFileData, 'contracts' | 'certificates' | 'chargeRows' | 'trainings' | 'can'> & {
  inScope: boolean
}

export async function staffFileOf(client: Client, who: Caller, empId: string): Promise<StaffFileData> {
  const found = await client.query<Stored>({
    name: 'staff_file',
    text: ONE,
    values: reachOf(who, empId, READS),
  })
  const stored = found.rows[0]
  if (!stored) throw notFound('员工档案')
  const { inScope, ...row } = stored
  const own = empId === who.userId
  const values = [who.orgId, empId]
  const contracts = await client.query<StaffContractData>({ name: 'staff_contracts', text: CONTRACTS, values })
  const certificates = await client.query<StaffCertificateData>({
    name: 'staff_certificates',
    text: CERTIFICATES,
    values,
  })
  const charges = await client.query<StaffChargeData>({
    name: 'staff_charges',
    text: CHARGE_ROWS,
    values: [...values, who.deptIds, own],
  })
  const trainings = await client.query<StaffFileData['trainings'][number]>({
    name: 'staff_trainings',
    text: TRAININGS,
    values,
  })
  const keeps = inScope && who.may(staffNeeds.update)
  const whole = keeps || own
  const shown = {
    ...row,
    contracts: contracts.rows,
    certificates: certificates.rows,
    chargeRows: charges.rows,
    trainings: trainings.rows,
    can: movesOf(who, row, inScope),
  }
  return whole
    ? shown
    : {
        ...shown,
        idNo: row.idNo && maskedCard(row.idNo),
        phoneNum: row.phoneNum && maskedPhone(row.phoneNum),
        contactPhone: row.contactPhone && maskedPhone(row.contactPhone),
        address: null,
        leftNote: null,
        remark: null,
      }
}

function movesOf(who: Caller, row: Pick<StaffFileData, 'empId' | 'status' | 'empType'>, inScope: boolean): string[] {
  if (!inScope) return []
  const left = row.status === StaffStatus.is.left
  const keeps = who.may(staffNeeds.update)
  const charges = keeps || (row.empType === 'nursing' && who.may(staffNeeds.charge))
  return [
    ...(keeps ? ['save'] : []),
    ...(charges && !left ? ['charge'] : []),
    ...(keeps && !left && row.empId !== who.userId ? ['leave'] : []),
    ...(keeps && left ? ['rehire'] : []),
  ]
}

const MOST_PEOPLE = 30
const PEOPLE = `select t.emp_id as "empId", t.emp_name as name,
  (select d.dept_name from dept d where d.org_id = t.org_id and d.dept_id = t.dept_id) as "deptName"
from employee t join account a on a.org_id = t.org_id and a.user_id = t.emp_id and a.user_status = ${UserStatus.is.enabled}
where t.org_id = $1 and ${inDepts('t', '$2')} and ${WORKING('t')} and ($3::text is null or ${namedLike('t').replaceAll('?', '$3')})
order by t.sort, t.emp_id limit ${MOST_PEOPLE}`

export async function staffPeople(who: Caller, keyword: string | null | undefined): Promise<StaffPersonData[]> {
  const values = [who.orgId, who.deptIds, keyword?.trim() || null]
  return (await who.app.pool.query<StaffPersonData>({ name: 'staff_people', text: PEOPLE, values })).rows
}
