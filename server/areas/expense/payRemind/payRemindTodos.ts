// Families that are late and were not reminded lately; the count opens the list that shows exactly those.
import { payRemind, remindNeeds } from '#contract/expense/payRemind'
import { yuanText } from '#contract/kit/money'
import { amountsHidden } from '#server/areas/expense/account/amountsHidden'
import { feeSettingsOf } from '#server/areas/expense/fee/feeSettings'
import { SETTING_TABLES } from '#server/areas/platform/public'
import { conditionsOf } from '#server/kit/page'
import type { Todo } from '#server/kit/todos'
import { FROM, filtersOf, scopes } from './payRemindSql.ts'

export const payRemindTodos: readonly Todo[] = [
  {
    key: 'payRemind',
    title: '欠费待提醒',
    order: 31,
    needs: remindNeeds.list,
    route: `${payRemind.pages.list.path}?scope=DUE`,
    tone: 'red',
    reads: ['oldman', 'elder_account', 'remind_log', ...SETTING_TABLES],
    personal: true,
    count: async (who) => {
      const { remindDays } = await feeSettingsOf(who.app.pool, who.orgId)
      const { where, values } = conditionsOf([...filtersOf(who, {}), [scopes.DUE, remindDays]])
      const found = await who.app.pool.query<{ count: number; owed: number; days: number | null }>(
        `select count(*) as count, coalesce(sum(a.owed_fen), 0)::bigint as owed, max(current_date - a.owed_since) as days
         from ${FROM} where ${where}`,
        values,
      )
      const { count, owed, days } = found.rows[0]!
      if (days === null) return { count, late: count, note: null }
      const hidden = await amountsHidden(who.app.pool, who.orgId, who)
      return { count, late: count, note: `${hidden ? '' : `共 ${yuanText(owed)} 元，`}最久逾期 ${days} 天` }
    },
  },
]
