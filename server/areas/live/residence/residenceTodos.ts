// What waits for somebody in the residence. Each count opens the list with the filter that shows exactly those.

import { BedStatus } from '#contract/live/bedStatus'
import { residence } from '#contract/live/residence'
import { residenceAudit } from '#contract/live/residenceAudit'
import { BedDisplay } from '#contract/platform/bed'
import { countMyApplications } from '#server/areas/live/review/residenceAuditRead'
import { REVIEW_TABLES } from '#server/areas/live/review/reviewers'
import { SETTING_TABLES } from '#server/areas/platform/public'
import { BED_STATUS, BED_STATUS_JOINS } from '#server/areas/residents/public'
import { inDepts } from '#server/kit/tenant'
import type { Scoped, Todo } from '#server/kit/todos'
import { dueFilter } from './residenceRead.ts'
import type { DueKey } from './residenceSql.ts'

interface Counted {
  count: number
  late: number
  first: string | null
}

const SCOPE = `t.org_id = $1 and ${inDepts('t', '$2')}`

type CountedDue = Exclude<DueKey, 'outNow' | 'outOverdue'>

/** The day that decides, of the open stay, the reservation or the settlement. */
const DAYS: Readonly<Record<CountedDue, string>> = {
  trialEnding: `(select s.trial_end from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null)`,
  contractEnding: `(select s.contract_end from stay s where s.org_id = t.org_id and s.oldman_id = t.oldman_id and s.end_date is null)`,
  reserveExpired: `(select v.expire_date from reservation v where v.org_id = t.org_id and v.oldman_id = t.oldman_id and v.state = 'ACTIVE')`,
  bookingLoose: `(select max(v.expire_date) from reservation v where v.org_id = t.org_id and v.oldman_id = t.oldman_id
    and v.state <> 'ACTIVE')`,
  toSettle: `(select min(e.checkout_date) from settlement e where e.org_id = t.org_id and e.oldman_id = t.oldman_id
    and e.state <> 'CONFIRMED')`,
}

async function countDue(who: Scoped, due: CountedDue): Promise<Counted> {
  const [condition, ahead] = (await dueFilter(who.app.pool, who.orgId, due))!
  const found = await who.app.pool.query<Counted>({
    name: `todo_${due}`,
    text: `select count(*) as count, count(*) filter (where day < current_date) as late, min(day) as first
      from (select ${DAYS[due]} as day from oldman t where ${SCOPE} and ${condition.replaceAll('?', '$3')}) x`,
    values: [who.orgId, who.deptIds, ahead],
  })
  return found.rows[0]!
}

/** Where each of them is read from, besides residents and settings. */
const TABLES: Readonly<Record<CountedDue, readonly string[]>> = {
  trialEnding: ['stay'],
  contractEnding: ['stay'],
  reserveExpired: ['reservation'],
  bookingLoose: ['elder_account', 'reservation'],
  toSettle: ['settlement'],
}

const { list } = residence.pages

interface DueTodo extends Pick<Todo, 'title' | 'order' | 'tone' | 'needs'> {
  key: CountedDue
  /** 最早 2026-11-17 到期 */
  note: (first: string) => string
}

const todo = ({ key, note, ...rest }: DueTodo): Todo => ({
  key,
  ...rest,
  route: `${list.path}?due=${key}`,
  reads: ['oldman', ...TABLES[key], ...SETTING_TABLES],
  count: async (who) => {
    const { count, late, first } = await countDue(who, key)
    return { count, late: key === 'toSettle' || key === 'bookingLoose' ? 0 : late, note: first && note(first) }
  },
})

const TO_CLEAN = `select count(*) as count, min(marked.created_at) as first from bed b
join room r on r.org_id = b.org_id and r.room_id = b.room_id ${BED_STATUS_JOINS}
where b.org_id = $1 and b.display = ${BedDisplay.is.shown} and ${inDepts('r', '$2')}
  and marked.mark = ${BedStatus.is.clean} and ${BED_STATUS} = 7`

const bedsToClean: Todo = {
  key: 'bedsToClean',
  title: '床位待清洁',
  order: 60,
  needs: 'home:roomMap:mark',
  route: `/home/bedInfo?status=${BedStatus.is.clean}`,
  tone: 'slate',
  reads: ['bed', 'room', 'bed_mark', 'occupancy', 'outing', 'stay'],
  count: async (who) => {
    const found = await who.app.pool.query<{ count: number; first: string | null }>({
      name: 'todo_bedsToClean',
      text: TO_CLEAN,
      values: [who.orgId, who.deptIds],
    })
    const { count, first } = found.rows[0]!
    return { count, note: first && `最早 ${first.slice(5, 16)} 起` }
  },
}

export const residenceTodos: readonly Todo[] = [
  todo({
    key: 'trialEnding',
    title: '试住即将到期',
    order: 20,
    needs: list.needs,
    tone: 'amber',
    note: (first) => `最早 ${first} 到期`,
  }),
  todo({
    key: 'reserveExpired',
    title: '预订已过保留期',
    order: 21,
    needs: list.needs,
    tone: 'red',
    note: (first) => `最早 ${first} 到期`,
  }),
  todo({
    key: 'bookingLoose',
    title: '预订金待处理',
    order: 33,
    needs: list.needs,
    tone: 'amber',
    note: (first) => `最早 ${first} 到期的预订`,
  }),
  todo({
    key: 'contractEnding',
    title: '入住合同即将到期',
    order: 22,
    needs: list.needs,
    tone: 'amber',
    note: (first) => `最早 ${first} 到期`,
  }),
  todo({
    key: 'toSettle',
    title: '退住待结算',
    order: 30,
    needs: list.needs,
    tone: 'amber',
    note: (first) => `最早 ${first} 退住`,
  }),
  bedsToClean,
  {
    key: 'residenceAudit',
    title: '居住审核',
    order: 19,
    needs: residenceAudit.calls.pass.needs,
    route: residenceAudit.pages.list.path,
    tone: 'amber',
    reads: ['residence_apply', 'oldman', ...REVIEW_TABLES],
    personal: true,
    count: async (who) => {
      const { count, earliest } = await countMyApplications(who)
      return { count, note: earliest ? `最早 ${earliest.slice(5, 16)}` : null }
    },
  },
]
