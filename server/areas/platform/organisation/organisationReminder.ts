// Licences that run out: every morning administrators are told of those that came nearer to their last day, once for
// each of the stages 90, 60 and 30 days and after it.

import { stageOf } from '#contract/platform/organisation'
import { OrgStatus } from '#contract/platform/session'
import { UserStatus } from '#contract/platform/user'
import { notify } from '#server/areas/platform/message/messages'
import type { AppContext } from '#server/kit/context'
import { defineCron, defineJob } from '#server/kit/jobDefinition'
import { systemTransaction } from '#server/kit/system'

interface DueRow {
  id: string
  name: string
  validTo: string
  daysLeft: number
  remindedStage: number | null
}

/** A stage that was skipped (entered late, server off) is not made up for: only the present one counts. */
const NEAR = `select q.qualification_id as id, q.name, q.valid_to as "validTo", q.valid_to - current_date as "daysLeft",
  q.reminded_stage as "remindedStage"
from org_qualification q where q.org_id = $1 and q.valid_to <= current_date + 90
order by q.valid_to, q.qualification_id for update`

const ORGS = `select distinct q.org_id from org_qualification q join organization o on o.org_id = q.org_id
where o.org_status = ${OrgStatus.is.normal} and q.valid_to <= current_date + 90 and (q.reminded_stage is null
  or q.reminded_stage >
  case when q.valid_to < current_date then 0 when q.valid_to <= current_date + 30 then 30
       when q.valid_to <= current_date + 60 then 60 else 90 end)`

const ADMINS = `select user_id from account where org_id = $1 and is_admin and user_status = ${UserStatus.is.enabled}`

const sentence = ({ name, validTo, daysLeft }: DueRow) =>
  daysLeft < 0
    ? `“${name}”已于 ${validTo} 过期`
    : daysLeft === 0
      ? `“${name}”今天到期`
      : `“${name}”还有 ${daysLeft} 天到期（${validTo}）`

async function remindOne(app: AppContext, orgId: string): Promise<number> {
  return systemTransaction(app, orgId, '机构档案', '证照到期提醒', async (tx) => {
    const found = await tx.client.query<DueRow>({ name: 'qualifications_near', text: NEAR, values: [orgId] })
    const due = found.rows
      .map((row) => ({ ...row, stage: stageOf(row.daysLeft) }))
      .filter((row) => row.stage !== null && (row.remindedStage === null || row.remindedStage > row.stage))
    if (due.length === 0) {
      tx.log({ remark: '证照到期提醒：没有新的到期证照' })
      return 0
    }
    await tx.client.query(
      `update org_qualification q set reminded_stage = d.stage, reminded_at = now()
         from unnest($2::text[], $3::int[]) as d(id, stage) where q.org_id = $1 and q.qualification_id = d.id`,
      [orgId, due.map((row) => row.id), due.map((row) => row.stage)],
    )
    const admins = await tx.client.query<{ user_id: string }>(ADMINS, [orgId])
    const late = due.filter((row) => row.daysLeft < 0).length
    const title =
      due.length === 1
        ? `证照${sentence(due[0]!)}`
        : `${due.length} 项证照需要处理${late > 0 ? `，其中 ${late} 项已过期` : ''}`
    await notify(
      tx,
      admins.rows.map((row) => row.user_id),
      {
        kind: 'qualification',
        title,
        content: `${due.map(sentence).join('；')}。请尽快换证，并在机构档案中更新有效期。`,
        route: '/archives/manager1/index',
      },
    )
    tx.log({ remark: `证照到期提醒：${due.map(sentence).join('；')}`, targetType: 'organization', targetId: orgId })
    return due.length
  })
}

export async function remindQualifications(app: AppContext): Promise<number> {
  const orgs = await app.pool.query<{ org_id: string }>(ORGS)
  let reminded = 0
  for (const { org_id: orgId } of orgs.rows) reminded += await remindOne(app, orgId)
  return reminded
}

export const remindJob = defineJob('platform.remindQualifications', (_, app) => remindQualifications(app))
export const remindEveryMorning = defineCron(remindJob, '30 7 * * *')
