// Where the records of health education are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  tag: { table: 'education_tag', id: 'tag_id' },
  tagCategory: { table: 'education_tag_category', id: 'category_id' },
} satisfies StoredRecords
