// A field that is declared is asked for by the forms, and said on the page, on paper and in the archives for reading.
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it, vi } from 'vitest'
import { briefFields, type ResidentDetailData } from '#contract/archives/resident'
import { ArchiveBase, ArchiveExtra, ArchiveHealth } from '#contract/live/archiveFields'
import type { ArchiveWholeData } from '#contract/live/archiveSection'
import { type FieldSection, fieldList, fieldsIn, type ResidentField } from '#contract/live/residentFields'
import { Archive } from '#web/areas/archives/resident/detail.part'
import { residentLines } from '#web/areas/archives/resident/residentSheet.part'
import { Paper } from '#web/areas/live/archiveSection/archiveSheet.part'
import { FactRows } from '#web/areas/live/archiveSection/facts.part'
import { baseFacts, extraFacts, healthFacts } from '#web/areas/live/archiveSection/sections.part'
import { typedFacts } from './facts.ts'
import { baseFields, extraFields, healthFields } from './fields.tsx'

// The build makes it; no page is opened here.
vi.mock('virtual:pages', () => ({ pages: [] }))

const FORMS: Readonly<Record<FieldSection, object>> = { base: baseFields(), extra: extraFields, health: healthFields }

/** Found nowhere else on a page. */
const sampleOf = ({ name, kind, schema }: ResidentField): unknown =>
  kind === 'day'
    ? `2031-02-${10 + name.length}`
    : kind === 'number'
      ? schema.maximum
      : kind === 'yesNo'
        ? true
        : `«${name}»`
const saidOf = (field: ResidentField) => (field.kind === 'yesNo' ? field.title : String(sampleOf(field)))

const sampled = (section: FieldSection) =>
  Object.fromEntries(fieldsIn(section).map((field) => [field.name, sampleOf(field)]))

const one = {
  oldmanId: 'x',
  oldmanName: '«oldmanName»',
  sex: 1,
  age: 80,
  head: null,
  status: 1,
  attention: [1],
  archiveNo: 'YL1',
  createTime: '2026-01-01 08:00:00',
  deptName: '«deptId»',
  saleName: '«saleId»',
  bedPath: null,
  base: sampled('base'),
  extra: sampled('extra'),
  health: sampled('health'),
  words: Object.fromEntries(
    fieldList.filter((field) => field.dictionary || field.name === 'region').map(({ name }) => [name, `«${name}»`]),
  ),
  account: {},
  assessment: null,
  family: [],
} as unknown as ArchiveWholeData

/** Said by their labels: the set is fixed. */
const SETS = ['sex', 'attention', 'selfCare']
Object.assign(one.words, { attention: '失智', selfCare: '«selfCare»' })

it('is asked for by the form of its section, in the declared order and under its title', () => {
  for (const section of ['base', 'extra', 'health'] as const) {
    expect(Object.keys(FORMS[section])).toEqual(fieldsIn(section).map((field) => field.name))
  }
  const schemas = { base: ArchiveBase, extra: ArchiveExtra, health: ArchiveHealth }
  for (const section of ['base', 'extra', 'health'] as const) {
    const asked = typedFacts(schemas[section], FORMS[section], {}).map((fact) => fact.label)
    expect(asked).toEqual(fieldsIn(section).map((field) => field.title))
  }
})

it('stands on the page of the archive', () => {
  const facts = [...baseFacts(one), ...extraFacts(one), ...healthFacts(one)]
  const html = renderToStaticMarkup(<FactRows facts={facts} />)
  // Who it is stands in the head of the page; the kind of paper is what its number is called.
  const inHead = ['oldmanName', 'sex']
  for (const field of fieldList) {
    if (inHead.includes(field.name)) continue
    expect(html, field.name).toContain(SETS.includes(field.name) && field.name !== 'selfCare' ? '失智' : saidOf(field))
  }
})

it('is printed with the archive', () => {
  const html = renderToStaticMarkup(<Paper one={one} events={[]} />)
  for (const field of fieldList) {
    const label = field.name === 'sex' ? '女' : field.name === 'attention' ? '失智' : saidOf(field)
    expect(html, field.name).toContain(label)
  }
})

it('is told in the archives for reading and on their paper where it is marked so', () => {
  const brief = {
    ...one,
    ...Object.fromEntries(
      briefFields.map((field) => [field.name, field.kind === 'choices' ? [sampleOf(field)] : sampleOf(field)]),
    ),
    idCard: '310104********0027',
    birthDate: '1944-02-18',
    family: [],
  } as unknown as ResidentDetailData
  const html = renderToStaticMarkup(<Archive one={brief} />)
  const lines = residentLines(brief).flat().join('\n')
  for (const field of briefFields) {
    expect(html, field.name).toContain(saidOf(field))
    // The remark is not for the file.
    if (field.name !== 'remark') expect(lines, field.name).toContain(saidOf(field))
  }
})
