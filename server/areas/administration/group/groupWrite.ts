// Making and changing attendance groups: by which shifts, from when on, where may be clocked.
import type { GroupDetailData, GroupFormData } from '#contract/administration/attendanceGroup'
import { GroupMode, type GroupModeValue, ShiftEnable } from '#contract/administration/attendanceWords'
import { clockPlaceFault } from '#contract/administration/clockPlace'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { GroupPattern } from '#server/areas/administration/attendanceTables'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import type { Scope } from '#server/kit/tenant'
import { saveMembers } from './groupMembers.ts'
import { detailOf, type HeldGroup, readGroup } from './groupSql.ts'

onConstraint('attendance_group_name', () => new Refusal('ALREADY_EXISTS', { what: '同名的考勤组' }, 'name'))

const SHIFTS = `select s.shift_pk_id as id, s.shift_name as name, s.is_enable as state from attendance_shift s
where s.org_id = $1 and s.shift_pk_id = any($2) for share`
const DEPT = `select 1 from dept d where d.org_id = $1 and d.dept_id = $2 and ($3::text[] is null or d.dept_id = any($3)) for key share`

const ADD = `insert into attendance_group (org_id, attendance_group_pk_id, name, mode, dept_id, pattern, holidays, photo, outside,
  effective_date, remark) values ($1, $2, $3, $4, $5, $6::jsonb, $7, $8, $9, $10, $11)`
const SAVE = `update attendance_group t set name = $3, mode = $4, dept_id = $5, pattern = $6::jsonb, holidays = $7, photo = $8,
  outside = $9, effective_date = $10, remark = $11, version = t.version + 1
where t.org_id = $1 and t.attendance_group_pk_id = $2`

const OWN_PLACES =
  'select p.place_id as id from attendance_place p where p.org_id = $1 and p.attendance_group_pk_id = $2'
const CLEAR_PLACES = 'delete from attendance_place p where p.org_id = $1 and p.attendance_group_pk_id = $2'
const ADD_PLACES = `insert into attendance_place (org_id, place_id, attendance_group_pk_id, kind, name, lng, lat, radius, network,
  device_no, sort)
select $1, p.id, $2, p.kind, p.name, p.lng, p.lat, p.radius, p.network, p.device, p.sort
from jsonb_to_recordset($3::jsonb) as p(id text, kind text, name text, lng float8, lat float8, radius int, network text,
  device text, sort int)`

const USED = `select count(*) filter (where m.to_day is null or m.to_day > (now() at time zone 'Asia/Shanghai')::date)::int as people,
  exists (select from attendance_record r where r.org_id = $1 and r.attendance_group_pk_id = $2) as reckoned
from attendance_member m where m.org_id = $1 and m.attendance_group_pk_id = $2`
const REMOVE = 'delete from attendance_group t where t.org_id = $1 and t.attendance_group_pk_id = $2'
const REMOVE_MEMBERS = 'delete from attendance_member m where m.org_id = $1 and m.attendance_group_pk_id = $2'

type Form = GroupFormData

async function shiftsFit(tx: Tx, ids: readonly string[], field: string, before: readonly string[]): Promise<void> {
  const wanted = [...new Set(ids)]
  const found = await tx.client.query<{ id: string; name: string; state: number }>(SHIFTS, [tx.orgId, wanted])
  if (found.rows.length < wanted.length) throw notFound('班次')
  // One that was switched off may stay where it stands, and is not chosen anew.
  const off = found.rows.find((one) => one.state === ShiftEnable.is.off && !before.includes(one.id))
  if (off) throw invalid(`班次“${off.name}”已停用，请先启用或另选班次`, field)
}

const DAYS = 7

async function patternOf(tx: Tx, body: Form, before: readonly string[]): Promise<GroupPattern> {
  if (body.mode === GroupMode.is.FIXED) {
    const weekly = body.weekly ?? []
    const worked = weekly.filter((one) => one !== null)
    if (weekly.length !== DAYS || worked.length === 0) throw invalid('请安排一周七天的班次，至少一天上班', 'weekly')
    await shiftsFit(tx, worked, 'weekly', before)
    return { weekly: [...weekly] }
  }
  if (body.mode === GroupMode.is.ROSTER) {
    const shiftIds = [...new Set(body.shiftIds ?? [])]
    if (shiftIds.length === 0) throw invalid('请至少选择一个可排的班次', 'shiftIds')
    await shiftsFit(tx, shiftIds, 'shiftIds', before)
    return { shiftIds }
  }
  const days = [...new Set(body.days ?? [])].sort()
  if (days.length === 0) throw invalid('请至少选择一个工作日', 'days')
  if (!body.dayMinutes) throw invalid('请填写每天工时', 'dayMinutes')
  return { dayMinutes: body.dayMinutes, days }
}

async function savePlaces(tx: Tx, groupId: string, places: Form['places']): Promise<void> {
  if (!places) return
  for (const one of places) {
    const fault = clockPlaceFault(one)
    if (fault) throw invalid(`打卡地点“${one.name}”：${fault}`, 'places')
  }
  const own = new Set(
    (await tx.client.query<{ id: string }>(OWN_PLACES, [tx.orgId, groupId])).rows.map((one) => one.id),
  )
  const rows = places.map((one, sort) => {
    const radius = one.kind === 'RADIUS'
    const id = one.placeId && own.delete(one.placeId) ? one.placeId : newId()
    return {
      id,
      kind: one.kind,
      name: one.name.trim(),
      lng: radius ? one.lng : null,
      lat: radius ? one.lat : null,
      radius: radius ? one.radius : null,
      network: one.kind === 'NETWORK' ? one.network?.trim() : null,
      device: one.kind === 'DEVICE' ? one.deviceNo?.trim() : null,
      sort,
    }
  })
  await tx.client.query(CLEAR_PLACES, [tx.orgId, groupId])
  await tx.client.query(ADD_PLACES, [tx.orgId, groupId, JSON.stringify(rows)])
}

const valuesOf = (body: Form, pattern: GroupPattern) => [
  body.name.trim(),
  body.mode,
  body.deptId ?? null,
  JSON.stringify(pattern),
  body.holidays ?? body.mode !== GroupMode.is.ROSTER,
  body.photo,
  body.outside,
  body.effectiveDate,
  body.remark?.trim() || null,
]

async function refuseForeignDept(tx: Tx, scope: Scope, deptId: string | null | undefined): Promise<void> {
  if (!deptId) return
  const found = await tx.client.query(DEPT, [tx.orgId, deptId, scope.deptIds])
  if (found.rowCount === 0) throw notFound('部门')
}

const words = (row: GroupDetailData) => ({
  name: row.name,
  mode: row.mode,
  deptName: row.deptName,
  shifts: row.shifts.map((one) => one.shiftName).join('、'),
  weekly: row.weekly.map((id) => row.shifts.find((one) => one.shiftPkId === id)?.shortName ?? '休').join(' '),
  dayMinutes: row.dayMinutes,
  days: row.days.join(),
  holidays: row.holidays,
  photo: row.photo,
  outside: row.outside,
  effectiveDate: row.effectiveDate,
  remark: row.remark,
  places: row.places.map((one) => one.name).join('、'),
})

const moved = (told: readonly string[]) => (told.length > 0 ? `：${told.join('；')}` : '')

export async function addGroup(tx: Tx, scope: Scope, body: Form): Promise<GroupDetailData> {
  const id = newId()
  await refuseForeignDept(tx, scope, body.deptId)
  const pattern = await patternOf(tx, body, [])
  await tx.client.query(ADD, [tx.orgId, id, ...valuesOf(body, pattern)])
  await savePlaces(tx, id, body.places)
  const told = body.members ? await saveMembers(tx, scope, { id, effectiveDate: body.effectiveDate }, body.members) : []
  const made = await detailOf(tx.client, { ...scope, deptIds: null }, id)
  tx.log({
    remark: `新增考勤组“${made.name}”${moved(told)}`,
    targetType: 'attendanceGroup',
    targetId: id,
    changes: changesBetween(null, words(made)),
  })
  return detailOf(tx.client, scope, id)
}

function refuseHistory(before: HeldGroup, mode: GroupModeValue, effectiveDate: string): void {
  if (before.fresh) return
  if (mode !== before.mode) {
    throw invalid(
      `考勤组“${before.name}”已有考勤记录，不能改成${GroupMode.label(mode)}；请新建考勤组，再把人员从某天起调过去`,
      'mode',
    )
  }
  if (effectiveDate !== before.effectiveDate) {
    throw invalid(`已有考勤记录，生效日期 ${before.effectiveDate} 不能再改`, 'effectiveDate')
  }
}

export async function saveGroup(
  tx: Tx,
  scope: Scope,
  body: Form & { attendanceGroupPkId: string; version?: number | null },
): Promise<GroupDetailData> {
  const id = body.attendanceGroupPkId
  const held = await readGroup(tx.client, scope, id, { lock: true })
  await refuseStale(tx, id, body.version, held.version)
  const before = await detailOf(tx.client, scope, id)
  refuseHistory(held, body.mode, body.effectiveDate)
  if (body.deptId !== held.deptId) await refuseForeignDept(tx, scope, body.deptId)
  const pattern = await patternOf(
    tx,
    body,
    held.shifts.map((one) => one.shiftPkId),
  )
  await tx.client.query(SAVE, [tx.orgId, id, ...valuesOf(body, pattern)])
  await savePlaces(tx, id, body.places)
  const told = body.members ? await saveMembers(tx, scope, { id, effectiveDate: body.effectiveDate }, body.members) : []
  const after = await detailOf(tx.client, scope, id)
  tx.log({
    remark: `修改考勤组“${after.name}”${moved(told)}`,
    targetType: 'attendanceGroup',
    targetId: id,
    changes: changesBetween(words(before), words(after)),
  })
  return after
}

export async function removeGroup(tx: Tx, scope: Scope, id: string): Promise<null> {
  const held = await readGroup(tx.client, scope, id, { lock: true })
  const used = (await tx.client.query<{ people: number; reckoned: boolean }>(USED, [tx.orgId, id])).rows[0]!
  const users = [
    used.people > 0 && `还有 ${used.people} 人，请先移出或调到其他考勤组`,
    used.reckoned && '已有考勤记录，须保留备查',
  ].filter(Boolean)
  if (users.length > 0) throw new Refusal('IN_USE', { what: `考勤组“${held.name}”`, users: users.join('；') })
  await tx.client.query(REMOVE_MEMBERS, [tx.orgId, id])
  await tx.client.query(REMOVE, [tx.orgId, id])
  tx.log({ remark: `删除考勤组“${held.name}”`, targetType: 'attendanceGroup', targetId: id })
  return null
}
