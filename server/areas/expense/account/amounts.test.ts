// Where an organisation masks amounts, whoever may not see them gets none from any call of the fees, and moves none. Walks
// over all declared calls: whoever writes the next one is tested too.
import qs from 'qs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SEE_AMOUNTS } from '#contract/expense/feeSettings'
import type { Call } from '#contract/kit/call'
import { codesOf, OPEN } from '#contract/kit/permission'
import { refusals } from '#contract/kit/refusal'
import { nouns } from '#server/app'
import { feeSettingsOf, saveFeeSettings } from '#server/areas/expense/fee/feeSettings'
import { places, recipes } from '#server/areas/expense/test/hostile'
import { wholeDesk } from '#server/areas/expense/test/wholeDesk'
import { places as residentPlaces, recipes as residents } from '#server/areas/live/test/hostile'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { systemTransaction } from '#server/kit/system'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { type Attacker, createAttacker, jsonOf } from '#server/kit/test/attacker'
import { seeded } from '#server/kit/test/hostile'

/** The price list and the rules of the house are nobody's money. */
const HOUSE = ['project', 'projectChild', 'feeChild', 'discountRule', 'costSet', 'tradeWay']
const fees = nouns.filter((noun) => noun.area === 'expense' && !HOUSE.includes(noun.name))
const calls: Call[] = fees.flatMap((noun) => Object.values(noun.calls))
/** Beds, residents and papers name what somebody owes, too. What a family says it can spend is nobody's account. */
const around = nouns
  .filter((noun) => ['live', 'home', 'archives'].includes(noun.area))
  .flatMap((noun) => Object.values(noun.calls))
  .filter((call) => call.method === 'GET' && !call.key.startsWith('live.consultation.') && call.transfer === 'json')
const reading = [...calls, ...around].filter(
  (call) => (call.method === 'GET' || call.harmless) && call.needs !== OPEN && call.transfer === 'json',
)
const acting = calls.filter((call) => call.method !== 'GET' && !call.harmless)
/** These say something about an account without moving money or telling any. */
const HARMLESS = [
  'expense.account.seal',
  'expense.account.unseal',
  // Whoever cuts hair writes down that it was done; what it comes to says the price list.
  'expense.charge.add',
  'expense.charge.addMany',
  'expense.charge.void',
]

let app: TestApp
let desk: Attacker
const token = { clerk: '', administrator: '' }

async function mask(maskAmounts: boolean): Promise<void> {
  const now = await feeSettingsOf(app.app.pool, DEMO_ORG)
  await systemTransaction(app.app, DEMO_ORG, '费用', '测试', (tx) => saveFeeSettings(tx, { ...now, maskAmounts }))
}

beforeAll(async () => {
  app = await demoApp({ LOG_LEVEL: 'error' })
  await app.app.pool.query(
    `delete from role_authority ra using authority a where a.authority_id = ra.authority_id and ra.org_id = $1 and a.authority_code = $2`,
    [DEMO_ORG, SEE_AMOUNTS],
  )
  await wholeDesk(app.app.pool)
  token.clerk = await app.signIn('liumin', 'Yiyuan2026')
  token.administrator = await app.signIn('zhengkai', 'Yiyuan2026')
  const plan = { recipes: { ...residents, ...recipes }, places: { ...residentPlaces, ...places }, costly: [] }
  desk = createAttacker(app, { ...plan, calls: [...calls, ...around], random: seeded(7), tokenFor: () => undefined })
  await mask(true)
})
afterAll(() => app.close())

/** Every amount in an answer, with the way to it. The arrears mark beside a name is 0 or 1. */
function amounts(answer: unknown, way = ''): string[] {
  if (Array.isArray(answer)) return answer.flatMap((one) => amounts(one, `${way}[]`))
  if (typeof answer === 'string') return /\d\.\d\d(?!\d)/.test(answer) ? [`${way} “${answer}”`] : []
  if (typeof answer !== 'object' || answer === null) return []
  return Object.entries(answer).flatMap(([name, value]) => {
    const here = `${way}.${name}`
    if (typeof value === 'number' && name.endsWith('Fen') && !(name === 'owedFen' && value <= 1))
      return [`${here} ${value}`]
    return amounts(value, here)
  })
}

async function ask(call: Call, input: Awaited<ReturnType<Attacker['honest']>>, path: string, as: string) {
  const { type, content } = jsonOf(call, input.body)
  const query = qs.stringify(input.query)
  const answer = await app.server.inject({
    method: call.method,
    url: query ? `${path}?${query}` : path,
    headers: { authorization: as, ...(type && { 'content-type': type }) },
    ...(content !== undefined && { payload: content }),
  })
  return JSON.parse(answer.body) as { status: number; desc: string; data: unknown }
}

const NO = refusals.NO_PERMISSION[0]

describe('a clerk who may not see amounts', () => {
  test('gets none from any call', async () => {
    const told: string[] = []
    const seen: string[] = []
    for (const call of reading) {
      const path = await desk.honestPath(call)
      const input = await desk.honest(call)
      const whole = await ask(call, input, path, token.administrator)
      const masked = await ask(call, input, path, token.clerk)
      if (amounts(whole.data).length > 0) seen.push(call.key)
      if (masked.status !== NO) told.push(...amounts(masked.data).map((one) => `${call.key} ${one}`))
    }
    expect(told).toEqual([])
    // Whoever may see them does: otherwise nothing was hidden here.
    expect(seen.length).toBeGreaterThan(35)
  }, 120_000)

  test('moves none', async () => {
    const moved: string[] = []
    for (const call of acting) {
      // What the role does not have at all says nothing about amounts.
      const held = await app.app.pool.query(
        `select from role_authority ra join authority a on a.authority_id = ra.authority_id
          join role r on r.org_id = ra.org_id and r.role_id = ra.role_id and r.name = '前台文员'
         where ra.org_id = $1 and a.authority_code = any($2) limit 1`,
        [DEMO_ORG, codesOf(call.needs)],
      )
      if (held.rowCount === 0 || HARMLESS.includes(call.key)) continue
      const answer = await ask(call, await desk.honest(call), await desk.honestPath(call), token.clerk)
      if (answer.status !== NO) moved.push(`${call.key} ${answer.status} ${answer.desc}`)
    }
    expect(moved).toEqual([])
  }, 120_000)
})
