// Printed things: complete settings for every kind, changes that are checked, two editors, and the way back.
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type ReportContentData, ReportKind, reportKinds } from '#contract/systemSetting/reportKinds'
import { type ReportTemplateData, reportFault } from '#contract/systemSetting/reportTemplate'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { reportTemplateOf } from '#server/areas/systemSetting/public'
import { demoApp, type TestApp } from '#server/kit/test/app'

const PATH = '/pims/web-org/template'
let product: TestApp
let admin: string
let nurse: string

beforeAll(async () => {
  product = await demoApp()
  admin = await product.signIn('zhengkai', 'Yiyuan2026')
  nurse = await product.signIn('lixiaomei', 'Yiyuan2026')
})
afterAll(() => product.close())

const list = async () => (await product.ask<ReportTemplateData[]>('GET', PATH, { token: nurse })).data
const one = async (kind: string) => (await list()).find((row) => row.kind === kind)!
const save = (body: object, token = admin) => product.ask<ReportTemplateData>('PUT', PATH, { token, body })

it('has all kinds, with what the product came with where nothing was changed', async () => {
  const all = await list()
  expect(all.map((row) => row.kind)).toEqual(ReportKind.list.map((option) => option.value))
  for (const row of all) expect(reportFault(reportKinds[row.kind], row.content)).toBeNull()
  expect(await one('receipt')).toMatchObject({
    changed: false,
    version: 0,
    content: { paper: 'third', capitals: true },
  })
  expect(await one('bill')).toMatchObject({ changed: true, version: 1 })
})

it('keeps a change, says what changed, and goes back', async () => {
  const before = await one('outing')
  const content: ReportContentData = {
    ...before.content,
    title: ' 老人外出单 ',
    facts: ['elder', 'planOut'],
    copies: [],
  }
  const saved = await save({ kind: 'outing', content, version: 0 })
  expect(saved.data).toMatchObject({ changed: true, version: 1, content: { title: '老人外出单', copies: [] } })
  expect(await reportTemplateOf(product.app.pool, DEMO_ORG, 'outing')).toEqual(saved.data.content)
  expect(await reportTemplateOf(product.app.pool, 'elsewhere', 'outing')).toEqual(reportKinds.outing.usual)
  const log = await product.app.pool.query(
    `select changes from operation_log where target_id = 'report-outing' order by created_at desc limit 1`,
  )
  expect(log.rows[0].changes).toMatchObject({ title: ['外出单', '老人外出单'] })
  expect(await save({ kind: 'outing', content, version: 0 })).toMatchObject({
    status: 40902,
    desc: expect.stringContaining('郑凯'),
  })
  const back = await save({ kind: 'outing', content: null, version: 1 })
  expect(back.data).toMatchObject({ changed: false, version: 2, content: { title: '外出单' } })
})

it('counts once though two people save the first change at the same moment', async () => {
  const { content } = await one('bedCard')
  const answers = await Promise.all(
    ['床头卡甲', '床头卡乙', '床头卡丙'].map((title) =>
      save({ kind: 'bedCard', content: { ...content, title }, version: 0 }),
    ),
  )
  expect(answers.map((answer) => answer.status).sort()).toEqual([200, 40902, 40902])
})

it('refuses what could not be printed, at its field', async () => {
  const { content } = await one('receipt')
  const refused = async (change: object) => {
    const answer = await save({ kind: 'receipt', content: { ...content, ...change } })
    return [answer.status, answer.desc, (answer.data as unknown as { field: string } | null)?.field]
  }
  expect(await refused({ columns: ['item', 'period'] })).toEqual([42200, '“金额（元）”这一列不能去掉', 'columns'])
  expect(await refused({ columns: ['item', 'amount', 'amount'] })).toEqual([42200, '表格列有重复', 'columns'])
  expect(await refused({ facts: ['secret'] })).toEqual([42200, '显示项目里没有“secret”', 'facts'])
  expect(await refused({ paper: 'A5' })).toEqual([42200, '收款收据不能用 A5 纵向（148×210）打印', 'paper'])
  expect(await refused({ signatures: ['收款人', '收款人'] })).toEqual([42200, '“收款人”重复', 'signatures'])
  expect((await refused({ title: '' }))[0]).toBe(42200)
  expect(await save({ kind: 'poster', content })).toMatchObject({ status: 42200 })
  expect(await save({ kind: 'receipt', content }, nurse)).toMatchObject({ status: 401 })
})
