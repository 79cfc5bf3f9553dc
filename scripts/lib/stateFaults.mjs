// Values of option sets are named (`ResidenceStatus.is.trial`), in SQL and in code: a bare number beside a column or a
// field that belongs to a set is refused. Which columns do is told by the tables (`optionColumn('status', Set)`), which
// fields by the contract (`status: Set.schema`). Tests and demo data say what is stored, migrations and the conditions of
// the tables are SQL that stays as it was written: they may have numbers.
import { isTest, targetOf } from './boundaries.mjs'
import { textReader } from './sqlTexts.mjs'

const SET = /const (\w+) = options\(\s*'\w+',\s*'[^']*',\s*\[([\s\S]*?)\]\s*\)\n/g
const NUMBER_ENTRY = /\[(-?\d+), '\w+', /g
const TABLE = /pgTable\(\s*'(\w+)'/g
const NUMBER_COLUMN = /\b(?:integer|smallint|bigint|fenColumn)\('(\w+)'/g
const OPTION_COLUMN = /optionColumn\('(\w+)', (\w+)\)/g
const FROM = /\b(?:from|join|update|into)\s+(?:only\s+)?([a-z_][a-z0-9_]*)\b(?:\s+(?:as\s+)?([a-z_][a-z0-9_]*))?/g

const blocksOf = (source, start) => {
  const starts = [...source.matchAll(start)]
  return starts.map((match, i) => [match[1], source.slice(match.index, starts[i + 1]?.index ?? source.length)])
}

/** Every option set of numbers: name → its values. */
export function optionSetsIn(files) {
  const sets = new Map()
  for (const [file, source] of files) {
    if (!/^(contract|web)\//.test(file) || isTest(file)) continue
    for (const [, name, entries] of source.matchAll(SET)) {
      const values = [...entries.matchAll(NUMBER_ENTRY)].map(([, value]) => value)
      if (values.length > 0) sets.set(name, new Set(values))
    }
  }
  return sets
}

/** Every table: column → its option set, or null where it holds another number. */
export function tableColumnsIn(files) {
  const tables = new Map()
  for (const [file, source] of files) {
    if (!/^server\/.*ables\.ts$/.test(file)) continue
    for (const [table, block] of blocksOf(source, TABLE)) {
      const columns = new Map([...block.matchAll(NUMBER_COLUMN)].map(([, column]) => [column, null]))
      for (const [, column, set] of block.matchAll(OPTION_COLUMN)) columns.set(column, set)
      tables.set(table, columns)
    }
  }
  return tables
}

const camel = (column) => column.replace(/_(\w)/g, (_, letter) => letter.toUpperCase())

/** Names of fields that belong to sets: name → the values such a field may have. */
export function fieldsIn(files, sets, tables) {
  const fields = new Map()
  const add = (field, set) => {
    if (!fields.has(field)) fields.set(field, new Set())
    for (const value of sets.get(set) ?? []) fields.get(field).add(value)
  }
  for (const columns of tables.values()) {
    for (const [column, set] of columns) {
      if (sets.has(set)) for (const field of [column, camel(column)]) add(field, set)
    }
  }
  for (const [file, source] of files) {
    if (!/^contract\//.test(file) || isTest(file)) continue
    for (const [, field, set] of source.matchAll(/\b(\w+): (?:\w+\()*(\w+)\.schema\b/g)) {
      if (sets.has(set)) add(field, set)
    }
  }
  return fields
}

/** What a name means in a statement: alias → table. */
function aliasesOf(text) {
  const aliases = new Map()
  for (const [, table, alias] of text.matchAll(FROM)) {
    aliases.set(table, table)
    if (alias && !aliases.has(alias)) aliases.set(alias, table)
  }
  return aliases
}

const OPERATOR = '\\s*(?:=|<>|!=|>=|<=|<|>)\\s*|\\s+(?:not in|in|between|is distinct from|is not distinct from)\\s*'
const VALUE = '-?\\d+\\b|\\(\\s*-?\\d+\\s*[,)]'

function sqlFaultsOf(tables, sets) {
  /** Column → the sets it holds somewhere, or null where the same name is another number elsewhere. */
  const everywhere = new Map()
  for (const columns of tables.values()) {
    for (const [column, set] of columns) {
      const others = everywhere.get(column) ?? (everywhere.has(column) ? null : [])
      everywhere.set(column, others && sets.has(set) ? [...others, set] : null)
    }
  }
  const named = [...tables.values()].flatMap((columns) => [...columns].filter(([, set]) => sets.has(set)))
  const column = `(?:\\b(\\w+)\\.)?\\b(${[...new Set(named.map(([name]) => name))].join('|')})`
  const compared = new RegExp(`${column}(?:${OPERATOR})(?:${VALUE})|\\bcase ${column}\\s+when -?\\d+`, 'g')
  const instead = new RegExp(`\\bcoalesce\\(${column}, (-?\\d+)\\b`, 'g')
  return (text) => {
    const aliases = aliasesOf(text)
    // Where the table cannot be told (a part of a statement), the name must mean the same in all of them.
    const setsOf = (alias, name) => {
      const known = alias ? [aliases.get(alias)] : [...aliases.values()]
      const holders = known.filter((table) => tables.get(table)?.has(name))
      if (holders.length === 0) return everywhere.get(name) ?? []
      return holders.map((table) => tables.get(table).get(name)).filter((set) => sets.has(set))
    }
    const found = []
    for (const [match, alias, name, caseAlias, caseName] of text.matchAll(compared)) {
      if (setsOf(alias ?? caseAlias, name ?? caseName).length > 0) found.push(match)
    }
    for (const [match, alias, name, value] of text.matchAll(instead)) {
      if (setsOf(alias, name).some((set) => sets.get(set).has(value))) found.push(match)
    }
    return found
  }
}

/** Where the switch over a field ends, with all its cases. */
function bodyAt(source, open) {
  let depth = 0
  for (let i = open; i < source.length; i++) {
    if (source[i] === '{') depth++
    if (source[i] === '}' && --depth === 0) return source.slice(open, i)
  }
  return source.slice(open)
}

function codeFaultsOf(fields) {
  const names = [...fields.keys()].join('|')
  const compared = new RegExp(`\\b(${names})\\b[!)\\]]*\\s*(?:===|!==)\\s*(-?\\d+)\\b(?![.\\w])`, 'g')
  const turned = new RegExp(`(?<![\\w.])(-?\\d+)\\s*(?:===|!==)\\s*[\\w.?!]*?\\b(${names})\\b`, 'g')
  const among = new RegExp(`\\[(-?\\d+)(?:, -?\\d+)*\\](?: as const)?\\)?\\.includes\\([\\w.?!]*?\\b(${names})\\b`, 'g')
  const switched = new RegExp(`\\bswitch \\([^\\n]*?\\b(${names})\\) \\{`, 'g')
  return (source) => {
    const found = []
    const add = (match, field, value) => {
      if (fields.get(field).has(value)) found.push(match)
    }
    for (const [match, field, value] of source.matchAll(compared)) add(match, field, value)
    for (const [match, value, field] of source.matchAll(turned)) add(match, field, value)
    for (const [match, value, field] of source.matchAll(among)) add(match, field, value)
    for (const match of source.matchAll(switched)) {
      const body = bodyAt(source, match.index + match[0].length - 1)
      for (const [one, value] of body.matchAll(/\bcase (-?\d+):/g)) add(`${match[0]} ${one}`, match[1], value)
    }
    return found
  }
}

export function stateFaults(files) {
  const sets = optionSetsIn(files)
  const tables = tableColumnsIn(files)
  const inSql = sqlFaultsOf(tables, sets)
  const inCode = codeFaultsOf(fieldsIn(files, sets, tables))
  const server = new Map([...files].filter(([file]) => /^server\/.*\.ts$/.test(file)))
  const read = textReader(server, targetOf)
  const faults = new Set()
  const say = (file, found) =>
    faults.add(`${file}: 状态写成了数字，请用选项的名字（如 Set.is.key）：${found.replace(/\s+/g, ' ')}`)
  for (const [file, source] of files) {
    if (!/^(contract|server|web)\/.*\.tsx?$/.test(file) || isTest(file) || /\/(test|demo|migrations)\//.test(file))
      continue
    for (const found of inCode(source)) say(file, found)
    if (!server.has(file) || /ables\.ts$/.test(file)) continue
    // What a constant of another file brings is told there.
    for (const { text } of read(file)) for (const found of inSql(text)) if (source.includes(found)) say(file, found)
  }
  return [...faults]
}
