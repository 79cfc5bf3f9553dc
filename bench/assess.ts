// Times of assessments: an answer saved, the report, and two lists over many years of them.
import type pg from 'pg'
import { kindOfType } from '#contract/nursing/assess/kinds'
import { AssessmentType } from '#contract/nursing/assessment'
import { newId } from '#server/kit/ids'
import type { Who } from './care.ts'
import { RESIDENTS } from './careHouse.ts'
import { percentile } from './monitorTimes.ts'

export const ASSESSMENTS = 100_000

const COLUMNS = `select a.attname as name from pg_attribute a where a.attrelid = 'assessment'::regclass and a.attnum > 0
  and not a.attisdropped and a.attgenerated = ''`

/** Finished sheets of the demonstration again and again, for every resident of the house in equal numbers. */
export async function fillAssessments(client: pg.Client, orgId: string): Promise<void> {
  const { rows } = await client.query<{ name: string }>(COLUMNS)
  const otherwise: Readonly<Record<string, string>> = {
    assessment_id: `md5('bench assessment' || e.oldman_id || n)`,
    assess_no: `'BX' || e.archive_no || '-' || n`,
    oldman_id: 'e.oldman_id',
    assess_date: 'current_date - n * 11 - e.k % 11',
    // Of every fifth elder the newest one is due for long.
    next_date: 'current_date - n * 11 - e.k % 11 + case when e.k % 5 = 0 then 10 else 365 end',
    bound: 'n % 3 > 0',
    created_at: `now() - n * interval '11 days'`,
    signed_at: 'null',
    signature1: 'null',
    signature2: 'null',
    version: '1',
  }
  const names = rows.map((row) => row.name)
  const values = names.map((name) => otherwise[name] ?? `t.${name}`)
  await client.query(
    `with template as (select t.*, row_number() over (order by assessment_id) - 1 as turn_, count(*) over () as many_
        from assessment t where t.org_id = $1 and t.state = 'DONE' and t.type = ${AssessmentType.is.of2023} and t.answered = t.item_count),
      elder as (select o.oldman_id, o.archive_no, (row_number() over (order by o.oldman_id))::int as k from oldman o
        where o.org_id = $1 and o.archive_no like 'CX%')
    insert into assessment (${names.join(', ')})
    select ${values.join(', ')} from elder e cross join generate_series(1, $2::int) n
    join template t on t.turn_ = (e.k + n) % t.many_`,
    [orgId, ASSESSMENTS / RESIDENTS],
  )
  await client.query('vacuum analyze assessment')
}

/** So many, the first ones, the one sees who does not see all of the house. */
export const READERS_WARDS = 24
const WARDS = `insert into employee_data_dept (org_id, emp_id, dept_id)
select a.org_id, a.user_id, d.dept_id from account a join dept d on d.org_id = a.org_id and d.dept_key like 'careward%'
where a.org_id = $1 and a.user_name = $2 order by d.dept_id limit ${READERS_WARDS}`

/** Most wards of the house are given to somebody who does not see all of it: conditions of scope cost most there. */
export const giveWards = (client: pg.Client, orgId: string, userName: string) => client.query(WARDS, [orgId, userName])

const LISTED = `insert into assess_auth (org_id, user_id, granted_name) select org_id, user_id, user_name from account
where org_id = $1 and user_id = $2 on conflict do nothing`

/** Whoever fills forms stands on the authority list. */
export const mayAssess = (client: pg.Client, who: Who) => client.query(LISTED, [who.orgId, who.userId])

const FORM = '/pims/web-pi/assessment/normal-2023/submit'

/** Every item of one form after the other, each sent as soon as the one before is stored; ms, the middle one. */
export async function saveAnswers(client: pg.Client, who: Who, times: number): Promise<number> {
  const { rows } = await client.query<{ id: string }>(
    `select o.oldman_id as id from oldman o where o.org_id = $1 and o.archive_no like 'CX%' and not exists (select 1 from assessment a where a.org_id = o.org_id
      and a.oldman_id = o.oldman_id and a.state in ('DRAFT', 'WAITING')) order by o.oldman_id desc limit 1`,
    [who.orgId],
  )
  const items = kindOfType(AssessmentType.is.of2023).sections.flatMap((section) => section.items)
  const send = async (body: object) => {
    const answer = await fetch(`${who.url}${FORM}`, {
      method: 'POST',
      headers: {
        authorization: who.token,
        appName: 'platform-admin',
        'content-type': 'application/json',
        'x-request-no': newId(),
      },
      body: JSON.stringify(body),
    })
    const { status, desc, data } = (await answer.json()) as {
      status: number
      desc: string
      data: { assessmentId: string; version: number }
    }
    if (status !== 200) throw new Error(`an answer was refused: ${desc}`)
    return data
  }
  let saved = await send({ oldmanId: rows[0]!.id })
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const item = items[n % items.length]!
    const { key } = item.options[(n + Math.floor(n / items.length)) % item.options.length]!
    const began = performance.now()
    saved = await send({
      assessmentId: saved.assessmentId,
      version: saved.version,
      answers: [{ itemId: item.key, option: key }],
    })
    took.push(performance.now() - began)
  }
  return percentile(took.slice(items.length), 0.5)
}
