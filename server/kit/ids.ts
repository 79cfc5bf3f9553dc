import { createHash, randomBytes } from 'node:crypto'

/** 32 lower-case hex digits that sort by time of creation, so that new rows land at the end of an index. */
export function newId(): string {
  const time = Date.now().toString(16).padStart(12, '0')
  return time + randomBytes(10).toString('hex')
}

/** The same name always gives the same id: rows the product itself seeds. */
export const fixedId = (name: string) => createHash('md5').update(name).digest('hex')

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
