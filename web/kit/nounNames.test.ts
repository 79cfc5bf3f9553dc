// Some places name nouns by words alone, so that their schemas are not loaded: every such name is one that is declared.
import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import type { Noun } from '#contract/kit/call'
import { lookupNouns } from '#contract/platform/lookup'

const root = fileURLToPath(new URL('../../', import.meta.url))
const contracts = import.meta.glob<Record<string, unknown>>(
  ['../../contract/*/*.ts', '!../../contract/kit/*.ts', '!../../contract/**/*.test.ts'],
  { eager: true },
)
const declared = new Set(
  Object.values(contracts)
    .flatMap((file) => Object.values(file))
    .filter((value): value is Noun => (value as Noun | null)?.kind === 'noun')
    .map((noun) => `${noun.area}.${noun.name}`),
)

const PAIR = /\{ area: '(\w+)', name: '(\w+)' \}/g
const KEY = /\bnoun: '(\w+\.\w+)'/g

test('every noun that is named is declared', () => {
  const files = readdirSync(`${root}web`, { recursive: true, encoding: 'utf8' }).filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name),
  )
  const named = files.flatMap((file) => {
    const text = readFileSync(`${root}web/${file}`, 'utf8')
    const found = [
      ...[...text.matchAll(PAIR)].map(([, area, name]) => `${area}.${name}`),
      ...[...text.matchAll(KEY)].map(([, key]) => key!),
    ]
    return found.map((name) => `${name} in ${file}`)
  })
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter((one) => !declared.has(one.split(' ')[0]!))).toEqual([])
  expect(lookupNouns.filter((name) => !declared.has(name))).toEqual([])
})
