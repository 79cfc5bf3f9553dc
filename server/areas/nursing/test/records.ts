// Where the records of nursing are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  assessment: { table: 'assessment', id: 'assessment_id', dept: 'oldman' },
  level: { table: 'nursing_level', id: 'level_id' },
} satisfies StoredRecords
