// Whom somebody looks after. An elder, and a bed, is in one person's care at a time: who takes them over takes them from the
// one before, which is confirmed.
import type { staffFile } from '#contract/administration/staffFile'
import type { StaffChargeChoice, StaffFileData } from '#contract/administration/staffFileShape'
import type { InputOf } from '#contract/kit/call'
import { DAY_MS, dayText, momentOf } from '#contract/kit/clock'
import { invalid, notFound, Refusal, refusalText } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import { STAFF_GONE } from '#contract/platform/staff'
import { oneAtATime } from '#server/areas/platform/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { newId } from '#server/kit/ids'
import { contains } from '#server/kit/page'
import { inDepts } from '#server/kit/tenant'
import { placeOf } from './placeOf.ts'
import { staffFileOf } from './staffFileRead.ts'
import { chargesAll, type HeldStaff, holdStaff, raiseVersion } from './staffFileWrite.ts'

type Calls = (typeof staffFile)['calls']

const TAKEN = '所选的老人或床位刚刚分给了别人，请重新打开再分配'
onConstraint('staff_charge_elder', () => invalid(TAKEN, 'oldmanIds'))
onConstraint('staff_charge_bed', () => invalid(TAKEN, 'bedIds'))

const MOST_CHOICES = 300

/** Of an elder or bed: in whose care today. */
const CARER = (of: string) => `left join lateral (select h.emp_id, e.emp_name from staff_charge h
  join employee e on e.org_id = h.org_id and e.emp_id = h.emp_id
  where h.org_id = t.org_id and ${of} and h.from_day <= current_date and (h.to_day is null or h.to_day > current_date) limit 1) c on true`

const ELDERS = `select t.oldman_id as key, 'ELDER' as kind, t.oldman_name as name, at.place, d.dept_name as "deptName",
  c.emp_id as "carerId", c.emp_name as "carerName"
from oldman t left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
  left join lateral (select ${placeOf('r', 'b')} as place from occupancy q join bed b on b.org_id = q.org_id and b.bed_id = q.bed_id
    join room r on r.org_id = b.org_id and r.room_id = b.room_id left join location l on l.org_id = r.org_id and l.location_id = r.area
    where q.org_id = t.org_id and q.oldman_id = t.oldman_id and q.kind = 'STAY' and q.days @> current_date limit 1) at on true
  ${CARER('h.oldman_id = t.oldman_id')}
where t.org_id = $1 and ${inDepts('t', '$2')} and t.status in (${IN_HOUSE}) and ($3::text is null or t.dept_id = $3)
  and ($4::text is null or t.oldman_name like $4 or ' ' || t.initials like $5 or ' ' || t.pinyin like $5 or at.place like $4)
  and ($6::boolean is not true or c.emp_id is null)
order by at.place nulls last, t.pinyin, t.oldman_id limit ${MOST_CHOICES}`

const BEDS = `select t.bed_id as key, 'BED' as kind, ${placeOf('r', 't')} as name, o.oldman_name as place, d.dept_name as "deptName",
  c.emp_id as "carerId", c.emp_name as "carerName"
from bed t join room r on r.org_id = t.org_id and r.room_id = t.room_id
  left join location l on l.org_id = r.org_id and l.location_id = r.area
  left join dept d on d.org_id = r.org_id and d.dept_id = r.dept_id
  left join occupancy q on q.org_id = t.org_id and q.bed_id = t.bed_id and q.kind = 'STAY' and q.days @> current_date
  left join oldman o on o.org_id = q.org_id and o.oldman_id = q.oldman_id and ${inDepts('o', '$2')}
  ${CARER('h.bed_id = t.bed_id')}
where t.org_id = $1 and ${inDepts('r', '$2')} and ($3::text is null or r.dept_id = $3)
  and ($4::text is null or ${placeOf('r', 't')} like $4 or o.oldman_name like $4 or ' ' || o.initials like $5)
  and ($6::boolean is not true or c.emp_id is null)
order by l.path, r.room_name, t.bed_name, t.bed_id limit ${MOST_CHOICES}`

export async function chargeChoices(
  who: Caller,
  { kind, keyword, deptId, free }: InputOf<Calls['chargeChoices']>,
): Promise<StaffChargeChoice[]> {
  const typed = keyword?.trim()
  const found = await who.app.pool.query<StaffChargeChoice>({
    name: `staff_charge_${kind}`,
    text: kind === 'ELDER' ? ELDERS : BEDS,
    values: [
      who.orgId,
      who.deptIds,
      deptId || null,
      contains(typed),
      typed ? `% ${contains(typed.toLowerCase())!.slice(1)}` : null,
      free ?? null,
    ],
  })
  return found.rows
}

interface Target {
  key: string
  name: string
}

// In their order, so that two who choose the same wait for one another instead of each other.
const LOCK_ELDERS = `select t.oldman_id as key, t.oldman_name as name from oldman t
where t.org_id = $1 and t.oldman_id = any($2) and ${inDepts('t', '$3')} and t.status in (${IN_HOUSE}) order by t.oldman_id for no key update`
const LOCK_BEDS = `select t.bed_id as key, ${placeOf('r', 't')} as name from bed t
join room r on r.org_id = t.org_id and r.room_id = t.room_id left join location l on l.org_id = r.org_id and l.location_id = r.area
where t.org_id = $1 and t.bed_id = any($2) and ${inDepts('r', '$3')} order by t.bed_id for no key update of t`

async function lockTargets(tx: Tx, who: Caller, text: string, ids: readonly string[], what: string): Promise<Target[]> {
  if (ids.length === 0) return []
  const found = await tx.client.query<Target>(text, [tx.orgId, ids, who.deptIds])
  if (found.rows.length < ids.length) throw notFound(what)
  return found.rows
}

interface Standing {
  chargeId: string
  key: string
  empId: string
  empName: string
  fromDay: string
}

const STANDING = (
  of: string,
) => `select h.charge_id as "chargeId", h.${of} as key, h.emp_id as "empId", e.emp_name as "empName",
  h.from_day as "fromDay" from staff_charge h join employee e on e.org_id = h.org_id and e.emp_id = h.emp_id
where h.org_id = $1 and h.${of} = any($2) and (h.to_day is null or h.to_day > $3::date) order by h.from_day`

/** Confirmed is the very sentence that was shown. */
function requireRead(what: string, confirmed: string | null | undefined): void {
  const refusal = new Refusal('NEEDS_CONFIRM', { what })
  if (confirmed !== refusalText('NEEDS_CONFIRM', { what })) throw refusal
}

export async function assignCharges(tx: Tx, who: Caller, input: InputOf<Calls['charge']>): Promise<StaffFileData> {
  const { empId, fromDay, confirmed } = input
  const oldmanIds = [...new Set(input.oldmanIds ?? [])]
  const bedIds = [...new Set(input.bedIds ?? [])]
  if (oldmanIds.length + bedIds.length === 0) throw invalid('请先选择老人或床位', 'oldmanIds')
  refuseFar(fromDay)
  // Whoever leaves meanwhile hands on in the same queue.
  await oneAtATime(tx)
  const held = await holdStaff(tx, who, empId, { all: chargesAll(who) })
  if (STAFF_GONE.includes(held.status)) throw invalid(`${held.name}已离职或停职，不能再分配照护对象`)
  const elders = await lockTargets(tx, who, LOCK_ELDERS, oldmanIds, '所选老人（或已不在院）')
  const beds = await lockTargets(tx, who, LOCK_BEDS, bedIds, '所选床位')
  const named = new Map([...elders, ...beds].map((one) => [one.key, one.name]))
  const standing = [
    ...(await standingOf(tx, 'oldman_id', oldmanIds, fromDay)),
    ...(await standingOf(tx, 'bed_id', bedIds, fromDay)),
  ]
  const later = standing.find((one) => one.fromDay > fromDay)
  if (later) {
    throw invalid(
      `${named.get(later.key)}从 ${later.fromDay} 起已分给${later.empName}，请把开始日期改到那天或以后，或先结束那条分工`,
      'fromDay',
    )
  }
  const own = new Set(standing.flatMap((one) => (one.empId === empId ? [one.key] : [])))
  const fresh = [...oldmanIds, ...bedIds].filter((key) => !own.has(key))
  if (fresh.length === 0) throw invalid(`所选的都已经由${held.name}负责，不用再分配`)
  const others = standing.filter((one) => one.empId !== empId)
  if (others.length > 0) {
    const words = others.map((one) => `${named.get(one.key)}现由${one.empName}负责`).join('；')
    requireRead(`${words}。从 ${fromDay} 起改由${held.name}负责`, confirmed)
  }
  await endOn(tx, others, fromDay)
  await tx.client.query(
    `insert into staff_charge (org_id, charge_id, emp_id, oldman_id, bed_id, from_day, created_by)
      select $1, x.id, $2, x.oldman, x.bed, $3, $4 from unnest($5::text[], $6::text[], $7::text[]) as x(id, oldman, bed)`,
    [
      tx.orgId,
      empId,
      fromDay,
      who.userId,
      fresh.map(() => newId()),
      fresh.map((key) => (oldmanIds.includes(key) ? key : null)),
      fresh.map((key) => (bedIds.includes(key) ? key : null)),
    ],
  )
  await raiseVersion(tx, empId)
  for (const other of new Set(others.map((one) => one.empId))) await raiseVersion(tx, other)
  tx.log({
    remark: `${fromDay} 起由“${held.name}”照护：${fresh.map((key) => named.get(key)).join('、')}${
      others.length > 0
        ? `；从${[...new Set(others.map((one) => one.empName))].join('、')}处转来 ${others.length} 项`
        : ''
    }`,
    targetType: 'account',
    targetId: empId,
  })
  return staffFileOf(tx.client, who, empId)
}

const standingOf = async (tx: Tx, of: 'oldman_id' | 'bed_id', keys: readonly string[], fromDay: string) =>
  keys.length === 0 ? [] : (await tx.client.query<Standing>(STANDING(of), [tx.orgId, keys, fromDay])).rows

/** What began on that very day never was. */
async function endOn(tx: Tx, charges: readonly Pick<Standing, 'chargeId'>[], toDay: string): Promise<void> {
  const ids = charges.map((one) => one.chargeId)
  if (ids.length === 0) return
  await tx.client.query(
    'delete from staff_charge h where h.org_id = $1 and h.charge_id = any($2) and h.from_day >= $3',
    [tx.orgId, ids, toDay],
  )
  await tx.client.query('update staff_charge h set to_day = $3 where h.org_id = $1 and h.charge_id = any($2)', [
    tx.orgId,
    ids,
    toDay,
  ])
}

const YEAR = 366 * DAY_MS

function refuseFar(day: string): void {
  const at = momentOf(day)
  if (Math.abs(at - Date.now()) > YEAR) throw invalid('日期应在前后一年以内', 'fromDay')
}

const dayAfter = (day: string) => dayText(momentOf(day) + DAY_MS)

const OWN = `select h.charge_id as "chargeId", h.emp_id as "empId", h.from_day as "fromDay", h.to_day as "toDay",
  coalesce(o.oldman_name, ${placeOf('r', 'b')}) as name
from staff_charge h left join oldman o on o.org_id = h.org_id and o.oldman_id = h.oldman_id
  left join bed b on b.org_id = h.org_id and b.bed_id = h.bed_id left join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location l on l.org_id = r.org_id and l.location_id = r.area
where h.org_id = $1 and h.charge_id = any($2) order by h.charge_id for update of h`

interface Own {
  chargeId: string
  empId: string
  fromDay: string
  toDay: string | null
  name: string
}

export async function endCharges(tx: Tx, who: Caller, input: InputOf<Calls['endCharge']>): Promise<StaffFileData> {
  const ids = [...new Set(input.staffChargeIds)]
  if (ids.length === 0) throw invalid('请先选择要结束的照护分工', 'staffChargeIds')
  await oneAtATime(tx)
  const found = await tx.client.query<Own>(OWN, [tx.orgId, ids])
  const empId = found.rows[0]?.empId
  if (found.rows.length < ids.length || empId === undefined) throw notFound('照护分工')
  if (found.rows.some((one) => one.empId !== empId)) throw invalid('一次只能结束同一位员工的照护分工', 'staffChargeIds')
  const held: HeldStaff = await holdChargesOf(tx, who, empId)
  const over = found.rows.find((one) => one.toDay !== null && one.toDay <= dayText())
  if (over) throw invalid(`${over.name}的照护分工已经结束，请刷新`, 'staffChargeIds')
  const early = found.rows.find((one) => dayAfter(input.lastDay) < one.fromDay)
  if (early) throw invalid(`${early.name}从 ${early.fromDay} 才开始，最后一天不能更早`, 'lastDay')
  refuseFar(input.lastDay)
  await endOn(tx, found.rows, dayAfter(input.lastDay))
  await raiseVersion(tx, empId)
  tx.log({
    remark: `结束“${held.name}”的照护分工，最后一天 ${input.lastDay}：${found.rows.map((one) => one.name).join('、')}`,
    targetType: 'account',
    targetId: empId,
  })
  return staffFileOf(tx.client, who, empId)
}

/** One that belongs to somebody beyond reach is none. */
async function holdChargesOf(tx: Tx, who: Caller, empId: string): Promise<HeldStaff> {
  return holdStaff(tx, who, empId, { all: chargesAll(who) }).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'NOT_FOUND') throw notFound('照护分工')
    throw error
  })
}

export interface ChargesOf {
  count: number
  rows: string[]
}

export async function chargesAfter(tx: Pick<Tx, 'client' | 'orgId'>, empId: string, most: number): Promise<ChargesOf> {
  const found = await tx.client.query<{ name: string; all: number }>(
    `select coalesce(o.oldman_name, ${placeOf('r', 'b')}) as name, count(*) over ()::int as all
    from staff_charge h left join oldman o on o.org_id = h.org_id and o.oldman_id = h.oldman_id
      left join bed b on b.org_id = h.org_id and b.bed_id = h.bed_id left join room r on r.org_id = b.org_id and r.room_id = b.room_id
      left join location l on l.org_id = r.org_id and l.location_id = r.area
    where h.org_id = $1 and h.emp_id = $2 and (h.to_day is null or h.to_day > current_date + 1)
    order by h.bed_id is not null, r.room_name, b.bed_name, o.pinyin, h.charge_id limit $3`,
    [tx.orgId, empId, most],
  )
  return { count: found.rows[0]?.all ?? 0, rows: found.rows.map((row) => row.name) }
}

/** What somebody still had after their last day is another's from the day after; nothing is in two hands on any day. */
export async function handChargesOn(tx: Tx, fromId: string, toId: string | null, lastDay: string): Promise<number> {
  const day = dayAfter(lastDay)
  const values = [tx.orgId, fromId, day]
  const held = await tx.client.query<{
    oldmanId: string | null
    bedId: string | null
    fromDay: string
    toDay: string | null
  }>(
    `select h.oldman_id as "oldmanId", h.bed_id as "bedId", greatest(h.from_day, $3::date) as "fromDay", h.to_day as "toDay"
    from staff_charge h where h.org_id = $1 and h.emp_id = $2 and (h.to_day is null or h.to_day > $3::date)
    order by h.charge_id for update`,
    values,
  )
  if (held.rows.length === 0) return 0
  await tx.client.query(
    'delete from staff_charge h where h.org_id = $1 and h.emp_id = $2 and h.from_day >= $3::date and (h.to_day is null or h.to_day > $3::date)',
    values,
  )
  await tx.client.query(
    'update staff_charge h set to_day = $3::date where h.org_id = $1 and h.emp_id = $2 and (h.to_day is null or h.to_day > $3::date)',
    values,
  )
  if (toId === null) return 0
  await tx.client.query(
    `insert into staff_charge (org_id, charge_id, emp_id, oldman_id, bed_id, from_day, to_day, created_by)
      select $1, x.id, $2, x.oldman, x.bed, x.from_day, x.to_day, $3
      from jsonb_to_recordset($4::jsonb) as x(id text, oldman text, bed text, from_day date, to_day date)`,
    [
      tx.orgId,
      toId,
      tx.by.userId,
      JSON.stringify(
        held.rows.map((row) => ({
          id: newId(),
          oldman: row.oldmanId,
          bed: row.bedId,
          from_day: row.fromDay,
          to_day: row.toDay,
        })),
      ),
    ],
  )
  return held.rows.length
}
