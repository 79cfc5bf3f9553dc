// The types that jobs belong to: seven that every organisation has, and its own.
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { fixedJobTypes, type JobTypeData } from '#contract/platform/staffPost'
import { OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { newId } from '#server/kit/ids'
import { contains, type PageInput, pageOfRows } from '#server/kit/page'
import { onEveryStart, onNewOrganisation } from '#server/kit/presets'
import { systemTransaction } from '#server/kit/system'

onConstraint('job_type_code', () => new Refusal('ALREADY_EXISTS', { what: '类型编码' }, 'jobTypeCode'))
onConstraint('job_type_name', () => new Refusal('ALREADY_EXISTS', { what: '岗位类型名称' }, 'jobTypeName'))

const CODES = fixedJobTypes.map(([code]) => code)
const NAMES = fixedJobTypes.map(([, name]) => name)
const isFixed = (code: string) => (CODES as readonly string[]).includes(code)

// The ids are made from organisation and code, so that two processes that start together write the same rows.
const ADD = `insert into job_type (org_id, job_type_id, job_type_code, job_type_name, sort)
select o.org_id, md5('jobType:' || o.org_id || ':' || t.code), t.code, t.name, t.n
  from organization o, unnest($1::text[], $2::text[]) with ordinality as t(code, name, n)
 where ($3::text is null or o.org_id = $3) on conflict do nothing`

onNewOrganisation('job types', async (tx, orgId) => {
  await tx.client.query(ADD, [CODES, NAMES, orgId])
})

onEveryStart('job types', async (app) => {
  const missing = await app.pool.query(
    `select 1 from organization o
      where not exists (select 1 from job_type t where t.org_id = o.org_id and t.job_type_code = $1) limit 1`,
    [CODES.at(-1)],
  )
  if (missing.rows.length === 0) return
  await systemTransaction(app, OPERATOR_ORG, '岗位', '准备岗位类型', async (tx) => {
    await tx.client.query(ADD, [CODES, NAMES, null])
    tx.log({ remark: '写入各机构的岗位类型' })
  })
})

const ROW = `t.job_type_id as "jobTypeId", t.job_type_code as "jobTypeCode", t.job_type_name as "jobTypeName",
  t.created_at as "createTime", t.sort, t.version, t.job_type_code = any('{${CODES.join(',')}}'::text[]) as fixed,
  (select count(*) from job j where j.org_id = t.org_id and j.job_type_code = t.job_type_code) as "jobCount"`

export const findTypes = (who: Caller, q: PageInput & { jobTypeName?: string | null; jobTypeCode?: string | null }) =>
  pageOfRows<JobTypeData>(
    who.app.pool,
    {
      from: 'job_type t',
      key: 'job_type_id',
      select: ROW,
      filters: [
        ['t.org_id = ?', who.orgId],
        ['t.job_type_name like ?', contains(q.jobTypeName)],
        ['t.job_type_code ilike ?', contains(q.jobTypeCode)],
      ],
      sorts: {
        createTime: 't.created_at',
        jobTypeName: 't.job_type_name',
        jobTypeCode: 't.job_type_code',
        sort: 't.sort',
      },
      defaultSort: 't.sort asc',
    },
    q,
  )

export async function typeById(who: Caller, jobTypeId: string): Promise<JobTypeData> {
  const found = await who.app.pool.query<JobTypeData>({
    name: 'job_type_one',
    text: `select ${ROW} from job_type t where t.org_id = $1 and t.job_type_id = $2`,
    values: [who.orgId, jobTypeId],
  })
  if (!found.rows[0]) throw notFound('岗位类型')
  return found.rows[0]
}

/** The type behind a code, held so that it cannot go while a job is given to it. */
export async function typeOfCode(tx: Tx, code: string): Promise<{ code: string; name: string }> {
  const found = await tx.client.query<{ code: string; name: string }>(
    `select job_type_code as code, job_type_name as name from job_type
      where org_id = $1 and job_type_code = $2 for share`,
    [tx.orgId, code],
  )
  if (!found.rows[0]) throw new Refusal('NOT_FOUND', { what: '岗位类型' }, 'jobTypeCode')
  return found.rows[0]
}

interface TypeInput {
  jobTypeName: string
  jobTypeCode: string
}

const words = ({ jobTypeCode, jobTypeName }: TypeInput) => ({ jobTypeName, jobTypeCode })

export async function createType(tx: Tx, input: TypeInput): Promise<string> {
  const jobTypeId = newId()
  const made = { jobTypeCode: input.jobTypeCode, jobTypeName: input.jobTypeName.trim() }
  await tx.client.query(
    `insert into job_type (org_id, job_type_id, job_type_code, job_type_name, sort)
     select $1::varchar, $2, $3, $4, coalesce(max(sort), 0) + 1 from job_type where org_id = $1::varchar`,
    [tx.orgId, jobTypeId, made.jobTypeCode, made.jobTypeName],
  )
  tx.log({
    remark: `新增岗位类型“${made.jobTypeName}”`,
    targetType: 'jobType',
    targetId: jobTypeId,
    changes: changesBetween(null, words(made)),
  })
  return jobTypeId
}

async function lockedType(tx: Tx, jobTypeId: string): Promise<TypeInput & { version: number }> {
  const found = await tx.client.query<TypeInput & { version: number }>(
    `select job_type_code as "jobTypeCode", job_type_name as "jobTypeName", version from job_type
      where org_id = $1 and job_type_id = $2 for update`,
    [tx.orgId, jobTypeId],
  )
  if (!found.rows[0]) throw notFound('岗位类型')
  return found.rows[0]
}

/** Jobs carry code and name of their type; both follow in the same transaction. */
export async function updateType(
  tx: Tx,
  input: TypeInput & { jobTypeId: string; version?: number | null },
): Promise<void> {
  const before = await lockedType(tx, input.jobTypeId)
  await refuseStale(tx, input.jobTypeId, input.version, before.version)
  const after = { jobTypeCode: input.jobTypeCode, jobTypeName: input.jobTypeName.trim() }
  if (isFixed(before.jobTypeCode) && after.jobTypeCode !== before.jobTypeCode) {
    throw invalid(`“${before.jobTypeName}”是系统预设类型，编码不能修改`, 'jobTypeCode')
  }
  await tx.client.query(
    `update job_type set job_type_code = $3, job_type_name = $4, version = version + 1
      where org_id = $1 and job_type_id = $2`,
    [tx.orgId, input.jobTypeId, after.jobTypeCode, after.jobTypeName],
  )
  await tx.client.query(
    'update job set job_type_code = $3, job_type_name = $4 where org_id = $1 and job_type_code = $2',
    [tx.orgId, before.jobTypeCode, after.jobTypeCode, after.jobTypeName],
  )
  tx.log({
    remark: `修改岗位类型“${after.jobTypeName}”`,
    targetType: 'jobType',
    targetId: input.jobTypeId,
    changes: changesBetween(words(before), words(after)),
  })
}

export async function removeType(tx: Tx, jobTypeId: string): Promise<void> {
  const gone = await lockedType(tx, jobTypeId)
  if (isFixed(gone.jobTypeCode)) {
    throw new Refusal('IN_USE', { what: `岗位类型“${gone.jobTypeName}”`, users: '它是系统预设类型' })
  }
  const used = await tx.client.query<{ count: number; names: string | null }>(
    `select count(*) as count, string_agg(job_name, '、' order by created_at) filter (where n <= 5) as names
       from (select job_name, created_at, row_number() over (order by created_at) as n from job
              where org_id = $1 and job_type_code = $2) j`,
    [tx.orgId, gone.jobTypeCode],
  )
  const { count, names } = used.rows[0]!
  if (count > 0) {
    const users = `还有 ${count} 个岗位（${names}${count > 5 ? '等' : ''}）`
    throw new Refusal('IN_USE', { what: `岗位类型“${gone.jobTypeName}”`, users })
  }
  await tx.client.query('delete from job_type where org_id = $1 and job_type_id = $2', [tx.orgId, jobTypeId])
  tx.log({
    remark: `删除岗位类型“${gone.jobTypeName}”`,
    targetType: 'jobType',
    targetId: jobTypeId,
    changes: changesBetween(words(gone), null),
  })
}

export async function sortTypes(tx: Tx, sorts: readonly { jobTypeId: string; sort: number }[]): Promise<void> {
  const place = new Map(sorts.map(({ jobTypeId, sort }) => [jobTypeId, sort]))
  if (place.size === 0) throw invalid('请先调整顺序', 'sorts')
  const names = async () => {
    const found = await tx.client.query<{ name: string }>(
      'select job_type_name as name from job_type where org_id = $1 order by sort, job_type_id',
      [tx.orgId],
    )
    return found.rows.map((row) => row.name)
  }
  const before = await names()
  const moved = await tx.client.query(
    `update job_type t set sort = v.sort from unnest($2::text[], $3::int[]) as v(id, sort)
      where t.org_id = $1 and t.job_type_id = v.id`,
    [tx.orgId, [...place.keys()], [...place.values()]],
  )
  if (moved.rowCount !== place.size) throw notFound('岗位类型')
  tx.log({
    remark: '调整岗位类型的顺序',
    targetType: 'jobType',
    changes: changesBetween({ order: before }, { order: await names() }),
  })
}
