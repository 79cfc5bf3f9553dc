// The residents of the demo organisation: some two hundred and ten in its beds, those who left, wait or have booked,
// with their families, stays, fees and accounts.

import { addDemoMoney } from '#server/areas/expense/public'
import { fillBeds } from '#server/areas/platform/public'
import type { Tx } from '#server/kit/caller'
import { chance } from '#server/kit/chance'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { type DemoResident, demoResident } from './demoPerson.ts'
import { rowsOfHouse } from './demoStayRows.ts'
import { type Bed, type PlannedMark, type PlannedPerson, planHouse } from './demoStays.ts'

const SEED = 20_260_110

const BEDS = `select b.bed_id as "bedId", b.room_id as "roomId", r.dept_id as "deptId",
  concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name) as path
from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
left join location l on l.org_id = r.org_id and l.location_id = r.area
where b.org_id = $1 and b.display = 0
order by l.place nulls last, r.sort, r.room_name, r.room_id, b.sort, b.bed_name, b.bed_id`

const OLDMAN = `insert into oldman (org_id, oldman_id, archive_no, oldman_name, pinyin, initials, sex, id_card, birth_date,
  nation, phone, address, region, education, marital, political_status, religion, living, income, medical_pay, blood_abo,
  blood_rh, diseases, allergies, diet, attention, category, household_type, former_job, work_unit, native_place, hobbies,
  "character", medical_card_no, self_care, sleep, aids, hospital_history, medication, health_report_date,
  health_report_expire, completeness, status, current_bed_id, level_id, dept_id, sale_id, check_in_date, remark,
  created_at, updated_at)
select $1, x.oldman_id, x.archive_no, x.oldman_name, x.pinyin, x.initials, x.sex, x.id_card, x.birth_date, x.nation, x.phone,
  x.address, x.region, x.education, x.marital, x.political_status, x.religion, x.living, x.income, x.medical_pay,
  x.blood_abo, x.blood_rh, x.diseases, x.allergies, x.diet, x.attention, x.category, x.household_type, x.former_job,
  x.work_unit, x.native_place, x.hobbies, x."character", x.medical_card_no, x.self_care, x.sleep, x.aids,
  x.hospital_history, x.medication, x.health_report_date, x.health_report_expire, x.completeness, x.status,
  x.current_bed_id, md5($1::varchar || ':nursingLevel:' || x.level), x.dept_id, x.sale_id, x.check_in_date, x.remark,
  x.created_at, x.created_at
from jsonb_to_recordset($2::jsonb) as x(oldman_id text, archive_no text, oldman_name text, pinyin text, initials text,
  sex int, id_card text, birth_date date, nation text, phone text, address text, region text, education text,
  marital text, political_status text, religion text, living text, income jsonb, medical_pay jsonb, blood_abo text,
  blood_rh text, diseases jsonb, allergies jsonb, diet jsonb, attention jsonb, category text, household_type text,
  former_job text, work_unit text, native_place text, hobbies text, "character" text, medical_card_no text, self_care int,
  sleep text, aids text, hospital_history text, medication text, health_report_date date, health_report_expire date,
  completeness int, status int, current_bed_id text, level text, dept_id text, sale_id text, check_in_date date,
  remark text, created_at timestamptz)`

const FAMILY = `insert into oldman_family (org_id, family_id, oldman_id, name, pinyin, initials, relation, phone, id_card,
  address, emergency, payer, guarantor, guardian, sort)
select $1, x.family_id, x.oldman_id, x.name, x.pinyin, x.initials, x.relation, x.phone, x.id_card, x.address, x.emergency,
  x.payer, x.guarantor, x.guardian, x.sort
from jsonb_to_recordset($2::jsonb) as x(family_id text, oldman_id text, name text, pinyin text, initials text,
  relation text, phone text, id_card text, address text, emergency boolean, payer boolean, guarantor boolean,
  guardian boolean, sort int)`

const STAYS = `insert into stay (org_id, stay_id, oldman_id, kind, start_date, trial_start, trial_end, formal_date, end_date,
  whole_room, contract_no, contract_start, contract_end, deposit_fen, pay_day, payer_id, guarantor_id,
  emergency_id, guardian_id, custody, sale_id, checkout_reason, checkout_to, created_at, updated_at)
select $1, x.stay_id, x.oldman_id, x.kind, x.start_date, x.trial_start, x.trial_end, x.formal_date, x.end_date,
  x.whole_room, x.contract_no, x.contract_start, x.contract_end, x.deposit_fen, x.pay_day, x.payer_id,
  x.guarantor_id, x.emergency_id, x.guardian_id, x.custody, x.sale_id, x.checkout_reason, x.checkout_to, x.created_at,
  x.created_at
from jsonb_to_recordset($2::jsonb) as x(stay_id text, oldman_id text, kind text, start_date date, trial_start date,
  trial_end date, formal_date date, end_date date, whole_room boolean, contract_no text, contract_start date,
  contract_end date, deposit_fen bigint, pay_day int, payer_id text, guarantor_id text, emergency_id text,
  guardian_id text, custody boolean, sale_id text, checkout_reason text, checkout_to text, created_at timestamptz)`

const LEVELS = `insert into stay_level (org_id, stay_id, from_date, level_id, reason, created_at)
select $1::varchar, x.stay_id, x.from_date, md5($1::varchar || ':nursingLevel:' || x.level), x.reason, x.from_date
from jsonb_to_recordset($2::jsonb) as x(stay_id text, from_date date, level text, reason text)`

const RESERVATIONS = `insert into reservation (org_id, reserve_id, oldman_id, bed_id, reserve_date, expect_check_in,
  expire_date, booking_fen, sale_id, state, cancel_reason, cancel_money, created_at, updated_at)
select $1, x.reserve_id, x.oldman_id, x.bed_id, x.reserve_date, x.expect_check_in, x.expire_date, x.booking_fen, x.sale_id,
  x.state, x.cancel_reason, x.cancel_money, x.created_at, x.created_at
from jsonb_to_recordset($2::jsonb) as x(reserve_id text, oldman_id text, bed_id text, reserve_date date,
  expect_check_in date, expire_date date, booking_fen bigint, sale_id text, state text, cancel_reason text,
  cancel_money text, created_at timestamptz)`

const OCCUPANCY = `insert into occupancy (org_id, occ_id, bed_id, oldman_id, kind, stay_id, reserve_id, days, reason, created_at)
select $1, x.occ_id, x.bed_id, x.oldman_id, x.kind, x.stay_id, x.reserve_id, daterange(x.first, x.last), x.reason, x.first
from jsonb_to_recordset($2::jsonb) as x(occ_id text, bed_id text, oldman_id text, kind text, stay_id text,
  reserve_id text, first date, last date, reason text)`

const EVENTS = `insert into stay_event (org_id, event_id, oldman_id, stay_id, kind, day, content, reason, from_status,
  to_status, facts, user_id, user_name, created_at)
select $1, x.event_id, x.oldman_id, x.stay_id, x.kind, x.day, x.content, x.reason, x.from_status, x.to_status, x.facts,
  x.user_id, x.user_name, x.created_at
from jsonb_to_recordset($2::jsonb) as x(event_id text, oldman_id text, stay_id text, kind text, day date, content text,
  reason text, from_status int, to_status int, facts jsonb, user_id text, user_name text, created_at timestamptz)`

const MARKS = `insert into bed_mark (org_id, bed_id, mark, reason, until, user_id, created_at)
select $1, x.bed_id, x.mark, x.reason, x.until, x.user_id, x.created_at
from jsonb_to_recordset($2::jsonb) as x(bed_id text, mark int, reason text, until date, user_id text,
  created_at timestamptz)`

const USED = `select bed_id as "bedId" from occupancy
  where org_id = $1 and kind <> 'RESERVE' and days @> current_date`

const archiveRow = (plan: PlannedPerson, resident: DemoResident, demo: DemoContext) => {
  const stay = plan.status === 1 || plan.status === 2 || plan.status === 4 ? plan.stays[0] : undefined
  const bed =
    stay?.end === null ? stay.spells.find((spell) => spell.kind === 'STAY' && spell.to === null)?.bed : undefined
  return {
    ...resident.row,
    current_bed_id: bed?.bedId ?? null,
    level: plan.stays.length > 0 ? resident.level : null,
    check_in_date: stay ? demo.day(stay.start) : null,
  }
}

const markRow = (mark: PlannedMark, demo: DemoContext) => ({
  bed_id: mark.bed.bedId,
  mark: mark.mark,
  reason: mark.reason,
  until: mark.until === null ? null : demo.day(mark.until),
  user_id: demo.staff('孟庆海'),
  created_at: demo.at(mark.since, '11:05'),
})

async function addResidents(tx: Tx, demo: DemoContext): Promise<void> {
  const found = await tx.client.query<Bed>(BEDS, [demo.orgId])
  const plan = planHouse(found.rows)
  const luck = chance(SEED)
  const residents = plan.people.map((person, i) => demoResident(luck, demo, person, i))
  const rows = rowsOfHouse(demo, found.rows, plan.people, residents)
  const write = (text: string, given: readonly unknown[]) => tx.client.query(text, [demo.orgId, JSON.stringify(given)])
  await write(
    OLDMAN,
    residents.map((resident, i) => archiveRow(plan.people[i]!, resident, demo)),
  )
  await write(
    FAMILY,
    residents.flatMap((resident) => resident.family),
  )
  await write(STAYS, rows.stays)
  await write(LEVELS, rows.levels)
  await write(RESERVATIONS, rows.reservations)
  await write(OCCUPANCY, rows.occupancy)
  await write(EVENTS, rows.events)
  await write(
    MARKS,
    plan.marks.map((mark) => markRow(mark, demo)),
  )
  await addDemoMoney(tx, demo.orgId, {
    fees: rows.fees,
    settlements: rows.settlements,
    accounts: residents.map((resident) => resident.oldmanId),
  })
  const used = await tx.client.query<{ bedId: string }>(USED, [demo.orgId])
  await fillBeds(
    tx,
    demo.orgId,
    used.rows.map((row) => row.bedId),
  )
  // The parts after this one read these tables; without statistics the planner would walk them for every row.
  await tx.client.query('analyze oldman, oldman_family, stay, stay_level, occupancy, reservation, stay_event, bed')
  tx.log({ remark: `建立老人档案 ${residents.length} 份`, targetType: 'oldman' })
}

export default demoPart(30, addResidents)
