// Devices from a workbook. Where a device hangs is written as people say it: 松鹤楼/2层/203室/02床, or the name of whoever
// wears it. Accounts are made afterwards, for the ticked rows of the list, because a secret is shown once.

import { invalid } from '#contract/kit/refusal'
import type { NewDeviceData } from '#contract/monitor/device'
import {
  CallerType,
  type CallerTypeValue,
  CallFamily,
  type CallFamilyValue,
  DeviceKind,
  type DeviceKindValue,
  TagType,
} from '#contract/monitor/words'
import type { Caller } from '#server/kit/caller'
import { type ImportSpec, importSheet } from '#server/kit/excelImport'
import { optionOf, shortText, wholeNumber } from '#server/kit/importCells'
import { type Reason, Reasons } from '#server/kit/importReasons'
import { inDepts } from '#server/kit/tenant'
import { boundTo, checkKind, completed } from './deviceBind.ts'
import { addDevices } from './deviceWrite.ts'

interface Line {
  deviceNo: string
  kind: DeviceKindValue
  model: string | null
  callFamily: CallFamilyValue | null
  callerType: CallerTypeValue | null
  tagType: 33 | 34 | -1 | null
  bed: string | null
  room: string | null
  resident: string | null
  staff: string | null
  intervalS: number | null
  remark: string | null
}

/** Name → id; null where the name means two. */
type Names = ReadonlyMap<string, string | null>

interface Known {
  numbers: ReadonlySet<string>
  beds: Names
  rooms: Names
  residents: Names
  staff: Names
  /** Places that have a device of the kind, and those this workbook fills. */
  taken: Map<string, string>
}

const plain = (text: string) => text.replace(/[\s>›/\\-]+/g, '')

/** By the whole path and by every end of it that means one place only. */
function byPath(rows: readonly { id: string; path: string }[]): Names {
  const names = new Map<string, string | null>()
  for (const { id, path } of rows) {
    const parts = path.split('>')
    for (let from = 0; from < parts.length; from++) {
      const name = plain(parts.slice(from).join(''))
      names.set(name, names.has(name) && names.get(name) !== id ? null : id)
    }
  }
  return names
}

function byName(rows: readonly { id: string; name: string; other: string | null }[]): Names {
  const names = new Map<string, string | null>()
  for (const { id, name, other } of rows) {
    names.set(name, names.has(name) ? null : id)
    if (other) names.set(other, id)
  }
  return names
}

const PLACES = `select b.bed_id as id, concat_ws('>', nullif(l.path, ''), r.room_name, b.bed_name) as path, 'bed' as kind
  from bed b join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location l on l.org_id = r.org_id and l.location_id = r.area
  where b.org_id = $1 and ${inDepts('r', '$2')}
union all
select r.room_id, concat_ws('>', nullif(l.path, ''), r.room_name), 'room'
  from room r left join location l on l.org_id = r.org_id and l.location_id = r.area
  where r.org_id = $1 and ${inDepts('r', '$2')}`

const RESIDENTS = `select oldman_id as id, oldman_name as name, archive_no as other from oldman
  where org_id = $1 and ($2::text[] is null or dept_id is null or dept_id = any($2))`

const STAFF = `select e.emp_id as id, e.emp_name as name, e.emp_key as other from employee e where e.org_id = $1`

const placeKey = (field: string, id: string, kind: string, callerType: string | null) =>
  `${field} ${id} ${field === 'roomId' ? callerType : field === 'userId' ? '' : kind}`
/** A cuff and a thermometer may both be one resident's. */
const shares = (field: string, kind: string) => field === 'oldmanId' && kind === 'SIGN'

async function surroundings(who: Caller, lines: readonly Line[]): Promise<Known> {
  const { pool } = who.app
  const [places, residents, staff, devices] = await Promise.all([
    pool.query<{ id: string; path: string; kind: string }>(PLACES, [who.orgId, who.deptIds]),
    pool.query<{ id: string; name: string; other: string | null }>(RESIDENTS, [who.orgId, who.deptIds]),
    pool.query<{ id: string; name: string; other: string | null }>(STAFF, [who.orgId]),
    pool.query<NewDeviceData>(
      `select device_no as "deviceNo", kind, caller_type as "callerType", bed_id as "bedId", room_id as "roomId",
        oldman_id as "oldmanId", user_id as "userId" from device where org_id = $1`,
      [who.orgId],
    ),
  ])
  const taken = new Map<string, string>()
  for (const one of devices.rows) {
    const field = boundTo(one)
    if (field && !shares(field, one.kind))
      taken.set(placeKey(field, one[field]!, one.kind, one.callerType ?? null), one.deviceNo)
  }
  const wanted = new Set(lines.map((line) => line.deviceNo))
  return {
    numbers: new Set(devices.rows.flatMap((one) => (wanted.has(one.deviceNo) ? [one.deviceNo] : []))),
    beds: byPath(places.rows.filter((one) => one.kind === 'bed')),
    rooms: byPath(places.rows.filter((one) => one.kind === 'room')),
    residents: byName(residents.rows),
    staff: byName(staff.rows),
    taken,
  }
}

/** `fully`: how one of several with the same name is meant. */
function idOf(names: Names, text: string | null, what: string, fully: string): string | null {
  if (text === null) return null
  const found = names.get(plain(text)) ?? names.get(text.trim())
  if (found) return found
  throw invalid(names.has(plain(text)) ? `有多个${what}叫“${text}”，${fully}` : `没有${what}“${text}”`)
}

const named = {
  bedId: (line: Line, known: Known) => idOf(known.beds, line.bed, '床位', '请从楼栋写起'),
  roomId: (line: Line, known: Known) => idOf(known.rooms, line.room, '房间', '请从楼栋写起'),
  oldmanId: (line: Line, known: Known) => idOf(known.residents, line.resident, '老人', '请填档案编号'),
  userId: (line: Line, known: Known) => idOf(known.staff, line.staff, '员工', '请填工号'),
}

function resolve(line: Line, known: Known): NewDeviceData {
  const { bed: _, room: __, resident: ___, staff: ____, ...facts } = line
  return completed({
    ...facts,
    bedId: named.bedId(line, known),
    roomId: named.roomId(line, known),
    oldmanId: named.oldmanId(line, known),
    userId: named.userId(line, known),
  })
}

function reasonsAgainst(line: Line, known: Known, bad: ReadonlySet<string>): readonly Reason[] {
  const reasons = new Reasons()
  if (known.numbers.has(line.deviceNo)) reasons.add(`设备编号 ${line.deviceNo} 已登记`)
  for (const find of Object.values(named)) reasons.attempt('', () => find(line, known))
  // What fits together is judged once all of it is known.
  if (reasons.list.length > 0 || bad.size > 0) return reasons.list
  reasons.attempt('', () => {
    const device = resolve(line, known)
    checkKind(device)
    const field = boundTo(device)
    if (!field || shares(field, device.kind)) return
    const key = placeKey(field, device[field]!, device.kind, device.callerType ?? null)
    const other = known.taken.get(key)
    if (other) throw invalid(`那里已有${DeviceKind.label(device.kind)} ${other}`)
    known.taken.set(key, line.deviceNo)
  })
  return reasons.list
}

function deviceNumber(text: string): string {
  if (!/^[A-Za-z0-9_-]{1,40}$/.test(text)) throw invalid('只能是 40 位以内的字母、数字、下划线或横线')
  return text
}

const spec: ImportSpec<Line, Known> = {
  name: 'monitor.devices',
  title: '设备',
  columns: [
    { key: 'deviceNo', title: '设备编号', required: true, parse: deviceNumber, example: 'CD00901', width: 16 },
    { key: 'kind', title: '种类', required: true, parse: optionOf(DeviceKind), example: '智能床垫', width: 12 },
    { key: 'model', title: '型号', parse: shortText(40), width: 14 },
    { key: 'callFamily', title: '呼叫设备', parse: optionOf(CallFamily), width: 18 },
    { key: 'callerType', title: '安装位置', parse: optionOf(CallerType), width: 12 },
    { key: 'tagType', title: '标签类型', parse: optionOf(TagType), width: 12 },
    { key: 'bed', title: '床位', parse: shortText(100), example: '松鹤楼/2层/203室/02床', width: 26 },
    { key: 'room', title: '房间', parse: shortText(100), width: 22 },
    { key: 'resident', title: '老人', parse: shortText(40), width: 14 },
    { key: 'staff', title: '员工', parse: shortText(40), width: 14 },
    { key: 'intervalS', title: '上报间隔（秒）', parse: wholeNumber(1, 3600), width: 14 },
    { key: 'remark', title: '备注', parse: shortText(200), width: 24 },
  ],
  keyOf: (line) => line.deviceNo,
  load: surroundings,
  checkRow: reasonsAgainst,
  saveRows: async (tx, lines, who, known) => {
    // A chunk that was saved before an interruption is there already.
    const { rows } = await tx.client.query<{ no: string }>(
      'select device_no as no from device where org_id = $1 and device_no = any($2)',
      [tx.orgId, lines.map((line) => line.deviceNo)],
    )
    const there = new Set(rows.map((row) => row.no))
    const fresh = lines.filter((line) => !there.has(line.deviceNo))
    await addDevices(
      tx,
      who,
      fresh.map((line) => resolve(line, known)),
    )
    tx.log({ remark: `导入设备 ${fresh.length} 台`, targetType: 'device' })
    return { added: fresh.length, updated: 0, skipped: there.size }
  },
  notice: async () => '导入的设备还没有接入密钥：导入完成后，在列表中勾选这些设备，点“生成密钥”，密钥只显示一次。',
}

export const deviceImport = importSheet(spec)
/** The queue finds runs among the exports of an area's files. */
export const deviceImportRun = deviceImport.run
