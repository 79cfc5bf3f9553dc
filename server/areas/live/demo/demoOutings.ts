// Half a year of outings: visits home, hospitals, walks; eight people are away now, one of them late; three wait for
// their audit, some were declined or called off. Who lives here is read from the stays.

import { momentOf } from '#contract/kit/clock'
import type { OutingAsked, OutingPostpone } from '#contract/live/outing'
import { type Chance, chance } from '#server/kit/chance'
import { type DemoContext, demoPart } from '#server/kit/demo'
import { keepNumbers } from '#server/kit/numbers'

const SEED = 20_260_630
const COUNT = 60
const HALF_YEAR = 180
/** Outings that ended lie so many days back at least: those of now never meet them. */
const EARLIER = 14

interface Resident {
  oldmanId: string
  name: string
  stayId: string
  start: string
  deptId: string | null
  companion: string
  phone: string
  relation: string
}

// In the order in which they came, so that the same seed gives the same outings.
const RESIDENTS = `select o.oldman_id as "oldmanId", o.oldman_name as name, s.stay_id as "stayId", s.start_date as start,
  o.dept_id as "deptId", f.name as companion, f.phone, f.relation
from oldman o join stay s on s.org_id = o.org_id and s.oldman_id = o.oldman_id and s.end_date is null
join lateral (select f.name, f.phone, f.relation from oldman_family f where f.org_id = o.org_id and f.oldman_id = o.oldman_id
  order by f.emergency desc, f.sort, f.family_id limit 1) f on true
where o.org_id = $1 and o.status in (1, 4) and s.start_date < current_date - 40 and not exists (select 1 from outing u
  where u.org_id = o.org_id and u.oldman_id = o.oldman_id)
order by s.start_date, o.oldman_id`

interface Reason {
  type: string
  reasons: readonly string[]
  to: readonly string[]
  /** Hours away, from and to. */
  hours: readonly [number, number]
  drugs: boolean
}

const REASONS: readonly Reason[] = [
  {
    type: '1',
    reasons: ['回家过周末', '家中团聚', '孙子结婚，回家参加婚礼', '回家过生日'],
    to: ['浦东新区女儿家', '杨浦区家中', '普陀区儿子家', '闵行区家中'],
    hours: [26, 76],
    drugs: true,
  },
  {
    type: '2',
    reasons: ['心内科复诊', '眼科复查', '口腔科补牙', '骨科换药', '血透'],
    to: ['市第六人民医院', '长征医院', '区中心医院', '瑞金医院'],
    hours: [4, 9],
    drugs: false,
  },
  {
    type: '3',
    reasons: ['肺部感染住院治疗', '骨折手术住院', '白内障手术住院'],
    to: ['区中心医院呼吸科', '市第六人民医院骨科', '五官科医院'],
    hours: [120, 260],
    drugs: true,
  },
  {
    type: '4',
    reasons: ['看望妹妹', '老同事聚会', '参加亲戚寿宴'],
    to: ['虹口区', '徐汇区', '静安区饭店'],
    hours: [6, 30],
    drugs: false,
  },
  {
    type: '6',
    reasons: ['到银行办理业务', '更换身份证', '购买衣物'],
    to: ['工商银行松江支行', '派出所户籍窗口', '百货商场'],
    hours: [2, 5],
    drugs: false,
  },
  {
    type: '7',
    reasons: ['重阳节公园游园', '参观科技馆'],
    to: ['辰山植物园', '上海科技馆'],
    hours: [5, 8],
    drugs: false,
  },
]
const OFTEN = [0, 0, 0, 1, 1, 1, 3, 4, 2, 5]

const DRUGS = [
  { name: '硝苯地平控释片', amount: '4 片', remark: '每日一次，早饭后' },
  { name: '二甲双胍片', amount: '9 片', remark: '每日三次，随餐' },
  { name: '阿司匹林肠溶片', amount: '3 片', remark: '每日一次，睡前' },
  { name: '氨氯地平片', amount: '3 片', remark: '每日一次' },
] as const
const HEALTHS = ['身体状况良好', '身体状况良好', '略感疲劳，无其他不适', '血压偏高，已报告医生', '出院返回，需继续观察']
const DECLINED = ['今日体温 37.8℃，暂不宜外出', '陪同人与登记的家属不符，请家属当面办理', '连日暴雨，建议改期']
const CALLED_OFF = ['家属临时有事', '老人不愿外出', '天气原因改期']

const HOUR = 3_600_000
const DAY = 24 * HOUR
const msOf = (text: string) => momentOf(text)
const textOf = (ms: number) => new Date(ms + 8 * HOUR).toISOString().slice(0, 19).replace('T', ' ')

/** Nobody is expected back in the middle of the night. */
function byDay(ms: number): number {
  const midnight = Math.floor((ms + 8 * HOUR) / DAY) * DAY - 8 * HOUR
  const quarters = Math.round((ms - midnight) / (15 * 60_000))
  return midnight + Math.min(19 * 4, Math.max(10 * 4, quarters)) * 15 * 60_000
}

interface Row {
  id: string
  no: string
  oldmanId: string
  stayId: string
  type: string
  reason: string
  planOut: string
  planReturn: string
  companion: string
  phone: string
  relation: string
  destination: string
  medicines: readonly object[]
  mealStop: boolean
  actualOut: string | null
  actualReturn: string | null
  postpones: OutingPostpone[]
  asked: OutingAsked | null
  applicant: string
  auditor: string | null
  auditAt: string | null
  auditRemark: string | null
  cancelReason: string | null
  returnHealth: string | null
  state: number
  remindedAt: string | null
  createdAt: string
}

type Fate = 'back' | 'late' | 'out' | 'asked' | 'waits' | 'ready' | 'declined' | 'cancelled'
const FATES: readonly Fate[] = [
  'late',
  ...Array<Fate>(6).fill('out'),
  'asked',
  ...Array<Fate>(3).fill('waits'),
  ...Array<Fate>(3).fill('ready'),
  ...Array<Fate>(3).fill('declined'),
  ...Array<Fate>(3).fill('cancelled'),
]

/** So many of the first residents have an earlier outing as well. */
const AGAIN = 14

/** The group's own nurse applies, the head nurse or the group's leader decides. */
const NURSES: readonly (readonly [dept: string, nurse: string, leader: string])[] = [
  ['松鹤楼护理组', '李晓梅', '陆小燕'],
  ['长青楼护理组', '周岚', '丁力'],
  ['康宁楼护理组', '许佳慧', '唐婉'],
]

function people(demo: DemoContext, luck: Chance, deptId: string | null) {
  const [, nurse, leader] = NURSES.find(([dept]) => demo.dept(dept) === deptId) ?? NURSES[0]!
  const applicant = luck.often(0.75) ? nurse : '刘敏'
  const auditor = luck.often(0.6) ? '何静' : leader
  return {
    applicant: demo.staff(applicant),
    auditor: demo.staff(auditor),
    applicantName: applicant,
    auditorName: auditor,
  }
}

function rowOf(demo: DemoContext, luck: Chance, resident: Resident, fate: Fate, i: number, now: number): Row {
  const kind = fate === 'asked' ? REASONS[2]! : REASONS[OFTEN[luck.below(OFTEN.length)]!]!
  const hours = luck.between(...kind.hours)
  const who = people(demo, luck, resident.deptId)
  const clock = luck.between(8 * 4, 14 * 4) * 15
  const lived = Math.floor((now - msOf(`${resident.start} 00:00:00`)) / DAY)
  const dayAt = (days: number, minutes = clock) => msOf(demo.at(days, '00:00')) + minutes * 60_000
  // When it begins: long ago, lately, or in the days to come.
  const out =
    fate === 'waits' || fate === 'ready'
      ? dayAt(1 + (i % 3))
      : fate === 'late'
        ? now - 9 * HOUR
        : fate === 'out' || fate === 'asked'
          ? Math.min(dayAt(-1 - (i % 2)), now - 3 * HOUR)
          : dayAt(-luck.between(fate === 'back' ? EARLIER : 3, Math.min(HALF_YEAR, lived - 1)))
  const begins = Math.max(out, msOf(`${resident.start} 09:30:00`))
  const back =
    fate === 'late'
      ? now - 95 * 60_000
      : fate === 'out' || fate === 'asked'
        ? byDay(Math.max(begins + hours * HOUR, now + (20 + i * 7) * HOUR))
        : Math.max(begins + 2 * HOUR, byDay(begins + hours * HOUR))
  const away = ['late', 'out', 'asked', 'back'].includes(fate)
  const decided = fate !== 'waits' && fate !== 'cancelled'
  // Applied for at the desk's hours, a day or two before.
  const asked = byDay(begins - luck.between(20, 50) * HOUR)
  const created = Math.min(fate === 'waits' ? now - (2 + i) * HOUR : asked, begins - 4 * HOUR, now - 3 * HOUR)
  const actualOut = away ? begins + luck.between(-10, 25) * 60_000 : null
  const drift = luck.often(0.15) ? luck.between(20, 130) : -luck.between(0, 90)
  const actualReturn = fate === 'back' ? Math.max(begins + HOUR, back + drift * 60_000) : null
  const postponed: OutingPostpone[] =
    fate === 'back' && hours > 48 && luck.often(0.3)
      ? [
          {
            oldReturn: textOf(back - DAY),
            newReturn: textOf(back),
            reason: '家属希望多住一天',
            byId: who.applicant,
            byName: who.applicantName,
            at: textOf(back - 30 * HOUR),
            result: 'PASSED',
            auditorId: demo.staff('何静'),
            auditorName: '何静',
            auditAt: textOf(back - 29 * HOUR),
            auditRemark: '同意',
          },
        ]
      : []
  return {
    id: demo.id(`outing:${i + 1}`),
    no: '',
    oldmanId: resident.oldmanId,
    stayId: resident.stayId,
    type: kind.type,
    reason: luck.pick(kind.reasons),
    planOut: textOf(begins),
    planReturn: textOf(back),
    companion: resident.companion,
    phone: resident.phone,
    relation: resident.relation,
    destination: luck.pick(kind.to),
    medicines: kind.drugs ? DRUGS.filter((_, n) => n === i % 4 || luck.often(0.3)) : [],
    mealStop: hours > 20,
    actualOut: actualOut === null ? null : textOf(actualOut),
    actualReturn: actualReturn === null ? null : textOf(Math.min(actualReturn, now - 30 * 60_000)),
    postpones: postponed,
    asked:
      fate === 'asked'
        ? {
            newReturn: textOf(back + 3 * DAY),
            reason: '主治医生建议再观察三天',
            byId: who.applicant,
            byName: who.applicantName,
            at: textOf(now - 80 * 60_000),
          }
        : null,
    applicant: who.applicant,
    auditor: decided ? who.auditor : null,
    auditAt: decided ? textOf(created + luck.between(20, 110) * 60_000) : null,
    auditRemark: fate === 'declined' ? DECLINED[i % DECLINED.length]! : decided && luck.often(0.5) ? '同意' : null,
    cancelReason: fate === 'cancelled' ? CALLED_OFF[i % CALLED_OFF.length]! : null,
    returnHealth: fate === 'back' ? luck.pick(HEALTHS) : null,
    state: { back: 3, late: 6, out: 1, asked: 1, waits: 0, ready: 1, declined: 2, cancelled: 5 }[fate],
    remindedAt: fate === 'late' ? textOf(now - 93 * 60_000) : null,
    createdAt: textOf(created),
  }
}

const COLUMNS = `id text, no text, "oldmanId" text, "stayId" text, type text, reason text, "planOut" timestamptz,
  "planReturn" timestamptz, companion text, phone text, relation text, destination text, medicines jsonb, "mealStop" boolean,
  "actualOut" timestamptz, "actualReturn" timestamptz, postpones jsonb, asked jsonb, applicant text, auditor text,
  "auditAt" timestamptz, "auditRemark" text, "cancelReason" text, "returnHealth" text, state int, "remindedAt" timestamptz,
  "createdAt" timestamptz`

const INSERT = `insert into outing (org_id, out_id, out_no, oldman_id, stay_id, out_type, reason, plan_out, plan_return,
  companion, companion_phone, companion_relation, destination, medicines, meal_stop, actual_out, actual_return, postpones,
  asked, applicant_id, auditor_id, audit_at, audit_remark, cancel_reason, return_health, state, reminded_at, created_at)
select $1, id, no, "oldmanId", "stayId", type, reason, "planOut", "planReturn", companion, phone, relation, destination,
  medicines, "mealStop", "actualOut", "actualReturn", postpones, asked, applicant, auditor, "auditAt", "auditRemark",
  "cancelReason", "returnHealth", state, "remindedAt", "createdAt"
from jsonb_to_recordset($2::jsonb) as r(${COLUMNS})`

// The timeline of the residents says the same.
const EVENTS = `insert into stay_event (org_id, event_id, oldman_id, stay_id, kind, day, content, reason, user_id, user_name, created_at)
select u.org_id, md5(u.out_id || e.kind), u.oldman_id, u.stay_id, e.kind, e.moment::date, e.content,
  case when e.kind = 'outing' then u.reason end, u.applicant_id, coalesce(p.emp_name, '系统'), e.moment
from outing u left join employee p on p.org_id = u.org_id and p.emp_id = u.applicant_id
cross join lateral (values
  ('outing', u.actual_out, to_char(u.actual_out, 'YYYY-MM-DD HH24:MI') || ' 离院，计划 '
    || to_char(u.plan_return, 'YYYY-MM-DD HH24:MI') || ' 返回，陪同人 ' || u.companion),
  ('return', u.actual_return, to_char(u.actual_return, 'YYYY-MM-DD HH24:MI') || ' 返回'
    || coalesce('，' || u.return_health, ''))) as e(kind, moment, content)
where u.org_id = $1 and e.moment is not null`

/** Numbers follow one another on the day each was made. */
function number(rows: readonly Row[]): { day: string; last: number }[] {
  const last = new Map<string, number>()
  for (const row of [...rows].sort((a, b) => a.createdAt.localeCompare(b.createdAt))) {
    const day = row.createdAt.slice(0, 10)
    const next = (last.get(day) ?? 0) + 1
    last.set(day, next)
    row.no = `WC${day.replaceAll('-', '')}${String(next).padStart(4, '0')}`
  }
  return [...last].map(([day, count]) => ({ day, last: count }))
}

export default demoPart(60, async (tx, demo) => {
  const luck = chance(SEED)
  const residents = (await tx.client.query<Resident>(RESIDENTS, [demo.orgId])).rows
  if (residents.length < COUNT) return
  const now = Math.max(Date.now(), msOf(demo.at(0, '00:00')))
  // Spread over the house; those who are away or wait have been out before.
  const step = Math.floor(residents.length / COUNT)
  const rows = Array.from({ length: COUNT }, (_, i) =>
    rowOf(
      demo,
      luck,
      residents[(i < FATES.length || i >= FATES.length + AGAIN ? i : i - FATES.length) * step]!,
      FATES[i] ?? 'back',
      i,
      now,
    ),
  )
  const series = number(rows)
  await tx.client.query(INSERT, [demo.orgId, JSON.stringify(rows)])
  await tx.client.query(EVENTS, [demo.orgId])
  await keepNumbers(tx, demo.orgId, 'WC', series)
  tx.log({ remark: `登记外出 ${rows.length} 次`, targetType: 'outing' })
})
