// The file of a member of staff beside the account: its calls and pages, who may read and write it; leaving is one act.
import { call, noun } from '#contract/kit/call'
import { fileAddress } from '#contract/kit/fileAddress'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, date, id, int, list, named, nothing, obj, opt, phone, str, text } from '#contract/kit/schema'
import { importCalls } from '#contract/kit/sheet'
import { StaffStatus } from '#contract/platform/staff'
import { StaffType } from '#contract/platform/user'
import { StaffChoice, StaffDetail, StaffOpen, StaffPerson, StaffRow, StaffSale } from './staffFileShape.ts'
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
const writes = { needs: staffNeeds.update, data: StaffDetail, refuses, repeatable: true } as const

const BASE = '/pims/web-org/staffFile'
const ROUTE = '/administration/staff'

export const staffFile = noun('administration', 'staffFile', {
  title: '员工档案',
  calls: {
    list: call.get(BASE, {
      needs: staffNeeds.list,
      act: '员工列表',
      query: pageQuery(filters),
      data: pageOf(StaffRow),
    }),
    /** The same of carers alone, for those who may look at nobody else. */
    carers: call.get(`${BASE}/carer`, {
      needs: staffNeeds.carers,
      act: '护理人员',
      query: pageQuery(filters),
      data: pageOf(StaffRow),
    }),
    sales: call.get(`${BASE}/sale`, {
      needs: staffNeeds.list,
      act: '销售人员',
      query: pageQuery({
        keyword: filters.keyword,
        deptId: filters.deptId,
        status: filters.status,
      }),
      data: pageOf(StaffSale),
    }),
    /** Colleagues who work here: whoever takes over, within one's departments. */
    people: call.get(`${BASE}/people`, {
      needs: staffNeeds.charge,
      act: '可交接的同事',
      query: obj({ keyword: opt(str('姓名')) }),
      data: list(StaffPerson),
    }),
    /** One's own file is open to everybody. */
    get: call.get(`${BASE}/{empId}`, {
      needs: 'signedIn',
      act: '员工档案',
      data: StaffDetail,
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
      data: list(StaffChoice),
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
      data: list(StaffOpen),
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
