// The list of assessments: whoever is asked for, the page and the number are those that a plain count finds; and the newest of
// each elder and family stands as the sheets stand.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { AssessRow } from '#contract/nursing/assessForm'
import { ASSESS, assessHouse } from '#server/areas/nursing/test/assessHouse'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'

let h: Awaited<ReturnType<typeof assessHouse>>
let ward: string
let template: string

/** A finished sheet of somebody, like one of the demonstration; `at` so many days ago. */
const COPY = `with t as (select * from assessment where org_id = $1 and assessment_id = $2)
insert into assessment (org_id, assessment_id, assess_no, type, kind, oldman_id, consultation_id, assess_date, assessor1, assessor2, answers, answered,
  item_count, total, preliminary_level, proposed_level, final_level, level_name, state, next_date)
select t.org_id, n.id, n.no, t.type, t.kind, n.elder, n.asked, current_date - $7::int, t.assessor1, t.assessor2, t.answers, t.answered, t.item_count, t.total,
  t.preliminary_level, t.proposed_level, t.final_level, t.level_name, 'DONE', current_date - $7::int + 365
from t, unnest($3::text[], $4::text[], $5::text[], $6::text[]) as n(id, no, elder, asked)`
const copies = (rows: { id: string; no: string; elder: string | null; asked?: string }[], at = 0) =>
  h.sql(COPY, [
    DEMO_ORG,
    template,
    rows.map((one) => one.id),
    rows.map((one) => one.no),
    rows.map((one) => one.elder),
    rows.map((one) => one.asked ?? null),
    at,
  ])

const MANY = 230

beforeAll(async () => {
  h = await assessHouse()
  const [one] = await h.sql<{ id: string }>(
    `select assessment_id as id from assessment where org_id = $1 and state = 'DONE' and type = 2 order by assessment_id limit 1`,
  )
  template = one!.id
  const [dept] = await h.sql<{ id: string }>(
    `select dept_id as id from dept where org_id = $1 and dept_name = '松鹤楼护理组'`,
  )
  ward = dept!.id
  const elders = await h.sql<{ id: string; no: string }>(
    `insert into oldman (org_id, oldman_id, archive_no, oldman_name, pinyin, initials, sex, id_card, birth_date, status, dept_id)
     select $1::text, md5('many' || n), 'MANY' || n, '众' || n, 'zhong' || n, 'z' || n, 1, '3101011941' || lpad((90000 + n)::text, 8, '0'), '1941-01-01', 6,
       case when n % 2 = 0 then $2::text end from generate_series(1, $3::int) n
     returning oldman_id as id, archive_no as no`,
    [DEMO_ORG, ward, MANY],
  )
  await copies(
    elders.flatMap(({ id, no }) => [
      { id: newId(), no: `PX${no}A`, elder: id },
      { id: newId(), no: `PX${no}B`, elder: id },
    ]),
  )
  const [asked] = await h.sql<{ id: string }>(
    `select consultation_id as id from consultation where org_id = $1 and oldman_id is null order by consultation_id limit 1`,
  )
  await h.sql(
    `update consultation set oldman_name = '众询', pinyin = 'zhongxun', initials = 'zx', dept_id = $2 where org_id = $1 and consultation_id = $3`,
    [DEMO_ORG, ward, asked!.id],
  )
  await copies([{ id: newId(), no: 'PXASKED', elder: null, asked: asked!.id }])
})
afterAll(() => h.product.close())

const PLAIN = `select t.assessment_id as id from assessment t left join oldman o on o.org_id = t.org_id and o.oldman_id = t.oldman_id
left join consultation c on c.org_id = t.org_id and c.consultation_id = t.consultation_id and t.oldman_id is null
left join account a on a.org_id = t.org_id and a.user_name = $2
where t.org_id = $1 and (a.is_admin or coalesce(o.dept_id, c.dept_id) is null or coalesce(o.dept_id, c.dept_id) in
    (select x.dept_id from employee_data_dept x where x.org_id = a.org_id and x.emp_id = a.user_id))
  and ($3::text is null or o.dept_id = $3)
  and ($4::text is null or ($4 !~ '^[0-9]+$' and coalesce(o.oldman_name, c.oldman_name) like '%' || $4 || '%') or o.readings like '% ' || lower($4) || '%'
    or ' ' || c.initials like '% ' || lower($4) || '%' or ' ' || c.pinyin like '% ' || lower($4) || '%' or t.assess_no like '%' || $4 || '%')
  and ($5::int is null or t.type = $5) and ($6::int is null or t.final_level = $6)
order by t.assess_date desc, t.assessment_id desc`

const pathOf: Readonly<Record<string, string>> = { '2': 'normal-2023' }

describe('the list', () => {
  test.each<[string, { keyword?: string; dept?: true; type?: number; level?: number }]>([
    ['of everybody', {}],
    ['of one kind', { type: 2 }],
    ['of many people', { keyword: '众' }],
    ['of many people by their pinyin', { keyword: 'zh' }],
    ['of many people with one level', { keyword: '众', type: 2, level: 1 }],
    ['of few people', { keyword: '众10' }],
    ['of somebody who only asked', { keyword: '众询' }],
    ['of a department', { dept: true }],
    ['of a department by name', { dept: true, keyword: '众22' }],
    ['of a number', { keyword: 'PXMANY17A' }],
    ['of a part of many numbers', { keyword: 'PXMANY1' }],
    ['of digits', { keyword: '17' }],
    ['of digits in a department', { dept: true, keyword: '17' }],
    ['of nobody', { keyword: '没有这个人' }],
    ['of a sign of patterns', { keyword: '%' }],
  ])('%s', async (_, { keyword, dept, type, level }) => {
    for (const [userName, token] of [
      ['zhengkai', h.admin],
      ['lixiaomei', h.nurse],
    ] as const) {
      const typed = keyword?.replace(/%/g, '\\%') ?? null
      const wanted = await h.sql<{ id: string }>(PLAIN, [
        DEMO_ORG,
        userName,
        dept ? ward : null,
        typed,
        type ?? null,
        level ?? null,
      ])
      const asked = { keyword, deptId: dept && ward, level: level === undefined ? undefined : String(level) }
      const query = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== undefined)) as Record<
        string,
        string
      >
      for (const page of [1, 2, 40]) {
        const { data, desc } = await h.product.ask<PageInfo<AssessRow>>(
          'GET',
          type === undefined ? ASSESS : `${ASSESS}/${pathOf[type]}`,
          { token, query: { ...query, page: String(page), size: '20' } },
        )
        const from = (page - 1) * 20
        expect([desc, data.total, data.list.map((row) => row.assessmentId)]).toEqual([
          desc,
          wanted.length,
          wanted.slice(from, from + 20).map((row) => row.id),
        ])
      }
    }
  })
})

describe('the newest of an elder and family', () => {
  const newest = async (elder: string) =>
    (
      await h.sql<{ id: string }>(
        `select assessment_id as id from assess_newest where org_id = $1 and oldman_id = $2 and family = 'ability'`,
        [DEMO_ORG, elder],
      )
    ).map((one) => one.id)
  const WRONG = `with real as (select distinct on (oldman_id, family) oldman_id, family, assessment_id, kind, assess_date, level_name, next_date
    from assessment where org_id = $1 and state = 'DONE' and oldman_id is not null
    order by oldman_id, family, assess_date desc, created_at desc, assessment_id desc)
  select * from real r full join (select * from assess_newest where org_id = $1) n on n.oldman_id = r.oldman_id and n.family = r.family
  where (r.assessment_id, r.kind, r.assess_date, r.level_name, r.next_date) is distinct from (n.assessment_id, n.kind, n.assess_date, n.level_name, n.next_date)`

  test('follows what is finished, voided, and adopted with an archive', async () => {
    const elder = h.elder()
    const before = await newest(elder)
    const [old, later] = [newId(), newId()]
    await copies([{ id: later, no: 'PXLATER', elder }])
    expect(await newest(elder)).toEqual([later])
    await copies([{ id: old, no: 'PXOLD', elder }], 4000)
    expect(await newest(elder)).toEqual([later])
    const voided = await h.ask('PUT', '/void', { body: { assessmentId: later, reason: '填错了人' } })
    expect(voided).toMatchObject({ status: 200 })
    expect(await newest(elder)).toEqual(before.length > 0 ? before : [old])
    await h.sql(
      `update assessment set oldman_id = $2 where org_id = $1 and assess_no = 'PXASKED' and oldman_id is null`,
      [DEMO_ORG, elder],
    )
    const [adopted] = await h.sql<{ id: string }>(
      `select assessment_id as id from assessment where org_id = $1 and assess_no = 'PXASKED'`,
    )
    expect(await newest(elder)).toEqual([adopted!.id])
    expect(await h.sql(WRONG)).toEqual([])
  })

  test('is the newest of two that are finished at the same moment, whichever commits last', async () => {
    const [elder] = await h.sql<{ id: string }>(
      `insert into oldman (org_id, oldman_id, archive_no, oldman_name, sex, id_card, birth_date, status)
       values ($1, md5('twice'), 'TWICE', '同时', 1, '310101194100099999', '1941-01-01', 6)
       returning oldman_id as id`,
    )
    const [first, second] = [await h.product.app.pool.connect(), await h.product.app.pool.connect()]
    const ids = [newId(), newId()]
    const add = (client: typeof first, id: string, days: number) =>
      client.query(COPY, [DEMO_ORG, template, [id], [`PX${id.slice(-8)}`], [elder!.id], [null], days])
    try {
      await first.query('begin')
      await second.query('begin')
      await add(first, ids[0]!, 0)
      const waiting = add(second, ids[1]!, 100)
      await first.query('commit')
      await waiting
      await second.query('commit')
    } finally {
      first.release()
      second.release()
    }
    expect(await newest(elder!.id)).toEqual([ids[0]])
    expect(await h.sql(WRONG)).toEqual([])
  })
})
