// Archives and papers of another department do not exist for a nurse of this one.
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import { type Foreign, foreignIds } from '#server/kit/test/foreign'
import { rowResident } from './outingRows.ts'

const ELSEWHERE = '长青楼护理组'
/** Outside the head nurse's departments. */
const OFFICE = '财务部'

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

export default foreignIds((product) => {
  const read: Foreign = {
    as: 'lixiaomei',
    params: async () => ({ oldmanId: await rowResident(product(), ELSEWHERE) }),
  }
  const act = (name: 'oldmanId' | 'id', body?: Foreign['body']): Foreign => ({
    as: 'hejing',
    params: async () => ({ [name]: await rowResident(product(), OFFICE) }),
    ...(body && { body }),
  })
  const file = (body?: Foreign['body']): Foreign => ({
    as: 'hejing',
    params: async () => ({ id: (await rowFile(product(), OFFICE)).fileId }),
    ...(body && { body }),
  })
  return {
    'live.archive.completeness': read,
    'live.archive.files': read,
    'live.archive.remove': act('oldmanId'),
    'live.archive.setHead': act('id', { head: '/files/x/a.jpg' }),
    'live.archive.removeHead': act('id'),
    'live.archive.saveFile': file({ kind: 'other' }),
    'live.archive.removeFile': file(),
  }
})
