// Handlers of settling in.

import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { type ApplicationData, application } from '#contract/platform/application'
import { OrgLevel } from '#contract/platform/session'
import { operatorOrganisation } from '#server/areas/platform/setting/orgSettings'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows } from '#server/kit/page'
import { addressOf, takeRate } from '#server/kit/rateLimit'
import { storeUpload } from '#server/kit/uploads'
import { apply, decide, queryCodeHash } from './accountApply.ts'

const QUESTIONS = { most: 60, seconds: 600 }
const PICTURES = { most: 40, seconds: 3_600 }

const COLUMNS = `t.org_id as "orgId", t.org_code as "orgCode", t.org_name as "orgName", t.org_level as "orgLevel",
  t.org_status as "orgStatus", t.license_no as "licenseNo", t.license_pictures as "licensePictures",
  t.contact_name as "contactName", t.contact_phone as "contactPhone", t.contact_proven as "contactProven", t.address, t.introduction,
  t.reject_reason as "rejectReason", t.created_at as "createTime",
  (select a.user_name from account a where a.org_id = t.org_id and a.is_admin order by a.created_at, a.user_id limit 1)
    as "userName"`

/** Applications of all organisations are the operator's business, whatever codes a role elsewhere may hold. */
function operatorOnly(who: Caller): void {
  if (who.orgLevel !== OrgLevel.is.operator) throw new Refusal('NO_PERMISSION')
}

const moves = new Map<string, 'approve' | 'refuse'>([
  ['1', 'approve'],
  ['2', 'refuse'],
])

export default implement(application, {
  list: (query, who) => {
    operatorOnly(who)
    return pageOfRows<ApplicationData>(
      who.app.pool,
      {
        from: 'organization t',
        key: 'org_id',
        tenant: false,
        select: COLUMNS,
        filters: [
          // An account that only registered has applied for nothing yet.
          ['t.license_no is not null and t.org_level <> ?', 1],
          ['t.org_name like ?', contains(query.orgName)],
          ['t.org_status = ?', query.orgStatus],
        ],
        sorts: { createTime: 't.created_at', orgName: 't.org_name', orgStatus: 't.org_status' },
        defaultSort: 't.created_at desc',
      },
      query,
    )
  },
  apply: (body, who) => apply(who, body),
  state: async ({ orgId, queryCode }, who) => {
    await takeRate(who.app.pool, `apply-state:${addressOf(who.origin.ip)}`, QUESTIONS)
    // The code on the applicant's phone is the short one.
    const found = await who.app.pool.query<ApplicationData & { hash: string | null }>(
      `select ${COLUMNS}, t.query_code_hash as hash from organization t where t.org_id = $1 or t.org_code = $1`,
      [orgId],
    )
    const row = found.rows[0]
    const mine = row !== undefined && who.session?.orgId === row.orgId && who.session.isAdmin
    if (!row || !(mine || row.hash === queryCodeHash(queryCode))) throw notFound('入驻申请')
    return row
  },
  picture: async ({ file }, who) => {
    await takeRate(who.app.pool, `apply-picture:${addressOf(who.origin.ip)}`, PICTURES)
    // The operator looks at it; the applicant has no organisation yet that could own it.
    const orgId = await operatorOrganisation(who.app.pool)
    const storer = {
      app: who.app,
      orgId,
      userId: null,
      tx: <T>(work: Parameters<typeof who.tx<T>>[1]) => who.tx(orgId, work),
    }
    const { urlPath } = await storeUpload(storer, file, { use: 'picture', act: '上传入驻证照' })
    return { urlPath }
  },
  decide: async ({ orgId, status, rejectReason }, who) => {
    operatorOnly(who)
    const move = moves.get(status)
    if (!move) throw invalid('审核结果应为 1（通过）或 2（拒绝）', 'status')
    await decide(who, orgId, move, rejectReason ?? null)
    return null
  },
})
