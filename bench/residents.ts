// A large group of houses: 100,000 residents in 50 organisations, 2,000 of them in the one that is measured, most of
// them in beds. What the plain handler answers for the same lists stands here too, so that both read the same rows.
import type pg from 'pg'

const ORGANISATIONS = 50
const PER_ORGANISATION = 2000
const ROOMS = 600
const BEDS_PER_ROOM = 3
const IN_HOUSE = 1700

const OTHERS = `insert into organization select (jsonb_populate_record(o, jsonb_build_object('org_id', x.id, 'org_name', '基准机构' || x.n,
  'org_code', 'B' || lpad(x.n::text, 6, '0'), 'license_no', null))).* from organization o,
  (select n, 'bench' || lpad(n::text, 27, '0') as id from generate_series(1, $2::int) n) x where o.org_id = $1`

const ROOM_ROWS = `insert into room (org_id, room_id, room_name, sort)
select $1, md5('bench room' || n), 'B' || n, 1000 + n from generate_series(1, ${ROOMS}) n`
const BED_ROWS = `insert into bed (org_id, bed_id, bed_name, room_id, sort)
select $1, md5('bench bed' || n || '-' || k), lpad(k::text, 2, '0') || '床', md5('bench room' || n), k
from generate_series(1, ${ROOMS}) n, generate_series(1, ${BEDS_PER_ROOM}) k`

const RESIDENTS = `with bed as (
  select md5('bench bed' || n || '-' || k) as bed_id, row_number() over (order by n, k) as at
  from generate_series(1, ${ROOMS}) n, generate_series(1, ${BEDS_PER_ROOM}) k
)
insert into oldman (org_id, oldman_id, archive_no, oldman_name, pinyin, initials, sex, id_card, birth_date, phone, status,
  current_bed_id, check_in_date, attention, completeness, created_at)
select case when o = 0 then $1 else 'bench' || lpad(o::text, 27, '0') end, md5('bench resident' || o || '-' || n),
  'BX' || o || '-' || n, (array['王','李','张','刘','陈','杨','赵','黄'])[1 + n % 8] || (array['秀','建','玉','国','桂','德'])[1 + n % 6]
    || (array['兰','华','英','明','珍','福','芳'])[1 + n % 7],
  (array['wang','li','zhang','liu','chen','yang','zhao','huang'])[1 + n % 8] || (array['xiu','jian','yu','guo','gui','de'])[1 + n % 6]
    || (array['lan','hua','ying','ming','zhen','fu','fang'])[1 + n % 7],
  (array['w','l','z','l','c','y','z','h'])[1 + n % 8] || (array['x','j','y','g','g','d'])[1 + n % 6]
    || (array['l','h','y','m','z','f','f'])[1 + n % 7],
  n % 2, '3101011940' || lpad((o * 10000 + n)::text, 8, '0'), date '1935-01-01' + (n * 7) % 9000, '1390' || lpad(n::text, 7, '0'),
  case when o = 0 and n <= ${IN_HOUSE} then 1 else 3 end, case when o = 0 and n <= ${IN_HOUSE} then bed.bed_id end,
  case when o = 0 and n <= ${IN_HOUSE} then current_date - (n * 3) % 900 end,
  case when n % 6 = 0 then '[1]'::jsonb when n % 3 = 0 then '[4]'::jsonb else '[]'::jsonb end, 40 + n % 60,
  now() - n * interval '1 hour'
from generate_series(0, ${ORGANISATIONS - 1}) o, generate_series(1, ${PER_ORGANISATION}) n left join bed on bed.at = n`

const STAYS = `with s as (insert into stay (org_id, stay_id, oldman_id, kind, start_date, formal_date)
  select org_id, md5('bench stay' || oldman_id), oldman_id, 'FORMAL', check_in_date, check_in_date
  from oldman where org_id = $1 and archive_no like 'BX%' and status = 1 returning org_id, stay_id, start_date)
insert into stay_level (org_id, stay_id, from_date) select org_id, stay_id, start_date from s`
const OCCUPIED = `insert into occupancy (org_id, occ_id, bed_id, oldman_id, kind, stay_id, days)
select org_id, md5('bench occ' || oldman_id), current_bed_id, oldman_id, 'STAY', md5('bench stay' || oldman_id),
  daterange(check_in_date, null) from oldman where org_id = $1 and archive_no like 'BX%' and status = 1`
const ACCOUNTS = `insert into elder_account (org_id, oldman_id)
select org_id, oldman_id from oldman where archive_no like 'BX%'`
const FAMILY = `insert into oldman_family (org_id, family_id, oldman_id, name, relation, phone, emergency)
select org_id, md5('bench family' || oldman_id), oldman_id, '王建国', '20', '13800000000', true from oldman
where archive_no like 'BX%'`

export async function fillResidents(client: pg.Client, orgId: string): Promise<void> {
  await client.query(OTHERS, [orgId, ORGANISATIONS - 1])
  for (const text of [ROOM_ROWS, BED_ROWS, RESIDENTS, STAYS, OCCUPIED]) await client.query(text, values(text, orgId))
  for (const text of [ACCOUNTS, FAMILY]) await client.query(text)
  await client.query('vacuum analyze oldman, stay, stay_level, occupancy, elder_account, oldman_family, bed, room')
}

const values = (text: string, orgId: string) => (text.includes('$1') ? [orgId] : [])

/** The archive list as a handler without session, permission, scope or filters in words would write it. */
export const PLAIN_ARCHIVES = `select t.oldman_id as "oldmanId", t.oldman_name as "oldmanName", t.sex,
  extract(year from age(current_date, t.birth_date))::int as age, t.head, t.status, t.attention, t.archive_no as "archiveNo",
  t.birth_date as "birthDate", t.id_card as "idCard", t.phone, d.dept_name as "deptName", b.bed_id as "bedId",
  concat_ws('>', l.path, r.room_name, b.bed_name) as "bedPath", v.level_name as "levelName", t.category,
  t.check_in_date as "checkInDate", current_date - t.check_in_date as days, a.balance_fen as "balanceFen",
  a.owed_fen as "owedFen", f.name as "contactName", f.relation as "contactRelation", f.phone as "contactPhone",
  t.completeness, to_char(t.created_at, 'YYYY-MM-DD HH24:MI:SS') as "createTime", t.version
from oldman t left join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
left join bed b on b.org_id = t.org_id and b.bed_id = t.current_bed_id
left join room r on r.org_id = b.org_id and r.room_id = b.room_id
left join location l on l.org_id = r.org_id and l.location_id = r.area
left join nursing_level v on v.org_id = t.org_id and v.level_id = t.level_id
left join elder_account a on a.org_id = t.org_id and a.oldman_id = t.oldman_id
left join lateral (select f.name, f.relation, f.phone from oldman_family f
  where f.org_id = t.org_id and f.oldman_id = t.oldman_id order by f.emergency desc, f.sort limit 1) f on true
where t.org_id = $1 and ($4::text is null or t.oldman_name like $4 or t.initials like $4 or t.pinyin like $4)
order by t.created_at desc, t.oldman_id desc limit $2 offset $3`
export const PLAIN_COUNT = `select count(*) as total from oldman t where t.org_id = $1
  and ($2::text is null or t.oldman_name like $2 or t.initials like $2 or t.pinyin like $2)`
