// Names of stored contents. The server makes them from its own ids; nothing a client sends becomes part of a path.
import { monthText } from '#contract/kit/clock'

const SHAPE = /^[\w-]{1,64}\/\d{4}\/\d{2}\/[\w-]{1,64}\.[a-z0-9]{1,8}$/

/** orgId/yyyy/mm/fileId.ext, by the month in China. */
export function storageKey(orgId: string, fileId: string, extension: string, now = new Date()): string {
  const month = monthText(now.getTime()).replace('-', '/')
  return checkedKey(`${orgId}/${month}/${fileId}.${extension}`)
}

export function checkedKey(key: string): string {
  if (!SHAPE.test(key)) throw new Error(`not a storage key: ${JSON.stringify(key)}`)
  return key
}

/** A row says there is content, but the store has none. */
export class MissingContent extends Error {
  override name = 'MissingContent'
  constructor(key: string) {
    super(`no content is stored under ${key}`)
  }
}
