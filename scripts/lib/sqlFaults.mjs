// SQL that reaches a table of an organisation names the organisation, and an area touches tables of another one only as
// that one's public.ts allows: what stands in `readableTables` may be read, nothing may be written.
import { areaOf, isTest, targetOf } from './boundaries.mjs'
import { textReader } from './sqlTexts.mjs'

/** Says above a statement why it is for all organisations. */
const ACROSS = 'Across organisations:'
const TABLE = /pgTable\(\s*'(\w+)'/g
const TOUCHED =
  /\b(insert into|delete from|from|join|update)\s+(?:only\s+)?([a-z_][a-z0-9_]*)\b(?:\s+(?:as\s+)?([a-z_][a-z0-9_]*))?/g
const NO_ALIAS = new Set(
  'set where on left right inner cross join order group values select using limit for returning full union lateral and'.split(
    ' ',
  ),
)
/** Rows of residents are kept by live and reached through residents, which every area may use. */
const ONE = new Map([['residents', 'live']])
const house = (area) => ONE.get(area) ?? area

/** Every declared table: its area (kit for the own ones of the kit) and whether its key begins with the organisation. */
export function tablesIn(files) {
  const tables = new Map()
  for (const [file, source] of files) {
    if (!/^server\/.*ables\.ts$/.test(file)) continue
    const starts = [...source.matchAll(TABLE)]
    for (const [i, match] of starts.entries()) {
      const block = source.slice(match.index, starts[i + 1]?.index ?? source.length)
      tables.set(match[1], {
        area: areaOf(file, 'server') ?? 'kit',
        tenant: /primaryKey\(\{[^}]*columns: \[\w+\.orgId/.test(block),
      })
    }
  }
  return tables
}

function readable(files) {
  const open = new Set()
  for (const [file, source] of files) {
    if (!/^server\/areas\/\w+\/public\.ts$/.test(file)) continue
    const [, names = ''] = /export const readableTables = \[([^\]]*)\]/.exec(source) ?? []
    for (const [, name] of names.matchAll(/'(\w+)'/g)) open.add(name)
  }
  return open
}

/** Where a condition is put together by hand, the file must speak of the organisation of that alias. */
const puts = (text) => /where ⟦/.test(text) || /⟧\s*$/.test(text)

function namesOrganisation(text, source, verb, alias) {
  if (/using \(org_id/.test(text) || /⟧\.org_id/.test(text)) return true
  const own = new RegExp(`\\b${alias ?? ''}${alias ? '\\.' : ''}org_id\\b`)
  if (own.test(text)) return true
  if (verb === 'insert into')
    return /\borg_id\b/.test(text) || (/\(⟦/.test(text) && /\borg_id: tx\.orgId\b/.test(source))
  return puts(text) && (own.test(source) || /\borg_id\b|IN_SCOPE|scopeFilters/.test(source))
}

/** The statement stands right below its reason. */
const saysWhy = (source, at) => source.slice(0, at).split('\n').slice(-4).join('\n').includes(ACROSS)

export function sqlFaults(files) {
  const server = new Map([...files].filter(([file]) => /^server\/.*\.ts$/.test(file)))
  const tables = tablesIn(server)
  const open = readable(server)
  const read = textReader(server, targetOf)
  const faults = new Set()
  for (const [file, source] of server) {
    if (isTest(file) || /\/(test|demo|migrations)\//.test(file)) continue
    const own = areaOf(file, 'server')
    for (const { at, text } of read(file)) {
      for (const [, verb, name, word] of text.matchAll(TOUCHED)) {
        const table = tables.get(name)
        if (!table) continue
        const alias = word && !NO_ALIAS.has(word) ? word : null
        if (own && table.area !== 'kit' && house(table.area) !== house(own)) {
          if (/insert|update|delete/.test(verb))
            faults.add(`${file}: ${name} 属于 ${table.area}，其他模块不能写 (${verb})`)
          else if (!open.has(name)) {
            faults.add(`${file}: ${name} 属于 ${table.area}，读之前先列入其 public.ts 的 readableTables`)
          }
        }
        if (table.tenant && !namesOrganisation(text, source, verb, alias) && !saysWhy(source, at)) {
          faults.add(
            `${file}: ${verb} ${name}${alias ? ` ${alias}` : ''} 没有限定机构 org_id：${text.replace(/\s+/g, ' ').slice(0, 90)}`,
          )
        }
      }
    }
  }
  return [...faults]
}
