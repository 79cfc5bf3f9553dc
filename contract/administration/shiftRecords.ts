// 交接班记录: the handover sheets of care and the exchanges of shifts, side by side. The calls are theirs.
import { exchangeNeeds } from '#contract/administration/shiftExchange'
import { noun } from '#contract/kit/call'
import { HANDOVER_RECORDS, READ_HANDOVERS } from '#contract/nursing/handover'

export const shiftRecords = noun('administration', 'shiftRecords', {
  title: '交接班记录',
  calls: {},
  pages: {
    list: {
      path: HANDOVER_RECORDS,
      title: '交接班记录',
      tab: true,
      // Its entry of the menu is the exchanges': a code that care's own page stands for stays in care's menu.
      needs: `${Object.values(exchangeNeeds).join('|')}|${READ_HANDOVERS}`,
      menu: { rail: 'administration', group: '人事', order: 45 },
    },
  },
})
