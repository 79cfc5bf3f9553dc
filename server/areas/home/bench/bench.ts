// The work bench: figures, what waits, birthdays. What waits comes from every area that has work for people.

import { createHash } from 'node:crypto'
import { bench, type WaitingData } from '#contract/home/bench'
import { invalid } from '#contract/kit/refusal'
import type { Caller } from '#server/kit/caller'
import { areas } from '#server/kit/contributions'
import { implement } from '#server/kit/implement'
import { type Figure, keptFigures } from '#server/kit/kept'
import { scopeKey } from '#server/kit/tenant'
import type { Todo, TodoCount } from '#server/kit/todos'
import { figuresOf } from './benchFigures.ts'
import { averageOf, birthdaysOf, openAlarmsOf } from './benchPeople.ts'

/** The rights of a session as one short text, made once for each time it is read. */
const rights = new WeakMap<ReadonlySet<string>, string>()
function rightsOf({ codes }: Caller): string {
  const known =
    rights.get(codes) ??
    createHash('sha256')
      .update([...codes].sort().join())
      .digest('base64')
  rights.set(codes, known)
  return known
}

/** Whoever sees the same departments shares a count; a personal one is also for one user with these rights. */
function figureOf(todo: Todo, who: Caller): Figure<TodoCount> {
  const personal = todo.personal ? ` ${who.userId} ${who.isAdmin} ${rightsOf(who)}` : ''
  return {
    key: `todo ${todo.key} ${scopeKey(who)}${personal}`,
    reads: todo.reads,
    count: async () => {
      const value = await todo.count(who)
      return { value, until: value.until ?? null }
    },
  }
}

async function waitingOf(who: Caller): Promise<WaitingData[]> {
  const mine = areas().todos.filter((todo) => who.may(todo.needs))
  const counts = await keptFigures(
    who.app.pool,
    who.orgId,
    mine.map((todo) => figureOf(todo, who)),
  )
  return mine.map(({ key, title, route, tone }, i) => {
    const { count, late = 0, note } = counts[i]!
    return { key, title, count, late, note, tone, route }
  })
}

export default implement(bench, {
  count: (_, who) => figuresOf(who),
  waitHandle: (_, who) => waitingOf(who),
  birthday: (q, who) => birthdaysOf(who, q),
  average: (q, who) => {
    if (q.from && q.to && q.from > q.to) throw invalid('结束日期不能早于开始日期', 'to')
    return averageOf(who, q.from ?? null, q.to ?? null)
  },
  alarms: (_, who) => openAlarmsOf(who),
})
