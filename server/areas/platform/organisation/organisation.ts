// Handlers of the institutions: the operator sees all of them, everyone else their own.

import { formats } from '#contract/kit/formats'
import { invalid } from '#contract/kit/refusal'
import { IN_HOUSE } from '#contract/live/resident'
import { BedDisplay } from '#contract/platform/bed'
import { type OrgRowData, organisation } from '#contract/platform/organisation'
import { OrgStatus } from '#contract/platform/session'
import { StaffStatus } from '#contract/platform/staff'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { contains, type Filter, pageOfRows } from '#server/kit/page'
import { resetAdministrator } from './organisationAdmin.ts'
import { ADMINISTRATOR, isOperator, movesOf, readArchive, refuseOthers } from './organisationArchive.ts'
import {
  createOrganisation,
  removeQualification,
  renameOrganisation,
  saveArchive,
  saveQualification,
  toggleFreeze,
} from './organisationWrite.ts'

const SELECT = `t.org_id as "orgId", t.org_code as "orgCode", t.org_name as "orgName", t.org_level as "orgLevel",
  t.org_status as "orgStatus", t.created_at as "createTime", t.license_no as "licenseNo",
  t.contact_name as "contactName", t.contact_phone as "contactPhone", t.address, t.reject_reason as "rejectReason",
  ${ADMINISTRATOR('t')} as "userName",
  (select count(*) from bed b where b.org_id = t.org_id and b.display = ${BedDisplay.is.shown}) as beds,
  (select count(*) from oldman m where m.org_id = t.org_id and m.status in (${IN_HOUSE})) as residents,
  (select count(*) from employee e where e.org_id = t.org_id and e.status = ${StaffStatus.is.employed}) as staff,
  (select count(*) from org_qualification q where q.org_id = t.org_id and q.valid_to < current_date) as expired,
  (select count(*) from org_qualification q where q.org_id = t.org_id
    and q.valid_to between current_date and current_date + 90) as expiring`

/** The operator's own row is no institution; an account that only registered has applied for nothing yet. */
const seen = (who: Caller): Filter =>
  isOperator(who)
    ? [`t.org_level <> ? and not (t.org_status = ${OrgStatus.is.waiting} and t.license_no is null)`, 1]
    : ['t.org_id = ?', who.orgId]

function dayOf(text: string | null | undefined, field: string): string | null {
  if (!text) return null
  const day = text.slice(0, 10)
  if (!formats['yiyuan-date']!.test(day)) throw invalid('日期应为 年-月-日', field)
  return day
}

export default implement(organisation, {
  list: async (q, who) => {
    const answer = await pageOfRows<Omit<OrgRowData, 'can'>>(
      who.app.pool,
      {
        from: 'organization t',
        key: 'org_id',
        tenant: false,
        select: SELECT,
        filters: [
          seen(who),
          ['t.org_name like ?', contains(q.orgName)],
          ['t.org_code like ?', contains(q.orgCode)],
          ['(t.contact_name like ? or t.contact_phone like ?)', contains(q.contact)],
          ['t.org_level = ?', q.orgLevel],
          ['t.org_status = ?', q.orgStatus],
          ['t.created_at >= ?::date', dayOf(q.startDate, 'startDate')],
          [`t.created_at < ?::date + interval '1 day'`, dayOf(q.endDate, 'endDate')],
        ],
        sorts: {
          createTime: 't.created_at',
          orgName: 't.org_name',
          orgCode: 't.org_code',
          orgStatus: 't.org_status',
        },
        defaultSort: 't.created_at desc',
      },
      q,
    )
    return {
      ...answer,
      list: answer.list.map((row) => ({ ...row, can: movesOf(who, row.orgStatus, row.orgLevel) })),
    }
  },
  detail: ({ orgId }, who) => {
    refuseOthers(who, orgId)
    return readArchive(who, orgId)
  },
  create: (body, who) => createOrganisation(who, body),
  rename: async (body, who) => {
    await renameOrganisation(who, body)
    return null
  },
  freeze: async (body, who) => {
    await toggleFreeze(who, body)
    return null
  },
  resetAdmin: ({ orgId }, who) => resetAdministrator(who, orgId),
  own: (_, who) => readArchive(who, who.orgId),
  save: async ({ orgId, ...body }, who) => {
    await saveArchive(who, orgId, body)
    return readArchive(who, orgId)
  },
  saveQualification: ({ orgId, ...body }, who) => saveQualification(who, orgId, body),
  removeQualification: async ({ orgId, qualificationId }, who) => {
    await removeQualification(who, orgId, qualificationId)
    return null
  },
})
