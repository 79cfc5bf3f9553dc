// What reminders are about. Areas give them (server/kit/reminderSources.ts), so the set belongs to none of them.
import { options } from './options.ts'

export const RemindType = options('RemindType', '提醒类型', [
  [1, 'birthday', ['生日提醒', 'purple']],
  [2, 'contract', ['合同到期', 'amber']],
  [3, 'assessment', ['评估到期', 'teal']],
  [4, 'payment', ['缴费提醒', 'orange']],
  [5, 'trial', ['试住到期', 'teal']],
  [6, 'reservation', ['预订到期', 'amber']],
  [7, 'outing', ['外出逾期', 'red']],
  [8, 'drugShort', ['药品不足', 'red']],
  [9, 'drugExpiry', ['药品效期', 'amber']],
  [10, 'stock', ['库存预警', 'amber']],
  [11, 'device', ['设备离线', 'slate']],
  [12, 'checkUp', ['体检提醒', 'blue']],
  [13, 'own', ['自定义', 'blue']],
  [14, 'carePlan', ['护理计划到期', 'teal']],
  [15, 'licence', ['证照到期', 'slate']],
])
export type RemindTypeValue = (typeof RemindType.list)[number]['value']
