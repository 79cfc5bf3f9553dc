// The few functions of the care that other areas may call.
export { adoptAssessments } from '#server/areas/nursing/assessment/assessmentAdopt'
export { presetLevels } from '#server/areas/nursing/level/levelPresets'
export { dropWaitingTasks } from '#server/areas/nursing/task/taskOfStay'

/** Tables that SQL of other areas may read, never write (scripts/lib/sqlFaults.mjs). */
export const readableTables = ['assessment', 'nursing_level', 'nursing_task']
