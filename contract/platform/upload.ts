// Every way a file comes in, with the field names and answers clients know; files go out at /files/{fileId}/{name}.
import { call, noun } from '#contract/kit/call'
import { int, list, nothing, nul, obj, opt, str, text } from '#contract/kit/schema'

const MIB = 1024 * 1024

/** What a file is for decides which extensions and sizes are allowed. Sizes in MB. */
export const uploadUses = {
  picture: { extensions: ['jpg', 'jpeg', 'png', 'webp', 'gif'], limit: 10 },
  icon: { extensions: ['jpg', 'jpeg', 'png', 'ico', 'svg'], limit: 2 },
  video: { extensions: ['mp4', 'mov', 'avi', '3gp', 'wmv', 'mkv', 'flv', 'rmvb'], limit: 1024 },
  media: { extensions: ['mp4', 'mov', 'avi', '3gp', 'wmv', 'mkv', 'flv', 'rmvb', 'mp3', 'wav', 'wma'], limit: 1024 },
  document: {
    extensions: ['pdf', 'doc', 'docx', 'xls', 'xlsx', 'jpg', 'jpeg', 'png', 'txt', 'csv', 'zip'],
    limit: 100,
  },
  sheet: { extensions: ['xlsx'], limit: 20 },
  package: { extensions: ['zip'], limit: 1024 },
  /** Articles of the health education are large PDF files. */
  pdf: { extensions: ['pdf'], limit: 1024 },
} as const
export type UploadUse = keyof typeof uploadUses

const BY_EXTENSION: readonly UploadUse[] = ['picture', 'icon', 'pdf', 'media', 'document']

/** Calls that take any file: what this one is for, by its extension; null when none fits. */
export function uploadUseOf(extension: string): UploadUse | null {
  return BY_EXTENSION.find((use) => (uploadUses[use].extensions as readonly string[]).includes(extension)) ?? null
}

/** Everything such a call takes, for the message. */
export const anyExtensions: readonly string[] = [
  ...new Set(BY_EXTENSION.flatMap((use): readonly string[] => uploadUses[use].extensions)),
]

const Stored = obj({
  fileName: str(),
  fileSizeB: int(),
  sourceFileName: str(),
  urlPath: str(),
  md5: nul(str()),
})

export const upload = noun('platform', 'upload', {
  title: '文件',
  calls: {
    picture: call.post('/pims/web-org/common/upload', {
      needs: 'signedIn',
      act: '上传图片',
      transfer: 'multipart',
      bodyLimit: 10 * MIB,
      /** 1 organisation, 2 elderly, 3 caregiver, 4 feedback, 5 evaluation, 6 safety check */
      body: obj({ picRoute: opt(int('图片用途', { min: 1, max: 6 })) }),
      data: obj({ imagePath: str(), imageBase64: str() }),
      refuses: ['UPLOAD_TYPE', 'UPLOAD_SIZE', 'UPLOAD_CONTENT'],
    }),
    video: call.post('/pims/web-org/common/video/upload', {
      needs: 'signedIn',
      act: '上传视频',
      transfer: 'multipart',
      bodyLimit: 1024 * MIB,
      body: obj({ viRoute: opt(str()) }),
      data: Stored,
      refuses: ['UPLOAD_TYPE', 'UPLOAD_SIZE', 'UPLOAD_CONTENT'],
    }),
    /** A picture as a data URL (signatures, camera). */
    stream: call.post('/pims/web-pi/file/stream', {
      needs: 'signedIn',
      act: '上传图像数据',
      bodyLimit: 15 * MIB,
      body: obj({ imgStream: text('图像数据', { max: 14 * MIB }) }),
      data: Stored,
      refuses: ['UPLOAD_TYPE', 'UPLOAD_SIZE', 'UPLOAD_CONTENT'],
      aliases: ['/bmms/web-bm/file/stream'],
    }),
    scale: call.post('/bmms/web-bm/file/scale', {
      needs: 'signedIn',
      act: '上传并缩放图片',
      transfer: 'multipart',
      bodyLimit: 10 * MIB,
      body: obj({ sizeCut: opt(str()), isCut: opt(str()), picRoute: opt(str()) }),
      data: Stored,
      refuses: ['UPLOAD_TYPE', 'UPLOAD_SIZE', 'UPLOAD_CONTENT'],
    }),
    single: call.post('/homecare/web-api/upload/single', {
      needs: 'signedIn',
      act: '上传居家文件',
      transfer: 'multipart',
      bodyLimit: 100 * MIB,
      body: obj({ type: opt(str()) }),
      data: obj({ fileRelateUrl: str(), fileName: str(), fileSizeB: int() }),
      refuses: ['UPLOAD_TYPE', 'UPLOAD_SIZE', 'UPLOAD_CONTENT'],
    }),
    supervision: call.post('/spvs/web-sp/file', {
      needs: 'signedIn',
      act: '上传检查附件',
      transfer: 'multipart',
      bodyLimit: 100 * MIB,
      data: Stored,
      refuses: ['UPLOAD_TYPE', 'UPLOAD_SIZE', 'UPLOAD_CONTENT'],
    }),
    plain: call.post('/bmms/web-bm/file', {
      needs: 'signedIn',
      act: '上传文件',
      transfer: 'multipart',
      bodyLimit: 1024 * MIB,
      query: obj({ md5: opt(str()) }),
      data: Stored,
      refuses: ['UPLOAD_TYPE', 'UPLOAD_SIZE', 'UPLOAD_CONTENT'],
    }),
    batch: call.post('/bmms/web-bm/file/batch', {
      needs: 'signedIn',
      act: '批量上传文件',
      transfer: 'multipart',
      bodyLimit: 100 * MIB,
      data: list(Stored),
      refuses: ['UPLOAD_TYPE', 'UPLOAD_SIZE', 'UPLOAD_CONTENT'],
    }),
    /** Whoever uploaded a file may remove it; other people's files need the permission. */
    remove: call.delete('/bmms/web-bm/file', {
      needs: 'signedIn|platform:file:delete',
      act: '删除文件',
      query: obj({ filePath: text('文件地址', { max: 300 }) }),
      data: nothing(),
      refuses: ['NOT_FOUND'],
    }),
    package: call.post('/tdms/web-td/file/', {
      needs: 'addZip',
      act: '上传安装包文件',
      transfer: 'multipart',
      bodyLimit: 1024 * MIB,
      body: obj({ fileName: opt(str()) }),
      data: str(),
      refuses: ['UPLOAD_TYPE', 'UPLOAD_SIZE', 'UPLOAD_CONTENT'],
    }),
  },
})
