// Handover of a shift: what the last shift leaves to the next, written by the system, with a note per elder, signed by both.
// One sheet per department, day and shift. Until it is signed it is read live; the first signature freezes it.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
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
  obj,
  opt,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import { HandoverShift } from './handoverShifts.ts'
import { HandoverFact, HandoverNumbers, HandoverWalk } from './handoverWords.ts'

export const HANDOVER_NEEDS = {
  list: 'nursing:handover:list',
  edit: 'nursing:handover:edit',
  sign: 'nursing:handover:sign',
} as const
/** Whoever writes or signs may read. */
export const READ_HANDOVERS = Object.values(HANDOVER_NEEDS).join('|')

export const HandoverState = options('HandoverState', '交接状态', [
  ['DRAFT', ['草稿', 'slate', 'hollow']],
  ['GIVEN', ['已交班', 'amber']],
  ['TAKEN', ['已接班', 'green']],
])
export type HandoverStateValue = Static<typeof HandoverState.schema>

const { DRAFT, GIVEN, TAKEN } = HandoverState.is

export const handoverMoves = machine<HandoverStateValue>()({
  edit: { from: [DRAFT], to: DRAFT, title: '修改（接班后只能补充记录）', needs: HANDOVER_NEEDS.edit },
  give: { from: [DRAFT], to: GIVEN, title: '交班签字', needs: HANDOVER_NEEDS.sign },
  sendBack: { from: [GIVEN], to: DRAFT, title: '退回', needs: HANDOVER_NEEDS.sign },
  take: { from: [GIVEN], to: TAKEN, title: '接班签字', needs: HANDOVER_NEEDS.sign },
  add: { from: [TAKEN], to: TAKEN, title: '补充记录（接班签字后才能补充）', needs: HANDOVER_NEEDS.edit },
  remove: { from: [DRAFT], to: DRAFT, title: '删除（只有没签过字的草稿可以删除）', needs: HANDOVER_NEEDS.edit },
})
export type HandoverMove = keyof typeof handoverMoves.moves

/** Signed so long before the shift ends at the earliest. */
export const EARLIEST_GIVE_HOURS = 2
/** A shift longer ago than this is not written afterwards. */
export const LATEST_OPEN_DAYS = 7
/** So many shifts of every department are shown with or without their sheet. */
export const SHOWN_SHIFTS = 7

const shiftFields = {
  deptId: str(),
  deptName: str('部门'),
  day: str('日期'),
  shift: HandoverShift.schema,
  fromAt: str('开始'),
  toAt: str('结束'),
}
const signatures = {
  givenName: nul(str('交班人')),
  givenAt: nul(str('交班时间')),
  takenName: nul(str('接班人')),
  takenAt: nul(str('接班时间')),
}

const Row = obj({
  sheetId: str(),
  ...shiftFields,
  state: HandoverState.schema,
  ...signatures,
  openedName: nul(str('填写人')),
  should: nul(int('应在')),
  present: nul(int('实在')),
  /** Facts of the signed sheet, elders with a note, and what was added afterwards. */
  factCount: int('系统记录'),
  noteCount: int('老人交班'),
  additions: int('补充'),
  createTime: str('创建时间'),
  version: int(),
})
export type HandoverRowData = Static<typeof Row>

const Shift = obj({
  ...shiftFields,
  /** It is over. */
  ended: bool('已结束'),
  sheetId: nul(str()),
  state: nul(HandoverState.schema),
  ...signatures,
  openedName: nul(str('填写人')),
  /** Over, and nobody has signed for it. */
  missing: bool('还没有交班'),
})
export type HandoverShiftData = Static<typeof Shift>

const Item = obj({
  name: text('物品', { max: 20, pattern: /\S/, hint: '不能为空' }),
  count: int('数量', { min: 0, max: 9_999 }),
  remark: opt(text('说明', { max: 100 })),
})
export type HandoverItemData = Static<typeof Item>

const note = {
  condition: nul(str('情况')),
  done: nul(str('已做处理')),
  watch: nul(str('下一班注意')),
}

const Elder = obj({
  oldmanId: str(),
  oldmanName: str('老人'),
  bedPath: nul(str('床位')),
  levelName: nul(str('护理等级')),
  /** OUT or HOSPITAL; of a signed sheet as it was then. */
  away: nul(str()),
  /** Why somebody goes to the bed; empty: not needed. */
  walk: list(HandoverWalk.schema),
  focus: bool('重点老人'),
  ...note,
  updatedName: nul(str('填写人')),
  updatedAt: nul(str('填写时间')),
  walkedAt: nul(str('床旁交接')),
  /** 0: nobody has written anything yet. */
  version: int(),
})
export type HandoverElderData = Static<typeof Elder>

export const HandoverEntryKind = options('HandoverEntryKind', '记录', [
  ['GIVEN', ['交班签字', 'amber']],
  ['RETURNED', ['退回', 'red']],
  ['TAKEN', ['接班签字', 'green']],
  ['ADDED', ['补充记录', 'blue']],
])

const Entry = obj({
  entryId: str(),
  kind: HandoverEntryKind.schema,
  content: nul(str('内容')),
  oldmanName: nul(str('老人')),
  userName: str('签字人'),
  at: str('时间'),
})
export type HandoverEntryData = Static<typeof Entry>

const Sheet = obj({
  sheetId: str(),
  ...shiftFields,
  state: HandoverState.schema,
  openedName: nul(str('填写人')),
  ...signatures,
  /** The caller gave it: somebody else takes it. */
  own: bool(),
  /** The hours it tells about: from where the shift before was frozen. */
  factsFrom: str('记录从'),
  factsTo: str('记录到'),
  numbers: HandoverNumbers,
  facts: list(HandoverFact),
  /** What happened since it was signed; until somebody takes it. */
  later: list(HandoverFact),
  /** Of a draft everybody who lives here; of a signed one those with a note or to be seen. */
  elders: list(Elder),
  items: list(Item),
  equipment: nul(str('设备与环境')),
  family: nul(str('家属交代')),
  remark: nul(str('其他')),
  entries: list(Entry),
  version: int(),
  can: list(str()),
})
export type HandoverSheetData = Static<typeof Sheet>

const OfElder = merge(
  obj({ sheetId: str(), day: str('日期'), shift: HandoverShift.schema, deptName: str('部门') }),
  obj({
    focus: bool('重点老人'),
    ...note,
    givenName: nul(str('交班人')),
    givenAt: nul(str('交班时间')),
    takenName: nul(str('接班人')),
  }),
)
export type ElderHandoverData = Static<typeof OfElder>

const BASE = '/pims/web-org/shiftExchange'
const names = { sheetId: 'handover' } as const
const sheetId = id('交接班', { of: 'handover' })
const longText = (title: string) => opt(text(title, { max: 1_000 }))
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const

export const handover = noun('nursing', 'handover', {
  title: '交接班',
  calls: {
    list: call.get(BASE, {
      needs: READ_HANDOVERS,
      act: '交接班记录',
      query: pageQuery({
        deptId: opt(named('dept', '部门')),
        shift: opt(HandoverShift.schema),
        state: opt(HandoverState.schema),
        /** Who gave or took it. */
        keyword: opt(str('签字人')),
        startDate: opt(str('日期从')),
        endDate: opt(str('日期到')),
      }),
      data: pageOf(Row),
    }),
    /** The last shifts of every department, with and without a sheet, so that none is forgotten. */
    shifts: call.get(`${BASE}/shift`, {
      needs: READ_HANDOVERS,
      act: '各班交接情况',
      query: pageQuery({
        deptId: opt(named('dept', '部门')),
        /** 1: only what is over and not signed. */
        missing: opt(int('还没有交班', { min: 0, max: 1 })),
      }),
      data: pageOf(Shift),
    }),
    /** What was signed about one elder, the latest first. */
    ofElder: call.get(`${BASE}/elder/{oldmanId}`, {
      needs: READ_HANDOVERS,
      act: '老人交班记录',
      query: obj({ size: opt(int('条数', { min: 1, max: 100 })) }),
      data: list(OfElder),
      refuses: ['NOT_FOUND'],
    }),
    get: call.get(`${BASE}/{sheetId}`, {
      names,
      needs: READ_HANDOVERS,
      act: '交接班详情',
      data: Sheet,
      refuses: ['NOT_FOUND'],
    }),
    /** Begins the sheet of a shift, or answers the one that is there. */
    open: call.post(BASE, {
      needs: HANDOVER_NEEDS.edit,
      act: '开始写交班',
      codeNames: { [HANDOVER_NEEDS.edit]: '填写交班', [HANDOVER_NEEDS.sign]: '交接班签字' },
      body: obj({ deptId: id('部门', { of: 'dept' }), day: date('日期'), shift: HandoverShift.schema }),
      data: Sheet,
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
    /** Things, equipment, what families asked for. Fields that are not sent stay. */
    save: call.put(BASE, {
      needs: HANDOVER_NEEDS.edit,
      act: '保存交班内容',
      aliases: [`${BASE}/{sheetId}`],
      names,
      body: obj({
        sheetId: opt(sheetId),
        items: opt(list(Item, 40)),
        equipment: longText('设备与环境'),
        family: longText('家属交代'),
        remark: longText('其他'),
        version: opt(int()),
      }),
      data: Sheet,
      refuses,
    }),
    note: call.put(`${BASE}/elder`, {
      needs: HANDOVER_NEEDS.edit,
      act: '填写老人交班',
      body: obj({
        sheetId,
        oldmanId: id('老人', { of: 'resident' }),
        focus: bool('重点老人'),
        condition: longText('情况'),
        done: longText('已做处理'),
        watch: longText('下一班注意'),
        version: opt(int()),
      }),
      data: Elder,
      refuses,
    }),
    give: call.put(`${BASE}/give`, {
      needs: HANDOVER_NEEDS.sign,
      act: '交班签字',
      body: obj({ sheetId, version: opt(int()) }),
      data: Sheet,
      refuses,
      repeatable: true,
    }),
    sendBack: call.put(`${BASE}/sendBack`, {
      needs: HANDOVER_NEEDS.sign,
      act: '退回交班',
      body: obj({ sheetId, reason: text('退回原因', { max: 200, pattern: /\S/, hint: '不能为空' }) }),
      data: Sheet,
      refuses,
      repeatable: true,
    }),
    take: call.put(`${BASE}/take`, {
      needs: HANDOVER_NEEDS.sign,
      act: '接班签字',
      body: obj({
        sheetId,
        /** Elders seen at their beds, each of those who are to be seen. */
        walked: list(id('老人', { of: 'resident' }), 500),
        remark: opt(text('接班说明', { max: 200 })),
      }),
      data: Sheet,
      refuses,
      repeatable: true,
    }),
    /** What is added after both have signed. Nothing of it is changed again. */
    add: call.post(`${BASE}/entry`, {
      needs: HANDOVER_NEEDS.edit,
      act: '补充交接班记录',
      body: obj({
        sheetId,
        oldmanId: opt(id('老人', { of: 'resident' })),
        content: text('补充内容', { max: 500, pattern: /\S/, hint: '不能为空' }),
      }),
      data: Sheet,
      refuses,
      repeatable: true,
    }),
    remove: call.delete(`${BASE}/{sheetId}`, {
      names,
      needs: HANDOVER_NEEDS.edit,
      act: '删除交班草稿',
      data: nothing(),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
  },
  events: {
    /** A sheet was begun, written in, signed or sent back. Carries no names. */
    changed: event('nursing.handover.changed', { needs: READ_HANDOVERS, payload: obj({ sheetId: str() }) }),
  },
  pages: {
    board: {
      path: '/nursing/handover',
      title: '交接班',
      tab: true,
      needs: READ_HANDOVERS,
      menu: { rail: 'nursing', group: '今日', order: 13 },
    },
    records: {
      path: '/administration/shiftExchange/records',
      title: '交接班记录',
      tab: true,
      needs: READ_HANDOVERS,
      ahead: 'list',
      menu: { rail: 'nursing', group: '记录', order: 45 },
    },
  },
})
