// Files in over HTTP: what is refused, what is kept and how, and what a broken upload leaves behind.
import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { House } from '#server/areas/platform/test/house'
import {
  BOUNDARY,
  type Desk,
  noise,
  type Part,
  PICTURE,
  PLAIN,
  picture,
  SCALE,
  type Stored,
  uploadDesk,
} from '#server/areas/platform/test/uploading'

let desk: Desk
let house: House
let token: string
let other: string

beforeAll(async () => {
  desk = await uploadDesk()
  ;({ house, token, other } = desk)
})
afterAll(() => house.close())

const send: Desk['send'] = (path, parts, as) => desk.send(path, parts, as)
const fetchFile: Desk['fetchFile'] = (url, more, as) => desk.fetchFile(url, more, as)

let rowsBefore: number
beforeEach(async () => {
  rowsBefore = (await house.sql('select 1 from stored_file')).length
})

/** Nothing of a refused upload remains: no row, no content, no folder of work. */
async function expectNothingLeft() {
  expect((await house.sql('select 1 from stored_file')).length).toBe(rowsBefore)
  const keys = await house.sql<{ key: string }>('select key from stored_file')
  const known = new Set(keys.map(({ key }) => key.split('/').at(-1)))
  expect((await desk.contents()).filter((name) => !known.has(name))).toEqual([])
  expect(await readdir(house.app.settings.tempDir)).toEqual([])
}

describe('refused', () => {
  it('a wrong extension, a wrong content, too much, nothing', async () => {
    const png = await picture(10, 10).png().toBuffer()
    const cases: [string, Part[], string][] = [
      [PICTURE, [{ fileName: 'a.exe', content: 'MZ' }], '上传文件必须是 jpg、jpeg、png、webp、gif 格式'],
      [PICTURE, [{ fileName: 'a', content: png }], '上传文件必须是 jpg、jpeg、png、webp、gif 格式'],
      [PICTURE, [{ fileName: 'a.png.html', content: png }], '上传文件必须是 jpg、jpeg、png、webp、gif 格式'],
      [PICTURE, [{ fileName: 'a.jpg', content: png }], '文件内容与扩展名不符，请重新选择文件'],
      [PICTURE, [{ fileName: 'a.png', content: '<script>1</script>' }], '文件内容与扩展名不符，请重新选择文件'],
      [PICTURE, [{ fileName: 'a.png', content: png.subarray(0, 60) }], '文件内容与扩展名不符，请重新选择文件'],
      [PICTURE, [{ fileName: 'a.png', content: '' }], '文件是空的，请重新选择'],
      [PICTURE, [{ fileName: 'a.png', content: Buffer.alloc(11 * 1024 * 1024, 1) }], '上传文件大小不能超过 10MB'],
      [PICTURE, [{ name: 'picRoute', content: '2' }], '请选择要上传的文件'],
      [SCALE, [{ fileName: 'a.ico', content: Buffer.alloc(3 * 1024 * 1024) }], '上传文件大小不能超过 2MB'],
      [
        SCALE,
        [{ fileName: 'a.svg', content: '<svg xmlns="http://www.w3.org/2000/svg" onload="x()"/>' }],
        '文件内容与扩展名不符，请重新选择文件',
      ],
      [
        PLAIN,
        [{ fileName: 'a.sh', content: '#!' }],
        '上传文件必须是 jpg、jpeg、png、webp、gif、ico、svg、pdf、mp4、mov、avi、3gp、wmv、mkv、flv、rmvb、mp3、wav、wma、doc、docx、xls、xlsx、txt、csv、zip 格式',
      ],
      [
        '/pims/web-org/common/video/upload',
        [{ fileName: 'a.mp4', content: 'no video' }],
        '文件内容与扩展名不符，请重新选择文件',
      ],
    ]
    for (const [path, parts, message] of cases) {
      const answer = await send(path, parts)
      expect(answer.desc, `${path} ${parts[0]?.fileName}`).toBe(message)
      expect(answer.status).toBeGreaterThanOrEqual(41300)
    }
    await expectNothingLeft()
  })

  it('no session, no permission, no multipart body', async () => {
    const png = await picture(10, 10).png().toBuffer()
    expect((await send(PICTURE, [{ fileName: 'a.png', content: png }], null)).status).toBe(4011)
    expect((await send('/tdms/web-td/file/', [{ fileName: 'a.zip', content: 'PK\u0005\u0006' }])).status).toBe(401)
    const json = await house.ask('POST', PICTURE, { token, body: { file: 'x' } })
    expect(json.desc).toBe('请选择要上传的文件')
    await expectNothingLeft()
  })

  it('a batch with one bad file, as a whole', async () => {
    const png = await picture(10, 10).png().toBuffer()
    const answer = await send('/bmms/web-bm/file/batch', [
      { fileName: 'a.png', content: png },
      { fileName: 'b.png', content: 'no picture' },
    ])
    expect(answer.desc).toBe('文件内容与扩展名不符，请重新选择文件')
    await expectNothingLeft()
  })

  it('a file whose row cannot be written, with its content', async () => {
    await house.sql('alter table stored_file add constraint no_files check (size_b < 0) not valid')
    try {
      const answer = await send(PLAIN, [{ fileName: '通知.txt', content: '内容' }])
      expect(answer.status).toBe(500)
      expect(answer.desc).toContain('系统出现异常')
    } finally {
      await house.sql('alter table stored_file drop constraint no_files')
    }
    await expectNothingLeft()
  })
})

describe('kept', () => {
  it('under the name people gave it, whatever paths it came with', async () => {
    const names: [string, string][] = [
      ['../../etc/passwd.txt', 'passwd.txt'],
      ['/etc/cron.d/x.txt', 'x.txt'],
      ['C:\\\\Users\\\\何静\\\\说明.txt', '说明.txt'],
      ['a\u0000b.txt', 'ab.txt'],
      ['..txt', '文件.txt'],
      ['\u202egnp.txt', 'gnp.txt'],
      [`${'长'.repeat(400)}.txt`, `${'长'.repeat(120)}.txt`],
      ['护理 记录#1?.txt', '护理 记录#1_.txt'],
      ['中文.txt', '中文.txt'],
    ]
    for (const [given, kept] of names) {
      const { data, status } = await send(PLAIN, [{ fileName: given, content: `内容 ${kept}` }])
      expect(status, given).toBe(200)
      expect(data.sourceFileName).toBe(kept)
      expect(data.urlPath).toBe(`/files/${data.fileName.replace('.txt', '')}/${encodeURIComponent(kept)}`)
      const answer = await fetchFile(data.urlPath)
      expect(answer.statusCode, given).toBe(200)
      expect(answer.body).toBe(`内容 ${kept}`)
    }
    const rows = await house.sql<{ key: string }>('select key from stored_file')
    for (const { key } of rows) expect(key).toMatch(new RegExp(`^${house.orgId}/\\d{4}/\\d\\d/[0-9a-f]{32}\\.\\w+$`))
  })

  it('with the digest of its content, and its row in the operation log', async () => {
    const { data } = await send(`${PLAIN}?md5=1`, [{ fileName: '制度.txt', content: '第一条' }])
    expect(data).toMatchObject({ fileSizeB: 9, md5: createHash('md5').update('第一条').digest('hex') })
    const [log] = await house.sql(
      `select remark, method, user_name from operation_log where target_type = 'file' and target_id = $1`,
      [data.fileName.replace('.txt', '')],
    )
    expect(log).toEqual({ remark: '上传文件“制度.txt”', method: '上传文件', user_name: 'uploader1' })
    expect((await send(PLAIN, [{ fileName: '制度.txt', content: '第一条' }])).data.md5).toBeNull()
  })

  it('a picture upright, without camera data, at most 2000 pixels long', async () => {
    const photo = await picture(3000, 1500)
      .withExif({ IFD0: { Copyright: 'secret-place', Make: 'Camera' } })
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer()
    expect(photo.includes('secret-place') || photo.includes('Exif')).toBe(true)
    const answer = await send<{ imagePath: string; imageBase64: string }>(PICTURE, [
      { name: 'picRoute', content: '2' },
      { fileName: '老人.JPG', content: photo },
    ])
    expect(answer.status).toBe(200)
    const file = await fetchFile(answer.data.imagePath)
    const facts = await sharp(file.rawPayload).metadata()
    expect(facts).toMatchObject({ format: 'jpeg', width: 1000, height: 2000 })
    expect(facts.exif).toBeUndefined()
    expect(facts.orientation).toBeUndefined()
    expect(file.rawPayload.includes('secret-place')).toBe(false)
    expect(answer.data.imageBase64).toBe(`data:image/jpeg;base64,${file.rawPayload.toString('base64')}`)
  })

  it('a large picture with a thumbnail of at most 200 KB', async () => {
    const large = await noise(1600, 1600).jpeg({ quality: 90 }).toBuffer()
    const { data } = await send<{ imagePath: string; imageBase64: string }>(PICTURE, [
      { fileName: 'a.jpg', content: large },
    ])
    expect(data.imageBase64).toMatch(/^data:image\/webp;base64,/)
    expect(data.imageBase64.length).toBeLessThanOrEqual(200 * 1024)
    const small = await sharp(Buffer.from(data.imageBase64.split(',')[1]!, 'base64')).metadata()
    expect(Math.max(small.width, small.height)).toBe(480)
  })

  it('a picture cut to the size the organisation has set, for both spellings of the input', async () => {
    const large = await noise(1800, 1200).jpeg({ quality: 95 }).toBuffer()
    const flat = await noise(900, 600).png().toBuffer()
    expect(Math.min(large.length, flat.length)).toBeGreaterThan(400 * 1024)
    const cut = [
      await send(SCALE, [
        { name: 'sizeCut', content: 'yes' },
        { fileName: 'a.jpg', content: large },
      ]),
      await send(SCALE, [
        { name: 'isCut', content: 'yes' },
        { fileName: 'a.png', content: flat },
      ]),
    ]
    for (const { data } of cut) {
      expect(data.fileSizeB).toBeLessThanOrEqual(300 * 1024)
      expect((await fetchFile(data.urlPath)).rawPayload.length).toBe(data.fileSizeB)
    }
    await house.sql(`insert into system_config (org_id, name, value) values ($1, 'imgSize', '40')`, [house.orgId])
    const tiny = await send(SCALE, [
      { name: 'sizeCut', content: 'yes' },
      { fileName: 'a.jpg', content: large },
    ])
    expect(tiny.data.fileSizeB).toBeLessThanOrEqual(40 * 1024)
    const whole = await send(SCALE, [
      { name: 'sizeCut', content: 'no' },
      { fileName: 'a.jpg', content: large },
    ])
    expect(whole.data.fileSizeB).toBeGreaterThan(300 * 1024)
  })

  it('a picture sent as a data URL, in JSON, in a form or in a multipart form', async () => {
    const png = await picture(30, 20).png().toBuffer()
    const imgStream = `data:image/png;base64,${png.toString('base64')}`
    const answers = [
      await house.ask<Stored>('POST', '/pims/web-pi/file/stream', { token, body: { imgStream } }),
      await house.ask<Stored>('POST', '/bmms/web-bm/file/stream', { token, form: { imgStream } }),
      await send('/bmms/web-bm/file/stream', [{ name: 'imgStream', content: imgStream }]),
    ]
    for (const { status, data } of answers) {
      expect(status).toBe(200)
      expect(data.sourceFileName).toBe('图像.png')
      expect((await sharp((await fetchFile(data.urlPath)).rawPayload).metadata()).width).toBe(30)
    }
    const script = `data:image/svg+xml;base64,${Buffer.from('<svg/>').toString('base64')}`
    const refused = await house.ask('POST', '/pims/web-pi/file/stream', { token, body: { imgStream: script } })
    expect(refused.desc).toBe('上传文件必须是 jpg、jpeg、png、webp、gif 格式')
  })

  it('by every call, in the answer its clients read', async () => {
    const mp4 = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypisom'), Buffer.alloc(400, 7)])
    const video = await send('/pims/web-org/common/video/upload', [
      { name: 'viRoute', content: '1' },
      { fileName: '操作.mp4', content: mp4 },
    ])
    expect(video.data).toMatchObject({ sourceFileName: '操作.mp4', fileSizeB: mp4.length })
    const single = await send<{ fileRelateUrl: string; fileName: string }>('/homecare/web-api/upload/single', [
      { name: 'type', content: '1' },
      { fileName: '工单.txt', content: '工单' },
    ])
    expect(single.data.fileRelateUrl).toMatch(/^\/files\/[0-9a-f]{32}\//)
    const checked = await send('/spvs/web-sp/file', [{ fileName: '检查.txt', content: '检查' }])
    expect(checked.data.urlPath).toMatch(/^\/files\//)
    const zip = Buffer.from('PK\u0005\u0006'.padEnd(22, '\u0000'), 'latin1')
    const packed = await send<string>('/tdms/web-td/file/', [{ fileName: 'OTA_R6_1.0.zip', content: zip }], other)
    expect(packed.data).toMatch(/^\/files\/[0-9a-f]{32}\/OTA_R6_1\.0\.zip$/)
    const batch = await send<Stored[]>('/bmms/web-bm/file/batch', [
      { fileName: '一.txt', content: '一' },
      { fileName: '二.txt', content: '二' },
    ])
    expect(batch.data.map((one) => one.sourceFileName)).toEqual(['一.txt', '二.txt'])
    const icon = await send(SCALE, [
      { fileName: 'menu.svg', content: '<svg xmlns="http://www.w3.org/2000/svg"><path d="M0 0"/></svg>' },
      { name: 'picRoute', content: '5' },
    ])
    expect(icon.data.urlPath).toMatch(/menu\.svg$/)
    const shown = await fetchFile(icon.data.urlPath)
    expect(shown.headers['content-type']).toBe('image/svg+xml')
    expect(shown.headers['content-security-policy']).toContain('sandbox')
  })
})

describe('an upload that breaks off', () => {
  it('leaves no row, no content and no work folder', async () => {
    await house.server.listen({ port: 0, host: '127.0.0.1' })
    const address = house.server.server.address() as { port: number }
    const socket = connect(address.port, '127.0.0.1')
    const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="a.mp4"\r\n\r\n`
    socket.write(
      `POST /pims/web-org/common/video/upload HTTP/1.1\r\nhost: x\r\nauthorization: ${token}\r\ncontent-type: multipart/form-data; boundary=${BOUNDARY}\r\ncontent-length: 90000000\r\n\r\n${head}`,
    )
    socket.write(Buffer.alloc(3_000_000, 1))
    const work = house.app.settings.tempDir
    await vi.waitFor(async () => {
      const [folder] = await readdir(work)
      expect(await readdir(join(work, folder!))).toEqual(['0'])
    })
    socket.destroy()
    await vi.waitFor(() => expectNothingLeft())
  })

  it('too large for the call gets its answer although it goes on sending', async () => {
    const address = house.server.server.address() as { port: number }
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(40 * 1024 * 1024)]), 'a.png')
    const answer = await fetch(`http://127.0.0.1:${address.port}${PICTURE}`, {
      method: 'POST',
      headers: { authorization: token },
      body: form,
    })
    expect(await answer.json()).toMatchObject({ status: 41300, desc: '上传文件大小不能超过 10MB' })
    await vi.waitFor(() => expectNothingLeft())
  })

  it('and content that a crash left without its row is settled', async () => {
    const { data } = await send(PLAIN, [{ fileName: 'x.txt', content: 'x' }])
    const { data: kept } = await send(PLAIN, [{ fileName: 'y.txt', content: 'y' }])
    // As after a crash between content and row.
    await house.sql('delete from stored_file where file_id = $1', [data.fileName.replace('.txt', '')])
    expect(await desk.contents()).toContain(data.fileName)
    await house.sql(
      `update graphile_worker._private_jobs set run_at = now() - interval '1 second' where task_id = (
        select id from graphile_worker._private_tasks where identifier = 'platform.settleFile')`,
    )
    await vi.waitFor(async () => expect(await desk.contents()).not.toContain(data.fileName), { timeout: 15_000 })
    expect(await desk.contents()).toContain(kept.fileName)
  })
})
