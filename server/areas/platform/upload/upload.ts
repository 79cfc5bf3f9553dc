// Every way a file comes in, under the paths and field names clients know.
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileIdOf } from '#contract/kit/fileAddress'
import { invalid, notFound, Refusal } from '#contract/kit/refusal'
import { anyExtensions, type UploadUse, upload, uploadUseOf, uploadUses } from '#contract/platform/upload'
import { settingsOf } from '#server/areas/platform/setting/orgSettings'
import { extensionOf } from '#server/kit/fileKind'
import { type IncomingFile, implement } from '#server/kit/implement'
import { workFolder } from '#server/kit/multipart'
import {
  removeFile,
  type StoredUpload,
  type StoreOptions,
  type Storer,
  storeUpload,
  storeUploads,
} from '#server/kit/uploads'

const wire = ({ fileName, fileSizeB, sourceFileName, urlPath, md5 }: StoredUpload) => ({
  fileName,
  fileSizeB,
  sourceFileName,
  urlPath,
  md5,
})

/** Calls that take any file judge it by its extension. */
function purposeOf(file: IncomingFile | undefined): UploadUse {
  if (!file) throw invalid('请选择要上传的文件', 'file')
  const use = uploadUseOf(extensionOf(file.name))
  if (!use) throw new Refusal('UPLOAD_TYPE', { list: anyExtensions.join('、') }, 'file')
  return use
}

/** Icons have a limit of their own; everything else is a picture, or refused as none. */
const asPicture = (file: IncomingFile | undefined): UploadUse =>
  file && uploadUseOf(extensionOf(file.name)) === 'icon' ? 'icon' : 'picture'

const storeAny = (who: Storer, file: IncomingFile | undefined, more: Partial<StoreOptions> = {}) =>
  storeUpload(who, file, { use: purposeOf(file), ...more })

const DATA_URL = /^data:image\/(png|jpe?g|webp|gif);base64,/

/** The picture in a data URL; a form that forgot to encode its plus signs has spaces in their place. */
function pictureOf(dataUrl: string): { extension: string; content: Buffer } {
  const match = DATA_URL.exec(dataUrl)
  if (!match) throw new Refusal('UPLOAD_TYPE', { list: uploadUses.picture.extensions.join('、') }, 'imgStream')
  return { extension: match[1]!, content: Buffer.from(dataUrl.slice(match[0].length).replaceAll(' ', '+'), 'base64') }
}

async function storeDataUrl(who: Storer, dataUrl: string): Promise<StoredUpload> {
  const { extension, content } = pictureOf(dataUrl)
  const folder = await workFolder(who.app.settings.tempDir)
  try {
    const path = join(folder, 'picture')
    await writeFile(path, content, { mode: 0o600 })
    const file = { path, name: `图像.${extension}`, size: content.length, mime: `image/${extension}` }
    return await storeUpload(who, file, { use: 'picture', act: '上传图像' })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

export default implement(upload, {
  picture: async ({ file }, who) => {
    const stored = await storeUpload(who, file, { use: 'picture', thumbnail: true, act: '上传图片' })
    return { imagePath: stored.urlPath, imageBase64: stored.thumbnail ?? '' }
  },
  video: async ({ file }, who) => wire(await storeUpload(who, file, { use: 'video', act: '上传视频' })),
  stream: async ({ imgStream }, who) => wire(await storeDataUrl(who, imgStream)),
  scale: async ({ file, sizeCut, isCut }, who) => {
    // The new client says sizeCut, older ones isCut; both mean the organisation's limit for pictures.
    const cut = [sizeCut, isCut].some((input) => input?.toLowerCase() === 'yes')
    const maxBytes = cut ? (await settingsOf(who.app.pool, who.orgId)).imgSize * 1024 : undefined
    const remake = maxBytes === undefined ? {} : { maxBytes }
    return wire(await storeUpload(who, file, { use: asPicture(file), remake, act: '上传图片' }))
  },
  single: async ({ file }, who) => {
    const stored = await storeAny(who, file)
    return { fileRelateUrl: stored.urlPath, fileName: stored.sourceFileName, fileSizeB: stored.fileSizeB }
  },
  supervision: async ({ file }, who) => wire(await storeAny(who, file, { act: '上传检查附件' })),
  plain: async ({ file, md5 }, who) => wire(await storeAny(who, file, { md5: md5 !== null && md5 !== undefined })),
  batch: async ({ files }, who) => (await storeUploads(who, files, (file) => ({ use: purposeOf(file) }))).map(wire),
  remove: async ({ filePath }, who) => {
    // What belongs to a record that the caller cannot see does not exist for them, not even if they uploaded it.
    const file = [...(await who.app.files.look(who, [fileIdOf(filePath) ?? ''])).values()][0]
    if (file?.linked && !file.seen) throw notFound('文件')
    await who.tx((tx) =>
      removeFile(tx, filePath, (file) => file.created_by === who.userId || who.may('platform:file:delete')),
    )
    return null
  },
  package: async ({ file, fileName }, who) => {
    // The address ends in the package's name: devices and people read model and version from it.
    const named = file && fileName ? { ...file, name: fileName } : file
    return (await storeUpload(who, named, { use: 'package', act: '上传安装包' })).urlPath
  },
})
