// The file of a member of staff beside the account: facts, contracts, certificates, whom they look after, what they learned
// this year, and leaving, which is one act.
import { call, noun } from '#contract/kit/call'
import { fileAddress } from '#contract/kit/fileAddress'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { phoneNo } from '#contract/kit/privacy'
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
  phone,
  type Static,
  str,
  text,
} from '#contract/kit/schema'
import { importCalls } from '#contract/kit/sheet'
import { StaffSex } from '#contract/platform/session'
import { StaffStatus } from '#contract/platform/staff'
import { StaffType } from '#contract/platform/user'
import { CertificateKind, LeaveReason, StaffChargeKind, StaffContractKind, StaffSkill } from './staffWords.ts'

const CARERS_READ = 'administration:nursingWorker:list|administration:nursingWorker:update'
export const staffNeeds = {
  /** Everybody's file within one's departments. */
  list: 'administration:staff:list|administration:staff:update',
  update: 'administration:staff:update',
  /** Those of carers alone. */
  carers: `administration:staff:list|administration:staff:update|${CARERS_READ}`,
  charge: 'administration:staff:update|administration:nursingWorker:update',
} as const

/** How a certificate stands; who was never given a health certificate lacks it. */
export const CertificateFilter = options('CertificateFilter', '证书情况', [
  ['EXPIRED', ['已过期', 'red']],
  ['EXPIRING', ['60 天内到期', 'amber']],
  ['NO_HEALTH', ['没有健康证', 'slate']],
])
export const ContractFilter = options('ContractFilter', '合同情况', [
  ['ENDED', ['已到期', 'red']],
  ['ENDING', ['60 天内到期', 'amber']],
  ['NONE', ['没有合同', 'slate']],
])
/** Days before the end from which on it is amber, and counted as ending. */
export const SOON_DAYS = 60
export const MOST_SCANS = 9

const some = { pattern: /\S/, hint: '不能为空' } as const

const Row = obj({
  empId: str(),
  empName: str('姓名'),
  empKey: nul(str('工号')),
  sex: StaffSex.schema,
  workingPicture: nul(str()),
  status: StaffStatus.schema,
  empType: nul(StaffType.schema),
  deptId: nul(str()),
  deptName: nul(str('部门')),
  jobName: nul(str('岗位')),
  empTitle: nul(str('职称')),
  nursingLevel: nul(str('护理员等级')),
  phoneNum: nul(phoneNo('手机号')),
  hireDate: nul(str('入职日期')),
  contractTo: nul(str('合同到期')),
  /** A contract stands that has no end. */
  contractOpen: bool(),
  healthTo: nul(str('健康证到期')),
  /** How many current certificates are over or will be soon, health certificates among them. */
  expired: int('过期证书'),
  expiring: int('将到期证书'),
  hours: num('本年学时'),
  hoursDue: nul(int('应修学时')),
  charges: int('照护老人与床位'),
  leftOn: nul(str('离职日期')),
})
export type StaffFileRow = Static<typeof Row>

const Contract = obj({
  staffContractId: str(),
  kind: StaffContractKind.schema,
  number: nul(str('合同编号')),
  startDate: str('开始日期'),
  endDate: nul(str('结束日期')),
  files: list(str()),
  remark: nul(str('备注')),
  version: int(),
})
export type StaffContractData = Static<typeof Contract>

const Certificate = obj({
  certificateId: str(),
  kind: CertificateKind.schema,
  number: nul(str('证书编号')),
  level: nul(str('等级')),
  issuer: nul(str('发证机构')),
  issuedOn: nul(str('发证日期')),
  validTo: nul(str('有效期至')),
  files: list(str()),
  remark: nul(str('备注')),
  /** A newer one of its kind stands in its place. */
  replaced: bool('已换新证'),
  version: int(),
})
export type StaffCertificateData = Static<typeof Certificate>

const Charge = obj({
  staffChargeId: str(),
  kind: StaffChargeKind.schema,
  /** Null where the reader does not see this elder. */
  oldmanId: nul(str()),
  name: str('照护对象'),
  place: nul(str('床位')),
  fromDay: str('从'),
  /** The last day itself. */
  lastDay: nul(str('到')),
})
export type StaffChargeData = Static<typeof Charge>

const Training = obj({
  trainingId: str(),
  title: str('培训'),
  type: int(),
  startAt: str('时间'),
  hours: num('学时'),
  signed: bool('已签到'),
  score: nul(int('成绩')),
  passed: nul(bool('合格')),
  credited: bool('计入学时'),
})

const facts = {
  idNo: nul(str('身份证号')),
  birthday: nul(str('出生日期')),
  education: nul(str('学历')),
  educationName: nul(str('学历')),
  nativePlace: nul(str('籍贯')),
  address: nul(str('住址')),
  contactName: nul(str('紧急联系人')),
  contactPhone: nul(str('联系人电话')),
  contactRelation: nul(str('与本人关系')),
  probationEnd: nul(str('试用期至')),
  skills: list(StaffSkill.schema),
  noNightFrom: nul(str('不排夜班从')),
  noNightTo: nul(str('不排夜班至')),
  noNightReason: nul(str('不排夜班原因')),
  leftReason: nul(LeaveReason.schema),
  leftNote: nul(str('离职说明')),
  handedToName: nul(str('交接人')),
  intro: nul(str('简介')),
  remark: nul(str('备注')),
}

const Detail = merge(
  Row,
  obj({
    ...facts,
    /** Whole to those who keep the file and to the person, otherwise with the middle hidden. */
    phoneNum: nul(str('手机号')),
    userName: nul(str('账号')),
    contracts: list(Contract),
    certificates: list(Certificate),
    chargeRows: list(Charge),
    trainings: list(Training),
    /** What this reader may do: save, charge, leave, rehire. */
    can: list(str()),
    version: int(),
  }),
)
export type StaffFileData = Static<typeof Detail>

const Person = obj({ empId: str(), name: str('姓名'), deptName: nul(str('部门')) })
export type StaffPersonData = Static<typeof Person>

/** One kind of what is open with somebody who leaves. */
const Open = obj({
  key: str(),
  title: str(),
  count: int(),
  /** What becomes of it. */
  follows: str(),
  /** Whether somebody has to take it over. */
  needsPerson: bool(),
  /** The first of them, in words. */
  rows: list(str()),
})
export type StaffOpenData = Static<typeof Open>

const Choice = obj({
  key: str(),
  kind: StaffChargeKind.schema,
  name: str(),
  place: nul(str()),
  deptName: nul(str()),
  /** In whose care today. */
  carerId: nul(str()),
  carerName: nul(str()),
})
export type StaffChargeChoice = Static<typeof Choice>

const Sale = obj({
  empId: str(),
  empName: str('姓名'),
  empKey: nul(str('工号')),
  sex: StaffSex.schema,
  workingPicture: nul(str()),
  status: StaffStatus.schema,
  deptName: nul(str('部门')),
  jobName: nul(str('岗位')),
  phoneNum: nul(phoneNo('手机号')),
  consultMonth: int('本月新咨询'),
  consultOpen: int('跟进中咨询'),
  followLate: int('逾期未跟进'),
  checkInMonth: int('本月入住'),
  checkInYear: int('本年入住'),
  residents: int('在住老人'),
})
export type StaffSaleRow = Static<typeof Sale>

const filters = {
  keyword: opt(str('姓名')),
  deptId: opt(named('dept', '部门')),
  jobId: opt(named('staffPost', '岗位')),
  empType: opt(StaffType.schema),
  status: opt(StaffStatus.schema),
  certificate: opt(CertificateFilter.schema),
  certificateKind: opt(CertificateKind.schema),
  contract: opt(ContractFilter.schema),
  skill: opt(StaffSkill.schema),
  hireFrom: opt(str('入职日期从')),
  hireTo: opt(str('入职日期到')),
}

const empId = id('员工', { of: 'account' })
const version = opt(int())
const scans = (title: string) => opt(list(fileAddress(title), MOST_SCANS))
const staffContractId = id('劳动合同', { of: 'staffContract' })
const certificateId = id('证书', { of: 'staffCertificate' })

const contractFields = {
  kind: StaffContractKind.schema,
  number: opt(text('合同编号', { max: 50 })),
  startDate: date('开始日期'),
  endDate: opt(date('结束日期')),
  files: scans('合同扫描件'),
  remark: opt(text('备注', { max: 500 })),
}
const certificateFields = {
  kind: CertificateKind.schema,
  number: opt(text('证书编号', { max: 60 })),
  level: opt(text('等级', { max: 30 })),
  issuer: opt(text('发证机构', { max: 60 })),
  issuedOn: opt(date('发证日期')),
  validTo: opt(date('有效期至')),
  files: scans('证书扫描件'),
  remark: opt(text('备注', { max: 500 })),
}

const refuses = ['NOT_FOUND', 'INVALID_INPUT', 'CHANGED_MEANWHILE', 'STATE_NOT_ALLOWED'] as const
const writes = { needs: staffNeeds.update, data: Detail, refuses, repeatable: true } as const

const BASE = '/pims/web-org/staffFile'
const ROUTE = '/administration/staff'

export const staffFile = noun('administration', 'staffFile', {
  title: '员工档案',
  calls: {
    list: call.get(BASE, { needs: staffNeeds.list, act: '员工列表', query: pageQuery(filters), data: pageOf(Row) }),
    /** The same of carers alone, for those who may look at nobody else. */
    carers: call.get(`${BASE}/carer`, {
      needs: staffNeeds.carers,
      act: '护理人员',
      query: pageQuery(filters),
      data: pageOf(Row),
    }),
    sales: call.get(`${BASE}/sale`, {
      needs: staffNeeds.list,
      act: '销售人员',
      query: pageQuery({
        keyword: filters.keyword,
        deptId: filters.deptId,
        status: filters.status,
      }),
      data: pageOf(Sale),
    }),
    /** Colleagues who work here: whoever takes over, within one's departments. */
    people: call.get(`${BASE}/people`, {
      needs: staffNeeds.charge,
      act: '可交接的同事',
      query: obj({ keyword: opt(str('姓名')) }),
      data: list(Person),
    }),
    /** One's own file is open to everybody. */
    get: call.get(`${BASE}/{empId}`, {
      needs: 'signedIn',
      act: '员工档案',
      data: Detail,
      refuses: ['NOT_FOUND'],
    }),
    /** Fields that are not sent stay; null empties one. Status and access end with leaving, not here. */
    save: call.put(BASE, {
      ...writes,
      act: '编辑员工档案',
      body: obj({
        empId,
        status: opt(StaffStatus.schema),
        empKey: opt(text('工号', { max: 50 })),
        empType: opt(StaffType.schema),
        empTitle: opt(text('职称', { max: 20 })),
        nursingLevel: opt(text('护理员等级', { max: 20 })),
        workingPicture: opt(fileAddress('照片')),
        intro: opt(text('简介', { max: 2000 })),
        idNo: opt(text('身份证号', { max: 18, format: 'yiyuan-idcard' })),
        birthday: opt(date('出生日期')),
        education: opt(text('学历', { max: 40 })),
        nativePlace: opt(text('籍贯', { max: 50 })),
        address: opt(text('住址', { max: 200 })),
        contactName: opt(text('紧急联系人', { max: 20 })),
        contactPhone: opt(phone('联系人电话')),
        contactRelation: opt(text('与本人关系', { max: 20 })),
        hireDate: opt(date('入职日期')),
        probationEnd: opt(date('试用期至')),
        skills: opt(list(StaffSkill.schema, 20)),
        noNightFrom: opt(date('不排夜班从')),
        noNightTo: opt(date('不排夜班至')),
        noNightReason: opt(text('不排夜班原因', { max: 100 })),
        remark: opt(text('备注', { max: 500 })),
        version,
      }),
    }),
    addContract: call.post(`${BASE}/contract`, {
      ...writes,
      act: '新增劳动合同',
      body: obj({ empId, ...contractFields }),
    }),
    saveContract: call.put(`${BASE}/contract`, {
      ...writes,
      act: '修改劳动合同',
      body: obj({ staffContractId, ...contractFields, version }),
    }),
    removeContract: call.delete(`${BASE}/contract/{staffContractId}`, {
      needs: staffNeeds.update,
      act: '删除劳动合同',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    addCertificate: call.post(`${BASE}/certificate`, {
      ...writes,
      act: '新增员工证书',
      body: obj({ empId, ...certificateFields }),
    }),
    saveCertificate: call.put(`${BASE}/certificate`, {
      ...writes,
      act: '修改员工证书',
      body: obj({ certificateId, ...certificateFields, version }),
    }),
    removeCertificate: call.delete(`${BASE}/certificate/{certificateId}`, {
      needs: staffNeeds.update,
      act: '删除员工证书',
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    /** Elders in the house and beds, with whoever looks after them today. */
    chargeChoices: call.get(`${BASE}/charge/choices`, {
      needs: staffNeeds.charge,
      act: '可分配的照护对象',
      query: obj({
        kind: StaffChargeKind.schema,
        keyword: opt(str('姓名或床位')),
        deptId: opt(named('dept', '部门')),
        /** Nobody has them. */
        free: opt(bool('无人负责')),
      }),
      data: list(Choice),
    }),
    charge: call.post(`${BASE}/charge`, {
      ...writes,
      needs: staffNeeds.charge,
      act: '分配照护对象',
      refuses: [...refuses, 'NEEDS_CONFIRM'],
      body: obj({
        empId,
        oldmanIds: opt(list(id('老人', { of: 'resident' }), 100)),
        bedIds: opt(list(id('床位', { of: 'bed' }), 100)),
        fromDay: date('从哪天起'),
        /** The sentence that was read where somebody else has them until now. */
        confirmed: opt(text('确认', { max: 2000 })),
      }),
    }),
    endCharge: call.put(`${BASE}/charge/end`, {
      ...writes,
      needs: staffNeeds.charge,
      act: '结束照护分工',
      body: obj({
        staffChargeIds: list(id('照护分工', { of: 'staffCharge' }), 200),
        lastDay: date('最后一天'),
      }),
    }),
    /** What is open with somebody, before they leave. */
    open: call.get(`${BASE}/{empId}/open`, {
      needs: staffNeeds.update,
      act: '离职前未了事项',
      data: list(Open),
      refuses: ['NOT_FOUND'],
    }),
    leave: call.put(`${BASE}/leave`, {
      ...writes,
      act: '办理离职',
      body: obj({
        empId,
        lastDay: date('最后工作日'),
        reason: LeaveReason.schema,
        note: opt(text('说明', { max: 500 })),
        successorId: opt(id('交接人', { of: 'account' })),
        version,
      }),
    }),
    rehire: call.put(`${BASE}/rehire`, {
      ...writes,
      act: '办理复职',
      body: obj({
        empId,
        status: StaffStatus.schema,
        /** The account may sign in again. */
        access: bool('恢复账号'),
        note: text('复职说明', { max: 200, ...some }),
        version,
      }),
    }),
    ...importCalls(`${BASE}/import`, { needs: staffNeeds.update, title: '员工档案' }),
  },
  pages: {
    staff: {
      path: ROUTE,
      title: '员工列表',
      tab: true,
      needs: staffNeeds.list,
      ahead: 'list',
      menu: { rail: 'administration', group: '人事', order: 30 },
    },
    salesman: {
      path: '/administration/salesman',
      title: '销售人员',
      tab: true,
      needs: staffNeeds.list,
      ahead: 'sales',
      menu: { rail: 'administration', group: '人事', order: 31 },
    },
    carers: {
      path: '/administration/nursingWorker',
      title: '护理人员',
      tab: true,
      needs: CARERS_READ,
      ahead: 'carers',
      menu: { rail: 'administration', group: '人事', order: 32 },
    },
    mine: {
      path: '/mine/staffFile',
      title: '我的档案',
      tab: true,
      needs: 'signedIn',
      menu: { rail: 'bench', group: '我的', order: 40 },
    },
  },
})
