// Sheets, written: begun by a nurse of the shift, filled in, thrown away while nobody has signed.
import type { InputOf } from '#contract/kit/call'
import { DAY_MS, momentOf } from '#contract/kit/clock'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import {
  type HandoverElderData,
  type HandoverMove,
  HandoverState,
  handover,
  handoverMoves,
  LATEST_OPEN_DAYS,
} from '#contract/nursing/handover'
import { HandoverShift, handedOn } from '#contract/nursing/handoverShifts'
import { USUAL_ITEMS } from '#contract/nursing/handoverWords'
import { shiftSetting } from '#server/areas/nursing/task/houseShifts'
import { requireResident } from '#server/areas/residents/public'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { inDepts } from '#server/kit/tenant'
import { eldersNow } from './handoverElders.ts'
import { noSheet, SHEET, type SheetRow } from './handoverRead.ts'

type Calls = (typeof handover)['calls']

const signed = () => new Refusal('STATE_NOT_ALLOWED', { state: '已签字', act: '修改' })
onConstraint('handover_sheet_frozen', signed)
onConstraint('handover_part_frozen', signed)
onConstraint('handover_entry_stays', () => new Refusal('STATE_NOT_ALLOWED', { state: '未接班', act: '补充记录' }))
onConstraint('handover_sheet_two', () => invalid('交班人和接班人不能是同一个人，请接班护士登录后签字'))

/** 松鹤楼护理组 11-18 夜班 */
export const titleOf = (row: Pick<SheetRow, 'deptName' | 'day' | 'shift'>) =>
  `${row.deptName} ${row.day} ${HandoverShift.label(row.shift)}`

export const tellChanged = (tx: Tx, row: Pick<SheetRow, 'sheetId' | 'deptId'>) =>
  tx.emit(handover.events.changed, { sheetId: row.sheetId }, { deptIds: [row.deptId] })

/** Locked, if the move is possible from its state. `share`: notes about different elders do not wait for one another. */
export async function holdSheet(
  tx: Tx,
  who: Caller,
  sheetId: string,
  move: HandoverMove,
  lock: 'update' | 'share' = 'update',
): Promise<SheetRow> {
  const found = await tx.client.query<SheetRow>({
    name: `handover_hold_${lock}`,
    text: `${SHEET} for ${lock === 'update' ? 'no key update' : 'share'} of t`,
    values: [who.orgId, who.deptIds, sheetId],
  })
  const row = found.rows[0]
  if (!row) throw noSheet()
  handoverMoves.next(row.state, move, (state) => HandoverState.label(state))
  return row
}

const PLACE = `select d.dept_name as name, exists (select from oldman o where o.org_id = d.org_id and o.dept_id = d.dept_id
  and o.status in (${IN_HOUSE})) as lived from dept d where d.org_id = $1 and ${inDepts('d', '$2')} and d.dept_id = $3`
const THERE = `select s.sheet_id as "sheetId" from handover_sheet s where s.org_id = $1 and s.dept_id = $2 and s.day = $3 and s.shift = $4`
// The things of the sheet before it: a ward has its own list by using it.
const ADD = `insert into handover_sheet (org_id, sheet_id, dept_id, day, shift, from_at, to_at, items, opened_by, opened_name)
values ($1, $2, $3, $4, $5, $6::timestamptz, $7::timestamptz, coalesce((select b.items from handover_sheet b where b.org_id = $1::varchar
  and b.dept_id = $3::varchar and b.from_at < $6::timestamptz and b.items <> '[]' order by b.from_at desc limit 1), $8::jsonb), $9, $10)
on conflict on constraint handover_sheet_once do nothing`

/** Whoever comes second gets the sheet of the first. */
export async function openSheet(tx: Tx, who: Caller, input: InputOf<Calls['open']>): Promise<string> {
  const { deptId, day, shift } = input
  const place = await tx.client.query<{ name: string; lived: boolean }>(PLACE, [who.orgId, who.deptIds, deptId])
  if (!place.rows[0]) throw new Refusal('NOT_FOUND', { what: '部门' }, 'deptId')
  const there = () => tx.client.query<{ sheetId: string }>(THERE, [who.orgId, deptId, day, shift])
  const known = await there()
  if (known.rows[0]) return known.rows[0].sheetId
  if (!place.rows[0].lived) throw invalid(`${place.rows[0].name}没有在住老人，不用交班`, 'deptId')
  const hours = handedOn(await shiftSetting(tx.client, who.orgId), day, shift)
  if (!hours) throw invalid(`本院没有${HandoverShift.label(shift)}，请在“班次时间”中查看`, 'shift')
  const now = Date.now()
  if (momentOf(hours.fromAt) > now) throw invalid('这一班还没有开始', 'day')
  if (momentOf(hours.toAt) < now - LATEST_OPEN_DAYS * DAY_MS) {
    throw invalid(`只能补写最近 ${LATEST_OPEN_DAYS} 天的交班`, 'day')
  }
  const sheetId = newId()
  const items = USUAL_ITEMS.map((name) => ({ name, count: 0, remark: null }))
  const made = await tx.client.query(ADD, [
    who.orgId,
    sheetId,
    deptId,
    day,
    shift,
    hours.fromAt,
    hours.toAt,
    JSON.stringify(items),
    tx.by.userId,
    tx.by.name,
  ])
  if (made.rowCount === 0) return (await there()).rows[0]!.sheetId
  tx.log({
    remark: `开始写“${titleOf({ deptName: place.rows[0].name, day, shift })}”的交班`,
    targetType: 'handover',
    targetId: sheetId,
  })
  tellChanged(tx, { sheetId, deptId })
  return sheetId
}

const textOf = (text: string | null | undefined) => text?.trim() || null
const logged = ({ items, equipment, family, remark }: Pick<SheetRow, 'items' | 'equipment' | 'family' | 'remark'>) => ({
  items: items.map((one) => [`${one.name} ${one.count}`, one.remark].filter(Boolean).join('，')).join('；'),
  equipment,
  family,
  remark,
})

const SAVE = `update handover_sheet set items = $3::jsonb, equipment = $4, family = $5, remark = $6, version = version + 1
where org_id = $1 and sheet_id = $2`

export async function saveSheet(tx: Tx, who: Caller, input: InputOf<Calls['save']>): Promise<string> {
  const { sheetId, version } = input
  if (!sheetId) throw invalid('请指明要保存的交接班', 'sheetId')
  const row = await holdSheet(tx, who, sheetId, 'edit')
  await refuseStale(tx, sheetId, version, row.version)
  const items = (input.items ?? row.items).map((one) => ({
    name: one.name.trim(),
    count: one.count,
    remark: textOf(one.remark),
  }))
  const twice = items.find((one, at) => items.findIndex((other) => other.name === one.name) !== at)
  if (twice) throw invalid(`物品“${twice.name}”写了两次`, 'items')
  const said = <K extends 'equipment' | 'family' | 'remark'>(field: K) =>
    input[field] === undefined ? row[field] : textOf(input[field])
  const after = { items, equipment: said('equipment'), family: said('family'), remark: said('remark') }
  await tx.client.query(SAVE, [who.orgId, sheetId, JSON.stringify(items), after.equipment, after.family, after.remark])
  tx.log({
    remark: `填写“${titleOf(row)}”的物品、设备和家属交代`,
    targetType: 'handover',
    targetId: sheetId,
    changes: changesBetween(logged(row), logged(after)),
  })
  tellChanged(tx, row)
  return sheetId
}

const NOTED = `select version, updated_name as "updatedName", focus, condition, done, watch from handover_elder
where org_id = $1 and sheet_id = $2 and oldman_id = $3 for update`
const NOTE = `insert into handover_elder (org_id, sheet_id, oldman_id, focus, condition, done, watch, updated_name, updated_at)
values ($1, $2, $3, $4, $5, $6, $7, $8, now())
on conflict (org_id, sheet_id, oldman_id) do update set focus = excluded.focus, condition = excluded.condition, done = excluded.done,
  watch = excluded.watch, updated_name = excluded.updated_name, updated_at = now(), version = handover_elder.version + 1
where handover_elder.version = $9`

const ALREADY = 0

/** Each note has its own version: two nurses write about two elders without waiting, about one the second is told. */
export async function writeNote(tx: Tx, who: Caller, input: InputOf<Calls['note']>): Promise<HandoverElderData> {
  const { sheetId, oldmanId, focus } = input
  const row = await holdSheet(tx, who, sheetId, 'edit', 'share')
  const resident = await requireResident(tx.client, who, oldmanId)
  if (resident.deptId !== row.deptId) throw notFound(`${row.deptName}的老人`)
  const known = await tx.client.query<{ version: number; updatedName: string | null } & Record<string, unknown>>(
    NOTED,
    [who.orgId, sheetId, oldmanId],
  )
  const before = known.rows[0]
  const current = before?.version ?? ALREADY
  const stale = () => new Refusal('CHANGED_MEANWHILE', { who: before?.updatedName ?? '他人' })
  if (input.version !== null && input.version !== undefined && input.version !== current) throw stale()
  const note = { focus, condition: textOf(input.condition), done: textOf(input.done), watch: textOf(input.watch) }
  const written = await tx.client.query(NOTE, [
    who.orgId,
    sheetId,
    oldmanId,
    note.focus,
    note.condition,
    note.done,
    note.watch,
    tx.by.name,
    current,
  ])
  // Somebody wrote the first note of this elder in the same moment.
  if (written.rowCount === 0) throw stale()
  tx.log({
    remark: `在“${titleOf(row)}”中填写“${resident.name}”的交班`,
    targetType: 'handover',
    targetId: sheetId,
    changes: changesBetween(
      before ? { focus: before.focus, condition: before.condition, done: before.done, watch: before.watch } : null,
      note,
    ),
  })
  tellChanged(tx, row)
  const [elder] = await eldersNow(tx.client, {
    orgId: who.orgId,
    deptId: row.deptId,
    sheetId,
    since: row.since,
    oldmanId,
  })
  return elder!
}

export async function removeSheet(tx: Tx, who: Caller, sheetId: string): Promise<void> {
  const row = await holdSheet(tx, who, sheetId, 'remove')
  const trace = await tx.client.query('select from handover_entry where org_id = $1 and sheet_id = $2 limit 1', [
    who.orgId,
    sheetId,
  ])
  if (trace.rowCount) throw new Refusal('STATE_NOT_ALLOWED', { state: '签过字又退回', act: '删除，请改好后再签字' })
  await tx.client.query('delete from handover_sheet where org_id = $1 and sheet_id = $2', [who.orgId, sheetId])
  tx.log({
    remark: `删除“${titleOf(row)}”的交班草稿`,
    targetType: 'handover',
    targetId: sheetId,
    changes: changesBetween(logged(row), null),
  })
  tellChanged(tx, row)
}
