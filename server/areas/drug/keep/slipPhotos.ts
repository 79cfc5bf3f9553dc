// The pictures of a slip: each is a picture of this house. That the caller may name it was checked before.
import { fileIdOf } from '#contract/kit/fileAddress'
import { invalid } from '#contract/kit/refusal'
import type { Tx } from '#server/kit/caller'

export async function requirePictures(tx: Tx, photos: readonly string[] | null | undefined): Promise<void> {
  if (!photos || photos.length === 0) return
  const ids = photos.map((address) => fileIdOf(address) ?? '')
  const found = await tx.client.query<{ id: string; mime: string }>({
    name: 'drug_pictures',
    text: 'select file_id as id, mime from stored_file where org_id = $1 and file_id = any($2)',
    values: [tx.orgId, ids],
  })
  const mimes = new Map(found.rows.map((row) => [row.id, row.mime]))
  ids.forEach((id, index) => {
    const which = photos.length > 1 ? `第 ${index + 1} 张照片` : '照片'
    const mime = mimes.get(id)
    if (mime === undefined) throw invalid(`${which}没有上传成功或已被删除，请重新拍照`, 'photos')
    if (!mime.startsWith('image/')) throw invalid(`${which}不是图片，请重新拍照`, 'photos')
  })
}
