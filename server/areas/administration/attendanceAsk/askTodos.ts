// What waits for who decides on leave and corrections, who may open what was attached, and what keeps a member of staff.
import { askNeeds, attendanceAsk } from '#contract/administration/attendanceAsk'
import { AskState } from '#contract/administration/attendanceWords'
import type { FileHolder, FileReaders } from '#server/kit/fileHolders'
import type { Todo } from '#server/kit/todos'

const COUNT = (
  table: string,
  starts: string,
) => `select t.created_at, ${starts} as starts, t.emp_id from ${table} t where t.org_id = $1
  and t.state = '${AskState.is.WAITING}' and t.emp_id <> $3 and t.asked_by <> $3
  and ($2::text[] is null or exists (select from employee e where e.org_id = t.org_id and e.emp_id = t.emp_id
    and (e.dept_id is null or e.dept_id = any($2))))`
const WAITING = `select count(*)::int as count, (count(*) filter (where x.starts < now()))::int as late,
  min(x.starts) filter (where x.starts >= now()) as until, min(x.created_at) as first,
  (array_agg(coalesce(e.emp_name, '') order by x.created_at))[1] as name
from (${COUNT('attendance_leave', 't.from_at')} union all ${COUNT('attendance_correction', 't.created_at')}) x
left join employee e on e.org_id = $1 and e.emp_id = x.emp_id`

interface Counted {
  count: number
  late: number
  until: string | null
  first: string | null
  name: string | null
}

export const askTodos: readonly Todo[] = [
  {
    key: 'attendanceAsk',
    title: '请假与补卡审批',
    order: 46,
    needs: askNeeds.decide,
    route: `${attendanceAsk.pages.list.path}?view=waiting`,
    tone: 'amber',
    reads: ['attendance_leave', 'attendance_correction', 'employee'],
    personal: true,
    count: async (who) => {
      const found = await who.app.pool.query<Counted>({
        name: 'attendance_ask_waiting',
        text: WAITING,
        values: [who.orgId, who.deptIds, who.userId],
      })
      const { count, late, until, first, name } = found.rows[0]!
      return { count, late, note: first && `最早 ${name} ${first.slice(5, 16)} 申请`, until }
    },
  },
]

/** As their page shows them: whose it is, who entered it, and who has the list within the departments. */
const readers = (table: string, key: string): FileReaders[] => {
  const seen = (who: string) =>
    `exists (select from ${table} t left join employee e on e.org_id = t.org_id and e.emp_id = t.emp_id
      where t.org_id = l.org_id and t.${key} = l.record_id and ${who})`
  return [
    { needs: 'signedIn', where: seen('(t.emp_id = $4 or t.asked_by = $4)') },
    { needs: askNeeds.list, where: seen('($2::text[] is null or e.dept_id is null or e.dept_id = any($2))') },
  ]
}

export const askFileHolders: readonly FileHolder[] = [
  {
    kind: 'administration.attendanceLeave',
    table: 'attendance_leave',
    keys: ['leave_id'],
    addresses: ['files'],
    readers: readers('attendance_leave', 'leave_id'),
  },
  {
    kind: 'administration.attendanceCorrection',
    table: 'attendance_correction',
    keys: ['correction_id'],
    addresses: ['files'],
    readers: readers('attendance_correction', 'correction_id'),
  },
]
