// Reminders alone, on a database of their own: npm run bench -- --reminds. KEEP=folder keeps the filled database for the next run.
import type pg from 'pg'
import { AssessmentType } from '#contract/nursing/assessment'
import { readTimes, signIn } from './care.ts'
import { demoAdmin, demoNurse } from './demoAdmin.ts'
import { type OwnHouse, onOwnHouse, say } from './ownHouse.ts'
import { processorMs } from './processor.ts'
import { atMost, noted } from './report.ts'

const RESIDENTS = 10_000
const ELDER = `md5('remind elder' || n)`
const EVERY = `from generate_series(1, ${RESIDENTS}) n`

/** Papers, debts, assessments, plans and drugs, so that each kind has its share of the residents. */
const FILL: readonly string[] = [
  `insert into room (org_id, room_id, room_name, area, sort, dept_id)
   select $1::text, md5('remind room' || n), 'T' || n, l.location_id, 5000 + n, null
   from generate_series(1, ${RESIDENTS} / 4) n, (select location_id from location where org_id = $1::text and location_type = 'building' limit 1) l`,
  `insert into bed (org_id, bed_id, bed_name, room_id, sort)
   select $1::text, md5('remind bed' || n), n % 4 + 1 || '床', md5('remind room' || (n - 1) / 4 + 1), n % 4 ${EVERY}`,
  `insert into oldman (org_id, oldman_id, archive_no, oldman_name, pinyin, initials, sex, id_card, birth_date, status, dept_id, check_in_date, completeness, current_bed_id)
   select $1::text, ${ELDER}, 'TX' || n, '王' || n, 'wang' || n, 'w' || n, n % 2, '3101011935' || lpad(n::text, 8, '0'), date '1930-01-01' + (n * 7) % 6000, 1,
     (select d.dept_id from dept d where d.org_id = $1::text and d.ward = 1 order by d.dept_id offset n % 3 limit 1), current_date - 800, 80, md5('remind bed' || n) ${EVERY}`,
  `insert into contract_document (org_id, contract_id, contract_no, title, oldman_id, doc_type, state, start_date, end_date)
   select $1::text, md5('remind contract' || n), 'TXHT' || n, '养老服务合同', ${ELDER}, '1', 2, current_date - 400, current_date - 30 + (n * 7) % 400 ${EVERY}`,
  `insert into elder_account (org_id, oldman_id, owed_fen, owed_since)
   select $1::text, ${ELDER}, case when n % 4 = 0 then 350000 else 0 end, case when n % 4 = 0 then current_date - n % 60 end ${EVERY}`,
  `insert into assessment (org_id, assessment_id, type, kind, oldman_id, assess_date, assessor1, assessor2, state, bound, next_date)
   select $1::text, md5('remind assess' || n || f.kind), f.type, f.kind, ${ELDER}, current_date - 300, 'first', 'second', 'DONE', true,
     current_date - 20 + (n * 11) % 300
   ${EVERY}, (values (${AssessmentType.is.of2023}, 'of2023'), (${AssessmentType.is.risk}, 'braden'), (${AssessmentType.is.risk}, 'morse')) as f(type, kind)`,
  `insert into assess_newest (org_id, oldman_id, family, assessment_id, kind, assess_date, next_date)
   select org_id, oldman_id, family, assessment_id, kind, assess_date, next_date from assessment
   where org_id = $1 and assessor1 = 'first' and assessor2 = 'second'`,
  `insert into care_plan (org_id, plan_id, oldman_id, level_id, start_date, end_date, state)
   select $1::text, md5('remind plan' || n), ${ELDER}, (select level_id from nursing_level where org_id = $1::text limit 1), current_date - 100,
     current_date + (n * 3) % 200, 'ON' ${EVERY}`,
  `insert into drug_use (org_id, use_id, oldman_id, drug_id, dose, route, frequency, clocks, start_date, order_source)
   select $1::text, md5('remind use' || n || d.drug_id), ${ELDER}, d.drug_id, 1, 1, 'QD', array['08:00'], current_date - 60, 'family'
   ${EVERY} cross join (select drug_id from drug where org_id = $1::text order by drug_id limit 4) d`,
  `insert into drug_stock (org_id, stock_id, oldman_id, drug_id, batch_no, expiry, quantity)
   select $1::text, md5('remind stock' || n || d.drug_id), ${ELDER}, d.drug_id, 'B1', current_date + (n * 13) % 500, (n * 5) % 60
   ${EVERY} cross join (select drug_id from drug where org_id = $1::text order by drug_id limit 4) d`,
]

const FACTS = [
  'room',
  'bed',
  'oldman',
  'contract_document',
  'elder_account',
  'assessment',
  'assess_newest',
  'care_plan',
  'drug_use',
  'drug_stock',
  'remind',
]

/** As rows that were always there: the rules that lead to them are not what is measured. */
async function fillHouse(client: pg.Client, orgId: string): Promise<void> {
  for (const table of FACTS) await client.query(`alter table ${table} disable trigger user`)
  for (const text of FILL) await client.query(text, [orgId])
  for (const table of FACTS) await client.query(`alter table ${table} enable trigger user`)
  for (const table of FACTS) await client.query(`analyze ${table}`)
}

async function night(client: pg.Client): Promise<number> {
  const began = performance.now()
  await client.query(
    `select graphile_worker.add_job('administration.reminders', payload := '{}', job_key := 'bench.reminds')`,
  )
  for (;;) {
    const { rows } = await client.query<{ error: string | null }>(
      `select last_error as error from graphile_worker.jobs where key = 'bench.reminds'`,
    )
    if (rows.length === 0) return (performance.now() - began) / 1000
    if (rows[0]!.error) throw new Error(rows[0]!.error)
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

async function measure({ url, client, lines, fill }: OwnHouse): Promise<void> {
  const who = await signIn(url, demoAdmin)
  await fill(async () => {
    say(`${RESIDENTS} residents with papers, debts, assessments, plans and drugs …`)
    await fillHouse(client, who.orgId)
  })
  await client.query(`delete from remind where org_id = $1 and source <> 'own'`, [who.orgId])
  await client.query('delete from remind_run where org_id = $1', [who.orgId])
  say('the night …')
  const before = processorMs()
  lines.push(atMost(`reminders of a night for ${RESIDENTS} residents`, await night(client), 20, 's', 1))
  lines.push(noted('processor of that night', `${((processorMs() - before) / 1000).toFixed(1)} s`))
  const made = await client.query<{ source: string; n: number }>(
    `select source, count(*)::int as n from remind where org_id = $1 and source <> 'own' group by 1 order by 1`,
    [who.orgId],
  )
  lines.push(noted('made', made.rows.map((row) => `${row.source} ${row.n}`).join(', ')))
  const told = await client.query<{ n: number }>(
    `select count(*)::int as n from user_message where org_id = $1 and kind = 'remind'`,
    [who.orgId],
  )
  lines.push(noted('messages', String(told.rows[0]!.n)))
  lines.push(noted('the same night again', `${(await night(client)).toFixed(1)} s`))
  say('reading …')
  const nurse = await signIn(url, demoNurse)
  const list = '/pims/web-org/reminds'
  for (const [eyes, by] of [
    ['', who],
    [', of some departments', nurse],
  ] as const) {
    const read = await readTimes(by, () => `${list}?page=1&size=20&status=0`)
    lines.push(atMost(`list of what waits${eyes}, p95`, read.p95, 100, 'ms'))
    lines.push(noted(`list of what waits${eyes}, p50, size and processor`, read.about))
    const counts = await readTimes(by, () => `${list}/counts`)
    lines.push(noted(`counts${eyes}, p95`, `${counts.p95.toFixed(0)} ms`))
  }
}

process.exitCode = (await onOwnHouse(measure)) ? 0 : 1
