// Dictionaries over HTTP: what every organisation begins with, one save for all values, locks, uses, two editors.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DictionaryData, DictionaryValueData, GroupedDictionaryData } from '#contract/systemSetting/dictionary'
import { demoAccounts } from '#server/areas/platform/demo/demoAccounts'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { addOrganisation, addPresets } from '#server/areas/platform/user/accountCreate'
import { newId } from '#server/kit/ids'
import { systemTransaction } from '#server/kit/system'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { requireValues } from './dictionaryRead.ts'
import { addDictionaries, syncDictionaries } from './dictionarySeed.ts'
import { dictionarySets } from './dictionarySets.ts'

const BASE = '/pims/web-org/dictionarys'
const CHANGED = 40902
const IN_USE = 40903

let product: TestApp
let admin: string
let nurse: string

beforeAll(async () => {
  product = await demoApp()
  const password = demoAccounts.find((one) => one.userName === 'zhengkai')!.password
  admin = await product.signIn('zhengkai', password)
  nurse = await product.signIn('lixiaomei', password)
})
afterAll(() => product.close())

type Page<T> = { total: number; list: T[]; pageSize: number }
const get = <T>(path: string, query: Record<string, string> = {}, token = admin) =>
  product.ask<T>('GET', `${BASE}${path}`, { token, query })
const put = (id: string, body: object, token = admin) =>
  product.ask<{ version: number }>('PUT', `${BASE}/${id}`, { token, body })
const one = async (code: string) =>
  (await get<Page<DictionaryData>>('', { dictionaryCode: code, page: '1', size: '999999', orderBy: '' })).data.list[0]!
const valuesOf = async (code: string) =>
  (await get<DictionaryValueData[]>(`/${code}/dictionaryValues`, { pageHelper: '0' })).data
const kept = (values: readonly DictionaryValueData[]) =>
  values.map(({ valueId, label, enabled }) => ({ valueId, label, enabled }))
const sql = async <T extends object>(text: string, values: unknown[] = []) =>
  (await product.app.pool.query<T>(text, values)).rows

async function newDictionary(values: object[] = [{ label: '甲' }, { label: '乙' }]) {
  const code = `t${newId().slice(-8)}`
  const made = await product.ask<{ dictionaryId: string }>('POST', BASE, {
    token: admin,
    body: { dictionaryName: `试验 ${code}`, dictionaryCode: code, model: 'other', values },
  })
  expect(made).toMatchObject({ status: 200 })
  return { code, id: made.data.dictionaryId }
}

describe('what an organisation begins with', () => {
  it('is every set of the product, in groups, for every organisation', async () => {
    const all = await get<Page<DictionaryData>>('', { page: '1', size: '999' })
    expect(all.data.list.filter((row) => row.system).map((row) => row.dictionaryCode)).toEqual(
      dictionarySets.map((set) => set.code),
    )
    const models = await get<{ model: string; dictionarys: unknown[] }[]>('/dictionaryModels', { pageHelper: '0' })
    expect(models.data[0]).toMatchObject({ model: 'oldman', modelName: '老人档案' })
    expect(models.data.map((row) => row.model)).toContain('reception')
    const [missing] = await sql<{ count: number }>(
      `select count(*) as count from organization o where org_status in (1, 3)
         and (select count(*) from dictionary d where d.org_id = o.org_id and d.system) <> $1`,
      [dictionarySets.length],
    )
    expect(missing!.count).toBe(0)
  })

  it('reaches an organisation that is let in, and is not brought twice', async () => {
    const orgId = newId()
    await systemTransaction(product.app, orgId, '测试', '建立机构', async (tx) => {
      await addOrganisation(tx, { orgId, orgName: `机构 ${orgId.slice(-6)}`, orgLevel: 3, orgStatus: 1 })
      await addPresets(tx, orgId, '机构')
    })
    const count = async () =>
      (
        await sql<{ values: number; versions: number }>(
          `select (select count(*) from dictionary_value where org_id = $1) as values,
           (select sum(version) from dictionary where org_id = $1)::int as versions`,
          [orgId],
        )
      )[0]!
    const first = await count()
    expect(first.values).toBe(dictionarySets.reduce((sum, set) => sum + set.values.length, 0))
    await systemTransaction(product.app, orgId, '测试', '再次', (tx) => addDictionaries(tx, orgId))
    expect(await syncDictionaries(product.app)).toBe(0)
    expect(await count()).toEqual(first)
  })

  it('keeps what an administrator decided when a release brings more', async () => {
    const before = await one('store_type')
    const values = await valuesOf('store_type')
    const gone = values.at(-1)!
    const renamed = kept(values).slice(0, -1)
    renamed[0]!.label = '采购进货'
    expect(await put(before.dictionaryId, { values: renamed })).toMatchObject({ status: 200 })
    // The earlier release knew all values but the second, and locked values of another set had other names.
    await sql(
      `update dictionary set seed_digest = 'earlier', seed_values = seed_values - 1 where org_id = $1 and dictionary_code = 'store_type'`,
      [DEMO_ORG],
    )
    await sql(`delete from dictionary_value where org_id = $1 and value_id = $2`, [DEMO_ORG, values[1]!.valueId])
    await sql(`update dictionary set seed_digest = 'earlier' where org_id = $1 and dictionary_code = 'ethnicGroups'`, [
      DEMO_ORG,
    ])
    await sql(`update dictionary_value set label = '旧名' where org_id = $1 and label = '汉族'`, [DEMO_ORG])
    expect(await syncDictionaries(product.app)).toBe(1)
    const after = await valuesOf('store_type')
    expect(after.find((row) => row.value === values[0]!.value)!.label).toBe('采购进货')
    expect(after.map((row) => row.value)).toContain(values[1]!.value)
    expect(after.map((row) => row.value)).not.toContain(gone.value)
    expect((await valuesOf('ethnicGroups'))[0]!.label).toBe('汉族')
  })
})

describe('forms', () => {
  it('read values by code, with disabled ones marked; everybody signed in may', async () => {
    const sleep = await get<DictionaryValueData[]>('/oldman_sleep/dictionaryValues', { pageHelper: '0' }, nurse)
    expect(sleep.data[0]).toMatchObject({ value: '1', label: '良好', initials: 'lh', enabled: true, parentValue: null })
    const marital = await get<Page<DictionaryValueData>>('/maritalStatus/dictionaryValues', { enabled: 'true' }, nurse)
    expect(marital.data).toMatchObject({ total: 5, pageSize: 1000 })
    const found = await get<Page<DictionaryValueData>>('/ethnicGroups/dictionaryValues', { label: 'wwez' }, nurse)
    expect(found.data.list.map((row) => row.label)).toEqual(['维吾尔族'])
    expect(await get('/nothing/dictionaryValues', {}, nurse)).toMatchObject({ status: 40400 })
    expect(await get('', {}, nurse)).toMatchObject({ status: 401 })
  })

  it('read whole groups; a group of the residents counts twenty', async () => {
    const group = await get<Page<GroupedDictionaryData>>('/modelDictionarys', { model: 'oldman' }, nurse)
    expect(group.data).toMatchObject({ total: 20, pageSize: 20 })
    const diet = group.data.list.find((row) => row.dictionaryCode === 'dietaryRestriction')!
    expect(diet.values.find((row) => row.label === '低盐')).toMatchObject({ value: '2-1', parentValue: '2' })
  })

  it('ask only for what has changed', async () => {
    const codes = 'drug_form,drug_type,reception'
    const all = await get<GroupedDictionaryData[]>('/dictionaryDiff', { dictionaryCode: codes }, nurse)
    expect(all.data).toHaveLength(16)
    const known = all.data.map((row) => `${row.dictionaryCode}:${row.version}`).join(',')
    expect((await get('/dictionaryDiff', { dictionaryCode: codes, known }, nurse)).data).toEqual([])
    const form = await one('drug_form')
    await put(form.dictionaryId, { values: [...kept(await valuesOf('drug_form')), { label: '口溶膜' }] })
    const changed = await get<GroupedDictionaryData[]>('/dictionaryDiff', { dictionaryCode: codes, known }, nurse)
    expect(changed.data.map((row) => row.dictionaryCode)).toEqual(['drug_form'])
    expect(changed.data[0]!.values.at(-1)).toMatchObject({ label: '口溶膜', initials: 'krm', value: '30' })
  })
})

describe('maintaining', () => {
  it('finds dictionaries by name, code, initials and by what they hold', async () => {
    const search = async (keyword: string) =>
      (await get<Page<DictionaryData>>('', { keyword, size: '999' })).data.list.map((row) => row.dictionaryCode)
    expect(await search('药品剂型')).toEqual(['drug_form'])
    expect(await search('DRUG_F')).toEqual(['drug_form'])
    expect(await search('ypjx')).toEqual(['drug_form'])
    expect(await search('帕金森')).toEqual(['chronicDisease'])
    expect(await search('%')).toEqual([])
  })

  it('saves order, names, switches, new and removed values at once, logged with before and after', async () => {
    const { id, code } = await newDictionary([{ label: '甲' }, { label: '乙' }, { label: '丙', value: 'c' }])
    const [a, b, c] = await valuesOf(code)
    expect([a!.value, b!.value, c!.value]).toEqual(['1', '2', 'c'])
    const saved = await put(id, {
      dictionaryName: '改名之后',
      values: [
        { label: '丁' },
        { valueId: c!.valueId, label: '丙', enabled: false },
        { valueId: a!.valueId, label: '甲甲' },
      ],
      version: 1,
    })
    expect(saved).toMatchObject({ status: 200, data: { version: 2 } })
    expect((await valuesOf(code)).map((row) => [row.value, row.label, row.enabled])).toEqual([
      ['3', '丁', true],
      ['c', '丙', false],
      ['1', '甲甲', true],
    ])
    const [log] = await sql<{ changes: Record<string, unknown>; remark: string }>(
      `select changes, remark from operation_log where org_id = $1 and target_id = $2 order by log_id desc limit 1`,
      [DEMO_ORG, id],
    )
    expect(log).toMatchObject({
      remark: '修改字典“改名之后”',
      changes: { '值 2': ['乙（启用）', null], '值 1': ['甲（启用）', '甲甲（启用）'], '值 3': [null, '丁（启用）'] },
    })
    // The same again: nothing to write, the version stays.
    expect((await put(id, { values: kept(await valuesOf(code)), version: 2 })).data.version).toBe(2)
  })

  it('tells the second of two editors who was first, and loses nothing', async () => {
    const { id, code } = await newDictionary()
    const values = kept(await valuesOf(code))
    const save = (label: string) => put(id, { values: [...values, { label }], version: 1 })
    const answers = await Promise.all([save('丙'), save('丁'), save('戊')])
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, CHANGED, CHANGED])
    expect(answers.find((answer) => answer.status === CHANGED)!.desc).toContain('郑凯')
    expect(await valuesOf(code)).toHaveLength(3)
    expect((await sql('select version from dictionary where dictionary_id = $1', [id]))[0]).toEqual({ version: 2 })
  })

  it('leaves locked values alone', async () => {
    const nations = await one('ethnicGroups')
    expect(nations).toMatchObject({ lock: 'standard', standard: 'GB/T 3304-1991', valueCount: 56 })
    const values = kept(await valuesOf('ethnicGroups'))
    const renamed = await put(nations.dictionaryId, {
      values: values.map((row, i) => (i ? row : { ...row, label: '汉' })),
    })
    expect(renamed).toMatchObject({ status: 42200, desc: '“汉族”是标准给定的值，名称不能修改' })
    expect(await put(nations.dictionaryId, { values: values.slice(1) })).toMatchObject({ status: 42200 })
    expect(await put(nations.dictionaryId, { model: 'other' })).toMatchObject({ status: 42200 })
    const more = [
      ...values.map((row, i) => (i === 55 ? { ...row, enabled: false } : row)),
      { label: '其他', value: '97' },
    ]
    expect(await put(nations.dictionaryId, { values: more })).toMatchObject({ status: 200 })
    const fixed = await one('residenceStatus')
    expect(
      await put(fixed.dictionaryId, { values: [...kept(await valuesOf('residenceStatus')), { label: '新' }] }),
    ).toMatchObject({
      status: 42200,
      desc: '这个字典由系统固定，不能新增值',
    })
    expect(await product.ask('DELETE', `${BASE}/${fixed.dictionaryId}`, { token: admin })).toMatchObject({
      status: IN_USE,
    })
  })

  it('refuses a code or a name that is taken, and input that does not fit', async () => {
    const make = (body: object) => product.ask('POST', BASE, { token: admin, body })
    expect(await make({ dictionaryName: '又一个', dictionaryCode: 'drug_form' })).toMatchObject({
      status: 40904,
      data: { field: 'dictionaryCode' },
    })
    expect(await make({ dictionaryName: '药品剂型', dictionaryCode: 'mine1', model: 'drug' })).toMatchObject({
      status: 40904,
      data: { field: 'dictionaryName' },
    })
    expect(await make({ dictionaryName: '甲', dictionaryCode: '1x' })).toMatchObject({
      data: { field: 'dictionaryCode' },
    })
    expect(await make({ dictionaryName: '甲', dictionaryCode: 'ok1', values: [{ label: '' }] })).toMatchObject({
      status: 42200,
      desc: '请填写名称',
    })
  })
})

describe('values in use', () => {
  const resident = async (category: string, diseases: string[]) => {
    const oldmanId = newId()
    await sql(
      `insert into oldman (org_id, oldman_id, archive_no, oldman_name, sex, id_card, birth_date, category, diseases)
       values ($1, $2::text, $2::text, '用例', 0, $2::text, '1940-01-01', $3, $4)`,
      [DEMO_ORG, oldmanId, category, JSON.stringify(diseases)],
    )
    return oldmanId
  }

  it('are shown with their number, cannot be deleted, can be switched off', async () => {
    const dictionary = await one('elderCategory')
    const label = `用例${newId().slice(-6)}`
    await put(dictionary.dictionaryId, { values: [...kept(await valuesOf('elderCategory')), { label }] })
    const added = (await valuesOf('elderCategory')).at(-1)!
    await resident(added.value, ['27', '27'])
    await resident(added.value, [])
    const usage = await get<{ places: string[]; values: { value: string; uses: object[] }[] }>(
      `/${dictionary.dictionaryId}/usage`,
    )
    expect(usage.data.places).toEqual(['老人档案・老人类别'])
    expect(usage.data.values.find((row) => row.value === added.value)!.uses).toEqual([
      { what: '老人档案・老人类别', count: 2 },
    ])
    const without = kept(await valuesOf('elderCategory')).filter((row) => row.valueId !== added.valueId)
    expect(await put(dictionary.dictionaryId, { values: without })).toMatchObject({
      status: IN_USE,
      desc: `“${label}”正被使用，不能删除：老人档案・老人类别 2 条。可以改为停用`,
      data: { field: 'values' },
    })
    const off = kept(await valuesOf('elderCategory')).map((row) =>
      row.valueId === added.valueId ? { ...row, enabled: false } : row,
    )
    expect(await put(dictionary.dictionaryId, { values: off })).toMatchObject({ status: 200 })
    const diseases = await one('chronicDisease')
    const fewer = kept(await valuesOf('chronicDisease')).filter((row) => row.label !== '类风湿关节炎')
    expect((await put(diseases.dictionaryId, { values: fewer })).desc).toContain('慢性病')
  })

  it('are checked when they are stored: unknown and switched-off ones are refused, what stood before may stay', async () => {
    const store = (values: string[], before: string[] = []) =>
      systemTransaction(product.app, DEMO_ORG, '测试', '存值', (tx) =>
        requireValues(tx, { dictionaryCode: 'maritalStatus', values, before, field: 'marital', title: '婚姻状况' }),
      )
    await store(['10', '20'])
    await expect(store(['77'])).rejects.toThrow('婚姻状况不在可选范围内')
    await expect(store(['21'])).rejects.toThrow('婚姻状况“初婚”已停用，请重新选择')
    await store(['21'], ['21'])
  })

  it('are never deleted while somebody is storing them', async () => {
    const { id, code } = await newDictionary()
    const [a, b] = await valuesOf(code)
    let stored!: () => void
    const waiting = new Promise<void>((resolve) => (stored = resolve))
    let locked!: () => void
    const isLocked = new Promise<void>((resolve) => (locked = resolve))
    const storing = systemTransaction(product.app, DEMO_ORG, '测试', '存值', async (tx) => {
      await requireValues(tx, { dictionaryCode: code, values: [a!.value], field: 'x', title: 'x' })
      locked()
      await waiting
    })
    await isLocked
    let done = false
    const deleting = put(id, { values: kept([b!]) }).then((answer) => {
      done = true
      return answer
    })
    await new Promise((resolve) => setTimeout(resolve, 150))
    expect(done).toBe(false)
    stored()
    await storing
    expect(await deleting).toMatchObject({ status: 200 })
  })

  it('let an unused dictionary of the organisation go', async () => {
    const { id } = await newDictionary()
    expect(await product.ask('DELETE', `${BASE}/${id}`, { token: nurse })).toMatchObject({ status: 401 })
    expect(await product.ask('DELETE', `${BASE}/${id}`, { token: admin })).toMatchObject({ status: 200 })
    expect(await sql('select 1 from dictionary_value where dictionary_id = $1', [id])).toEqual([])
    expect(await product.ask('DELETE', `${BASE}/${id}`, { token: admin })).toMatchObject({ status: 40400 })
  })
})
