// Departments, roles, jobs and people.
import { type DeptNode, dept } from '#contract/platform/dept'
import { employee } from '#contract/platform/employee'
import { landingEnd } from '#contract/platform/landingEnd'
import { role } from '#contract/platform/role'
import { staff as staffNoun } from '#contract/platform/staff'
import { staffPost } from '#contract/platform/staffPost'
import { flat, fromCall } from './item.ts'

/** More than any organisation has. */
const ALL = { page: 1, size: 999_999 }

export const departments = fromCall({
  call: dept.calls.list,
  input: ALL,
  items: (data) => flat(data.list as DeptNode[]),
  value: 'deptId',
  label: 'deptName',
  parent: 'parentId',
  find: ['deptKey'],
})

export const roles = fromCall({
  call: role.calls.list,
  input: { page: 1, size: 999 },
  items: (data) => data.list,
  value: 'roleId',
  label: 'name',
})

export const jobs = fromCall({
  call: staffPost.calls.list,
  input: { page: 1, size: 999 },
  items: (data) => data.list,
  value: 'jobId',
  label: 'jobName',
  about: 'jobTypeName',
})

export const jobTypes = fromCall({
  call: staffPost.calls.types,
  input: { page: 1, size: 999 },
  items: (data) => data.list,
  value: 'jobTypeCode',
  label: 'jobTypeName',
})

export const staff = fromCall({
  call: employee.calls.inScope,
  input: ALL,
  items: (data) => data.list,
  value: 'empId',
  label: 'empName',
  about: 'deptName',
  find: ['userName', 'empKey'],
})

export const sale = fromCall({
  call: staffNoun.calls.saleChoices,
  input: ALL,
  items: (data) => data.list,
  value: 'saleId',
  label: 'saleName',
})

export const nursingWorkers = fromCall({
  call: staffNoun.calls.workerChoices,
  input: ALL,
  items: (data) => data.list,
  value: 'nursingId',
  label: 'realName',
  about: 'deptName',
})

export const landingEnds = fromCall({
  call: landingEnd.calls.names,
  items: (data) => data,
  value: 'landingEndId',
  label: 'landingEndName',
  find: ['landingEndCode'],
})
