// Visits: who came into the house, to whom, when they left. Nothing is approved; whoever has not signed out is inside.
import { call, noun } from '#contract/kit/call'
import { event } from '#contract/kit/event'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { cardNo, phoneNo } from '#contract/kit/privacy'
import {
  bool,
  dateTime,
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
import { anyPhone, shownCard } from './numbers.ts'
import { ResidenceStatus, ResidentMarks, ResidentNote, ResidentSex } from './resident.ts'

export const visitNeeds = {
  list: 'live:visit:list',
  add: 'live:visit:add',
  edit: 'live:visit:edit',
  delete: 'live:visit:delete',
} as const
const NEEDS = visitNeeds

/** Values of visitType that are visits to a resident, and the one of people who look at the house. */
export const TO_RESIDENT: readonly string[] = ['1', '2']
export const TO_LOOK = '4'
/** Values of visitManner by which nobody enters the house. */
export const REMOTE: readonly string[] = ['2', '3']

/** Longer than this is amber; over night is red. */
export const LONG_HOURS = 4
/** From here on a visitor should not go up to the residents. */
export const FEVER = 37.3

export const VisitStay = options('VisitStay', '在院情况', [
  ['inside', ['在院', 'green']],
  ['long', ['在院超过 4 小时', 'amber']],
  ['overnight', ['隔夜未签离', 'red']],
])

const words = (title: string, max: number) => opt(text(title, { max }))
const value = (title: string) => text(title, { max: 40 })

const fields = {
  /** Empty for visitors of the house: inspections, craftsmen, volunteers. */
  oldmanId: opt(id('探访老人', { of: 'resident' })),
  visitor: text('来访人', { max: 50 }),
  phone: opt(anyPhone('来访人电话')),
  idCard: opt(shownCard('来访人身份证号')),
  relation: opt(value('与老人关系')),
  type: value('来访类型'),
  manner: opt(value('探视方式')),
  people: opt(int('来访人数', { min: 1, max: 99 })),
  planTime: opt(dateTime('预约时间')),
  /** Now unless told. */
  inTime: opt(dateTime('来访时间')),
  outTime: opt(dateTime('离开时间')),
  temperature: opt(num('体温（℃）', { min: 34, max: 43 })),
  items: words('携带物品', 200),
  remark: words('备注', 500),
  /** Who came to look at the house. */
  consultationId: opt(id('关联咨询', { of: 'consultation' })),
}

const { oldmanId: _, oldmanName: __, ...marks } = ResidentMarks.properties

const Row = obj({
  visitId: str(),
  visitNo: str('来访编号'),
  oldmanId: nul(str()),
  oldmanName: nul(str('探访老人')),
  sex: nul(ResidentSex.schema),
  age: nul(marks.age),
  head: nul(marks.head),
  status: nul(ResidenceStatus.schema),
  attention: list(ResidentNote.schema),
  bedPath: nul(str('床位')),
  visitor: str('来访人'),
  phone: nul(phoneNo('来访人电话')),
  /** Masked. */
  idCard: nul(cardNo('来访人身份证号')),
  relation: nul(str()),
  relationName: nul(str('关系')),
  type: str(),
  typeName: str('来访类型'),
  manner: nul(str()),
  mannerName: nul(str('探视方式')),
  people: int('人数'),
  planTime: nul(str('预约时间')),
  inTime: str('来访时间'),
  outTime: nul(str('离开时间')),
  /** Minutes in the house, until now while inside. */
  minutes: int('停留（分钟）'),
  /** Null once signed out, and for visits by telephone or video. */
  stay: nul(VisitStay.schema),
  temperature: nul(num('体温')),
  items: nul(str('携带物品')),
  remark: nul(str('备注')),
  consultationId: nul(str()),
  userName: nul(str('登记人')),
  createTime: str('登记时间'),
  version: int(),
})
export type VisitRowData = Static<typeof Row>

/** What the desk must know before it lets somebody up. */
const Resident = merge(
  ResidentMarks,
  obj({
    bedPath: nul(str('床位')),
    deptName: nul(str()),
    levelName: nul(str()),
    /** Lives here: 1 or 4. */
    inHouse: bool(),
    outing: nul(obj({ planOut: str(), planReturn: str(), actualOut: nul(str()), companion: str(), late: bool() })),
    family: list(
      obj({ familyId: str(), name: str(), relation: str(), relationName: str(), phone: phoneNo(), emergency: bool() }),
    ),
    /** Visitors who are with the resident now. */
    inside: list(obj({ visitId: str(), visitor: str(), people: int(), inTime: str() })),
    last: list(
      obj({ visitId: str(), visitor: str(), relationName: nul(str()), inTime: str(), typeName: str(), people: int() }),
    ),
    total: int('累计来访'),
  }),
)
export type VisitResidentData = Static<typeof Resident>

const Counts = obj({
  inside: int('在院批次'),
  people: int('在院人数'),
  long: int(),
  overnight: int(),
  today: int('今日来访'),
  todayPeople: int('今日人次'),
})
export type VisitCountsData = Static<typeof Counts>

const filters = {
  /** Resident or visitor by name, pinyin, initials; phone of the visitor; number of the visit. */
  keyword: opt(str('老人或来访人')),
  oldmanId: opt(named('resident', '老人')),
  type: opt(str('来访类型')),
  manner: opt(str('探视方式')),
  /** inside: everybody who has not left; long and overnight: those among them. */
  stay: opt(VisitStay.schema),
  /** 1: with a temperature of FEVER and more. */
  fever: opt(int('体温偏高', { min: 0, max: 1 })),
  startDate: opt(str('来访时间从')),
  endDate: opt(str('来访时间到')),
}

const BASE = '/pims/web-org/visit'
const refuses = ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'INVALID_INPUT', 'CHANGED_MEANWHILE'] as const

export const visit = noun('live', 'visit', {
  title: '来访登记',
  calls: {
    list: call.get(BASE, { needs: NEEDS.list, act: '来访列表', query: pageQuery(filters), data: pageOf(Row) }),
    counts: call.get(`${BASE}/counts`, { needs: NEEDS.list, act: '在院来访人数', data: Counts }),
    resident: call.get(`${BASE}/elder/{oldmanId}`, {
      needs: `${NEEDS.list}|${NEEDS.add}`,
      act: '探访须知',
      data: Resident,
      refuses: ['NOT_FOUND'],
    }),
    get: call.get(`${BASE}/{visitId}`, { needs: NEEDS.list, act: '来访详情', data: Row, refuses: ['NOT_FOUND'] }),
    add: call.post(BASE, {
      needs: NEEDS.add,
      act: '登记来访',
      body: obj(fields),
      data: Row,
      refuses,
      repeatable: true,
    }),
    /** Clients name the visit in the body or in the path. */
    save: call.put(BASE, {
      needs: NEEDS.edit,
      act: '修改来访',
      aliases: [`${BASE}/{visitId}`],
      body: obj({ visitId: opt(id('来访', { of: 'visit' })), ...fields, version: opt(int()) }),
      data: Row,
      refuses,
    }),
    signOut: call.put(`${BASE}/out`, {
      needs: `${NEEDS.add}|${NEEDS.edit}`,
      act: '来访签离',
      body: obj({ visitId: id('来访', { of: 'visit' }), outTime: opt(dateTime('离开时间')) }),
      data: Row,
      refuses,
      repeatable: true,
    }),
    remove: call.delete(`${BASE}/{visitId}`, {
      needs: NEEDS.delete,
      act: '删除来访',
      // Clients put what they send with a deletion into the address or into a form body.
      query: obj({ reason: words('删除原因', 200) }),
      body: obj({ reason: words('删除原因', 200) }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'INVALID_INPUT'],
    }),
  },
  events: {
    /** Somebody came or left. Carries no names. */
    changed: event('live.visit.changed', { needs: NEEDS.list, payload: obj({ visitId: str() }) }),
  },
  pages: {
    come: {
      path: '/live/visit/come',
      alias: '/oldman/visitList',
      title: '来访登记',
      tab: true,
      needs: NEEDS.list,
      ahead: 'list',
      menu: { rail: 'live', group: '接待', order: 21 },
    },
  },
})
