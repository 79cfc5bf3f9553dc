// Where the records of the administration are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'
import notice from './recordsNotice.ts'
import remind from './recordsRemind.ts'
import todo from './recordsTodo.ts'

export default { ...notice, ...remind, ...todo } satisfies StoredRecords
