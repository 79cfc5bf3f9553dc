// Where needs and patterns of rosters are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  rosterNeed: { table: 'roster_need', id: 'need_id', dept: 'own' },
  rosterPattern: { table: 'roster_pattern', id: 'pattern_id' },
} satisfies StoredRecords
