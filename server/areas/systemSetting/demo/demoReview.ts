// Who reviews what in the demo organisation.
import type { ReviewActKey } from '#contract/systemSetting/checkConfig'
import { demoPart } from '#server/kit/demo'

interface DemoRule {
  act: ReviewActKey
  roles?: readonly string[]
  people?: readonly string[]
  /** Named already, for the day the house wants it. */
  off?: boolean
}

const RULES: readonly DemoRule[] = [
  { act: 'outing', roles: ['护士长', '护理组长'] },
  { act: 'outingPostpone', roles: ['护士长'] },
  { act: 'bedChange', roles: ['护士长'], off: true },
  { act: 'checkOut', roles: ['院长'], people: ['刘敏', '孙丽华'], off: true },
  { act: 'regrade', roles: ['护士长'] },
  { act: 'discount', people: ['王建国'] },
  { act: 'refund', roles: ['院长'], people: ['曾国平'] },
]

export default demoPart(21, async (tx, demo) => {
  for (const { act, roles = [], people = [], off = false } of RULES) {
    await tx.client.query(
      `insert into review_rule (org_id, act, needed, role_ids, user_ids, updated_at)
       values ($1::text, $2, $6, (select coalesce(jsonb_agg(role_id order by name), '[]'::jsonb) from role
         where org_id = $1::text and name = any($3)), $4, $5)`,
      [demo.orgId, act, roles, JSON.stringify(people.map((name) => demo.staff(name))), demo.at(-60, '15:40'), !off],
    )
  }
  tx.log({ remark: `设置 ${RULES.length} 项审核规则`, targetType: 'reviewRule' })
})
