// The work bench: figures, what waits, birthdays. What waits comes from every area that has work for people.

import { bench, type WaitingData } from '#contract/home/bench'
import { invalid } from '#contract/kit/refusal'
import type { Caller } from '#server/kit/caller'
import { areas } from '#server/kit/contributions'
import { implement } from '#server/kit/implement'
import { figuresOf } from './benchFigures.ts'
import { averageOf, birthdaysOf, openAlarmsOf } from './benchPeople.ts'

async function waitingOf(who: Caller): Promise<WaitingData[]> {
  const mine = areas().todos.filter((todo) => who.may(todo.needs))
  return Promise.all(
    mine.map(async ({ key, title, route, tone, count }) => {
      const found = await count(who)
      return { key, title, count: found.count, late: found.late ?? 0, note: found.note, tone, route }
    }),
  )
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
