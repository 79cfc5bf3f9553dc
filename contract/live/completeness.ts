// How complete an archive is: a share of weighted fields, and what to fill in next. Pure, so that the page, the import
// and the stored figure agree. The score does not depend on the day; what has run out is named, but costs nothing.
import type { ArchiveFieldsData, FamilyFieldsData, OldmanFileKindValue } from './archiveFields.ts'
import { arranged, fieldList } from './residentFields.ts'

export interface ArchiveFacts extends Partial<ArchiveFieldsData> {
  head?: string | null
  family?: readonly Partial<FamilyFieldsData>[] | null
  files?: readonly { kind: OldmanFileKindValue | string; expireDate?: string | null }[] | null
}

/** Tabs of the archive page. */
export type CompletenessSection = 'base' | 'extra' | 'health' | 'family' | 'files'

export interface MissingPart {
  section: CompletenessSection
  key: string
  title: string
}

interface Part extends MissingPart {
  weight: number
  there(facts: ArchiveFacts): boolean
}

const filled = (value: unknown) =>
  value !== null && value !== undefined && value !== '' && !(Array.isArray(value) && value.length === 0)

const head: Part = { section: 'base', key: 'head', title: '照片', weight: 5, there: (facts) => filled(facts.head) }

/** Of equal weight the first is named first. */
const fields = arranged(fieldList, [
  ['nation', 'phone'],
  ['region', 'category'],
]).flatMap(({ section, name, title, weight }): Part[] =>
  weight === undefined ? [] : [{ section, key: name, title, weight, there: (facts) => filled(facts[name]) }],
)

const member = (
  key: string,
  title: string,
  weight: number,
  fits: (one: Partial<FamilyFieldsData>) => boolean,
): Part => ({
  section: 'family',
  key,
  title,
  weight,
  there: (facts) => (facts.family ?? []).some(fits),
})

const paper = (kind: OldmanFileKindValue, title: string, weight: number): Part => ({
  section: 'files',
  key: kind,
  title,
  weight,
  there: (facts) => (facts.files ?? []).some((one) => one.kind === kind),
})

/** The heaviest missing part is the first to fix. Weights sum to 100. */
export const completenessParts: readonly Part[] = [
  head,
  ...fields,
  member('emergency', '紧急联系人', 8, (one) => one.emergency === true),
  member('guardian', '监护人', 4, (one) => one.guardian === true),
  member('payer', '付费人', 3, (one) => one.payer === true),
  member('guardianCard', '监护人身份证', 2, (one) => one.guardian === true && filled(one.idCard)),
  paper('idCard', '身份证复印件', 4),
  paper('healthReport', '体检报告附件', 4),
]

const WHOLE = completenessParts.reduce((sum, part) => sum + part.weight, 0)

export interface Completeness {
  /** 0 to 100 */
  score: number
  /** What to fill in, the heaviest first; what has run out stands in front. */
  missing: MissingPart[]
}

const over = (day: string | null | undefined, today: string) => !!day && day < today

export function completenessOf(facts: ArchiveFacts, today: string): Completeness {
  const gaps = completenessParts.filter((part) => !part.there(facts))
  const lost = gaps.reduce((sum, part) => sum + part.weight, 0)
  const ranOut: MissingPart[] = over(facts.healthReportExpire, today)
    ? [{ section: 'health', key: 'healthReportExpire', title: '体检报告（已过期）' }]
    : []
  return {
    score: Math.round(((WHOLE - lost) / WHOLE) * 100),
    missing: [
      ...ranOut,
      ...[...gaps].sort((a, b) => b.weight - a.weight).map(({ section, key, title }) => ({ section, key, title })),
    ],
  }
}
