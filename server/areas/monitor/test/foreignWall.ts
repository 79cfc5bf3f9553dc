import { DEMO_ORG } from '#server/areas/platform/public'
import { newId } from '#server/kit/ids'
import { type Foreign, foreignIds } from '#server/kit/test/foreign'

/** Nurses of 松鹤楼 and rows of 长青楼; the head nurse and a roster of the accountants: other departments of their house. */
export default foreignIds((product) => {
  const dept = async (name: string) =>
    (
      await product().app.pool.query<{ id: string }>(
        'select dept_id as id from dept where org_id = $1 and dept_name = $2',
        [DEMO_ORG, name],
      )
    ).rows[0]!.id

  async function alarm(): Promise<string> {
    const recordId = newId()
    await product().app.pool.query(
      `insert into alarm_record (org_id, record_id, source, device_no, dept_id, type, content, raised_at)
      values ($1, $2::text, 'MATTRESS', 'F' || $2, $3, '4', '心率过高', now())`,
      [DEMO_ORG, recordId, await dept('长青楼护理组')],
    )
    return recordId
  }
  const dutyCall = (body?: Foreign['body']): Foreign => ({
    as: 'hejing',
    params: async () => {
      const dutyId = newId()
      await product().app.pool.query(
        `insert into alarm_duty (org_id, duty_id, dept_id, rank, user_id, weekdays, from_time, to_time)
        select $1::varchar, $2::varchar, $3::varchar, 1, min(user_id), '[1]'::jsonb, '08:00', '20:00' from account where org_id = $1::varchar`,
        [DEMO_ORG, dutyId, await dept('财务部')],
      )
      return { dutyId }
    },
    ...(body && { body }),
  })
  const outboxCall = (): Foreign => ({
    as: 'lixiaomei',
    params: async () => {
      const outboxId = newId()
      await product().app.pool.query(
        `insert into vms_outbox (org_id, outbox_id, record_id, scene, phone, params, provider)
        values ($1, $2, $3, 'MATTRESS:4', '13800000000', '{}', 'outbox')`,
        [DEMO_ORG, outboxId, await alarm()],
      )
      return { outboxId }
    },
  })
  const duty = { rank: 1, userId: 'x', weekdays: [1], fromTime: '08:00', toTime: '20:00' }
  return {
    'monitor.wall.detail': { as: 'lixiaomei', params: async () => ({ recordId: await alarm() }) },
    'monitor.vms.saveDuty': dutyCall(duty),
    'monitor.vms.removeDuty': dutyCall(),
    'monitor.vms.dialled': outboxCall(),
    'monitor.vms.retry': outboxCall(),
  }
})
