// The addendum that an approval leaves: from the house's template, with what was agreed to, sent out to be signed; void with
// the change that is taken back.
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { ContractState } from '#contract/live/contractDocument'
import { documentTemplate } from '#contract/systemSetting/documentTemplate'
import { FULL, HALF, type RegradeHouse, regradeHouse } from '#server/areas/live/test/regradeHouse'
import { dayOf, type Resident } from '#server/areas/live/test/stayHouse'

let house: RegradeHouse
let one: Resident
let templateId: string

const place = (name: string) => `<span data-placeholder="${name}">x</span>`
const template = async (templateName: string, html: string) => {
  const body = { templateName, scope: 'org', kind: 'html', docType: '1', html }
  const { path } = documentTemplate.calls.create
  const made = await house.ask<{ templateId: string }>('POST', path, { token: house.token, body })
  expect(made).toMatchObject({ status: 200 })
  return made.data.templateId
}
const paper = async (contractId: string) =>
  (
    await house.sql<{ state: number; html: string; reason: string | null }>(
      'select state, final_html as html, void_reason as reason from contract_document where org_id = $1 and contract_id = $2',
      [house.orgId, contractId],
    )
  )[0]!

beforeAll(async () => {
  house = await regradeHouse()
  templateId = await template(
    '补充协议',
    `<p>${['老人姓名', '原护理等级', '新护理等级', '新护理费', '等级变更日期', '护理项目变化'].map(place).join('|')}</p>`,
  )
})
afterAll(() => house.close())
beforeEach(async () => {
  await house.clear()
  await house.rule(true, [house.headId])
  one = await house.living('秦月娥', '松鹤楼>1层>101>01')
})

it('is the one of the house, says what was agreed to, and goes out to be signed', async () => {
  const made = await house.waiting(one.oldmanId)
  expect(made).toMatchObject({ templateId, templateName: '补充协议' })
  const seen = (await house.look(made.regradeId)).data
  const done = await house.approve(made.regradeId)
  const { state, html } = await paper(done.data.contractId!)
  expect(state).toBe(ContractState.is.signing)
  for (const word of ['秦月娥', HALF, FULL, '2,600.00 元/月', dayOf(1), '更换尿垫', '陪同散步'])
    expect(html).toContain(word)
  expect(html).toBe(seen.addendum!.html)
  expect(done.data.shown!.addendum!.html).toBe(html)
  const back = await house.act('takeBack', { regradeId: made.regradeId, reason: '家属要求再看' }, house.head)
  expect(back).toMatchObject({ status: 200 })
  expect(await paper(done.data.contractId!)).toMatchObject({
    state: ContractState.is.voided,
    reason: expect.stringContaining('家属要求再看'),
  })
})

it('is not made where none is wanted; a template that does not speak of the level is none', async () => {
  const other = await template('别的', '<p>别的</p>')
  expect(await house.propose(one.oldmanId, { templateId: other })).toMatchObject({ data: { field: 'templateId' } })
  const made = await house.waiting(one.oldmanId, { templateId: null })
  expect((await house.look(made.regradeId)).data.addendum).toBeNull()
  expect((await house.approve(made.regradeId)).data.contractId).toBeNull()
})

it('is refused at the approval where the template changed since it was shown', async () => {
  const made = await house.waiting(one.oldmanId)
  const seen = (await house.look(made.regradeId)).data
  const { path } = documentTemplate.calls.save
  const body = { templateId, templateName: '补充协议', docType: '1', html: `<p>新 ${place('新护理等级')}</p>` }
  expect(await house.ask('PUT', path, { token: house.token, body })).toMatchObject({ status: 200 })
  const refused = await house.approve(made.regradeId, { seen: seen.basis })
  expect(refused.desc).toContain('补充协议')
})
