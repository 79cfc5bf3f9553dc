// What of the handover waits for a person: sheets to be taken, and shifts that ended without a signature.
import { HANDOVER_NEEDS, HandoverState, handover } from '#contract/nursing/handover'
import { HandoverShift } from '#contract/nursing/handoverShifts'
import { inDepts } from '#server/kit/tenant'
import type { Scoped, Todo, TodoCount } from '#server/kit/todos'
import { shiftEnds, shownShifts } from './handoverRead.ts'

const COUNT = `select count(*)::int as count, count(*) filter (where t.to_at < now() - interval '1 hour')::int as late,
  (array_agg(d.dept_name || ' ' || t.given_name order by t.from_at))[1] as first, min(t.to_at + interval '1 hour') filter (where t.to_at >= now() - interval '1 hour') as until
from handover_sheet t join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
where t.org_id = $1 and ${inDepts('t', '$2')} and t.state = 'GIVEN'`

async function countGiven({ app, orgId, deptIds }: Scoped): Promise<TodoCount> {
  const found = await app.pool.query<{ count: number; late: number; first: string | null; until: string | null }>({
    name: 'handover_todo',
    text: COUNT,
    values: [orgId, deptIds],
  })
  const { count, late, first, until } = found.rows[0]!
  return { count, late, note: first, until }
}

async function countMissing({ app, orgId, deptIds }: Scoped): Promise<TodoCount> {
  const missing = (await shownShifts(app.pool, { orgId, deptIds }, null)).filter((one) => one.missing)
  const first = missing.at(-1)
  return {
    count: missing.length,
    note: first ? `${first.deptName} ${first.day.slice(5)} ${HandoverShift.label(first.shift)}` : null,
    until: await shiftEnds(app.pool, orgId),
  }
}

export const handoverTodos: readonly Todo[] = [
  {
    key: 'handoverTake',
    title: '接班待签',
    order: 5,
    needs: HANDOVER_NEEDS.sign,
    route: `${handover.pages.records.path}?state=${HandoverState.is.GIVEN}`,
    tone: 'amber',
    reads: ['handover_sheet', 'dept'],
    count: countGiven,
  },
  {
    key: 'handoverMissing',
    title: '上一班还没有交班',
    order: 6,
    needs: HANDOVER_NEEDS.sign,
    route: `${handover.pages.board.path}?missing=1`,
    tone: 'amber',
    reads: ['handover_sheet', 'dept', 'monitor_setting', 'oldman'],
    count: countMissing,
  },
]
