// What a hostile request to rosters needs to get past the first checks.
import { addDays, dayNumber } from '#contract/administration/rosterRules'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import type { Knowledge } from '#server/kit/test/attacker'
import { memberSql, monthAhead, tomorrow } from './rosterRows.ts'

async function member(product: TestApp) {
  const { rows } = await product.app.pool.query<{ empId: string; groupId: string; deptId: string; shiftPkId: string }>(
    memberSql(
      'm.emp_id as "empId", m.attendance_group_pk_id as "groupId", g.dept_id as "deptId", s.shift_pk_id as "shiftPkId"',
    ),
    [DEMO_ORG],
  )
  return rows[0]!
}

const NEED = `insert into roster_need (org_id, need_id, dept_id, shift_pk_id, days, people)
select $1::varchar, $2::varchar, d.dept_id, s.shift_pk_id, 'OFF', 1 from dept d join attendance_shift s on s.org_id = d.org_id
where d.org_id = $1::varchar and not exists (select from roster_need n where n.org_id = d.org_id and n.dept_id = d.dept_id
  and n.shift_pk_id = s.shift_pk_id and n.days = 'OFF') order by d.dept_id, s.shift_pk_id limit 1`
const PATTERN = `insert into roster_pattern (org_id, pattern_id, name, steps)
select $1::varchar, $2::varchar, left('试' || $2::varchar, 30), jsonb_build_array(s.shift_pk_id, null) from attendance_shift s where s.org_id = $1::varchar and s.is_enable = 0 order by s.sort limit 1`
const made = async (product: TestApp, text: string) => {
  const id = newId()
  await product.app.pool.query(text, [DEMO_ORG, id])
  return id
}

const whose = async (product: TestApp) => ({
  attendanceGroupPkId: (await member(product)).groupId,
  deptId: null,
  cells: null,
  confirmed: null,
  month: monthAhead(),
})
const monday = () => addDays(tomorrow(), 7 - ((dayNumber(tomorrow()) + 3) % 7))
const pattern = async (product: TestApp) => ({
  name: `规${newId().slice(0, 10)}`,
  steps: [(await member(product)).shiftPkId, null],
})
const need = async (product: TestApp) => {
  const { deptId, shiftPkId } = await member(product)
  return { deptId, shiftPkId, days: 'WORK', people: 2, certified: null, certificate: null, jobIds: null, version: null }
}

export const recipes: Knowledge['recipes'] = {
  'administration.roster.save': async (product) => {
    const { empId, groupId, shiftPkId } = await member(product)
    return {
      attendanceGroupPkId: groupId,
      deptId: null,
      cells: [{ empId, day: tomorrow(), kind: 'SHIFT', shiftPkId, version: 0 }],
    }
  },
  'administration.roster.publish': whose,
  'administration.roster.discard': whose,
  'administration.roster.roll': async (product) => ({
    attendanceGroupPkId: (await member(product)).groupId,
    deptId: null,
    patternId: await made(product, PATTERN),
    from: tomorrow(),
    to: tomorrow(),
    starts: [{ team: 'A 组', empId: null, step: 0 }],
    replace: true,
  }),
  'administration.roster.copyWeek': async (product) => ({
    attendanceGroupPkId: (await member(product)).groupId,
    deptId: null,
    from: addDays(monday(), -7),
    to: monday(),
    empIds: null,
    replace: true,
  }),
  'administration.roster.addNeed': need,
  'administration.roster.saveNeed': async (product) => ({
    ...(await need(product)),
    needId: await made(product, NEED),
  }),
  'administration.roster.addPattern': pattern,
  'administration.roster.savePattern': async (product) => ({
    ...(await pattern(product)),
    patternId: await made(product, PATTERN),
    version: null,
  }),
}

export const places: Knowledge['places'] = {
  'administration.roster.removeNeed': async (product) => ({ needId: await made(product, NEED) }),
  'administration.roster.removePattern': async (product) => ({ patternId: await made(product, PATTERN) }),
}
