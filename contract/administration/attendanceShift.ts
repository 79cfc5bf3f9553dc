// Shifts: when they begin and end, when clocking counts, which beds or rooms they serve.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, id, int, list, merge, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { ScheduleMode, ShiftEnable, ShiftTone } from './attendanceWords.ts'
import { MOST_PERIODS } from './shiftTime.ts'

export const SHIFT_NEEDS = {
  list: 'administration:attendanceShift:list',
  edit: 'administration:attendanceShift:edit',
} as const
/** Whoever works with shifts chooses among them. */
const CHOOSES = `${SHIFT_NEEDS.list}|administration:attendanceGroup:list|administration:roster:list|administration:attendance:list`

export const MOST_PLACES = 500

const clock = (title: string) =>
  text(title, { max: 5, pattern: /^([01]\d|2[0-3]):[0-5]\d$/, hint: '应为 时:分，如 07:30' })
const some = { pattern: /\S/, hint: '不能为空' } as const

const Period = obj({ on: clock('上班时间'), off: clock('下班时间'), crossDay: bool('次日下班') })

const facts = {
  shiftName: text('班次名称', { max: 20, ...some }),
  shortName: text('简称', { max: 2, pattern: /^\S{1,2}$/, hint: '填 1 至 2 个字，如“白”' }),
  tone: ShiftTone.schema,
  workPeriod: list(Period, MOST_PERIODS),
  restMinutes: int('休息（分钟）', { min: 0, max: 720 }),
  openBefore: int('上班前多久可打卡', { min: 10, max: 480 }),
  closeAfter: int('下班后多久内可打卡', { min: 10, max: 480 }),
  lateGrace: int('迟到宽限（分钟）', { min: 0, max: 120 }),
  earlyGrace: int('早退宽限（分钟）', { min: 0, max: 120 }),
  absentAfter: int('超过多久算旷工（分钟）', { min: 1, max: 480 }),
}

const Place = obj({
  placeId: str(),
  /** 松鹤楼>2层>203室>01床 */
  path: str('位置'),
  deptName: nul(str('部门')),
})
export type ShiftPlaceData = Static<typeof Place>

const Row = obj({
  shiftPkId: str(),
  shiftName: str('班次'),
  shortName: str('简称'),
  tone: ShiftTone.schema,
  workPeriod: list(obj({ on: str(), off: str(), crossDay: bool() })),
  startMinute: int(),
  endMinute: int(),
  workMinutes: int('工时（分钟）'),
  restMinutes: int('休息（分钟）'),
  openBefore: int(),
  closeAfter: int(),
  lateGrace: int('迟到宽限'),
  earlyGrace: int('早退宽限'),
  absentAfter: int('旷工界限'),
  night: bool('夜班'),
  scheduleMode: nul(ScheduleMode.schema),
  isEnable: ShiftEnable.schema,
  remark: nul(str('备注')),
  placeCount: int('服务位置'),
  /** Attendance groups that use it. */
  groups: list(str()),
  version: int(),
  createTime: str('创建时间'),
})
export type ShiftRowData = Static<typeof Row>

const Detail = merge(Row, obj({ places: list(Place), hiddenPlaces: int('看不到的位置') }))
export type ShiftDetailData = Static<typeof Detail>

const Choice = obj({
  shiftPkId: str(),
  shiftName: str('班次'),
  shortName: str('简称'),
  tone: ShiftTone.schema,
  startMinute: int(),
  endMinute: int(),
  workMinutes: int('工时（分钟）'),
  night: bool('夜班'),
  isEnable: ShiftEnable.schema,
})
export type ShiftChoiceData = Static<typeof Choice>

const form = {
  ...facts,
  scheduleMode: opt(ScheduleMode.schema),
  /** Beds or rooms, as `scheduleMode` says. */
  placeIds: opt(list(id('服务位置', { of: ['bed', 'room'] }), MOST_PLACES)),
  remark: opt(text('备注', { max: 200 })),
}

const BASE = '/pims/web-org/attendance/shift'
const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE', 'IN_USE'] as const
const shiftPkId = id('班次', { of: 'attendanceShift' })

export const attendanceShift = noun('administration', 'attendanceShift', {
  title: '班次',
  calls: {
    list: call.get(BASE, {
      needs: SHIFT_NEEDS.list,
      act: '班次列表',
      codeNames: { [SHIFT_NEEDS.list]: '查看班次', [SHIFT_NEEDS.edit]: '新增、修改、停用班次和节假日' },
      query: pageQuery({
        shiftName: opt(str('班次')),
        isEnable: opt(ShiftEnable.schema),
        scheduleMode: opt(ScheduleMode.schema),
      }),
      data: pageOf(Row),
    }),
    add: call.post(BASE, {
      needs: SHIFT_NEEDS.edit,
      act: '新增班次',
      body: obj(form),
      data: Detail,
      refuses,
      repeatable: true,
    }),
    save: call.put(BASE, {
      needs: SHIFT_NEEDS.edit,
      act: '修改班次',
      body: merge(obj(form), obj({ shiftPkId, version: opt(int()), confirmed: opt(text('确认', { max: 500 })) })),
      data: Detail,
      refuses: [...refuses, 'NEEDS_CONFIRM'],
      repeatable: true,
    }),
    /** true: nobody has this name yet. */
    nameFree: call.get(`${BASE}/shiftName`, {
      needs: SHIFT_NEEDS.list,
      act: '班次名称是否可用',
      query: obj({
        shiftName: text('班次名称', { max: 20 }),
        /** The one that is being changed may keep its name. */
        shiftPkId: opt(shiftPkId),
      }),
      data: bool(),
    }),
    enable: call.put(`${BASE}/isEnable`, {
      needs: SHIFT_NEEDS.edit,
      act: '启用或停用班次',
      body: obj({ shiftPkId, isEnable: ShiftEnable.schema, version: opt(int()) }),
      data: Detail,
      refuses,
      repeatable: true,
    }),
    /** All that may be used; with those that may not, for what was rostered earlier. */
    choices: call.get(`${BASE}/noPage`, {
      needs: CHOOSES,
      act: '可选班次',
      query: obj({ all: opt(bool('含已停用')) }),
      data: list(Choice),
    }),
    /** What can be served, within the caller's departments. */
    places: call.get(`${BASE}/location`, {
      needs: SHIFT_NEEDS.list,
      act: '可服务的床位或房间',
      query: obj({ scheduleMode: ScheduleMode.schema }),
      data: list(Place),
    }),
    get: call.get(`${BASE}/{shiftPkId}`, {
      needs: SHIFT_NEEDS.list,
      act: '班次详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${BASE}/{shiftPkId}`, {
      needs: SHIFT_NEEDS.edit,
      act: '删除班次',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    list: {
      path: '/administration/attendance/shift',
      title: '班次管理',
      tab: true,
      needs: SHIFT_NEEDS.list,
      ahead: 'list',
      menu: { rail: 'administration', group: '人事', order: 41 },
    },
  },
})
