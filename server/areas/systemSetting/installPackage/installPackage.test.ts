// Installation packages as existing clients use them: upload, record, list, edit, remove.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import { PACKAGE_QUOTA, type PackageData } from '#contract/systemSetting/installPackage'
import { packageParts } from '#contract/systemSetting/packageName'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { BOUNDARY, multipart } from '#server/areas/platform/test/uploading'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { zipOf } from '#server/kit/test/zip'

const PATH = '/tdms/web-td/device/package'
let app: TestApp
let admin: string

beforeAll(async () => {
  app = await demoApp()
  admin = await app.signIn('zhengkai', 'Yiyuan2026')
})
afterAll(() => app.close())

async function upload(fileName: string): Promise<string> {
  const answer = await app.server.inject({
    method: 'POST',
    url: '/tdms/web-td/file/',
    headers: { authorization: admin, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: multipart([
      { name: 'fileName', content: fileName },
      { fileName, content: await zipOf({ 'app.bin': `content of ${fileName}` }) },
    ]),
  })
  return answer.json<{ data: string }>().data
}

const add = async (fileName: string, more: object = {}) =>
  app.ask<PackageData>('POST', PATH, {
    token: admin,
    body: { packageName: '床旁升级', packageUrl: await upload(fileName), packageSize: 1, ...more },
  })
const list = async (query: Record<string, string> = {}) =>
  (await app.ask<PageInfo<PackageData>>('GET', PATH, { token: admin, query: { orderBy: '', ...query } })).data

describe('package names', () => {
  it.each([
    ['OTA_X7_1.2.3.zip', { deviceType: null, deviceModel: 'X7', packageVersion: '1.2.3' }],
    ['piBedSideExtension_2.0.zip', { deviceType: 'piBedSideExtension', deviceModel: null, packageVersion: '2.0' }],
    ['setup.zip', null],
    ['OTA__1.zip', null],
    ['a_b_c_d.zip', null],
  ])('%s', (name, parts) => {
    expect(packageParts(name)).toEqual(parts)
  })
})

describe('installation packages', () => {
  it('are recorded from the uploaded file: its name and size count, not what the client says', async () => {
    const added = await add('OTA_X7_1.0.0.zip', { packageVersion: '9.9', packageSize: 5 })
    expect(added.status, added.desc).toBe(200)
    expect(added.data).toMatchObject({ deviceModel: 'X7', deviceType: null, packageVersion: '1.0.0' })
    expect(added.data.packageSize).toBeGreaterThan(100)
    const sum = await app.ask<number>('GET', `${PATH}/sumSize`, { token: admin })
    expect(sum.data).toBeGreaterThanOrEqual(added.data.packageSize)
    expect((await list({ deviceModel: 'x7'.toUpperCase() })).list.map((row) => row.packageId)).toContain(
      added.data.packageId,
    )
    const file = await app.server.inject({
      method: 'GET',
      url: added.data.packageUrl,
      headers: { authorization: admin },
    })
    expect(file.statusCode).toBe(200)
    expect(decodeURIComponent(added.data.packageUrl.split('/').at(-1)!)).toBe('OTA_X7_1.0.0.zip')
  })

  it('refuse a strange name, a foreign file, the same version and a name that is too long', async () => {
    expect(await add('installer.zip')).toMatchObject({ status: 42200, data: { field: 'packageUrl' } })
    const foreign = { packageName: '包', packageUrl: '/files/0000/x.zip' }
    expect(await app.ask('POST', PATH, { token: admin, body: foreign })).toMatchObject({ status: 40400 })
    expect((await add('OTA_X8_1.0.zip')).status).toBe(200)
    expect((await add('OTA_X8_1.0.zip')).status).toBe(40904)
    expect(await add('OTA_X9_1.0.zip', { packageName: '名'.repeat(11) })).toMatchObject({
      status: 42200,
      data: { field: 'packageName' },
    })
  })

  it('keep the quota of the organisation', async () => {
    await app.app.pool.query(
      `insert into device_package (org_id, package_id, package_name, package_size, device_model, package_version, package_url)
       values ($1, 'quota', '大包', $2, 'BIG', '1', '/files/quota/a.zip')`,
      [DEMO_ORG, PACKAGE_QUOTA],
    )
    const refused = await add('OTA_Q_1.0.zip')
    expect(refused).toMatchObject({ status: 42200, data: { field: 'packageUrl' } })
    expect(refused.desc).toContain('请先删除不用的安装包')
    await app.app.pool.query(`delete from device_package where package_id = 'quota'`)
  })

  it('change name and description only, by path or by body, and notice a second editor', async () => {
    const { data } = await add('wnDoorWayExtension_3.1.zip')
    const put = (path: string, body: object) => app.ask<PackageData>('PUT', path, { token: admin, body })
    const one = await put(`${PATH}/${data.packageId}`, {
      packageName: '门口机',
      packageDesc: '修复声音',
      packageUrl: 'x',
    })
    expect(one.data).toMatchObject({ packageName: '门口机', packageDesc: '修复声音', packageUrl: data.packageUrl })
    const two = await put(PATH, {
      packageId: data.packageId,
      packageName: '门口机二',
      packageDesc: '',
      version: one.data.version,
    })
    expect(two.data).toMatchObject({ packageName: '门口机二', packageDesc: null })
    expect((await put(PATH, { packageId: data.packageId, packageName: '旧', version: one.data.version })).status).toBe(
      40902,
    )
  })

  it('go with their file', async () => {
    const { data } = await add('OTA_GONE_1.zip')
    const removed = await app.ask('DELETE', `${PATH}/${data.packageId}`, {
      token: admin,
      query: { packageUrl: data.packageUrl },
    })
    expect(removed.status).toBe(200)
    expect((await app.ask('GET', `${PATH}/${data.packageId}`, { token: admin })).status).toBe(40400)
    const file = await app.server.inject({ method: 'GET', url: data.packageUrl, headers: { authorization: admin } })
    expect(file.statusCode).not.toBe(200)
  })

  it('name the kinds of terminals', async () => {
    const types = await app.ask<{ deviceType: string; deviceTypeName: string }[]>(
      'GET',
      '/tdms/web-td/device/list/getDeviceType',
      { token: admin, query: { hasLogin: '1' } },
    )
    expect(types.data).toContainEqual({ deviceType: 'piBedSideExtension', deviceTypeName: '床旁分机' })
  })

  it('reach the organisation’s terminals by broadcast, under both paths', async () => {
    await app.app.pool.query(
      `insert into mqtt_credential (org_id, client_name, secret_hash, device_id) values ($1, 'pkg-test', 'x', 'dev1')`,
      [DEMO_ORG],
    )
    const send = (path: string, body: object) => app.ask<{ devices: number }>('POST', path, { token: admin, body })
    const all = await send('/wnms/web-wn/systemConfig/broad', {
      unitId: '',
      deviceType: '',
      messageType: 'reboot',
      deviceId: '',
    })
    expect(all.status, all.desc).toBe(200)
    expect(all.data.devices).toBeGreaterThan(0)
    const one = await send('/tdms/web-wn/systemConfig/broad', {
      messageType: 'updateBedCard',
      deviceId: 'dev1',
      message: { a: 1 },
    })
    expect(one.data.devices).toBe(1)
    expect((await send('/wnms/web-wn/systemConfig/broad', { messageType: 'reboot', deviceId: 'other' })).status).toBe(
      40400,
    )
    expect((await send('/wnms/web-wn/systemConfig/broad', { messageType: 'explode' })).status).toBe(42200)
  })
})
