// What nobody should send: names that every object has, a book instead of an answer, days that do not come, and the last
// submit pressed by many at once. Each is a sentence, and nothing is stored of it.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import { kindOf } from '#contract/nursing/assess/kinds'
import { assessHouse, of2023 } from '#server/areas/nursing/test/assessHouse'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'

const INVALID = refusals.INVALID_INPUT[0]
const NAMES = ['constructor', '__proto__', 'toString', 'hasOwnProperty', 'valueOf']
const CHINESE = /[\u4e00-\u9fff]/

let h: Awaited<ReturnType<typeof assessHouse>>
beforeAll(async () => {
  h = await assessHouse()
})
afterAll(() => h.product.close())

const stored = (assessmentId: string) =>
  h.sql('select to_jsonb(t) as row from assessment t where t.org_id = $1 and t.assessment_id = $2', [
    DEMO_ORG,
    assessmentId,
  ])

describe('a name that every object has', () => {
  test.each(NAMES)('%s', async (name) => {
    const oldmanId = h.elder()
    expect((await h.submit({ oldmanId, copyId: name })).status).not.toBe(200)
    const { data } = await h.submit({ oldmanId })
    const before = await stored(data.assessmentId)
    const [first] = of2023.sections[0]!.items
    for (const body of [
      { answers: [{ itemId: first!.key, option: name }] },
      { answers: [{ itemId: name, option: first!.options[0]!.key }] },
      { answers: [{ itemId: name, evidence: '依据' }] },
      { inputs: [{ key: name, value: 1 }] },
      { inputs: [{ key: name }] },
      { fields: [{ key: name, value: 'x' }] },
      { fields: [{ key: name, value: null }] },
      { fields: [{ key: of2023.forms[0]!.fields[0]!.key, value: { [name]: 1 } }] },
      { section: name },
      { assessor2: name },
    ]) {
      const answer = await h.submit({ assessmentId: data.assessmentId, version: data.version, ...body })
      expect([body, answer.status, answer.desc]).not.toEqual([body, 200, answer.desc])
      expect(answer.status, answer.desc).toBeLessThan(50_000)
      expect(answer.desc).toMatch(CHINESE)
    }
    expect(kindOf(name)).toBeUndefined()
    const answers = `${first!.key}:${name},${name}:A`
    for (const query of [{ kind: name }, { kind: 'of2023', answers }] as Record<string, string>[]) {
      const graded = await h.ask('GET', '/getIssueValue/finalGrade', { query })
      expect(graded.status, graded.desc).not.toBe(200)
      expect(graded.status).toBeLessThan(50_000)
    }
    expect(await stored(data.assessmentId)).toEqual(before)
  })
})

test('ten megabytes are no answer', async () => {
  const { data } = await h.submit({ oldmanId: h.elder() })
  const before = await stored(data.assessmentId)
  const book = '字'.repeat(3_500_000)
  const [item] = of2023.sections[0]!.items
  for (const body of [
    { answers: [{ itemId: item!.key, evidence: book }] },
    { fields: [{ key: of2023.forms[0]!.fields[0]!.key, value: book }] },
    { fields: [{ key: of2023.forms[0]!.fields[0]!.key, value: [{ deep: book }] }] },
    { remark: book },
  ]) {
    const answer = await h.submit({ assessmentId: data.assessmentId, version: data.version, ...body })
    expect(answer.status, answer.desc).not.toBe(200)
    expect(answer.status, answer.desc).toBeLessThan(50_000)
    expect(answer.desc).toMatch(CHINESE)
  }
  expect(await stored(data.assessmentId)).toEqual(before)
})

describe('a day that does not come', () => {
  test('is refused where something is written', async () => {
    const oldmanId = h.elder()
    for (const day of ['9999-12-31', '10000-01-01', '0000-01-01', '2026-02-30', 'infinity']) {
      const begun = await h.submit({ oldmanId, assessDate: day })
      expect([day, begun.status], begun.desc).toEqual([day, INVALID])
      const changed = await h.ask('POST', '/change', { body: { oldmanId, content: '跌倒', happenedOn: day } })
      expect([day, changed.status], changed.desc).toEqual([day, INVALID])
    }
    expect(
      await h.sql(`select 1 from assessment where org_id = $1 and oldman_id = $2 and state = 'DRAFT'`, [
        DEMO_ORG,
        oldmanId,
      ]),
    ).toEqual([])
  })

  test('finds nothing, or is told, where something is read', async () => {
    const queries: Record<string, string>[] = [
      { startDate: '9999-12-31' },
      { endDate: '0000-00-00' },
      { startDate: 'infinity' },
      { startMonth: '9999-12', endMonth: '9999-12' },
      { startMonth: '0000-01', endMonth: '0000-01' },
      { startMonth: '0001-01', endMonth: '0001-01' },
    ]
    for (const query of queries) {
      for (const path of ['', '/statistics/levels', '/statistics/assessors']) {
        const { status, desc } = await h.ask('GET', path, { query })
        expect(status, `${path} ${JSON.stringify(query)}: ${desc}`).toBeLessThan(50_000)
      }
    }
  })
})

test('the last submit of five at once happens once', async () => {
  const oldmanId = h.elder()
  const { assessmentId, version } = await h.whole(oldmanId)
  const body = { assessmentId, version, signature1: h.sign, signature2: h.sign }
  const answers = await Promise.all(
    [h.head, h.admin, h.leader, h.head, h.admin].map((token) => h.finish(body, { token })),
  )
  expect(answers.filter((one) => one.status === 200)).toHaveLength(1)
  for (const one of answers.filter(({ status }) => status !== 200)) {
    expect(one.status, one.desc).toBeLessThan(50_000)
    expect(one.desc).toMatch(/已完成|修改|完成/)
  }
  const [row] = await h.sql<{ done: number; newest: number; logged: number }>(
    `select (select count(*)::int from assessment where org_id = $1 and assessment_id = $2 and state = 'DONE') as done,
       (select count(*)::int from assess_newest where org_id = $1 and assessment_id = $2) as newest,
       (select count(*)::int from operation_log where org_id = $1 and target_id = $2 and changes ? 'state' and changes -> 'state' ->> 1 = 'DONE') as logged`,
    [DEMO_ORG, assessmentId],
  )
  expect(row).toEqual({ done: 1, newest: 1, logged: 1 })
})
