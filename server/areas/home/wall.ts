// The figures of the big screen: the bench's own counts and charts, over the whole organisation.
import { charts } from '#contract/home/charts'
import { type WallData, wall } from '#contract/home/wall'
import { Refusal } from '#contract/kit/refusal'
import type { Caller } from '#server/kit/caller'
import { implement } from '#server/kit/implement'
import { benchCounts } from './benchFigures.ts'
import { birthdaysOf, openAlarmsOf } from './benchPeople.ts'
import { chartQueries } from './chartQueries.ts'

const MONTHS = 12
const WEEK = 7
/** As many as the card has room for. */
const WISHES = 8
const WISH = { months: MONTHS, deptId: null }
/** Two-character family names of the common list; everybody else's is the first character. */
const DOUBLE = /^(欧阳|司马|上官|诸葛|东方|皇甫|尉迟|公孙|慕容|令狐|司徒|夏侯|宇文|长孙|南宫)/

/** 王奶奶, 欧阳爷爷 */
export const calledName = (name: string, sex: number) =>
  `${DOUBLE.exec(name)?.[1] ?? name.slice(0, 1)}${sex === 1 ? '奶奶' : '爷爷'}`

async function figures(who: Caller): Promise<WallData> {
  if (!who.readOnly && !who.may(charts.calls.live.needs)) throw new Refusal('NO_PERMISSION')
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
    openAlarms: alarms.length,
    levels: counted(levels),
    ages: counted(ages),
    months: months.categories.map((month, i) => ({
      month,
      came: of('came', i),
      left: of('left', i),
      there: of('there', i),
    })),
    birthdays: birthdays.slice(0, WISHES).map((one) => ({
      name: calledName(one.oldmanName, one.sex),
      turns: one.turns,
      place: one.bedPath?.split('>')[0] ?? '',
      day: one.day,
      inDays: one.inDays,
    })),
  }
}

export default implement(wall, { figures: (_, who) => figures(who) })
