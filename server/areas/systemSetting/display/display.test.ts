// Display settings: several screens edit parts of one record; everybody sees the change at once.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { IconConfigData, LoginConfigData } from '#contract/platform/config'
import type { DisplayData } from '#contract/systemSetting/display'
import { BOUNDARY, multipart, picture } from '#server/areas/platform/test/uploading'
import { demoApp, type TestApp } from '#server/kit/test/app'

const PATH = '/passport/web-rbac/iconConfig'
let app: TestApp
let admin: string
let nurse: string

beforeAll(async () => {
  app = await demoApp()
  admin = await app.signIn('zhengkai', 'Yiyuan2026')
  nurse = await app.signIn('lixiaomei', 'Yiyuan2026')
})
afterAll(() => app.close())

const read = async () => (await app.ask<DisplayData>('GET', PATH, { token: admin })).data
const save = (body: object, token = admin) => app.ask<DisplayData>('PUT', PATH, { token, body })

async function uploadPicture(): Promise<string> {
  const content = await picture(60, 60).png().toBuffer()
  const answer = await app.server.inject({
    method: 'POST',
    url: '/bmms/web-bm/file/scale',
    headers: { authorization: admin, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` },
    payload: multipart([{ fileName: '标志.png', content }]),
  })
  return answer.json<{ data: { urlPath: string } }>().data.urlPath
}

describe('display settings', () => {
  it('merge what each screen sends and leave the rest', async () => {
    const before = await read()
    expect((await save({ systemName: '晚晴颐养', systemThemeColor: '#009995', icon: '1' })).status).toBe(200)
    expect((await save({ windowName: '晚晴 · 管理', recordNum: '1', recordNumDesc: '沪ICP备1号' })).status).toBe(200)
    const after = await read()
    expect(after).toMatchObject({
      systemName: '晚晴颐养',
      systemThemeColor: '#009995',
      windowName: '晚晴 · 管理',
      recordNum: 1,
      recordNumDesc: '沪ICP备1号',
      waterMark: before.waterMark,
    })
    expect(after.version).toBeGreaterThan(before.version)
    const icon = await app.ask<IconConfigData>('GET', '/passport/web-rbac/systemConfigs/iconConfig', { token: nurse })
    expect(icon.data).toMatchObject({ systemName: '晚晴颐养', windowName: '晚晴 · 管理' })
    const theme = await app.ask('GET', '/passport/web-rbac/systemConfigs/systemThemeColor', { token: nurse })
    expect(theme.data).toEqual({ systemThemeColor: '#009995' })
  })

  it('take a colour in either case and give an emptied field back to the operator’s value', async () => {
    await save({ systemThemeColor: '#e0241b', windowName: '标题' })
    expect((await read()).systemThemeColor).toBe('#E0241B')
    await save({ windowName: '' })
    expect((await read()).windowName).toBe('颐园运营中心')
  })

  it('open chosen pictures to visitors and nothing else', async () => {
    const [logo, other] = [await uploadPicture(), await uploadPicture()]
    const fetched = async (url: string) => (await app.server.inject({ method: 'GET', url })).statusCode
    expect(await fetched(logo)).not.toBe(200)
    expect((await save({ loginIcon: logo })).status).toBe(200)
    expect(await fetched(logo)).toBe(200)
    expect(await fetched(other)).not.toBe(200)
    const login = await app.ask<LoginConfigData>('GET', '/passport/web-rbac/systemConfigs/loginConfig')
    expect(login.data.loginIcon).toBe(logo)
  })

  it('refuse what does not fit, at its field', async () => {
    const cases: [object, string][] = [
      [{ systemName: '名'.repeat(31) }, 'systemName'],
      [{ loginIconName: '名'.repeat(21) }, 'loginIconName'],
      [{ systemThemeColor: 'red' }, 'systemThemeColor'],
      [{ systemIcon: 'javascript:alert(1)' }, 'systemIcon'],
      [{ loginBackground: 'https://elsewhere.example/a.png' }, 'loginBackground'],
      [{ waterMark: 'MAYBE' }, 'waterMark'],
      [{ recordNum: 2 }, 'recordNum'],
    ]
    for (const [body, field] of cases) {
      expect(await save(body), field).toMatchObject({ status: 42200, data: { field } })
    }
  })

  it('tell the second of two editors who was first, and let older clients without a version save', async () => {
    const { version } = await read()
    const [one, two] = await Promise.all([save({ systemName: '甲', version }), save({ systemName: '乙', version })])
    expect([one.status, two.status].sort()).toEqual([200, 40902])
    expect([one, two].find((answer) => answer.status !== 200)!.desc).toContain('郑凯')
    expect((await save({ systemName: '丙' })).status).toBe(200)
  })

  it('need the permission and leave a log row with both values', async () => {
    expect((await save({ systemName: '丁' }, nurse)).status).toBe(401)
    expect((await app.ask('GET', PATH, { token: nurse })).status).toBe(401)
    await save({ systemName: '戊' })
    const logs = await app.app.pool.query<{ changes: Record<string, unknown> }>(
      `select changes from operation_log where target_id = 'display' order by log_id desc limit 1`,
    )
    expect(logs.rows[0]!.changes).toEqual({ systemName: ['丙', '戊'] })
  })
})
