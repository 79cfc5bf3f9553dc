// The archives of the cared-for persons, read-only: all residents, those who live in the house, and the extremely poor.
import { call, noun } from '#contract/kit/call'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { cardNo, phoneNo } from '#contract/kit/privacy'
import {
  bool,
  int,
  list,
  merge,
  named,
  nul,
  obj,
  opt,
  type Static,
  str,
  type TObject,
  type TUnsafe,
} from '#contract/kit/schema'
import { NoteFilter, ResidenceStatus, ResidentMarks, ResidentSex } from '#contract/live/resident'
import { type FieldsOfKind, type FieldsWith, fieldList } from '#contract/live/residentFields'

export const ResidentView = options('ResidentView', '档案范围', [
  ['all', '全部老人'],
  ['house', '在院老人'],
  ['poor', '特困人员'],
])

const ResidentRow = merge(
  ResidentMarks,
  obj({
    archiveNo: str('档案编号'),
    birthDate: str('出生日期'),
    /** Masked unless the reader asked for it and may. */
    idCard: cardNo('身份证号'),
    phone: nul(phoneNo('电话')),
    category: nul(str()),
    categoryName: nul(str('老人类别')),
    /** 失智、长护险 */
    attentionText: str('关注事项'),
    deptId: nul(str()),
    deptName: nul(str('部门')),
    bedId: nul(str()),
    /** 松鹤楼>2层>203室>02床 */
    bedPath: nul(str('床位')),
    checkInDate: nul(str('入住日期')),
    /** Days since the check-in while in the house. */
    days: nul(int('在住天数')),
    contactName: nul(str('联系人')),
    contactRelation: nul(str('关系')),
    contactPhone: nul(phoneNo('联系人电话')),
    createTime: str('建档时间'),
  }),
)
export type ResidentRowData = Static<typeof ResidentRow>

const Family = obj({
  familyId: str(),
  name: str(),
  relationName: str(),
  phone: phoneNo(),
  idCard: nul(cardNo()),
  address: nul(str()),
  emergency: bool(),
  payer: bool(),
  guarantor: bool(),
  guardian: bool(),
})

/** The fields of a resident that are told here, in words. */
export const briefFields = fieldList.filter((field) => field.brief)
type Brief = FieldsWith<{ brief: true }>
type BriefData = { [K in Brief]: K extends FieldsOfKind<'choices'> ? string[] : string | null }
const BriefAnswer = obj(
  Object.fromEntries(
    briefFields.map(({ name, kind, title }) => [name, kind === 'choices' ? list(str(title)) : nul(str(title))]),
  ),
) as unknown as TObject<{ [K in Brief]: TUnsafe<BriefData[K]> }>

const ResidentDetail = merge(
  merge(ResidentRow, BriefAnswer),
  obj({
    regionName: nul(str('户籍地区')),
    blood: nul(str('血型')),
    family: list(Family),
  }),
)
export type ResidentDetailData = Static<typeof ResidentDetail>

const BASE = '/pims/web-org/archives/elders'
/** Each list has its own code; who holds only one of them sees only that part of the archives. */
export const viewNeeds = {
  all: 'archives:elder:list',
  house: 'archives:houseElder:list',
  poor: 'archives:poorElder:list',
} as const
const READS = `${viewNeeds.all}|${viewNeeds.house}|${viewNeeds.poor}` as const

export const resident = noun('archives', 'resident', {
  title: '老人档案',
  calls: {
    list: call.get(BASE, {
      needs: READS,
      act: '老人档案列表',
      // Whole numbers that are shown are written down.
      writes: true,
      query: pageQuery({
        view: opt(ResidentView.schema),
        /** Name, pinyin, initials, number of the archive, identity card or phone. */
        keyword: opt(str('老人')),
        idCard: opt(str('身份证号')),
        phone: opt(str('电话')),
        sex: opt(ResidentSex.schema),
        ageFrom: opt(int('年龄从', { min: 0, max: 150 })),
        ageTo: opt(int('年龄到', { min: 0, max: 150 })),
        category: opt(str('老人类别')),
        status: opt(ResidenceStatus.schema),
        attention: opt(NoteFilter.schema),
        deptId: opt(named('dept', '部门')),
        /** Any part of the bed's path. */
        bed: opt(str('床位')),
        checkInFrom: opt(str('入住日期从')),
        checkInTo: opt(str('入住日期到')),
        /** 1: identity cards and phones in full, for those who may. */
        plain: opt(int('显示完整号码', { min: 0, max: 1 })),
      }),
      data: pageOf(ResidentRow),
    }),
    detail: call.get(`${BASE}/{oldmanId}`, {
      needs: READS,
      act: '老人档案详情',
      data: ResidentDetail,
      refuses: ['NOT_FOUND'],
    }),
    /** Who looked at a whole number stands in the operation log. */
    reveal: call.get(`${BASE}/{oldmanId}/idCard`, {
      needs: 'archives:elder:idCard',
      act: '查看完整证件号码',
      // The look itself is written down.
      writes: true,
      data: obj({ idCard: str(), family: list(obj({ familyId: str(), idCard: nul(str()) })) }),
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    base: {
      path: '/archives/manager2-1/index',
      title: '基本档案',
      tab: true,
      needs: viewNeeds.all,
      menu: { rail: 'archives', group: '照护人员档案', order: 40 },
    },
    house: {
      path: '/archives/manager2-2/index',
      title: '机构老人档案',
      tab: true,
      needs: viewNeeds.house,
      menu: { rail: 'archives', group: '照护人员档案', order: 41 },
    },
    poor: {
      path: '/archives/manager2-3/index',
      title: '特困人员档案',
      tab: true,
      needs: viewNeeds.poor,
      menu: { rail: 'archives', group: '照护人员档案', order: 42 },
    },
  },
})
