// Which level the bills of a stay name for each of its days.
import { dayOf, dayText, monthsFrom } from '#server/areas/expense/bill/billDays'
import { readFacts } from '#server/areas/expense/bill/billFacts'
import { billOf } from '#server/areas/expense/bill/billOf'
import { dayOf as dayFromNow, type StayHouse } from '#server/areas/live/test/stayHouse'

const CARE = '2'
/** So many days ahead are billed. */
export const AHEAD = 40

/** Of the last stay, by days from today. A day that two lines name differently says both. */
export async function billedLevels(house: StayHouse, oldmanId: string): Promise<Map<number, string>> {
  const stayId = (await house.detail(oldmanId)).stays[0]!.stayId
  const today = dayOf(dayFromNow(0))
  const named = new Map<number, Set<string>>()
  const last = dayText(today + AHEAD).slice(0, 7)
  const [facts] = await readFacts(house.app.pool, house.orgId, [stayId], { month: last })
  const setting = { divisor: 'ACTUAL', countCheckoutDay: false, rules: [], asOf: dayFromNow(0) } as const
  for (const month of monthsFrom(facts!.start.slice(0, 7), last)) {
    for (const line of billOf(facts!, month, setting)?.lines ?? []) {
      if (line.category !== CARE || line.refKind !== 'month' || line.source !== 'CYCLE') continue
      for (let day = dayOf(line.dateFrom!); day <= dayOf(line.dateTo!); day++) {
        const at = named.get(day - today) ?? new Set()
        named.set(day - today, at.add((line.spec ?? '').replace('，试住', '')))
      }
    }
  }
  return new Map([...named].map(([day, levels]) => [day, [...levels].join(' / ')]))
}

/** The same from a first day to a last (without): one name where it stays the same. */
export async function spellsOf(house: StayHouse, oldmanId: string, from: number, to: number) {
  const named = await billedLevels(house, oldmanId)
  const spells: [level: string, from: number][] = []
  for (let day = from; day < to; day++) {
    const level = named.get(day) ?? 'not billed'
    if (spells.at(-1)?.[0] !== level) spells.push([level, day])
  }
  return spells
}
