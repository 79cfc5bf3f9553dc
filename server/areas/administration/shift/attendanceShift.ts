// Handlers of shifts.
import type { ClientBase, Pool } from 'pg'
import {
  attendanceShift,
  type ShiftChoiceData,
  type ShiftDetailData,
  type ShiftRowData,
} from '#contract/administration/attendanceShift'
import { ShiftEnable } from '#contract/administration/attendanceWords'
import { periodWords, shiftFault, shiftSums } from '#contract/administration/shiftTime'
import type { InputOf } from '#contract/kit/call'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'
import type { Scope } from '#server/kit/tenant'
import { placeChoices, placesOf, savePlaces } from './shiftPlaces.ts'
import { refuseNamed, refuseUsed, seenReach, worksBy } from './shiftUse.ts'

onConstraint('attendance_shift_name', () => new Refusal('ALREADY_EXISTS', { what: '同名的班次' }, 'shiftName'))

const COLUMNS = `t.shift_pk_id as "shiftPkId", t.shift_name as "shiftName", t.short_name as "shortName", t.tone,
  t.work_period as "workPeriod", t.start_minute as "startMinute", t.end_minute as "endMinute", t.work_minutes as "workMinutes",
  t.rest_minutes as "restMinutes", t.open_before as "openBefore", t.close_after as "closeAfter", t.late_grace as "lateGrace",
  t.early_grace as "earlyGrace", t.absent_after as "absentAfter", t.night, t.schedule_mode as "scheduleMode",
  t.is_enable as "isEnable", t.remark, t.version, t.created_at as "createTime",
  (select count(*)::int from attendance_shift_place p where p.org_id = t.org_id and p.shift_pk_id = t.shift_pk_id) as "placeCount",
  coalesce((select array_agg(g.name order by g.name) from attendance_group g where g.org_id = t.org_id
    and ${worksBy('g', 't.shift_pk_id')}), '{}') as groups`

const ONE = `select ${COLUMNS} from attendance_shift t where t.org_id = $1 and t.shift_pk_id = $2`
const CHOICES = `select t.shift_pk_id as "shiftPkId", t.shift_name as "shiftName", t.short_name as "shortName", t.tone,
  t.start_minute as "startMinute", t.end_minute as "endMinute", t.work_minutes as "workMinutes", t.night, t.is_enable as "isEnable"
from attendance_shift t where t.org_id = $1 and ($2 or t.is_enable = ${ShiftEnable.is.on})
order by t.is_enable, t.sort, t.created_at, t.shift_pk_id`
const NAME_TAKEN = `select exists (select from attendance_shift t where t.org_id = $1 and t.shift_name = $2
  and t.shift_pk_id is distinct from $3) as taken`

const FIELDS =
  'shift_name, short_name, tone, work_period, start_minute, end_minute, work_minutes, rest_minutes, open_before, close_after, late_grace, early_grace, absent_after, night, schedule_mode, remark'
const PLACES = FIELDS.split(', ')
  .map((_, i) => `$${i + 3}`)
  .join(', ')
const ADD = `insert into attendance_shift (org_id, shift_pk_id, ${FIELDS}, sort)
  values ($1::varchar, $2, ${PLACES}, (select coalesce(max(s.sort), 0) + 1 from attendance_shift s where s.org_id = $1))`
const SAVE = `update attendance_shift t set (${FIELDS}, version) = (${PLACES}, t.version + 1)
  where t.org_id = $1 and t.shift_pk_id = $2`
const ENABLE =
  'update attendance_shift t set is_enable = $3, version = t.version + 1 where t.org_id = $1 and t.shift_pk_id = $2'
const REMOVE = 'delete from attendance_shift t where t.org_id = $1 and t.shift_pk_id = $2'

type Input = InputOf<typeof attendanceShift.calls.add>

async function detail(client: ClientBase | Pool, scope: Scope, shiftPkId: string): Promise<ShiftDetailData> {
  const row = (await client.query<ShiftRowData>(ONE, [scope.orgId, shiftPkId])).rows[0]
  if (!row) throw notFound('班次')
  return { ...row, ...(await placesOf(client, scope, shiftPkId)) }
}

async function hold(tx: Tx, shiftPkId: string, version?: number | null): Promise<ShiftRowData> {
  const found = await tx.client.query<ShiftRowData>(`${ONE} for update of t`, [tx.orgId, shiftPkId])
  const row = found.rows[0]
  if (!row) throw notFound('班次')
  await refuseStale(tx, shiftPkId, version, row.version)
  return row
}

/** What is stored of a form, in the order of FIELDS; refuses times that cannot be. */
function valuesOf(body: Input): unknown[] {
  const fault = shiftFault(body)
  if (fault) throw invalid(fault.text, fault.field)
  const sums = shiftSums(body)
  return [
    body.shiftName.trim(),
    body.shortName,
    body.tone,
    JSON.stringify(body.workPeriod.map(({ on, off, crossDay }) => ({ on, off, crossDay }))),
    sums.startMinute,
    sums.endMinute,
    sums.workMinutes,
    body.restMinutes,
    body.openBefore,
    body.closeAfter,
    body.lateGrace,
    body.earlyGrace,
    body.absentAfter,
    sums.night,
    body.scheduleMode ?? null,
    body.remark?.trim() || null,
  ]
}

const LOGGED = [
  'shiftName',
  'shortName',
  'tone',
  'restMinutes',
  'openBefore',
  'closeAfter',
  'lateGrace',
  'earlyGrace',
  'absentAfter',
  'scheduleMode',
  'remark',
] as const

const words = (row: ShiftDetailData) => ({
  ...Object.fromEntries(LOGGED.map((name) => [name, row[name]])),
  workPeriod: periodWords(row.workPeriod),
  places: row.places.map((one) => one.path).join('、'),
})

async function add(tx: Tx, scope: Scope, body: Input): Promise<ShiftDetailData> {
  const shiftPkId = newId()
  await tx.client.query(ADD, [tx.orgId, shiftPkId, ...valuesOf(body)])
  await savePlaces(tx, scope, {
    shiftPkId,
    before: null,
    mode: body.scheduleMode ?? null,
    placeIds: body.placeIds ?? [],
  })
  const made = await detail(tx.client, scope, shiftPkId)
  tx.log({
    remark: `新增班次“${made.shiftName}”，${periodWords(made.workPeriod)}`,
    targetType: 'attendanceShift',
    targetId: shiftPkId,
    changes: changesBetween(null, words(made)),
  })
  return made
}

const timesOf = (row: Pick<ShiftRowData, 'workPeriod' | 'restMinutes'>) =>
  `${periodWords(row.workPeriod)} ${row.restMinutes}`

async function save(tx: Tx, scope: Scope, body: InputOf<typeof attendanceShift.calls.save>): Promise<ShiftDetailData> {
  const { shiftPkId } = body
  const held = await hold(tx, shiftPkId, body.version)
  const before = { ...held, ...(await placesOf(tx.client, scope, shiftPkId)) }
  const values = valuesOf(body)
  const seen = timesOf(before) === timesOf(body) ? '' : await seenReach(tx, shiftPkId, body.confirmed)
  await tx.client.query(SAVE, [tx.orgId, shiftPkId, ...values])
  await savePlaces(tx, scope, {
    shiftPkId,
    before: held.scheduleMode,
    mode: body.scheduleMode ?? null,
    placeIds: body.placeIds ?? [],
  })
  const after = await detail(tx.client, scope, shiftPkId)
  tx.log({
    remark: `修改班次“${after.shiftName}”${seen}`,
    targetType: 'attendanceShift',
    targetId: shiftPkId,
    changes: changesBetween(words(before), words(after)),
  })
  return after
}

async function enable(
  tx: Tx,
  scope: Scope,
  { shiftPkId, isEnable, version }: InputOf<typeof attendanceShift.calls.enable>,
): Promise<ShiftDetailData> {
  const row = await hold(tx, shiftPkId, version)
  if (row.isEnable !== isEnable) {
    if (isEnable === ShiftEnable.is.off) await refuseUsed(tx, row)
    await tx.client.query(ENABLE, [tx.orgId, shiftPkId, isEnable])
    tx.log({
      remark: `${isEnable === ShiftEnable.is.off ? '停用' : '启用'}班次“${row.shiftName}”`,
      targetType: 'attendanceShift',
      targetId: shiftPkId,
      changes: { isEnable: [row.isEnable, isEnable] },
    })
  }
  return detail(tx.client, scope, shiftPkId)
}

async function remove(tx: Tx, shiftPkId: string): Promise<null> {
  const row = await hold(tx, shiftPkId)
  await refuseNamed(tx, row)
  await tx.client.query(REMOVE, [tx.orgId, shiftPkId])
  tx.log({ remark: `删除班次“${row.shiftName}”`, targetType: 'attendanceShift', targetId: shiftPkId })
  return null
}

export default implement(attendanceShift, {
  list: (query, who) =>
    pageOfRows<ShiftRowData>(
      who.app.pool,
      {
        from: 'attendance_shift t',
        key: 'shift_pk_id',
        select: COLUMNS,
        filters: [
          ['t.org_id = ?', who.orgId],
          ['t.shift_name like ?', contains(query.shiftName)],
          ['t.is_enable = ?', query.isEnable],
          ['t.schedule_mode = ?', query.scheduleMode],
        ],
        sorts: {
          shiftName: 't.shift_name',
          startMinute: 't.start_minute',
          workMinutes: 't.work_minutes',
          createTime: 't.created_at',
        },
        defaultSort: 't.is_enable, t.sort, t.created_at',
      },
      query,
    ),
  add: (body, who) => who.tx((tx) => add(tx, who, body)),
  save: (body, who) => who.tx((tx) => save(tx, who, body)),
  nameFree: async ({ shiftName, shiftPkId }, who) => {
    const found = await who.app.pool.query<{ taken: boolean }>(NAME_TAKEN, [
      who.orgId,
      shiftName.trim(),
      shiftPkId ?? null,
    ])
    return !found.rows[0]!.taken
  },
  enable: (body, who) => who.tx((tx) => enable(tx, who, body)),
  choices: async ({ all }, who) => (await who.app.pool.query<ShiftChoiceData>(CHOICES, [who.orgId, all === true])).rows,
  places: ({ scheduleMode }, who) => placeChoices(who.app.pool, who, scheduleMode),
  get: ({ shiftPkId }, who) => detail(who.app.pool, who, shiftPkId),
  remove: ({ shiftPkId }, who) => who.tx((tx) => remove(tx, shiftPkId)),
})
