// The few functions of the care that other areas may call.
import { READ_ASSESSMENTS } from '#contract/nursing/assessFields'
import { READ_DISHES } from '#contract/nursing/dishCategory'
import { READ_EXECUTIONS } from '#contract/nursing/execution'
import { PERSON_SCOPE, SCOPE_JOINS } from '#server/areas/nursing/assessForm/assessPerson'
import { assessReminders } from '#server/areas/nursing/assessForm/assessReminders'
import { assessTodos } from '#server/areas/nursing/assessForm/assessTodos'
import { handoverTodos } from '#server/areas/nursing/handover/handoverTodos'
import { mealTodos } from '#server/areas/nursing/mealOrder/mealTodos'
import { planReminders } from '#server/areas/nursing/plan/planReminders'
import { vitalTodos } from '#server/areas/nursing/vital/vitalTodos'
import { PAPER_IN_SCOPE, WITH_RESIDENT } from '#server/areas/residents/public'
import type { FileHolder } from '#server/kit/fileHolders'
import type { ReminderSource } from '#server/kit/reminderSources'
import type { Todo } from '#server/kit/todos'

export { tellIncident } from '#server/areas/nursing/assessForm/assessIncident'
export { adoptAssessments } from '#server/areas/nursing/assessment/assessmentAdopt'
export { nursingLevelFor, workerDayMinutes } from '#server/areas/nursing/assessSetting/assessHouse'
export { careForFamily, careOfWards, type FamilyCare } from '#server/areas/nursing/careToday/careTodayRead'
export { elderHandovers } from '#server/areas/nursing/handover/handoverRead'
export { presetLevels } from '#server/areas/nursing/level/levelPresets'
export { mealsForFamily } from '#server/areas/nursing/mealOrder/mealRead'
export { topUpMeals } from '#server/areas/nursing/mealOrder/mealTopUp'
export { chooseAsFamily } from '#server/areas/nursing/mealOrder/mealWrite'
export {
  type CareImage,
  careImage,
  doneOf,
  plansStand,
  restoreCare,
} from '#server/areas/nursing/plan/planImage'
export { itemsOfLevel } from '#server/areas/nursing/plan/planItems'
export { endPlans, planByLevel, reopenPlans } from '#server/areas/nursing/plan/planMany'
export {
  type CarePicture,
  careOn,
  type NamedProject,
  namedProjects,
  type PicturedItem,
  type PicturedPlan,
  picturedPlan,
  type WorkedDay,
  workOf,
} from '#server/areas/nursing/plan/planPicture'
export { shiftsOf } from '#server/areas/nursing/task/houseShifts'
export { faceSql, TODAY } from '#server/areas/nursing/task/taskFaceSql'
export { awayAt } from '#server/areas/nursing/task/taskMake'
export { inTransaction } from '#server/areas/nursing/task/taskNight'
export { onWhereabouts, topUpTasks } from '#server/areas/nursing/task/taskTopUp'
export { onWhoServes, type Served, type WhoServes } from '#server/areas/nursing/task/whoServes'

/** Pictures of what was done, of what was seen while assessing, for who reads them of that elder, and of dishes. */
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
  {
    kind: 'nursing.assessment',
    table: 'assessment',
    keys: ['assessment_id'],
    addresses: ['photos', 'images'],
    readers: [
      {
        needs: READ_ASSESSMENTS,
        where: `exists (select from assessment t ${SCOPE_JOINS} where ${PERSON_SCOPE} and t.assessment_id = l.record_id)`,
      },
    ],
  },
  {
    kind: 'nursing.dish',
    table: 'dish',
    keys: ['dish_id'],
    addresses: ['picture'],
    picture: true,
    readers: [{ needs: READ_DISHES }],
  },
]

export {
  type DeviceSignValues,
  type StoredDeviceSign,
  storeDeviceSign,
  tellDeviceSigns,
} from '#server/areas/nursing/vital/vitalDevice'

/** What waits for a person; the work bench counts it. */
export const todos: readonly Todo[] = [...vitalTodos, ...mealTodos, ...handoverTodos, ...assessTodos]

/** What people have to be reminded of. */
export const reminders: readonly ReminderSource[] = [...assessReminders, ...planReminders]

/** Tables that SQL of other areas may read, never write (scripts/lib/sqlFaults.mjs). */
export const readableTables = [
  'assess_auth',
  'assess_change',
  'assessment',
  'care_execution',
  'care_project',
  'care_task',
  'nursing_level',
]
