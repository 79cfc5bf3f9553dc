// Settings of the mattresses: how alarms show themselves (config.calls.mattress) and how long readings are kept.
import { call, noun } from '#contract/kit/call'
import { int, obj, opt, type Static } from '#contract/kit/schema'

export const MATTRESS_SET_NEEDS = { list: 'monitor:mattressSet:list', update: 'monitor:mattressSet:update' } as const
const READ = Object.values(MATTRESS_SET_NEEDS).join('|')

const days = {
  readingDays: int('原始读数保留天数', { min: 7, max: 400 }),
  minuteDays: int('分钟汇总保留天数', { min: 35, max: 3_650 }),
}
const Retention = obj({ ...days, version: int() })
export type RetentionData = Static<typeof Retention>

const path = '/pims/web-pi/device/set/mattress/retention'

export const mattressSet = noun('monitor', 'mattressSet', {
  title: '床垫设置',
  calls: {
    retention: call.get(path, { needs: READ, act: '读数保留设置', data: Retention }),
    saveRetention: call.put(path, {
      needs: MATTRESS_SET_NEEDS.update,
      act: '修改读数保留设置',
      body: obj({ ...days, version: opt(int()) }),
      data: Retention,
      refuses: ['INVALID_INPUT', 'CHANGED_MEANWHILE'],
    }),
  },
  pages: {
    edit: {
      path: '/yunmuIot/mattress/set',
      title: '床垫设置',
      tab: true,
      needs: READ,
      menu: { rail: 'monitor', group: '智能床垫', order: 15 },
    },
  },
})
