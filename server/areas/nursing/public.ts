// The few functions of the care that other areas may call.
export { adoptAssessments } from './assessmentAdopt.ts'
export { presetLevels } from './levelPresets.ts'
export { dropWaitingTasks } from './taskOfStay.ts'
