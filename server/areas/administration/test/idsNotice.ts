// Ids of notices that a plain sample does not reach.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { fromRow, type IdKnowledge } from '#server/kit/test/idKnowledge'
import { rowNotice } from './noticeRows.ts'

const row = (text: string, more: Record<string, unknown> = {}) => fromRow(DEMO_ORG, text, more)
const none = { deptIds: null, jobIds: null, userIds: null, publishAt: null, endAt: null, attachments: null }
const toDepts = row('select jsonb_build_array(dept_id) as "deptIds" from dept where org_id = $1', {
  ...none,
  scope: 'depts',
})
const toJobs = row('select jsonb_build_array(job_id) as "jobIds" from job where org_id = $1', {
  ...none,
  scope: 'jobs',
})
const toPersons = row('select jsonb_build_array(emp_id) as "userIds" from employee where org_id = $1', {
  ...none,
  scope: 'persons',
})
const saving = (sample: typeof toDepts) => async (product: Parameters<typeof toDepts>[0]) => ({
  ...(await sample(product)),
  ...(await rowNotice(product)),
  version: null,
})
const read = async (product: Parameters<typeof toDepts>[0]) => {
  const { noticeId } = await rowNotice(product, 'PUBLISHED')
  return { noticeId: null, noticeIds: [noticeId] }
}

export default {
  samples: {
    'administration.notice.add body.deptIds.0': toDepts,
    'administration.notice.add body.jobIds.0': toJobs,
    'administration.notice.add body.userIds.0': toPersons,
    'administration.notice.save body.deptIds.0': saving(toDepts),
    'administration.notice.save body.jobIds.0': saving(toJobs),
    'administration.notice.save body.userIds.0': saving(toPersons),
    'administration.notice.read body.noticeIds.0': read,
  },
  anyDept: {
    'administration.notice.read': 'a receiver may be of any department',
    'administration.notice.confirm': 'a receiver may be of any department',
  },
} satisfies IdKnowledge
