// What the residents' area tells the platform about beds: who lies in one, and that residents go with their room when
// it gets another department.
import { Refusal } from '#contract/kit/refusal'
import { ResidenceStatus } from '#contract/live/resident'
import { bedUsers, roomFollowers } from '#server/areas/platform/public'
import { onConstraint } from '#server/kit/constraints'

const IN_BEDS = `select current_bed_id as "bedId", oldman_name as name, status from oldman
where org_id = $1 and current_bed_id = any($2)`

bedUsers.add(async (tx, bedIds) => {
  const found = await tx.client.query<{ bedId: string; name: string; status: 1 }>({
    name: 'residents_in_beds',
    text: IN_BEDS,
    values: [tx.orgId, bedIds],
  })
  return new Map(found.rows.map((row) => [row.bedId, `${row.name}，${ResidenceStatus.label(row.status)}`]))
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
onConstraint('oldman_current_bed', () => new Refusal('IN_USE', { what: '床位', users: '有老人在住' }))
