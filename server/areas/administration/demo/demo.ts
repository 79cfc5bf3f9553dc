// Notices of the demonstration: some out and partly read, one changed after it was out, one recalled, one still a draft.
import { demoPart } from '#server/kit/demo'

interface DemoNotice {
  title: string
  lines: readonly string[]
  scope: 'all' | 'depts'
  depts: readonly string[]
  top: boolean
  confirm: boolean
  state: 'DRAFT' | 'PUBLISHED' | 'RECALLED'
  by: string
  /** Days before today. */
  ago: number
  /** Days from today. */
  ends: number | null
  edition: number
  /** Of a hundred receivers so many have read it, and confirmed it. */
  read: number
  confirmed: number
  reason: string | null
}

const base = {
  scope: 'all',
  depts: [],
  top: false,
  confirm: false,
  state: 'PUBLISHED',
  by: '孙丽华',
  ends: null,
  edition: 1,
  confirmed: 0,
  reason: null,
} as const

const NOTICES: readonly DemoNotice[] = [
  {
    ...base,
    title: '关于开展冬季消防演练的通知',
    lines: [
      '本周五 14:00 起，松鹤楼、长青楼、康宁楼同时进行消防演练。',
      '各护理组提前安排行动不便的老人，演练期间值班人员不得离岗。',
      '请全体员工阅读后确认。',
    ],
    top: true,
    confirm: true,
    ago: 1,
    ends: 6,
    read: 70,
    confirmed: 55,
  },
  {
    ...base,
    title: '流感高发期探视与手卫生要求（修订）',
    lines: ['即日起探视人员测温登记，37.3℃ 以上不上楼。', '进出每间居室前后做手卫生，口罩每 4 小时更换。'],
    scope: 'depts',
    depts: ['护理部', '前台'],
    confirm: true,
    by: '何静',
    ago: 3,
    edition: 2,
    read: 60,
    confirmed: 45,
  },
  {
    ...base,
    title: '元旦值班安排已确定，请核对本人班次',
    lines: ['值班表已在护理排班中发布，如有冲突请于本周内找护理组长调整。'],
    ago: 5,
    ends: 20,
    read: 85,
  },
  { ...base, title: '食堂晚餐供应时间调整为 17:30', lines: ['自下周一起执行。'], ago: 12, ends: -2, read: 92 },
  {
    ...base,
    title: '周三全院培训通知',
    lines: ['周三 15:00 在一楼多功能厅培训。'],
    state: 'RECALLED',
    ago: 8,
    read: 30,
    reason: '培训老师时间有变，另行通知',
  },
  {
    ...base,
    title: '年度评优推荐办法（草稿）',
    lines: ['各部门推荐 1 至 2 人，12 月 20 日前交院办公室。'],
    state: 'DRAFT',
    ago: 0,
    read: 0,
  },
]

const paragraph = (line: string) => `<p>${line}</p>`

const ADD = `insert into notice (org_id, notice_id, dept_id, title, html, words, scope, target_ids, top, confirm, state, end_at, edition,
  change_note, changed_at, published_at, published_by, published_name, recalled_at, recalled_name, recall_reason, created_by, created_name, created_at)
select $1, n.id, n."deptId", n.title, n.html, n.words, n.scope, n.targets, n.top, n.confirm, n.state, n.ends, n.edition,
  case when n.edition > 1 then '补充口罩更换要求' end, case when n.edition > 1 then n.at + interval '1 day' end,
  case when n.state <> 'DRAFT' then n.at end, n."byId", n.by, case when n.state = 'RECALLED' then n.at + interval '3 hours' end,
  case when n.state = 'RECALLED' then n.by end, n.reason, n."byId", n.by, n.at - interval '20 minutes'
from jsonb_to_recordset($2::jsonb) as n(id text, "deptId" text, title text, html text, words text, scope text, targets text[], top boolean,
  confirm boolean, state text, ends timestamptz, edition int, at timestamptz, "byId" text, by text, reason text)`
const EDITIONS = `insert into notice_edition (org_id, notice_id, edition, title, html, note, user_name, at)
select t.org_id, t.notice_id, e, t.title, t.html, case when e > 1 then t.change_note end, t.published_name,
  case when e = 1 then t.published_at else t.changed_at end
from notice t cross join lateral generate_series(1, t.edition) e where t.org_id = $1 and t.state <> 'DRAFT'`
const RECEIVERS = `insert into notice_receiver (org_id, notice_id, user_id, user_name, dept_name, received_at, read_at, confirmed_at)
select t.org_id, t.notice_id, e.emp_id, e.emp_name, d.dept_name, t.published_at,
  case when luck.of < n.read then luck.since + luck.of * interval '7 minutes' end,
  case when t.confirm and luck.of < n.confirmed then luck.since + luck.of * interval '9 minutes' end
from jsonb_to_recordset($2::jsonb) as n(id text, read int, confirmed int)
join notice t on t.org_id = $1 and t.notice_id = n.id and t.state <> 'DRAFT'
join employee e on e.org_id = t.org_id left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id
cross join lateral (select abs(hashtext(e.emp_id || t.notice_id)) % 100 as of, coalesce(t.changed_at, t.published_at) as since) luck
where t.scope = 'all' or e.dept_id = any(t.target_ids) or d.parent_id = any(t.target_ids)`
const EARLIER = `insert into notice_receipt (org_id, notice_id, edition, user_id, read_at, confirmed_at)
select t.org_id, t.notice_id, 1, r.user_id, t.published_at + interval '40 minutes', t.published_at + interval '1 hour'
from notice t join notice_receiver r on r.org_id = t.org_id and r.notice_id = t.notice_id
where t.org_id = $1 and t.edition > 1 and abs(hashtext(r.user_id)) % 100 < 70`

export default demoPart(63, async (tx, demo) => {
  const rows = JSON.stringify(
    NOTICES.map((one, i) => ({
      ...one,
      id: demo.id(`notice:${one.title}`),
      deptId: demo.dept(one.by === '何静' ? '护理部' : '院办公室'),
      html: one.lines.map(paragraph).join(''),
      words: one.lines.join(' '),
      targets: one.depts.map((name) => demo.dept(name)),
      byId: demo.staff(one.by),
      at: `${demo.at(-one.ago, `09:${10 + i}`)}+08`,
      ends: one.ends === null ? null : `${demo.at(one.ends, '18:00')}+08`,
    })),
  )
  await tx.client.query(ADD, [demo.orgId, rows])
  await tx.client.query(EDITIONS, [demo.orgId])
  await tx.client.query(RECEIVERS, [demo.orgId, rows])
  await tx.client.query(EARLIER, [demo.orgId])
})
