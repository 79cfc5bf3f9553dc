// Whoever has no right to whole numbers is told no phone and no identity card by any call: every declared read, as a
// nurse of the demo's own role and as a cashier, with the numbers that the demo's tables hold looked for in the raw
// answers. Whoever writes the next call is tested, too.
import qs from 'qs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Call } from '#contract/kit/call'
import { OPEN } from '#contract/kit/permission'
import { PLAIN_NUMBERS } from '#contract/kit/privacy'
import { nouns } from '#server/app'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { type Attacker, createAttacker, jsonOf, type Knowledge } from '#server/kit/test/attacker'
import { seeded } from '#server/kit/test/hostile'

const known = Object.values(import.meta.glob<Knowledge>('./areas/*/test/hostile.ts', { eager: true }))
const calls: Call[] = nouns.flatMap((noun) => Object.values(noun.calls))
/** Looks at a whole number that are written down: the act itself. */
const LOOKS = ['live.archiveSection.reveal', 'archives.resident.reveal', 'live.family.phones']
const reading = calls.filter(
  (call) =>
    (call.method === 'GET' || call.harmless) &&
    call.needs !== OPEN &&
    call.transfer === 'json' &&
    !LOOKS.includes(call.key),
)

/** Where the numbers of residents and those around them stand. Staff are reached by their own numbers. */
const NUMBERS = `select id_card as number from oldman where org_id = $1
union select phone from oldman where org_id = $1
union select phone from oldman_family where org_id = $1 union select id_card from oldman_family where org_id = $1
union select phone from visit where org_id = $1 union select id_card from visit where org_id = $1
union select companion_phone from outing where org_id = $1
union select phone from consultation where org_id = $1 union select id_card from consultation where org_id = $1
union select consultant_phone from consultation where org_id = $1
except select phone_num from employee`

/** A bed of the nurse's own group, with somebody in it whom one can call about. */
const TAKEN = `select b.bed_id as "bedId" from bed b join room r using (org_id, room_id) join dept d using (org_id, dept_id)
  join oldman t on t.org_id = b.org_id and t.current_bed_id = b.bed_id and t.status = 1
where b.org_id = $1 and b.display = 0 and d.dept_name = '松鹤楼护理组'
  and exists (select from oldman_family f where f.org_id = t.org_id and f.oldman_id = t.oldman_id and f.phone <> '')
order by b.bed_id limit 1`

let app: TestApp
let desk: Attacker
const token = { nurse: '', cashier: '', administrator: '' }
let numbers: ReadonlySet<string>

beforeAll(async () => {
  app = await demoApp({ LOG_LEVEL: 'error' })
  token.nurse = await app.signIn('lixiaomei', 'Yiyuan2026')
  token.cashier = await app.signIn('fangfang', 'Yiyuan2026')
  token.administrator = await app.signIn('zhengkai', 'Yiyuan2026')
  const found = await app.app.pool.query<{ number: string | null }>(NUMBERS, [DEMO_ORG])
  numbers = new Set(found.rows.flatMap(({ number }) => (number && number.length >= 8 ? [number] : [])))
  const taken = (await app.app.pool.query<{ bedId: string }>(TAKEN, [DEMO_ORG])).rows[0]!.bedId
  desk = createAttacker(app, {
    calls,
    random: seeded(11),
    tokenFor: () => undefined,
    recipes: Object.assign({}, ...known.map((area) => area.recipes)),
    places: Object.assign({}, ...known.map((area) => area.places), { 'home.roomMap.card': () => ({ bedId: taken }) }),
    costly: [],
  })
})
afterAll(() => app.close())

async function ask(call: Call, path: string, as: string, all: boolean): Promise<string> {
  const input = await desk.honest(call, all)
  const { type, content } = jsonOf(call, input.body)
  const query = qs.stringify(input.query)
  const answer = await app.server.inject({
    method: call.method,
    url: query ? `${path}?${query}` : path,
    headers: { authorization: as, ...(type && { 'content-type': type }) },
    ...(call.method !== 'GET' && content !== undefined && { payload: content }),
  })
  return answer.body
}

/** Anything of the shape of a phone or a card, and known; landlines as they stand. */
const SHAPES = /(?<![\dA-Za-z])(?:\d{17}[\dXx]|1[3-9]\d{9}|0\d{2,3}-?\d{7,8})(?![\dA-Za-z])/g
const toldIn = (body: string) => (body.match(SHAPES) ?? []).filter((one) => numbers.has(one))

test('the demo knows numbers, and neither nurse nor cashier has the right to whole ones', async () => {
  expect(numbers.size).toBeGreaterThan(300)
  for (const [name, codes] of await Promise.all(
    ['责任护士', '收费员'].map(async (role) => {
      const held = await app.app.pool.query<{ code: string }>(
        `select distinct a.authority_code as code from role_authority ra join authority a using (authority_id)
          join role r on r.org_id = ra.org_id and r.role_id = ra.role_id and r.name = $2 where ra.org_id = $1`,
        [DEMO_ORG, role],
      )
      return [role, held.rows.map((row) => row.code)] as const
    }),
  )) {
    expect([name, PLAIN_NUMBERS.split('|').filter((code) => codes.includes(code))]).toEqual([name, []])
  }
})

test('no call tells a nurse or a cashier a whole phone or card, neither in a field nor in words', async () => {
  const told: string[] = []
  const hidden = new Set<string>()
  for (const call of reading) {
    const path = await desk.honestPath(call)
    for (const all of [false, true]) {
      for (const [name, as] of [
        ['nurse', token.nurse],
        ['cashier', token.cashier],
      ] as const) {
        const found = toldIn(await ask(call, path, as, all))
        if (found.length > 0) told.push(`${name} ${call.key} ${found.slice(0, 2).join(' ')}`)
      }
      if (toldIn(await ask(call, path, token.administrator, all)).length > 0) hidden.add(call.key)
    }
  }
  expect(told).toEqual([])
  // Somebody with the right would have been told there.
  expect([...hidden]).toEqual(
    expect.arrayContaining(['live.family.list', 'live.outing.list', 'live.visit.list', 'home.roomMap.card']),
  )
}, 240_000)
