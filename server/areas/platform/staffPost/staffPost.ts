// Jobs of the organisation's staff, and the types they belong to.
import { notFound, Refusal } from '#contract/kit/refusal'
import { type JobData, staffPost } from '#contract/platform/staffPost'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'
import { textPinyin } from '#server/kit/pinyin'
import { createType, findTypes, removeType, sortTypes, typeById, typeOfCode, updateType } from './staffPostTypes.ts'

onConstraint('job_name', () => new Refusal('ALREADY_EXISTS', { what: '岗位名称' }, 'jobName'))

const ROW = `t.job_id as "jobId", t.job_name as "jobName", t.job_type_code as "jobTypeCode",
  t.job_type_name as "jobTypeName", t.created_at as "createTime", t.version,
  (select count(*) from employee_job e where e.org_id = t.org_id and e.job_id = t.job_id) as "empCount"`

async function jobById(who: Caller, jobId: string): Promise<JobData> {
  const found = await who.app.pool.query<JobData>({
    name: 'job_one',
    text: `select ${ROW} from job t where t.org_id = $1 and t.job_id = $2`,
    values: [who.orgId, jobId],
  })
  if (!found.rows[0]) throw notFound('岗位')
  return found.rows[0]
}

interface JobInput {
  jobName: string
  jobTypeCode: string
}

interface StoredJob {
  jobName: string
  jobTypeName: string
  version: number
}

const words = ({ jobName, jobTypeName }: Omit<StoredJob, 'version'>) => ({ jobName, jobTypeName })

async function createJob(tx: Tx, input: JobInput): Promise<string> {
  const jobId = newId()
  const type = await typeOfCode(tx, input.jobTypeCode)
  const { pinyin, initials } = textPinyin(input.jobName)
  await tx.client.query(
    `insert into job (org_id, job_id, job_name, pinyin, initials, job_type_code, job_type_name)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [tx.orgId, jobId, input.jobName, pinyin, initials, type.code, type.name],
  )
  tx.log({
    remark: `新增岗位“${input.jobName}”`,
    targetType: 'job',
    targetId: jobId,
    changes: changesBetween(null, words({ jobName: input.jobName, jobTypeName: type.name })),
  })
  return jobId
}

async function lockedJob(tx: Tx, jobId: string): Promise<StoredJob> {
  const found = await tx.client.query<StoredJob>(
    `select job_name as "jobName", job_type_name as "jobTypeName", version from job
      where org_id = $1 and job_id = $2 for update`,
    [tx.orgId, jobId],
  )
  if (!found.rows[0]) throw notFound('岗位')
  return found.rows[0]
}

async function updateJob(tx: Tx, input: JobInput & { jobId: string; version?: number | null }): Promise<void> {
  const before = await lockedJob(tx, input.jobId)
  await refuseStale(tx, input.jobId, input.version, before.version)
  const type = await typeOfCode(tx, input.jobTypeCode)
  const { pinyin, initials } = textPinyin(input.jobName)
  await tx.client.query(
    `update job set job_name = $3, pinyin = $4, initials = $5, job_type_code = $6, job_type_name = $7,
       version = version + 1 where org_id = $1 and job_id = $2`,
    [tx.orgId, input.jobId, input.jobName, pinyin, initials, type.code, type.name],
  )
  tx.log({
    remark: `修改岗位“${input.jobName}”`,
    targetType: 'job',
    targetId: input.jobId,
    changes: changesBetween(words(before), words({ jobName: input.jobName, jobTypeName: type.name })),
  })
}

async function removeJob(tx: Tx, jobId: string): Promise<void> {
  const gone = await lockedJob(tx, jobId)
  const used = await tx.client.query<{ count: number }>(
    'select count(*) as count from employee_job where org_id = $1 and job_id = $2',
    [tx.orgId, jobId],
  )
  const { count } = used.rows[0]!
  if (count > 0) throw new Refusal('IN_USE', { what: `岗位“${gone.jobName}”`, users: `还有 ${count} 名员工` })
  await tx.client.query('delete from job where org_id = $1 and job_id = $2', [tx.orgId, jobId])
  tx.log({
    remark: `删除岗位“${gone.jobName}”`,
    targetType: 'job',
    targetId: jobId,
    changes: changesBetween(words(gone), null),
  })
}

const typed = (text: string | null | undefined) => text?.trim().toLowerCase() || null

export default implement(staffPost, {
  list: (q, who) =>
    pageOfRows<JobData>(
      who.app.pool,
      {
        from: 'job t',
        key: 'job_id',
        select: ROW,
        filters: [
          ['t.org_id = ?', who.orgId],
          ['(t.job_name like ? or t.initials like ? or t.pinyin like ?)', contains(typed(q.jobName))],
          ['t.job_type_code = ?', q.jobTypeCode],
        ],
        sorts: { createTime: 't.created_at', jobName: 't.job_name', jobTypeName: 't.job_type_name' },
        defaultSort: 't.created_at desc',
      },
      q,
    ),
  get: ({ jobId }, who) => jobById(who, jobId),
  create: async (body, who) => ({ jobId: await who.tx((tx) => createJob(tx, body)) }),
  update: (body, who) => who.tx((tx) => updateJob(tx, body)).then(() => null),
  remove: ({ jobId }, who) => who.tx((tx) => removeJob(tx, jobId)).then(() => null),
  types: (q, who) => findTypes(who, q),
  typeOne: ({ jobTypeId }, who) => typeById(who, jobTypeId),
  createType: async (body, who) => ({ jobTypeId: await who.tx((tx) => createType(tx, body)) }),
  updateType: (body, who) => who.tx((tx) => updateType(tx, body)).then(() => null),
  removeType: ({ jobTypeId }, who) => who.tx((tx) => removeType(tx, jobTypeId)).then(() => null),
  sortTypes: ({ sorts }, who) => who.tx((tx) => sortTypes(tx, sorts)).then(() => null),
})
