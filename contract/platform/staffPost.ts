// Jobs of the staff and the types they belong to. Seven types are fixed, because existing clients carry them as a
// list of their own; an organisation may add others.
import { call, noun } from '#contract/kit/call'
import { pageOf, pageQuery } from '#contract/kit/paging'
import { bool, id, int, list, nothing, obj, opt, type Static, str, text } from '#contract/kit/schema'

export const fixedJobTypes = [
  ['DOCTOR', '医生'],
  ['NURSE', '护士'],
  ['deptHead', '科室主任'],
  ['nurseHead', '护士长'],
  ['nurseTeamLeader', '护理组长'],
  ['medicalTeamLeader', '医疗组长'],
  ['other', '其他'],
] as const satisfies readonly (readonly [code: string, name: string])[]

const Job = obj({
  jobId: str(),
  jobName: str('岗位名称'),
  jobTypeCode: str('岗位类型编码'),
  jobTypeName: str('岗位类型'),
  createTime: str('创建时间'),
  /** How many people have it. */
  empCount: int('人数'),
  version: int(),
})
export type JobData = Static<typeof Job>

const JobType = obj({
  jobTypeId: str(),
  jobTypeCode: str('类型编码'),
  jobTypeName: str('类型名称'),
  createTime: str('创建时间'),
  sort: int('排序'),
  /** One of the seven: its code stays and it cannot be deleted. */
  fixed: bool('系统预设'),
  jobCount: int('岗位数'),
  version: int(),
})
export type JobTypeData = Static<typeof JobType>

const JobBody = obj({
  jobName: text('岗位名称', { max: 10, pattern: /^[\u4e00-\u9fa50-9]{1,10}$/, hint: '应为 1 至 10 个汉字或数字' }),
  jobTypeCode: text('岗位类型', { max: 40 }),
  /** Sent by existing clients; the name of the type counts. */
  jobTypeName: opt(str('岗位类型')),
})

const JobTypeBody = obj({
  jobTypeName: text('类型名称', { max: 10, pattern: /\S/, hint: '不能为空' }),
  jobTypeCode: text('类型编码', {
    max: 40,
    pattern: /^[A-Za-z][A-Za-z0-9_-]*$/,
    hint: '应以字母开头，只用字母、数字、横线和下划线',
  }),
})

const version = { version: opt(int()) }
const jobs = '/ifms/web-org/job'
const types = '/ifms/web-org/jobType'

export const staffPost = noun('platform', 'staffPost', {
  title: '岗位',
  calls: {
    list: call.get(jobs, {
      needs: 'signedIn',
      act: '岗位列表',
      query: pageQuery({ jobName: opt(str('岗位名称')), jobTypeCode: opt(str('岗位类型')) }),
      data: pageOf(Job),
    }),
    get: call.get(`${jobs}/{jobId}`, { needs: 'signedIn', act: '岗位详情', data: Job, refuses: ['NOT_FOUND'] }),
    create: call.post(jobs, {
      needs: 'saveJob',
      act: '新增岗位',
      body: JobBody,
      data: obj({ jobId: str() }),
      refuses: ['ALREADY_EXISTS'],
    }),
    update: call.put(jobs, {
      needs: 'updateJob',
      act: '修改岗位',
      body: obj({ jobId: id('岗位', { of: 'staffPost' }), ...JobBody.properties, ...version }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE'],
    }),
    remove: call.delete(`${jobs}/{jobId}`, {
      needs: 'deleteJob',
      act: '删除岗位',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
    types: call.get(types, {
      needs: 'signedIn',
      act: '岗位类型列表',
      query: pageQuery({ jobTypeName: opt(str('类型名称')), jobTypeCode: opt(str('类型编码')) }),
      data: pageOf(JobType),
    }),
    typeOne: call.get(`${types}/{jobTypeId}`, {
      needs: 'signedIn',
      act: '岗位类型详情',
      data: JobType,
      refuses: ['NOT_FOUND'],
    }),
    createType: call.post(types, {
      needs: 'saveJob',
      act: '新增岗位类型',
      body: JobTypeBody,
      data: obj({ jobTypeId: str() }),
      refuses: ['ALREADY_EXISTS'],
    }),
    updateType: call.put(types, {
      needs: 'updateJob',
      act: '修改岗位类型',
      body: obj({ jobTypeId: id('岗位类型', { of: 'staffPostType' }), ...JobTypeBody.properties, ...version }),
      data: nothing(),
      refuses: ['NOT_FOUND', 'ALREADY_EXISTS', 'CHANGED_MEANWHILE'],
    }),
    removeType: call.delete(`${types}/{jobTypeId}`, {
      needs: 'deleteJob',
      act: '删除岗位类型',
      data: nothing(),
      refuses: ['NOT_FOUND', 'IN_USE'],
    }),
    sortTypes: call.put(`${types}/sort`, {
      needs: 'updateJob',
      act: '岗位类型排序',
      body: obj({
        sorts: list(
          obj({ jobTypeId: id('岗位类型', { of: 'staffPostType' }), sort: int('顺序', { min: 1, max: 100_000 }) }),
          500,
        ),
      }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
  },
  pages: {
    list: {
      path: '/systemmanage/job',
      alias: '/jobList',
      title: '岗位管理',
      tab: true,
      needs: 'platform:job:list|saveJob|updateJob|deleteJob',
      ahead: 'list',
      menu: { rail: 'setting', group: '组织与权限', order: 14, ends: ['WEB', 'OPEX'] },
    },
    types: {
      path: '/systemmanage/jobType',
      alias: '/jobType',
      title: '岗位类型',
      tab: true,
      needs: 'platform:jobType:list|saveJob|updateJob|deleteJob',
      ahead: 'types',
      menu: { rail: 'setting', group: '组织与权限', order: 15, ends: ['WEB', 'OPEX'] },
    },
  },
})
