// Consultations of the front desk, which the head nurse must not see, and visits of another organisation.
import { DEMO_ORG, OPERATOR_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { type Foreign, foreignIds } from '#server/kit/test/foreign'

export default foreignIds((product) => {
  const one = async (text: string, values: unknown[]) =>
    (await product().app.pool.query<{ id: string }>(text, values)).rows[0]!.id

  const ofDesk = async () => ({
    consultationId: await one(
      `select c.consultation_id as id from consultation c join dept d using (org_id, dept_id)
        where c.org_id = $1 and d.dept_name = '前台' and c.status = 2 limit 1`,
      [DEMO_ORG],
    ),
  })
  const talk = async () => ({
    id: await one(
      `select i.interview_id as id from consultation_interview i join consultation c using (org_id, consultation_id)
        where c.org_id = $1 and c.status = 2 limit 1`,
      [DEMO_ORG],
    ),
  })
  const elsewhere = async () => {
    const visitId = newId()
    await product().app.pool.query(
      `insert into visit (org_id, visit_id, visit_no, visitor, type, in_time) values ($1, $2::text, $2::text, '别家的客人', '8', now())`,
      [OPERATOR_ORG, visitId],
    )
    return { visitId }
  }
  const residentElsewhere = async () => ({
    oldmanId: await one(
      `insert into oldman (org_id, oldman_id, archive_no, oldman_name, sex, id_card, birth_date)
       values ($1, $2::text, $2::text, '别家的老人', 0, $2::text, '1940-01-01') returning oldman_id as id`,
      [OPERATOR_ORG, newId()],
    ),
  })
  const consultation = (body?: Foreign['body']): Foreign => ({ as: 'hejing', params: ofDesk, ...(body && { body }) })
  const visit = (body?: Foreign['body']): Foreign => ({ as: 'zhengkai', params: elsewhere, ...(body && { body }) })
  return {
    'live.consultation.detail': consultation(),
    'live.consultation.base': consultation(),
    'live.consultation.consultant': consultation(),
    'live.consultation.extra': consultation(),
    'live.consultation.health': consultation(),
    'live.consultation.interviews': consultation(),
    'live.consultation.removeInterview': { as: 'hejing', params: talk },
    'live.consultation.remove': consultation({ reason: '别人的' }),
    'live.consultation.archiveDraft': consultation(),
    'live.consultation.archive': consultation(),
    'live.visit.resident': { as: 'zhengkai', params: residentElsewhere },
    'live.visit.get': visit(),
    'live.visit.remove': visit({ reason: '别人的' }),
  }
})
