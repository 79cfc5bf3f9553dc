// Where notices are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  notice: { table: 'notice', id: 'notice_id', where: `t.state = 'DRAFT'`, dept: 'own' },
} satisfies StoredRecords
