// Residents as every area knows them: who they are, where they lie, how they are found, what happened to them. This area
// leads to no other, so whichever area shows people may use it.
export { BED_PERIODS, heldDays, openDays } from './bedDaysSql.ts'
export { type BedMark, clearBedMark, setBedMark } from './bedMarks.ts'
export { awayNow, BED_HOLD_JOINS, BED_STATUS, BED_STATUS_JOINS, bedCounts, bedStatusJoins } from './bedStatusSql.ts'
export { birthdaysBetween } from './birthdays.ts'
export { type Labels, labelsOf } from './dictionaryLabels.ts'
export { lastLevel, levelOn, nextLevel } from './levelSql.ts'
export { dayInWords, dayText, placeholderValues } from './placeholders.ts'
export { archiveOf, type FamilyMember, IN_SCOPE, type ResidentArchive } from './residentArchive.ts'
export { emptyOf, FIELD_COLUMNS, residentColumns, residentFieldNames } from './residentColumns.ts'
export { areaFilter, bedPattern, NOTED, statusesOf } from './residentFilters.ts'
export { type KnownResident, lockResident, requireResident } from './residentScope.ts'
export {
  AGE,
  BED_PATH,
  CONTACT,
  keywordMatches,
  keywordValues,
  labelOf,
  listLabelOf,
  nameMatches,
  overdue,
  PLACE,
  partPattern,
  startPattern,
} from './residentSql.ts'
export { type SetMarks, setRiskMarks } from './riskMarks.ts'
export { addStayEvent, type NewStayEvent, type StayEventKindValue } from './stayEvents.ts'
export {
  nameFilter,
  PAPER_IN_SCOPE,
  RESIDENT_JOINS,
  RESIDENT_MARKS,
  residentScope,
  staffName,
  WITH_RESIDENT,
} from './withResident.ts'
