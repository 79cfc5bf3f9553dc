// An S3-like bucket for tests: PUT, GET with a range, DELETE, in memory. It checks Signature V4 and the digest of the
// content by its own arithmetic and knows nothing else of S3.
import { createHash, createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface SignedBucket {
  endpoint: string
  bucket: string
  region: string
  accessKey: string
  secretKey: string
  /** What is stored, by key. */
  objects: Map<string, { content: Buffer; mime: string }>
  /** Requests as they came: `PUT key`. */
  seen: string[]
  /** Answers 503 to so many of the next requests. */
  failNext(times: number): void
  close(): Promise<void>
}

const ACCESS = 'test-access'
const SECRET = 'test-secret/with+signs'
const REGION = 'cn-test-1'
const BUCKET = 'yiyuan'

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()

/** Why a request's signature is not good; null when it is. */
function fault(request: IncomingMessage, body: Buffer): string | null {
  const match = /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/.exec(
    request.headers.authorization ?? '',
  )
  if (!match) return 'no signature'
  const [, credential, signed, signature] = match as unknown as [string, string, string, string]
  const [access, day, region, service, kind] = credential.split('/')
  const moment = String(request.headers['x-amz-date'] ?? '')
  const digest = String(request.headers['x-amz-content-sha256'] ?? '')
  if (access !== ACCESS || region !== REGION || service !== 's3' || kind !== 'aws4_request') return 'wrong credential'
  if (!moment.startsWith(String(day))) return 'wrong day'
  if (!signed.split(';').includes('host') || !signed.includes('x-amz-content-sha256')) return 'too little is signed'
  if (request.method === 'PUT' && digest !== sha256(body)) return 'content does not match its digest'
  const url = new URL(request.url ?? '/', 'http://bucket')
  const canonical = [
    request.method,
    url.pathname,
    url.searchParams.toString(),
    ...signed.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signed,
    digest,
  ].join('\n')
  const scope = `${day}/${region}/${service}/${kind}`
  const text = ['AWS4-HMAC-SHA256', moment, scope, sha256(canonical)].join('\n')
  const key = [region!, service, kind].reduce<Buffer>((at, part) => hmac(at, part), hmac(`AWS4${SECRET}`, day!))
  return hmac(key, text).toString('hex') === signature ? null : 'signature does not match'
}

export async function signedBucket(): Promise<SignedBucket> {
  const objects: SignedBucket['objects'] = new Map()
  const seen: string[] = []
  let failing = 0

  const answer = (request: IncomingMessage, response: ServerResponse, body: Buffer) => {
    const key = decodeURIComponent((request.url ?? '').split('?')[0]!).replace(`/${BUCKET}/`, '')
    seen.push(`${request.method} ${key}`)
    if (failing-- > 0) return response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>')
    const wrong = fault(request, body)
    if (wrong)
      return response.writeHead(403).end(`<Error><Code>SignatureDoesNotMatch</Code><Message>${wrong}</Message></Error>`)
    if (request.method === 'PUT') {
      if (Number(request.headers['content-length']) !== body.length) return response.writeHead(411).end()
      objects.set(key, { content: body, mime: String(request.headers['content-type']) })
      return response.writeHead(200).end()
    }
    const found = objects.get(key)
    if (request.method === 'DELETE') {
      objects.delete(key)
      return response.writeHead(204).end()
    }
    if (!found) return response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    if (!range) return response.writeHead(200, { 'content-type': found.mime }).end(found.content)
    return response.writeHead(206).end(found.content.subarray(Number(range[1]), Number(range[2]) + 1))
  }

  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => answer(request, response, Buffer.concat(chunks)))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bucket: BUCKET,
    region: REGION,
    accessKey: ACCESS,
    secretKey: SECRET,
    objects,
    seen,
    failNext: (times) => {
      failing = times
    },
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
