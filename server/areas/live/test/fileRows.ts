// Papers of residents, put together row by row.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import { rowResident } from './outingRows.ts'

export async function rowFile(product: TestApp, dept?: string) {
  const oldmanId = await rowResident(product, dept)
  const fileId = newId()
  await product.app.pool.query(
    `insert into oldman_file (org_id, file_id, oldman_id, kind, file_name, file_url)
     values ($1, $2::text, $3, 'other', '单.pdf', '/files/' || $2::text || '/a.pdf')`,
    [DEMO_ORG, fileId, oldmanId],
  )
  return { oldmanId, fileId }
}
