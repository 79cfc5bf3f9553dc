// Assessments alone, on a database of its own: npm run bench -- --assess. KEEP=folder keeps the filled database for the next run.
import { ASSESSMENTS, fillAssessments, giveWards, mayAssess, READERS_WARDS, saveAnswers } from './assess.ts'
import { readTimes, signIn } from './care.ts'
import { fillCareHouse, wardId } from './careHouse.ts'
import { demoAdmin, demoNurse as nurse } from './demoAdmin.ts'
import { type OwnHouse, onOwnHouse, say } from './ownHouse.ts'
import { atMost, noted } from './report.ts'

const BASE = '/pims/web-pi/assessment'
const ANSWERS = 260

async function measure({ url, client, lines, fill }: OwnHouse): Promise<void> {
  const who = await signIn(url, demoAdmin)
  await fill(async () => {
    say(`${ASSESSMENTS.toLocaleString('en-US')} assessments …`)
    await fillCareHouse(client, who.orgId)
    await fillAssessments(client, who.orgId)
    await giveWards(client, who.orgId, nurse.userName)
  })
  await mayAssess(client, who)
  const reader = await signIn(url, nurse)
  say('filling a form …')
  lines.push(atMost('an answer saved, p50', await saveAnswers(client, who, ANSWERS), 10, 'ms', 1))
  say('reading …')
  const reports = await client.query<{ id: string }>(
    `select a.assessment_id as id from assessment a join oldman o on o.org_id = a.org_id and o.oldman_id = a.oldman_id
          where a.org_id = $1 and a.assess_no like 'BX%' and o.dept_id = any($2) order by md5(a.assessment_id) limit 200`,
    [who.orgId, Array.from({ length: READERS_WARDS }, (_, i) => wardId(i + 1))],
  )
  const ward = (n: number) => wardId(1 + (n % READERS_WARDS))
  const list = (more: string) => (n: number) => `${BASE}?page=${1 + (n % 20)}&size=50${more}`
  for (const [what, limit, path] of [
    ['the report', 150, (n: number) => `${BASE}/detail/${reports.rows[n % reports.rows.length]!.id}`],
    ['the list', 50, list('')],
    ['the list of one kind and level', 50, (n: number) => `${BASE}/normal-2023?page=1&size=50&level=${n % 4}`],
    ['the list of a department', 50, (n: number) => `${BASE}?page=${1 + (n % 5)}&size=50&deptId=${ward(n)}`],
    ['the list by a name', 50, (n: number) => `${BASE}?page=1&size=50&keyword=${encodeURIComponent(`王${n + 100}`)}`],
    ['the list by a surname that all have', 50, list(`&keyword=${encodeURIComponent('王')}`)],
    ['the list by the number of one', 50, (n: number) => `${BASE}?page=1&size=50&keyword=BXCX${n + 100}-3`],
    ['the list of what is overdue', 100, list('&due=OVERDUE')],
    ['who is overdue', 100, (n: number) => `${BASE}/due?page=${1 + (n % 5)}&size=50&due=OVERDUE`],
    ['who is due', 100, (n: number) => `${BASE}/due?page=${1 + (n % 5)}&size=50`],
    ['who is due, of a department', 100, (n: number) => `${BASE}/due?page=1&size=50&deptId=${ward(n)}`],
    ['statistics: levels of a year', 300, () => `${BASE}/statistics/levels`],
    ['statistics: drift', 300, (n: number) => `${BASE}/statistics/drift?page=${1 + (n % 5)}&size=50`],
    ['statistics: assessors of a year', 300, () => `${BASE}/statistics/assessors?page=1&size=50`],
  ] as const) {
    for (const [eyes, by] of [
      ['', who],
      [', of some departments', reader],
    ] as const) {
      const read = await readTimes(by, path)
      lines.push(atMost(`${what}${eyes}, p95`, read.p95, limit, 'ms', 1))
      lines.push(noted(`${what}${eyes}, p50, size and processor`, read.about))
    }
  }
}

process.exitCode = (await onOwnHouse(measure)) ? 0 : 1
