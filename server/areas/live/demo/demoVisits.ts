// Three months of visits: families above all, some volunteers, craftsmen and inspections, people who came to look at
// the house; and six parties who are inside now, one of whom forgot to sign out last night.

import type { Tx } from '#server/kit/caller'
import { type Chance, chance } from '#server/kit/chance'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { namePinyin } from '#server/kit/pinyin'
import { addNumbers } from './demoConsultations.ts'
import { childName, surname } from './demoNames.ts'

const SEED = 20_260_815
const DAYS = 90

interface Host {
  oldmanId: string
  name: string
  relation: string
  phone: string
  /** Days in the house. */
  days: number
}

const HOSTS = `select t.oldman_id as "oldmanId", f.name, f.relation, f.phone, (current_date - t.check_in_date) as days
from oldman t join oldman_family f on f.org_id = t.org_id and f.oldman_id = t.oldman_id
where t.org_id = $1 and t.status in (1, 4) and t.check_in_date is not null order by t.oldman_id, f.sort, f.family_id`

interface Looked {
  consultationId: string
  consultant: string
  phone: string
  /** yyyy-MM-dd HH:mm:ss of the talk in the house. */
  at: string
}

const LOOKED = `select c.consultation_id as "consultationId", c.consultant_name as consultant, c.consultant_phone as phone,
  c.visited_at as at from consultation c
where c.org_id = $1 and c.visited_at >= current_date - ${DAYS} order by c.visited_at, c.consultation_id`

const ITEMS = ['水果、牛奶', '换洗衣物', '点心', '助行器', '家乡菜', '鲜花', '报纸、老花镜', '纸尿裤两包'] as const
const HOUSE = [
  ['3', '浦江志愿者服务队', 8, '陪聊、理发'],
  ['3', '国定路小学', 24, '重阳节表演'],
  ['5', '区民政局养老科', 3, null],
  ['5', '区市场监督管理局', 2, '食堂检查'],
  ['6', '永利电梯维保', 2, '工具箱'],
  ['6', '安泰消防维保', 3, '检测仪器'],
  ['7', '光明乳业配送', 1, '牛奶'],
  ['7', '康泰医疗器械', 1, '护理床垫两张'],
  ['8', '人寿保险公司', 1, null],
] as const

interface Row extends Record<string, unknown> {
  in_time: string
}

const two = (value: number) => String(value).padStart(2, '0')
const clock = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`

function familyVisit(luck: Chance, demo: DemoContext, host: Host, ago: number): Row {
  const start = luck.between(9 * 60, 16 * 60 + 30)
  const friend = luck.often(0.12)
  const remote = luck.often(0.05)
  const visitor = friend ? childName(luck, surname(luck), luck.often(0.5)) : host.name
  return {
    oldman_id: host.oldmanId,
    visitor,
    ...namePinyin(visitor),
    phone: friend ? null : host.phone,
    relation: friend ? '70' : host.relation,
    type: friend ? '2' : '1',
    manner: remote ? '2' : '1',
    people: remote ? 1 : luck.pick([1, 1, 1, 2, 2, 3]),
    in_time: demo.at(-ago, clock(start)),
    out_time: demo.at(-ago, clock(start + luck.between(25, 150))),
    temperature: remote ? null : 361 + luck.below(9),
    items: remote || luck.often(0.4) ? null : luck.pick(ITEMS),
    consultation_id: null,
  }
}

function houseVisit(luck: Chance, demo: DemoContext, ago: number): Row {
  const [type, visitor, people, items] = luck.pick(HOUSE)
  const start = luck.between(8 * 60 + 30, 15 * 60)
  return {
    oldman_id: null,
    visitor,
    ...namePinyin(visitor),
    phone: `021-5${String(5_000_000 + luck.below(4_000_000)).slice(0, 7)}`,
    relation: null,
    type,
    manner: null,
    people,
    in_time: demo.at(-ago, clock(start)),
    out_time: demo.at(-ago, clock(start + luck.between(40, 170))),
    temperature: null,
    items,
    consultation_id: null,
  }
}

const lookedVisit = (one: Looked): Row => ({
  oldman_id: null,
  visitor: one.consultant,
  ...namePinyin(one.consultant),
  phone: one.phone,
  relation: null,
  type: '4',
  manner: '1',
  people: 2,
  in_time: one.at,
  out_time: `${one.at.slice(0, 10)} ${clock(Number(one.at.slice(11, 13)) * 60 + Number(one.at.slice(14, 16)) + 70)}:00`,
  temperature: 365,
  items: null,
  consultation_id: one.consultationId,
})

const INSERT = `insert into visit (org_id, visit_id, visit_no, oldman_id, visitor, pinyin, initials, phone, relation, type,
  manner, people, in_time, out_time, temperature, items, consultation_id, user_id, created_at, updated_at)
select $1, x.visit_id, x.visit_no, x.oldman_id, x.visitor, x.pinyin, x.initials, x.phone, x.relation, x.type, x.manner,
  x.people, x.in_time, x.out_time, x.temperature, x.items, x.consultation_id, $3, x.in_time,
  coalesce(x.out_time, x.in_time)
from jsonb_to_recordset($2::jsonb) as x(visit_id text, visit_no text, oldman_id text, visitor text, pinyin text,
  initials text, phone text, relation text, type text, manner text, people int, in_time timestamptz,
  out_time timestamptz, temperature int, items text, consultation_id text)`

/** Minutes ago that those who are inside now came; a start just after midnight has them come at midnight. */
const INSIDE = [12, 34, 55, 96, 285]

async function addVisits(tx: Tx, demo: DemoContext): Promise<void> {
  const luck = chance(SEED)
  const hosts = (await tx.client.query<Host>(HOSTS, [demo.orgId])).rows
  const looked = (await tx.client.query<Looked>(LOOKED, [demo.orgId])).rows
  const clockNow = await tx.client.query<{ now: string }>('select now() as now')
  const now = new Date(`${clockNow.rows[0]!.now.slice(0, 19).replace(' ', 'T')}Z`).getTime()
  const minutesAgo = (minutes: number) => {
    const at = new Date(now - minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')
    return at < demo.at(0, '00:00') ? demo.at(0, '00:00') : at
  }
  const rows: Row[] = looked.map(lookedVisit)
  for (let ago = DAYS; ago >= 1 && hosts.length > 0; ago--) {
    const weekday = new Date(`${demo.day(-ago)}T00:00:00Z`).getUTCDay()
    const weekend = weekday === 0 || weekday === 6
    for (let n = luck.between(1, weekend ? 5 : 3); n > 0; n--) {
      const host = luck.pick(hosts)
      if (host.days > ago) rows.push(familyVisit(luck, demo, host, ago))
    }
    if (!weekend && luck.often(0.35)) rows.push(houseVisit(luck, demo, ago))
  }
  const inside = hosts.length === 0 ? [] : INSIDE
  for (const minutes of inside) {
    rows.push({
      ...familyVisit(luck, demo, luck.pick(hosts), 1),
      manner: '1',
      in_time: minutesAgo(minutes),
      out_time: null,
    })
  }
  if (hosts.length > 0) {
    rows.push({
      ...familyVisit(luck, demo, luck.pick(hosts), 1),
      manner: '1',
      in_time: demo.at(-1, '18:40'),
      out_time: null,
    })
  }
  rows.sort((a, b) => a.in_time.localeCompare(b.in_time))
  const numbers = await addNumbers(
    tx,
    demo.orgId,
    'LF',
    rows.map((row) => row.in_time.slice(0, 10)),
  )
  const ready = rows.map((row, i) => ({ ...row, visit_id: demo.id(`visit:${i + 1}`), visit_no: numbers[i] }))
  await tx.client.query(INSERT, [demo.orgId, JSON.stringify(ready), demo.staff('刘敏')])
  tx.log({ remark: `登记来访 ${rows.length} 批`, targetType: 'visit' })
}

export default demoPart(52, addVisits)
