// Devices of the demo house: mattresses and call points of occupied beds, call points of toilets and doors, tags of
// residents and staff. Open alarms come from real devices alone.
import { randomBytes } from 'node:crypto'
import { giveMqttAccounts } from '#server/areas/platform/public'
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { hashDeviceSecret } from '#server/kit/mqttCredentials'

/** Every third occupied bed has a mattress, each a call point of one of the three families; a few are offline. */
const OF_BEDS = `with occupied as (
  select t.current_bed_id as bed_id, row_number() over (order by t.current_bed_id) as n
  from oldman t where t.org_id = $1 and t.current_bed_id is not null
), made as (
  select bed_id, null::text as room_id, n, 'MATTRESS' as kind, 'CD' || lpad(n::text, 5, '0') as no, 'SM-200' as model,
    null::text as family, null::text as type, 5 as interval_s from occupied where n % 3 = 0
  union all
  select bed_id, null, n, 'CALL', 'HJ' || lpad(n::text, 5, '0'), case when n % 7 = 0 then 'R10-B' when n % 11 = 0 then 'A10-S' else 'R6-H' end,
    case when n % 7 = 0 then 'R10' when n % 11 = 0 then 'A10' else 'R6R7' end, 'BED', 600 from occupied
  union all
  select null, room_id, n + 500, 'CALL', 'WS' || lpad(n::text, 5, '0'), 'R7-T', case when n % 9 = 0 then 'R10' else 'R6R7' end, 'TOILET', 600
  from (select room_id, row_number() over (order by room_id) as n from (
    select distinct b.room_id from oldman t join bed b on b.org_id = t.org_id and b.bed_id = t.current_bed_id
    where t.org_id = $1) rooms) rooms
  union all
  select null, room_id, n + 900, 'CALL', 'MK' || lpad(n::text, 5, '0'), 'R7-D', 'R6R7', 'DOOR', 600
  from (select room_id, row_number() over (order by room_id) as n from (
    select distinct b.room_id from oldman t join bed b on b.org_id = t.org_id and b.bed_id = t.current_bed_id
    where t.org_id = $1) rooms) rooms where n % 8 = 3
)
insert into device (org_id, device_id, device_no, kind, model, bed_id, room_id, call_family, caller_type, online, in_bed, battery,
  interval_s, firmware, last_upgrade, clock_offset_s, bad_count, bad_at, bad_reason, last_at, created_at)
select $1, md5('device:' || no), no, kind, model, bed_id, room_id, family, type, case when n % 37 = 5 then 0 else 1 end,
  case when kind = 'CALL' or n % 37 = 5 then null when n % 9 = 0 then 0 else 1 end,
  case when kind = 'CALL' then 8 + (n * 7) % 92 end, interval_s,
  case kind when 'MATTRESS' then '2.4.' || n % 3 else '1.8.' || n % 2 end, case when n % 41 = 0 then 0 when n % 5 = 0 then 2 else 1 end,
  case when n % 53 = 10 then 3600 when n % 59 = 3 then -480 else n % 7 - 3 end,
  case when n % 67 = 9 then 4 else 0 end, case when n % 67 = 9 then now() - interval '3 hours' end,
  case when n % 67 = 9 then '心率应为 0 到 255 之间的整数' end,
  now() - make_interval(secs => (n * 13) % 90), now() - interval '200 days'
from made`

/** Forty residents wear a tag (those with dementia first), and ten people of the care groups. */
const TAGS = `with worn as (
  select t.oldman_id, null::text as user_id, row_number() over (order by t.attention @> '[1]' desc,
    md5(t.oldman_id)) as n
  from oldman t where t.org_id = $1 and t.current_bed_id is not null
  union all
  select null, e.emp_id, 900 + row_number() over (order by e.emp_key, e.emp_id)
  from employee e join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id
  where e.org_id = $1 and d.dept_name like '%护理%'
)
insert into device (org_id, device_id, device_no, kind, model, oldman_id, user_id, tag_type, online, battery, interval_s, firmware,
  last_upgrade, last_at, created_at)
select $1, md5('device:BQ' || n), 'BQ' || lpad(n::text, 5, '0'), 'TAG', case when n % 4 = 0 then 'W3' else 'B2' end, oldman_id,
  user_id, case when n % 4 = 0 then 33 else 34 end, case when n % 17 = 6 then 0 else 1 end, 12 + (n * 13) % 88, 10,
  '3.0.' || n % 2, case when n % 6 = 0 then 2 else 1 end, now() - make_interval(secs => (n * 7) % 60), now() - interval '120 days'
from worn where n <= 40 or (n > 900 and n <= 910)`

/** Bought, not hung up yet. */
const SPARE = `insert into device (org_id, device_id, device_no, kind, model, call_family, caller_type, tag_type, interval_s, created_at)
select $1, md5('device:' || no), no, kind, model, family, type, tag, s, now() - interval '6 days'
from (values ('CD90001', 'MATTRESS', 'SM-200', null, null, null::int, 5), ('CD90002', 'MATTRESS', 'SM-200', null, null, null, 5),
  ('HJ90001', 'CALL', 'R10-B', 'R10', 'BED', null, 600), ('BQ90001', 'TAG', 'B2', null, null, 34, 10)) v(no, kind, model, family, type, tag, s)`

const STATES = `insert into device_state (org_id, device_id, heard_at, at, in_bed, battery, signal)
select org_id, device_id, last_at, last_at, in_bed, battery, -45 - (device_key % 40) from device where org_id = $1`

/** Accounts whose secrets nobody knows: the simulator gives itself new ones, as does whoever connects a real device. */
async function addAccounts(tx: Tx, demo: DemoContext): Promise<void> {
  const { rows } = await tx.client.query<{ deviceId: string }>(
    `select device_id as "deviceId" from device where org_id = $1 and device_no not like '%9000_'`,
    [demo.orgId],
  )
  const secretHash = hashDeviceSecret(randomBytes(18).toString('base64url'))
  await giveMqttAccounts(
    tx,
    rows.map(({ deviceId }) => ({ deviceId, clientName: `sim-${deviceId}`, secretHash })),
  )
}

async function addDevices(tx: Tx, demo: DemoContext): Promise<void> {
  let count = 0
  for (const statement of [OF_BEDS, TAGS, SPARE])
    count += (await tx.client.query(statement, [demo.orgId])).rowCount ?? 0
  await tx.client.query(STATES, [demo.orgId])
  await addAccounts(tx, demo)
  tx.log({ remark: `登记床垫、呼叫器和标签 ${count} 个`, targetType: 'device' })
}

export default demoPart(60, addDevices)
