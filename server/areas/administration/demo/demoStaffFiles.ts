// Files of the demo house's people: hired over the years, contracts of which some run out, certificates as their work asks for
// them (some over, some soon), and the elders of each ward shared out among its carers.
import { CertificateKind, StaffContractKind } from '#contract/administration/staffWords'
import { demoPart } from '#server/kit/demo'

const PLACES = ['上海杨浦', '江苏南通', '安徽阜阳', '江苏盐城', '河南周口', '安徽六安', '浙江嘉兴', '江西上饶']
const STREETS = ['国和路', '松花江路', '延吉中路', '控江路', '营口路', '殷行路']
const RELATIONS = ['配偶', '父母', '子女', '兄弟姐妹']
const FAMILY = ['张', '王', '陈', '周', '朱', '吴', '徐', '孙']

/** The number of an identity card as it is made up: a day of birth, an order and the check digit. */
const CARD = `with recursive digits as (
  select e.emp_id, '310110' || to_char(e.born, 'YYYYMMDD') || lpad((e.n * 2 + case e.sex when 1 then 1 else 0 end)::text, 3, '0') as body
  from people e)
select d.emp_id, d.body || substr('10X98765432', (select sum(substr(d.body, i, 1)::int * (array[7,9,10,5,8,4,2,1,6,3,7,9,10,5,8,4,2])[i])::int % 11
  from generate_series(1, 17) i) + 1, 1) as card from digits d`

/** Each of the house in a fixed order, with luck that is the same in every installation. */
const PEOPLE = `people as materialized (
  select e.*, row_number() over (order by e.sort, e.emp_id)::int as n,
    ($2::date - ((22 + abs(hashtext('born' || e.emp_name)) % 33) * 365 + abs(hashtext('day' || e.emp_name)) % 365)) as born,
    ($2::date - (120 + abs(hashtext('hired' || e.emp_name)) % 2900)) as hired,
    (select j.job_name from employee_job ej join job j on j.org_id = ej.org_id and j.job_id = ej.job_id
      where ej.org_id = e.org_id and ej.emp_id = e.emp_id limit 1) as job
  from employee e where e.org_id = $1)`

const KEYS = `with ${PEOPLE}
update employee e set emp_key = case p.emp_type when 'nursing' then 'HL' when 'medical' then 'YH' when 'sale' then 'XS' when 'logistics' then 'HQ'
  else 'XZ' end || lpad(p.n::text, 4, '0')
from people p where e.org_id = $1 and e.emp_id = p.emp_id and e.emp_key is null`

const FILES = `with ${PEOPLE}, cards as (${CARD})
insert into staff_file (org_id, emp_id, id_no, birthday, education, native_place, address, contact_name, contact_phone, contact_relation,
  hire_date, probation_end, skills, left_on, left_reason, left_note)
select $1, p.emp_id, c.card, p.born, (select v.value from dictionary d join dictionary_value v on v.org_id = d.org_id
    and v.dictionary_id = d.dictionary_id where d.org_id = $1 and d.dictionary_code = 'education'
      and v.value = any(case when p.emp_type in ('nursing', 'logistics') then array['40', '60', '70'] else array['20', '30'] end) order by abs(hashtext(v.value || p.emp_name)) limit 1),
  $3::jsonb ->> (p.n % 8), '上海市杨浦区' || ($4::jsonb ->> (p.n % 6)) || (p.n * 3 + 11) || '弄' || (p.n % 28 + 1) || '号',
  ($6::jsonb ->> (p.n % 8)) || ($7::jsonb ->> (p.n % 6)), '139' || lpad((16000000 + abs(hashtext('call' || p.emp_name)) % 9000000)::text, 8, '0'), $5::jsonb ->> (p.n % 4),
  p.hired, p.hired + 90,
  case when p.emp_type in ('nursing', 'medical') then (select array_agg(s order by s) from unnest(array['DEMENTIA', 'TUBE', 'STOMA', 'WOUND', 'REHAB',
    'BATH', 'HOSPICE', 'CPR', 'DIALECT']) s where abs(hashtext(s || p.emp_name)) % 3 = 0 or s = 'CPR') else '{}' end,
  case when p.status = 3 then $2::date - 14 end, case when p.status = 3 then 'RESIGNED' end, case when p.status = 3 then '回老家照顾家人' end
from people p left join cards c on c.emp_id = p.emp_id`

/** Three years at a time; after two of them without an end. A few end within the next weeks, one did last week. */
const CONTRACTS = `with ${PEOPLE}, kinds as (
  select p.*, case when p.born < $2::date - 58 * 365 then '${StaffContractKind.is.REHIRED}' when p.hired < $2::date - 2200 then '${StaffContractKind.is.OPEN}'
    else '${StaffContractKind.is.FIXED}' end as kind,
    case when p.n % 17 = 3 then $2::date + 22 when p.n % 23 = 5 then $2::date + 51 when p.n % 29 = 7 then $2::date - 6
      else $2::date + 90 + abs(hashtext('until' || p.emp_name)) % 900 end as until
  from people p where p.status <> 3)
insert into staff_contract (org_id, contract_id, emp_id, kind, number, start_date, end_date)
select $1, md5('demo:contract:' || k.emp_id), k.emp_id, k.kind, 'LD' || to_char(k.hired, 'YYYY') || '-' || lpad(k.n::text, 3, '0'), k.hired,
  case when k.kind <> '${StaffContractKind.is.OPEN}' then greatest(k.until, k.hired + 365) end
from kinds k`

/** What each work asks for; the health certificate of everybody, of which some are over and some will be. */
const CERTIFICATES = `with ${PEOPLE}, wanted as (
  select p.emp_id, p.n, p.emp_name, p.hired, w.kind, w.level, w.issuer, w.months from people p cross join lateral (
    select '${CertificateKind.is.HEALTH}' as kind, null::text as level, '杨浦区疾病预防控制中心' as issuer, 12 as months
    union all select '${CertificateKind.is.CARER}', (array['五级/初级工', '四级/中级工', '三级/高级工'])[p.n % 3 + 1], '上海市职业技能鉴定中心', null
      where p.emp_type = 'nursing'
    union all select '${CertificateKind.is.NURSE}', null, '上海市卫生健康委员会', 60 where p.job in ('护士长', '责任护士')
    union all select '${CertificateKind.is.DOCTOR}', null, '上海市卫生健康委员会', null where p.job = '医生'
    union all select '${CertificateKind.is.FIRST_AID}', null, '上海市红十字会', 24 where p.emp_type in ('nursing', 'medical') and p.n % 3 = 1
    union all select '${CertificateKind.is.FOOD}', null, '杨浦区市场监督管理局', 12 where p.job in ('厨师长', '营养师')
    union all select '${CertificateKind.is.NO_CRIME}', null, '杨浦公安分局', null where p.n % 2 = 0) w where p.status <> 3)
insert into staff_certificate (org_id, certificate_id, emp_id, kind, number, level, issuer, issued_on, valid_to)
select $1, md5('demo:certificate:' || w.kind || w.emp_id), w.emp_id, w.kind,
  left(w.kind, 2) || to_char($2::date, 'YYYY') || lpad((w.n * 37 % 9973)::text, 5, '0'), w.level, w.issuer,
  case when w.months is null then w.hired + 30 else (v.until - make_interval(months => w.months))::date end, case when w.months is not null then v.until end
from wanted w cross join lateral (select case
    when w.kind = '${CertificateKind.is.HEALTH}' and w.n % 19 = 4 then $2::date - (3 + w.n % 20)
    when w.kind = '${CertificateKind.is.HEALTH}' and w.n % 11 = 6 then $2::date + (5 + w.n % 50)
    else $2::date + 70 + abs(hashtext(w.kind || w.emp_name)) % (greatest(coalesce(w.months, 12), 6) * 24) end as until) v`

/** The elders of a ward in turn to its carers; the newest few have nobody yet. */
const CHARGES = `with carers as (
  select e.emp_id, e.dept_id, row_number() over (partition by e.dept_id order by e.sort, e.emp_id) - 1 as place, count(*) over (partition by e.dept_id) as all
  from employee e where e.org_id = $1 and e.emp_type = 'nursing' and e.status not in (3, 4)),
elders as (
  select o.oldman_id, o.dept_id, row_number() over (partition by o.dept_id order by o.archive_no) - 1 as place from oldman o
  where o.org_id = $1 and o.status in (1, 4))
insert into staff_charge (org_id, charge_id, emp_id, oldman_id, from_day)
select $1, md5('demo:charge:' || o.oldman_id), c.emp_id, o.oldman_id, $2::date - (20 + abs(hashtext(o.oldman_id)) % 200)
from elders o join carers c on c.dept_id = o.dept_id and c.place = o.place % c.all where abs(hashtext(o.oldman_id)) % 12 <> 0`

const DUE = `insert into training_due (org_id, emp_type, hours) select $1, t.type, t.hours
from (values ('nursing', 24), ('medical', 24), ('logistics', 12)) as t(type, hours) on conflict do nothing`

export default demoPart(69, async (tx, demo) => {
  const values = [demo.orgId, demo.today]
  const words = [PLACES, STREETS, RELATIONS, FAMILY, ['建华', '秀英', '志强', '桂兰', '明', '丽']]
  await tx.client.query(KEYS, values)
  await tx.client.query(FILES, [...values, ...words.map((one) => JSON.stringify(one))])
  await tx.client.query(CONTRACTS, values)
  await tx.client.query(CERTIFICATES, values)
  await tx.client.query(CHARGES, values)
  await tx.client.query(DUE, [demo.orgId])
})
