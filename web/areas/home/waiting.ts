// What waits for a person, beside the menu entries where it is done. The figures are those of 待办 on the work bench.
import type { WaitingData } from '#contract/home/bench'
import type { Badge } from '#web/kit/badges'

/** Several kinds of work of one page add up; it is red when something of it is late or harmful. */
export function badgesOf(waiting: readonly Pick<WaitingData, 'route' | 'count' | 'tone'>[]): Map<string, Badge> {
  const found = new Map<string, Badge>()
  for (const { route, count, tone } of waiting) {
    if (count === 0) continue
    const path = route.split('?')[0]!
    const before = found.get(path)
    found.set(path, {
      count: count + (before?.count ?? 0),
      tone: tone === 'red' || before?.tone === 'red' ? 'red' : 'plain',
    })
  }
  return found
}
