// The few functions of the care that other areas may call.
export { adoptAssessments } from '#server/areas/nursing/assessment/assessmentAdopt'
export { presetLevels } from '#server/areas/nursing/level/levelPresets'
export { dropWaitingTasks } from '#server/areas/nursing/task/taskOfStay'
