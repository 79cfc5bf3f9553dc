// Notices to families of the demonstration, and texts kept for reuse.
import { demoPart } from '#server/kit/demo'

const TEMPLATES = [
  [
    '开放日邀请',
    '{{老人姓名}}家属开放日邀请',
    '您好，本月最后一个周六 9:30 为家属开放日，欢迎您来院看望{{老人姓名}}（{{床位}}）。请提前一天联系前台登记。',
  ],
  [
    '衣物换季提醒',
    '请为{{老人姓名}}准备换季衣物',
    '您好，天气转凉，请在方便时为{{老人姓名}}准备厚外套和防滑棉鞋，送到前台即可，衣物请写上姓名和床位 {{床位}}。',
  ],
  [
    '探视安排调整',
    '探视安排调整通知',
    '您好，近期为流感高发期，探视请提前预约，每次不超过 2 人，进楼请测温、佩戴口罩。感谢理解。',
  ],
] as const

const NOTICES = [
  { template: 0, state: 'PUBLISHED', ago: 4, elders: 12, reason: null },
  { template: 2, state: 'PUBLISHED', ago: 9, elders: 30, reason: null },
  { template: 1, state: 'RECALLED', ago: 15, elders: 6, reason: '换季时间另行通知' },
  { template: 1, state: 'DRAFT', ago: 0, elders: 8, reason: null },
] as const

const TEMPLATE = `insert into family_notice_template (org_id, template_id, name, title, content, created_at)
select $1, t.id, t.name, t.title, t.content, t.at from jsonb_to_recordset($2::jsonb)
  as t(id text, name text, title text, content text, at timestamptz)`
const ADD = `insert into family_notice (org_id, message_id, dept_id, title, content, oldman_ids, state, published_at, published_name, recalled_at,
  recalled_name, recall_reason, created_by, created_name, created_at)
select $1::varchar, n.id, n."deptId", n.title, n.content,
  (select array_agg(o.oldman_id order by o.oldman_id) from (select o.oldman_id from oldman o where o.org_id = $1::varchar and o.status = 1
    and exists (select from oldman_family f where f.org_id = o.org_id and f.oldman_id = o.oldman_id) order by o.oldman_id limit n.elders) o),
  n.state, case when n.state <> 'DRAFT' then n.at end, case when n.state <> 'DRAFT' then n.by end,
  case when n.state = 'RECALLED' then n.at + interval '2 hours' end, case when n.state = 'RECALLED' then n.by end, n.reason, n."byId", n.by,
  n.at - interval '15 minutes'
from jsonb_to_recordset($2::jsonb) as n(id text, "deptId" text, title text, content text, elders int, state text, at timestamptz, by text,
  "byId" text, reason text)`
const RECEIVERS = `insert into family_notice_receiver (org_id, message_id, family_id, oldman_id, family_name, relation_name, oldman_name, bed_name,
  phone, title, content, received_at, read_at)
select n.org_id, n.message_id, f.family_id, t.oldman_id, f.name,
  coalesce((select v.label from dictionary d join dictionary_value v on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id
    where d.org_id = n.org_id and d.dictionary_code = 'relationToElder' and v.value = f.relation), f.relation),
  t.oldman_name, b.bed_name, f.phone, replace(n.title, '{{老人姓名}}', t.oldman_name),
  replace(replace(n.content, '{{老人姓名}}', t.oldman_name), '{{床位}}', coalesce(b.bed_name, '')), n.published_at,
  case when f.invited then n.published_at + (abs(hashtext(f.family_id)) % 900) * interval '1 minute' end
from family_notice n join oldman t on t.org_id = n.org_id and t.oldman_id = any(n.oldman_ids)
join oldman_family f on f.org_id = t.org_id and f.oldman_id = t.oldman_id
left join bed b on b.org_id = t.org_id and b.bed_id = t.current_bed_id
where n.org_id = $1 and n.state <> 'DRAFT'`

export default demoPart(94, async (tx, demo) => {
  const texts = TEMPLATES.map(([name, title, content], i) => ({
    id: demo.id(`familyNoticeTemplate:${name}`),
    name,
    title,
    content,
    at: `${demo.at(-60 + i, '10:00')}+08`,
  }))
  const notices = NOTICES.map(({ template, ...one }, i) => ({
    ...one,
    id: demo.id(`familyNotice:${i}`),
    deptId: demo.dept('前台'),
    title: texts[template]!.title,
    content: texts[template]!.content,
    at: `${demo.at(-one.ago, `10:${10 + i}`)}+08`,
    by: '刘敏',
    byId: demo.staff('刘敏'),
  }))
  await tx.client.query(TEMPLATE, [demo.orgId, JSON.stringify(texts)])
  await tx.client.query(ADD, [demo.orgId, JSON.stringify(notices)])
  await tx.client.query(RECEIVERS, [demo.orgId])
})
