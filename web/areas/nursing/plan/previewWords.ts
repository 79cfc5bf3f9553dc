// What a plan would change, in words, before it is saved or enabled.
import { DAY_MS, dayText } from '#contract/kit/clock'
import type { CarePlanPreviewData } from '#contract/nursing/plan'

const SHOWN = 6
const listed = (what: string, all: readonly string[], count = all.length) =>
  all.length === 0 ? [] : [`${what} ${count} 项：${all.slice(0, SHOWN).join('、')}${all.length > SHOWN ? ' …' : ''}`]

type Change = CarePlanPreviewData['added'][number]

/** 晨间护理 06:30、喂水 8 次 */
function byProject(what: string, all: readonly Change[]): string[] {
  const clocks = new Map<string, string[]>()
  for (const { projectName, clock } of all) clocks.set(projectName, [...(clocks.get(projectName) ?? []), clock])
  const words = [...clocks].map(([name, at]) => `${name} ${at.length < 3 ? at.join(' ') : `${at.length} 次`}`)
  return listed(what, words, all.length)
}

/** 明天 11-20 的任务 3 → 5 项；增加 2 项：喂水 09:00 … */
export function effectsOf(seen: CarePlanPreviewData, on: boolean): string[] {
  const tomorrow = seen.day === dayText(Date.now() + DAY_MS)
  const when = `${tomorrow ? '明天 ' : ''}${seen.day.slice(5)} 的任务 ${seen.tasksBefore} → ${seen.tasksAfter} 项`
  return [
    on ? when : `启用后，${when}`,
    ...byProject('增加', seen.added),
    ...byProject('减少', seen.removed),
    ...listed(
      '改时间',
      seen.moved.map((one) => `${one.projectName} ${one.from} → ${one.to}`),
    ),
    ...listed(
      '由谁做',
      seen.handed.map((one) =>
        one.from === null ? `${one.projectName} ${one.to}` : `${one.projectName} ${one.from} → ${one.to ?? '未定'}`,
      ),
    ),
    `平均每天 ${seen.minutesBefore} → ${seen.minutesAfter} 分钟`,
    ...(on ? [`${tomorrow ? '今天还没到点的任务也照此改，' : ''}已经记录的任务不变`] : []),
  ]
}
