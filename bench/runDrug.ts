// Medication alone, on a database of its own: npm run bench -- --drug [days]. KEEP=folder keeps the filled database for the next run.
import { dayText } from '#contract/kit/clock'
import { giveWards } from './assess.ts'
import { readTimes, signIn } from './care.ts'
import { fillCareHouse, WARD, wardId } from './careHouse.ts'
import { demoAdmin, demoNurse } from './demoAdmin.ts'
import { DRUGS_EACH, ELDERS, fillDrugs, fillTakes, makeTakes, pressRound } from './drug.ts'
import { type OwnHouse, onOwnHouse, say } from './ownHouse.ts'
import { atMost, noted } from './report.ts'

const WARDS = 16
const DAY_MS = 86_400_000
const DRUG = '/pims/web-org/drug'

async function measure({ url, client, lines, fill }: OwnHouse): Promise<void> {
  const who = await signIn(url, demoAdmin)
  await fill(async () => {
    say(`${ELDERS} elders with ${DRUGS_EACH} drugs each, and their takes …`)
    await fillCareHouse(client, who.orgId)
    await giveWards(client, who.orgId, demoNurse.userName)
    await fillDrugs(client, who.orgId)
    const rows = await fillTakes(client, who.orgId, Number(process.argv[2] ?? 365), say)
    lines.push(noted('takes', rows.toLocaleString('en-US')))
  })
  const nurse = await signIn(url, demoNurse)
  say('the night …')
  const night = await makeTakes(client, who.orgId)
  lines.push(atMost(`takes of today and tomorrow for ${ELDERS}`, night.seconds, 10, 's', 1))
  lines.push(atMost('takes missing or too many', night.wrong, 0, ''))
  say('a round …')
  const pressed = await pressRound(client, who, nurse)
  lines.push(noted(`setting out ${DRUGS_EACH} drugs of an elder, p50`, `${pressed.setOut.toFixed(1)} ms`))
  lines.push(noted(`checking them, p50`, `${pressed.check.toFixed(1)} ms`))
  lines.push(atMost(`a press at the bedside, p50 of ${pressed.presses}`, pressed.give, 30, 'ms', 1))
  lines.push(atMost('from a press to a second screen, p95', pressed.screen, 300, 'ms'))
  say('reading …')
  const elders = await client.query<{ id: string }>(
    `select distinct oldman_id as id from drug_use where org_id = $1 and doctor = '王建国' and start_date < current_date - 300 limit 200`,
    [who.orgId],
  )
  const elder = (n: number) => elders.rows[n % elders.rows.length]!.id
  const ward = (n: number) => wardId(1 + (n % WARDS))
  const day = (back: number) => dayText(Date.now() - back * DAY_MS)
  const month = (n: number) => day(31 + (n % 10) * 30).slice(0, 7)
  for (const [what, limit, path] of [
    [`round of a ward of ${WARD}`, 100, (n: number) => `${DRUG}/take/round?deptId=${ward(n)}&slot=${day(0)}%2018:00`],
    ['month sheet of an elder', 300, (n: number) => `${DRUG}/take/month?oldmanId=${elder(n)}&month=${month(n)}`],
    ['records of a day', 300, (n: number) => `${DRUG}/take?page=1&size=50&dayFrom=${day(n)}&dayTo=${day(n)}`],
    [
      'records of an elder, a year',
      300,
      (n: number) => `${DRUG}/take?page=1&size=50&oldmanId=${elder(n)}&dayFrom=${day(365)}&dayTo=${day(0)}`,
    ],
  ] as const) {
    for (const [eyes, by] of [
      ['', who],
      [', of some departments', nurse],
    ] as const) {
      const read = await readTimes(by, path)
      lines.push(atMost(`${what}${eyes}, p95`, read.p95, limit, 'ms'))
      lines.push(noted(`${what}${eyes}, p50, size and processor`, read.about))
    }
  }
}

process.exitCode = (await onOwnHouse(measure)) ? 0 : 1
