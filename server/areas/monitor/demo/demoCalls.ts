// Calls of the last thirty days in the demo house, each with its alarm: who went, how long it took, what was asked for.
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'

const WORKERS: readonly (readonly [dept: string, people: readonly string[]])[] = [
  ['松鹤楼护理组', ['李晓梅', '张翠兰', '马春花', '陆小燕']],
  ['长青楼护理组', ['周岚', '王桂香', '高志远', '丁力']],
  ['康宁楼护理组', ['许佳慧', '陈秀珍', '单文静', '唐婉']],
]

/**
 * More calls in the morning, after meals and in the early night. One in twelve is reset at the bed before anybody answers
 * (an R10 then counts as taken back); a few bed calls grow into a call for reinforcement.
 */
const CALLS = `with point as (
  select d.device_id, d.device_no, d.bed_id, d.room_id, d.call_family, d.caller_type, coalesce(r.dept_id, '') as dept_id,
    (select o.oldman_id from oldman o where o.org_id = d.org_id and o.current_bed_id = d.bed_id) as oldman_id,
    row_number() over (partition by d.caller_type order by md5(d.device_no)) as n, count(*) over (partition by d.caller_type) as total
  from device d left join bed b on b.org_id = d.org_id and b.bed_id = d.bed_id
  left join room r on r.org_id = d.org_id and r.room_id = coalesce(b.room_id, d.room_id)
  where d.org_id = $1 and d.kind = 'CALL' and num_nonnulls(d.bed_id, d.room_id) = 1
), pressed as (
  select day, k, (day * 7919 + k * 104729) % 1000003 as seed,
    (array['BED','BED','BED','TOILET','BED','BED','DOOR','TOILET'])[1 + (day * 5 + k * 3) % 8] as type,
    (array[6,6,7,7,8,9,10,11,11,12,13,14,15,16,17,17,18,18,19,19,20,20,21,21,22,23,0,1,2,3,4,5,5])[1 + (day * 7 + k * 10) % 33] as hour
  from generate_series(0, 29) day, generate_series(1, 18) k where k <= 11 + (day * 7) % 8
), placed as (
  select p.*, c.device_id, c.device_no, c.bed_id, c.room_id, c.call_family, c.dept_id, c.oldman_id,
    case when p.type = 'BED' and p.seed % 29 = 0 then 'REINFORCE' else c.caller_type end as caller_type,
    current_date - p.day + make_interval(hours => p.hour, mins => (p.seed / 7 % 60)::int, secs => (p.seed / 3 % 60)::int) as at,
    case when p.seed % 5 = 0 then 62 + p.seed % 170 else 9 + p.seed % 47 end as wait,
    70 + (p.seed / 11) % 420 as handling, p.seed % 12 = 7 as reset
  from pressed p join point c on c.caller_type = p.type and c.n = 1 + (p.seed / 13) % c.total
), timed as (
  select *, md5('alarm:' || day || ':' || k) as id, at + make_interval(secs => wait::int) as answered,
    at + make_interval(secs => (wait + case when reset then 0 else handling end)::int) as cleared,
    case when reset then null else (array['1','1','2','3','3','4','5','6','1','3'])[1 + (seed / 17) % 10] end as deal,
    (select w.people ->> ((seed / 19) % 4)::int from jsonb_to_recordset($2::jsonb) as w(dept text, people jsonb)
      where w.dept = dept_id) as worker
  from placed where at < now() - interval '20 minutes'
), labelled as (
  select t.*, coalesce(t.worker, $3) as who, v.label from timed t
  left join dictionary d on d.org_id = $1 and d.dictionary_code = 'callDealType'
  left join dictionary_value v on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id and v.value = t.deal
), alarms as (
  insert into alarm_record (org_id, record_id, source, device_no, device_id, bed_id, room_id, oldman_id, dept_id, type, level, urgency,
    content, start_at, raised_at, taken_at, taker_id, handled_at, handler_id, result, status, rank)
  select $1, id, 'CALL', device_no, device_id, bed_id, room_id, oldman_id, nullif(dept_id, ''), caller_type,
    case when caller_type in ('TOILET', 'REINFORCE') then 3 else 2 end, 1,
    case caller_type when 'TOILET' then '卫生间' when 'DOOR' then '门口' when 'REINFORCE' then '增援' else '床头' end || '呼叫',
    at, at, case when not reset then answered end, case when not reset then who end, cleared, case when not reset then who end,
    case when reset then '床旁复位' else label end, 3, 1
  from labelled returning record_id
), calls as (
  insert into call_record (org_id, call_id, family, device_id, device_no, bed_id, room_id, oldman_id, dept_id, caller_type, call_at,
    presses, answer_at, answer_by, clear_at, clear_by, clear_from, deal_type)
  select $1, id, call_family, device_id, device_no, bed_id, room_id, oldman_id, nullif(dept_id, ''), caller_type, at,
    1 + (seed % 4 = 1)::int + (seed % 9 = 2)::int, case when not reset then answered end, case when not reset then who end, cleared,
    case when not reset then who end, case when reset then 'BEDSIDE' else 'DESK' end, deal
  from labelled returning call_id
)
insert into alarm_step (org_id, step_id, record_id, kind, user_id, user_name, note, at)
select $1, md5(l.id || s.kind), l.id, s.kind, case when s.kind <> 'RAISED' and not l.reset then l.who end,
  case when s.kind <> 'RAISED' and not l.reset then e.emp_name end,
  case when s.kind = 'HANDLED' then case when l.reset then '床旁复位' else l.label end end,
  case s.kind when 'RAISED' then l.at when 'TAKEN' then l.answered else l.cleared end
from labelled l cross join (values ('RAISED'), ('TAKEN'), ('HANDLED')) s(kind)
left join employee e on e.org_id = $1 and e.emp_id = l.who
where s.kind <> 'TAKEN' or not l.reset`

async function addCalls(tx: Tx, demo: DemoContext): Promise<void> {
  const workers = WORKERS.map(([dept, people]) => ({ dept: demo.dept(dept), people: people.map(demo.staff) }))
  await tx.client.query(CALLS, [demo.orgId, JSON.stringify(workers), demo.staff('何静')])
  const { rows } = await tx.client.query<{ calls: number }>(
    'select count(*) as calls from call_record where org_id = $1',
    [demo.orgId],
  )
  tx.log({ remark: `记下近 30 天呼叫 ${rows[0]!.calls} 条`, targetType: 'call' })
}

export default demoPart(61, addCalls)
