// Rosters and attendance alone, on a database of their own: npm run bench -- --attendance. KEEP=folder keeps the filled database
// for the next run.
import { DAY_MS, momentOf, monthText } from '#contract/kit/clock'
import {
  clockIns,
  fillAttendance,
  groupIds,
  monthTimes,
  PEOPLE,
  paintTimes,
  proposal,
  statisticsTimes,
  WARD,
} from './attendance.ts'
import { signIn } from './care.ts'
import { demoAdmin } from './demoAdmin.ts'
import { type OwnHouse, onOwnHouse, say } from './ownHouse.ts'
import { atLeast, atMost, noted } from './report.ts'

const CLOCKED = 10_000
const FIVE_MINUTES = 300

async function measure({ url, client, lines, fill }: OwnHouse): Promise<void> {
  const who = await signIn(url, demoAdmin)
  await fill(async () => {
    say(`${PEOPLE} people on rosters …`)
    await fillAttendance(client, who.orgId)
  })
  const { all, ward } = await groupIds(client)
  const month = monthText()
  const next = monthText(momentOf(`${month}-28`) + 7 * DAY_MS)
  say('the month …')
  const opened = await monthTimes(who, all, month)
  lines.push(atMost(`month of ${PEOPLE} people, p95`, opened.p95, 300, 'ms'))
  lines.push(noted('month, p50, size and processor', opened.about))
  say('a painted week …')
  lines.push(atMost('painted week of 20 people saved, p95', await paintTimes(client, who, all), 300, 'ms'))
  say('statistics …')
  const counted = await statisticsTimes(who, month)
  lines.push(atMost(`statistics of a month, ${PEOPLE} people, p95`, counted.p95, 500, 'ms'))
  lines.push(noted('statistics, p50, size and processor', counted.about))
  say(`a proposal for ${WARD} people …`)
  const { seconds, preview } = await proposal(who, ward, next)
  lines.push(atMost(`proposal for ${WARD} people and a month`, seconds, 10, 's', 1))
  const nights = preview.people.map((one) => one.after.nights)
  lines.push(
    noted(
      'proposal: lacked, given, lacking, nights each',
      `${preview.lacked}, ${preview.cells}, ${preview.lacks}, ${Math.min(...nights)}–${Math.max(...nights)}`,
    ),
  )
  say(`${CLOCKED} clock-ins …`)
  const clocked = await clockIns(client, who, CLOCKED)
  lines.push(atMost(`${CLOCKED} clock-ins`, clocked.seconds, FIVE_MINUTES, 's'))
  lines.push(atLeast('of them stored', clocked.stored / CLOCKED, 1, `${clocked.stored}`))
}

process.exitCode = (await onOwnHouse(measure)) ? 0 : 1
