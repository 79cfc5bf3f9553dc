// What the residents' area tells the platform about beds: who lies in one, and that residents go with their room when
// it gets another department.
import { Refusal } from '#contract/kit/refusal'
import { ResidenceStatus, type ResidenceStatusValue } from '#contract/live/resident'
import { bedUsers, roomFollowers } from '#server/areas/platform/public'
import { onConstraint } from '#server/kit/constraints'

/** Also whoever comes to it later: a reserved bed, and one that somebody moves into on a day to come. */
const HOLDING = `select o.bed_id as "bedId", o.kind, t.oldman_name as name, t.status, o.days @> current_date as now,
  lower(o.days) as "from"
from occupancy o join oldman t on t.org_id = o.org_id and t.oldman_id = o.oldman_id
where o.org_id = $1 and o.bed_id = any($2) and (upper_inf(o.days) or upper(o.days) > current_date)
order by lower(o.days) desc`

interface Holding {
  bedId: string
  kind: 'STAY' | 'ROOM' | 'RESERVE'
  name: string
  status: ResidenceStatusValue
  now: boolean
  from: string
}

const holdingInWords = ({ kind, name, status, now, from }: Holding) => {
  if (!now) return `${name}，${from} 起`
  if (kind === 'RESERVE') return `${name}，已预订`
  return `${name}，${ResidenceStatus.label(status)}${kind === 'ROOM' ? '（包房）' : ''}`
}

bedUsers.add(async (tx, bedIds) => {
  const found = await tx.client.query<Holding>({ name: 'beds_held', text: HOLDING, values: [tx.orgId, bedIds] })
  return new Map(found.rows.map((row) => [row.bedId, holdingInWords(row)]))
})

const FOLLOW = `update oldman t set dept_id = $3, version = t.version + 1, updated_at = now() from bed b
where b.org_id = $1 and b.room_id = any($2) and t.org_id = b.org_id and t.current_bed_id = b.bed_id
  and t.dept_id is distinct from $3 returning t.oldman_name as name`

roomFollowers.add(async (tx, roomIds, deptId) => {
  const moved = await tx.client.query<{ name: string }>(FOLLOW, [tx.orgId, roomIds, deptId])
  if (moved.rows.length === 0) return
  const names = moved.rows.map((row) => row.name)
  const shown = names.slice(0, 10).join('、')
  tx.log({
    remark: `${names.length} 位老人随房间${deptId === null ? '不再属于部门' : '转到新的部门'}：${shown}${names.length > 10 ? ' 等' : ''}`,
    targetType: 'oldman',
  })
})

onConstraint('oldman_id_card', () => new Refusal('ALREADY_EXISTS', { what: '该身份证号的老人档案' }, 'idCard'))
onConstraint('oldman_archive_no', () => new Refusal('ALREADY_EXISTS', { what: '该档案编号' }, 'archiveNo'))
onConstraint('oldman_bed', () => new Refusal('STATE_NOT_ALLOWED', { state: '占用', act: '再安排这张床位' }))
onConstraint('oldman_dept', () => new Refusal('IN_USE', { what: '部门', users: '有老人档案属于该部门' }))
// The last net: the moves look first and say who it is.
onConstraint(
  'occupancy_bed',
  () => new Refusal('INVALID_INPUT', { message: '该床位在所选日期已被占用，请刷新后重新选择' }, 'bedId'),
)
onConstraint(
  'occupancy_elder',
  () => new Refusal('INVALID_INPUT', { message: '该老人在所选日期已有床位，请刷新后重试' }),
)
onConstraint(
  'stay_elder',
  () => new Refusal('INVALID_INPUT', { message: '所选日期与该老人另一次居住重叠，请核对日期' }),
)
onConstraint('stay_open', () => new Refusal('INVALID_INPUT', { message: '该老人已有一次未结束的居住，请刷新后重试' }))
onConstraint(
  'reservation_active',
  () => new Refusal('INVALID_INPUT', { message: '该老人已有一个有效的预订，请刷新后重试' }),
)
onConstraint('occupancy_bed_fk', () => new Refusal('IN_USE', { what: '床位', users: '有老人的居住记录，可以改为隐藏' }))
onConstraint('reservation_bed', () => new Refusal('IN_USE', { what: '床位', users: '有老人的预订记录，可以改为隐藏' }))
onConstraint('oldman_current_bed', () => new Refusal('IN_USE', { what: '床位', users: '有老人在住' }))
