// What the home area puts on the work bench.
import { bench } from '#contract/home/bench'
import { charts } from '#contract/home/charts'
import { SIGNED_IN } from '#contract/kit/permission'
import { addBenchCard } from '#web/kit/bench'
import { AlarmStrip } from './alarms.part.tsx'
import { Birthdays } from './birthdays.part.tsx'
import { BenchCharts } from './charts.part.tsx'
import { Figures } from './figures.part.tsx'
import { Todos } from './todos.part.tsx'

const whole = { wide: 12, narrow: 12 }

addBenchCard({ key: 'home.alarms', span: whole, order: 1, needs: SIGNED_IN, card: AlarmStrip })
addBenchCard({ key: 'home.figures', span: whole, order: 2, needs: SIGNED_IN, card: Figures })
addBenchCard({ key: 'home.todos', span: { wide: 6, narrow: 8 }, order: 10, needs: SIGNED_IN, card: Todos })
addBenchCard({
  key: 'home.birthdays',
  span: { wide: 3, narrow: 6 },
  order: 30,
  narrowOrder: 45,
  needs: bench.calls.birthday.needs,
  card: Birthdays,
})
addBenchCard({ key: 'home.charts', span: whole, order: 40, needs: charts.calls.live.needs, card: BenchCharts })
