import { operatorOrganisation } from '#server/areas/platform/public'
import { DEMO_ORG } from '#server/areas/platform/seed/fixedRows'
import { newId } from '#server/kit/ids'
import { type Foreign, foreignIds } from '#server/kit/test/foreign'

export default foreignIds((product) => {
  /** A mattress of another nurse's department: she may read devices, but not this one. */
  const elsewhere = (): Foreign => ({
    as: 'lixiaomei',
    params: async () => {
      const { rows } = await product().app.pool.query<{ deviceId: string }>(
        `select t.device_id as "deviceId" from device t join bed b on b.org_id = t.org_id and b.bed_id = t.bed_id
        join room r on r.org_id = b.org_id and r.room_id = b.room_id join dept d on d.org_id = r.org_id and d.dept_id = r.dept_id
        where t.org_id = $1 and d.dept_name = '长青楼护理组' order by t.device_no limit 1`,
        [DEMO_ORG],
      )
      return { deviceId: rows[0]!.deviceId }
    },
  })
  /** A device of another organisation, tried by an administrator. */
  const stranger = (body?: Foreign['body']): Foreign => ({
    as: 'zhengkai',
    params: async () => {
      const { pool } = product().app
      const deviceId = newId()
      await pool.query(
        `insert into device (org_id, device_id, device_no, kind) values ($1, $2::text, $2::text, 'TAG')`,
        [await operatorOrganisation(pool), deviceId],
      )
      return { deviceId }
    },
    ...(body && { body }),
  })
  return {
    'monitor.device.get': elsewhere(),
    'monitor.device.asides': elsewhere(),
    'monitor.why.device': elsewhere(),
    'monitor.device.save': stranger({ deviceNo: 'X1' }),
    'monitor.device.bind': stranger({ oldmanId: 'x' }),
    'monitor.device.unbind': stranger({}),
    'monitor.device.enable': stranger({ enabled: 0 }),
    'monitor.device.remove': stranger(),
    'monitor.device.clearBad': stranger(),
  }
})
