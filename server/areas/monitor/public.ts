// The few things of the monitoring that other areas may use.
import { positionMap } from '#contract/monitor/positionMap'
import { outboxTodos } from '#server/areas/monitor/vms/vmsOutbox'
import type { DeptUse } from '#server/kit/deptUses'
import type { FileHolder } from '#server/kit/fileHolders'
import type { StaffUse } from '#server/kit/staffUses'
import type { Todo } from '#server/kit/todos'

export const todos: readonly Todo[] = outboxTodos

/** Everybody who works with the positioning sees the maps of the house. */
export const fileHolders: readonly FileHolder[] = [
  {
    kind: 'monitor.floorMap',
    table: 'floor_map',
    keys: ['map_id'],
    addresses: ['picture'],
    picture: true,
    readers: [{ needs: positionMap.calls.list.needs }],
  },
]

/** A tag is handed back before its wearer leaves. */
export const staffUses: readonly StaffUse[] = [
  {
    held: 'select user_id, count(*) as held from device where org_id = $1 and user_id = any($2) group by user_id',
    say: (count) => `${count} 个佩戴的定位标签`,
  },
  {
    held: 'select user_id, count(*) as held from alarm_duty where org_id = $1 and user_id = any($2) group by user_id',
    say: (count) => `${count} 条告警值班`,
  },
]

/** A department with a roster is not deleted: its alarms would tell the wrong people. */
export const deptUses: readonly DeptUse[] = [
  {
    count: 'select count(*) from alarm_duty where org_id = $1 and dept_id = $2',
    say: (count) => `${count} 条告警值班`,
  },
]

/** Tables that SQL of other areas may read, never write (scripts/lib/sqlFaults.mjs). */
export const readableTables = ['alarm_record', 'alarm_rule', 'device', 'monitor_setting', 'position_rule', 'rail']
