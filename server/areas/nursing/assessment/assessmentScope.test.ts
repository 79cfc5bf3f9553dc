// A sheet of somebody without an archive belongs to the department of the consultation.
import { afterAll, beforeAll, expect, test } from 'vitest'
import { refusals } from '#contract/kit/refusal'
import { type StayHouse, stayHouse } from '#server/areas/live/test/stayHouse'
import { newId } from '#server/kit/ids'

let house: StayHouse
beforeAll(async () => {
  house = await stayHouse()
})
afterAll(() => house.close())

test('a draft of a consultation is taken away by its own department alone', async () => {
  const codes = ['live:assessment:remove']
  await house.person({ userName: 'outside01', deptId: house.finance, dataDeptIds: [house.finance], codes })
  await house.person({ userName: 'inside001', deptId: house.care, dataDeptIds: [house.care], codes })
  const [consultationId, assessmentId] = [newId(), newId()]
  await house.sql(
    `insert into consultation (org_id, consultation_id, oldman_name, dept_id, consult_date,
       consultation_no, channel, sale_id, consultant_name, consultant_phone, consultant_relation, sex)
     values ($1, $2, '章问', $3, current_date, 'ZX1', '1', 'x', '章家属', '13800000000', '1', 1)`,
    [house.orgId, consultationId, house.care],
  )
  await house.sql(
    `insert into assessment (org_id, assessment_id, type, kind, consultation_id, assess_date, assessor1) values ($1, $2, 0, 'easy', $3, current_date, 'x')`,
    [house.orgId, assessmentId, consultationId],
  )
  const remove = async (name: string) =>
    house.ask('DELETE', `/pims/web-pi/oldmans/assessments/${assessmentId}`, {
      token: (await house.signInAs(name)).data.token,
      form: {},
    })
  expect(await remove('outside01')).toMatchObject({ status: refusals.NOT_FOUND[0] })
  expect(await remove('inside001')).toMatchObject({ status: 200 })
})
