// Who has no right to read fees is told no amount by any call: every declared read, as a nurse of the demo's own role, with
// what is money found in the declared answers. Whoever writes the next call is tested, too.
import qs from 'qs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { READ_FEES } from '#contract/expense/feeSettings'
import type { Call } from '#contract/kit/call'
import { allows, OPEN } from '#contract/kit/permission'
import { nouns } from '#server/app'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { type Attacker, createAttacker, jsonOf, type Knowledge } from '#server/kit/test/attacker'
import { seeded } from '#server/kit/test/hostile'

const known = Object.values(import.meta.glob<Knowledge>('./areas/*/test/hostile.ts', { eager: true }))
const calls: Call[] = nouns.flatMap((noun) => Object.values(noun.calls))
const reading = calls.filter(
  (call) => (call.method === 'GET' || call.harmless) && call.needs !== OPEN && call.transfer === 'json' && !call.writes,
)

interface Shape {
  type?: string
  money?: boolean
  properties?: Record<string, Shape>
  items?: Shape
  anyOf?: readonly Shape[]
  patternProperties?: Record<string, Shape>
}

/** Values of fields declared as money. The arrears mark beside a name says no amount: 0 or 1. */
function money(shape: Shape, value: unknown, way: string): string[] {
  if (value === null || value === undefined) return []
  if (shape.money) return way.endsWith('.owedFen') && Number(value) <= 1 ? [] : [`${way} ${value}`]
  if (shape.anyOf) return shape.anyOf.flatMap((one) => money(one, value, way))
  if (shape.items && Array.isArray(value)) return value.flatMap((one) => money(shape.items!, one, `${way}[]`))
  if (typeof value !== 'object') return []
  const inner = shape.patternProperties ? Object.values(shape.patternProperties)[0]! : null
  return Object.entries(value).flatMap(([name, one]) => {
    const field = inner ?? shape.properties?.[name]
    return field ? money(field, one, `${way}.${name}`) : []
  })
}

/** An amount in words: 余额 1,200.00 → 0.00, 订金 3000.00 元. */
const SAID =
  /\d[\d,]*\.\d\d(?!\d)\s*元|元\s*\d[\d,]*\.\d\d|(?:余额|押金|订金|欠费|未缴|退款|应收|账单|费用)[^。；]{0,12}\d[\d,]*\.\d\d(?!\d)/
function said(value: unknown, way = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => said(one, `${way}[]`))
  if (typeof value === 'string') return SAID.test(value) ? [`${way} “${value.slice(0, 80)}”`] : []
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) => said(one, `${way}.${name}`))
}

let app: TestApp
let desk: Attacker
const token = { nurse: '', administrator: '' }
let codes: ReadonlySet<string>

beforeAll(async () => {
  app = await demoApp({ LOG_LEVEL: 'error' })
  token.nurse = await app.signIn('lixiaomei', 'Yiyuan2026')
  token.administrator = await app.signIn('zhengkai', 'Yiyuan2026')
  const held = await app.app.pool.query<{ code: string }>(
    `select distinct a.authority_code as code from role_authority ra join authority a using (authority_id)
      join role r on r.org_id = ra.org_id and r.role_id = ra.role_id and r.name = '责任护士' where ra.org_id = $1`,
    [DEMO_ORG],
  )
  codes = new Set(held.rows.map((row) => row.code))
  desk = createAttacker(app, {
    calls,
    random: seeded(7),
    tokenFor: () => undefined,
    recipes: Object.assign({}, ...known.map((area) => area.recipes)),
    places: Object.assign({}, ...known.map((area) => area.places)),
    costly: [],
  })
})
afterAll(() => app.close())

async function ask(call: Call, path: string, as: string, all: boolean) {
  const input = await desk.honest(call, all)
  const { type, content } = jsonOf(call, input.body)
  const query = qs.stringify(input.query)
  const answer = await app.server.inject({
    method: call.method,
    url: query ? `${path}?${query}` : path,
    headers: { authorization: as, ...(type && { 'content-type': type }) },
    ...(call.method !== 'GET' && content !== undefined && { payload: content }),
  })
  return JSON.parse(answer.body) as { status: number; data: unknown }
}

test('the role of a nurse holds no right to read fees', () => {
  expect(allows(READ_FEES, (code) => codes.has(code))).toBe(false)
})

test('no call tells a nurse an amount, neither in a field nor in words', async () => {
  const told: string[] = []
  const answered: string[] = []
  const hidden = new Set<string>()
  for (const call of reading) {
    const path = await desk.honestPath(call)
    for (const all of [false, true]) {
      const mine = await ask(call, path, token.nurse, all)
      if (mine.status !== 200) continue
      answered.push(call.key)
      const found = [...money(call.data as Shape, mine.data, ''), ...said(mine.data)]
      told.push(...found.slice(0, 3).map((one) => `${call.key} ${one}`))
      const whole = await ask(call, path, token.administrator, all)
      if (whole.status === 200 && money(call.data as Shape, whole.data, '').length > 0) hidden.add(call.key)
    }
  }
  expect(told).toEqual([])
  // The nurse was answered, and somebody who may see amounts would have seen some there.
  expect(new Set(answered).size).toBeGreaterThan(80)
  expect([...hidden]).toEqual(
    expect.arrayContaining([
      'expense.feeSet.ofResident',
      'live.archiveSection.whole',
      'live.residence.detail',
      'nursing.level.list',
    ]),
  )
}, 240_000)
