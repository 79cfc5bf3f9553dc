// Jobs and their types, as this console and older clients use them.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import { refusals } from '#contract/kit/refusal'
import { fixedJobTypes, type JobData, type JobTypeData } from '#contract/platform/staffPost'
import { type House, testHouse } from '#server/areas/platform/test/house'

let house: House
let admin: string

const JOBS = '/ifms/web-org/job'
const TYPES = '/ifms/web-org/jobType'

beforeAll(async () => {
  house = await testHouse()
  await house.person({ userName: 'jobadmin', isAdmin: true })
  admin = (await house.signInAs('jobadmin')).data.token
})
afterAll(() => house.close())

const ask = <T = unknown>(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  more: { body?: object; query?: Record<string, string>; token?: string } = {},
) => house.ask<T>(method, path, { token: admin, ...more })
const jobs = async (query: Record<string, string> = {}) =>
  (await ask<PageInfo<JobData>>('GET', JOBS, { query: { page: '1', size: '999', orderBy: '', ...query } })).data
const types = async (query: Record<string, string> = {}) =>
  (await ask<PageInfo<JobTypeData>>('GET', TYPES, { query: { page: '1', size: '999', ...query } })).data
const typeCalled = async (name: string) => (await types()).list.find((row) => row.jobTypeName === name)!

async function make(jobName: string, jobTypeCode = 'other'): Promise<string> {
  const answer = await ask<{ jobId: string }>('POST', JOBS, { body: { jobName, jobTypeCode, jobTypeName: '随便' } })
  expect(answer.desc).toBe('操作成功')
  return answer.data.jobId
}

describe('jobs', () => {
  it('are made, listed, read, changed and deleted as older clients do it', async () => {
    const jobId = await make('护理员')
    expect((await jobs({ jobName: '护理' })).list).toEqual([
      {
        jobId,
        jobName: '护理员',
        jobTypeCode: 'other',
        jobTypeName: '其他',
        createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
        empCount: 0,
        version: 1,
      },
    ])
    expect((await ask<JobData>('GET', `${JOBS}/${jobId}`)).data.jobName).toBe('护理员')
    const changed = await ask('PUT', JOBS, {
      body: { jobId, jobName: '护理员2', jobTypeCode: 'NURSE', jobTypeName: '', createTime: 'x' },
    })
    expect(changed.status, changed.desc).toBe(200)
    expect((await ask<JobData>('GET', `${JOBS}/${jobId}`)).data).toMatchObject({
      jobName: '护理员2',
      jobTypeName: '护士',
      version: 2,
    })
    expect((await ask('DELETE', `${JOBS}/${jobId}`)).status).toBe(200)
    expect((await ask('GET', `${JOBS}/${jobId}`)).status).toBe(refusals.NOT_FOUND[0])
    expect((await ask<JobData[]>('GET', JOBS, { query: { pageHelper: '0' } })).data).toEqual([])
  })

  it('are found by initials and pinyin, and sorted by an allowed column only', async () => {
    await make('营养师')
    await make('厨师长')
    expect((await jobs({ jobName: 'yys' })).list.map((row) => row.jobName)).toEqual(['营养师'])
    expect((await jobs({ jobName: 'ChuShi' })).list.map((row) => row.jobName)).toEqual(['厨师长'])
    const sorted = await jobs({ orderBy: 'jobName asc' })
    expect(sorted.list.map((row) => row.jobName)).toEqual(
      (await house.sql<{ n: string }>('select job_name as n from job order by job_name')).map((row) => row.n),
    )
    expect((await jobs({ orderBy: 'version; drop table job' })).total).toBe(2)
  })

  it('refuse a name that is no job, one that is taken, and a type that is none', async () => {
    for (const [jobName, jobTypeCode, field] of [
      ['', 'other', 'jobName'],
      ['Boss', 'other', 'jobName'],
      ['十一个汉字的岗位名称太长', 'other', 'jobName'],
      ['营养师', 'other', 'jobName'],
      ['保安', 'nothing', 'jobTypeCode'],
    ] as const) {
      const answer = await ask('POST', JOBS, { body: { jobName, jobTypeCode } })
      expect([jobName, answer.data]).toEqual([jobName, expect.objectContaining({ field })])
    }
    const same = await Promise.all(
      Array.from({ length: 5 }, () => ask('POST', JOBS, { body: { jobName: '保洁', jobTypeCode: 'other' } })),
    )
    expect(same.filter((answer) => answer.status === 200)).toHaveLength(1)
  })

  it('of two editors the second is told, and the log has before and after', async () => {
    const jobId = await make('司机')
    const body = { jobId, jobTypeCode: 'other', version: 1 }
    expect((await ask('PUT', JOBS, { body: { ...body, jobName: '驾驶员' } })).status).toBe(200)
    const second = await ask('PUT', JOBS, { body: { ...body, jobName: '车队' } })
    expect([second.status, second.desc]).toEqual([refusals.CHANGED_MEANWHILE[0], expect.stringContaining('jobadmin')])
    const [logged] = await house.sql<{ changes: unknown }>(
      `select changes from operation_log where target_id = $1 order by created_at desc limit 1`,
      [jobId],
    )
    expect(logged!.changes).toEqual({ jobName: ['司机', '驾驶员'] })
  })

  it('stay while somebody has them', async () => {
    const jobId = await make('会计')
    await house.person({ userName: 'counts01', jobIds: [jobId] })
    const refused = await ask('DELETE', `${JOBS}/${jobId}`)
    expect(refused.desc).toBe('岗位“会计”正被使用，不能删除：还有 1 名员工')
    expect((await jobs({ jobName: '会计' })).list[0]!.empCount).toBe(1)
  })

  it('are read by everyone and changed with the codes older clients know', async () => {
    await house.person({ userName: 'reader01', codes: ['page:/home'] })
    const reader = (await house.signInAs('reader01')).data.token
    expect((await ask('GET', JOBS, { token: reader })).status).toBe(200)
    for (const method of ['POST', 'PUT'] as const) {
      expect((await ask(method, JOBS, { token: reader, body: {} })).status).toBe(401)
      expect((await ask(method, TYPES, { token: reader, body: {} })).status).toBe(401)
    }
    expect((await ask('DELETE', `${JOBS}/x`, { token: reader })).status).toBe(401)
  })
})

describe('types of jobs', () => {
  it('begin with the seven, in their order', async () => {
    const { list } = await types()
    expect(list.map((row) => [row.jobTypeCode, row.jobTypeName])).toEqual(fixedJobTypes)
    expect(list.every((row) => row.fixed)).toBe(true)
    expect((await types({ jobTypeCode: 'nurse', jobTypeName: '组长' })).list.map((row) => row.jobTypeCode)).toEqual([
      'nurseTeamLeader',
    ])
  })

  it('the seven keep their code and stay', async () => {
    const nurse = await typeCalled('护士')
    const body = { jobTypeId: nurse.jobTypeId, jobTypeName: '护士', jobTypeCode: 'NURSE2' }
    expect((await ask('PUT', TYPES, { body })).data).toMatchObject({ field: 'jobTypeCode' })
    expect((await ask('DELETE', `${TYPES}/${nurse.jobTypeId}`)).desc).toContain('系统预设')
  })

  it('own ones take their jobs along, and stay while jobs have them', async () => {
    const made = await ask<{ jobTypeId: string }>('POST', TYPES, {
      body: { jobTypeName: '康复', jobTypeCode: 'REHAB' },
    })
    const { jobTypeId } = made.data
    const jobId = await make('康复师', 'REHAB')
    const one = (await ask<JobTypeData>('GET', `${TYPES}/${jobTypeId}`)).data
    expect(one).toMatchObject({ fixed: false, jobCount: 1, sort: 8 })
    const body = { jobTypeId, jobTypeName: '康复人员', jobTypeCode: 'REHAB2', version: one.version }
    expect((await ask('PUT', TYPES, { body })).status).toBe(200)
    expect((await ask<JobData>('GET', `${JOBS}/${jobId}`)).data).toMatchObject({
      jobTypeCode: 'REHAB2',
      jobTypeName: '康复人员',
    })
    expect((await ask('PUT', TYPES, { body })).status).toBe(refusals.CHANGED_MEANWHILE[0])
    expect((await ask('DELETE', `${TYPES}/${jobTypeId}`)).desc).toBe(
      '岗位类型“康复人员”正被使用，不能删除：还有 1 个岗位（康复师）',
    )
    await ask('DELETE', `${JOBS}/${jobId}`)
    expect((await ask('DELETE', `${TYPES}/${jobTypeId}`)).status).toBe(200)
  })

  it('code and name are unique, the order is made by hand', async () => {
    expect((await ask('POST', TYPES, { body: { jobTypeName: '护士', jobTypeCode: 'X1' } })).data).toMatchObject({
      field: 'jobTypeName',
    })
    expect((await ask('POST', TYPES, { body: { jobTypeName: '护师', jobTypeCode: 'NURSE' } })).data).toMatchObject({
      field: 'jobTypeCode',
    })
    const { list } = await types()
    const sorts = [...list].reverse().map((row, i) => ({ jobTypeId: row.jobTypeId, sort: i + 1 }))
    expect((await ask('PUT', `${TYPES}/sort`, { body: { sorts } })).status).toBe(200)
    expect((await types()).list[0]!.jobTypeName).toBe('其他')
    const foreign = { sorts: [{ jobTypeId: 'nowhere', sort: 1 }] }
    expect((await ask('PUT', `${TYPES}/sort`, { body: foreign })).status).toBe(refusals.NOT_FOUND[0])
  })
})
