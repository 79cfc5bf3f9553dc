// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources that are checked have templates
import { describe, expect, it } from 'vitest'
import { stateFaults } from './stateFaults.mjs'

const WORDS = `
export const ThingState = options('ThingState', '状态', [
  [0, 'waiting', ['待审核', 'amber']],
  [3, 'done', '已完成'],
])
export const ThingKind = options('ThingKind', '种类', [
  ['BED', '床位'],
])
export const Thing = obj({ state: nul(ThingState.schema), kind: ThingKind.schema, outcome: opt(ThingState.schema) })
`
const TABLES = `
export const thing = pgTable('thing', {
  thingState: optionColumn('thing_state', ThingState).notNull().default(ThingState.is.waiting),
  state: optionColumn('state', ThingState),
}, (t) => [check('thing_done', sql\`\${t.state} = 3\`), index('open').where(sql\`state = 0\`)])
export const job = pgTable('job', { state: integer('state') })
`
const faultsOf = (files) =>
  stateFaults(
    new Map(Object.entries({ 'contract/stock/words.ts': WORDS, 'server/areas/stock/tables.ts': TABLES, ...files })),
  )
const inServer = (source) => faultsOf({ 'server/areas/stock/thing/thing.ts': source })

describe('SQL names the states it compares with', () => {
  it.each([
    ['a comparison', "q('select 1 from thing t where t.state = 3')"],
    ['without an alias', "q('select 1 from thing where state <> 0')"],
    ['one of several', 'q(`select 1 from thing t where t.state in (0, 3)`)'],
    ['none of several', 'q(`select 1 from thing t where t.state not in (3)`)'],
    ['a range', 'q(`select 1 from thing t where t.state between 0 and 3`)'],
    ['what is written', "q('update thing set state = 3 where org_id = $1')"],
    ['over two lines', 'q(`select 1 from thing t\n  where t.state =\n 3`)'],
    ['a value for none', "q('select coalesce(t.state, 0) as state from thing t')"],
    ['a case', "q('select case t.state when 3 then 1 end from thing t')"],
    ['inside a hole', "q(`select ${all ? 'x from thing t where t.state = 3' : ''}`)"],
    ['where a constant brings the table', "const FROM = 'from thing t'\nq(`select 1 ${FROM} where t.state = 3`)"],
    ['a part of a statement, by a name that no other table has', "const DONE = 't.thing_state = 3'"],
  ])('%s', (_, source) => expect(inServer(source)).toHaveLength(1))

  it.each([
    ['a name', 'q(`select 1 from thing t where t.state = ${ThingState.is.done}`)'],
    ['several names', 'q(`select 1 from thing t where t.state in (${ThingState.is.done}, ${ThingState.is.waiting})`)'],
    ['a group', 'const OPEN = [ThingState.is.waiting]\nq(`select 1 from thing t where t.state in (${OPEN})`)'],
    ['a parameter', "q('select 1 from thing t where t.state = $3')"],
    ['the same column name of a table without a set', "q('select 1 from job j where j.state = 3')"],
    ['a part of a statement whose column may be another table’s', "const DONE = 't.state = 3'"],
    ['another column', "q('select 1 from thing t where t.state_count = 3')"],
  ])('or is left alone with %s', (_, source) => expect(inServer(source)).toEqual([]))

  it('a fault in a constant is told where it stands', () => {
    const faults = faultsOf({
      'server/areas/stock/door.ts': "export const DONE = 't.thing_state = 3'",
      'server/areas/stock/thing/thing.ts':
        "import { DONE } from '#server/areas/stock/door'\nq(`select 1 from thing t where ${DONE}`)",
    })
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain('server/areas/stock/door.ts')
  })
})

describe('code names the states it compares with', () => {
  it.each([
    ['a field', 'const done = row.state === 3'],
    ['a field that is not', 'if (row?.state !== 0) return'],
    ['a field that is surely there', 'if (row.state! === 0) return'],
    ['a variable', 'const { outcome } = row\nif (outcome === 3) return'],
    ['a column of a row', 'if (row.thing_state === 3) return'],
    ['the number first', 'if (3 === row.state) return'],
    ['one of several', 'if ([0, 3].includes(row.state)) return'],
    ['a case', "switch (row.state) {\n  case 3:\n    return 'done'\n}"],
  ])('%s', (_, source) => {
    expect(inServer(source)).toHaveLength(1)
    expect(faultsOf({ 'web/areas/stock/thing/list.page.tsx': source })).toHaveLength(1)
    expect(faultsOf({ 'contract/stock/thing.ts': source })).toHaveLength(1)
  })

  it.each([
    ['a name', 'const done = row.state === ThingState.is.done'],
    ['a case with a name', 'switch (row.state) {\n  case ThingState.is.done:\n    return 1\n}'],
    ['a number that the set does not have', 'if (answer.state === 200) return'],
    ['a field of texts', "if (row.kind === 'BED') return"],
    ['another field', 'if (row.count === 3 || row.stateCount === 3) return'],
    ['the case of another field', 'switch (row.count) {\n  case 3:\n    return 1\n}'],
  ])('or is left alone with %s', (_, source) => expect(inServer(source)).toEqual([]))
})

describe('what says how things are stored may have numbers', () => {
  it.each([
    'server/areas/stock/thing/thing.test.ts',
    'server/areas/stock/test/samples.ts',
    'server/areas/stock/demo/demoThings.ts',
    'e2e/thing.ts',
  ])('%s', (file) =>
    expect(faultsOf({ [file]: "if (row.state === 3) q('select 1 from thing where state = 3')" })).toEqual([]),
  )
})
