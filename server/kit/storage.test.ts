import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SignedBucket, signedBucket } from '#server/kit/test/signedBucket'
import type { Storage } from './context.ts'
import { createStorage } from './storage.ts'
import { checkedKey, storageKey } from './storageKey.ts'
import { createS3Storage } from './storageS3.ts'

let folder: string
let bucket: SignedBucket
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'yiyuan-storage-'))
  bucket = await signedBucket()
})
afterAll(async () => {
  await bucket.close()
  await rm(folder, { recursive: true, force: true })
})

const KEY = 'org1/2025/11/file1.bin'
const content = Buffer.from(Array.from({ length: 300_000 }, (_, i) => i % 251))

async function read(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

async function temporary(bytes: Buffer): Promise<string> {
  const path = join(folder, `in-${Math.random()}`)
  await writeFile(path, bytes)
  return path
}

const local = () => createStorage({ storage: { kind: 'local' }, filesDir: join(folder, 'files') })
const remote = () => createStorage({ storage: { kind: 's3', ...bucket }, filesDir: join(folder, 'unused') })

describe.each([
  ['a folder', local],
  ['a bucket', remote],
] as [string, () => Storage][])('contents in %s', (_name, open) => {
  test('go in, come out whole or in part, and go', async () => {
    const storage = open()
    await storage.put(KEY, await temporary(content), 'application/octet-stream')
    expect(await read(await storage.get(KEY))).toEqual(content)
    expect(await read(await storage.get(KEY, { start: 250, end: 260 }))).toEqual(content.subarray(250, 261))
    await storage.put(KEY, await temporary(Buffer.from('second')), 'text/plain')
    expect((await read(await storage.get(KEY))).toString()).toBe('second')
    await storage.remove(KEY)
    await storage.remove(KEY)
    await expect(storage.get(KEY)).rejects.toThrow('no content is stored under')
  })

  test('have only names that the server made', async () => {
    const storage = open()
    for (const key of [
      '../x',
      '/etc/passwd',
      'org1/2025/11/../x.bin',
      'org1\\x',
      'a/2025/11/x',
      'a/2025/11/x.bin\u0000',
      '',
    ]) {
      await expect(
        Promise.resolve().then(() => storage.get(key)),
        key,
      ).rejects.toThrow('not a storage key')
      await expect(
        Promise.resolve().then(() => storage.remove(key)),
        key,
      ).rejects.toThrow('not a storage key')
    }
  })
})

test('keys name organisation and month in China', () => {
  expect(storageKey('org1', 'file1', 'png', new Date('2025-10-31T16:00:00Z'))).toBe('org1/2025/11/file1.png')
  expect(() => storageKey('../org', 'file1', 'png')).toThrow('not a storage key')
  expect(() => checkedKey('org1/2025/11/a.b.c')).toThrow('not a storage key')
})

test('a put that fails leaves nothing in the folder', async () => {
  const storage = local()
  await expect(storage.put('org2/2025/11/none.bin', join(folder, 'missing'), 'x')).rejects.toThrow('ENOENT')
  expect(await readdir(join(folder, 'files/org2/2025/11'))).toEqual([])
})

describe('a bucket', () => {
  test('gets the type, and is asked again when it is busy', async () => {
    const storage = remote()
    bucket.failNext(2)
    await storage.put(KEY, await temporary(content), 'image/png')
    expect(bucket.objects.get(KEY)).toEqual({ content, mime: 'image/png' })
    expect(bucket.seen.filter((line) => line === `PUT ${KEY}`).length).toBeGreaterThanOrEqual(3)
  })

  test('that refuses is not asked again, and says why', async () => {
    const storage = createS3Storage({ kind: 's3', ...bucket, secretKey: 'another' })
    const before = bucket.seen.length
    await expect(storage.put('org1/2025/11/no.bin', await temporary(content), 'x')).rejects.toThrow(
      /PUT answered 403: .*signature does not match/,
    )
    expect(bucket.seen.length).toBe(before + 1)
    expect(bucket.objects.has('org1/2025/11/no.bin')).toBe(false)
  })

  test('that stays busy fails in the end and the upload is still there', async () => {
    bucket.failNext(3)
    const path = await temporary(content)
    await expect(remote().put('org1/2025/11/busy.bin', path, 'x')).rejects.toThrow('PUT answered 503')
    expect(await readFile(path)).toEqual(content)
  })
})
