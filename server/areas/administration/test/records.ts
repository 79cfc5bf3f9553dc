// Where the records of the administration are stored.
import type { StoredRecords } from '#server/kit/test/storedRecords'
import ask from './recordsAsk.ts'
import clock from './recordsClock.ts'
import notice from './recordsNotice.ts'
import remind from './recordsRemind.ts'
import roster from './recordsRoster.ts'
import shift from './recordsShift.ts'
import staffFile from './recordsStaffFile.ts'
import todo from './recordsTodo.ts'
import training from './recordsTraining.ts'

export default {
  ...ask,
  ...clock,
  ...notice,
  ...remind,
  ...roster,
  ...shift,
  ...staffFile,
  ...todo,
  ...training,
} satisfies StoredRecords
