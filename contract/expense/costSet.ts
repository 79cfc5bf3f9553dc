// The fee settings as a page reads and saves them.
import { call, noun } from '#contract/kit/call'
import { int, merge, obj, opt, text } from '#contract/kit/schema'
import { FeeSettings } from './feeSettings.ts'

export const COST_SET_NEEDS = { list: 'expense:costSet:list', edit: 'expense:costSet:edit' } as const
const READ = `${COST_SET_NEEDS.list}|${COST_SET_NEEDS.edit}`

export const costSet = noun('expense', 'costSet', {
  title: '费用设置',
  calls: {
    get: call.get('/pims/web-pi/cost/set', {
      needs: READ,
      act: '费用设置',
      data: merge(FeeSettings, obj({ version: int() })),
    }),
    save: call.put('/pims/web-pi/cost/set', {
      needs: COST_SET_NEEDS.edit,
      act: '修改费用设置',
      body: merge(
        FeeSettings,
        obj({
          receiptNote: opt(text('收据附注', { max: 100 })),
          billNote: opt(text('账单缴费说明', { max: 300 })),
          bankName: opt(text('开户银行', { max: 60 })),
          bankAccountName: opt(text('账户名称', { max: 60 })),
          bankAccount: opt(text('银行账号', { max: 40, pattern: /^[0-9 -]+$/, hint: '应为数字，可以有空格' })),
          version: opt(int()),
        }),
      ),
      data: merge(FeeSettings, obj({ version: int() })),
      refuses: ['INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
  },
  pages: {
    edit: {
      path: '/expense/account/costSet',
      title: '费用设置',
      tab: true,
      needs: READ,
      menu: { rail: 'expense', group: '设置', order: 21 },
    },
  },
})
