// Evaluated by the build (not part of the web): every noun the contract declares, with the file it stands in.
import type { Noun } from '#contract/kit/call'

const files = import.meta.glob<Record<string, unknown>>(
  ['../../contract/*/*.ts', '!../../contract/kit/**', '!../../contract/**/*.test.ts'],
  { eager: true },
)

const isNoun = (value: unknown): value is Noun =>
  typeof value === 'object' && value !== null && (value as { kind?: unknown }).kind === 'noun'

export const nouns: Noun[] = [...new Set(Object.values(files).flatMap((file) => Object.values(file).filter(isNoun)))]
