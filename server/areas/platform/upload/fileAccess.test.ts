// A file goes out to whoever may see a record that it belongs to, and to nobody else, on every request.
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { multipart, PLAIN, SCALE } from '#server/areas/platform/test/uploading'
import { demoApp, type Envelope, type TestApp } from '#server/kit/test/app'

let product: TestApp
const tokens = new Map<string, string>()

beforeAll(async () => {
  product = await demoApp()
  for (const { userName, password } of demoAccounts) tokens.set(userName, await product.signIn(userName, password))
})
afterAll(() => product.close())

const one = async <T>(text: string, values: unknown[] = [DEMO_ORG]) =>
  (await product.app.pool.query(text, values)).rows[0] as T
const residentOf = async (deptName: string, not = '') =>
  (
    await one<{ id: string }>(
      `select o.oldman_id as id from oldman o join dept d using (org_id, dept_id)
       where o.org_id = $1 and d.dept_name = $2 and o.status = 1 and o.oldman_id <> $3 order by o.oldman_id limit 1`,
      [DEMO_ORG, deptName, not],
    )
  ).id
const userOf = async (userName: string) =>
  (await one<{ id: string }>('select user_id as id from account where user_name = $1', [userName])).id

async function upload(as: string, name = '身份证.png', path = PLAIN): Promise<string> {
  const content = await sharp({ create: { width: 120, height: 120, channels: 3, background: '#7a3' } })
    .png()
    .toBuffer()
  const answer = await product.server.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'multipart/form-data; boundary=x-test-boundary', authorization: tokens.get(as)! },
    payload: multipart([{ fileName: name, content }]),
  })
  return answer.json<Envelope<{ urlPath: string }>>().data.urlPath
}

const open = (address: string, as: string | null, headers: Record<string, string> = {}) =>
  product.server.inject({
    method: 'GET',
    url: address,
    headers: { ...(as && { authorization: tokens.get(as)! }), ...headers },
  })
const status = async (address: string, as: string | null) => (await open(address, as)).statusCode
const put = (path: string, as: string, body: object) => product.ask('PUT', path, { token: tokens.get(as)!, body })

/** The clerk files a scan with a resident; answers its address. */
async function filed(oldmanId: string, address?: string): Promise<string> {
  const fileUrl = address ?? (await upload('liumin'))
  const answer = await product.ask('POST', '/pims/web-pi/oldmans/files', {
    token: tokens.get('liumin')!,
    body: { oldmanId, files: [{ kind: 'idCard', fileUrl }] },
  })
  expect(answer.status).toBe(200)
  return fileUrl
}

describe('scans of residents', () => {
  test('a nurse opens those of her own floor and none of another', async () => {
    const mine = await filed(await residentOf('松鹤楼护理组'))
    const theirs = await filed(await residentOf('长青楼护理组'))
    expect(await status(mine, 'lixiaomei')).toBe(200)
    expect(await status(theirs, 'lixiaomei')).toBe(404)
    for (const as of ['liumin', 'hejing', 'zhengkai']) {
      expect([as, await status(mine, as), await status(theirs, as)]).toEqual([as, 200, 200])
    }
    expect(await status(theirs, 'operator')).toBe(404)
    expect(await status(theirs, null)).toBe(401)
    // A scan that belongs to residents of both floors is hers to see.
    await filed(await residentOf('松鹤楼护理组'), theirs)
    expect(await status(theirs, 'lixiaomei')).toBe(200)
  })

  test('a role that may not see archives opens none', async () => {
    const scan = await filed(await residentOf('松鹤楼护理组'))
    expect(await status(scan, 'zhaoqiang')).toBe(404)
    expect((await open(scan, 'liumin')).headers['cache-control']).toBe('no-store')
  })

  test('an upload is its uploader’s alone until a record is saved with it', async () => {
    const scan = await upload('liumin')
    expect(await status(scan, 'liumin')).toBe(200)
    expect((await open(scan, 'liumin')).headers['cache-control']).toBe('no-store')
    for (const as of ['lixiaomei', 'zhengkai', 'operator']) expect([as, await status(scan, as)]).toEqual([as, 404])
    await filed(await residentOf('松鹤楼护理组'), scan)
    expect(await status(scan, 'lixiaomei')).toBe(200)
    expect(await status(scan, 'operator')).toBe(404)
  })

  test('when the paper is deleted its file is gone, and when the resident moves the file moves along', async () => {
    const resident = await residentOf('松鹤楼护理组')
    const scan = await filed(resident)
    const dept = (name: string) =>
      product.app.pool.query(
        `update oldman set dept_id = (select dept_id from dept where org_id = $1 and dept_name = $3) where org_id = $1 and oldman_id = $2`,
        [DEMO_ORG, resident, name],
      )
    await dept('长青楼护理组')
    expect(await status(scan, 'lixiaomei')).toBe(404)
    await dept('松鹤楼护理组')
    expect(await status(scan, 'lixiaomei')).toBe(200)
    const paper = await one<{ id: string }>('select file_id as id from oldman_file where file_url = $1', [scan])
    await product.ask('DELETE', `/pims/web-pi/oldmans/files/${paper.id}`, { token: tokens.get('liumin')! })
    expect(await status(scan, 'liumin')).toBe(404)
  })

  test('nobody removes a file of a record that they do not see, not even who uploaded it', async () => {
    const scan = await upload('lixiaomei')
    await product.app.pool.query(
      `insert into oldman_file (org_id, file_id, oldman_id, kind, file_name, file_url) values ($1, $2, $3, 'idCard', 'x', $4)`,
      [DEMO_ORG, `paper${Date.now()}`, await residentOf('长青楼护理组'), scan],
    )
    const removed = await product.ask('DELETE', PLAIN, { token: tokens.get('lixiaomei')!, query: { filePath: scan } })
    expect(removed.status).toBe(40400)
    expect(await status(scan, 'liumin')).toBe(200)
  })
})

describe('attaching what one cannot see', () => {
  test('a scan of another floor does not become the nurse’s portrait', async () => {
    const scan = await filed(await residentOf('长青楼护理组'))
    const id = /^\/files\/(\w+)\//.exec(scan)![1]!
    const own = await upload('lixiaomei', '我.png', SCALE)
    const profile = `/passport/web-rbac/users/${await userOf('lixiaomei')}`
    const spellings = [
      scan,
      `http://127.0.0.1:8080${scan}`,
      `https://elsewhere.example/files/${id}/a.png`,
      own.replace(/[^/]+$/, `files/${id}/a.png`),
      own.replace(/[^/]+$/, `..%2f..%2f${id}%2fa.png`.replace('%2f..%2f', '%2f..%2ffiles%2f')),
      `/%66iles/${id}/a.png`,
    ]
    for (const workingPicture of spellings) {
      const answer = await put(profile, 'lixiaomei', { workingPicture })
      expect([40400, 42200], workingPicture).toContain(answer.status)
      expect(answer.data).toMatchObject({ field: 'workingPicture' })
    }
    const intro = await put(profile, 'lixiaomei', { intro: `见 \\/files\\/${id}\\/a.png` })
    expect(intro).toMatchObject({ status: 40400, data: { field: 'intro' } })
    expect(await status(scan, 'lixiaomei')).toBe(404)
    expect((await put(profile, 'lixiaomei', { workingPicture: own })).status).toBe(200)
    // A picture elsewhere stays possible, and so does saving again what one sees.
    expect((await put(profile, 'lixiaomei', { workingPicture: 'https://cdn.example/me.png' })).status).toBe(200)
    expect((await put(profile, 'lixiaomei', { workingPicture: own })).status).toBe(200)
    expect((await put(profile, 'lixiaomei', { workingPicture: own })).status).toBe(200)
  })

  test('an identity card does not become a public logo', async () => {
    const scan = await filed(await residentOf('松鹤楼护理组'))
    const answer = await put('/passport/web-rbac/iconConfig', 'zhengkai', { loginIcon: scan })
    expect(answer.status).not.toBe(200)
    expect(await status(scan, null)).toBe(401)
  })
})

describe('pictures of pages', () => {
  test('portraits of staff are seen by colleagues, and asked for again every time', async () => {
    const own = await upload('lixiaomei', '我.png', SCALE)
    const profile = `/passport/web-rbac/users/${await userOf('lixiaomei')}`
    expect((await put(profile, 'lixiaomei', { workingPicture: own })).status).toBe(200)
    const seen = await open(own, 'zhaoqiang')
    expect(seen.statusCode).toBe(200)
    expect(seen.headers['cache-control']).toBe('private, no-cache')
    const tag = { 'if-none-match': String(seen.headers.etag) }
    expect((await open(own, 'zhaoqiang', tag)).statusCode).toBe(304)
    expect((await open(own, 'operator', tag)).statusCode).toBe(404)
    expect((await open(own, null, tag)).statusCode).toBe(401)
    // Replaced, it is no longer anybody's but hers.
    await put(profile, 'lixiaomei', { workingPicture: await upload('lixiaomei', '我.png', SCALE) })
    expect((await open(own, 'zhaoqiang', tag)).statusCode).toBe(404)
    expect(await status(own, 'lixiaomei')).toBe(200)
  })

  test('portraits of residents are seen where their residents are', async () => {
    const resident = await residentOf('长青楼护理组')
    const head = await upload('liumin', '头像.png', SCALE)
    const answer = await put(`/pims/web-pi/oldmans/proFile/${resident}/head`, 'liumin', { head })
    expect(answer.status).toBe(200)
    expect((await open(head, 'hejing')).headers['cache-control']).toBe('private, no-cache')
    expect(await status(head, 'lixiaomei')).toBe(404)
  })

  test('floor maps are seen by those who work with the positioning', async () => {
    const { picture } = await one<{ picture: string }>('select picture from floor_map where org_id = $1 limit 1')
    const head = async (as: string) =>
      (await product.server.inject({ method: 'HEAD', url: picture, headers: { authorization: tokens.get(as)! } }))
        .statusCode
    expect([await head('lixiaomei'), await head('zhengkai'), await head('zhaoqiang'), await head('operator')]).toEqual([
      200, 200, 404, 404,
    ])
  })

  test('licences are seen by their house and the operator', async () => {
    const licence = await upload('zhengkai', '许可证.png', SCALE)
    const saved = await put(`/pims/web-org/orgInfos/${DEMO_ORG}/qualifications`, 'zhengkai', {
      kind: 'food',
      name: '食品经营许可证',
      pictures: [licence],
    })
    expect(saved.status).toBe(200)
    for (const as of ['zhengkai', 'zhaoqiang', 'operator']) expect([as, await status(licence, as)]).toEqual([as, 200])
    // What the operator hands in for the house is the house's, too.
    const given = await upload('operator', '备案.png', SCALE)
    const handed = await put(`/pims/web-org/orgInfos/${DEMO_ORG}/qualifications`, 'operator', {
      kind: 'food',
      name: '备案凭证',
      pictures: [given],
    })
    expect(handed.status).toBe(200)
    expect(await status(given, 'zhengkai')).toBe(200)
  })
})

describe('a session', () => {
  test('that has ended opens nothing', async () => {
    const scan = await filed(await residentOf('松鹤楼护理组'))
    const token = await product.signIn(
      'wangjianguo',
      demoAccounts.find((one) => one.userName === 'wangjianguo')!.password,
    )
    tokens.set('wangjianguo', token)
    expect(await status(scan, 'wangjianguo')).toBe(200)
    await product.ask('GET', '/passport/web-rbac/logins/loginOut', { token })
    const after = await open(scan, 'wangjianguo')
    expect(after.statusCode).toBe(401)
    expect(after.headers['cache-control']).toBe('no-store')
  })

  test('of a screen opens what is public and nothing else', async () => {
    const own = await upload('zhengkai', '我.png', SCALE)
    const scan = await filed(await residentOf('松鹤楼护理组'))
    const ids = [own, scan].map((address) => address.split('/')[2]!)
    const answer = await product.app.sessions.resolve(tokens.get('zhengkai')!)
    if (!answer || !('user' in answer)) throw new Error('no session')
    const looked = await product.app.files.look(answer.user, ids)
    expect(ids.map((id) => looked.get(id)!.seen)).toEqual([true, true])
    const onScreen = await product.app.files.look({ ...answer.user, screen: true }, ids)
    expect(ids.map((id) => onScreen.get(id)!.seen)).toEqual([false, false])
    const unproven = await product.app.files.look({ ...answer.user, mustChangePassword: true }, ids)
    expect(unproven.get(ids[1]!)!.seen).toBe(false)
  })
})
