// Acts on a group, from the list and from its page.
import { attendanceGroup, type GroupRowData } from '#contract/administration/attendanceGroup'
import { confirmCall } from '#web/kit/parts/confirmCall'

export const removeGroup = (row: GroupRowData) =>
  confirmCall(attendanceGroup.calls.remove, {
    title: `删除考勤组“${row.name}”？`,
    effects: [
      row.memberCount > 0 ? `还有 ${row.memberCount} 人，要先移出或调到其他考勤组` : '现在没有人员',
      '有过考勤记录的考勤组不能删除；不能撤销',
    ],
    verb: '删除考勤组',
    safe: '不删除',
    danger: true,
    input: { attendanceGroupPkId: row.attendanceGroupPkId },
    done: `已删除“${row.name}”`,
  })
