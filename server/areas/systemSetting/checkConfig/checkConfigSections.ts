// The sections of an organisation's settings. The contract names them; each has one file that reads and writes it, so
// a section without one does not compile.
import type pg from 'pg'
import type { SettingsBodyData, SettingsData } from '#contract/systemSetting/checkConfig'
import type { Tx } from '#server/kit/caller'
import { reviewSection } from './checkConfigReview.ts'

export type SectionName = keyof SettingsData & keyof SettingsBodyData

export interface SettingSection<K extends SectionName> {
  /** Permission expressions; a section the caller may not read is answered as null. */
  reads: string
  writes: string
  read(client: pg.Pool | pg.ClientBase, orgId: string): Promise<NonNullable<SettingsData[K]>>
  /** Writes what is sent and logs it; answers whether anything changed. */
  write(tx: Tx, value: NonNullable<SettingsBodyData[K]>): Promise<boolean>
}

export const settingSections: { [K in SectionName]: SettingSection<K> } = {
  review: reviewSection,
}
