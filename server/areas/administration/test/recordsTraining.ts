// Where trainings are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'

export default {
  training: { table: 'training', id: 'training_id', where: `t.state = 'PLANNED'`, dept: 'own' },
} satisfies StoredRecords
