// What trainings bring to others: what waits to be signed, days of the calendar, and who may open the material.
import { READ_TRAININGS, training } from '#contract/administration/training'
import { TrainingState } from '#contract/administration/trainingWords'
import { SIGNED_IN } from '#contract/kit/permission'
import type { CalendarSource } from '#server/kit/calendarSources'
import type { FileHolder } from '#server/kit/fileHolders'
import { inDepts } from '#server/kit/tenant'
import type { Todo } from '#server/kit/todos'
import { ownRoute } from './trainingWrite.ts'

const { RUNNING, CANCELLED, DONE } = TrainingState.is

const TO_SIGN = `select count(*)::int as count, (array_agg(t.title order by t.start_at))[1] as first
from training_person p join training t on t.org_id = p.org_id and t.training_id = p.training_id
where p.org_id = $1 and p.emp_id = $2 and p.signed_at is null and t.state = '${RUNNING}'
  and t.start_at >= date_trunc('year', now()) and t.start_at < date_trunc('year', now()) + interval '1 year'`

export const trainingTodos: readonly Todo[] = [
  {
    key: 'trainingSign',
    title: '待签到培训',
    order: 9,
    needs: SIGNED_IN,
    route: `${training.pages.mine.path}?view=sign`,
    tone: 'amber',
    reads: ['training', 'training_person'],
    personal: true,
    count: async (who) => {
      const found = await who.app.pool.query<{ count: number; first: string | null }>({
        name: 'training_to_sign',
        text: TO_SIGN,
        values: [who.orgId, who.userId],
      })
      const { count, first } = found.rows[0]!
      return { count, note: first }
    },
  },
]

interface Day {
  trainingId: string
  title: string
  place: string | null
  day: string
  endDay: string
  time: string
  done: boolean
}

const DAYS = `select t.training_id as "trainingId", t.title, t.place, to_char(t.start_at, 'YYYY-MM-DD') as day,
  to_char(t.end_at, 'YYYY-MM-DD') as "endDay", to_char(t.start_at, 'HH24:MI') as time, t.state = '${DONE}' as done
from training_person p join training t on t.org_id = p.org_id and t.training_id = p.training_id
where p.org_id = $1 and p.emp_id = $2 and t.state <> '${CANCELLED}' and t.start_at < $4::date + 1 and t.end_at >= $3::date
order by t.start_at, t.training_id`

export const trainingCalendar: readonly CalendarSource[] = [
  {
    kind: 'training',
    title: '我的培训',
    order: 15,
    family: 'teal',
    needs: SIGNED_IN,
    entries: async (who, { from, to }) => {
      const found = await who.app.pool.query<Day>({
        name: 'training_calendar',
        text: DAYS,
        values: [who.orgId, who.userId, from, to],
      })
      return found.rows.map((row) => {
        const words = `培训：${row.title}${row.place ? `（${row.place}）` : ''}`
        return {
          key: row.trainingId,
          title: row.done ? `✓ ${words}` : words,
          day: row.day,
          time: row.time,
          endDay: row.endDay === row.day ? null : row.endDay,
          route: ownRoute(row.trainingId),
          outside: words,
        }
      })
    },
  },
]

export const trainingFileHolders: readonly FileHolder[] = [
  {
    kind: 'administration.training',
    table: 'training',
    keys: ['training_id'],
    addresses: ['files'],
    readers: [
      {
        needs: READ_TRAININGS,
        where: `exists (select from training t where t.org_id = l.org_id and t.training_id = l.record_id and ${inDepts('t', '$2')})`,
      },
      {
        needs: SIGNED_IN,
        where: `exists (select from training t join training_person p on p.org_id = t.org_id and p.training_id = t.training_id
          where t.org_id = l.org_id and t.training_id = l.record_id and t.state <> '${CANCELLED}' and p.emp_id = $4)`,
      },
    ],
  },
]
