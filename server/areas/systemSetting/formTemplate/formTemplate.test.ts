// Form templates: types and their order, designs and their versions, two editors at once, what cannot be a form.
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { FormDesignData, FormFieldData } from '#contract/kit/formDesign'
import type { FormTemplateData, FormTypeData } from '#contract/systemSetting/formTemplate'
import { formToFill } from '#server/areas/systemSetting/public'
import { demoApp, type TestApp } from '#server/kit/test/app'
import { onFormUse } from './formTemplateUse.ts'

const TYPE = '/api/form/org/templateType'
const TEMPLATE = '/api/form/org/template'

let product: TestApp
let admin: string
let nurse: string

beforeAll(async () => {
  product = await demoApp()
  admin = await product.signIn('zhengkai', 'Yiyuan2026')
  nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
})
afterAll(() => product.close())

interface Page<Row> {
  total: number
  list: Row[]
}
const types = async () =>
  (await product.ask<Page<FormTypeData>>('GET', TYPE, { token: nurse, query: { orderBy: '' } })).data.list
const addType = async (typeName: string) =>
  (await product.ask<FormTypeData>('POST', TYPE, { token: admin, body: { typeName } })).data

const text = (id: string, more: Partial<FormFieldData> = {}): FormFieldData => ({
  id,
  kind: 'text',
  title: `字段${id}`,
  width: 1,
  ...more,
})
const form = (...fields: FormFieldData[]): FormDesignData => ({ paper: 'A4', letterhead: true, fields })

interface Saved {
  templateId: string
  version: number
  designVersion: number
}
const save = (body: object, token = admin) => product.ask<Saved>('PUT', TEMPLATE, { token, body })
const edit = (body: object) => product.ask<Saved>('PUT', `${TEMPLATE}/edit`, { token: admin, body })
const detail = (templateId: string, query = {}) =>
  product.ask<FormTemplateData & { design: FormDesignData }>('GET', `${TEMPLATE}/${templateId}`, {
    token: nurse,
    query,
  })

let made = 0
async function template(design: FormDesignData = form(text('a'))): Promise<Saved & { typeId: string; name: string }> {
  const typeId = (await types())[0]!.typeId
  const name = `试用表${++made}`
  const answer = await save({ typeId, templateName: name, design })
  expect(answer).toMatchObject({ status: 200 })
  return { ...answer.data, typeId, name }
}

const lastLog = async (targetId: string) => {
  const found = await product.app.pool.query<{ remark: string; changes: Record<string, unknown> | null }>(
    'select remark, changes from operation_log where target_id = $1 order by created_at desc, log_id desc limit 1',
    [targetId],
  )
  return found.rows[0]!
}

describe('types', () => {
  it('come with the number of their templates, in order, to whoever fills forms in', async () => {
    const all = await types()
    expect(all.map((one) => one.typeName).slice(0, 3)).toEqual(['入院与评估', '护理记录', '知情同意'])
    expect(all[0]).toMatchObject({ templateCount: 4, version: 1 })
    const bare = await product.ask<FormTypeData[]>('GET', TYPE, { token: nurse, query: { pageHelper: '0' } })
    expect(bare.data).toHaveLength(all.length)
  })

  it('are added, renamed and refused under a name that is taken', async () => {
    const type = await addType('  康复训练 ')
    expect(type).toMatchObject({ typeName: '康复训练', templateCount: 0 })
    expect(await product.ask('POST', TYPE, { token: admin, body: { typeName: '康复训练' } })).toMatchObject({
      status: 40904,
      data: { field: 'typeName' },
    })
    const renamed = await product.ask('PUT', TYPE, {
      token: admin,
      form: { typeId: type.typeId, typeName: '康复', version: String(type.version) },
    })
    expect(renamed).toMatchObject({ status: 200, data: { typeName: '康复', version: 2 } })
    expect((await lastLog(type.typeId)).changes).toEqual({ typeName: ['康复训练', '康复'] })
    expect(
      await product.ask('PUT', TYPE, { token: admin, body: { typeId: type.typeId, typeName: '理疗', version: 1 } }),
    ).toMatchObject({ status: 40902, desc: expect.stringContaining('郑凯') })
    expect(await product.ask('DELETE', TYPE, { token: admin, form: { typeId: type.typeId } })).toMatchObject({
      status: 200,
    })
    expect(await product.ask('DELETE', TYPE, { token: admin, query: { typeId: type.typeId } })).toMatchObject({
      status: 40400,
    })
  })

  it('stay while they hold templates, and say which', async () => {
    const [first] = await types()
    const answer = await product.ask('DELETE', TYPE, { token: admin, query: { typeId: first!.typeId } })
    expect(answer.status).toBe(40903)
    expect(answer.desc).toMatch(/^表单类型“入院与评估”正被使用，不能删除：其中还有 \d+ 份模板（“入院评估表”/)
    expect(await product.ask('DELETE', TYPE, { token: admin })).toMatchObject({ status: 42200 })
  })

  it('take an order made by hand, whole or not at all', async () => {
    const before = await types()
    const turned = [...before].reverse()
    const sorts = turned.map(({ typeId }, i) => ({ typeId, sort: i + 1 }))
    expect(await product.ask('PUT', `${TYPE}/sort`, { token: admin, body: { sorts } })).toMatchObject({ status: 200 })
    expect((await types()).map((one) => one.typeId)).toEqual(turned.map((one) => one.typeId))
    const strange = [
      { typeId: before[0]!.typeId, sort: 1 },
      { typeId: 'nothing', sort: 2 },
    ]
    expect(await product.ask('PUT', `${TYPE}/sort`, { token: admin, body: { sorts: strange } })).toMatchObject({
      status: 40400,
    })
    expect((await types()).map((one) => one.typeId)).toEqual(turned.map((one) => one.typeId))
    const back = before.map(({ typeId }, i) => ({ typeId, sort: i + 1 }))
    await product.ask('PUT', `${TYPE}/sort`, { token: admin, body: { sorts: back } })
  })

  it('are for those who may', async () => {
    expect(await product.ask('POST', TYPE, { token: nurse, body: { typeName: '新' } })).toMatchObject({ status: 401 })
    expect(await save({ typeId: 'x', templateName: '试试' }, nurse)).toMatchObject({ status: 401 })
  })
})

describe('the list', () => {
  const list = (query: Record<string, string>) =>
    product.ask<Page<FormTemplateData>>('GET', TEMPLATE, { token: nurse, query })

  it('finds by type, state, name and initials', async () => {
    const all = await list({ page: '1', size: '999999', orderBy: '' })
    expect(all.data.total).toBe(14)
    const found = async (query: Record<string, string>) => (await list(query)).data.list.map((one) => one.templateName)
    expect(await found({ templateName: '跌倒' })).toEqual(['跌倒风险评估（Morse）'])
    expect(await found({ templateName: 'ddfx' })).toEqual(['跌倒风险评估（Morse）'])
    expect(await found({ templateName: 'Braden' })).toEqual(['压疮风险评估（Braden）'])
    expect(await found({ enabled: '0' })).toEqual(['消防安全巡查表'])
    expect((await found({ templateType: '2' })).sort()).toEqual(['入院评估表', '误吸风险告知书'])
    const [type] = await types()
    expect((await list({ typeId: type!.typeId })).data.list.every((one) => one.typeName === type!.typeName)).toBe(true)
    expect(all.data.list[0]).toMatchObject({ designVersion: 2, updateBy: '郑凯', enabled: 1 })
    expect(all.data.list[0]!.fieldCount).toBeGreaterThan(20)
  })
})

describe('a template', () => {
  it('begins blank and off; a form without questions cannot be put to use', async () => {
    const typeId = (await types())[0]!.typeId
    const blank = await save({ typeId, templateName: '空白表' })
    expect((await detail(blank.data.templateId)).data).toMatchObject({ enabled: 0, fieldCount: 0, designVersion: 1 })
    const on = { templateId: blank.data.templateId, typeId, templateName: '空白表', enabled: 1 }
    expect(await save(on)).toMatchObject({ status: 42200, data: { field: 'enabled' } })
    const heading = form({ ...text('a'), kind: 'group' })
    await edit({ templateId: blank.data.templateId, design: heading })
    expect(await save(on)).toMatchObject({ status: 42200 })
    await edit({ templateId: blank.data.templateId, design: form(text('a')) })
    expect(await save(on)).toMatchObject({ status: 200 })
    expect(await edit({ templateId: blank.data.templateId, design: heading })).toMatchObject({
      status: 42200,
      desc: '启用中的表单至少要有一个填写的字段',
    })
    expect(await save({ typeId, templateName: '空白表' })).toMatchObject({
      status: 40904,
      data: { field: 'templateName' },
    })
    expect(await save({ typeId: 'nothing', templateName: '别的表' })).toMatchObject({ status: 40400 })
  })

  it('keeps every design; filled forms find theirs', async () => {
    const one = await template(form(text('a')))
    const second = await edit({ templateId: one.templateId, design: form(text('a'), text('b')), version: one.version })
    expect(second.data).toEqual({ templateId: one.templateId, version: 2, designVersion: 2 })
    expect((await lastLog(one.templateId)).changes).toEqual({
      designVersion: [1, 2],
      fields: [['字段a'], ['字段a', '字段b']],
    })
    // The same again, with its keys in another order, is no new version.
    const same = { fields: [text('a'), { width: 1, title: '字段b', kind: 'text', id: 'b', required: false }] }
    const again = await edit({ templateId: one.templateId, design: { ...same, letterhead: true, paper: 'A4' } })
    expect(again.data).toMatchObject({ designVersion: 2, version: 2 })
    expect((await detail(one.templateId)).data.design.fields).toHaveLength(2)
    const first = await detail(one.templateId, { designVersion: '1' })
    expect(first.data).toMatchObject({ designVersion: 1 })
    expect(first.data.design.fields).toHaveLength(1)
    expect(await detail(one.templateId, { designVersion: '9' })).toMatchObject({ status: 40400 })
    const versions = await product.ask<{ designVersion: number; createBy: string }[]>(
      'GET',
      `${TEMPLATE}/${one.templateId}/versions`,
      { token: admin },
    )
    expect(versions.data.map((version) => version.designVersion)).toEqual([2, 1])
    expect(versions.data[0]).toMatchObject({ createBy: '郑凯' })
    const org = (
      await product.app.pool.query('select org_id from form_template where template_id = $1', [one.templateId])
    ).rows[0].org_id as string
    expect(await formToFill(product.app.pool, org, one.templateId, 1)).toMatchObject({ designVersion: 1 })
    expect(await formToFill(product.app.pool, 'elsewhere', one.templateId)).toBeNull()
  })

  it('is renamed, moved and copied with its design', async () => {
    const one = await template(form(text('a', { required: true, hint: '写全名' })))
    const other = await addType('移来的')
    const body = { templateId: one.templateId, typeId: other.typeId, templateName: '改了名', enabled: 1, version: 1 }
    expect((await save({ ...body, remark: '记一笔' })).data).toMatchObject({ version: 2, designVersion: 1 })
    expect((await lastLog(one.templateId)).changes).toEqual({
      typeName: ['入院与评估', '移来的'],
      templateName: [one.name, '改了名'],
      enabled: ['停用', '启用'],
      remark: [null, '记一笔'],
    })
    const copy = await save({ typeId: other.typeId, templateName: '改了名（副本）', copyOf: one.templateId })
    expect((await detail(copy.data.templateId)).data).toMatchObject({
      enabled: 0,
      design: { fields: [{ required: true, hint: '写全名' }] },
    })
    expect((await detail(one.templateId)).data.remark).toBe('记一笔')
    await save({ templateId: one.templateId, typeId: other.typeId, templateName: '改了名', remark: '' })
    expect((await detail(one.templateId)).data.remark).toBeNull()
    const found = await product.ask<Page<FormTemplateData>>('GET', TEMPLATE, {
      token: nurse,
      query: { templateName: 'glm' },
    })
    expect(found.data.list.map((row) => row.templateName)).toEqual(['改了名', '改了名（副本）'])
  })

  it('saved by two people at once counts once; the other is told who was first', async () => {
    const one = await template()
    const answers = await Promise.all(
      ['b', 'c', 'd'].map((id) => edit({ templateId: one.templateId, design: form(text(id)), version: one.version })),
    )
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 40902, 40902])
    expect(answers.find((answer) => answer.status === 40902)!.desc).toContain('郑凯')
    expect((await detail(one.templateId)).data.designVersion).toBe(2)
    // Clients that know no version are let in one after the other.
    const loose = await Promise.all(
      ['e', 'f'].map((id) => edit({ templateId: one.templateId, design: form(text(id)) })),
    )
    expect(loose.map((answer) => answer.data.designVersion).sort()).toEqual([3, 4])
  })

  it('goes with its versions, unless somebody has filled it in', async () => {
    const one = await template()
    let filled = 3
    onFormUse({ what: '份入住评估', count: async (_, __, id) => (id === one.templateId ? filled : 0) })
    const path = `${TEMPLATE}/${one.templateId}`
    expect(await product.ask('DELETE', path, { token: admin })).toMatchObject({
      status: 40903,
      desc: `表单模板“${one.name}”正被使用，不能删除：已有 3 份入住评估，可以停用它`,
    })
    filled = 0
    expect(await product.ask('DELETE', path, { token: admin })).toMatchObject({ status: 200 })
    expect(await product.ask('DELETE', path, { token: admin })).toMatchObject({ status: 40400 })
    const left = await product.app.pool.query('select 1 from form_template_version where template_id = $1', [
      one.templateId,
    ])
    expect(left.rowCount).toBe(0)
  })
})

describe('what cannot be a form', () => {
  const refused = async (design: unknown) => {
    const typeId = (await types())[0]!.typeId
    const answer = await save({ typeId, templateName: `坏表${++made}`, design })
    expect(answer).toMatchObject({ status: 42200, data: { field: 'design' } })
    return answer.desc
  }

  it('is refused with a sentence', async () => {
    const radio = { ...text('r'), kind: 'radio' as const, options: [{ value: 'o1', label: '是' }] }
    expect(await refused(form({ ...text('a'), kind: 'video' as never }))).toBe('字段类型不在可选范围内')
    expect(await refused(form(...Array.from({ length: 1000 }, (_, i) => text(`f${i}`))))).toBe('字段最多 200 项')
    expect(await refused(form(text('a'), text('a')))).toBe('字段编号“a”重复')
    expect(await refused(form(text('__proto__')))).toContain('字段编号')
    expect(await refused(form({ ...radio, options: [] }))).toBe('“字段r”还没有选项')
    expect(await refused(form({ ...radio, options: [...radio.options, { value: 'o2', label: '是' }] }))).toContain(
      '重复',
    )
    expect(await refused(form({ ...text('n'), kind: 'number', min: 5, max: 1 }))).toBe('“字段n”的最小值大于最大值')
    expect(await refused(form({ ...text('n'), kind: 'number', initial: '十' }))).toBe('“字段n”的默认值应为数字')
    expect(await refused(form({ ...text('t'), kind: 'table' }))).toBe('表格“字段t”还没有列')
    expect(await refused(form({ ...text('x'), kind: 'resident', source: '银行密码' }))).toContain('不存在')
    expect(await refused(form({ ...text('s'), kind: 'score' }))).toContain('还没有分值')
    expect(await refused(form(radio, text('a', { when: { field: 'r', test: 'is', value: 'o9' } })))).toContain('选项里')
    expect(await refused(form(text('a', { when: { field: 'gone', test: 'filled' } })))).toContain('已不存在')
    const round = ['a', 'b', 'c'].map((id, i) => text(id, { when: { field: 'bca'[i]!, test: 'filled' } }))
    expect(await refused(form(...round))).toBe('显示条件绕成了圈：“字段a” → “字段b” → “字段c” → “字段a”')
    expect(await refused('一张表')).not.toBe('')
    expect(await refused({ paper: 'A3', letterhead: true, fields: [] })).toBe('纸张不在可选范围内')
  })

  it('drops what a kind does not have', async () => {
    const one = await template(
      form(text('a', { options: [{ value: 'o1', label: '多余' }], source: '老人姓名', unit: '个' })),
    )
    expect((await detail(one.templateId)).data.design.fields).toEqual([
      { id: 'a', kind: 'text', title: '字段a', width: 1 },
    ])
  })
})
