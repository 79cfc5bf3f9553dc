// Every id that a call takes, in its path, its query or its body, is tried with a record of another organisation and,
// where its kind has a department, of another department. What is tried follows from the schemas, so the next noun is
// tried as well; an id that does not say what it names fails the first test. An attempt counts only when the caller's own
// record is answered otherwise: then it was the id that was refused.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Call } from '#contract/kit/call'
import { type RecordName, records } from '#contract/kit/records'
import { nouns } from '#server/app'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { createAttacker, type Knowledge } from '#server/kit/test/attacker'
import { seeded } from '#server/kit/test/hostile'
import { type Answers, type Attempt, createAttempts, judge } from '#server/kit/test/idAttempts'
import type { IdKnowledge } from '#server/kit/test/idKnowledge'
import { idPlaces, kindsOf, triedIds } from '#server/kit/test/idPlaces'
import { digests, mirror, rowsNaming, twin } from '#server/kit/test/mirror'
import type { StoredRecord, StoredRecords } from '#server/kit/test/storedRecords'

const hostile = Object.values(import.meta.glob<Knowledge>('./areas/*/test/hostile.ts', { eager: true }))
const ids = Object.values(import.meta.glob<IdKnowledge>('./areas/*/test/ids.ts', { eager: true, import: 'default' }))
const stored: StoredRecords = Object.assign(
  {},
  ...Object.values(import.meta.glob<StoredRecords>('./areas/*/test/records.ts', { eager: true, import: 'default' })),
)
const told = <K extends keyof IdKnowledge>(key: K): NonNullable<IdKnowledge[K]> =>
  Object.assign({}, ...ids.map((area) => area[key] ?? {}))
const [samples, spared, unread] = [told('samples'), told('spared'), told('unread')]
const [beyond, anyDept] = [told('beyond'), told('anyDept')]
const isTold = (table: Record<string, string>, name: string) => Object.keys(table).some((key) => name.startsWith(key))

const calls: readonly Call[] = nouns.flatMap((noun) => Object.values(noun.calls))
const areas = [...new Set(nouns.map((noun) => noun.area))]
const recordOf = (kind: RecordName): StoredRecord => stored[kind]!
const tried = calls.filter((call) => triedIds(call, stored).length > 0)

const ADMINISTRATOR = 'zhengkai'
/** May do everything, in one department. */
const NARROW = 'zhaoqiang'
const INSIDE = '后勤仓储部'
const OUTSIDE = '居家服务部'
/** Kept by the server itself, which notices that the devices of the mirror are silent. */
const NOT_COMPARED = ['device_state']
/** What was asked for and not found is told there. */
const TELLS = ['job_run', 'operation_log']

let product: TestApp
let desk: ReturnType<typeof createAttempts>
const tokens: Record<string, string> = {}
const across: Attempt[] = []
const outside: Attempt[] = []
const counts: Record<string, number> = {}
const unreached: string[] = []
let before: Record<string, string>

const RIGHTS = `with made as (insert into role (org_id, role_id, name, role_desc, role_level) values ($1, 'narrow', '样样可做', '测试', 1)),
given as (insert into role_authority (org_id, role_id, landing_end_id, authority_id)
  select $1, 'narrow', l.landing_end_id, a.authority_id from authority a, landing_end l where l.landing_end_code = 'WEB')
insert into account_role (org_id, user_id, role_id) select org_id, user_id, 'narrow' from account where org_id = $1 and user_name = $2`

const mirrored = async () => {
  const all = await digests(product.app.pool, twin(DEMO_ORG))
  return Object.fromEntries(Object.entries(all).filter(([table]) => !NOT_COMPARED.includes(table)))
}

beforeAll(async () => {
  // A reservation that runs out while this goes on would look like a write of the attempt.
  product = await demoApp({}, { clockwork: false })
  await product.app.pool.query(RIGHTS, [DEMO_ORG, NARROW])
  for (const name of [ADMINISTRATOR, NARROW])
    tokens[name] = await product.signIn(name, demoAccounts.find((one) => one.userName === name)!.password)
  const random = seeded(20_261_118)
  const places = Object.assign({}, ...hostile.map((area) => area.places))
  const recipes = Object.assign({}, ...hostile.map((area) => area.recipes))
  const attacker = createAttacker(product, { calls, random, recipes, places, costly: [], tokenFor: () => undefined })
  desk = createAttempts({ product, orgId: DEMO_ORG, attacker, places, samples, random, recordOf })
  for (const call of tried) {
    across.push(...(await desk.attemptsOn(call)))
    const again = await desk.attemptsOn(call, (kind) => recordOf(kind).dept !== undefined)
    outside.push(...again.filter((one) => !one.among && !isTold(anyDept, one.name)))
  }
  await mirror(product.app.pool, DEMO_ORG)
  before = await mirrored()
})
afterAll(() => product.close())

/** Counts an attempt; answers what is wrong with it. */
function weigh(dimension: string, one: Attempt, answers: Answers, alone?: boolean): string[] {
  const verdict = judge(one, answers, alone)
  if (verdict === 'kept') {
    const counted = `${dimension}, ${one.place.part}`
    counts[counted] = (counts[counted] ?? 0) + 1
    return []
  }
  // What is accepted and left out must not have been stored either; the last tests look at that.
  if (isTold(unread, one.name) || (verdict === 'hole: accepted' && isTold(spared, one.name))) return []
  if (verdict === 'unreached' && isTold(beyond, one.name)) {
    unreached.push(`${one.name} (${dimension})`)
    return []
  }
  const [foreign, own] = [answers.foreign, answers.own].map((answer) => answer.text.slice(0, 120))
  return [`${one.name}: ${verdict}\n  foreign ${foreign}\n  own ${own}`]
}

/** An earlier attempt, one with its own record, may have changed or removed what this one needs: it is tried with another. */
const isUsedUp = (one: Attempt, answers: Answers, alone?: boolean) =>
  judge(one, answers, alone) === 'unreached' && !isTold(beyond, one.name) && !isTold(unread, one.name)

const deptOf = async (name: string) =>
  (
    await product.app.pool.query<{ id: string }>(
      'select dept_id as id from dept where org_id = $1 and dept_name = $2',
      [DEMO_ORG, name],
    )
  ).rows[0]!.id

describe('ids of somebody else', () => {
  test('every id says what it names', () => {
    const silent = calls.flatMap(idPlaces).filter(({ of }) => of === undefined)
    expect(silent.map(({ call, part, path }) => `${call.key} ${part}.${path.join('.')}`)).toEqual([])
  })

  test('every kind of record says where it is stored', () => {
    expect(Object.keys(stored).sort()).toEqual(Object.keys(records).sort())
  })

  test('what the areas tell is about ids that are tried', () => {
    const names = [...across.map(({ name }) => name), ...tried.map(({ key }) => key)]
    const keys = [samples, spared, unread, beyond, anyDept].flatMap((table) => Object.keys(table))
    expect(keys.filter((key) => !names.some((name) => name.startsWith(key)))).toEqual([])
  })

  for (const area of areas) {
    test(`${area}: of another organisation`, async () => {
      const faults: string[] = []
      const fire = (one: Attempt) => desk.fireAcross(one, twin(one.own), tokens[ADMINISTRATOR]!)
      for (const one of across.filter(({ place }) => place.call.key.startsWith(`${area}.`))) {
        const answers = await fire(one)
        const again = isUsedUp(one, answers) ? await desk.madeAnew(one) : one
        const twinStands = again === one || (await desk.stands(again.kind, twin(again.own), twin(DEMO_ORG)))
        faults.push(...weigh('organisation', one, again === one || !twinStands ? answers : await fire(again)))
      }
      expect(faults.join('\n')).toBe('')
    })
  }

  test('nothing of the other organisation was written', async () => {
    expect(await mirrored()).toEqual(before)
  })

  test('nothing of one’s own names a record of the other organisation', async () => {
    expect(await rowsNaming(product.app.pool, DEMO_ORG, TELLS)).toEqual([])
  })

  for (const area of areas) {
    test(`${area}: of another department`, async () => {
      const [inside, elsewhere] = [await deptOf(INSIDE), await deptOf(OUTSIDE)]
      const faults: string[] = []
      for (const one of outside.filter(({ place }) => place.call.key.startsWith(`${area}.`))) {
        const fire = (attempt: Attempt) => desk.fireOutside(attempt, inside, elsewhere, tokens[NARROW]!)
        const bound = idPlaces(one.place.call).filter((place) => kindsOf(place).some((kind) => recordOf(kind).dept))
        let answers = await fire(one)
        if (isUsedUp(one, answers, bound.length === 1)) answers = await fire(await desk.madeAnew(one))
        faults.push(...weigh('department', one, answers, bound.length === 1))
      }
      expect(faults.join('\n')).toBe('')
    })
  }

  test('so many were tried', () => {
    process.stdout.write(`ids tried: ${JSON.stringify(counts)}\nnot reached:\n  ${unreached.join('\n  ')}\n`)
    expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(1_000)
    expect(unreached.length).toBeLessThan(20)
  })
})
