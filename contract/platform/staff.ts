// Staff as the administration sees them: personnel facts without accounts and rights, caregivers, sales people.

import { call, noun } from '#contract/kit/call'
import { fileAddress } from '#contract/kit/fileAddress'
import { options } from '#contract/kit/options'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { id, int, named, nothing, nul, obj, opt, type Static, str, text } from '#contract/kit/schema'
import { StaffSex } from './session.ts'
import { StaffType } from './user.ts'

/** Employment. Whoever has left or is suspended cannot sign in. */
export const StaffStatus = options('StaffStatus', '在职状态', [
  [1, 'employed', ['在职', 'green']],
  [2, 'probation', ['试用', 'teal']],
  [3, 'left', ['离职', 'grey', 'hollow']],
  [4, 'suspended', ['停职', 'red']],
  [5, 'rehired', ['退休返聘', 'blue']],
])
/** Does not come to work: no choice of people offers them. */
export const STAFF_GONE: readonly number[] = [StaffStatus.is.left, StaffStatus.is.suspended]

const facts = {
  empKey: nul(str('工号')),
  sex: StaffSex.schema,
  phoneNum: nul(str('手机号')),
  deptId: nul(str()),
  deptName: nul(str('部门')),
  jobName: nul(str('岗位')),
  empTitle: nul(str('职称')),
  nursingLevel: nul(str('护理员等级')),
  status: StaffStatus.schema,
  workingPicture: nul(str()),
  intro: nul(str('简介')),
  createTime: str('创建时间'),
}

const Staff = obj({ staffId: str(), staffName: str('姓名'), empType: nul(StaffType.schema), ...facts })
export type StaffData = Static<typeof Staff>

const NursingWorker = obj({ nursingId: str(), realName: str('姓名'), nursingName: str('姓名'), ...facts })
export type NursingWorkerData = Static<typeof NursingWorker>

/** Absent stays, null empties. */
const change = {
  status: opt(StaffStatus.schema),
  empKey: opt(text('工号', { max: 50 })),
  empTitle: opt(text('职称', { max: 20 })),
  nursingLevel: opt(text('护理员等级', { max: 20 })),
  workingPicture: opt(fileAddress('照片')),
  intro: opt(text('简介', { max: 2000 })),
}
export const StaffChange = obj({ ...change, staffId: id('员工', { of: 'account' }), empType: opt(StaffType.schema) })
export const NursingWorkerChange = obj(change)

const filters = {
  deptId: opt(named('dept', '部门')),
  phoneNum: opt(str('手机号')),
  status: opt(StaffStatus.schema),
  nursingLevel: opt(str('护理员等级')),
}

const WORKERS = '/pims/web-org/nursingworkers'
const STAFF_READS = 'administration:staff:list|administration:staff:update'
const WORKER_READS = 'administration:nursingWorker:list|administration:nursingWorker:update'

export const staff = noun('platform', 'staff', {
  title: '员工',
  calls: {
    list: call.post('/pims/web-org/staff', {
      needs: STAFF_READS,
      act: '员工列表',
      body: pageQuery({ ...filters, staffName: opt(str('姓名')), empType: opt(StaffType.schema) }),
      data: pageOf(Staff),
      harmless: true,
    }),
    info: call.get('/pims/web-org/staff/info', {
      needs: STAFF_READS,
      act: '员工资料',
      query: obj({ staffId: id('员工', { of: 'account' }) }),
      data: Staff,
      refuses: ['NOT_FOUND'],
    }),
    update: call.put('/pims/web-org/staff/update', {
      needs: 'administration:staff:update',
      act: '编辑员工资料',
      body: StaffChange,
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    workers: call.get(WORKERS, {
      needs: WORKER_READS,
      act: '护理人员列表',
      query: pageQuery({ ...filters, realName: opt(str('姓名')) }),
      data: pageOf(NursingWorker),
    }),
    worker: call.get(`${WORKERS}/{nursingId}`, {
      needs: WORKER_READS,
      act: '护理人员详情',
      data: NursingWorker,
      refuses: ['NOT_FOUND'],
    }),
    updateWorker: call.put(`${WORKERS}/{nursingId}`, {
      needs: 'administration:nursingWorker:update',
      act: '编辑护理人员',
      body: NursingWorkerChange,
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    exportWorkers: call.get(`${WORKERS}/export`, {
      needs: WORKER_READS,
      act: '导出护理人员',
      transfer: 'download',
      query: obj({ ...filters, realName: opt(str('姓名')), size: opt(int()) }),
    }),
    /** Caregivers to choose from. */
    workerChoices: call.get(`${WORKERS}/oldman`, {
      needs: 'signedIn',
      act: '可选护理人员',
      query: pageQuery({ realName: opt(str('姓名')) }),
      data: pageOf(obj({ nursingId: str(), realName: str(), deptName: nul(str()) })),
    }),
    /** Sales people to choose from. */
    saleChoices: call.get('/pims/web-pi/personnel/sale', {
      needs: 'signedIn',
      act: '可选销售人员',
      query: pageQuery({ saleName: opt(str('姓名')) }),
      data: pageOf(obj({ saleId: str(), saleName: str() })),
    }),
  },
})
