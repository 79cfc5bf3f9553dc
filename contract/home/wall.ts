// What the big screen shows. It hangs where visitors see it and nobody signs in there, so it carries figures and names
// nobody: birthdays are counted by day.
import { call, noun } from '#contract/kit/call'
import { int, list, nul, num, obj, type Static, str } from '#contract/kit/schema'

const Counted = obj({ name: str(), count: int() })

const Wall = obj({
  inHouse: int(),
  trials: int(),
  beds: int(),
  held: int(),
  free: int(),
  /** Percent; null while there are no beds. */
  usage: nul(num()),
  cameToday: int(),
  leftToday: int(),
  cameMonth: int(),
  leftMonth: int(),
  out: int(),
  late: int(),
  tasks: int(),
  tasksDone: int(),
  /** 未处理 and 处理中. */
  openAlarms: int(),
  takenAlarms: int(),
  levels: list(Counted),
  ages: list(Counted),
  months: list(obj({ month: str(), came: int(), left: int(), there: int() })),
  /** Today and the six days after it, each with how many residents have their birthday. */
  birthdays: list(obj({ day: str(), inDays: int(), count: int() })),
})
export type WallData = Static<typeof Wall>

export const wall = noun('home', 'wall', {
  title: '机构大屏',
  calls: {
    /** For wall screens, and for those who see the charts anyway. */
    figures: call.get('/pims/web-org/index/wall', {
      needs: 'signedIn',
      act: '大屏数据',
      data: Wall,
      screen: true,
      refuses: ['NO_PERMISSION'],
    }),
  },
})
