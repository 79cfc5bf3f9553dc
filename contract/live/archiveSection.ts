// One archive: read whole, changed by its sections, with the record of who changed what. The list, adding and files
// stand in archive.ts, the family in family.ts.
import { call, noun } from '#contract/kit/call'
import { fenSchema } from '#contract/kit/money'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { cardNo, phoneNo, toldWords } from '#contract/kit/privacy'
import {
  bool,
  date,
  id,
  int,
  list,
  merge,
  nothing,
  nul,
  obj,
  opt,
  type Static,
  str,
  type TObject,
  type TSchema,
  type TUnsafe,
  text,
  there,
} from '#contract/kit/schema'
import { archiveNeeds, Missing } from './archive.ts'
import { ArchiveBase, ArchiveExtra, ArchiveHealth, type Stored } from './archiveFields.ts'
import { FamilyMember, FamilySave } from './family.ts'
import { ResidentMarks, ResidentNote } from './resident.ts'
import { type FieldsOfKind, fieldList, type ResidentField } from './residentFields.ts'

/** A field as an answer says it: without the rules of the form, lists never null, single values perhaps. */
function asTold(schema: TSchema): TSchema {
  if (schema.type === 'array') return list(schema.items)
  const { minLength, maxLength, pattern, hint, ...told } = schema
  return there(nul(told as TSchema))
}

/** The fields of a section as an answer: all there. */
const asStored = (of: TObject) =>
  obj(Object.fromEntries(Object.entries(of.properties).map(([name, schema]) => [name, asTold(schema)])))

/** What every archive says is never null. */
const Known = obj({
  oldmanName: str('姓名'),
  idType: str('证件类型'),
  /** Masked; the whole number is a call of its own. */
  idCard: cardNo('证件号码'),
  sex: ResidentMarks.properties.sex,
  birthDate: str('出生日期'),
})
export type ArchiveBaseData = Omit<Stored<Static<typeof ArchiveBase>>, keyof Static<typeof Known>> &
  Static<typeof Known>
export type ArchiveExtraData = Stored<Static<typeof ArchiveExtra>>
export type ArchiveHealthData = Stored<Static<typeof ArchiveHealth>>
/** Made of the declarations: TypeScript follows the type, the server the schema. */
type Answer<T> = TUnsafe<T>
const Base = merge(asStored(ArchiveBase), Known) as unknown as Answer<ArchiveBaseData>
const Extra = asStored(ArchiveExtra) as unknown as Answer<ArchiveExtraData>
const Health = asStored(ArchiveHealth) as unknown as Answer<ArchiveHealthData>

/** Fields of which the table holds codes; sex is one of the marks. */
export type WordedField = Exclude<FieldsOfKind<'choice' | 'choices' | 'option' | 'options'>, 'sex'> | 'region'
const worded = ({ name, kind }: ResidentField) =>
  name === 'region' || (name !== 'sex' && ['choice', 'choices', 'option', 'options'].includes(kind))
export type ArchiveWordsData = Record<WordedField, string | null>
const Words = obj(
  Object.fromEntries(fieldList.filter(worded).map(({ name, title }) => [name, nul(str(title))])),
) as unknown as Answer<ArchiveWordsData>

/** A section in the answer of a call of its own. */
const versioned = <T>(section: Answer<T>) =>
  merge(section as unknown as TObject, obj({ oldmanId: str(), version: int() })) as unknown as Answer<
    T & { oldmanId: string; version: number }
  >

const Risk = obj({
  /** 失智, 青霉素过敏 */
  title: str(),
  note: nul(str()),
  /** The tab that says more. */
  section: str(),
})
export type RiskData = Static<typeof Risk>

/** Null where amounts are hidden from the reader. */
const Account = obj({
  balanceFen: nul(fenSchema('账户余额')),
  giftFen: nul(fenSchema('赠送余额')),
  depositFen: nul(fenSchema('押金')),
  bookingFen: nul(fenSchema('订金')),
  owedFen: nul(fenSchema('未缴')),
  owedSince: nul(str('最早到期')),
  /** Something is past its due day. */
  overdue: bool('欠费'),
})

const Counts = obj({
  family: int(),
  assessments: int(),
  contracts: int(),
  outings: int(),
  visits: int(),
  files: int(),
})

/** Everything the archive page says about a resident; stays, beds and fees come with the residence. */
const Whole = merge(
  ResidentMarks,
  obj({
    archiveNo: str('档案编号'),
    createTime: str('建档时间'),
    updateTime: str('最近修改'),
    version: int(),
    deptName: nul(str('所属部门')),
    saleName: nul(str('接待人')),
    bedId: nul(str()),
    /** Of the bed lived in, or of the one reserved. */
    bedPath: nul(str('床位')),
    roomTypeName: nul(str('房型')),
    levelName: nul(str('护理等级')),
    checkInDate: nul(str('入住日期')),
    days: nul(int('在住天数')),
    contractEnd: nul(str('合同至')),
    trialEnd: nul(str('试住至')),
    /** 1: away now; 2: should be back already */
    outNow: int('外出'),
    planReturn: nul(str('预计返回')),
    payerName: nul(str('付费人')),
    account: Account,
    completeness: obj({ score: int('完整度'), missing: list(Missing) }),
    base: Base,
    extra: Extra,
    health: Health,
    /** What is stored as a value of a dictionary, in words; lists are joined. */
    words: Words,
    /** The newest assessment that counts as the resident's own. */
    assessment: nul(obj({ levelName: nul(str()), total: nul(int()), assessDate: str(), nextDate: nul(str()) })),
    /** Nursing tasks of today; null for who does not live here. */
    care: nul(obj({ done: int(), total: int(), nextTime: nul(str()), nextName: nul(str()) })),
    family: list(FamilyMember),
    risks: list(Risk),
    /** Set by finished risk sheets; beside the notes that are set by hand. */
    riskMarks: list(ResidentNote.schema),
    counts: Counts,
  }),
)
export type ArchiveWholeData = Static<typeof Whole>

const about = obj({ oldmanId: id('老人', { of: 'resident' }), version: opt(int()) })
/** A number of which the middle is hidden comes back as it went out and changes nothing. */
const BaseBody = merge(
  merge(ArchiveBase, obj({ oldmanName: opt(ArchiveBase.properties.oldmanName) })),
  merge(obj({ idCard: opt(ArchiveBase.properties.idCard) }), about),
)
const ExtraBody = merge(ArchiveExtra, about)
const HealthBody = merge(ArchiveHealth, about)

const ChangeRow = obj({
  logId: str(),
  createTime: str('时间'),
  userName: nul(str('修改人')),
  /** 修改健康信息 */
  method: str('操作'),
  remark: toldWords('说明'),
  field: str(),
  title: str('项目'),
  before: nul(toldWords('修改前')),
  after: nul(toldWords('修改后')),
  /** Written by a move that stands in words among the moves of the stay (`residence.calls.record`). */
  moved: bool(),
})
export type ChangeRowData = Static<typeof ChangeRow>

/** One bed card; batches are printed from the list. */
const BedCard = merge(
  ResidentMarks,
  obj({
    archiveNo: str('档案编号'),
    bedId: nul(str()),
    bedPath: nul(str('床位')),
    levelName: nul(str('护理等级')),
    checkInDate: nul(str('入住日期')),
    diseases: nul(str('慢性病')),
    allergies: nul(str('过敏史')),
    diet: nul(str('饮食')),
    blood: nul(str('血型')),
    selfCare: nul(str('自理能力')),
    contactName: nul(str('紧急联系人')),
    contactRelation: nul(str('关系')),
    contactPhone: nul(phoneNo('电话')),
  }),
)
export type BedCardData = Static<typeof BedCard>

/** What is worn at the wrist: enough to know who it is and whom to call, and nothing of an illness but the allergies. */
const WristBand = merge(
  ResidentMarks,
  obj({ archiveNo: str('档案编号'), bedPath: nul(str('床位')), allergies: nul(str('过敏史')) }),
)
export type WristBandData = Static<typeof WristBand>

const BASE = '/pims/web-pi/oldmans/proFile'
const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE'] as const

export const archiveSection = noun('live', 'archiveSection', {
  title: '老人档案',
  calls: {
    whole: call.get(BASE, {
      needs: archiveNeeds.list,
      act: '查看档案',
      query: obj({ oldmanId: id('老人', { of: 'resident' }) }),
      data: Whole,
      refuses: ['NOT_FOUND'],
    }),
    detail: call.get(`${BASE}/{oldmanId}`, {
      needs: archiveNeeds.list,
      act: '查看档案',
      data: Whole,
      refuses: ['NOT_FOUND'],
    }),
    base: call.get(`${BASE}/base/{oldmanId}`, {
      needs: archiveNeeds.list,
      act: '查看基本信息',
      data: versioned(Base),
      refuses: ['NOT_FOUND'],
    }),
    saveBase: call.put(`${BASE}/base`, {
      needs: archiveNeeds.edit,
      act: '修改基本信息',
      body: BaseBody,
      data: nothing(),
      refuses,
    }),
    extra: call.get(`${BASE}/extra/{oldmanId}`, {
      needs: archiveNeeds.list,
      act: '查看扩展信息',
      data: versioned(Extra),
      refuses: ['NOT_FOUND'],
    }),
    saveExtra: call.put(`${BASE}/extra`, {
      needs: archiveNeeds.edit,
      act: '修改扩展信息',
      body: ExtraBody,
      data: nothing(),
      refuses,
    }),
    health: call.get(`${BASE}/health/{oldmanId}`, {
      needs: archiveNeeds.list,
      act: '查看健康信息',
      data: versioned(Health),
      refuses: ['NOT_FOUND'],
    }),
    /** Nurses keep it as well as the desk. */
    saveHealth: call.put(`${BASE}/health`, {
      needs: `${archiveNeeds.edit}|live:archive:health`,
      act: '修改健康信息',
      body: HealthBody,
      data: nothing(),
      refuses,
    }),
    family: call.get(`${BASE}/family/{oldmanId}`, {
      needs: archiveNeeds.list,
      act: '查看家属',
      data: list(FamilyMember),
      refuses: ['NOT_FOUND'],
    }),
    /** The whole family at once: who is not sent is removed, who has no id is added. */
    saveFamily: call.put(`${BASE}/family`, {
      needs: `${archiveNeeds.edit}|live:family:edit`,
      act: '修改家属',
      body: FamilySave,
      data: list(FamilyMember),
      refuses: [...refuses, 'IN_USE'],
    }),
    /** Who looked at whole numbers stands in the operation log. */
    reveal: call.get(`${BASE}/idCard/{oldmanId}`, {
      needs: archiveNeeds.idCard,
      act: '查看完整证件号码',
      // The look itself is written down.
      writes: true,
      data: obj({ idCard: str(), family: list(obj({ familyId: str(), idCard: nul(str()) })) }),
      refuses: ['NOT_FOUND'],
    }),
    /** Where the resident stands in the archives, newest first. */
    neighbours: call.get(`${BASE}/neighbours/{oldmanId}`, {
      needs: archiveNeeds.list,
      act: '上一位与下一位',
      data: obj({ position: int(), total: int(), previousId: nul(str()), nextId: nul(str()) }),
      refuses: ['NOT_FOUND'],
    }),
    /** Field, before, after, who: one row for each field that was changed. */
    modifyRecord: call.get('/pims/web-pi/oldmans/modifyRecord/{oldmanId}', {
      needs: archiveNeeds.list,
      act: '档案修改记录',
      query: pageQuery({
        /** A field by its name. */
        field: opt(str('项目')),
        userName: opt(str('修改人')),
        startDate: opt(date('日期从')),
        endDate: opt(date('日期到')),
      }),
      data: pageOf(ChangeRow),
      refuses: ['NOT_FOUND'],
    }),
    bedCards: call.get('/pims/web-pi/oldmans/bedCards', {
      needs: archiveNeeds.list,
      act: '床头卡',
      query: obj({
        /** Joined by commas; at most 300. */
        ids: text('老人', { max: 12_000, of: 'resident' }),
      }),
      data: list(BedCard),
    }),
    wristBands: call.get('/pims/web-pi/oldmans/wristBands', {
      needs: archiveNeeds.list,
      act: '腕带',
      query: obj({
        /** Joined by commas; at most 300. */
        ids: text('老人', { max: 12_000, of: 'resident' }),
      }),
      data: obj({
        /** Whom a stranger calls who finds the wearer. */
        phone: nul(str('值班电话')),
        bands: list(WristBand),
      }),
    }),
  },
  pages: {
    detail: {
      path: '/live/archives/detail/:oldmanId',
      title: '档案详情',
      tab: true,
      ahead: 'detail',
      needs: archiveNeeds.list,
    },
  },
})
