// Assessments item by item as a workbook: one sheet for each kind, the elders below each other, the items side by side.
import { call, noun } from '#contract/kit/call'
import { anything, obj, str } from '#contract/kit/schema'
import { READ_ASSESSMENTS } from './assessFields.ts'

export const assessExport = noun('nursing', 'assessExport', {
  title: '评估明细导出',
  calls: {
    /** As the list is filtered; it runs in the background, and the file is in the tray of its starter. */
    start: call.post('/pims/web-pi/assessment/export', {
      needs: READ_ASSESSMENTS,
      act: '导出评估各项得分',
      body: obj({ query: anything() }),
      data: obj({ runId: str() }),
      refuses: ['INVALID_INPUT'],
      harmless: true,
    }),
  },
})
