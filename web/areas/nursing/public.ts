// What pages of other areas use of the care.
export { FrequencyEditor } from '#web/areas/nursing/level/frequency.part'
export { NEW_FREQUENCY } from '#web/areas/nursing/level/frequencyEdit'
export { useHouseShifts } from '#web/areas/nursing/level/houseShifts'
