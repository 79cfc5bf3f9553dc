// What the people of the demo organisation find on their benches for their daily work.

import { PRESET_ROLE } from '#server/areas/platform/user/accountCreate'
import type { Tx } from '#server/kit/caller'
import type { DemoContext } from '#server/kit/demo'
import { demoAccounts } from './demoAccounts.ts'
import { demoPeople } from './demoPeople.ts'

export const withLogin = demoPeople.filter((one) => demoAccounts.some((account) => account.userName === one.userName))

const entry = (title: string, path: string, icon: string) => ({ title, path, icon })
const COMMON = [entry('系统消息', '/administration/msg/message', 'bell')]
/** The day's work; a page that somebody may not open is left out on their bench. */
const DAILY = [
  entry('新增档案', '/live/archivesAdd', 'user-round-plus'),
  entry('居住管理', '/live/live/list', 'house'),
  entry('房态图', '/home/bedInfo', 'layout-grid'),
  entry('外出登记', '/live/Outing/register', 'square-arrow-out-up-right'),
  entry('来访登记', '/live/visit/come', 'contact'),
  entry('咨询登记', '/live/consult/base', 'message-square'),
  entry('合同文书', '/live/contractDocument', 'file-text'),
]
const LOGS = [
  entry('操作日志', '/systemSetting/logList', 'clipboard-list'),
  entry('登录日志', '/systemSetting/loginLog', 'log-in'),
]

export async function addQuickEntries(tx: Tx, demo: DemoContext, operator: string): Promise<void> {
  const wanted: [orgId: string, userId: string, entries: object[]][] = [
    ...withLogin.map((one): [string, string, object[]] => {
      const looksAtLogs = one.role === PRESET_ROLE || one.role === '院长'
      return [demo.orgId, demo.staff(one.name), looksAtLogs ? [...DAILY, ...LOGS] : [...DAILY, ...COMMON]]
    }),
    [
      demo.operatorOrgId,
      demo.staff(operator),
      [entry('入驻审核', '/systemmanage/applications', 'building-2'), ...LOGS, ...COMMON],
    ],
  ]
  for (const [orgId, userId, entries] of wanted) {
    await tx.client.query(
      `insert into user_preference (org_id, user_id, name, value) values ($1, $2, 'quickEntry', $3)`,
      [orgId, userId, JSON.stringify(entries)],
    )
  }
}
