// Applications of the last months: the changes of bed that the timelines tell of were asked for and agreed to, one was
// declined, one taken back, and one waits for the head nurse.
import { type DemoContext, demoPart } from '#server/kit/demo'
import { keepNumbers } from '#server/kit/numbers'

const PATH = `concat_ws(' › ', nullif(replace(l.path, '>', ' › '), ''), r.room_name, b.bed_name)`
const PLACED = `join room r on r.org_id = b.org_id and r.room_id = b.room_id
  left join location l on l.org_id = r.org_id and l.location_id = r.area`

interface Move {
  oldmanId: string
  name: string
  stayId: string
  fromId: string
  fromPath: string
  toId: string
  toPath: string
}

interface Done extends Move {
  day: string
  reason: string
  userId: string
}

// Where somebody lay before a day and from that day on.
const DONE = `select e.oldman_id as "oldmanId", o.oldman_name as name, e.stay_id as "stayId", e.day, e.reason, e.user_id as "userId",
  was.id as "fromId", was.path as "fromPath", new.id as "toId", new.path as "toPath"
from stay_event e join oldman o on o.org_id = e.org_id and o.oldman_id = e.oldman_id
cross join lateral (select b.bed_id as id, ${PATH} as path from occupancy c
  join bed b on b.org_id = c.org_id and b.bed_id = c.bed_id ${PLACED}
  where c.org_id = e.org_id and c.stay_id = e.stay_id and c.kind = 'STAY' and upper(c.days) = e.day) was
cross join lateral (select b.bed_id as id, ${PATH} as path from occupancy c
  join bed b on b.org_id = c.org_id and b.bed_id = c.bed_id ${PLACED}
  where c.org_id = e.org_id and c.stay_id = e.stay_id and c.kind = 'STAY' and lower(c.days) = e.day) new
where e.org_id = $1 and e.kind = 'adjustBed' and e.day between current_date - 120 and current_date - 1
order by e.day desc, e.oldman_id limit 4`

// A free bed with room-mates of the same sex on the same floor, for people who are at home and long here.
const POSSIBLE = `select o.oldman_id as "oldmanId", o.oldman_name as name, s.stay_id as "stayId",
  own.bed_id as "fromId", own.path as "fromPath", free.bed_id as "toId", free.path as "toPath"
from oldman o
join stay s on s.org_id = o.org_id and s.oldman_id = o.oldman_id and s.end_date is null and s.start_date < current_date - 90
  and not s.whole_room
join lateral (select b.bed_id, r.room_id, r.area, ${PATH} as path from bed b ${PLACED}
  where b.org_id = o.org_id and b.bed_id = o.current_bed_id) own on true
join lateral (select b.bed_id, ${PATH} as path from bed b ${PLACED}
  where b.org_id = o.org_id and r.area = own.area and r.room_id <> own.room_id and b.is_used = 0 and b.display = 0
    and not exists (select 1 from bed_mark m where m.org_id = b.org_id and m.bed_id = b.bed_id)
    and not exists (select 1 from occupancy c where c.org_id = b.org_id and c.bed_id = b.bed_id
      and c.days && daterange(current_date, null))
    and exists (select 1 from bed x join oldman y on y.org_id = x.org_id and y.current_bed_id = x.bed_id
      where x.org_id = b.org_id and x.room_id = r.room_id)
    and not exists (select 1 from bed x join oldman y on y.org_id = x.org_id and y.current_bed_id = x.bed_id
      where x.org_id = b.org_id and x.room_id = r.room_id and y.sex <> o.sex)
  order by b.bed_id limit 1) free on true
where o.org_id = $1 and o.status = 1 and not exists (select 1 from outing u where u.org_id = o.org_id
  and u.oldman_id = o.oldman_id and u.state in (0, 1, 4, 6))
  and not exists (select 1 from stay_event e where e.org_id = o.org_id and e.oldman_id = o.oldman_id
    and e.kind in ('adjustBed', 'exchangeBed'))
order by md5(o.oldman_id || 'apply') limit 3`

interface Row extends Move {
  id: string
  no: string
  day: string
  reason: string
  applicant: string
  auditor: string | null
  state: 0 | 1 | 2 | 3
  remark: string | null
  askedAt: string
  decidedAt: string | null
}

const agreed = (demo: DemoContext, done: Done, i: number): Row => ({
  ...done,
  id: demo.id(`apply:agreed:${i}`),
  no: '',
  applicant: done.userId,
  auditor: demo.staff('何静'),
  state: 1,
  remark: i % 2 === 0 ? '同意，已与双方家属沟通' : null,
  askedAt: `${done.day} 08:3${i}:12`,
  decidedAt: `${done.day} 08:5${i}:40`,
})

/** What became of those that were not carried out. */
const others = (demo: DemoContext, [waits, declined, taken]: readonly [Move, Move, Move]): Row[] => [
  {
    ...waits,
    id: demo.id('apply:waits'),
    no: '',
    day: demo.day(1),
    reason: '想和老邻居住得近一些，家属也同意',
    applicant: demo.staff('吴倩'),
    auditor: null,
    state: 0,
    remark: null,
    askedAt: demo.at(-1, '16:20'),
    decidedAt: null,
  },
  {
    ...declined,
    id: demo.id('apply:declined'),
    no: '',
    day: demo.day(-18),
    reason: '家属希望换到朝南房间',
    applicant: demo.staff('刘敏'),
    auditor: demo.staff('何静'),
    state: 2,
    remark: '老人夜间需频繁照护，现在的房间离护士站近，暂不调整',
    askedAt: demo.at(-19, '10:05'),
    decidedAt: demo.at(-19, '14:30'),
  },
  {
    ...taken,
    id: demo.id('apply:taken'),
    no: '',
    day: demo.day(-33),
    reason: '与室友作息不合',
    applicant: demo.staff('吴倩'),
    auditor: null,
    state: 3,
    remark: '两位老人已经商量好，不换了',
    askedAt: demo.at(-34, '09:40'),
    decidedAt: demo.at(-34, '17:15'),
  },
]

const INSERT = `insert into residence_apply (org_id, apply_id, apply_no, oldman_id, stay_id, bed_id, kind, move, body, content,
  changes, day, reason, applicant_id, auditor_id, decided_at, remark, state, created_at)
select $1, x.id, x.no, x."oldmanId", x."stayId", x."fromId", 'bedChange', 'adjustBed',
  jsonb_build_object('oldmanId', x."oldmanId", 'bedId', x."toId", 'effectiveDate', x.day::text, 'reason', x.reason),
  '调床 ' || x."fromPath" || ' → ' || x."toPath",
  jsonb_build_object('床位', jsonb_build_array(x."fromPath", x."toPath"), '生效日期', jsonb_build_array(null, x.day::text)),
  x.day, x.reason, x.applicant, x.auditor, x."decidedAt", x.remark, x.state, x."askedAt"
from jsonb_to_recordset($2::jsonb) as x(id text, no text, "oldmanId" text, name text, "stayId" text, "fromId" text,
  "fromPath" text, "toId" text, "toPath" text, day date, reason text, applicant text, auditor text,
  "decidedAt" timestamptz, remark text, state int, "askedAt" timestamptz)`

// The timeline says the same.
const EVENTS = `insert into stay_event (org_id, event_id, oldman_id, stay_id, kind, day, content, reason, user_id, user_name, created_at)
select a.org_id, md5(a.apply_id || v.what), a.oldman_id, a.stay_id, 'apply', v.moment::date, v.content, v.reason, v.user_id,
  p.emp_name, v.moment
from residence_apply a join employee asker on asker.org_id = a.org_id and asker.emp_id = a.applicant_id
cross join lateral (values
  ('asked', a.created_at, '提交调床申请 ' || a.apply_no || '，待审核', a.reason, a.applicant_id),
  ('decided', a.decided_at, case a.state when 1 then '通过' || asker.emp_name || '提交的' when 2 then '拒绝' || asker.emp_name || '提交的'
    else '撤回' end || '调床申请 ' || a.apply_no, a.remark, coalesce(a.auditor_id, a.applicant_id))
) as v(what, moment, content, reason, user_id)
join employee p on p.org_id = a.org_id and p.emp_id = v.user_id
where a.org_id = $1 and v.moment is not null`

export default demoPart(61, async (tx, demo) => {
  const done = (await tx.client.query<Done>(DONE, [demo.orgId])).rows
  const possible = (await tx.client.query<Move>(POSSIBLE, [demo.orgId])).rows
  if (possible.length < 3) return
  const rows = [
    ...done.map((one, i) => agreed(demo, one, i)),
    ...others(demo, possible as unknown as readonly [Move, Move, Move]),
  ]
  const last = new Map<string, number>()
  for (const row of rows.sort((a, b) => a.askedAt.localeCompare(b.askedAt))) {
    const day = row.askedAt.slice(0, 10)
    const next = (last.get(day) ?? 0) + 1
    last.set(day, next)
    row.no = `SQ${day.replaceAll('-', '')}${String(next).padStart(4, '0')}`
  }
  await tx.client.query(INSERT, [demo.orgId, JSON.stringify(rows)])
  await tx.client.query(EVENTS, [demo.orgId])
  await keepNumbers(
    tx,
    demo.orgId,
    'SQ',
    [...last].map(([day, count]) => ({ day, last: count })),
  )
  tx.log({ remark: `登记居住申请 ${rows.length} 份`, targetType: 'residenceApply' })
})
