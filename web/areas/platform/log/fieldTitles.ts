// The log keeps the names of the contract's fields; people read their titles. The contract is asked for both, so a new
// noun needs nothing here.
import type { Noun } from '#contract/kit/call'
import { optionSet } from '#contract/kit/options'
import type { TSchema } from '#contract/kit/schema'

const files = import.meta.glob<Record<string, unknown>>(
  ['../../../../contract/*/*.ts', '!../../../../contract/kit/**', '!**/*.test.ts'],
  { eager: true },
)

const isNoun = (value: unknown): value is Noun =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'noun'

const found = new Map<string, { title?: string; options?: string; money?: boolean }>()

function collect(schema: TSchema | undefined, depth = 0): void {
  if (!schema || depth > 4) return
  const loose = schema as { properties?: Record<string, TSchema>; items?: TSchema }
  for (const [name, one] of Object.entries(loose.properties ?? {})) {
    const known = found.get(name) ?? {}
    found.set(name, {
      title: known.title ?? (one.title as string | undefined),
      options: known.options ?? (one.options as string | undefined),
      money: known.money ?? (one.money as boolean | undefined),
    })
    collect(one, depth + 1)
  }
  collect(loose.items, depth + 1)
}

for (const noun of new Set(Object.values(files).flatMap((file) => Object.values(file).filter(isNoun)))) {
  for (const call of Object.values(noun.calls)) {
    collect(call.body)
    collect(call.query)
    collect(call.data)
  }
}

export const fieldTitle = (name: string) => found.get(name)?.title ?? name

export function valueText(name: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '空'
  const known = found.get(name)
  const set = known?.options ? optionSet(known.options) : undefined
  if (set && (typeof value === 'string' || typeof value === 'number')) return set.label(value)
  if (known?.money && typeof value === 'number') return `${(value / 100).toFixed(2)} 元`
  if (typeof value === 'boolean') return value ? '是' : '否'
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
