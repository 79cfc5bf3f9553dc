// The types that jobs belong to: seven that every organisation has, and its own.
import { invalid, Refusal } from '#contract/kit/refusal'
import { fixedJobTypes, type JobTypeData } from '#contract/platform/staffPost'
import { jobType } from '#server/areas/platform/orgTables'
import { OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import type { Caller, Tx } from '#server/kit/caller'
import { onConstraint } from '#server/kit/constraints'
import { contains, type PageInput } from '#server/kit/page'
import { onEveryStart, onNewOrganisation } from '#server/kit/presets'
import { rows } from '#server/kit/rows'
import { systemTransaction } from '#server/kit/system'
import type { Scope } from '#server/kit/tenant'

onConstraint('job_type_code', () => new Refusal('ALREADY_EXISTS', { what: '类型编码' }, 'jobTypeCode'))
onConstraint('job_type_name', () => new Refusal('ALREADY_EXISTS', { what: '岗位类型名称' }, 'jobTypeName'))

const CODES = fixedJobTypes.map(([code]) => code)
const NAMES = fixedJobTypes.map(([, name]) => name)

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

export const types = rows<JobTypeData, typeof jobType>(jobType, {
  title: '岗位类型',
  target: 'jobType',
  name: 'jobTypeName',
  row: {
    jobTypeId: jobType.jobTypeId,
    jobTypeCode: jobType.jobTypeCode,
    jobTypeName: jobType.jobTypeName,
    createTime: jobType.createdAt,
    sort: jobType.sort,
    version: jobType.version,
    fixed: `t.job_type_code = any('{${CODES.join(',')}}'::text[])`,
    jobCount: '(select count(*) from job j where j.org_id = t.org_id and j.job_type_code = t.job_type_code)',
  },
  logged: ['jobTypeName', 'jobTypeCode'],
})

export const typesPage = (who: Caller, q: PageInput & { jobTypeName?: string | null; jobTypeCode?: string | null }) =>
  types.page(who, q, {
    search: ['jobTypeName'],
    also: [['t.job_type_code ilike ?', contains(q.jobTypeCode)]],
    sorts: ['createTime', 'jobTypeName', 'jobTypeCode', 'sort'],
    sort: 'sort',
  })

/** The type behind a code, held so that it cannot go while a post is given to it. */
export async function typeOfCode(tx: Tx, code: string): Promise<{ jobTypeCode: string; jobTypeName: string }> {
  const found = await tx.client.query<{ jobTypeCode: string; jobTypeName: string }>(
    `select job_type_code as "jobTypeCode", job_type_name as "jobTypeName" from job_type
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

const tidy = ({ jobTypeCode, jobTypeName }: TypeInput) => ({ jobTypeCode, jobTypeName: jobTypeName.trim() })

export const createType = (tx: Tx, input: TypeInput) => types.add(tx, tidy(input))

/** Posts carry code and name of their type; both follow in the same transaction. */
export async function updateType(
  tx: Tx,
  scope: Scope,
  input: TypeInput & { jobTypeId: string; version?: number | null },
): Promise<void> {
  const before = await types.hold(tx, scope, input.jobTypeId, input.version)
  const wanted = tidy(input)
  if (before.fixed && wanted.jobTypeCode !== before.jobTypeCode) {
    throw invalid(`“${before.jobTypeName}”是系统预设类型，编码不能修改`, 'jobTypeCode')
  }
  await types.change(tx, before, wanted)
  await tx.client.query(
    'update job set job_type_code = $3, job_type_name = $4 where org_id = $1 and job_type_code = $2',
    [tx.orgId, before.jobTypeCode, wanted.jobTypeCode, wanted.jobTypeName],
  )
}

export async function removeType(tx: Tx, scope: Scope, jobTypeId: string): Promise<void> {
  const { jobTypeCode } = await types.hold(tx, scope, jobTypeId)
  const posts = await tx.client.query<{ name: string }>(
    'select job_name as name from job where org_id = $1 and job_type_code = $2 order by created_at limit 5',
    [tx.orgId, jobTypeCode],
  )
  const names = posts.rows.map((row) => row.name).join('、')
  await types.remove(tx, scope, jobTypeId, ({ fixed, jobCount }) => {
    if (fixed) return '它是系统预设类型'
    return jobCount > 0 && `还有 ${jobCount} 个岗位（${names}${jobCount > 5 ? '等' : ''}）`
  })
}
