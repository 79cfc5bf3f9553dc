// What pages of other areas show of residents.

export { type OutingMovesHandle, useOutingMoves } from '#web/areas/live/outing/moves.part'
export { printArchive } from './archiveSection/archiveSheet.part.tsx'
export { printBedCards } from './archiveSection/bedCards.part.tsx'
export { AttentionNotes, BedPath, bedPathText } from './marks.part.tsx'
export { BedPicker, type BedPickerProps } from './residence/bedPicker.part.tsx'
export {
  type MoveAction,
  type MoveTarget,
  moveActions,
  type ResidentMove,
  ResidentMoves,
  type ResidentMovesHandle,
  useResidentMoves,
} from './residence/moves.part.tsx'
export { StayTimeline, type StayTimelineProps } from './residence/timeline.part.tsx'
export { archivePath, ResidentCell, type ResidentFace, ResidentPhoto } from './residentCell.part.tsx'
export {
  ResidentPicker,
  type ResidentPickOptions,
  residentOf,
  residentPick,
  useResident,
} from './residentPick.part.tsx'
