// A field that is declared is found by everything in the contract that is made of the declarations.
import { describe, expect, it } from 'vitest'
import { briefFields, resident } from '#contract/archives/resident'
import { ArchiveFields } from './archiveFields.ts'
import { archiveSection } from './archiveSection.ts'
import { completenessParts } from './completeness.ts'
import { arranged, fieldDictionaries, fieldList, fieldsIn } from './residentFields.ts'
import { residentPlaceholders } from './residentPlaceholders.ts'

interface Shape {
  required?: string[]
  title?: string
  items?: Shape
  properties?: Record<string, Shape>
}
const within = (schema: unknown, ...path: string[]) =>
  path.reduce((shape, name) => shape.properties![name]!, schema as Shape)
const titleOf = (shape: Shape | undefined) => shape?.title ?? shape?.items?.title

describe('declared fields', () => {
  it('have names, columns and placeholders of their own', () => {
    for (const key of ['name', 'column'] as const) {
      expect(new Set(fieldList.map((field) => field[key])).size).toBe(fieldList.length)
    }
    const names = residentPlaceholders.map((one) => one.name)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are sent by forms and come back in the answers, under their titles', () => {
    const whole = archiveSection.calls.detail.data
    for (const { name, title, section, dictionary } of fieldList) {
      expect(titleOf(within(ArchiveFields, name)), name).toBe(title)
      expect(titleOf(within(whole, section, name)), name).toBe(title)
      expect(titleOf(within(archiveSection.calls[section].data, name)), name).toBe(title)
      expect(within(whole, section).required, name).toContain(name)
      if (dictionary) expect(titleOf(within(whole, 'words', name)), name).toBe(title)
    }
    for (const { name, title } of briefFields) {
      expect(titleOf(within(resident.calls.detail.data, name)), name).toBe(title)
    }
    expect(Object.keys(fieldDictionaries)).toEqual(fieldList.filter((one) => one.dictionary).map((one) => one.name))
  })

  it('count for completeness and fill documents where they are marked so', () => {
    for (const { name, title, section, weight, placeholder } of fieldList) {
      const part = completenessParts.find((one) => one.section === section && one.key === name)
      expect(part && [part.title, part.weight], name).toEqual(weight === undefined ? undefined : [title, weight])
      if (!placeholder) continue
      const [called, sample] = placeholder
      expect(residentPlaceholders, name).toContainEqual({ group: '老人', name: called, title, sample })
    }
  })
})

describe('another order', () => {
  const names = (moves: Parameters<typeof arranged>[1]) => arranged(fieldsIn('extra'), moves).map((one) => one.name)

  it('moves what is named and leaves the rest, each before another or at the end', () => {
    const order = names([
      ['medicalCardNo', 'income'],
      ['education', null],
    ])
    expect(order.at(-1)).toBe('education')
    expect(order.indexOf('medicalCardNo')).toBe(order.indexOf('income') - 1)
    expect([...order].sort()).toEqual(names([]).sort())
  })

  it('does not take a field that is not there', () => {
    expect(() => names([['diet', null]])).toThrow('diet')
  })
})
