// The roster of a group or department: what each day of a person holds. Planners write drafts that all planners see; what
// is published is seen by whoever it concerns. Days gone by are never planned again.

import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import {
  bool,
  date,
  id,
  int,
  list,
  merge,
  named,
  nothing,
  nul,
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import { DayKind, LeaveKind, ShiftTone } from './attendanceWords.ts'
import { RosterRulesForm } from './rosterRules.ts'
import { CellKind, NeedDays } from './rosterWords.ts'
import { CertificateKind } from './staffWords.ts'

export const rosterNeeds = {
  list: 'administration:roster:list',
  edit: 'administration:roster:edit',
  publish: 'administration:roster:publish',
  setting: 'administration:roster:setting',
} as const

const monthText = text('月份', { pattern: /^20\d\d-(0[1-9]|1[0-2])$/, hint: '应为年-月，如 2026-11' })

/** Whose roster: a group, or the rostered people of a department. Neither: the first group that the caller may see. */
const whose = {
  attendanceGroupPkId: opt(named('attendanceGroup', '考勤组')),
  deptId: opt(named('dept', '部门')),
}

const Shift = obj({
  shiftPkId: str(),
  shiftName: str('班次'),
  shortName: str('简称'),
  tone: ShiftTone.schema,
  startMinute: int(),
  endMinute: int(),
  workMinutes: int(),
  night: bool(),
  enabled: bool(),
})

const Person = obj({
  empId: str(),
  empName: str('姓名'),
  deptId: nul(str()),
  team: nul(str('班组')),
  postName: nul(str('岗位')),
  jobIds: list(str()),
  from: str(),
  to: str(),
  leaves: list(obj({ kind: LeaveKind.schema, fromAt: str(), toAt: str() })),
  certificates: list(obj({ kind: CertificateKind.schema, validTo: nul(str()) })),
  noNightFrom: nul(str()),
  noNightTo: nul(str()),
  noNightReason: nul(str()),
  leftOn: nul(str()),
  /** Rows of numbers; `unfold` (rosterMonth.ts) reads them. */
  cells: list(list(int())),
  minutes: int('工时（分钟）'),
  nights: int('夜班'),
})

const Need = obj({
  needId: str(),
  deptId: str(),
  deptName: str('部门'),
  deptIds: list(str()),
  shiftPkId: str(),
  shiftName: str('班次'),
  days: NeedDays.schema,
  people: int('需要人数'),
  certified: int('其中持证'),
  certificate: nul(CertificateKind.schema),
  jobIds: list(str()),
  version: int(),
})
export type RosterNeedData = Static<typeof Need>

const Fault = obj({
  empId: str(),
  code: str(),
  day: str(),
  days: list(str()),
  text: str(),
  /** Cannot be published; false: it has to be confirmed. */
  forbids: bool(),
})

const Month = obj({
  month: str(),
  today: str(),
  first: str(),
  last: str(),
  attendanceGroupPkId: nul(str()),
  deptId: nul(str()),
  /** 松鹤楼护理组 */
  title: str(),
  groups: list(obj({ attendanceGroupPkId: str(), name: str(), people: int() })),
  shifts: list(Shift),
  /** Those that the group is rostered for, in their order; the others only stand where they were put before. */
  palette: list(str()),
  holidays: list(obj({ day: str(), kind: DayKind.schema, name: str() })),
  needs: list(Need),
  rules: RosterRulesForm,
  people: list(Person),
  names: list(str()),
  faults: list(Fault),
  coverage: list(
    obj({
      needId: str(),
      deptId: str(),
      shiftPkId: str(),
      day: str(),
      wanted: int(),
      people: int(),
      certifiedWanted: int(),
      certified: int(),
      missing: int(),
    }),
  ),
  /** Drafts of the month that can be published. */
  drafts: int(),
})
export type RosterMonthData = Static<typeof Month>

const empId = id('员工', { of: 'account' })
const shiftPkId = id('班次', { of: 'attendanceShift' })

const GivenCell = obj({
  empId,
  day: date('日期'),
  /** Empty: the day is planned no longer. */
  kind: opt(CellKind.schema),
  shiftPkId: opt(shiftPkId),
  /** Of the cell that was seen; 0: there was none. */
  version: int('版本', { min: 0 }),
})
export type GivenCellData = Static<typeof GivenCell>

const Saved = obj({
  /** Cells written, with their new version. */
  saved: list(obj({ empId: str(), day: str(), version: int() })),
  /** Written by somebody else meanwhile: left as they are. */
  conflicts: list(
    obj({
      empId: str(),
      empName: str(),
      day: str(),
      /** Who, and what stands there now. */
      by: str(),
      kind: nul(CellKind.schema),
      shiftPkId: nul(str()),
      shiftName: nul(str()),
      version: int(),
    }),
  ),
  /** What is wrong with the days that were touched. */
  faults: list(Fault),
})
export type RosterSavedData = Static<typeof Saved>

const chosen = opt(list(obj({ empId, day: date('日期') }), 20_000))
const Written = obj({ written: int('写入'), kept: int('保留') })

const Pattern = obj({
  patternId: str(),
  name: str('名称'),
  steps: list(nul(str())),
  version: int(),
})
export type RosterPatternData = Static<typeof Pattern>

export const RosterPatternForm = obj({
  name: text('名称', { max: 30, pattern: /\S/, hint: '不能为空' }),
  /** A shift, or nothing for a day of rest. */
  steps: list(nul(shiftPkId), 31),
})
export const RosterNeedForm = obj({
  deptId: id('部门', { of: 'dept' }),
  shiftPkId,
  days: NeedDays.schema,
  people: int('需要人数', { min: 1, max: 200 }),
  certified: opt(int('其中持证', { min: 0, max: 200 })),
  certificate: opt(CertificateKind.schema),
  jobIds: opt(list(id('岗位', { of: 'staffPost' }), 50)),
})

const BASE = '/pims/web-org/roster'
const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const
const edits = { needs: rosterNeeds.edit, refuses, repeatable: true } as const
const sets = { needs: rosterNeeds.setting, refuses, repeatable: true } as const

export const roster = noun('administration', 'roster', {
  title: '排班',
  calls: {
    month: call.get(BASE, {
      needs: rosterNeeds.list,
      act: '排班表',
      codeNames: {
        [rosterNeeds.list]: '查看排班',
        [rosterNeeds.edit]: '编辑排班草稿',
        [rosterNeeds.publish]: '发布排班',
        [rosterNeeds.setting]: '设置排班规则、用人要求和轮班规律',
      },
      query: obj({ ...whose, month: opt(monthText) }),
      data: Month,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    save: call.post(`${BASE}/cells`, {
      ...edits,
      act: '编辑排班',
      bodyLimit: 4 * 1024 * 1024,
      body: obj({ ...whose, cells: list(GivenCell, 20_000) }),
      data: Saved,
    }),
    publish: call.post(`${BASE}/publish`, {
      needs: rosterNeeds.publish,
      act: '发布排班',
      bodyLimit: 4 * 1024 * 1024,
      body: obj({ ...whose, month: monthText, cells: chosen, confirmed: opt(text('已确认', { max: 4_000 })) }),
      data: obj({ published: int('发布'), people: int('通知人数'), ended: int('结束的换班申请') }),
      refuses: [...refuses, 'NEEDS_CONFIRM'],
      repeatable: true,
    }),
    discard: call.post(`${BASE}/discard`, {
      ...edits,
      act: '放弃排班草稿',
      bodyLimit: 4 * 1024 * 1024,
      body: obj({ ...whose, month: monthText, cells: chosen }),
      data: obj({ discarded: int('放弃') }),
    }),
    /** A turn of days over the people of a group, from where each of them stands in it. */
    roll: call.post(`${BASE}/roll`, {
      ...edits,
      act: '按规律生成排班',
      body: obj({
        ...whose,
        patternId: id('轮班规律', { of: 'rosterPattern' }),
        from: date('开始日期'),
        to: date('结束日期'),
        /** The step of the first day; of a person before that of their team. Who has none is left out. */
        starts: list(
          obj({ team: opt(text('班组', { max: 50 })), empId: opt(empId), step: int('起始位置', { min: 0, max: 30 }) }),
          600,
        ),
        /** Also where something is planned already; what is leave or training stays in any case. */
        replace: opt(bool('覆盖已有排班')),
      }),
      data: Written,
    }),
    copyWeek: call.post(`${BASE}/copyWeek`, {
      ...edits,
      act: '复制一周排班',
      body: obj({
        ...whose,
        from: date('从这一周'),
        to: date('复制到这一周'),
        empIds: opt(list(empId, 2_000)),
        replace: opt(bool('覆盖已有排班')),
      }),
      data: Written,
    }),
    sheet: call.get(`${BASE}/export`, {
      needs: rosterNeeds.list,
      act: '导出排班表',
      transfer: 'download',
      query: obj({ ...whose, month: monthText }),
      refuses: ['NOT_FOUND'],
    }),
    /** What was published otherwise for a day of somebody, the newest first. */
    changes: call.get(`${BASE}/changes`, {
      needs: rosterNeeds.list,
      act: '排班变动经过',
      query: obj({ empId, day: date('日期') }),
      data: list(obj({ at: str(), userName: str(), from: str(), to: str(), cause: str() })),
      refuses: ['NOT_FOUND'],
    }),
    /** One's own published days, with who is on the same shift. */
    mine: call.get(`${BASE}/mine`, {
      needs: 'signedIn',
      act: '我的班表',
      query: obj({ month: opt(monthText) }),
      data: obj({
        month: str(),
        today: str(),
        groupName: nul(str('考勤组')),
        shifts: list(Shift),
        holidays: list(obj({ day: str(), kind: DayKind.schema, name: str() })),
        leaves: list(obj({ kind: LeaveKind.schema, fromAt: str(), toAt: str() })),
        days: list(obj({ day: str(), kind: CellKind.schema, shiftPkId: nul(str()), colleagues: list(str()) })),
        minutes: int('工时（分钟）'),
        nights: int('夜班'),
      }),
    }),
    needs: call.get(`${BASE}/needs`, { needs: rosterNeeds.list, act: '用人要求', data: list(Need) }),
    addNeed: call.post(`${BASE}/needs`, { ...sets, act: '新增用人要求', body: RosterNeedForm, data: Need }),
    saveNeed: call.put(`${BASE}/needs`, {
      ...sets,
      act: '修改用人要求',
      body: merge(RosterNeedForm, obj({ needId: id('用人要求', { of: 'rosterNeed' }), version: opt(int()) })),
      data: Need,
    }),
    removeNeed: call.delete(`${BASE}/needs/{needId}`, { ...sets, act: '删除用人要求', data: nothing() }),
    patterns: call.get(`${BASE}/patterns`, { needs: rosterNeeds.list, act: '轮班规律', data: list(Pattern) }),
    addPattern: call.post(`${BASE}/patterns`, { ...sets, act: '新增轮班规律', body: RosterPatternForm, data: Pattern }),
    savePattern: call.put(`${BASE}/patterns`, {
      ...sets,
      act: '修改轮班规律',
      body: merge(RosterPatternForm, obj({ patternId: id('轮班规律', { of: 'rosterPattern' }), version: opt(int()) })),
      data: Pattern,
    }),
    removePattern: call.delete(`${BASE}/patterns/{patternId}`, { ...sets, act: '删除轮班规律', data: nothing() }),
    setting: call.get(`${BASE}/setting`, {
      needs: rosterNeeds.list,
      act: '排班规则',
      data: merge(RosterRulesForm, obj({ version: int() })),
    }),
    saveSetting: call.put(`${BASE}/setting`, {
      ...sets,
      act: '修改排班规则',
      body: merge(RosterRulesForm, obj({ version: opt(int()) })),
      data: merge(RosterRulesForm, obj({ version: int() })),
    }),
  },
  events: {
    /** Cells were written or published: planners who look at one of these groups and months ask again. */
    changed: event('administration.roster.changed', {
      needs: rosterNeeds.list,
      payload: obj({ groups: list(str()), from: str(), to: str(), by: str(), published: bool() }),
    }),
    /** One's own days are otherwise. */
    mine: event('administration.roster.mine', { needs: 'signedIn', payload: obj({ from: str(), to: str() }) }),
  },
  pages: {
    month: {
      path: '/administration/attendance/roster',
      title: '排班',
      tab: true,
      needs: rosterNeeds.list,
      ahead: 'month',
      menu: { rail: 'administration', group: '人事', order: 40 },
    },
  },
})
