// The log keeps the names of the contract's fields; people read their titles. The contract is asked for both, so a new
// noun needs nothing here. Two nouns may call the same field differently, so the noun of the record is asked first.
import type { Noun } from '#contract/kit/call'
import { optionSet } from '#contract/kit/options'
import type { TSchema } from '#contract/kit/schema'
import { themes } from '#contract/platform/config'

const files = import.meta.glob<Record<string, unknown>>(
  ['../../../contract/*/*.ts', '!../../../contract/kit/**', '!../../../contract/**/*.test.ts'],
  { eager: true },
)

const isNoun = (value: unknown): value is Noun =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'noun'

interface Known {
  title?: string | undefined
  options?: string | undefined
  money?: boolean | undefined
}
type Titles = Map<string, Known>

function collect(into: Titles, schema: TSchema | undefined, depth = 0): void {
  if (!schema || depth > 4) return
  const loose = schema as { properties?: Record<string, TSchema>; items?: TSchema }
  for (const [name, one] of Object.entries(loose.properties ?? {})) {
    const known = into.get(name) ?? {}
    const titled = (one.title ?? (one.items as TSchema | undefined)?.title) as string | undefined
    into.set(name, {
      title: known.title ?? titled,
      options: known.options ?? ((one.options ?? (one.items as TSchema | undefined)?.options) as string | undefined),
      money: known.money ?? (one.money as boolean | undefined),
    })
    collect(into, one, depth + 1)
  }
  collect(into, loose.items, depth + 1)
}

const everywhere: Titles = new Map()
const byNoun = new Map<string, Titles>()

for (const noun of new Set(Object.values(files).flatMap((file) => Object.values(file).filter(isNoun)))) {
  const own: Titles = new Map()
  for (const call of Object.values(noun.calls)) {
    // What is asked for in a form carries the best words, what a list is searched by the worst.
    for (const schema of [call.body, call.data, call.query]) {
      collect(own, schema)
      collect(everywhere, schema)
    }
  }
  byNoun.set(noun.name, own)
  // Two areas may have nouns of one name.
  byNoun.set(`${noun.area}.${noun.name}`, own)
}

/** Kinds of record that are called otherwise than the noun that writes them. */
const nounOf: Readonly<Record<string, string>> = {
  account: 'user',
  careCategory: 'category',
  careProject: 'nursing.project',
  jobType: 'job',
  nursingLevel: 'level',
  organization: 'organisation',
}

/** Names that only the log has: there the writer keeps the words of what a form carries as an id. */
const logOnly: Readonly<Record<string, string>> = {
  parentName: '上级',
  order: '顺序',
  landingEnds: '可用登录端',
  addedRights: '新增权限',
  removedRights: '取消权限',
  roleNames: '角色',
  jobNames: '岗位',
  dataDeptNames: '数据范围',
}

function knownOf(name: string, type: string | null | undefined): Known {
  const own = type ? byNoun.get(nounOf[type] ?? type)?.get(name) : undefined
  const common = everywhere.get(name)
  return {
    title: own?.title ?? common?.title,
    options: own?.options ?? common?.options,
    money: own?.money ?? common?.money,
  }
}

/** `type` is the kind of record, as the log keeps it. */
export const fieldTitle = (name: string, type?: string | null) => knownOf(name, type).title ?? logOnly[name] ?? name

export function valueText(name: string, value: unknown, type?: string | null): string {
  if (value === null || value === undefined || value === '') return '空'
  if (Array.isArray(value)) return value.length === 0 ? '空' : value.map((one) => valueText(name, one, type)).join('、')
  const known = knownOf(name, type)
  const set = known.options ? optionSet(known.options) : undefined
  if (set && (typeof value === 'string' || typeof value === 'number')) return set.label(value)
  if (known.money && typeof value === 'number') return `${(value / 100).toFixed(2)} 元`
  if (typeof value === 'boolean') return value ? '是' : '否'
  // A theme is kept by its colour.
  if (name === 'systemThemeColor') return themes.find((theme) => theme.color === value)?.title ?? String(value)
  if (typeof value !== 'object') return String(value)
  return Object.entries(value)
    .map(([key, one]) => `${fieldTitle(key, type)} ${valueText(key, one, type)}`)
    .join('，')
}
