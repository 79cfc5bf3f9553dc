// Kinds of income as conditions of a statement.
import { KIND_CATEGORIES } from '#contract/expense/incomeKinds'
import type { Bind } from './reportKit.ts'

/** Lines of a kind of income, as a condition about their category. */
export function kindCondition(kind: string | null | undefined, column: string, bind: Bind): string[] {
  if (!kind) return []
  if (kind === 'OTHER') return [`${column} <> all(${bind.add(Object.values(KIND_CATEGORIES).flat())})`]
  return [`${column} = any(${bind.add(KIND_CATEGORIES[kind as keyof typeof KIND_CATEGORIES])})`]
}
