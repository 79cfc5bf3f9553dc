// The figures of the big screen: the bench's own counts and charts, over the whole organisation.
import { charts } from '#contract/home/charts'
import { type WallData, wall } from '#contract/home/wall'
import { Refusal } from '#contract/kit/refusal'
import { benchCounts } from '#server/areas/home/bench/benchFigures'
import { birthdaysOf, openAlarmsOf } from '#server/areas/home/bench/benchPeople'
import { chartQueries } from '#server/areas/home/charts/chartQueries'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'

const MONTHS = 12
const WEEK = 7
const WISH = { months: MONTHS, deptId: null }
/** Days are counted as the database counts them, whatever the zone of the process. */
function dayAfter(today: string, days: number): string {
  const at = new Date(`${today}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + days)
  return at.toISOString().slice(0, 10)
}

async function figures(who: Caller): Promise<WallData> {
  if (!who.screen && !who.may(charts.calls.live.needs)) throw new Refusal('NO_PERMISSION')
  const [counts, levels, ages, months, birthdays, alarms] = await Promise.all([
    benchCounts(who),
    chartQueries.nursingLevel(who, WISH),
    chartQueries.oldmanAge(who, WISH),
    chartQueries.live(who, WISH),
    birthdaysOf(who, { days: WEEK }),
    openAlarmsOf(who),
  ])
  const counted = (chart: typeof levels) =>
    chart.categories.map((name, i) => ({ name, count: chart.series[0]?.values[i] ?? 0 }))
  const of = (key: string, i: number) => months.series.find((one) => one.key === key)?.values[i] ?? 0
  return {
    inHouse: counts.inHouse,
    trials: counts.trials,
    beds: counts.beds,
    held: counts.held,
    free: counts.free,
    usage: counts.beds === 0 ? null : Math.round((counts.held / counts.beds) * 1000) / 10,
    cameToday: counts.cameToday,
    leftToday: counts.leftToday,
    cameMonth: counts.cameMonth,
    leftMonth: counts.leftMonth,
    out: counts.out,
    late: counts.late,
    tasks: counts.tasks,
    tasksDone: counts.done,
    openAlarms: alarms.filter((one) => !one.taken).length,
    takenAlarms: alarms.filter((one) => one.taken).length,
    levels: counted(levels),
    ages: counted(ages),
    months: months.categories.map((month, i) => ({
      month,
      came: of('came', i),
      left: of('left', i),
      there: of('there', i),
    })),
    birthdays: Array.from({ length: WEEK }, (_, inDays) => ({
      day: dayAfter(counts.today, inDays),
      inDays,
      count: birthdays.filter((one) => one.inDays === inDays).length,
    })),
  }
}

export default implement(wall, { figures: (_, who) => figures(who) })
