// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the sources that are checked have templates
import { describe, expect, it } from 'vitest'
import { sqlFaults } from './sqlFaults.mjs'
import { textsOf } from './sqlTexts.mjs'

const TABLES = `
export const thing = pgTable('thing', { orgId: idColumn('org_id'), thingId: idColumn('thing_id') }, (t) => [
  primaryKey({ columns: [t.orgId, t.thingId] }),
])
export const counter = pgTable('counter', { name: text('name').primaryKey() })
`
const faultsOf = (source, more = {}) =>
  sqlFaults(
    new Map(
      Object.entries({
        'server/areas/stock/tables.ts': TABLES,
        'server/areas/stock/public.ts': 'export const readableTables = []',
        'server/areas/stock/thing/thing.ts': source,
        ...more,
      }),
    ),
  )

describe('SQL names the organisation', () => {
  it.each([
    ['in a plain string', "q('select 1 from thing where thing_id = $1')"],
    ['for every table of a join', 'q(`select 1 from counter c join thing t on t.name = c.name`)'],
    ['for each alias', 'q(`select 1 from thing t join thing u on u.thing_id = t.up where t.org_id = $1`)'],
    ['in a change', "q('update thing set name = $2 where thing_id = $1')"],
    ['in a removal', "q('delete from thing where thing_id = $1')"],
    ['in what is added', "q('insert into thing (thing_id) values ($1)')"],
    ['where a constant brings the table', "const FROM = 'from thing t'\nq(`select 1 ${FROM} where t.thing_id = $1`)"],
    ['inside a hole', "q(`select ${all ? 'x from thing' : ''}`)"],
  ])('%s', (_, source) => expect(faultsOf(source)).not.toEqual([]))

  it.each([
    ['a key', "q('select 1 from thing where org_id = $1 and thing_id = $2')"],
    ['an alias', 'q(`select 1 from thing t where t.org_id = $1`)'],
    ['a constant', "const MINE = 't.org_id = $1'\nq(`select 1 from thing t where ${MINE}`)"],
    ['a function', 'const mine = (t: string) => `${t}.org_id = $1`\nq(`select 1 from thing t where ${mine("t")}`)'],
    ['a reason', "// Across organisations: counted for all.\nq('select count(*) from thing')"],
    ['a table of no organisation', "q('select 1 from counter')"],
  ])('or is left alone with %s', (_, source) => expect(faultsOf(source)).toEqual([]))

  it('a constant of another file is looked up, also through a door', () => {
    const source = "import { MINE } from '#server/areas/stock/public'\nq(`select 1 from thing t where ${MINE} and t.x`)"
    const more = {
      'server/areas/stock/public.ts': "export { MINE } from './scope.ts'",
      'server/areas/stock/scope.ts': "export const MINE = 't.org_id = $1'",
    }
    expect(faultsOf(source, more)).toEqual([])
  })
})

describe('an area reads what another lets it read, and writes only its own', () => {
  const elsewhere = (text) => faultsOf('', { 'server/areas/meal/meal/meal.ts': `q('${text}')` })
  it('refuses both', () => {
    expect(elsewhere('select 1 from thing where org_id = $1')).toHaveLength(1)
    expect(elsewhere('update thing set x = 1 where org_id = $1')).toHaveLength(1)
  })
  it('lets what is listed be read, not written', () => {
    const door = { 'server/areas/stock/public.ts': "export const readableTables = ['thing']" }
    const file = (text) => ({ ...door, 'server/areas/meal/meal/meal.ts': `q('${text}')` })
    expect(faultsOf('', file('select 1 from thing where org_id = $1'))).toEqual([])
    expect(faultsOf('', file('delete from thing where org_id = $1'))).toHaveLength(1)
  })
})

describe('texts of a source file', () => {
  it('are found beside comments, regular expressions and nested templates', () => {
    const source = "// it's 'no'\nconst a = /['`]/.test(x) ? `one ${b ? `two ${c}` : 'three'}` : \"four\" /* 'no' */"
    expect(textsOf(source).map((one) => one.parts.join('…'))).toEqual(['one …', 'two …', 'three', 'four'])
  })
})
