// Devices of the demo house and what they reported in the last month: mattresses and call buttons of occupied beds.
// All alarms are handled; open ones come from real devices.
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'

/** Every third occupied bed has a mattress, each a call button; a few are offline. */
const DEVICES = `with occupied as (
  select t.current_bed_id as bed_id, t.oldman_id, row_number() over (order by t.current_bed_id) as n
  from oldman t where t.org_id = $1 and t.current_bed_id is not null
), made as (
  select bed_id, oldman_id, n, 'MATTRESS' as kind, 'CD' || lpad(n::text, 5, '0') as no from occupied where n % 3 = 0
  union all select bed_id, oldman_id, n, 'CALL', 'HJ' || lpad(n::text, 5, '0') from occupied
)
insert into device (org_id, device_id, device_no, kind, bed_id, online, in_bed, battery, last_at, created_at)
select $1, md5('device:' || no), no, kind, bed_id, case when n % 37 = 5 then 0 else 1 end,
  case when kind = 'CALL' or n % 37 = 5 then null when n % 9 = 0 then 0 else 1 end,
  case when kind = 'CALL' then 40 + (n * 7) % 60 end, now() - make_interval(secs => (n * 13) % 90), now() - interval '200 days'
from made`

/** Two to five calls a night and a day of the last 30 days, answered within minutes. */
const CALLS = `with caller as (
  select d.device_no, d.bed_id, t.oldman_id, row_number() over (order by d.device_no) as n, count(*) over () as total
  from device d join oldman t on t.org_id = d.org_id and t.current_bed_id = d.bed_id
  where d.org_id = $1 and d.kind = 'CALL'
), raised as (
  select day, k, current_date - day + make_interval(hours => (k * 5 + day * 3) % 24, mins => (k * 17 + day * 11) % 60) as at,
    1 + (day * 31 + k * 47) % greatest((select max(n) from caller), 1) as n
  from generate_series(1, 30) day, generate_series(1, 7) k where k <= 3 + (day * 7) % 5
)
insert into alarm_record (org_id, record_id, source, device_no, bed_id, oldman_id, type, content, raised_at, handled_at,
  handler_id, result, status)
select $1, md5('alarm:' || r.day || ':' || r.k), 'CALL', c.device_no, c.bed_id, c.oldman_id, 'BED_CALL', '床头呼叫', r.at,
  r.at + make_interval(secs => 40 + (r.day * 53 + r.k * 91) % 400), $2, '已到床前处理', 3
from raised r join caller c on c.n = r.n`

async function addDevices(tx: Tx, demo: DemoContext): Promise<void> {
  const devices = await tx.client.query(DEVICES, [demo.orgId])
  await tx.client.query(CALLS, [demo.orgId, demo.staff('何静')])
  tx.log({ remark: `登记床垫和呼叫器 ${devices.rowCount} 个`, targetType: 'device' })
}

export default demoPart(60, addDevices)
