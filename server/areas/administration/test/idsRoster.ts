// Ids of rosters that a plain sample does not reach: they are read together with a day and a group.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'
import { memberSql, monthAhead, tomorrow } from './rosterRows.ts'

const row = (fields: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, memberSql(fields), more)

const cell = (more: string) =>
  `jsonb_build_array(jsonb_build_object('empId', m.emp_id, 'day', '${tomorrow()}', 'version', 0${more})) as cells`
const shiftCell = cell(`, 'kind', 'SHIFT', 'shiftPkId', s.shift_pk_id`)
const group = 'm.attendance_group_pk_id as "attendanceGroupPkId"'
const dept = 'g.dept_id as "deptId"'
const month = { month: monthAhead() }
const chosen = cell('')
const starts = `jsonb_build_array(jsonb_build_object('team', m.team, 'step', 0)) as starts`
const pattern = `(select p.pattern_id from roster_pattern p where p.org_id = m.org_id order by p.sort limit 1) as "patternId"`
const days = { from: tomorrow(), to: tomorrow() }
const person = `jsonb_build_array(jsonb_build_object('empId', m.emp_id, 'step', 0)) as starts`

export default {
  samples: {
    'administration.roster.month query.attendanceGroupPkId': row(group, { deptId: null, month: null }),
    'administration.roster.month query.deptId': row(dept, { attendanceGroupPkId: null, month: null }),
    'administration.roster.sheet query.attendanceGroupPkId': row(group, { deptId: null, ...month }),
    'administration.roster.sheet query.deptId': row(dept, { attendanceGroupPkId: null, ...month }),
    'administration.roster.changes query.empId': row('m.emp_id as "empId"', { day: tomorrow() }),
    'administration.roster.save body.attendanceGroupPkId': row(`${group}, ${shiftCell}`, { deptId: null }),
    'administration.roster.save body.deptId': row(`${dept}, ${shiftCell}`, { attendanceGroupPkId: null }),
    'administration.roster.save body.cells.0.empId': row(`${group}, ${shiftCell}`, { deptId: null }),
    'administration.roster.save body.cells.0.shiftPkId': row(`${group}, ${shiftCell}`, { deptId: null }),
    'administration.roster.publish body.attendanceGroupPkId': row(group, {
      deptId: null,
      cells: null,
      confirmed: null,
      ...month,
    }),
    'administration.roster.publish body.deptId': row(dept, {
      attendanceGroupPkId: null,
      cells: null,
      confirmed: null,
      ...month,
    }),
    'administration.roster.publish body.cells.0.empId': row(`${group}, ${chosen}`, {
      deptId: null,
      confirmed: null,
      ...month,
    }),
    'administration.roster.discard body.attendanceGroupPkId': row(group, { deptId: null, cells: null, ...month }),
    'administration.roster.discard body.deptId': row(dept, { attendanceGroupPkId: null, cells: null, ...month }),
    'administration.roster.discard body.cells.0.empId': row(`${group}, ${chosen}`, { deptId: null, ...month }),
    'administration.roster.roll body.attendanceGroupPkId': row(`${group}, ${starts}, ${pattern}`, {
      deptId: null,
      ...days,
    }),
    'administration.roster.roll body.deptId': row(`${dept}, ${starts}, ${pattern}`, {
      attendanceGroupPkId: null,
      ...days,
    }),
    'administration.roster.roll body.patternId': row(`${group}, ${starts}, ${pattern}`, { deptId: null, ...days }),
    'administration.roster.roll body.starts.0.empId': row(`${group}, ${person}, ${pattern}`, { deptId: null, ...days }),
    'administration.roster.addPattern body.steps.0': row(`jsonb_build_array(s.shift_pk_id, null) as steps`, {
      name: '试一试',
    }),
    'administration.roster.savePattern body.steps.0': row(
      `jsonb_build_array(s.shift_pk_id, null) as steps, ${pattern}`,
      {
        name: '试一试',
        version: null,
      },
    ),
  },
  anyDept: {},
} satisfies Omit<IdKnowledge, 'unread'>
