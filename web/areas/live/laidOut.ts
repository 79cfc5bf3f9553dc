// A resident's declared fields one after the other, for a page or for paper: each by its title and what it says, except
// where a layout says otherwise.
import type { ArchiveWholeData } from '#contract/live/archiveSection'
import { saidText } from '#contract/live/fieldKinds'
import { arranged, type Move, type ResidentField, type ResidentFieldName } from '#contract/live/residentFields'
import type { Fact } from '#web/kit/parts/PageCard'

export interface Layout<One, Shown> {
  fields: readonly ResidentField[]
  /** Where the order is not that of the form. */
  moves?: readonly Move[]
  said(one: One, field: ResidentField): string | null
  plain(field: ResidentField, value: string | null): Shown
  /** Fields that are shown otherwise, elsewhere, or with what is no field beside them. */
  special?: Partial<Record<ResidentFieldName, (one: One, plain: Shown) => readonly Shown[]>>
}

/** Everything the fields say, or only what some of them say. */
export const laidOut =
  <One, Shown>({ fields, moves = [], said, plain, special = {} }: Layout<One, Shown>) =>
  (one: One, only?: readonly ResidentFieldName[]): Shown[] =>
    arranged(fields, moves)
      .filter(({ name }) => !only || only.includes(name))
      .flatMap((field) => {
        const shown = plain(field, said(one, field))
        return special[field.name]?.(one, shown) ?? [shown]
      })

/** What an archive says in a field, in words; null where nothing is known. */
export function archiveSays(one: ArchiveWholeData, { name, section }: ResidentField): string | null {
  const values = Object.hasOwn(one.words, name) ? one.words : one[section]
  return saidText((values as Readonly<Record<string, unknown>>)[name])
}

/** Another field says it too, or the head of the page. */
export const elsewhere = () => []

export const plainFact = ({ title, wide }: ResidentField, value: string | null): Fact => ({
  label: title,
  value,
  ...(wide && { wide: true }),
})
