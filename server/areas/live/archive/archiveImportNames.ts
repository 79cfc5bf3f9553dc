// What the words of an imported workbook mean in this organisation: labels of dictionaries, names of departments and
// regions, and which cards have an archive already. Read once per workbook.
import { invalid } from '#contract/kit/refusal'
import type { Caller } from '#server/kit/caller'
import { unknownWord } from '#server/kit/importReasons'
import { archivesByCard, type KnownCard } from './archiveChecks.ts'

export interface Surroundings {
  /** The value of a label, or of the value itself; refuses in words what the dictionary does not offer. */
  value(dictionaryCode: string, text: string): string
  region(text: string): string
  dept(text: string): string
  /** Where an archive goes whose row names no department. */
  ownDept: string | null
  cards: ReadonlyMap<string, KnownCard>
}

interface Entry {
  code: string
  value: string
  label: string
}

/** Headings hold others and are no answer themselves. */
const OFFERED = `select d.dictionary_code as code, v.value, v.label from dictionary d
join dictionary_value v on v.org_id = d.org_id and v.dictionary_id = d.dictionary_id
where d.org_id = $1 and d.dictionary_code = any($2) and v.enabled
  and not exists (select 1 from dictionary_value c
    where c.org_id = v.org_id and c.dictionary_id = v.dictionary_id and c.parent_value = v.value)
order by d.dictionary_code, v.sort, v.value_id`

async function entriesOf(who: Caller, codes: readonly string[]): Promise<Entry[]> {
  return (await who.app.pool.query<Entry>(OFFERED, [who.orgId, codes])).rows
}

const bare = (text: string) => text.replace(/[\s/／›>\-－·]/g, '')

interface RegionRow {
  code: string
  name: string
  parent: string
}

/** Whole names (上海市徐汇区), and last names where only one place has it. */
async function regionsByName(who: Caller): Promise<Map<string, string | null>> {
  const { rows } = await who.app.pool.query<RegionRow>('select code, name, parent_code as parent from region')
  const byCode = new Map(rows.map((row) => [row.code, row]))
  const chain = (row: RegionRow): string[] => {
    const above = byCode.get(row.parent)
    const names = above && above.code !== row.code ? chain(above) : []
    // 上海市 is province and city in one, and said once.
    return names.at(-1) === row.name ? names : [...names, row.name]
  }
  const found = new Map<string, string | null>()
  for (const row of rows) found.set(row.name, found.has(row.name) ? null : row.code)
  for (const row of rows) {
    const names = chain(row)
    found.set(names.join(''), row.code)
    // 市辖区 and 县 are levels nobody says.
    found.set(names.filter((name) => name !== '市辖区' && name !== '县').join(''), row.code)
    found.set(row.code, row.code)
  }
  return found
}

interface DeptRow {
  id: string
  parentId: string | null
  name: string
}

async function deptsOf(who: Caller): Promise<DeptRow[]> {
  const found = await who.app.pool.query<DeptRow>(
    `select dept_id as id, parent_id as "parentId", dept_name as name from dept where org_id = $1
      order by level, sort, dept_id`,
    [who.orgId],
  )
  return found.rows
}

function deptsByName(rows: readonly DeptRow[]): Map<string, string | null> {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const pathOf = (row: DeptRow): string => {
    const above = row.parentId === null ? undefined : byId.get(row.parentId)
    return above ? `${pathOf(above)}${row.name}` : row.name
  }
  const found = new Map<string, string | null>()
  for (const row of rows) found.set(bare(row.name), found.has(bare(row.name)) ? null : row.id)
  for (const row of rows) {
    const path = bare(pathOf(row))
    if (!found.get(path)) found.set(path, row.id)
    const above = row.parentId === null ? undefined : byId.get(row.parentId)
    if (above && !found.get(bare(above.name + row.name))) found.set(bare(above.name + row.name), row.id)
  }
  return found
}

export async function loadSurroundings(
  who: Caller,
  codes: readonly string[],
  cards: readonly string[],
): Promise<Surroundings> {
  const [entries, regions, deptRows, owners] = await Promise.all([
    entriesOf(who, codes),
    regionsByName(who),
    deptsOf(who),
    archivesByCard(who.app.pool, who, [...new Set(cards)]),
  ])
  const depts = deptsByName(deptRows)
  // What lies outside the caller's departments is not proposed either.
  const mine = deptRows.filter((row) => who.deptIds === null || who.deptIds.includes(row.id)).map((row) => row.name)
  const values = new Map<string, Map<string, string>>()
  for (const { code, value, label } of entries) {
    const known = values.get(code) ?? new Map<string, string>()
    values.set(code, known.set(label, value))
  }
  const codesOf = new Map(entries.map((one) => [`${one.code}\n${one.value}`, one.value]))
  return {
    value: (code, text) => {
      const found = values.get(code)?.get(text) ?? codesOf.get(`${code}\n${text}`)
      if (found === undefined) {
        throw unknownWord(`“${text}”不在可选范围内`, text, values.get(code)?.keys() ?? [], '，请看模板的“填写说明”')
      }
      return found
    },
    region: (text) => {
      const found = regions.get(bare(text))
      if (!found)
        throw invalid(`“${text}”${found === null ? '不止一处，请写全省、市、区' : '找不到，请写全省、市、区'}`)
      return found
    },
    dept: (text) => {
      const found = depts.get(bare(text))
      if (found === null) throw invalid(`“${text}”不止一个，请写成“上级/下级”`)
      if (!found) throw unknownWord(`“${text}”不存在`, text, mine)
      if (who.deptIds !== null && !who.deptIds.includes(found)) throw invalid(`“${text}”不在您的数据范围内`)
      return found
    },
    ownDept: who.deptId,
    cards: new Map(owners.map((one) => [one.idCard, one])),
  }
}

/** What the template's lists offer. */
export async function templateChoices(who: Caller, codes: readonly string[]) {
  const [entries, depts] = await Promise.all([entriesOf(who, codes), deptsOf(who)])
  return {
    of: (code: string) => entries.filter((one) => one.code === code).map((one) => one.label),
    depts: depts.filter((one) => who.deptIds === null || who.deptIds.includes(one.id)).map((one) => one.name),
  }
}
