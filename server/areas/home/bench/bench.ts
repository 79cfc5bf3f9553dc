// The work bench: figures, what waits, birthdays. What waits comes from every area that has work for people.

import { bench } from '#contract/home/bench'
import { invalid } from '#contract/kit/refusal'
import { implement } from '#server/kit/implement'
import { waitingOf } from '#server/kit/waiting'
import { figuresOf } from './benchFigures.ts'
import { averageOf, birthdaysOf, openAlarmsOf } from './benchPeople.ts'

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
