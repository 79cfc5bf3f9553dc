// Institutions: the operator's list of all organisations, and the archive each keeps of itself with its licences.

import { call, noun } from '#contract/kit/call'
import { fileAddress } from '#contract/kit/fileAddress'
import { machine } from '#contract/kit/machine'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, date, id, int, list, nothing, nul, num, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { OrgLevel, OrgStatus } from './session.ts'

export const OrgNature = options('OrgNature', '机构性质', [
  ['public', '公办公营'],
  ['publicPrivate', '公建民营'],
  ['nonProfit', '民办非营利'],
  ['profit', '民办营利'],
])

export const OrgStar = options('OrgStar', '等级评定', [
  [0, 'none', '未评定'],
  [1, 'one', '一级'],
  [2, 'two', '二级'],
  [3, 'three', '三级'],
  [4, 'four', '四级'],
  [5, 'five', '五级'],
])

export const OrgMedical = options('OrgMedical', '医疗服务方式', [
  ['inside', '内设医疗机构'],
  ['signed', '与医疗机构签约'],
  ['beside', '毗邻医疗机构'],
  ['none', '暂无'],
])

/** What an institution must keep valid. */
export const QualificationKind = options('QualificationKind', '证照类别', [
  ['licence', '营业执照 / 登记证书'],
  ['filing', '养老机构备案回执'],
  ['food', '食品经营许可证'],
  ['fire', '消防验收 / 安全检查'],
  ['medical', '医疗机构执业许可证'],
  ['lift', '特种设备（电梯）检验'],
  ['building', '房屋安全鉴定'],
  ['insurance', '责任保险'],
  ['health', '公共场所卫生许可证'],
  ['other', '其他证照'],
])

/** Computed from the last day of validity; never stored. */
export const QualificationState = options('QualificationState', '证照状态', [
  ['expired', ['已过期', 'red']],
  ['in30', ['30 天内到期', 'orange']],
  ['in60', ['60 天内到期', 'amber']],
  ['in90', ['90 天内到期', 'olive']],
  ['notYet', ['未生效', 'slate', 'hollow']],
  ['valid', ['有效', 'green']],
  ['lasting', ['长期有效', 'green']],
])
export type QualificationStateValue = (typeof QualificationState.list)[number]['value']

/** Days before the last day at which administrators are reminded; 0 is the day after it. */
export const REMIND_STAGES = [90, 60, 30, 0] as const

/** The stage a certificate is in with so many days left; null while it needs nothing. The last day itself is valid. */
export function stageOf(daysLeft: number): (typeof REMIND_STAGES)[number] | null {
  if (daysLeft < 0) return 0
  return daysLeft <= 30 ? 30 : daysLeft <= 60 ? 60 : daysLeft <= 90 ? 90 : null
}

export function qualificationState(
  daysLeft: number | null,
  daysUntilValid: number | null = null,
): QualificationStateValue {
  if (daysUntilValid !== null && daysUntilValid > 0) return 'notYet'
  if (daysLeft === null) return 'lasting'
  const within = stageOf(daysLeft)
  return within === null ? 'valid' : within === 0 ? 'expired' : `in${within}`
}

/** How a running organisation moves; applying and being let in belong to the application. */
export const organisationMoves = machine<0 | 1 | 2 | 3>()({
  freeze: {
    from: [OrgStatus.is.normal],
    to: OrgStatus.is.frozen,
    title: '冻结',
    needs: 'platform:organisation:freeze',
  },
  unfreeze: {
    from: [OrgStatus.is.frozen],
    to: OrgStatus.is.normal,
    title: '解除冻结',
    needs: 'platform:organisation:freeze',
  },
})

const OrgRow = obj({
  orgId: str(),
  orgCode: str('机构代码'),
  orgName: str('机构名称'),
  orgLevel: OrgLevel.schema,
  orgStatus: OrgStatus.schema,
  createTime: str('创建时间'),
  licenseNo: nul(str('统一社会信用代码')),
  contactName: nul(str('联系人')),
  contactPhone: nul(str('联系电话')),
  address: nul(str('地址')),
  userName: nul(str('管理员账号')),
  beds: int('床位'),
  residents: int('在住老人'),
  staff: int('员工'),
  expired: int('已过期证照'),
  expiring: int('90 天内到期证照'),
  rejectReason: nul(str('拒绝原因')),
  /** Moves this user may make now. */
  can: list(str()),
})
export type OrgRowData = Static<typeof OrgRow>

/** A mobile number or a landline with its area code. */
const anyPhone = (title: string) =>
  text(title, {
    min: 7,
    max: 20,
    pattern: /^(1\d{10}|0\d{2,3}-?\d{7,8}(-\d{1,6})?|400-?\d{3}-?\d{4}|\d{7,8})$/,
    hint: '应为手机号，或带区号的座机，如 021-55668800',
  })

const credit = text('统一社会信用代码', {
  min: 18,
  max: 18,
  pattern: /^[0-9A-Z]{18}$/,
  hint: '应为 18 位数字或大写字母',
})

/** What the institution says of itself beyond name and address. */
const profile = {
  nature: opt(OrgNature.schema),
  star: opt(OrgStar.schema),
  medical: opt(OrgMedical.schema),
  legalPerson: opt(text('法定代表人', { max: 20 })),
  recordNo: opt(text('备案编号', { max: 50 })),
  openedOn: opt(date('开业日期')),
  plannedBeds: opt(int('核定床位', { min: 0, max: 100_000 })),
  floorArea: opt(num('建筑面积（㎡）', { min: 0, max: 10_000_000 })),
  dutyPhone: opt(anyPhone('24 小时值班电话')),
  email: opt(text('电子邮箱', { max: 60, pattern: /^[^\s@]+@[^\s@]+\.[^\s@]+$/, hint: '应如 name@example.com' })),
  services: opt(text('服务范围', { max: 500 })),
}
export const profileNames = Object.keys(profile) as (keyof typeof profile)[]

const archive = {
  orgName: text('机构名称', { min: 2, max: 40 }),
  contactName: opt(text('联系人', { max: 20 })),
  contactPhone: opt(anyPhone('联系电话')),
  /** Code of the district. */
  region: opt(text('所在地区', { max: 12, pattern: /^\d{2,12}$/, hint: '应为地区代码' })),
  address: opt(text('机构地址', { max: 100 })),
  licenseNo: opt(credit),
  introduction: opt(text('机构简介', { max: 1000 })),
  ...profile,
}

const qualification = {
  kind: QualificationKind.schema,
  name: text('证照名称', { max: 60 }),
  number: opt(text('证照编号', { max: 60 })),
  issuer: opt(text('发证机关', { max: 60 })),
  validFrom: opt(date('生效日期')),
  /** Empty: does not expire. */
  validTo: opt(date('有效期至')),
  pictures: opt(list(fileAddress('证照图片'), 9)),
  remark: opt(text('备注', { max: 200 })),
}

const Qualification = obj({
  qualificationId: str(),
  kind: QualificationKind.schema,
  name: str(),
  number: nul(str()),
  issuer: nul(str()),
  validFrom: nul(str()),
  validTo: nul(str()),
  pictures: list(str()),
  remark: nul(str()),
  state: QualificationState.schema,
  daysLeft: nul(int()),
  version: int(),
})
export type QualificationData = Static<typeof Qualification>

const OrgArchive = obj({
  orgId: str(),
  orgCode: str(),
  orgName: str(),
  orgLevel: OrgLevel.schema,
  orgStatus: OrgStatus.schema,
  createTime: str(),
  contactName: nul(str()),
  contactPhone: nul(str()),
  region: nul(str()),
  regionName: nul(str()),
  address: nul(str()),
  licenseNo: nul(str()),
  licensePictures: list(str()),
  introduction: nul(str()),
  rejectReason: nul(str()),
  userName: nul(str()),
  nature: nul(OrgNature.schema),
  star: nul(OrgStar.schema),
  medical: nul(OrgMedical.schema),
  legalPerson: nul(str()),
  recordNo: nul(str()),
  openedOn: nul(str()),
  plannedBeds: nul(int()),
  floorArea: nul(num()),
  dutyPhone: nul(str()),
  email: nul(str()),
  services: nul(str()),
  figures: obj({
    beds: int(),
    usedBeds: int(),
    freeBeds: int(),
    residents: int(),
    trial: int(),
    reserved: int(),
    rooms: int(),
    staff: int(),
    nursing: int(),
    over80: int(),
    poor: int(),
  }),
  qualifications: list(Qualification),
  version: int(),
  can: list(str()),
  /** This user may change the archive. */
  editable: bool(),
})
export type OrgArchiveData = Static<typeof OrgArchive>

const ORG = '/passport/web-rbac/org'
const INFOS = '/pims/web-org/orgInfos'
const READS = 'platform:organisation:list'
const WRITES = 'platform:organisation:update'

export const organisation = noun('platform', 'organisation', {
  title: '机构档案',
  calls: {
    list: call.get(ORG, {
      needs: READS,
      act: '机构列表',
      query: pageQuery({
        orgName: opt(str('机构名称')),
        orgCode: opt(str('机构代码')),
        contact: opt(str('联系人')),
        orgLevel: opt(OrgLevel.schema),
        orgStatus: opt(OrgStatus.schema),
        startDate: opt(str('创建日期从')),
        endDate: opt(str('创建日期到')),
      }),
      data: pageOf(OrgRow),
    }),
    detail: call.get(`${ORG}/{orgId}`, {
      needs: READS,
      act: '机构档案详情',
      data: OrgArchive,
      refuses: ['NOT_FOUND'],
    }),
    create: call.post(ORG, {
      needs: 'platform:organisation:create',
      act: '新增机构',
      ends: ['OPEX'],
      body: obj({
        orgName: text('机构名称', { min: 2, max: 40 }),
        orgLevel: opt(OrgLevel.schema),
        userName: text('管理员账号', {
          min: 2,
          max: 20,
          pattern: /^[A-Za-z0-9]{2,20}$/,
          hint: '应为 2 至 20 位字母或数字',
        }),
        userPassword: text('初始密码', { max: 20 }),
        contactName: opt(text('联系人', { max: 20 })),
        contactPhone: opt(anyPhone('联系电话')),
        address: opt(text('机构地址', { max: 100 })),
        licenseNo: opt(credit),
      }),
      data: obj({ orgId: str(), orgCode: str() }),
      refuses: ['ALREADY_EXISTS', 'NO_PERMISSION'],
      repeatable: true,
    }),
    /** What existing clients send: the name alone. */
    rename: call.put(ORG, {
      needs: WRITES,
      act: '修改机构名称',
      body: obj({
        orgId: id('机构', { of: 'organisation' }),
        orgName: text('机构名称', { min: 2, max: 40 }),
        version: opt(int()),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE'],
    }),
    /** Toggles 1 and 3. `orgStatus` names the state wanted, so that a second click does not undo the first. */
    freeze: call.put(`${ORG}/orgStatus`, {
      needs: 'platform:organisation:freeze',
      act: '冻结或解除冻结机构',
      ends: ['OPEX'],
      body: obj({
        orgId: id('机构', { of: 'organisation' }),
        orgStatus: opt(int('目标状态', { min: 0, max: 3 })),
        reason: opt(text('原因', { max: 200 })),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED', 'NO_PERMISSION'],
    }),
    /** For a house whose administrator has lost the password: a new one, shown once and only to whoever resets it. */
    resetAdmin: call.put(`${ORG}/{orgId}/adminPassword`, {
      needs: 'platform:organisation:resetAdmin',
      act: '重置机构管理员密码',
      ends: ['OPEX'],
      body: obj({}),
      data: obj({ userName: str(), empName: nul(str()), password: str() }),
      refuses: ['NOT_FOUND', 'STATE_NOT_ALLOWED'],
    }),
    /** The signed-in user's own organisation; existing clients send just this address. */
    own: call.get(`${INFOS}/12`, { needs: 'signedIn', act: '本机构档案', data: OrgArchive }),
    save: call.put(`${INFOS}/{orgId}/orgInfoAndQualifications`, {
      needs: WRITES,
      act: '保存机构档案',
      body: obj({
        ...archive,
        /** All of them, in order; left out they stay as they are. */
        qualifications: opt(
          list(obj({ qualificationId: opt(id('证照', { of: 'qualification' })), ...qualification }), 100),
        ),
        version: opt(int()),
      }),
      data: OrgArchive,
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE', 'INVALID_INPUT'],
    }),
    saveQualification: call.put(`${INFOS}/{orgId}/qualifications`, {
      needs: WRITES,
      act: '保存证照',
      body: obj({ ...qualification, qualificationId: opt(id('证照', { of: 'qualification' })), version: opt(int()) }),
      data: Qualification,
      refuses: ['NOT_FOUND', 'CHANGED_MEANWHILE', 'INVALID_INPUT'],
    }),
    removeQualification: call.delete(`${INFOS}/{orgId}/qualifications/{qualificationId}`, {
      needs: WRITES,
      act: '删除证照',
      body: obj({}),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    list: {
      path: '/archives/manager1/index',
      title: '养老机构列表',
      tab: true,
      needs: READS,
      menu: { rail: 'archives', group: '机构档案', order: 10, ends: ['WEB', 'OPEX'] },
    },
    detail: { path: '/archives/manager1/detail', title: '机构档案', tab: false, needs: READS, ahead: 'detail' },
  },
})
