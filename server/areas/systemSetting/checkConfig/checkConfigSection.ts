// What one section of an organisation's settings is: who may read and write it, and how.
import type pg from 'pg'
import type { SettingsBodyData, SettingsData } from '#contract/systemSetting/checkConfig'
import type { Tx } from '#server/kit/caller'

export interface SettingSection<K extends SectionName> {
  /** Permission expressions; a section the caller may not read is answered as null. */
  reads: string
  writes: string
  read(client: pg.Pool | pg.ClientBase, orgId: string): Promise<NonNullable<SettingsData[K]>>
  /** Writes what is sent and logs it; answers whether anything changed. */
  write(tx: Tx, value: NonNullable<SettingsBodyData[K]>): Promise<boolean>
}
export type SectionName = keyof SettingsData & keyof SettingsBodyData
