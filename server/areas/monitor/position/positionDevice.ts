// Handlers of the positioning tags and of the organisation's switch.

import { notFound } from '#contract/kit/refusal'
import { type PositionConfigData, positionDevice, type TagRowData } from '#contract/monitor/positionDevice'
import { AlarmStatus, LinkStatus } from '#contract/monitor/words'
import { rulesChanged } from '#server/areas/monitor/alarmRule/ruleScope'
import { partPattern, startPattern } from '#server/areas/residents/public'
import type { Caller } from '#server/kit/caller'
import { changesBetween, refuseStale } from '#server/kit/editing'
import { implement } from '#server/kit/implement'
import { contains, pageOfRows, several } from '#server/kit/page'
import {
  ALARMING,
  COMMUNICATION_STATUS,
  LOCATION_STATUS,
  peopleOf,
  TAG_COLUMNS,
  TAG_JOINS,
  TAG_SCOPE,
} from './positionPeople.ts'
import { positioningOn } from './positionRules.ts'

const COLUMNS = `${TAG_COLUMNS}, s.strap::int as strap, nullif(s.fault, '') as fault, d.firmware, d.last_upgrade as "lastUpgrade",
  d.enabled, (select count(*)::int from alarm_record a where a.org_id = d.org_id and a.device_no = d.device_no
    and a.status = ${AlarmStatus.is.open}) as alarms, d.created_at as "createTime", d.version`

const BANDS: Readonly<Record<string, readonly [from: number, to: number]>> = {
  '0-25': [0, 25],
  '25-50': [26, 50],
  '50-75': [51, 75],
  '75-100': [76, 100],
}

/** Tags with what the list filters and sorts by. */
const TAGS = `select d.org_id, d.device_id, d.device_no, d.tag_type, d.last_upgrade, d.created_at, t.dept_id as elder_dept,
  coalesce(t.oldman_name, e.emp_name) as name, coalesce(t.readings, ' ' || e.initials || ' ' || e.pinyin) as readings,
  case when d.oldman_id is not null then 'ELDER' when d.user_id is not null then 'STAFF' else 'NONE' end as holder,
  coalesce(s.battery, d.battery)::int as battery, s.work, s.map_id, coalesce(s.heard_at, d.last_at) as heard_at,
  ${LOCATION_STATUS} as location_status, ${COMMUNICATION_STATUS} as communication_status,
  case when ${ALARMING} then 1 else 0 end as alarming
from device d left join device_state s on s.org_id = d.org_id and s.device_id = d.device_id
left join oldman t on t.org_id = d.org_id and t.oldman_id = d.oldman_id
left join employee e on e.org_id = d.org_id and e.emp_id = d.user_id where d.kind = 'TAG'`

const ONLINE = `select d.device_id as "deviceId", d.device_no as "deviceNo", ${COMMUNICATION_STATUS} as "communicationStatus",
  ${LOCATION_STATUS} as "locationStatus", (extract(epoch from coalesce(s.heard_at, d.last_at)) * 1000)::float8 as "heardAt",
  (extract(epoch from s.fix_at) * 1000)::float8 as "fixAt", coalesce(s.battery, d.battery)::int as battery
from device d ${TAG_JOINS} where d.org_id = $1 and d.device_id = $3 and d.kind = 'TAG' and ${TAG_SCOPE('$2')}`

const MINUTE = 60_000

function ago(at: number | null): string {
  if (at === null) return '从未'
  const minutes = Math.floor((Date.now() - at) / MINUTE)
  if (minutes < 1) return '刚刚'
  if (minutes < 60) return `${minutes} 分钟前`
  return minutes < 1440 ? `${Math.floor(minutes / 60)} 小时前` : `${Math.floor(minutes / 1440)} 天前`
}

async function online(who: Caller, deviceId: string) {
  type Row = {
    deviceId: string
    deviceNo: string
    communicationStatus: 0 | 1
    locationStatus: 0 | 1
    heardAt: number | null
    fixAt: number | null
    battery: number | null
  }
  const { rows } = await who.app.pool.query<Row>(ONLINE, [who.orgId, who.deptIds, deviceId])
  const row = rows[0]
  if (!row) throw notFound('标签')
  const words =
    row.communicationStatus === LinkStatus.is.online
      ? `标签在线，最近通信 ${ago(row.heardAt)}，最近定位 ${ago(row.fixAt)}`
      : `标签离线，最近通信 ${ago(row.heardAt)}；请检查电量和佩戴位置`
  return { ...row, words }
}

const CONFIG = `select $1::text as "orgId",
  coalesce((select (value ->> 'isEnable')::boolean from monitor_setting where org_id = $1 and name = 'positioning'), true) as "isEnable",
  (select count(*)::int from floor_map where org_id = $1) as maps, (select count(*)::int from rail where org_id = $1) as rails,
  (select count(*)::int from device where org_id = $1 and kind = 'TAG') as tags,
  coalesce((select version from monitor_setting where org_id = $1 and name = 'positioning'), 0) as version`

async function configOf(who: Caller, orgId: string): Promise<PositionConfigData> {
  if (orgId !== who.orgId) throw notFound('机构')
  const { rows } = await who.app.pool.query<PositionConfigData>(CONFIG, [orgId])
  return rows[0]!
}

const saveOpened = (who: Caller, opened: boolean, version: number | null | undefined) =>
  who.tx(async (tx) => {
    const { rows } = await tx.client.query<{ version: number; on: boolean | null }>(
      `select version, (value ->> 'isEnable')::boolean as on from monitor_setting
      where org_id = $1 and name = 'positioning' for update`,
      [tx.orgId],
    )
    await refuseStale(tx, 'positioning', version, rows[0]?.version ?? 0)
    const before = rows[0]?.on ?? true
    await tx.client.query(
      `insert into monitor_setting (org_id, name, value) values ($1, 'positioning', jsonb_build_object('isEnable', $2::boolean))
      on conflict (org_id, name) do update set value = monitor_setting.value || excluded.value,
        version = monitor_setting.version + 1, updated_at = now()`,
      [tx.orgId, opened],
    )
    tx.log({
      remark: opened ? '开启室内定位' : '关闭室内定位：标签仍可上报，不再产生定位告警',
      targetType: 'monitorSetting',
      targetId: 'positioning',
      changes: changesBetween({ isEnable: before }, { isEnable: opened }),
    })
    rulesChanged(who, tx)
    return { opened }
  })

export default implement(positionDevice, {
  list: (query, who) => {
    const name = query.name?.trim()
    const band = query.battery ? BANDS[query.battery] : undefined
    return pageOfRows<TagRowData>(
      who.app.pool,
      {
        from: `(${TAGS}) t`,
        key: 'device_id',
        select: 'r.*',
        join: `join lateral (select ${COLUMNS} from device d ${TAG_JOINS}
          where d.org_id = page.org_id and d.device_id = page.device_id) r on true`,
        filters: [
          ['t.org_id = ?', who.orgId],
          ['(t.elder_dept is null or t.elder_dept = any(?))', who.deptIds],
          ['(t.name like ?1 or t.readings like ?2)', name ? several(partPattern(name), startPattern(name)) : null],
          ['t.device_no ilike ?', contains(query.deviceNo)],
          ['t.tag_type = ?', query.tagType],
          ['t.holder = ?', query.holder],
          ['t.battery between ?1 and ?2', band ? several(...band) : null],
          ['t.work = ?', query.workStatus],
          ['t.location_status = ?', query.locationStatus],
          ['t.communication_status = ?', query.communicationStatus],
          ['t.alarming = ?', query.labelAlarmStatus],
          ['t.last_upgrade = ?', query.lastUpgrade],
          ['t.map_id = ?', query.mapId],
        ],
        sorts: {
          deviceNo: 't.device_no',
          battery: 't.battery',
          heardAt: 't.heard_at',
          createTime: 't.created_at',
          name: 't.readings',
        },
        defaultSort: 't.alarming desc, t.device_no',
      },
      query,
    )
  },
  live: (filter, who) => peopleOf(who.app.pool, who.orgId, who.deptIds, filter),
  online: ({ deviceId }, who) => online(who, deviceId),
  opened: async (_, who) => ({ opened: await positioningOn(who.app.pool, who.orgId) }),
  saveOpened: ({ opened, version }, who) => saveOpened(who, opened, version),
  config: ({ orgId }, who) => configOf(who, orgId),
  isEnable: async ({ orgId }, who) => (await configOf(who, orgId)).isEnable,
})
