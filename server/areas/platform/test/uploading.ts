// Sending files to a house of a test and fetching them back, with three people: who uploads, a colleague, a stranger.
import { readdir } from 'node:fs/promises'
import type { LightMyRequestResponse } from 'fastify'
import sharp from 'sharp'
import { newId } from '#server/kit/ids'
import type { Envelope } from '#server/kit/test/app'
import { type House, testHouse } from './house.ts'

export interface Stored {
  fileName: string
  fileSizeB: number
  sourceFileName: string
  urlPath: string
  md5: string | null
}

export interface Part {
  name?: string
  fileName?: string
  content: Buffer | string
}

export const PICTURE = '/pims/web-org/common/upload'
export const PLAIN = '/bmms/web-bm/file'
export const SCALE = '/bmms/web-bm/file/scale'
export const BOUNDARY = 'x-test-boundary'

export function multipart(parts: readonly Part[]): Buffer {
  const chunks = parts.flatMap(({ name = 'file', fileName, content }) => [
    `--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"\r\ncontent-type: application/octet-stream`}\r\n\r\n`,
    content,
    '\r\n',
  ])
  return Buffer.concat(
    [...chunks, `--${BOUNDARY}--\r\n`].map((part) => (typeof part === 'string' ? Buffer.from(part) : part)),
  )
}

export const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#2a7' } })

/** Noise does not compress, so its size is known to be large. */
export const noise = (width: number, height: number) =>
  sharp({
    create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 90 } },
  })

export interface Desk {
  house: House
  /** Tokens: who uploads, a colleague with another permission, a person of another organisation. */
  token: string
  other: string
  stranger: string
  send<T = Stored>(path: string, parts: readonly Part[], as?: string | null): Promise<Envelope<T>>
  fetchFile(url: string, more?: Record<string, string>, as?: string | null): Promise<LightMyRequestResponse>
  /** Names of the contents in the local folder. */
  contents(): Promise<string[]>
}

export async function uploadDesk(env: Record<string, string> = {}): Promise<Desk> {
  const house = await testHouse(env)
  await house.person({ userName: 'uploader1', codes: ['czrzdc'] })
  await house.person({ userName: 'colleague1', codes: ['addZip'] })
  await house.person({ userName: 'manager01', isAdmin: true })
  const elsewhere = newId()
  await house.sql(
    `insert into organization (org_id, org_code, org_name, org_level, org_status) values ($1, '9', '别院', 3, 1)`,
    [elsewhere],
  )
  await house.person({ userName: 'stranger1', orgId: elsewhere, codes: ['czrzdc'] })
  const tokenOf = async (userName: string) => (await house.signInAs(userName)).data.token
  const token = await tokenOf('uploader1')
  return {
    house,
    token,
    other: await tokenOf('colleague1'),
    stranger: await tokenOf('stranger1'),
    send: async (path, parts, as = token) => {
      const answer = await house.server.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': `multipart/form-data; boundary=${BOUNDARY}`, ...(as && { authorization: as }) },
        payload: multipart(parts),
      })
      return answer.json()
    },
    fetchFile: (url, more = {}, as = token) =>
      house.server.inject({ method: 'GET', url, headers: { ...(as && { authorization: as }), ...more } }),
    contents: async () => {
      const { filesDir } = house.app.settings
      const entries = await readdir(filesDir, { recursive: true, withFileTypes: true }).catch(() => [])
      return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
    },
  }
}
