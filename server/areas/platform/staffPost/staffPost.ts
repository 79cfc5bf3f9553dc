// Posts of the organisation's staff, and the types they belong to.
import { Refusal } from '#contract/kit/refusal'
import { type JobData, staffPost } from '#contract/platform/staffPost'
import { job } from '#server/areas/platform/tables'
import { onConstraint } from '#server/kit/constraints'
import { implement } from '#server/kit/implement'
import { rows } from '#server/kit/rows'
import { createType, removeType, typeOfCode, types, typesPage, updateType } from './staffPostTypes.ts'

onConstraint('job_name', () => new Refusal('ALREADY_EXISTS', { what: '岗位名称' }, 'jobName'))

const posts = rows<JobData, typeof job>(job, {
  title: '岗位',
  target: 'job',
  name: 'jobName',
  row: {
    jobId: job.jobId,
    jobName: job.jobName,
    jobTypeCode: job.jobTypeCode,
    jobTypeName: job.jobTypeName,
    createTime: job.createdAt,
    version: job.version,
    empCount: '(select count(*) from employee_job e where e.org_id = t.org_id and e.job_id = t.job_id)',
  },
  logged: ['jobName', 'jobTypeName'],
})

export default implement(staffPost, {
  list: (q, who) =>
    posts.page(who, q, {
      search: ['jobName'],
      where: ['jobTypeCode'],
      sorts: ['createTime', 'jobName', 'jobTypeName'],
      sort: 'createTime desc',
    }),
  get: ({ jobId }, who) => posts.get(who, jobId),
  create: ({ jobName, jobTypeCode }, who) =>
    who.tx(async (tx) => posts.add(tx, { jobName, ...(await typeOfCode(tx, jobTypeCode)) })),
  update: async ({ jobId, jobName, jobTypeCode, version }, who) => {
    await who.tx(async (tx) => {
      const before = await posts.hold(tx, who, jobId, version)
      await posts.change(tx, before, { jobName, ...(await typeOfCode(tx, jobTypeCode)) })
    })
    return null
  },
  remove: async ({ jobId }, who) => {
    await who.tx((tx) => posts.remove(tx, who, jobId, ({ empCount }) => empCount > 0 && `还有 ${empCount} 名员工`))
    return null
  },
  types: (q, who) => typesPage(who, q),
  typeOne: ({ jobTypeId }, who) => types.get(who, jobTypeId),
  createType: (body, who) => who.tx((tx) => createType(tx, body)),
  updateType: (body, who) => who.tx((tx) => updateType(tx, who, body)).then(() => null),
  removeType: ({ jobTypeId }, who) => who.tx((tx) => removeType(tx, who, jobTypeId)).then(() => null),
  sortTypes: async ({ sorts }, who) => {
    await who.tx((tx) =>
      types.sort(
        tx,
        who,
        sorts.map(({ jobTypeId, sort }) => ({ id: jobTypeId, sort })),
      ),
    )
    return null
  },
})
