// Handlers of the matrix as a workbook.
import { pageInfo } from '#contract/kit/paging'
import { sheetRowsOf } from '#contract/nursing/matrixCells'
import { recordSheet } from '#contract/nursing/recordSheet'
import { matrixOf } from '#server/areas/nursing/record/record'
import { implement } from '#server/kit/implement'

const USUAL_SIZE = 10

export default implement(recordSheet, {
  list: async ({ month, oldmanId, deptId, page: asked, size: most }, who) => {
    const page = asked ?? 1
    const size = most || USUAL_SIZE
    const rows = sheetRowsOf(await matrixOf(who, { month, oldmanId, deptId }))
    return pageInfo(rows.slice((page - 1) * size, page * size), rows.length, page, size)
  },
})
