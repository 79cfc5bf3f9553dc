// How the areas tell where the records that ids name are stored (areas/<area>/test/records.ts), each kind once.
import type { RecordName } from '#contract/kit/records'

export interface StoredRecord {
  table: string
  /** The column with its id. */
  id: string
  /** Condition on `t`: which record of the organisation stands for all others where a call brings none of its own. */
  where?: string
  /** Makes one ($1 the organisation, $2 its id), where the demonstration has none. */
  make?: string
  /** Which rows say the department of a record: its own, or those of what it hangs on. */
  dept?: 'own' | 'oldman' | 'room' | 'consultation' | 'alarm_record'
  /** The same for all organisations, or the caller's own alone: no twin of it exists. Says why. */
  shared?: string
}

export type StoredRecords = Partial<Record<RecordName, StoredRecord>>
