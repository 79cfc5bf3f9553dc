// Price lists and rules of another organisation, and charges of residents in another department, do not exist.
import { OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { type Foreign, foreignIds } from '#server/kit/test/foreign'
import { rowCharge, rowChild, rowProject, rowRule } from './itemRows.ts'

const ELSEWHERE = '财务部'

export default foreignIds((product) => {
  const project: Foreign = { as: 'zhengkai', params: () => rowProject(product(), OPERATOR_ORG) }
  const child = (body?: Foreign['body']): Foreign => ({
    as: 'zhengkai',
    params: () => rowChild(product(), OPERATOR_ORG),
    ...(body && { body }),
  })
  const rule: Foreign = { as: 'zhengkai', params: () => rowRule(product(), OPERATOR_ORG) }
  const charge = (body?: Foreign['body']): Foreign => ({
    as: 'liumin',
    params: () => rowCharge(product(), ELSEWHERE),
    ...(body && { body }),
  })
  return {
    'expense.project.get': project,
    'expense.project.remove': project,
    'expense.projectChild.get': child(),
    'expense.projectChild.remove': child(),
    'expense.projectChild.enable': child({ enabled: false }),
    'expense.projectChild.priceEffect': child(),
    'expense.projectChild.addPrice': child({ priceFen: 500, fromDate: '2099-01-01' }),
    'expense.projectChild.removePrice': child(),
    'expense.discountRule.get': rule,
    'expense.discountRule.remove': rule,
    'expense.charge.get': charge(),
    'expense.charge.void': charge({ reason: '试' }),
  }
})
