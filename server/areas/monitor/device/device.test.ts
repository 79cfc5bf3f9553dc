// The register: numbers, bindings, accounts at the broker, switching off and deleting, workbooks, and departments.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { ImportReportData } from '#contract/kit/sheet'
import type { CredentialData, DeviceData } from '#contract/monitor/device'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { writeSheet } from '#server/kit/excel'
import { deviceOf } from '#server/kit/mqttCredentials'
import { demoApp, type Envelope, type TestApp } from '#server/kit/test/app'

let product: TestApp
let admin: string
let nurse: string
const PASSWORD = 'Yiyuan2026'
const BASE = '/pims/web-org/device'

beforeAll(async () => {
  product = await demoApp()
  admin = await product.signIn('zhengkai', PASSWORD)
  nurse = await product.signIn('lixiaomei', PASSWORD)
})
afterAll(() => product.close())

const post = <T = CredentialData>(path: string, body: object, token = admin): Promise<Envelope<T>> =>
  product.ask<T>('POST', `${BASE}${path}`, { token, body })
const put = (path: string, body: object): Promise<Envelope<DeviceData>> =>
  product.ask<DeviceData>('PUT', `${BASE}${path}`, { token: admin, body })
const find = async (query: Record<string, string>, token = admin) =>
  (await product.ask<PageInfo<DeviceData>>('GET', BASE, { token, query: { size: '100', ...query } })).data
const one = async (deviceNo: string) => (await find({ deviceNo })).list[0]!
const value = async <T>(text: string, values: unknown[] = [DEMO_ORG]) =>
  (await product.app.pool.query<{ v: T }>(text, values)).rows[0]!.v

const FREE_BED = `select b.bed_id as v from bed b where b.org_id = $1
  and not exists (select from device d where d.org_id = b.org_id and d.bed_id = b.bed_id) order by b.bed_id limit 1`

describe('registering', () => {
  it('gives an account that opens the broker, once', async () => {
    const { data } = await post('', { deviceNo: 'T-001', kind: 'MATTRESS' })
    expect(data).toMatchObject({
      deviceNo: 'T-001',
      clientName: data.deviceId,
      topic: `yy/${DEMO_ORG}/device/${data.deviceId}`,
      channel: 'reading',
    })
    expect(JSON.parse(data.example)).toMatchObject({ inBed: 1 })
    expect(await deviceOf(product.app.pool, data.clientName, data.secret)).toMatchObject({
      orgId: DEMO_ORG,
      deviceId: data.deviceId,
    })
    expect(await value('select count(*) as v from device_state where device_id = $1', [data.deviceId])).toBe(1)
    expect((await one('T-001')).hasSecret).toBe(1)
  })

  it('refuses a number twice, also at the same moment, and a wrong one in words', async () => {
    const answers = await Promise.all([1, 2].map(() => post('', { deviceNo: 'T-002', kind: 'TAG' })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 40904])
    expect((await post('', { deviceNo: '床垫 一', kind: 'TAG' })).desc).toBe('设备编号只能是字母、数字、下划线或横线')
    expect((await post('', { deviceNo: 'T-003', kind: 'TAG', bedId: 'x' })).desc).toBe('定位标签只能绑定老人或员工')
    expect((await post('', { deviceNo: 'T-003', kind: 'CALL', callerType: 'BED', roomId: 'x' })).desc).toContain(
      '卫生间',
    )
    expect((await post('', { deviceNo: 'T-003', kind: 'MATTRESS', bedId: 'nobody' })).status).toBe(40400)
    expect((await post('', { deviceNo: 'T-003', kind: 'TAG' }, nurse)).status).toBe(401)
  })

  it('takes a row of numbers, all or none', async () => {
    const range = { kind: 'MATTRESS', prefix: 'RG', digits: 4, from: 8, to: 11 }
    const { data } = await post<{ credentials: CredentialData[] }>('/range', range)
    expect(data.credentials.map((made) => made.deviceNo)).toEqual(['RG0008', 'RG0009', 'RG0010', 'RG0011'])
    const again = await post('/range', { ...range, from: 11, to: 12 })
    expect(again.desc).toBe('设备编号 RG0011已存在')
    expect((await find({ deviceNo: 'RG' })).total).toBe(4)
    expect((await post('/range', { ...range, from: 5, to: 4 })).desc).toBe('结束号不能小于起始号')
    expect((await post('/range', { ...range, from: 9999, to: 10_000 })).desc).toBe('结束号 10000 超过 4 位')
    expect((await post('/range', { ...range, digits: 6, from: 1, to: 6000 })).desc).toBe('一次最多登记 5000 台')
  })

  it('registers for tools, and gives new secrets to those that are there', async () => {
    const devices = Array.from({ length: 300 }, (_, i) => ({ deviceNo: `SIM-${i}`, kind: 'TAG' }))
    const { data } = await post<{ credentials: CredentialData[] }>('/register', { devices })
    expect(data.credentials).toHaveLength(300)
    expect((await post('/register', { devices })).status).toBe(40904)
    const more = [...devices, { deviceNo: 'SIM-300', kind: 'TAG' }]
    const again = await post<{ credentials: CredentialData[] }>('/register', { devices: more, reissue: 1 })
    expect(again.data.credentials).toHaveLength(301)
    expect(again.data.credentials[0]!.deviceId).toBe(data.credentials[0]!.deviceId)
    const { clientName, secret } = data.credentials[0]!
    expect(await deviceOf(product.app.pool, clientName, secret)).toBeNull()
    expect(await deviceOf(product.app.pool, clientName, again.data.credentials[0]!.secret)).not.toBeNull()
  })
})

describe('binding', () => {
  it('hangs one of a kind on a bed and replaces it when asked', async () => {
    const bedId = await value<string>(FREE_BED)
    const first = (await post('', { deviceNo: 'B-1', kind: 'MATTRESS', bedId })).data
    const second = (await post('', { deviceNo: 'B-2', kind: 'MATTRESS' })).data
    expect((await post('', { deviceNo: 'B-3', kind: 'MATTRESS', bedId })).desc).toBe('该床位已绑定智能床垫 B-1')
    expect((await put(`/${second.deviceId}/bind`, { bedId })).desc).toBe('该床位已绑定智能床垫 B-1')
    await product.app.pool.query(`update device_state set eval = '{"a":1}' where device_id = $1`, [second.deviceId])
    const { data } = await put(`/${second.deviceId}/bind`, { bedId, replace: 1 })
    expect(data).toMatchObject({ bound: 'BED', bedId })
    expect(data.place).toContain('床')
    expect((await one('B-1')).bound).toBeNull()
    expect(await value('select eval as v from device_state where device_id = $1', [second.deviceId])).toEqual({})
    expect((await put(`/${first.deviceId}/unbind`, {})).status).toBe(40901)
    expect((await put(`/${second.deviceId}/unbind`, { version: 1 })).status).toBe(40902)
    expect((await put(`/${second.deviceId}/unbind`, { version: data.version })).data.bound).toBeNull()
  })

  it('leaves one winner when two devices are bound to one bed at once', async () => {
    const bedId = await value<string>(FREE_BED)
    const made = await Promise.all(['C-1', 'C-2'].map((deviceNo) => post('', { deviceNo, kind: 'MATTRESS' })))
    const answers = await Promise.all(made.map(({ data }) => put(`/${data.deviceId}/bind`, { bedId })))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 42200])
    expect(await value(`select count(*) as v from device where bed_id = $1 and kind = 'MATTRESS'`, [bedId])).toBe(1)
  })

  it('tells the bus', async () => {
    const heard: unknown[] = []
    product.app.bus.subscribe('monitor/forget', (message: unknown) => void heard.push(message))
    await post('', { deviceNo: 'BUS-1', kind: 'TAG' })
    expect(heard).toContainEqual({ orgId: DEMO_ORG })
  })

  it('keeps beds that have a device', async () => {
    const bedId = await value<string>(FREE_BED)
    await post('', { deviceNo: 'K-1', kind: 'CALL', bedId })
    await expect(product.app.pool.query('delete from bed where bed_id = $1', [bedId])).rejects.toMatchObject({
      constraint: 'device_bed_fk',
    })
  })
})

describe('switching and deleting', () => {
  it('cuts the account off and back on', async () => {
    const { data } = await post('', { deviceNo: 'S-1', kind: 'TAG' })
    expect((await put(`/${data.deviceId}/enabled`, { enabled: 0 })).data).toMatchObject({ enabled: 0, online: 0 })
    expect(await deviceOf(product.app.pool, data.clientName, data.secret)).toBeNull()
    expect((await put(`/${data.deviceId}/enabled`, { enabled: 0 })).status).toBe(40901)
    await put(`/${data.deviceId}/enabled`, { enabled: 1 })
    expect(await deviceOf(product.app.pool, data.clientName, data.secret)).not.toBeNull()
  })

  it('deletes what is unused and says why otherwise', async () => {
    const remove = (deviceId: string) => product.ask('DELETE', `${BASE}/${deviceId}`, { token: admin })
    const { data } = await post('', { deviceNo: 'D-1', kind: 'TAG' })
    expect((await remove(data.deviceId)).status).toBe(200)
    expect(await deviceOf(product.app.pool, data.clientName, data.secret)).toBeNull()
    const used = await value<string>(
      `select d.device_id as v from device d where d.org_id = $1
        and exists (select from call_record c where c.org_id = d.org_id and c.device_id = d.device_id) limit 1`,
    )
    expect((await remove(used)).desc).toMatch(/^设备 \w+正被使用，不能删除：已绑定.+请先解绑$/)
    await put(`/${used}/unbind`, {})
    expect((await remove(used)).desc).toMatch(/有\d+ 条呼叫记录，为保留历史请改为停用/)
  })

  it('changes with a version, and the log says what', async () => {
    const { data } = await post('', { deviceNo: 'E-1', kind: 'TAG', model: 'B2' })
    const saved = await put(`/${data.deviceId}`, { deviceNo: 'E-1', model: 'B3', version: 1 })
    expect(saved.data).toMatchObject({ model: 'B3', version: 2 })
    expect((await put(`/${data.deviceId}`, { deviceNo: 'E-1', version: 1 })).desc).toContain('刚被郑凯修改过')
    expect((await put(`/${data.deviceId}`, { deviceNo: 'E-2', version: 2 })).status).toBe(200)
    expect(
      await value(
        `select changes->'model' as v from operation_log where target_id = $1 and remark like '修改%' order by created_at limit 1`,
        [data.deviceId],
      ),
    ).toEqual(['B2', 'B3'])
  })

  it('resets the count of bad messages', async () => {
    const { data } = await post('', { deviceNo: 'F-1', kind: 'TAG' })
    await product.app.pool.query(`update device set bad_count = 3, bad_reason = '坏' where device_id = $1`, [
      data.deviceId,
    ])
    expect((await find({ trouble: 'BAD', deviceNo: 'F-1' })).total).toBe(1)
    const cleared = await post<DeviceData>(`/${data.deviceId}/clearBad`, {})
    expect(cleared.data).toMatchObject({ badCount: 0, badReason: null })
  })
})

describe('the list', () => {
  it('shows departments their own, and the unbound to everybody', async () => {
    const { list } = await find({ size: '1000' }, nurse)
    expect(new Set(list.map((row) => row.deptName))).toEqual(new Set(['松鹤楼护理组', null]))
    const all = await find({ size: '1000' })
    expect(all.total).toBeGreaterThan(list.length)
    const counts = await product.ask<{ total: number }>('GET', `${BASE}/counts`, { token: nurse })
    expect(counts.data.total).toBe((await find({}, nurse)).total)
    const away = all.list.find((row) => row.deptName === '长青楼护理组')!
    expect((await product.ask('GET', `${BASE}/${away.deviceId}`, { token: nurse })).status).toBe(40400)
    const secrets = await post('/secrets', { deviceIds: [away.deviceId] }, await product.signIn('hejing', PASSWORD))
    expect(secrets.status).toBe(200)
  })

  it('finds by place, person and trouble', async () => {
    const bed = (await find({ kind: 'MATTRESS' })).list.find((row) => row.bound === 'BED' && row.oldmanName)!
    const room = bed.place!.split('>').at(-2)!
    expect((await find({ place: room, kind: 'MATTRESS' })).list.map((row) => row.deviceNo)).toContain(bed.deviceNo)
    expect((await find({ oldmanName: bed.oldmanName! })).list.map((row) => row.deviceNo)).toContain(bed.deviceNo)
    expect((await find({ trouble: 'CLOCK' })).list.every((row) => Math.abs(row.clockOffsetS) > 300)).toBe(true)
    const tag = (await find({ bound: 'STAFF' })).list[0]!
    expect((await find({ oldmanName: tag.userName! })).list.map((row) => row.deviceNo)).toContain(tag.deviceNo)
  })
})

describe('a workbook', () => {
  interface Line {
    no: string
    kind: string
    bed?: string
  }
  async function upload(lines: readonly Line[]) {
    const content = await writeSheet({
      title: '设备',
      columns: [
        { title: '设备编号', value: (row: Line) => row.no },
        { title: '种类', value: (row: Line) => row.kind },
        { title: '床位', value: (row: Line) => row.bed ?? '' },
      ],
      rows: [...lines],
    })
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), '设备.xlsx')
    const encoded = new Response(form)
    const answer = await product.server.inject({
      method: 'POST',
      url: `${BASE}/import/check`,
      headers: { authorization: admin, 'content-type': encoded.headers.get('content-type')! },
      payload: Buffer.from(await encoded.arrayBuffer()),
    })
    return answer.json() as Envelope<ImportReportData>
  }

  it('names every bad row', async () => {
    const { list } = await find({ kind: 'MATTRESS' })
    const taken = list.find((row) => row.bound === 'BED')!
    const { data } = await upload([
      { no: 'X-1', kind: '智能床垫' },
      { no: taken.deviceNo, kind: '智能床垫' },
      { no: 'X-2', kind: '手机' },
      { no: 'X-3', kind: '智能床垫', bed: '没有楼/1床' },
      { no: 'X-4', kind: '智能床垫', bed: taken.place!.replaceAll('>', '/') },
      { no: 'X-5', kind: '定位标签', bed: taken.place!.replaceAll('>', '/') },
    ])
    expect(data).toMatchObject({ total: 6, good: 1, bad: 5 })
    expect(data.problems.map((problem) => problem.reason)).toEqual([
      `设备编号 ${taken.deviceNo} 已登记`,
      expect.stringContaining('种类应为'),
      '没有床位“没有楼/1床”',
      `那里已有智能床垫 ${taken.deviceNo}`,
      '定位标签只能绑定老人或员工',
    ])
  })
})
