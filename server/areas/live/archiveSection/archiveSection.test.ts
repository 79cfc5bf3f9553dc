// One archive: read whole, changed by sections, what the record says of it, and who may see it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type {
  ArchiveBaseData,
  ArchiveHealthData,
  ArchiveWholeData,
  BedCardData,
  ChangeRowData,
  WristBandData,
} from '#contract/live/archiveSection'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { demoApp, type TestApp } from '#server/kit/test/app'

let app: TestApp
let clerk: string
let nurse: string
let admin: string

const BASE = '/pims/web-pi/oldmans/proFile'
const PASSWORD = 'Yiyuan2026'

beforeAll(async () => {
  app = await demoApp()
  ;[clerk, nurse, admin] = (await Promise.all(
    ['liumin', 'lixiaomei', 'zhengkai'].map((name) => app.signIn(name, PASSWORD)),
  )) as [string, string, string]
})
afterAll(() => app.close())

const one = async <T>(text: string, values: unknown[] = []) => (await app.app.pool.query(text, values)).rows[0] as T
const someResident = async (where = 'status = 1') =>
  (
    await one<{ id: string }>(
      `select oldman_id as id from oldman where org_id = $1 and ${where} order by oldman_id limit 1`,
      [DEMO_ORG],
    )
  ).id

const whole = (oldmanId: string, token = admin) => app.ask<ArchiveWholeData>('GET', `${BASE}/${oldmanId}`, { token })
const section = <T>(name: string, oldmanId: string, token = admin) =>
  app.ask<T & { oldmanId: string; version: number }>('GET', `${BASE}/${name}/${oldmanId}`, { token })
const put = (name: string, body: object, token = admin) =>
  app.ask<{ field?: string } | null>('PUT', `${BASE}/${name}`, { token, body })
const record = (oldmanId: string, query: Record<string, string> = {}) =>
  app.ask<PageInfo<ChangeRowData>>('GET', `/pims/web-pi/oldmans/modifyRecord/${oldmanId}`, { token: admin, query })

describe('reading', () => {
  it('says everything of a resident at once, by path and by query', async () => {
    const oldmanId = await someResident()
    const answer = await whole(oldmanId)
    expect(answer.status).toBe(200)
    const { data } = answer
    expect(data.base.idCard).toMatch(/^\d{6}\*{8}/)
    expect(data.words.nation).toBeTypeOf('string')
    expect(data.account.balanceFen).toBeTypeOf('number')
    expect(data.completeness.score).toBeGreaterThan(0)
    expect(data.counts.family).toBe(data.family.length)
    expect(data.bedPath).toContain('>')
    const same = await app.ask('GET', BASE, { token: admin, query: { oldmanId } })
    expect(same.data).toEqual(data)
  })

  it('names the kind of room by the beds in use, as the residence does', async () => {
    const oldmanId = await someResident(`status = 1 and current_bed_id in (select b.bed_id from bed b join bed h
      on h.org_id = b.org_id and h.room_id = b.room_id and h.display <> 0)`)
    const { data } = await whole(oldmanId)
    const path = `/pims/web-pi/oldmans/live?page=1&size=10&keyword=${encodeURIComponent(data.archiveNo)}`
    const residence = await app.ask<PageInfo<{ oldmanId: string; roomTypeName: string }>>('GET', path, { token: admin })
    expect(residence.data.list).toMatchObject([{ oldmanId, roomTypeName: data.roomTypeName }])
  })

  it('tells the risks and leaves the insurance out of them', async () => {
    const oldmanId = await someResident()
    await app.app.pool.query(
      `update oldman set attention = '[1, 4]', allergies = '["1"]', diet = '["1-6"]', infectious = '乙肝' where oldman_id = $1`,
      [oldmanId],
    )
    const { risks } = (await whole(oldmanId)).data
    const titles = risks.map((risk) => risk.title)
    expect(titles).toEqual(expect.arrayContaining(['失智', '青霉素类过敏', '防呛咳', '传染病']))
    expect(titles).not.toContain('长护险')
  })

  it('answers not found outside the department and for ids that do not exist', async () => {
    const elsewhere = await someResident(
      `status = 1 and dept_id = (select dept_id from dept where org_id = $1 and dept_name = '长青楼护理组')`,
    )
    for (const path of ['', '/base', '/extra', '/health', '/family']) {
      expect((await app.ask('GET', `${BASE}${path}/${elsewhere}`, { token: nurse })).status).toBe(40400)
    }
    expect((await whole('nobody')).status).toBe(40400)
    const cards = await app.ask<BedCardData[]>('GET', '/pims/web-pi/oldmans/bedCards', {
      token: nurse,
      query: { ids: elsewhere },
    })
    expect(cards.data).toEqual([])
  })

  it('shows the whole number only to who may, and writes it down', async () => {
    const oldmanId = await someResident()
    expect((await app.ask('GET', `${BASE}/idCard/${oldmanId}`, { token: nurse })).status).toBe(401)
    const shown = await app.ask<{ idCard: string }>('GET', `${BASE}/idCard/${oldmanId}`, { token: admin })
    expect(shown.data.idCard).toMatch(/^\d{17}[\dX]$/)
    const logged = await one<{ remark: string }>(
      'select remark from operation_log where target_id = $1 order by created_at desc, log_id desc limit 1',
      [oldmanId],
    )
    expect(logged.remark).toContain('完整证件号码')
  })

  it('finds the neighbours in the order of the list', async () => {
    const list = await app.ask<PageInfo<{ oldmanId: string }>>('GET', `${BASE}/list`, {
      token: admin,
      query: { page: '1', size: '5' },
    })
    const ids = list.data.list.map((row) => row.oldmanId)
    const { data } = await app.ask<Record<string, unknown>>('GET', `${BASE}/neighbours/${ids[1]}`, { token: admin })
    expect(data).toEqual({ position: 2, total: list.data.total, previousId: ids[0], nextId: ids[2] })
    const first = await app.ask<Record<string, unknown>>('GET', `${BASE}/neighbours/${ids[0]}`, { token: admin })
    expect(first.data).toMatchObject({ position: 1, previousId: null })
  })

  it('gives bed cards in the order asked for', async () => {
    const rows = (
      await app.app.pool.query<{ id: string }>(
        'select oldman_id as id from oldman where org_id = $1 and status = 1 limit 3',
        [DEMO_ORG],
      )
    ).rows.map((row) => row.id)
    const cards = await app.ask<BedCardData[]>('GET', '/pims/web-pi/oldmans/bedCards', {
      token: admin,
      query: { ids: rows.join(',') },
    })
    expect(cards.data.map((card) => card.oldmanId)).toEqual(rows)
    expect(cards.data[0]).toMatchObject({ bedId: expect.any(String), bedPath: expect.stringContaining('>') })
    const many = Array.from({ length: 301 }, (_, i) => `x${i}`).join(',')
    const refused = await app.ask('GET', '/pims/web-pi/oldmans/bedCards', { token: admin, query: { ids: many } })
    expect(refused).toMatchObject({ status: 42200, desc: expect.stringContaining('300') })
  })

  it('gives wrist bands with the phone of the house and no illness but the allergies', async () => {
    const PATH = '/pims/web-pi/oldmans/wristBands'
    const allergic = await someResident(`status = 1 and allergies <> '{}' and diseases <> '{}'`)
    const other = await someResident(`status = 1 and oldman_id <> '${allergic}'`)
    const query = { ids: [allergic, 'nobody', other].join(',') }
    const { data } = await app.ask<{ phone: string; bands: WristBandData[] }>('GET', PATH, { token: admin, query })
    expect(data.phone).toMatch(/^021-/)
    expect(data.bands.map((band) => band.oldmanId)).toEqual([allergic, other])
    expect(Object.keys(data.bands[0]!).sort()).toEqual(
      [
        'age',
        'allergies',
        'archiveNo',
        'attention',
        'bedPath',
        'head',
        'oldmanId',
        'oldmanName',
        'sex',
        'status',
      ].sort(),
    )
    expect(data.bands[0]!.allergies).not.toBeNull()
    const many = Array.from({ length: 301 }, (_, i) => `x${i}`).join(',')
    expect((await app.ask('GET', PATH, { token: admin, query: { ids: many } })).status).toBe(42200)
  })
})

describe('changing', () => {
  it('changes a section, keeps the others, and records field, before, after and who', async () => {
    const oldmanId = await someResident()
    const before = (await section<ArchiveHealthData>('health', oldmanId)).data
    const answer = await put(
      'health',
      { oldmanId, version: before.version, allergies: ['1', '2'], sleep: '4', aids: '助行器' },
      clerk,
    )
    expect(answer.status).toBe(200)
    const after = (await section<ArchiveHealthData>('health', oldmanId)).data
    expect(after).toMatchObject({ allergies: ['1', '2'], sleep: '4', aids: '助行器', diseases: before.diseases })
    const { list } = (await record(oldmanId)).data
    const allergies = list.find((row) => row.field === 'allergies')
    expect(allergies).toMatchObject({
      title: '过敏史',
      after: '青霉素类、头孢类',
      userName: '刘敏',
      method: '修改健康信息',
    })
    expect(list.find((row) => row.field === 'sleep')).toMatchObject({ title: '睡眠情况', after: '易醒' })
    const some = (await record(oldmanId, { field: 'sleep', size: '1' })).data
    expect(some.list.every((row) => row.field === 'sleep')).toBe(true)
  })

  it('keeps the masked number, refuses a torn one, a wrong one and somebody else’s', async () => {
    const oldmanId = await someResident()
    const base = (await section<ArchiveBaseData>('base', oldmanId)).data
    const card = async () =>
      (await one<{ card: string }>('select id_card as card from oldman where oldman_id = $1', [oldmanId])).card
    const was = await card()
    expect((await put('base', { oldmanId, idCard: base.idCard, remark: '喜静' })).status).toBe(200)
    expect(await card()).toBe(was)
    expect(await put('base', { oldmanId, idCard: '11********11' })).toMatchObject({ data: { field: 'idCard' } })
    expect(await put('base', { oldmanId, idCard: '110101194001010000' })).toMatchObject({
      status: 42200,
      data: { field: 'idCard' },
    })
    const other = await one<{ card: string; name: string }>(
      'select id_card as card, oldman_name as name from oldman where org_id = $1 and oldman_id <> $2 and status = 1 limit 1',
      [DEMO_ORG, oldmanId],
    )
    expect(await put('base', { oldmanId, idCard: other.card, sex: null, birthDate: null })).toMatchObject({
      desc: expect.stringContaining(other.name),
      data: { field: 'idCard' },
    })
    expect(await card()).toBe(was)
    const wrong = await put('base', { oldmanId, birthDate: '1930-01-01' })
    expect(wrong).toMatchObject({ desc: expect.stringContaining('与身份证号不符'), data: { field: 'birthDate' } })
  })

  it('follows a new name with its pinyin and hides the number in the log', async () => {
    const oldmanId = await someResident('status = 2')
    expect((await put('base', { oldmanId, oldmanName: '单雄信' })).status).toBe(200)
    const row = await one<{ pinyin: string; initials: string }>(
      'select pinyin, initials from oldman where oldman_id = $1',
      [oldmanId],
    )
    expect(row.initials).toContain('sxx')
    expect(row.pinyin).toContain('shanxiongxin')
    expect((await put('base', { oldmanId, idCard: '110101193503070010', sex: null, birthDate: null })).status).toBe(200)
    const logged = await one<{ text: string }>(
      `select changes::text as text from operation_log where target_id = $1 and changes ? 'idCard' limit 1`,
      [oldmanId],
    )
    expect(logged.text).not.toContain('110101193503070010')
    expect((await whole(oldmanId)).data.base.birthDate).toBe('1935-03-07')
  })

  it('tells the second of two editors who was first', async () => {
    const oldmanId = await someResident()
    const { version } = (await section('extra', oldmanId)).data
    expect((await put('extra', { oldmanId, version, hobbies: '评弹' }, clerk)).status).toBe(200)
    const second = await put('extra', { oldmanId, version, hobbies: '书法' }, admin)
    expect(second).toMatchObject({ status: 40902, desc: expect.stringContaining('刘敏') })
    // Both at once: exactly one.
    const now = (await section('extra', oldmanId)).data.version
    const both = await Promise.all(
      [clerk, admin].map((token, i) => put('extra', { oldmanId, version: now, hobbies: `象棋${i}` }, token)),
    )
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 40902])
  })

  it('refuses values no dictionary knows and who may not', async () => {
    const oldmanId = await someResident()
    expect(await put('extra', { oldmanId, education: 'no-such' })).toMatchObject({ data: { field: 'education' } })
    const refused = await put('base', { oldmanId, remark: 'x' }, nurse)
    expect(refused.status).toBe(401)
  })

  it('takes the numbers of a form as texts, as older clients send them', async () => {
    const oldmanId = await someResident()
    const answer = await app.ask('PUT', `${BASE}/health`, { token: admin, form: { oldmanId, selfCare: '2', aids: '' } })
    expect(answer.status).toBe(200)
    expect((await section<ArchiveHealthData>('health', oldmanId)).data).toMatchObject({ selfCare: 2, aids: null })
  })
})
