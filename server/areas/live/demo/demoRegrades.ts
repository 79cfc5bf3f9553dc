// Changes of level of the last months: those that the timelines tell of were proposed and approved, two wait for the head
// nurse, one was sent back, one is being written and one was dropped.
import { RegradeState } from '#contract/live/regradeWords'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { keepNumbers } from '#server/kit/numbers'

interface Elder {
  oldmanId: string
  stayId: string
  oldLevelId: string
  newLevelId: string
  assessmentId: string | null
}

interface Past extends Elder {
  day: string
  reason: string
}

// A level that changed some time ago; bills have asked for it since.
const PAST = `select s.oldman_id as "oldmanId", s.stay_id as "stayId", x.from_date as day, coalesce(x.reason, '复评后调整') as reason,
  was.level_id as "oldLevelId", x.level_id as "newLevelId", null as "assessmentId"
from stay_level x join stay s on s.org_id = x.org_id and s.stay_id = x.stay_id and s.end_date is null and x.from_date > s.start_date
cross join lateral (select y.level_id from stay_level y where y.org_id = x.org_id and y.stay_id = x.stay_id
  and y.from_date < x.from_date order by y.from_date desc limit 1) was
where x.org_id = $1 and x.level_id is not null and was.level_id is not null and x.level_id <> was.level_id
  and x.from_date between current_date - 400 and current_date - 35
order by x.from_date desc, s.oldman_id limit 4`

// Who needs more than the level says, with the newest assessment where it says another; nobody whose level changes soon.
const FITTING = `select o.oldman_id as "oldmanId", s.stay_id as "stayId", o.level_id as "oldLevelId",
  coalesce(a.level_id, up.level_id) as "newLevelId", a.assessment_id as "assessmentId"
from oldman o join stay s on s.org_id = o.org_id and s.oldman_id = o.oldman_id and s.end_date is null and s.start_date < current_date - 120
join nursing_level l on l.org_id = o.org_id and l.level_id = o.level_id
join lateral (select n.level_id from nursing_level n where n.org_id = l.org_id and n.enabled and n.sort > l.sort
  order by n.sort limit 1) up on true
left join lateral (select x.assessment_id, x.suggested_level_id as level_id from assessment x where x.org_id = o.org_id
  and x.oldman_id = o.oldman_id and x.state = 'DONE' and x.bound and x.type in (0, 1, 2, 3) and x.suggested_level_id <> o.level_id
  and x.assess_date > current_date - 60 order by x.assess_date desc limit 1) a on true
where o.org_id = $1 and o.status = 1 and o.oldman_name <> '秦月娥' and o.level_id = (select n.level_id from nursing_level n
    where n.org_id = o.org_id and n.level_name = '半护理（二级护理）')
  and not exists (select from stay_level x where x.org_id = s.org_id and x.stay_id = s.stay_id and x.from_date > current_date - 60
    and x.from_date > s.start_date)
  and not exists (select from outing u where u.org_id = o.org_id and u.oldman_id = o.oldman_id and u.state in (0, 1, 4, 6))
  and exists (select from fee_set f where f.org_id = s.org_id and f.stay_id = s.stay_id and f.to_date is null)
order by a.assessment_id is null, md5(o.oldman_id || 'regrade') limit 5`

interface Row extends Elder {
  id: string
  no: string
  day: string
  reason: string
  informed: string | null
  state: number
  applicant: string
  madeAt: string
  submittedAt: string | null
  decidedBy: string | null
  decidedAt: string | null
  opinion: string | null
}

const steps = (row: Row): { what: string; at: string; user: string; opinion: string | null }[] => [
  { what: 'propose', at: row.madeAt, user: row.applicant, opinion: row.reason },
  ...(row.submittedAt ? [{ what: 'submit', at: row.submittedAt, user: row.applicant, opinion: null }] : []),
  ...(row.decidedAt && row.decidedBy
    ? [
        {
          what: row.state === RegradeState.is.approved ? 'approve' : 'sendBack',
          at: row.decidedAt,
          user: row.decidedBy,
          opinion: row.opinion,
        },
      ]
    : []),
  ...(row.state === RegradeState.is.discarded
    ? [{ what: 'discard', at: row.submittedAt ?? row.madeAt, user: row.applicant, opinion: '家属希望再观察一个月' }]
    : []),
]

function past(demo: DemoContext, one: Past, i: number): Row {
  return {
    ...one,
    id: demo.id(`regrade:past:${i}`),
    no: '',
    informed: i % 2 === 0 ? '家属电话告知，同意新费用' : '家属到院签字确认',
    state: RegradeState.is.approved,
    applicant: demo.staff(i % 2 === 0 ? '宋文博' : '李晓梅'),
    madeAt: `${one.day} 07:1${i}:20`,
    submittedAt: `${one.day} 07:2${i}:05`,
    decidedBy: demo.staff('何静'),
    decidedAt: `${one.day} 07:4${i}:30`,
    opinion: i % 2 === 0 ? '同意，两周后复看' : null,
  }
}

function open(demo: DemoContext, elders: readonly Elder[]): Row[] {
  const nothing = { no: '', informed: null, submittedAt: null, decidedBy: null, decidedAt: null, opinion: null }
  const first = `${demo.day(31).slice(0, 7)}-01`
  const told: Omit<Row, keyof Elder>[] = [
    {
      ...nothing,
      id: demo.id('regrade:waits:0'),
      day: first,
      reason: '近一个月进食和如厕都要人协助，夜间需翻身',
      informed: '女儿 微信确认，同意新费用',
      state: RegradeState.is.waiting,
      applicant: demo.staff('宋文博'),
      madeAt: demo.at(-1, '15:40'),
      submittedAt: demo.at(-1, '15:58'),
    },
    {
      ...nothing,
      id: demo.id('regrade:waits:1'),
      day: demo.day(3),
      reason: '跌倒后行走需两人搀扶，护理组建议提高一级',
      informed: '儿子 电话告知',
      state: RegradeState.is.waiting,
      applicant: demo.staff('李晓梅'),
      madeAt: demo.at(-1, '16:10'),
      submittedAt: demo.at(-1, '16:32'),
    },
    {
      ...nothing,
      id: demo.id('regrade:returned'),
      day: first,
      reason: '夜间多次起床，需要加强看护',
      state: RegradeState.is.returned,
      applicant: demo.staff('李晓梅'),
      madeAt: demo.at(-4, '10:12'),
      submittedAt: demo.at(-4, '10:20'),
      decidedBy: demo.staff('何静'),
      decidedAt: demo.at(-4, '14:05'),
      opinion: '请先和家属说明费用，补上家属知情再提交',
    },
    {
      ...nothing,
      id: demo.id('regrade:draft'),
      day: first,
      reason: '评估后拟提高一级，项目待核对',
      state: RegradeState.is.draft,
      applicant: demo.staff('宋文博'),
      madeAt: demo.at(0, '08:05'),
    },
    {
      ...nothing,
      id: demo.id('regrade:discarded'),
      day: demo.day(-10),
      reason: '复评提示能力下降',
      state: RegradeState.is.discarded,
      applicant: demo.staff('宋文博'),
      madeAt: demo.at(-15, '09:30'),
    },
  ]
  return elders.flatMap((elder, i) => (told[i] ? [{ ...elder, ...told[i] }] : []))
}

// What an approved one had before it and left: enough to know that much has happened since.
const IMAGE = (side: '<' | '<=') => `jsonb_build_object('levelId', x."oldLevelId", 'fees', '[]'::jsonb,
  'care', jsonb_build_object('plans', '[]'::jsonb, 'assigned', '[]'::jsonb), 'levels', (select coalesce(jsonb_agg(jsonb_build_object(
    'from', y.from_date, 'levelId', y.level_id, 'reason', y.reason, 'userId', y.user_id, 'at', y.created_at) order by y.from_date), '[]')
    from stay_level y where y.org_id = $1::varchar and y.stay_id = x."stayId" and y.from_date ${side} x.day))`

const INSERT = `insert into regrade (org_id, regrade_id, regrade_no, oldman_id, stay_id, assessment_id, old_level_id, new_level_id,
  effective_date, reason, informed, template_id, state, applicant_id, submitted_at, decided_by, decided_at, opinion, images, created_at)
select $1::varchar, x.id, x.no, x."oldmanId", x."stayId", x."assessmentId", x."oldLevelId", x."newLevelId", x.day, x.reason, x.informed, $3,
  x.state, x.applicant, x."submittedAt", x."decidedBy", x."decidedAt", x.opinion,
  case when x.state = ${RegradeState.is.approved} then jsonb_build_object('before', ${IMAGE('<')}, 'after', ${IMAGE('<=')}) end, x."madeAt"
from jsonb_to_recordset($2::jsonb) as x(id text, no text, "oldmanId" text, "stayId" text, "assessmentId" text, "oldLevelId" text,
  "newLevelId" text, day date, reason text, informed text, state int, applicant text, "submittedAt" timestamptz, "decidedBy" text,
  "decidedAt" timestamptz, opinion text, "madeAt" timestamptz)`

const STEPS = `insert into regrade_step (org_id, step_id, regrade_id, what, opinion, user_id, user_name, created_at)
select $1::varchar, md5(x.id || x.what || x.at), x.id, x.what, x.opinion, x."user", e.emp_name, x.at::timestamptz
from jsonb_to_recordset($2::jsonb) as x(id text, what text, at text, "user" text, opinion text)
join employee e on e.org_id = $1::varchar and e.emp_id = x."user"`

const TEMPLATE = `select t.template_id as id from document_template t
where t.org_id = $1 and t.template_name = '护理等级变更补充协议' limit 1`

export default demoPart(64, async (tx, demo) => {
  const done = (await tx.client.query<Past>(PAST, [demo.orgId])).rows
  const fitting = (await tx.client.query<Elder>(FITTING, [demo.orgId])).rows
  const template = (await tx.client.query<{ id: string }>(TEMPLATE, [demo.orgId])).rows[0]?.id ?? null
  const rows = [...done.map((one, i) => past(demo, one, i)), ...open(demo, fitting)]
  const last = new Map<string, number>()
  for (const row of rows.sort((a, b) => a.madeAt.localeCompare(b.madeAt))) {
    const day = row.madeAt.slice(0, 10)
    const next = (last.get(day) ?? 0) + 1
    last.set(day, next)
    row.no = `DJ${day.replaceAll('-', '')}${String(next).padStart(4, '0')}`
  }
  await tx.client.query(INSERT, [demo.orgId, JSON.stringify(rows), template])
  const told = rows.flatMap((row) => steps(row).map((step) => ({ id: row.id, ...step })))
  await tx.client.query(STEPS, [demo.orgId, JSON.stringify(told)])
  await keepNumbers(
    tx,
    demo.orgId,
    'DJ',
    [...last].map(([day, count]) => ({ day, last: count })),
  )
  tx.log({ remark: `登记等级变更 ${rows.length} 份`, targetType: 'regrade' })
})
