// Messages alone, on a database of its own: npm run bench -- --messages. KEEP=folder keeps the filled database for the next run.
import { message } from '#contract/platform/message'
// Times come as text, as the product reads them.
import '#server/kit/db'
import { readTimes, signIn } from './care.ts'
import { demoAdmin } from './demoAdmin.ts'
import {
  byNotice,
  byReminder,
  fillMessages,
  fillPeople,
  giveSessions,
  MESSAGES,
  MOST,
  PEOPLE,
  SCREENS,
  tellAll,
} from './messages.ts'
import { type OwnHouse, onOwnHouse, say } from './ownHouse.ts'
import { atMost, noted } from './report.ts'

const BASE = message.calls.list.path

async function measure({ url, client, lines, fill }: OwnHouse): Promise<void> {
  const who = await signIn(url, demoAdmin)
  await fill(async () => {
    say(`${PEOPLE} people and ${MESSAGES.toLocaleString('en-US')} messages …`)
    await fillPeople(client, who.orgId)
    await fillMessages(client, who.orgId, who.userId)
  })
  const tokens = await giveSessions(client, who.orgId, SCREENS)
  say('telling …')
  for (const round of [1, 2, 3]) {
    for (const way of [await byNotice(who), await byReminder(client, who, 10 + round)]) {
      const told = await tellAll(client, who, tokens, way)
      lines.push(atMost(`${PEOPLE} told of ${way.what}, round ${round}: written`, told.written, 2, 's', 2))
      lines.push(noted('processor until then', `${told.processor.toFixed(2)} s`))
      lines.push(atMost(`heard at ${SCREENS} screens, the last`, told.shown, 2, 's', 2))
      lines.push(atMost('told twice when it runs again', told.twice, 0, ''))
      lines.push(atMost('badges that are wrong, of 20', told.wrongBadges, 0, ''))
    }
  }
  say('reading …')
  const one = { ...who, token: tokens[0]! }
  for (const [whose, by] of [
    [`of one who kept ${MOST.toLocaleString('en-US')}`, who],
    ['of one among many', one],
  ] as const) {
    for (const [what, path] of [
      ['list', (n: number) => `${BASE}?page=${1 + (n % 3)}&size=20`],
      ['list of a kind', (n: number) => `${BASE}?page=1&size=20&kind=${['fee', 'notice', 'health'][n % 3]}`],
      ['unread list', () => `${BASE}?page=1&size=20&state=UNREAD`],
      ['counts of the kinds', () => `${BASE}/counts`],
      ['badge', () => `${BASE}/unread`],
    ] as const) {
      const read = await readTimes(by, path)
      lines.push(atMost(`${what} ${whose}, p95`, read.p95, 20, 'ms', 1))
      lines.push(noted(`${what} ${whose}, p50, size and processor`, read.about))
    }
  }
}

process.exitCode = (await onOwnHouse(measure)) ? 0 : 1
