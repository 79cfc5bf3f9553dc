// Care alone, on a database of its own: npm run bench -- --care [months]. KEEP=folder keeps the filled database for the next run.
import { dayText } from '#contract/kit/clock'
import { makeTomorrow, pressTasks, readTimes, secondScreen, signIn } from './care.ts'
import { fillCareHouse, fillCareYear, RESIDENTS, TASKS_A_DAY, WARD, wardId } from './careHouse.ts'
import { demoAdmin } from './demoAdmin.ts'
import { type OwnHouse, onOwnHouse, say } from './ownHouse.ts'
import { atLeast, atMost, noted } from './report.ts'

async function measure({ url, databaseUrl, client, lines, fill }: OwnHouse): Promise<void> {
  let who = await signIn(url, demoAdmin)
  await fill(async () => {
    say(`${RESIDENTS} residents, their plans and a year of care …`)
    await fillCareHouse(client, who.orgId)
    const began = performance.now()
    const rows = await fillCareYear(client, who.orgId, Number(process.argv[2] ?? 12), say)
    lines.push(
      noted(
        `filling ${rows.toLocaleString('en-US')} executions`,
        `${((performance.now() - began) / 1000).toFixed(0)} s`,
      ),
    )
  })
  say('the night …')
  const night = await makeTomorrow(client, who.orgId)
  lines.push(atMost(`tomorrow's tasks of ${RESIDENTS} residents`, night.seconds, 10, 's', 1))
  lines.push(atMost('tasks missing or too many', Math.abs(night.tasks - RESIDENTS * TASKS_A_DAY), 0, ''))
  say('a second screen …')
  lines.push(atMost('from a press to another screen', await secondScreen(client, who, demoAdmin), 300, 'ms'))
  // Whoever signs in again ends the sign-in before.
  who = await signIn(url, demoAdmin)
  say('32 caregivers press …')
  const pressed = await pressTasks(databaseUrl, who)
  const rates = `${pressed.ours.toFixed(0)} / ${pressed.bare.toFixed(0)} per s`
  lines.push(atLeast('presses ÷ bare statements', pressed.ratio, 0.9, rates))
  lines.push(atMost('presses lost or doubled', pressed.wrong, 0, ''))
  say('reading …')
  const month = dayText(Date.now() - 40 * 86_400_000).slice(0, 7)
  const elders = await client.query<{ id: string }>(
    `select oldman_id as id from oldman where org_id = $1 and archive_no like 'CX%' order by md5(oldman_id) limit 200`,
    [who.orgId],
  )
  const elder = (n: number) => elders.rows[n % elders.rows.length]!.id
  const ward = (n: number) => wardId(1 + (n % 30))
  const day = (back: number) => dayText(Date.now() - back * 86_400_000)
  for (const [what, limit, path] of [
    [`board of a ward of ${WARD}`, 100, (n: number) => `/pims/web-org/nursingPlan/task?deptId=${ward(n)}`],
    [
      'monthly matrix of an elder',
      300,
      (n: number) => `/pims/web-org/nursingPlan/record?month=${month}&oldmanId=${elder(n)}`,
    ],
    [
      `monthly matrix of a ward of ${WARD}`,
      300,
      (n: number) => `/pims/web-org/nursingPlan/record?month=${month}&deptId=${ward(n)}`,
    ],
    [
      'history of an elder, a month',
      300,
      (n: number) => `/pims/web-org/executions?page=1&size=50&oldmanId=${elder(n)}&dayFrom=${day(70)}&dayTo=${day(40)}`,
    ],
    [
      'history of an elder, a year',
      300,
      (n: number) => `/pims/web-org/executions?page=1&size=50&oldmanId=${elder(n)}&dayFrom=${day(365)}&dayTo=${day(0)}`,
    ],
  ] as const) {
    const read = await readTimes(who, path)
    lines.push(atMost(`${what}, p95`, read.p95, limit, 'ms'))
    lines.push(noted(`${what}, p50, size and processor`, read.about))
  }
  const quality = await readTimes(who, () => `/pims/web-org/nursingQuality?dayFrom=${month}-01&dayTo=${month}-07`, 5)
  lines.push(noted('quality of a week of the house, p50', `${quality.p50.toFixed(0)} ms`))
}

process.exitCode = (await onOwnHouse(measure)) ? 0 : 1
