// What a staff file says as it travels: the line of a list, the whole file with its contracts, certificates, charges and
// trainings, and what is asked beside it before somebody is given charges or leaves.
import { phoneNo } from '#contract/kit/privacy'
import { bool, int, list, merge, nul, num, obj, type Static, str } from '#contract/kit/schema'
import { StaffSex } from '#contract/platform/session'
import { StaffStatus } from '#contract/platform/staff'
import { StaffType } from '#contract/platform/user'
import { CertificateKind, LeaveReason, StaffChargeKind, StaffContractKind, StaffSkill } from './staffWords.ts'

export const StaffRow = obj({
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
export type StaffFileRow = Static<typeof StaffRow>

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

export const StaffDetail = merge(
  StaffRow,
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
export type StaffFileData = Static<typeof StaffDetail>

export const StaffPerson = obj({ empId: str(), name: str('姓名'), deptName: nul(str('部门')) })
export type StaffPersonData = Static<typeof StaffPerson>

/** One kind of what is open with somebody who leaves. */
export const StaffOpen = obj({
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
export type StaffOpenData = Static<typeof StaffOpen>

export const StaffChoice = obj({
  key: str(),
  kind: StaffChargeKind.schema,
  name: str(),
  place: nul(str()),
  deptName: nul(str()),
  /** In whose care today. */
  carerId: nul(str()),
  carerName: nul(str()),
})
export type StaffChargeChoice = Static<typeof StaffChoice>

export const StaffSale = obj({
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
export type StaffSaleRow = Static<typeof StaffSale>
