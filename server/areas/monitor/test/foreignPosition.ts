import { DEMO_ORG, operatorOrganisation } from '#server/areas/platform/public'
import { newId } from '#server/kit/ids'
import { type Foreign, foreignIds } from '#server/kit/test/foreign'

/** Maps, fences and rules of another organisation; alarms and tags of another department of the nurse's own. */
export default foreignIds((product) => {
  const pool = () => product().app.pool

  async function building(): Promise<string> {
    const locationId = newId()
    await pool().query(
      `insert into location (org_id, location_id, location_name, location_type, level) values ($1, $2::text, $2, 'building', 1)`,
      [await operatorOrganisation(pool()), locationId],
    )
    return locationId
  }
  async function map(): Promise<string> {
    const mapId = newId()
    await pool().query(
      `insert into floor_map (org_id, map_id, building_id, map_name, picture, width_px, height_px, px_per_metre)
      values ($1, $2::text, $3, $2, '/files/x/a.png', 1000, 1000, 20)`,
      [await operatorOrganisation(pool()), mapId, await building()],
    )
    return mapId
  }
  async function rail(): Promise<string> {
    const railId = newId()
    await pool().query(
      `insert into rail (org_id, rail_id, rail_name, building_id, map_id, kind, polygon)
      select org_id, $2::text, $2, building_id, map_id, 'LEAVE', '[[0,0],[9,0],[9,9]]' from floor_map where map_id = $1`,
      [await map(), railId],
    )
    return railId
  }
  async function rule(): Promise<string> {
    const ruleId = newId()
    await pool().query(
      `insert into position_rule (org_id, rule_id, rule_name, alarm_type) values ($1, $2::text, $2, 'sos')`,
      [await operatorOrganisation(pool()), ruleId],
    )
    return ruleId
  }
  /** A resident of 长青楼 without a tag gets one. */
  async function tag(): Promise<string> {
    const deviceId = newId()
    const { rows } = await pool().query<{ id: string }>(
      `insert into device (org_id, device_id, device_no, kind, oldman_id)
      select $1::text, $2::text, 'F' || $2, 'TAG', (select t.oldman_id from oldman t join dept d on d.org_id = t.org_id
        and d.dept_id = t.dept_id where t.org_id = $1 and d.dept_name = '长青楼护理组' and t.current_bed_id is not null
        and not exists (select from device o where o.org_id = t.org_id and o.oldman_id = t.oldman_id) limit 1)
      returning device_id as id`,
      [DEMO_ORG, deviceId],
    )
    return rows[0]!.id
  }
  async function record(dept = '长青楼护理组'): Promise<string> {
    const recordId = newId()
    await pool().query(
      `insert into alarm_record (org_id, record_id, source, device_no, dept_id, type, content, raised_at)
      select $1::text, $2::text, 'TAG', 'F' || $2, dept_id, 'sos', 'SOS 求救', now() from dept
      where org_id = $1 and dept_name = $3`,
      [DEMO_ORG, recordId, dept],
    )
    return recordId
  }
  const ofOther = (name: string, make: () => Promise<string>): Foreign => ({
    as: 'zhengkai',
    params: async () => ({ [name]: await make() }),
  })
  const ofDepartment = (name: string, make: () => Promise<string>): Foreign => ({
    as: 'lixiaomei',
    params: async () => ({ [name]: await make() }),
  })
  const organisation: Foreign = {
    as: 'zhengkai',
    params: async () => ({ orgId: await operatorOrganisation(pool()) }),
  }
  return {
    'monitor.positionMap.isHas': ofOther('buildingId', building),
    'monitor.positionMap.remove': ofOther('mapId', map),
    'monitor.rail.remove': ofOther('railId', rail),
    'monitor.positionRule.get': ofOther('ruleId', rule),
    'monitor.positionRule.remove': ofOther('ruleId', rule),
    'monitor.positionRecord.handling': ofDepartment('recordId', () => record()),
    // The head nurse may delete, but only alarms of the care groups.
    'monitor.positionRecord.remove': {
      as: 'hejing',
      params: async () => ({ recordId: await record('财务部') }),
    },
    'monitor.positionDevice.online': ofDepartment('deviceId', tag),
    'monitor.positionDevice.config': organisation,
    'monitor.positionDevice.isEnable': organisation,
  }
})
