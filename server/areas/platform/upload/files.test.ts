// Files out over HTTP: who may have them, in which form, who may remove them; and the same with a bucket.
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { House } from '#server/areas/platform/test/house'
import { type Desk, PLAIN, picture, SCALE, uploadDesk } from '#server/areas/platform/test/uploading'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import { type SignedBucket, signedBucket } from '#server/kit/test/signedBucket'
import { publishFile } from '#server/kit/uploads'

let desk: Desk
let house: House
let token: string
let other: string
let stranger: string

beforeAll(async () => {
  desk = await uploadDesk()
  ;({ house, token, other, stranger } = desk)
})
afterAll(() => house.close())

const send: Desk['send'] = (path, parts, as) => desk.send(path, parts, as)
const fetchFile: Desk['fetchFile'] = (url, more, as) => desk.fetchFile(url, more, as)

describe('a file goes out', () => {
  let url: string
  const text = '0123456789'.repeat(100)
  beforeAll(async () => {
    url = (await send(PLAIN, [{ fileName: '表 1.txt', content: text }])).data.urlPath
  })

  it('to whoever uploaded it while no record names it, by header or cookie, with any query and any name', async () => {
    for (const address of [url, `${url}?time=123&x=y`, url.replace(/[^/]+$/, 'other'), url.replace(/\/[^/]+$/, '')]) {
      expect((await fetchFile(address)).body).toBe(text)
    }
    expect((await fetchFile(url, {}, other)).statusCode).toBe(404)
    expect((await fetchFile(url, { cookie: `token=${token}` }, null)).statusCode).toBe(200)
    const { headers: sent } = await fetchFile(url)
    expect(sent).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '1000',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="_ 1.txt"; filename*=UTF-8''${encodeURIComponent('表 1.txt')}`,
    })
  })

  it('to nobody else: another organisation, no session, an unknown id', async () => {
    expect((await fetchFile(url, {}, stranger)).statusCode).toBe(404)
    expect((await fetchFile(url, {}, null)).statusCode).toBe(401)
    expect((await fetchFile(`/files/${newId()}/x.txt`)).statusCode).toBe(404)
    expect((await fetchFile(`/files/${newId()}/x.txt`, {}, null)).statusCode).toBe(401)
    for (const path of ['/files/..%2f..%2fsecret/x', '/files/%00/x', '/files/', "/files/'or'1'='1/x"]) {
      expect([404, 400], path).toContain((await fetchFile(path)).statusCode)
    }
    expect((await fetchFile(url, {}, stranger)).headers['cache-control']).toBe('no-store')
  })

  it('to everyone once it is public', async () => {
    const png = await picture(10, 10).png().toBuffer()
    const { data } = await send(SCALE, [{ fileName: 'logo.png', content: png }])
    expect((await fetchFile(data.urlPath, {}, null)).statusCode).toBe(401)
    const published = (orgId: string) =>
      systemTransaction(house.app, orgId, '测试', '公开图片', (tx) => publishFile(tx, data.urlPath))
    await published('another organisation')
    expect((await fetchFile(data.urlPath, {}, null)).statusCode).toBe(401)
    await published(house.orgId)
    const shown = await fetchFile(data.urlPath, {}, null)
    expect(shown.statusCode).toBe(200)
    expect(shown.headers['cache-control']).toBe('public, max-age=31536000, immutable')
    expect((await fetchFile(data.urlPath, {}, stranger)).statusCode).toBe(200)
  })

  it('in ranges, and not again when nothing changed', async () => {
    const part = async (range: string, more: Record<string, string> = {}) => fetchFile(url, { range, ...more })
    const middle = await part('bytes=10-19')
    expect(middle.statusCode).toBe(206)
    expect(middle.body).toBe('0123456789')
    expect(middle.headers).toMatchObject({ 'content-range': 'bytes 10-19/1000', 'content-length': '10' })
    expect((await part('bytes=995-')).body).toBe('56789')
    expect((await part('bytes=-3')).body).toBe('789')
    expect((await part('bytes=990-5000')).headers['content-range']).toBe('bytes 990-999/1000')
    const outside = await part('bytes=1000-')
    expect(outside.statusCode).toBe(416)
    expect(outside.headers['content-range']).toBe('bytes */1000')
    for (const odd of ['bytes=5-2', 'bytes=0-1,5-6', 'lines=1-2', 'bytes=-'])
      expect((await part(odd)).statusCode).toBe(200)
    const tag = String(middle.headers.etag)
    expect((await fetchFile(url, { 'if-none-match': tag })).statusCode).toBe(304)
    expect((await fetchFile(url, { 'if-none-match': `W/${tag}, "x"` })).statusCode).toBe(304)
    expect((await fetchFile(url, { 'if-none-match': tag }, stranger)).statusCode).toBe(404)
    expect((await part('bytes=0-1', { 'if-range': tag })).statusCode).toBe(206)
    expect((await part('bytes=0-1', { 'if-range': '"older"' })).statusCode).toBe(200)
  })

  it('as its head alone', async () => {
    const head = await house.server.inject({ method: 'HEAD', url, headers: { authorization: token } })
    expect(head.statusCode).toBe(200)
    expect(head.headers['content-length']).toBe('1000')
    expect(head.body).toBe('')
  })

  it('not at all when its content is gone, and says so', async () => {
    const { data } = await send(PLAIN, [{ fileName: 'x.txt', content: 'x' }])
    const [row] = await house.sql<{ key: string }>('select key from stored_file where file_id = $1', [
      data.fileName.replace('.txt', ''),
    ])
    await house.app.storage.remove(row!.key)
    const answer = await fetchFile(data.urlPath)
    expect(answer.statusCode).toBe(404)
    expect(answer.body).toBe('文件不存在')
  })
})

describe('a file is removed', () => {
  const remove = (filePath: string, as: string) => house.ask('DELETE', PLAIN, { token: as, query: { filePath } })

  it('by whoever uploaded it, with its content', async () => {
    const { data } = await send(PLAIN, [{ fileName: 'x.txt', content: 'x' }])
    expect((await remove(`${data.urlPath}?time=1`, token)).status).toBe(200)
    expect((await fetchFile(data.urlPath)).statusCode).toBe(404)
    await vi.waitFor(async () => expect(await desk.contents()).not.toContain(data.fileName))
    expect((await remove(data.urlPath, token)).desc).toBe('文件不存在，或不在您的数据范围内')
  })

  it('by nobody else without the permission, and not from outside', async () => {
    const { data } = await send(PLAIN, [{ fileName: 'x.txt', content: 'x' }])
    expect((await remove(data.urlPath, other)).status).toBe(401)
    expect((await remove(data.urlPath, stranger)).status).toBe(40400)
    expect((await remove('/etc/passwd', token)).status).toBe(40400)
    expect((await fetchFile(data.urlPath)).statusCode).toBe(200)
    const manager = (await house.signInAs('manager01')).data.token
    expect((await remove(data.urlPath, manager)).status).toBe(200)
  })
})

describe('with an S3-like bucket', () => {
  let bucket: SignedBucket
  let far: Desk
  beforeAll(async () => {
    bucket = await signedBucket()
    far = await uploadDesk({
      STORAGE: 's3',
      S3_ENDPOINT: bucket.endpoint,
      S3_BUCKET: bucket.bucket,
      S3_REGION: bucket.region,
      S3_ACCESS_KEY: bucket.accessKey,
      S3_SECRET_KEY: bucket.secretKey,
    })
  })
  afterAll(async () => {
    await far.house.close()
    await bucket.close()
  })

  it('a file goes in, out, out in part, and away', async () => {
    const { data } = await far.send(PLAIN, [{ fileName: '合同.txt', content: '0123456789' }])
    const key = [...bucket.objects.keys()][0]!
    expect(key).toMatch(new RegExp(`^${far.house.orgId}/\\d{4}/\\d\\d/${data.fileName}$`))
    expect((await far.fetchFile(data.urlPath)).body).toBe('0123456789')
    expect((await far.fetchFile(data.urlPath, { range: 'bytes=3-5' })).body).toBe('345')
    await far.house.ask('DELETE', PLAIN, { token: far.token, query: { filePath: data.urlPath } })
    await vi.waitFor(() => expect(bucket.objects.size).toBe(0))
    expect((await far.fetchFile(data.urlPath)).statusCode).toBe(404)
  })

  it('that is out of reach refuses the upload and leaves no row', async () => {
    bucket.failNext(3)
    expect((await far.send(PLAIN, [{ fileName: '合同.txt', content: 'x' }])).status).toBe(500)
    expect(await far.house.sql('select 1 from stored_file')).toEqual([])
  })
})
