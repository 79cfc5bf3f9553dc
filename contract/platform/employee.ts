// The employee record of an account, under the addresses older clients use; empId equals userId.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { anything, id, int, list, named, nothing, nul, obj, opt, type Static, str } from '#contract/kit/schema'
import { EmployeePatch } from './user.ts'

const Employee = obj({
  empId: str(),
  empKey: nul(str()),
  empName: str(),
  sex: int(),
  phoneNum: nul(str()),
  cordNum: nul(str()),
  deptId: nul(str()),
  dataDeptIds: list(str()),
  jobIds: list(str()),
  jobTypeCodes: list(str()),
  jobName: nul(str()),
  empTitle: nul(str()),
  intro: nul(str()),
  workingPicture: nul(str()),
  empType: nul(str()),
  status: int(),
  orgId: str(),
  msgAuth: int(),
  nursingLevel: nul(str()),
})
export type EmployeeData = Static<typeof Employee>

const Colleague = obj({ empId: str(), empName: str(), empKey: nul(str()), userName: str() })
export type ColleagueData = Static<typeof Colleague>

const ColleagueRow = obj({
  ...Colleague.properties,
  sex: int(),
  deptId: nul(str()),
  deptName: nul(str()),
  jobName: nul(str()),
  jobTypeCodes: list(str()),
  workingPicture: nul(str()),
})
export type ColleagueRowData = Static<typeof ColleagueRow>

const EMP = '/ifms/web-org/emp'
const DEPT = { deptId: opt(named('dept', '部门')) }

export const employee = noun('platform', 'employee', {
  title: '员工',
  calls: {
    /** null: the account has no employee record yet. */
    get: call.get(`${EMP}/{empId}`, {
      needs: 'platform:user:list|saveUser|updateUser|signedIn',
      act: '员工详情',
      data: nul(Employee),
      refuses: ['NOT_FOUND'],
    }),
    /** The second step of older clients after making an account. */
    create: call.post(EMP, {
      needs: 'saveUser',
      act: '补充员工资料',
      body: EmployeePatch,
      data: nothing(),
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS'],
    }),
    update: call.put(EMP, {
      needs: 'updateUser|signedIn',
      act: '编辑员工资料',
      body: EmployeePatch,
      data: nothing(),
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS'],
    }),
    sort: call.put(`${EMP}/sort`, {
      needs: 'user-sort',
      act: '员工排序',
      body: list(
        obj({
          empId: id('员工', { of: 'account' }),
          empName: opt(anything()),
          sort: int('顺序', { min: 0, max: 1_000_000 }),
        }),
        5000,
      ),
      data: nothing(),
      refuses: ['NOT_FOUND'],
      bodyLimit: 2 * 1024 * 1024,
    }),
    /** People of the department the caller works in now. */
    ofDept: call.get(`${EMP}/currentDeptByMode`, {
      needs: 'signedIn',
      act: '当前部门员工',
      query: obj(DEPT),
      data: list(Colleague),
    }),
    nursesOfDept: call.get(`${EMP}/listSortNurse/currentDeptByMode`, {
      needs: 'signedIn',
      act: '当前部门护士',
      query: obj(DEPT),
      data: list(Colleague),
    }),
    doctorsOfDept: call.get(`${EMP}/listSortDoctor/currentDeptByMode`, {
      needs: 'signedIn',
      act: '当前部门医生',
      query: obj(DEPT),
      data: list(Colleague),
    }),
    /** People within the caller's data departments. */
    inScope: call.get('/omms/web-org/emp/currentDept', {
      needs: 'signedIn',
      act: '数据范围内的员工',
      query: pageQuery({
        /** Codes joined by commas. */
        jobTypeCodes: opt(str('岗位类型')),
        deptId: opt(named('dept', '部门')),
        empName: opt(str('姓名')),
      }),
      data: pageOf(ColleagueRow),
    }),
  },
})
