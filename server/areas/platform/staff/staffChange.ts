// Personnel facts of an employee. Rights, departments and the phone that signs in are changed with the account.

import { notFound } from '#contract/kit/refusal'
import { STAFF_GONE } from '#contract/platform/staff'
import { UserStatus } from '#contract/platform/user'
import { endSessions } from '#server/areas/platform/session/accountSession'
import { calledBy, lockUsers, oneAtATime, refuseLastAdministrator } from '#server/areas/platform/user/userRights'
import type { Caller, Tx } from '#server/kit/caller'
import { inDepts } from '#server/kit/tenant'

export interface StaffFacts {
  status: number
  empKey: string | null
  empTitle: string | null
  nursingLevel: string | null
  workingPicture: string | null
  intro: string | null
  empType: string | null
}
type Change = { [K in keyof StaffFacts]?: StaffFacts[K] | null | undefined }

interface Stored extends StaffFacts {
  empName: string
  userName: string
  isAdmin: boolean
  userStatus: number
}

const STORED = `select e.status, e.emp_key as "empKey", e.emp_title as "empTitle", e.nursing_level as "nursingLevel",
  e.working_picture as "workingPicture", e.intro, e.emp_type as "empType", e.emp_name as "empName",
  a.user_name as "userName", a.is_admin as "isAdmin", a.user_status as "userStatus"
from employee e join account a on a.org_id = e.org_id and a.user_id = e.emp_id
where e.org_id = $1 and e.emp_id = $2 and ${inDepts('e', '$3')} and ($4::text is null or e.emp_type = $4) for update of a, e`

/** Absent stays as it is; nothing may be emptied that has no empty value. */
export async function changeStaff(who: Caller, staffId: string, change: Change, only: string | null = null) {
  await who.tx(async (tx) => {
    await oneAtATime(tx)
    const found = await tx.client.query<Stored>(STORED, [who.orgId, staffId, who.deptIds, only])
    const before = found.rows[0]
    if (!before) throw notFound(only === 'nursing' ? '护理人员' : '员工')
    const after = merged(before, change)
    const fields = (Object.keys(after) as (keyof StaffFacts)[]).filter((field) => after[field] !== before[field])
    await tx.client.query(
      `update employee set status = $3, emp_key = $4, emp_title = $5, nursing_level = $6, working_picture = $7,
         intro = $8, emp_type = $9, version = version + 1 where org_id = $1 and emp_id = $2`,
      [
        who.orgId,
        staffId,
        after.status,
        after.empKey,
        after.empTitle,
        after.nursingLevel,
        after.workingPicture,
        after.intro,
        after.empType,
      ],
    )
    const closes =
      fields.includes('status') && STAFF_GONE.includes(after.status) && before.userStatus === UserStatus.is.enabled
    if (closes) await closeAccount(tx, who, staffId)
    tx.log({
      remark: `编辑员工“${calledBy(before)}”的资料${closes ? '，账号已禁用' : ''}`,
      targetType: 'account',
      targetId: staffId,
      changes: {
        ...Object.fromEntries(fields.map((field) => [field, [before[field], after[field]] as const])),
        ...(closes && { userStatus: [UserStatus.is.enabled, UserStatus.is.disabled] as const }),
      },
    })
    tx.after(() => who.app.sessions.forget(who.orgId, staffId))
  })
}

function merged(before: StaffFacts, change: Change): StaffFacts {
  const free = (field: Exclude<keyof StaffFacts, 'status'>) => {
    const sent = change[field]
    return sent === undefined ? before[field] : sent?.trim() || null
  }
  return {
    status: change.status ?? before.status,
    empKey: free('empKey'),
    empTitle: free('empTitle'),
    nursingLevel: free('nursingLevel'),
    workingPicture: free('workingPicture'),
    intro: free('intro'),
    empType: free('empType'),
  }
}

/** Whoever has left does not come in any more. */
async function closeAccount(tx: Tx, who: Caller, userId: string): Promise<void> {
  const [one] = await lockUsers(tx, who, [userId])
  if (one!.isAdmin) await refuseLastAdministrator(tx, [userId], '离职或停职')
  await tx.client.query(
    `update account set user_status = ${UserStatus.is.disabled}, version = version + 1 where org_id = $1 and user_id = $2`,
    [who.orgId, userId],
  )
  await endSessions(who.app, tx, who.orgId, [userId], 'ACCOUNT_CHANGED')
}
