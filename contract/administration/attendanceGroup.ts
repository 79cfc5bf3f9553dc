// Attendance groups: who belongs to one from which day on, by which shifts they work, and where they may clock.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
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
  num,
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import { ClockPlaceKind, GroupMode, ShiftTone } from './attendanceWords.ts'

export const GROUP_NEEDS = {
  list: 'administration:attendanceGroup:list',
  edit: 'administration:attendanceGroup:edit',
} as const

export const MOST_MEMBERS = 500
const MOST_CLOCK_PLACES = 20
const MOST_SHIFTS = 20
const some = { pattern: /\S/, hint: '不能为空' } as const
const WEEK = 7

const shiftOf = () => id('班次', { of: 'attendanceShift' })

/** Of the three only what belongs to the mode is read. */
const Pattern = {
  /** FIXED: Monday to Sunday; null rests. */
  weekly: opt(list(nul(shiftOf()), WEEK)),
  /** ROSTER: what its people are rostered for. */
  shiftIds: opt(list(shiftOf(), MOST_SHIFTS)),
  /** FREE: minutes a day, and the days of the week (0 Monday) they are due. */
  dayMinutes: opt(int('每天工时（分钟）', { min: 30, max: 1440 })),
  days: opt(list(int('星期', { min: 0, max: 6 }), WEEK)),
}

const MemberForm = obj({
  empId: id('员工', { of: 'account' }),
  /** The first day in this group. */
  fromDay: date('加入日期'),
  team: opt(text('班组', { max: 20 })),
  /** The group they leave for it, as it was shown: whoever was moved meanwhile is not moved again unseen. */
  leaves: opt(id('原考勤组', { of: 'attendanceGroup' })),
})
export type GroupMemberForm = Static<typeof MemberForm>

const PlaceForm = obj({
  /** Of one that stands already. */
  placeId: opt(id('打卡地点', { of: { none: 'read only together with its group, and new where that has none such' } })),
  kind: ClockPlaceKind.schema,
  name: text('地点名称', { max: 40, ...some }),
  lng: opt(num('经度', { min: -180, max: 180 })),
  lat: opt(num('纬度', { min: -90, max: 90 })),
  radius: opt(int('范围（米）', { min: 20, max: 5000 })),
  network: opt(text('网络地址', { max: 64 })),
  deviceNo: opt(text('考勤机编号', { max: 64 })),
})
export type GroupPlaceForm = Static<typeof PlaceForm>

const form = {
  name: text('考勤组名称', { max: 30, ...some }),
  mode: GroupMode.schema,
  deptId: opt(id('所属部门', { of: 'dept' })),
  ...Pattern,
  /** Of no matter where people are rostered; elsewhere they rest unless told. */
  holidays: opt(bool('节假日休息，调休日上班')),
  photo: bool('手机打卡须拍照'),
  outside: bool('允许外勤打卡'),
  effectiveDate: date('生效日期'),
  remark: opt(text('备注', { max: 200 })),
  /** All those that the caller sees and wants in it; not said at all: they stay as they are. */
  members: opt(list(MemberForm, MOST_MEMBERS)),
  places: opt(list(PlaceForm, MOST_CLOCK_PLACES)),
}
const Form = obj(form)
export type GroupFormData = Static<typeof Form>

const ShiftMark = obj({
  shiftPkId: str(),
  shiftName: str('班次'),
  shortName: str('简称'),
  tone: ShiftTone.schema,
  startMinute: int(),
  endMinute: int(),
})
export type GroupShiftData = Static<typeof ShiftMark>

const Row = obj({
  attendanceGroupPkId: str(),
  name: str('考勤组'),
  mode: GroupMode.schema,
  deptId: nul(str()),
  deptName: nul(str('所属部门')),
  /** Today's. */
  memberCount: int('人数'),
  placeCount: int('打卡地点'),
  placeKinds: list(ClockPlaceKind.schema),
  shifts: list(ShiftMark),
  dayMinutes: nul(int('每天工时')),
  holidays: bool(),
  photo: bool(),
  outside: bool(),
  effectiveDate: str('生效日期'),
  remark: nul(str('备注')),
  version: int(),
  createTime: str('创建时间'),
})
export type GroupRowData = Static<typeof Row>

const Member = obj({
  empId: str(),
  empName: str('姓名'),
  deptName: nul(str('部门')),
  postName: nul(str('岗位')),
  fromDay: str('加入日期'),
  /** The first day no longer in it. */
  toDay: nul(str('离开日期')),
  team: nul(str('班组')),
})
export type GroupMemberData = Static<typeof Member>

const Place = obj({
  placeId: str(),
  kind: ClockPlaceKind.schema,
  name: str('地点'),
  lng: nul(num()),
  lat: nul(num()),
  radius: nul(int()),
  network: nul(str()),
  deviceNo: nul(str()),
})
export type GroupPlaceData = Static<typeof Place>

const Detail = merge(
  Row,
  obj({
    weekly: list(nul(str())),
    shiftIds: list(str()),
    days: list(int()),
    /** Those of today and to come, within the caller's departments. */
    members: list(Member),
    /** Members of other departments: they stay as they are. */
    hiddenMembers: int('看不到的人数'),
    /** Who left it. */
    past: list(Member),
    places: list(Place),
    /** Nothing was reckoned yet, so that it may begin earlier. */
    fresh: bool(),
  }),
)
export type GroupDetailData = Static<typeof Detail>

const Candidate = obj({
  nursingId: str(),
  empId: str(),
  name: str('姓名'),
  deptId: nul(str()),
  deptName: nul(str('部门')),
  postName: nul(str('岗位')),
  /** Where they are today, or will be. */
  attendanceGroupPkId: nul(str()),
  groupName: nul(str('现在的考勤组')),
  groupFrom: nul(str('从哪天起')),
})
export type GroupCandidateData = Static<typeof Candidate>

const BASE = '/pims/web-org/attendanceGroup'
const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE', 'IN_USE'] as const
const attendanceGroupPkId = id('考勤组', { of: 'attendanceGroup' })
const PAGE = '/administration/attendance/group'

export const attendanceGroup = noun('administration', 'attendanceGroup', {
  title: '考勤组',
  calls: {
    list: call.get(BASE, {
      needs: GROUP_NEEDS.list,
      act: '考勤组列表',
      codeNames: { [GROUP_NEEDS.list]: '查看考勤组', [GROUP_NEEDS.edit]: '新增、修改和删除考勤组' },
      query: pageQuery({
        name: opt(str('考勤组')),
        mode: opt(GroupMode.schema),
        deptId: opt(named('dept', '部门')),
        /** Groups somebody of this name is in today. */
        empName: opt(str('员工')),
      }),
      data: pageOf(Row),
    }),
    add: call.post(BASE, {
      needs: GROUP_NEEDS.edit,
      act: '新增考勤组',
      body: Form,
      data: Detail,
      refuses,
      repeatable: true,
    }),
    /** Whoever is missing among the members leaves with today. */
    save: call.put(BASE, {
      needs: GROUP_NEEDS.edit,
      act: '修改考勤组',
      body: merge(Form, obj({ attendanceGroupPkId, version: opt(int()) })),
      data: Detail,
      refuses,
      repeatable: true,
    }),
    /** People to choose from, with the group they are in. */
    nursing: call.get(`${BASE}/nursing`, {
      needs: GROUP_NEEDS.list,
      act: '可加入考勤组的员工',
      query: obj({ keyword: opt(str('姓名')), deptId: opt(named('dept', '部门')) }),
      data: list(Candidate),
    }),
    /** The address this browser comes from, for a place of the house's own network. */
    network: call.get(`${BASE}/network`, {
      needs: GROUP_NEEDS.edit,
      act: '当前网络地址',
      data: obj({ address: str('网络地址') }),
    }),
    get: call.get(`${BASE}/{attendanceGroupPkId}`, {
      needs: GROUP_NEEDS.list,
      act: '考勤组详情',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    remove: call.delete(`${BASE}/{attendanceGroupPkId}`, {
      needs: GROUP_NEEDS.edit,
      act: '删除考勤组',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
  },
  pages: {
    list: {
      path: PAGE,
      title: '考勤组',
      tab: true,
      needs: GROUP_NEEDS.list,
      ahead: 'list',
      menu: { rail: 'administration', group: '人事', order: 42 },
    },
    add: { path: `${PAGE}/add`, title: '新增考勤组', tab: false, needs: GROUP_NEEDS.edit },
    edit: { path: `${PAGE}/edit`, title: '编辑考勤组', tab: false, needs: GROUP_NEEDS.edit },
    detail: { path: `${PAGE}/detail`, title: '考勤组详情', tab: false, needs: GROUP_NEEDS.list },
  },
})
