// Families: roles as marks, the last emergency contact, who is named in a stay, the list across residents.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { PageInfo } from '#contract/kit/paging'
import type { FamilyMemberData, FamilyRowData } from '#contract/live/family'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { demoApp, type TestApp } from '#server/kit/test/app'

let app: TestApp
let admin: string
let clerk: string
let nurse: string
let oldmanId: string

const BASE = '/pims/web-pi/oldmans/family'
const sql = <T>(text: string, values: unknown[] = []) =>
  app.app.pool.query(text, values).then((result) => result.rows as T[])

beforeAll(async () => {
  app = await demoApp()
  ;[admin, clerk, nurse] = (await Promise.all(
    ['zhengkai', 'liumin', 'lixiaomei'].map((name) => app.signIn(name, 'Yiyuan2026')),
  )) as [string, string, string]
})
afterAll(() => app.close())

/** Somebody in the house of whom nobody is known yet. */
beforeEach(async () => {
  oldmanId = (
    await sql<{ id: string }>(
      'select oldman_id as id from oldman where org_id = $1 and status = 1 order by oldman_id desc limit 1',
      [DEMO_ORG],
    )
  )[0]!.id
  await sql(
    'update stay set payer_id = null, guarantor_id = null, emergency_id = null, guardian_id = null where oldman_id = $1',
    [oldmanId],
  )
  await sql('delete from oldman_family where oldman_id = $1', [oldmanId])
})

let phones = 0
const form = (change: object = {}) => ({
  name: '李建国',
  relation: '20',
  phone: `138${String(10000000 + phones++)}`,
  ...change,
})
type Answer = FamilyMemberData & { field?: string }
const add = (change: object = {}, token = admin) =>
  app.ask<Answer>('POST', BASE, { token, body: { oldmanId, ...form(change) } })
const save = (member: FamilyMemberData, change: object, token = admin) =>
  app.ask<Answer>('PUT', BASE, {
    token,
    body: {
      familyId: member.familyId,
      version: member.version,
      name: member.name,
      relation: member.relation,
      phone: member.phone,
      ...change,
    },
  })
const remove = (familyId: string, token = admin) => app.ask<Answer>('DELETE', `${BASE}/${familyId}`, { token })
const list = (query: Record<string, string>, token = admin) =>
  app.ask<PageInfo<FamilyRowData>>('GET', BASE, { token, query })

describe('a member', () => {
  it('is added, changed and removed, and the archive remembers it', async () => {
    const made = (await add({ emergency: true, payer: true, idCard: '110101197003070012' })).data
    expect(made).toMatchObject({
      relationName: '儿子',
      emergency: true,
      payer: true,
      guardian: false,
      idCard: '110101********0012',
      binding: 'none',
    })
    const changed = await save(made, { phone: '13900000001', idCard: made.idCard, guardian: true })
    expect(changed).toMatchObject({ status: 200, data: { phone: '13900000001', emergency: true, guardian: true } })
    const stored = await sql<{ id_card: string; pinyin: string }>(
      'select id_card, pinyin from oldman_family where family_id = $1',
      [made.familyId],
    )
    expect(stored[0]).toEqual({ id_card: '110101197003070012', pinyin: 'lijianguo' })
    await add({ name: '李淑华', relation: '21', emergency: true })
    expect((await remove(made.familyId)).status).toBe(200)
    const record = await app.ask<
      PageInfo<{ field: string; title: string; before: string | null; after: string | null }>
    >('GET', `/pims/web-pi/oldmans/modifyRecord/${oldmanId}`, { token: admin, query: { field: 'family', size: '4' } })
    const [gone, second, edited, first] = record.data.list
    expect(gone).toMatchObject({ title: '家属', before: expect.stringContaining('李建国（儿子'), after: null })
    expect(second).toMatchObject({ before: null, after: expect.stringContaining('李淑华') })
    expect(edited).toMatchObject({ after: '李建国，电话 139****0001，监护人 是' })
    expect(first).toMatchObject({ before: null })
  })

  it('raises the completeness of the archive', async () => {
    const score = async () =>
      (await sql<{ completeness: number }>('select completeness from oldman where oldman_id = $1', [oldmanId]))[0]!
        .completeness
    const made = (await add()).data
    const without = await score()
    await save(made, { emergency: true })
    expect(await score()).toBeGreaterThan(without)
  })

  it('is refused twice, with the resident’s own card, with a torn card, an unknown relation or a wrong phone', async () => {
    const made = (await add()).data
    expect(await add({ phone: made.phone })).toMatchObject({ status: 42200, data: { field: 'name' } })
    const card = (
      await sql<{ card: string }>('select id_card as card from oldman where oldman_id = $1', [oldmanId])
    )[0]!.card
    expect(await add({ name: '甲', idCard: card })).toMatchObject({ data: { field: 'idCard' } })
    expect(await add({ name: '甲', idCard: '110101********0012' })).toMatchObject({ data: { field: 'idCard' } })
    expect(await add({ name: '甲', idCard: '110101197003070011' })).toMatchObject({ data: { field: 'idCard' } })
    expect(await add({ name: '甲', relation: 'nephew' })).toMatchObject({ data: { field: 'relation' } })
    expect(await add({ name: '甲', phone: '12' })).toMatchObject({ data: { field: 'phone' } })
    expect(await add({ name: '  ' })).toMatchObject({ data: { field: 'name' } })
  })

  it('stays while the present stay names them, and says where', async () => {
    const payer = (await add({ payer: true, emergency: true })).data
    await add({ name: '李淑华', emergency: true })
    await sql(
      `with s as (insert into stay (org_id, stay_id, oldman_id, kind, start_date)
         select $1, $2, $3::varchar, 'FORMAL', current_date - 9
           where not exists (select 1 from stay where oldman_id = $3::varchar and end_date is null) returning *)
       insert into stay_level (org_id, stay_id, from_date) select org_id, stay_id, start_date from s`,
      [DEMO_ORG, newId(), oldmanId],
    )
    await sql('update stay set payer_id = $2, guarantor_id = $2 where oldman_id = $1 and end_date is null', [
      oldmanId,
      payer.familyId,
    ])
    const refused = await remove(payer.familyId)
    expect(refused).toMatchObject({
      status: 40903,
      desc: expect.stringMatching(/李建国.*\d{4}-\d\d-\d\d 起的居住登记中是付费人、担保人/),
    })
    expect(await save(payer, { payer: false })).toMatchObject({ status: 42200, data: { field: 'payer' } })
    expect((await save(payer, { phone: '13900000002' })).status).toBe(200)
  })

  it('tells the second of two editors', async () => {
    const made = (await add({ emergency: true })).data
    expect((await save(made, { remark: '常住浦东' }, clerk)).status).toBe(200)
    expect(await save(made, { remark: '晚上联系' })).toMatchObject({
      status: 40902,
      desc: expect.stringContaining('刘敏'),
    })
  })
})

describe('the last emergency contact of who lives here', () => {
  it('can neither be removed nor lose the mark', async () => {
    const only = (await add({ emergency: true })).data
    expect(await remove(only.familyId)).toMatchObject({ status: 42200, desc: expect.stringContaining('紧急联系人') })
    expect(await save(only, { emergency: false })).toMatchObject({ status: 42200, data: { field: 'emergency' } })
    // Whoever has left needs none.
    await sql(`update oldman set status = 2, current_bed_id = null, completeness = 0 where oldman_id = $1`, [oldmanId])
    expect((await remove(only.familyId)).status).toBe(200)
    await sql(
      `update oldman set status = 1, current_bed_id = (select bed_id from bed b where b.org_id = $2 and not exists
      (select 1 from oldman o where o.current_bed_id = b.bed_id) limit 1) where oldman_id = $1`,
      [oldmanId, DEMO_ORG],
    )
  })

  it('survives two clerks who remove one each at the same moment', async () => {
    const two = [(await add({ emergency: true })).data, (await add({ name: '李淑华', emergency: true })).data]
    const answers = await Promise.all(two.map((member, i) => remove(member.familyId, i ? clerk : admin)))
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 42200])
  })
})

describe('the whole family at once', () => {
  const put = (family: object[]) =>
    app.ask<(FamilyMemberData & { field?: string })[]>('PUT', '/pims/web-pi/oldmans/proFile/family', {
      token: admin,
      body: { oldmanId, family },
    })

  it('adds, changes, removes and orders', async () => {
    const kept = (await add({ emergency: true })).data
    await add({ name: '要走的' })
    const answer = await put([
      { name: '王芳', relation: '22', phone: '13600000044', guardian: true },
      { familyId: kept.familyId, version: kept.version, name: '李建国', relation: '20', phone: '13700000001' },
    ])
    expect(answer.data.map((member) => member.name)).toEqual(['王芳', '李建国'])
    expect(answer.data[1]).toMatchObject({ familyId: kept.familyId, phone: '13700000001', emergency: true })
    const read = await app.ask<FamilyMemberData[]>('GET', `/pims/web-pi/oldmans/proFile/family/${oldmanId}`, {
      token: admin,
    })
    expect(read.data).toEqual(answer.data)
  })

  it('is all or nothing', async () => {
    const kept = (await add({ emergency: true })).data
    const twice = { name: '王芳', relation: '22', phone: '13600000044' }
    expect(await put([twice, twice])).toMatchObject({ status: 42200, data: { field: 'family.1.name' } })
    expect((await put([{ ...twice, familyId: newId() }])).status).toBe(40400)
    expect(await put([])).toMatchObject({ status: 42200, data: { field: 'family' } })
    const now = await list({ oldmanId })
    expect(now.data.list.map((row) => row.familyId)).toEqual([kept.familyId])
  })
})

describe('the list', () => {
  it('finds by member, resident, phone, role, relation and binding', async () => {
    const made = (
      await add({ name: '单小明', relation: '20', phone: '021-55668800', guarantor: true, emergency: true })
    ).data
    const resident = (
      await sql<{ name: string; initials: string }>(
        'select oldman_name as name, initials from oldman where oldman_id = $1',
        [oldmanId],
      )
    )[0]!
    const finds = async (query: Record<string, string>) =>
      (await list({ ...query, size: '999999', orderBy: '' })).data.list.map((row) => row.familyId)
    for (const query of [
      { keyword: '单小' },
      { keyword: 'sxm' },
      { keyword: 'shanxiaom' },
      { keyword: '55668800' },
      { oldman: resident.name },
      { oldman: resident.initials.split(' ')[0]! },
      { role: 'guarantor', relation: '20' },
      { binding: 'none', oldmanId },
      { status: '1,4', keyword: '单小明' },
    ]) {
      expect(await finds(query as unknown as Record<string, string>), JSON.stringify(query)).toContain(made.familyId)
    }
    expect(await finds({ keyword: '单小明', role: 'payer' })).toEqual([])
    expect(await finds({ keyword: '单小明', status: '2' })).toEqual([])
    expect((await list({ status: '9' })).status).toBe(42200)
    const row = (await list({ keyword: '单小明' })).data.list[0]!
    expect(row).toMatchObject({
      oldmanName: resident.name,
      roleText: '紧急联系人、担保人',
      bedPath: expect.any(String),
    })
  })

  it('shows a nurse only the families of her departments', async () => {
    const all = (await list({ size: '1' })).data.total
    const hers = await list({ size: '999999' }, nurse)
    if (hers.status === 200) expect(hers.data.total).toBeLessThan(all)
    else expect(hers.status).toBe(401)
  })

  it('answers a bare array where paging is switched off', async () => {
    const bare = await app.ask<FamilyRowData[]>('GET', BASE, { token: admin, query: { oldmanId, pageHelper: '0' } })
    expect(Array.isArray(bare.data)).toBe(true)
  })
})
