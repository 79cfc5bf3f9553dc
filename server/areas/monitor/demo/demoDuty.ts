// The demo house's duty roster and ladder: each care group has its day and night nurse and a deputy, the head nurse is
// told for the whole house.
import type { Tx } from '#server/kit/caller'
import { type DemoContext, demoPart } from '#server/kit/demo'

const DAYS = [1, 2, 3, 4, 5]
const WEEKEND = [6, 7]
const WEEK = [...DAYS, ...WEEKEND]
const DAY = ['07:30', '19:30'] as const
const NIGHT = ['19:30', '07:30'] as const

type Shift = readonly [name: string, rank: 1 | 2 | 3, weekdays: readonly number[], hours: readonly [string, string]]

const ROSTER: Readonly<Record<string, readonly Shift[]>> = {
  松鹤楼护理组: [
    ['李晓梅', 1, DAYS, DAY],
    ['张翠兰', 1, WEEKEND, DAY],
    ['马春花', 1, [1, 3, 5, 7], NIGHT],
    ['张翠兰', 1, [2, 4], NIGHT],
    ['李晓梅', 1, [6], NIGHT],
    ['陆小燕', 2, WEEK, DAY],
    ['陆小燕', 2, WEEK, NIGHT],
  ],
  长青楼护理组: [
    ['周岚', 1, DAYS, DAY],
    ['王桂香', 1, WEEKEND, DAY],
    ['高志远', 1, [1, 3, 5, 7], NIGHT],
    ['范玉芬', 1, [2, 4, 6], NIGHT],
    ['丁力', 2, WEEK, DAY],
    ['丁力', 2, WEEK, NIGHT],
  ],
  康宁楼护理组: [
    ['许佳慧', 1, DAYS, DAY],
    ['陈秀珍', 1, WEEKEND, DAY],
    ['单文静', 1, [1, 3, 5, 7], NIGHT],
    ['陈秀珍', 1, [2, 4, 6], NIGHT],
    ['唐婉', 2, WEEK, DAY],
    ['唐婉', 2, WEEK, NIGHT],
  ],
}
const HOUSE: readonly Shift[] = [['何静', 3, WEEK, ['07:30', '07:30']]]

async function addDuties(tx: Tx, demo: DemoContext): Promise<void> {
  const row = (dept: string | null, [name, rank, weekdays, [fromTime, toTime]]: Shift) => ({
    dutyId: demo.id(`duty:${dept ?? ''}:${rank}:${name}:${weekdays.join('')}:${fromTime}`),
    deptId: dept === null ? null : demo.dept(dept),
    rank,
    userId: demo.staff(name),
    weekdays,
    fromTime,
    toTime,
    remark: rank === 3 ? '夜间电话值守' : null,
  })
  const rows = [
    ...Object.entries(ROSTER).flatMap(([dept, shifts]) => shifts.map((shift) => row(dept, shift))),
    ...HOUSE.map((shift) => row(null, shift)),
  ]
  await tx.client.query(
    `insert into alarm_duty (org_id, duty_id, dept_id, rank, user_id, weekdays, from_time, to_time, remark)
    select $1, n."dutyId", n."deptId", n.rank, n."userId", n.weekdays, n."fromTime", n."toTime", n.remark
    from jsonb_to_recordset($2::jsonb) as n("dutyId" text, "deptId" text, rank int, "userId" text, weekdays jsonb,
      "fromTime" text, "toTime" text, remark text)`,
    [demo.orgId, JSON.stringify(rows)],
  )
  // A few calls of the last nights, so that the list is no blank page: answered ones, and one that nobody had to make.
  await tx.client.query(
    `insert into vms_outbox (org_id, outbox_id, record_id, scene, phone, user_id, user_name, params, state, provider, tries,
      sent_at, created_at)
    select $1, md5('vms:' || n), null, x.scene, coalesce(e.phone_num, '13800000000'), e.emp_id, e.emp_name,
      jsonb_build_object('place', x.place, 'name', '', 'content', x.content), x.state, 'outbox',
      case x.state when 'DIALLED' then 1 else 0 end, case x.state when 'DIALLED' then at + interval '70 seconds' end, at
    from (values
      (1, 'MATTRESS:1', '松鹤楼>2层>203室>02床', '松鹤楼 2层 203室 02床 离床未回', 'DIALLED', 2, time '02:41'),
      (2, 'CALL:TOILET', '长青楼>3层>305室', '长青楼305室卫生间呼叫', 'DIALLED', 6, time '04:17'),
      (3, 'MATTRESS:4', '康宁楼>1层>108室>01床', '康宁楼 1层 108室 01床 心率过高', 'DROPPED', 9, time '01:05')
    ) as x(n, scene, place, content, state, days, clock)
      cross join lateral (select (current_date - x.days + x.clock)::timestamptz as at) as moment
      join employee e on e.org_id = $1 and e.emp_id = $2`,
    [demo.orgId, demo.staff('何静')],
  )
  await tx.client.query(`insert into monitor_setting (org_id, name, value) values ($1, 'shifts', $2::jsonb)`, [
    demo.orgId,
    JSON.stringify({ dayFrom: DAY[0], lateFrom: null, nightFrom: NIGHT[0], updatedBy: '何静' }),
  ])
  tx.log({ remark: `排定告警值班 ${rows.length} 条`, targetType: 'alarmDuty' })
}

export default demoPart(61, addDuties)
