// Meals alone, on a database of its own: npm run bench -- --meals. KEEP=folder keeps the filled database for the next run.
import { addDays } from '#contract/nursing/dishWeek'
import { readTimes, signIn } from './care.ts'
import { fillCareHouse, WARD, wardId } from './careHouse.ts'
import { demoAdmin } from './demoAdmin.ts'
import { publishWeek } from './meals.ts'
import { type OwnHouse, onOwnHouse, say } from './ownHouse.ts'
import { atMost, noted } from './report.ts'

const RESIDENTS = 1_000
const WARDS = Math.ceil(RESIDENTS / WARD)
const WEEKS = 4
const LUNCH = 3

async function measure({ url, client, lines, fill }: OwnHouse): Promise<void> {
  const who = await signIn(url, demoAdmin)
  await fill(async () => {
    say(`${RESIDENTS} residents …`)
    await fillCareHouse(client, who.orgId, RESIDENTS)
  })
  say('weeks are published …')
  const weeks = []
  for (let n = 0; n < WEEKS; n++) weeks.push(await publishWeek(client, who))
  await client.query('vacuum analyze meal_order')
  const [, ...warm] = weeks
  const { weekStart, orders } = warm.at(-1)!
  const worst = Math.max(...warm.map((one) => one.seconds))
  lines.push(
    atMost(`a week of ${orders.toLocaleString('en-US')} orders for ${RESIDENTS}, the slowest`, worst, 5, 's', 1),
  )
  lines.push(noted('processor of it', `${Math.max(...warm.map((one) => one.processor)).toFixed(1)} s`))
  lines.push(noted('the press is answered after', `${Math.max(...warm.map((one) => one.answered)).toFixed(0)} ms`))
  say('reading …')
  const day = (n: number) => addDays(weekStart, n % 7)
  for (const [what, limit, path] of [
    ['the kitchen’s counts', 100, (n: number) => `/pims/web-org/kitchen?day=${day(n)}&meal=${LUNCH}`],
    [
      `lunch of a ward of ${WARD}`,
      100,
      (n: number) => `/pims/web-org/mealOrders?day=${day(n)}&meal=${LUNCH}&deptId=${wardId(1 + (n % WARDS))}`,
    ],
    ['lunch of the house', 500, (n: number) => `/pims/web-org/mealOrders?day=${day(n)}&meal=${LUNCH}`],
    ['statistics of a week', 500, () => `/pims/web-org/piMeals?startDate=${weekStart}&endDate=${day(6)}`],
  ] as const) {
    const read = await readTimes(who, path)
    lines.push(atMost(`${what}, p95`, read.p95, limit, 'ms'))
    lines.push(noted(`${what}, p50, size and processor`, read.about))
  }
}

process.exitCode = (await onOwnHouse(measure)) ? 0 : 1
