// Trainings of the demo house: those of the year with signatures and scores, one that runs today, one next week, one cancelled.
import { TrainingType, type TrainingTypeValue } from '#contract/administration/trainingWords'
import { usualHours } from '#server/areas/administration/training/trainingDue'
import { demoPart } from '#server/kit/demo'
import { keepNumbers } from '#server/kit/numbers'

interface DemoTraining {
  title: string
  type: TrainingTypeValue
  /** Days from today; those that would fall into another year are of the last one. */
  day: number
  time: readonly [from: string, to: string]
  tenths: number
  place: string
  teacher: string
  by: string
  content: string
  /** Kinds of staff; empty: everybody. */
  kinds: readonly string[]
  pass: number | null
  certificate: string | null
  state: 'PLANNED' | 'RUNNING' | 'DONE' | 'CANCELLED'
  reason: string | null
  walkIn: boolean
}

const { first, care, fire, firstAid, food, infection, manners, law } = TrainingType.is
const base = { pass: null, certificate: null, state: 'DONE', reason: null, walkIn: false, kinds: [] } as const
const NURSING = ['nursing', 'medical'] as const

const TRAININGS: readonly DemoTraining[] = [
  {
    ...base,
    title: '压疮预防与翻身技术',
    type: care,
    day: -240,
    time: ['14:00', '17:00'],
    tenths: 60,
    place: '二楼示教室',
    teacher: '何静',
    by: '何静',
    content: '压疮分期、翻身时间表、减压垫使用；现场操作考核。',
    kinds: NURSING,
    pass: 80,
    certificate: '压疮护理培训合格证',
  },
  {
    ...base,
    title: '养老机构服务安全基本规范',
    type: law,
    day: -200,
    time: ['09:00', '11:00'],
    tenths: 40,
    place: '一楼多功能厅',
    teacher: '孙丽华',
    by: '孙丽华',
    content: '九类风险的防范要求，事故报告时限与流程。',
  },
  {
    ...base,
    title: '手卫生与感染防控',
    type: infection,
    day: -160,
    time: ['14:00', '16:00'],
    tenths: 80,
    place: '一楼多功能厅',
    teacher: '宋文博',
    by: '何静',
    content: '七步洗手法、分区消毒、呕吐物处置；笔试。',
    kinds: ['nursing', 'medical', 'logistics'],
    pass: 60,
  },
  {
    ...base,
    title: '食品安全与留样',
    type: food,
    day: -130,
    time: ['15:00', '17:00'],
    tenths: 40,
    place: '食堂',
    teacher: '解宏伟',
    by: '孙丽华',
    content: '冷藏温度、生熟分开、留样 48 小时、过敏原标识。',
    kinds: ['logistics'],
    pass: 60,
    certificate: '食品安全培训合格证',
  },
  {
    ...base,
    title: '心肺复苏与海姆立克急救',
    type: firstAid,
    day: -95,
    time: ['13:30', '17:30'],
    tenths: 100,
    place: '二楼示教室',
    teacher: '市急救中心讲师',
    by: '何静',
    content: '成人心肺复苏、AED 使用、噎食急救；每人上模型操作。',
    kinds: NURSING,
    pass: 80,
    certificate: '急救培训合格证',
  },
  {
    ...base,
    title: '服务礼仪与沟通',
    type: manners,
    day: -60,
    time: ['09:30', '11:30'],
    tenths: 40,
    place: '一楼多功能厅',
    teacher: '刘敏',
    by: '孙丽华',
    content: '接待用语、与失智老人沟通、投诉处理。',
  },
  {
    ...base,
    title: '夏季消防疏散演练',
    type: fire,
    day: -32,
    time: ['14:00', '16:00'],
    tenths: 40,
    place: '松鹤楼前广场',
    teacher: '辖区消防站',
    by: '孙丽华',
    content: '初起火灾扑救、轮椅和卧床老人的疏散、报警流程。',
    walkIn: true,
  },
  {
    ...base,
    title: '失智老人照护',
    type: care,
    day: -12,
    time: ['14:00', '17:00'],
    tenths: 80,
    place: '二楼示教室',
    teacher: '陈秀珍',
    by: '何静',
    content: '游走、拒食、黄昏躁动的应对；案例讨论与笔试。',
    kinds: NURSING,
    pass: 60,
    certificate: '失智照护培训合格证',
  },
  {
    ...base,
    title: '冬季防火与疏散演练',
    type: fire,
    day: 0,
    time: ['14:00', '16:00'],
    tenths: 40,
    place: '一楼多功能厅',
    teacher: '辖区消防站',
    by: '孙丽华',
    content: '电热毯和取暖器管理、夜间疏散分工；结束前现场提问。',
    certificate: '消防安全培训合格证',
    state: 'RUNNING',
    walkIn: true,
  },
  {
    ...base,
    title: '鼻饲护理操作',
    type: care,
    day: 6,
    time: ['14:00', '16:30'],
    tenths: 50,
    place: '二楼示教室',
    teacher: '何静',
    by: '何静',
    content: '体位、回抽、温度与速度、堵管处理；操作考核。',
    kinds: NURSING,
    pass: 80,
    certificate: '鼻饲护理培训合格证',
    state: 'PLANNED',
  },
  {
    ...base,
    title: '新员工岗前培训',
    type: first,
    day: 3,
    time: ['09:00', '12:00'],
    tenths: 60,
    place: '一楼会议室',
    teacher: '孙丽华',
    by: '孙丽华',
    content: '机构概况、岗位职责、安全须知。',
    kinds: ['office', 'sale'],
    state: 'CANCELLED',
    reason: '本月没有新员工入职，并入下月',
  },
]

const ADD = `insert into training (org_id, training_id, dept_id, type, title, start_at, end_at, credit_tenths, place, teacher, content, pass_score,
  certificate, walk_in, state, cancel_reason, sign_secret, created_by, created_name, created_at)
select $1, x.id, x."deptId", x.type, x.title, x.starts, x.ends, x.tenths, x.place, x.teacher, x.content, x.pass, x.certificate, x."walkIn", x.state,
  x.reason, case when x.state in ('RUNNING', 'DONE') then md5(x.id || random()::text) || md5(random()::text) end, x."byId", x.by,
  least(x.starts, now()) - interval '6 days'
from jsonb_to_recordset($2::jsonb) as x(id text, "deptId" text, type int, title text, starts timestamptz, ends timestamptz, tenths int, place text,
  teacher text, content text, pass int, certificate text, "walkIn" boolean, state text, reason text, "byId" text, by text)`

// Who came and how well follows from the names: the same in every installation.
const PEOPLE = `insert into training_person (org_id, training_id, emp_id, emp_name, signed_at, sign_way, signed_by, score, passed)
select t.org_id, t.training_id, e.emp_id, e.emp_name, s.at, s.way, case when s.way = 'LIST' then t.created_by end, s.score,
  case when t.state = 'DONE' and s.at is not null then t.pass_score is null or s.score >= t.pass_score end
from jsonb_to_recordset($2::jsonb) as x(id text, kinds text[])
join training t on t.org_id = $1 and t.training_id = x.id
join employee e on e.org_id = t.org_id and e.status <> 3 and (cardinality(x.kinds) = 0 or e.emp_type = any(x.kinds))
cross join lateral (select abs(hashtext(e.emp_name || t.title)) % 100 as of) luck
cross join lateral (select case when t.state = 'DONE' and luck.of < 88 or t.state = 'RUNNING' and luck.of < 35
  then t.start_at - interval '10 minutes' + luck.of * interval '9 seconds' end as at) came
cross join lateral (select came.at, case when came.at is not null then case when luck.of % 4 = 0 then 'LIST' else 'CODE' end end as way,
  case when came.at is not null and t.state = 'DONE' and t.pass_score is not null
    then case when luck.of < 5 then t.pass_score - 6 + luck.of else t.pass_score + luck.of % (101 - t.pass_score) end end as score) s`

const NUMBERED = `with n as (
  select p.training_id, p.emp_id, to_char(t.end_at, 'YYYYMMDD') as day,
    row_number() over (partition by t.end_at::date order by p.signed_at, p.emp_id) as no
  from training_person p join training t on t.org_id = p.org_id and t.training_id = p.training_id
  where p.org_id = $1 and t.state = 'DONE' and t.certificate is not null and p.passed
), kept as (
  update training_person p set certificate_no = 'PX' || n.day || lpad(n.no::text, 4, '0') from n
  where p.org_id = $1 and p.training_id = n.training_id and p.emp_id = n.emp_id
)
select n.day, max(n.no)::int as last from n group by n.day order by n.day`

export default demoPart(78, async (tx, demo) => {
  const rows = JSON.stringify(
    TRAININGS.map((one) => ({
      ...one,
      id: demo.id(`training:${one.title}`),
      deptId: one.by === '何静' ? demo.dept('护理部') : null,
      starts: `${demo.at(one.day, one.time[0])}+08`,
      ends: `${demo.at(one.day, one.time[1])}+08`,
      byId: demo.staff(one.by),
    })),
  )
  await tx.client.query(ADD, [demo.orgId, rows])
  await tx.client.query(PEOPLE, [demo.orgId, rows])
  await usualHours(tx.client, demo.orgId)
  const numbered = await tx.client.query<{ day: string; last: number }>(NUMBERED, [demo.orgId])
  await keepNumbers(tx, demo.orgId, 'PX', numbered.rows)
})
