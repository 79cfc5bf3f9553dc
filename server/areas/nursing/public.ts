// The few functions of the care that other areas may call.
import { READ_EXECUTIONS } from '#contract/nursing/execution'
import { vitalTodos } from '#server/areas/nursing/vital/vitalTodos'
import { PAPER_IN_SCOPE, WITH_RESIDENT } from '#server/areas/residents/public'
import type { FileHolder } from '#server/kit/fileHolders'
import type { Todo } from '#server/kit/todos'

export { adoptAssessments } from '#server/areas/nursing/assessment/assessmentAdopt'
export { presetLevels } from '#server/areas/nursing/level/levelPresets'
export { endPlans, planByLevel, reopenPlans } from '#server/areas/nursing/plan/planMany'
export { shiftsOf } from '#server/areas/nursing/task/houseShifts'
export { topUpTasks } from '#server/areas/nursing/task/taskTopUp'
export { onWhoServes, type Served, type WhoServes } from '#server/areas/nursing/task/whoServes'

/** Pictures of what was done, for who reads the executions of that elder. */
export const fileHolders: readonly FileHolder[] = [
  {
    kind: 'nursing.execution',
    table: 'care_execution',
    keys: ['execution_id'],
    addresses: ['photos'],
    readers: [
      {
        needs: READ_EXECUTIONS,
        where: `exists (select from care_execution t ${WITH_RESIDENT} where ${PAPER_IN_SCOPE} and t.execution_id = l.record_id)`,
      },
    ],
  },
]

export {
  type DeviceSignValues,
  type StoredDeviceSign,
  storeDeviceSign,
  tellDeviceSigns,
} from '#server/areas/nursing/vital/vitalDevice'

/** What waits for a person; the work bench counts it. */
export const todos: readonly Todo[] = vitalTodos

/** Tables that SQL of other areas may read, never write (scripts/lib/sqlFaults.mjs). */
export const readableTables = ['assessment', 'care_execution', 'care_project', 'care_task', 'nursing_level']
