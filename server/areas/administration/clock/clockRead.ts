// What was clocked, as it came, and what nobody knew whose it was.
import type { ClockAsideData, clock, PunchData } from '#contract/administration/clock'
import { CLOCK_NEEDS, clock as noun } from '#contract/administration/clock'
import type { InputOf } from '#contract/kit/call'
import { dayText } from '#contract/kit/clock'
import { invalid, notFound } from '#contract/kit/refusal'
import { reckonDays } from '#server/areas/administration/attendanceRecord/reckon'
import type { Caller, Tx } from '#server/kit/caller'
import type { FileHolder } from '#server/kit/fileHolders'
import { newId } from '#server/kit/ids'
import { contains, type Filter, pageOfRows, several } from '#server/kit/page'
import { within } from '#server/kit/period'
import { inDepts } from '#server/kit/tenant'
import { daysOf } from './clockTake.ts'

type Calls = (typeof clock)['calls']

/** Name, pinyin or initials of a person `e`. */
export function nameFilter(keyword: string | null | undefined): Filter {
  const typed = contains(keyword?.trim() || null)
  return [
    "(e.emp_name like ?1 or ' ' || e.initials like ?2 or ' ' || e.pinyin like ?2)",
    typed && several(typed, `% ${typed.slice(1).toLowerCase()}`),
  ]
}

export function listPunches(who: Caller, q: InputOf<Calls['list']>) {
  return pageOfRows<PunchData>(
    who.app.pool,
    {
      from: 'clock_punch t join employee e on e.org_id = t.org_id and e.emp_id = t.emp_id',
      key: 'punch_id',
      join: 'left join dept d on d.org_id = e.org_id and d.dept_id = e.dept_id',
      select: `t.punch_id as "punchId", t.emp_id as "empId", e.emp_name as "empName", d.dept_name as "deptName", t.at, t.said_at as "saidAt",
        t.heard_at as "heardAt", t.source, t.place_name as "placeName", t.device_no as "deviceNo", t.distance, t.outside, t.photo, t.note`,
      filters: [
        ['t.org_id = ?', who.orgId],
        ['e.dept_id = any(?::text[])', who.deptIds],
        nameFilter(q.keyword),
        ['t.emp_id = ?', q.empId],
        ['e.dept_id = ?', q.deptId],
        ['t.source = ?', q.source],
        ['t.device_no = ?', q.deviceNo],
        ['t.outside = (? = 1)', q.outside],
        ...within('t.at', { from: q.startDate, to: q.endDate, names: ['startDate', 'endDate'] }),
      ],
      sorts: { at: 't.at', heardAt: 't.heard_at', empName: 'e.pinyin' },
      defaultSort: 't.at desc',
    },
    q,
  )
}

export function listAside(who: Caller, q: InputOf<Calls['aside']>) {
  return pageOfRows<ClockAsideData>(
    who.app.pool,
    {
      from: 'clock_aside t',
      key: 'aside_id',
      join: 'left join employee e on e.org_id = t.org_id and e.emp_id = t.emp_id',
      select: `t.aside_id as "asideId", t.device_no as "deviceNo", t.emp_key as "empKey", t.card, t.at, t.heard_at as "heardAt", t.reason,
        t.settled_name as "settledName", t.settled_at as "settledAt", e.emp_name as "empName"`,
      filters: [
        ['t.org_id = ?', who.orgId],
        ['(t.settled_at is null) = (? = 1)', q.waiting],
        ['t.device_no = ?', q.deviceNo],
      ],
      defaultSort: 't.heard_at desc',
    },
    q,
  )
}

const ASIDE = `select t.device_no as "deviceNo", t.number, t.at, t.said_at as "saidAt", t.settled_name as "settledName" from clock_aside t
where t.org_id = $1 and t.aside_id = $2 for update`
const PERSON = `select e.emp_name as name from employee e where e.org_id = $1 and e.emp_id = $2 and ${inDepts('e', '$3')}`
const PUT = `insert into clock_punch (org_id, punch_id, emp_id, at, said_at, source, number, device_no, note)
values ($1, $2, $3, $4::timestamptz, $5, 'DEVICE', $6, $7, $8)`

export async function settleAside(tx: Tx, who: Caller, { asideId, empId }: InputOf<Calls['settle']>): Promise<void> {
  const found = await tx.client.query<{
    deviceNo: string
    number: string
    at: string
    saidAt: string | null
    settledName: string | null
  }>(ASIDE, [tx.orgId, asideId])
  const row = found.rows[0]
  if (!row) throw notFound('这条打卡')
  if (row.settledName) throw invalid(`这条打卡已由${row.settledName}认领`)
  const person = await tx.client.query<{ name: string }>(PERSON, [tx.orgId, empId, who.deptIds])
  const name = person.rows[0]?.name
  if (!name) throw notFound('员工')
  await tx.client.query(PUT, [
    tx.orgId,
    newId(),
    empId,
    `${row.at.slice(0, 19)}+08`,
    row.saidAt,
    row.number,
    row.deviceNo,
    `由${tx.by.name}认领`,
  ])
  await tx.client.query(
    `update clock_aside t set emp_id = $3, settled_name = $4, settled_at = now() where t.org_id = $1 and t.aside_id = $2`,
    [tx.orgId, asideId, empId, tx.by.name],
  )
  await reckonDays(tx, tx.orgId, daysOf(empId, row.at))
  tx.log({
    remark: `把考勤机 ${row.deviceNo} ${row.at.slice(0, 16)} 的打卡认领给${name}`,
    targetType: 'clockAside',
    targetId: asideId,
  })
  tx.emit(noun.events.punched, { day: dayText() })
}

export const clockFileHolders: readonly FileHolder[] = [
  {
    kind: 'administration.clockPunch',
    table: 'clock_punch',
    keys: ['punch_id'],
    addresses: ['photo'],
    readers: [
      {
        needs: CLOCK_NEEDS.list,
        where: `exists (select from clock_punch p join employee e on e.org_id = p.org_id and e.emp_id = p.emp_id
          where p.org_id = l.org_id and p.punch_id = l.record_id and ${inDepts('e', '$2')})`,
      },
      {
        needs: 'signedIn',
        where:
          'exists (select from clock_punch p where p.org_id = l.org_id and p.punch_id = l.record_id and p.emp_id = $4)',
      },
    ],
  },
]
