import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { type Foreign, foreignIds } from '#server/kit/test/foreign'

export default foreignIds((product) => {
  /** A call in another nurse's department. */
  const elsewhere = (body?: Foreign['body']): Foreign => ({
    as: 'lixiaomei',
    params: async () => {
      const { rows } = await product().app.pool.query<{ callId: string }>(
        `select t.call_id as "callId" from call_record t join dept d on d.org_id = t.org_id and d.dept_id = t.dept_id
        where t.org_id = $1 and d.dept_name = '长青楼护理组' order by t.call_id limit 1`,
        [DEMO_ORG],
      )
      return { callId: rows[0]!.callId }
    },
    ...(body && { body }),
  })
  return {
    'monitor.nurseCall.get': elsewhere(),
    'monitor.nurseCall.answer': elsewhere(),
    'monitor.nurseCall.note': elsewhere({ dealType: '1' }),
  }
})
