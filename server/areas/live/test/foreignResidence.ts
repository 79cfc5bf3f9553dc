// Residents outside the caller's scope, for the calls of the residence: of another organisation for the administrator, of
// another department for the nurse.
import { DEMO_ORG, OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import type { TestApp } from '#server/kit/test/app'
import { type Foreign, foreignIds } from '#server/kit/test/foreign'

/** A resident of the operator's organisation, which has none by itself. */
async function residentElsewhere(product: TestApp, oldmanId = newId()): Promise<{ oldmanId: string }> {
  await product.app.pool.query(
    `insert into oldman (org_id, oldman_id, archive_no, oldman_name, sex, id_card, birth_date)
     values ($1, $2::varchar, $2::varchar, '别家的老人', 0, $2::varchar, '1940-01-01')`,
    [OPERATOR_ORG, oldmanId],
  )
  return { oldmanId }
}

async function residentOfOtherDept(product: TestApp): Promise<{ oldmanId: string }> {
  const found = await product.app.pool.query<{ oldmanId: string }>(
    `select t.oldman_id as "oldmanId" from oldman t join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
      where t.org_id = $1 and d.dept_name = '长青楼护理组' and t.status = 1 limit 1`,
    [DEMO_ORG],
  )
  return found.rows[0]!
}

export default foreignIds((product) => {
  const elsewhere = (more: Partial<Foreign> = {}): Foreign => ({
    as: 'zhengkai',
    params: () => residentElsewhere(product()),
    ...more,
  })
  const inBody = newId()
  return {
    'live.residence.detail': { as: 'lixiaomei', params: () => residentOfOtherDept(product()) },
    'live.residence.record': elsewhere(),
    'live.residence.requirements': elsewhere(),
    'live.residence.removeStay': elsewhere(),
    'live.residence.changeStatus': {
      as: 'zhengkai',
      params: async () => {
        await residentElsewhere(product(), inBody)
        return { oldmanStatusNew: '6' }
      },
      body: { oldmanId: inBody, reason: '别家的老人' },
    },
    'expense.feeSet.ofResident': elsewhere(),
    'nursing.assessment.ofResident': elsewhere(),
    'nursing.assessment.bindable': elsewhere(),
    'nursing.assessment.remove': {
      as: 'zhengkai',
      params: async () => {
        const { oldmanId } = await residentElsewhere(product())
        const assessmentId = newId()
        await product().app.pool.query(
          `insert into assessment (org_id, assessment_id, type, oldman_id, assess_date, assessor1)
           values ($1, $2, 2, $3, current_date, 'x')`,
          [OPERATOR_ORG, assessmentId, oldmanId],
        )
        return { assessmentId }
      },
    },
  }
})
