// An S3-compatible bucket (AWS, MinIO, Ceph, OSS, COS …): path-style addresses, requests signed with Signature V4.
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as NodeWebStream } from 'node:stream/web'
import { setTimeout as pause } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import type { Storage } from './context.ts'
import type { StorageSettings } from './settings.ts'
import { checkedKey, MissingContent } from './storageKey.ts'

const TRIES = 3
const FIRST_PAUSE = 200

/** The store answered something else than the request was for. */
export class StorageError extends Error {
  override name = 'StorageError'
  constructor(
    act: string,
    readonly status: number,
    detail: string,
  ) {
    // Answers of S3 are XML with a code and a message; a few hundred characters tell enough.
    super(`${act} answered ${status}: ${detail.slice(0, 300)}`)
  }
}

type Outgoing = RequestInit & { duplex?: 'half' }

async function digestOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

const mayPass = (error: unknown) =>
  error instanceof StorageError ? error.status >= 500 || error.status === 429 : !(error instanceof MissingContent)

export function createS3Storage(settings: Extract<StorageSettings, { kind: 's3' }>): Storage {
  const client = new AwsClient({
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
    region: settings.region,
    service: 's3',
  })
  const address = (key: string) =>
    `${settings.endpoint.replace(/\/+$/, '')}/${encodeURIComponent(settings.bucket)}/${checkedKey(key)}`

  /** Signs and sends; `body` makes a fresh stream for every try. */
  async function send(
    act: string,
    key: string,
    headers: Record<string, string>,
    body?: () => Readable,
  ): Promise<Response> {
    const url = address(key)
    for (let tried = 1; ; tried++) {
      try {
        const signed = await client.sign(url, { method: act, headers })
        const options: Outgoing = { method: act, headers: signed.headers }
        if (body) {
          options.body = Readable.toWeb(body()) as unknown as ReadableStream
          options.duplex = 'half'
        }
        const answer = await fetch(signed.url, options)
        if (answer.ok || answer.status === 404) return answer
        throw new StorageError(act, answer.status, await answer.text())
      } catch (error) {
        if (tried >= TRIES || !mayPass(error)) throw error
        await pause(FIRST_PAUSE * 2 ** (tried - 1))
      }
    }
  }

  return {
    put: async (key, path, mime) => {
      const { size } = await stat(path)
      const headers = {
        'content-type': mime,
        'content-length': String(size),
        // Signed with the request: the store refuses content that was damaged on the way.
        'x-amz-content-sha256': await digestOf(path),
      }
      const answer = await send('PUT', key, headers, () => createReadStream(path))
      if (answer.status === 404) throw new StorageError('PUT', 404, await answer.text())
      await answer.body?.cancel()
    },
    get: async (key, range) => {
      const answer = await send('GET', key, range ? { range: `bytes=${range.start}-${range.end}` } : {})
      if (answer.status === 404) {
        await answer.body?.cancel()
        throw new MissingContent(key)
      }
      if (range && answer.status !== 206) {
        await answer.body?.cancel()
        throw new StorageError('GET', answer.status, 'the range was not honoured')
      }
      return answer.body ? Readable.fromWeb(answer.body as unknown as NodeWebStream) : Readable.from([])
    },
    remove: async (key) => {
      const answer = await send('DELETE', key, {})
      await answer.body?.cancel()
    },
  }
}
