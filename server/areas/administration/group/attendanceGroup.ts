// Handlers of attendance groups.
import { attendanceGroup, type GroupRowData } from '#contract/administration/attendanceGroup'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows, several } from '#server/kit/page'
import { deptFilter } from '#server/kit/tenant'
import { COLUMNS, candidates, detailOf, HAS_MEMBER } from './groupSql.ts'
import { addGroup, removeGroup, saveGroup } from './groupWrite.ts'

/** An IPv4 address that came through a socket of both kinds is written as itself. */
const plain = (ip: string) => ip.replace(/^::ffff:/i, '')

export default implement(attendanceGroup, {
  list: (query, who) => {
    const typed = contains(query.empName)
    return pageOfRows<GroupRowData>(
      who.app.pool,
      {
        from: 'attendance_group t',
        key: 'attendance_group_pk_id',
        select: COLUMNS,
        filters: [
          ['t.org_id = ?', who.orgId],
          deptFilter(who, 't'),
          ['t.name like ?', contains(query.name)],
          ['t.mode = ?', query.mode],
          ['t.dept_id = ?', query.deptId],
          [HAS_MEMBER, typed && several(typed, typed.toLowerCase())],
        ],
        sorts: { name: 't.name', effectiveDate: 't.effective_date', createTime: 't.created_at' },
        defaultSort: 't.created_at, t.name',
      },
      query,
    )
  },
  add: (body, who) => who.tx((tx) => addGroup(tx, who, body)),
  save: (body, who) => who.tx((tx) => saveGroup(tx, who, body)),
  nursing: (query, who) => candidates(who.app.pool, who, query),
  network: (_, who) => ({ address: plain(who.origin.ip) }),
  get: ({ attendanceGroupPkId }, who) => detailOf(who.app.pool, who, attendanceGroupPkId),
  remove: ({ attendanceGroupPkId }, who) => who.tx((tx) => removeGroup(tx, who, attendanceGroupPkId)),
})
