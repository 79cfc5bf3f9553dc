// What pages of other areas show of residents.
export { AttentionNotes, BedPath, bedPathText } from './marks.part.tsx'
