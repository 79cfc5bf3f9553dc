// Where the records of the administration are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'
import notice from './recordsNotice.ts'
import remind from './recordsRemind.ts'
import shift from './recordsShift.ts'
import todo from './recordsTodo.ts'
import training from './recordsTraining.ts'

export default { ...notice, ...remind, ...shift, ...todo, ...training } satisfies StoredRecords
