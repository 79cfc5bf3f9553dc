// 外出单 on paper, as the organisation has set it up.

import type { OutingData } from '#contract/live/outing'
import { ResidentSex } from '#contract/live/resident'
import { reportTemplate } from '#contract/systemSetting/reportTemplate'
import { bedPathText } from '#web/areas/live/marks.part'
import { send } from '#web/kit/call'
import { useSession } from '#web/kit/session'

/** Several slips go in one print job. */
export async function printSlips(rows: readonly OutingData[]): Promise<void> {
  const [{ printReport }, templates] = await Promise.all([
    import('#web/areas/systemSetting/public'),
    send(reportTemplate.calls.list),
  ])
  const { user, config } = useSession.getState()
  const { content } = templates.find((one) => one.kind === 'outing')!
  await printReport({
    kind: 'outing',
    content,
    head: { org: user?.orgInfo.orgName ?? '', logo: config.iconConfig.systemIcon || '/favicon.svg' },
    data: rows.map((row) => ({
      // Whoever reads the paper must see that it was not signed before the leaving.
      number: row.backfillReason === null ? row.outNo : `${row.outNo}（补录，${row.backfillReason}）`,
      facts: {
        elder: `${row.oldmanName}（${row.sex === ResidentSex.is.male ? '男' : '女'}，${row.age} 岁）`,
        bed: bedPathText(row.bedPath),
        outType: row.outTypeName,
        planOut: row.planOut.slice(0, 16),
        planReturn: (row.backfillReason === null ? row.planReturn : (row.actualReturn ?? row.planReturn)).slice(0, 16),
        destination: row.destination,
        companion: row.companion,
        relation: row.companionRelationName,
        phone: row.companionPhone,
        reason: row.reason,
        mealStop: row.mealStop ? '停餐' : '不停餐',
      },
      rows: row.medicines.map((one) => ({ drug: one.name, use: one.remark, count: one.amount })),
      names: { ...(row.auditorName && { 审批: row.auditorName }) },
    })),
  })
}
