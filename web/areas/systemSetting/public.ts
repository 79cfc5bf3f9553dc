// What other areas print with: the paper itself, and the data it is made from.

export { printReport, ReportPaper } from '#web/areas/systemSetting/reportTemplate/paper.part'
export type { ReportData, ReportHead } from '#web/areas/systemSetting/reportTemplate/reportData'
