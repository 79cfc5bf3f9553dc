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
      needs: `${READ_HANDOVERS}|${Object.values(exchangeNeeds).join('|')}`,
      menu: { rail: 'administration', group: '人事', order: 45 },
    },
  },
})
