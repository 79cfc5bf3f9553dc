import { describe, expect, it } from 'vitest'
import { type DraftFile, planFiles } from './filePlan.ts'

const file = (name: string, size: number, imports: string[] = [], entry = false): DraftFile => ({
  name,
  modules: [`${name}.ts`],
  size,
  imports,
  entry,
  initial: false,
})
const page = (name: string, ...imports: string[]) => file(name, 1, imports, true)
const plan = (files: DraftFile[], cost: number) => planFiles(files, cost).map((group) => group.sort().join(' '))

describe('planFiles', () => {
  it('joins what the same pages use, and leaves alone what few need', () => {
    const files = [
      page('a', 'table', 'form'),
      page('b', 'table', 'form'),
      page('c', 'table', 'map'),
      page('d', 'map'),
      file('table', 30),
      file('form', 20),
      file('map', 500),
    ]
    expect(plan(files, 40)).toEqual(['form.ts table.ts', 'map.ts'])
  })

  it('joins nothing when a request costs nothing', () => {
    expect(plan([page('a', 'x', 'y'), page('b', 'x'), file('x', 5), file('y', 5)], 0)).toEqual(['x.ts', 'y.ts'])
  })

  it('puts first what others are built on, and never joins two around a third', () => {
    const files = [
      page('a', 'top', 'base'),
      page('b', 'top'),
      file('top', 1, ['big']),
      file('big', 900, ['base']),
      file('base', 1),
    ]
    for (let other = 0; other < 9; other++) files.push(page(`other${other}`, 'base'))
    const groups = planFiles(files, 5)
    const at = (name: string) => groups.findIndex((group) => group.includes(`${name}.ts`))
    expect(at('base')).toBeLessThanOrEqual(at('big'))
    expect(at('big')).toBeLessThanOrEqual(at('top'))
  })

  it('makes no circle of files, whatever needs whatever', () => {
    let seed = 7
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
      return Math.floor((seed / 2_147_483_648) * below)
    }
    for (let round = 0; round < 40; round++) {
      const shared = Array.from({ length: 30 }, (_, n) =>
        file(
          `s${n}`,
          random(100),
          Array.from({ length: random(4) }, () => `s${random(n + 1)}`).filter((one) => one !== `s${n}`),
        ),
      )
      const pages = Array.from({ length: 12 }, (_, n) =>
        page(`p${n}`, ...Array.from({ length: 6 }, () => `s${random(30)}`)),
      )
      const groups = planFiles([...shared, ...pages], random(200))
      const groupOf = new Map(groups.flatMap((group, at) => group.map((module) => [module, at] as const)))
      for (const one of shared)
        for (const needed of one.imports) {
          const [from, to] = [groupOf.get(`${one.name}.ts`), groupOf.get(`${needed}.ts`)]
          if (from !== undefined) expect(to).toBeLessThanOrEqual(from)
        }
      const used = new Set<string>()
      const visit = (name: string) => {
        used.add(`${name}.ts`)
        for (const next of shared.find((one) => one.name === name)!.imports) visit(next)
      }
      for (const one of pages) one.imports.forEach(visit)
      expect([...groupOf.keys()].sort()).toEqual([...used].sort())
    }
  })

  it('leaves what is there before any page', () => {
    const files = [
      page('a', 'react', 'x'),
      page('b', 'react', 'x'),
      { ...file('react', 9), initial: true },
      file('x', 1),
    ]
    expect(plan(files, 5)).toEqual(['x.ts'])
  })
})
