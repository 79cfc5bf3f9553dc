// What other areas print with and write on: the paper itself, and the data it is made from.

import { lazy } from 'react'

export { docType } from '#web/areas/systemSetting/documentTemplate/docType'
export { DocumentPages } from '#web/areas/systemSetting/documentTemplate/pages.part'
export { printDocument } from '#web/areas/systemSetting/documentTemplate/printDocument'
export { printReport, ReportPaper } from '#web/areas/systemSetting/reportTemplate/paper.part'
export type { ReportData, ReportHead } from '#web/areas/systemSetting/reportTemplate/reportData'

/** The editor is large and loads with the first text that is written. */
export const DocumentWriting = lazy(() => import('#web/areas/systemSetting/documentTemplate/writing.part'))
