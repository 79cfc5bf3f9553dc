// What the people of the demonstration were told in the last days: read and unread, of many kinds.
import type { MessageKindValue } from '#contract/platform/message'
import type { Tx } from '#server/kit/caller'
import type { DemoContext } from '#server/kit/demo'
import { withLogin } from './demoQuickEntries.ts'

interface DemoMessage {
  to: readonly string[]
  kind: MessageKindValue
  title: string
  content: string
  route: string | null
  at: string
  read?: boolean
}

function messagesOf(demo: DemoContext, operator: string): DemoMessage[] {
  const everyone = withLogin.map((one) => one.name)
  return [
    {
      to: [...everyone, operator],
      kind: 'system',
      title: '欢迎使用颐园',
      content: '按 Ctrl+K 可随时搜索页面与员工，支持拼音首字母；右上角头像处可更换主题、字号与密码。',
      route: '/home/profile',
      at: demo.at(-3, '08:30'),
      read: true,
    },
    {
      to: everyone,
      kind: 'notice',
      title: '本周五 14:00 消防演练',
      content: '松鹤楼、长青楼、康宁楼同时进行，请各护理组提前安排行动不便的老人，值班人员坚守岗位。',
      route: null,
      at: demo.at(-1, '16:10'),
    },
    {
      to: everyone,
      kind: 'system',
      title: '系统已更新',
      content: '本次更新内容可在版本记录中查看。',
      route: '/versionsLog',
      at: demo.at(0, '00:05'),
    },
    {
      to: ['郑凯'],
      kind: 'system',
      title: '请核对员工账号',
      content: '尚有员工未领取初始密码，请通知本人首次登录后修改。',
      route: '/systemSetting/loginLog',
      at: demo.at(-2, '09:15'),
    },
    {
      to: ['何静', '郑凯'],
      kind: 'activity',
      title: '重阳茶话会照片已整理',
      content: '活动照片已交前台，需要洗印的护理组请在本周内告知。',
      route: null,
      at: demo.at(-2, '15:40'),
      read: true,
    },
    {
      to: ['何静'],
      kind: 'care',
      title: '下周翻身护理改为两小时一次',
      content: '康宁楼三楼卧床老人的翻身护理按新的护理计划执行，交班时请逐床说明。',
      route: '/nursing/handover',
      at: demo.at(-1, '17:20'),
      read: true,
    },
    {
      to: ['刘敏'],
      kind: 'fee',
      title: '月度账单已出具',
      content: '请核对欠费老人名单，并在月底前联系家属缴费。',
      route: null,
      at: demo.at(-1, '09:05'),
      read: true,
    },
    {
      to: [operator],
      kind: 'approval',
      title: '松江颐和护理院申请入驻',
      content: '联系人沈岚，请在两个工作日内完成审核。',
      route: '/systemmanage/applications',
      at: demo.at(-1, '15:26'),
    },
  ]
}

const INSERT = `insert into user_message (org_id, message_id, user_id, kind, title, content, route, created_at, read_at)
select m.org, m.id, m.person, m.kind, m.title, m.content, m.route, least(m.at::timestamptz, now()), m.read::timestamptz
from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::text[])
  as m(org, id, person, kind, title, content, route, at, read)`

/** `operator`: the name of whoever runs the platform; they have an organisation of their own. */
export async function addMessages(tx: Tx, demo: DemoContext, operator: string): Promise<void> {
  const read = demo.at(-1, '18:05')
  const rows = messagesOf(demo, operator).flatMap((told, i) =>
    told.to.map((name) => [
      name === operator ? demo.operatorOrgId : demo.orgId,
      demo.id(`message:${i}:${name}`),
      demo.staff(name),
      told.kind,
      told.title,
      told.content,
      told.route,
      told.at,
      told.read ? read : null,
    ]),
  )
  await tx.client.query(
    INSERT,
    Array.from({ length: 9 }, (_, column) => rows.map((row) => row[column])),
  )
}
