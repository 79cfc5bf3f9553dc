// What pages of other areas show of residents.

export { printArchive } from '#web/areas/live/archiveSection/archiveSheet.part'
export { printBedCards } from '#web/areas/live/archiveSection/bedCards.part'
export { printWristBands } from '#web/areas/live/archiveSection/wristBands.part'
export { PhoneText } from '#web/areas/live/family/phone.part'
export { type OutingMovesHandle, useOutingMoves } from '#web/areas/live/outing/moves.part'
export { BedPicker, type BedPickerProps } from '#web/areas/live/residence/bedPicker.part'
export { bookingFields } from '#web/areas/live/residence/moves/bookingMoney.part'
export {
  type MoveAction,
  type MoveTarget,
  moveActions,
  type ResidentMove,
  ResidentMoves,
  type ResidentMovesHandle,
  useResidentMoves,
} from '#web/areas/live/residence/moves.part'
export { StayTimeline, type StayTimelineProps } from '#web/areas/live/residence/timeline.part'
export { elsewhere, laidOut, plainFact } from './laidOut.ts'
export { AttentionNotes, BedPath, bedPathText, NOTE_SIGNS, smallNotes } from './marks.part.tsx'
export { archivePath, ResidentCell, type ResidentFace, ResidentPhoto } from './residentCell.part.tsx'
export { age, ContactCell, contactText } from './residentColumns.tsx'
export {
  ResidentPicker,
  type ResidentPickOptions,
  residentOf,
  residentPick,
  useResident,
} from './residentPick.part.tsx'
